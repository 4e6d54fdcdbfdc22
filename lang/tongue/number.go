package tongue

import (
	"strconv"
	"strings"
)

// Singular tells whether a number takes the singular: 1 in English; 0 and 1 in French.
func (l Language) Singular(n int64) bool { return n == 1 || n == -1 || n == 0 && l == French }

// Count is a number of things: 1 AP, 2 dice, 0 dé.
func (l Language) Count(n int64, of Noun) string {
	return strconv.FormatInt(n, 10) + " " + l.Counted(of, !l.Singular(n))
}

// Counted is a noun behind a number. Of what is called by several only, one is told by its form: 1 figure.
func (l Language) Counted(n Noun, many bool) string {
	if n.PluralOnly && !many {
		return l.Single(n.One)
	}
	return l.Form(n, many)
}

// Measure is a number of things that is told in parts, a thousand of which are one: 1.5 miles, 1,5 lieue.
func (l Language) Measure(thousandths int64, of Noun) string {
	one := l.Singular(thousandths / 1000)
	if l == English {
		one = thousandths == 1000 || thousandths == -1000
	}
	return l.Decimal(thousandths) + " " + l.Form(of, !one)
}

// Decimal writes thousandths as a number, without useless zeros: 1.5, 1,5.
func (l Language) Decimal(thousandths int64) string {
	s := strconv.FormatInt(thousandths/1000, 10)
	part := thousandths % 1000
	if part == 0 {
		return s
	}
	if part < 0 {
		part = -part
		if thousandths > -1000 {
			s = "-" + s
		}
	}
	point := "."
	if l == French {
		point = ","
	}
	return s + point + strings.TrimRight(strconv.FormatInt(1000+part, 10)[1:], "0")
}

// Ordinal is the place in an order, from 1: first, 11th; premier, première, 11e.
func (l Language) Ordinal(n int, feminine bool) string {
	words := lists(l).of("ordinals")
	if n >= 1 && n <= len(words) {
		if w := words[n-1]; feminine && len(w) > 1 {
			return w[1]
		}
		return words[n-1][0]
	}
	s := strconv.Itoa(n)
	if l == French {
		return s + "e"
	}
	if n < 0 {
		n = -(n % 100)
	}
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return s + "st"
	case n%10 == 2:
		return s + "nd"
	case n%10 == 3:
		return s + "rd"
	}
	return s + "th"
}

// Numeral is the number that a word stands for, as "two" for 2, of the small ones; ok is false for none.
func (l Language) Numeral(word string) (n int64, ok bool) {
	word = strings.ToLower(word)
	for i, words := range lists(l).of("numerals") {
		for _, w := range words {
			if w == word {
				return int64(i), true
			}
		}
	}
	return 0, false
}

// Digits are those of the number that a word of either language stands for, of the small ones; "" for none.
func Digits(word string) string {
	for _, l := range []Language{English, French} {
		if n, ok := l.Numeral(word); ok {
			return strconv.FormatInt(n, 10)
		}
	}
	return ""
}
