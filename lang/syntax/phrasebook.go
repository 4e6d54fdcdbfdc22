package syntax

import (
	"regexp"
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/kdsl-lang/kdsl/lang/source"
)

// phrase is a line as people write it who know no rules of writing, and how it is written here.
type phrase struct {
	sort  phraseSort
	line  *regexp.Regexp
	meant string // what is written in its place; "" where its author has to decide
	say   string // what is told; "" for what was got, and what was wanted. It is told of the group that is called at, or of the whole line
}

// phrases are tried in their order, and each only where the line can be read farther with what is meant.
var phrases = sync.OnceValue(func() []phrase {
	return []phrase{
		{declaration, regexp.MustCompile(`^(\w+)\s*:\s*("|\w)`), "$1 $2", "what is declared stands behind its word, without a sign"},
		{declaration, regexp.MustCompile(`^(\w+ \w+\()(\w+)\s*(?:=|:|in|: in)\s*(-?[\d.]+?) ?\.\. ?(-?[\d.]+\))`), "$1$2: int in $3..$4", "what a card is given has a type, as in X: int in 1..5"},
		{declaration, regexp.MustCompile(`^(\w+ \w+\()(\w+)\s*(?:=|:|in|: in)\s*(-?\d+) ?(?:-|to|a) ?(\d+\))`), "$1$2: int in $3..$4", "what a card is given has a type, as in X: int in 1..5"},
		{declaration, regexp.MustCompile(`^(\w+ \w+) ([A-Z]) \{`), "$1($2: int) {", "what a card is given stands in brackets, with its type"},
		{declaration, regexp.MustCompile(`^(\w+) \w+, ?\w+[ ,{]`), "", "each $1 has a declaration of its own"},
		{declaration, regexp.MustCompile(`^(?:house|custom|optional|my|our|game) (rule|kind|event|action|enum|option|test|scenario|span|table|setup) (\w+|")`), "$1 $2", "a declaration begins with its kind, and its name follows"},
		{declaration, regexp.MustCompile(`^\w+ (\d\w*) \{`), "", "a name begins with a letter: $1 is none"},
		{declaration, regexp.MustCompile(`^((?:test|odds) "[^"]*") (?:with|using|on|from|avec|dans|after) (\w+) \{`), "$1 in $2 {", "the setup that a script builds on stands behind in"},
		{declaration, regexp.MustCompile(`^((?:test|odds) "[^"]*" in) "(\w+)" \{`), "$1 $2 {", "a setup is named without quotes"},
		{declaration, regexp.MustCompile(`^(option \w+)\s*:?\s*(?:yes/no|oui/non|true/false) = `), "$1: bool = ", "what is chosen with yes or no is a bool"},
		{declaration, regexp.MustCompile(`^(extend enum \w+) (\w+ \{[^{}]*\})$`), "$1 { $2 }", "the values of an enum stand between { and }"},
		{declaration, regexp.MustCompile(`^(?:new|a|an|une?) (\w+ \w+)`), "$1", "a declaration begins with its kind, and its name follows"},
		{declaration, regexp.MustCompile(`^(\w+ \w+(?:\([^()]*\))?)\s*[:=]\s*\{`), "$1 {", "a brace stands without a sign before it"},
		{declaration, regexp.MustCompile(`^(\w+ \w+) \(\s*(en|fr) "`), `$1 { $2 "`, "what belongs to a declaration stands between { and }"},
		{declaration, regexp.MustCompile(`^(\w+ \w+) extends \w+ \{`), "", "only kinds extend: to begin a card like another, use `kdsl new KIND NAME --like OTHER`"},
		{declaration, regexp.MustCompile(`^(replace|patch) (\w+) \{`), "", "the kind stands before the name, as in $1 KIND $2"},
		{declaration, regexp.MustCompile(`^extends `), "extend ", ""},
		{declaration, regexp.MustCompile(`^(?:def|func|fn) (\w+\([^()]*\))\s*(?::|\{|=>|=)?\s*return (.+)$`), "", "a function says what type it gives, as in function $1: int = $2"},
		{declaration, regexp.MustCompile(`^(extend enum \w+) \w+ \{`), "$1 {", ""},
		{declaration, regexp.MustCompile(`^((?:test|odds) "[^"]*")\s*:\s*`), "$1 {\n  ", `got ":", want "{"`},
		{declaration, regexp.MustCompile(`^(test) ([^"{}]*,[^"{}]*[^"{} ])\s*\{`), `$1 "$2" {`, "the name of a test stands in quotes"},
		{declaration, regexp.MustCompile(`^(?:players|joueurs) \{`), "player {", "what each player has is declared with player"},
		{declaration, regexp.MustCompile(`^(?:card|carte) (\w+)`), "", "a card begins with its kind, as in KIND $1"},
		{declaration, regexp.MustCompile(`^use (?:the )?(?:pack|game|rules) (\w+)`), "use $1", "a pack is used by its name alone"},

		{member, regexp.MustCompile(`^(?:\w+: )?(?:(?:at|on) )?(?:the )?(?:start|beginning) of (?:the |its |each |every |a )?(\w+) of (\w+)`), "", "a clause at the start of something is before it, and says in brackets of whom it speaks, as in before $1(FIELD: $2)"},
		{member, regexp.MustCompile(`^(?:\w+: )?(?:(?:at|on) )?(?:the )?end of (?:the |its |each |every |a )?(\w+) of (\w+)`), "", "a clause at the end of something is after it, and says in brackets of whom it speaks, as in after $1(FIELD: $2)"},
		{member, regexp.MustCompile(`^(\w+: )(?:at|on) (?:the )?(?:start|beginning) of (?:the |its |each |every |a )?(\w)`), "${1}before $2", "a clause at the start of something is before it, one at its end after it"},
		{member, regexp.MustCompile(`^(\w+: )(?:at|on) (?:the )?end of (?:the |its |each |every |a )?(\w)`), "${1}after $2", "a clause at the start of something is before it, one at its end after it"},
		{anywhere, regexp.MustCompile(`\bdistance (?:between|from|entre|de) (\w+) (?:and|to|et|a) (\w+)`), "distance($1, $2)", "what is asked of two things stands in the brackets behind it"},
		{anywhere, regexp.MustCompile(`\b(\w+)(?: is| est)? (?:within|a moins de) ([\d.]+) (?:of|from|de) (\w+)`), "within($1, $3, $2)", "what is asked of two things stands in the brackets behind it"},
		{head, regexp.MustCompile(`^([^"]*?)\b(\w+) of (bearer|self|it|who|target|author|victim) ([=!<>])`), "$1$3.$2 $4", "what a thing has is written with a point"},
		{head, regexp.MustCompile(`^(\w+: )?instead of (\w)`), "${1}instead $2", "behind the word of a clause stands the event, without of"},
		{head, regexp.MustCompile(`^([^{}"]*\w\)(?: may)?) (?:while|where|provided|lorsque|quand|si) ([^{}]+) \{`), "$1 when $2 {", "what must hold stands behind when"},
		{head, regexp.MustCompile(`^([^{}"]*\w\)?(?: may)?),? (once|twice) (?:per|each|every|a) (\w+)( when [^{}"]+)? \{ ?`), "$1$4 {\n    limit $2 per bearer per $3\n    ", "how often something may be done is said between the braces, before the steps"},
		{head, regexp.MustCompile(`^(\w+: )?(once|twice) (?:per|each|every|a) (\w+),? ((?:after|before|instead|while|cannot|becomes) [^{}"]+) \{ ?`), "$1$4 {\n    limit $2 per bearer per $3\n    ", "how often something may be done is said between the braces, before the steps"},
		{head, regexp.MustCompile(`^[^{}"]*\w\)(?: may)? (?:once |twice )?per \w+ \{`), "", "how often something may be done is said in the clause, as in limit once per KEY per SPAN"},
		{head, regexp.MustCompile(`^[^{}"]*\w\)?(?: may)?,? (?:for|pour) (?:\d+|an?|une?) \w+`), "", "what something costs stands between the braces, before the steps, and is an event, as in cost EVENT(who: bearer); how long something lasts is said where it is put on something, as in apply CARD to X for 2 SPAN"},
		{head, regexp.MustCompile(`^[^{}"]*\w\)?(?: may)?,? (?:costs?|by paying|paying) (?:\d+|an?|une?) \w+`), "", "what something costs stands between the braces, before the steps, and is an event, as in cost EVENT(who: bearer)"},
		{head, regexp.MustCompile(`^(\w+: )?(after|before|instead|while|cannot|becomes|ignore|waive)\s*:\s*(\w)`), "$1$2 $3", "the event stands behind the word of a clause, without a sign"},
		{head, regexp.MustCompile(`^(\w+: )?(after|before|instead|while|cannot|becomes|ignore|waive) (?:each|every|any|all|chaque|tout|toute) (\w+)`), "$1$2 $3", "an event stands without an article: a clause hears it each time"},
		{head, regexp.MustCompile(`^(\w+: )?(after|before|instead|while|cannot|becomes|ignore|waive)\s*\((?:\w+)`), "", "a clause names an event and, in brackets, what is given to it, as in after EVENT(FIELD: bearer)"},
		{head, regexp.MustCompile(`^(\w+: )?(?:once|twice|only)(?: per \w+| each \w+| a \w+)?,? (after|before|instead|while|cannot|becomes|ignore|waive) `), "", "how often something may be done is said in the clause, as in limit once per KEY per SPAN"},
		{head, regexp.MustCompile(`^(\w+: )?(after|before|instead|while|cannot) (\w+(?:\([^(){}]*\))?) (?:in|within|inside|of|amid) (\w+\(\w+:)`), "$1$2 $3 during $4", "what something happens within stands behind during"},
		{head, regexp.MustCompile(`^(\w+: )?may (after|before|instead) (\w+(?:\([^(){}]*\))?)`), "$1$2 $3 may", "may stands behind the event"},
		{head, regexp.MustCompile(`^([^{}"]*?) when ([^{}]+?) (?:may|peut) \{`), "$1 may when $2 {", "may stands behind the event"},
		{head, regexp.MustCompile(`^([^{}"]*\w\)?) (?:peut|pourra|can) (when |\{)`), "$1 may $2", "may stands behind the event"},
		{head, regexp.MustCompile(`^([^{}"]*\w\)?(?: may)?) (limit [^{}"]+?) \{ ?`), "$1 {\n    $2\n    ", "a limit stands between the braces, before the steps"},
		{anywhere, regexp.MustCompile(`\b(if|when|while|expect) non ([\w(])`), "$1 !$2", `what is not so is asked with !`},
		{head, regexp.MustCompile(`^(?:\w+: )\w+ (?:cannot|can not|may not) (\w+) \{`), "", "a clause begins with its word, and says in brackets of whom it speaks, as in cannot $1(FIELD: bearer)"},
		{head, regexp.MustCompile(`^(\w+: )?(after|before|instead|while|cannot) (?:when|if|quand|si) ([^{}]*?),? (\w+\([^(){}]*\)) \{`), "$1$2 $4 when $3 {", "when stands behind the event"},
		{head, regexp.MustCompile(`^(\w+: )(?:when|if|quand|si) ([^{}]*?),? (after|before|instead|while|cannot|becomes|ignore|waive) (\w+(?:\([^(){}]*\))?) \{`), "$1$3 $4 when $2 {", "when stands behind the event"},
		{head, regexp.MustCompile(`^[^{}]* (?:when|&&|and|et) (?P<at>(?:no|without|sans|aucune?) (\w+) (?:is |are |est |sont )?(?:within|near|nearby|closer|inside|at|in|on|with|a moins|a portee|pres|dans|avec|sur|who|that|whose|which|qui|dont)\b[^{}]*?)(?: \{|$)`), "", "that there is none of a kind is asked with !, as in !all(KIND).exists(m, within(m, bearer, 6))"},
		{head, regexp.MustCompile(`^[^{}]* (?:when|&&|and|et) !?(?P<at>(\w+) (?:within|a moins de) ([\d.]+)[^{}]*?)(?: \{|$)`), "", "that there is one of a kind near is asked with exists, as in all(KIND).exists(m, within(m, bearer, $3)); with ! before it, that there is none"},
		{head, regexp.MustCompile(`^[^{}"]* (?:when|&&|and|et) (?P<at>(?:no|without|sans) (\w+))(?: |$)`), "", "what there is none of is asked of a number with $2 == 0, and of a thing with !has($2)"},
		{head, regexp.MustCompile(`^([^{}]*\)) \( ([^(){}]*(?:\([^(){}]*\)[^(){}]*)?) \)$`), "$1 { $2 }", "what a clause does stands between { and }"},
		{member, regexp.MustCompile(`^do ([^{}]+)$`), "do { $1 }", "steps stand in do { }"},
		{head, regexp.MustCompile(`^([^{}]*\)) (?:do|then|,|=>|->|=) \{`), "$1 {", "a brace stands without a sign or a word before it"},
		{head, regexp.MustCompile(`^([^{}"]*\w\))\s*:\s*`), "$1 {\n    ", `got ":", want "{"`},
		{head, regexp.MustCompile(`^([^(){}]*\([^(){}]*[\w\]])\s*\{`), "$1) {", `got "{", want ")"`},
		{head, regexp.MustCompile(`^([^{}]*\)) ?, ?when `), "$1 when ", "when stands behind the event, without a comma"},
		{head, regexp.MustCompile(`^([^{}]*\)) (?:where|only when|only if|but only if|but only when|provided|whenever|lorsque|seulement si) `), "$1 when ", ""},
		{head, regexp.MustCompile(`^([^{}]*\)) (?:&&|and|et) ([\w.!]+(?:\(\w*\))? ?(?:[<>=!]=?|in |&&)[^{}]*)\{`), "$1 when $2{", "what else is asked stands behind when"},
		{head, regexp.MustCompile(`^([^{}]*[(,] ?\w+) (?:is|est) (\w+)`), "$1: $2", "a head says what its fields are, with `:`"},
		{head, regexp.MustCompile(`^([^{}]*[(,] ?)(?:not|!) ?(\w+)([,)])`), "$1$2: false$3", "a head says what its fields are, with `:`"},

		{anywhere, regexp.MustCompile(`\b(en|fr)( [mf])? [*~]+ ?("[^"]*") ?[*~]+`), "$1$2 $3", "a text stands in quotes, without other signs"},
		{anywhere, regexp.MustCompile(`\bfr (?:fem|feminin|feminine|female|she|elle|la|une)\.? ("[^"]*")`), "fr f $1", "m and f stand between fr and the name"},
		{anywhere, regexp.MustCompile(`\bfr (?:masc|masculin|masculine|male|he|il|le|un)\.? ("[^"]*")`), "fr m $1", "m and f stand between fr and the name"},
		{anywhere, regexp.MustCompile(`("[^"]*") (?:plurals|pluriel|plur|pl|plural:)\.? ("[^"]*")`), "$1 plural $2", "the plural stands behind the name, as in plural \"NAMES\""},
		{inWhile, regexp.MustCompile(`^([\w.]+) \*= ?([\w.]+)$`), "multiply $1 by $2", "something is multiplied with multiply FIELD by N"},
		{step, regexp.MustCompile(`^(?:refuse|forbid|prevent|negate|block|refuser|empeche|empecher|annule|annuler) (?:the |this |it|le |la |l')?\w*$`), "cancel", "an event is not to happen by cancel, in a clause before it"},
		{step, regexp.MustCompile(`^([\w.]+) \*= ?([\w.]+)$`), "$1 = $1 * $2", "a step writes a value with ="},
		{inWhile, regexp.MustCompile(`^([\w.]+) /= ?([\w.]+)$`), "", "a part of a number says how it is rounded, as in divide $1 by $2 rounding up, or rounding down"},
		{inWhile, regexp.MustCompile(`^([\w.]+) = (?:half of|half the|half|moitie de|la moitie de) (?:it|[\w.]+)$`), "", "a part of a number says how it is rounded, as in divide $1 by 2 rounding up, or rounding down"},
		{anywhere, regexp.MustCompile(`\b(?:half of|half the|moitie de|la moitie de) ([\w.]+),? (?:rounded|rounding|round) down\b`), "half_down($1)", "a half says how it is rounded: half_down(N) or half_up(N)"},
		{anywhere, regexp.MustCompile(`\b(?:half of|half the|moitie de|la moitie de) ([\w.]+),? (?:rounded|rounding|round) up\b`), "half_up($1)", "a half says how it is rounded: half_down(N) or half_up(N)"},
		{anywhere, regexp.MustCompile(`\b(?:half of|half the|moitie de|la moitie de) `), "", "a half says how it is rounded: half_down(N) or half_up(N)"},
		{anywhere, regexp.MustCompile(`\buntil end$`), "permanent", "what lasts until the game is over is permanent"},
		{anywhere, regexp.MustCompile(` (?:est )?(?:plus grand que|superieur a|plus haut que) (\w)`), " > $1", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{anywhere, regexp.MustCompile(` (?:est )?(?:plus petit que|inferieur a|plus bas que) (\w)`), " < $1", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{anywhere, regexp.MustCompile(` (?:est )?(?:d')?au moins (\w)`), " >= $1", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{anywhere, regexp.MustCompile(` (?:est )?(?:d')?au plus (\w)`), " <= $1", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{anywhere, regexp.MustCompile(`([<>!]) = ?(\w)`), "$1= $2", "the two signs of a comparison stand together"},
		{anywhere, regexp.MustCompile(`= ([<>]) ?(\w)`), "$1= $2", "the two signs of a comparison stand together"},
		{anywhere, regexp.MustCompile(`([\w.]+) = (\d+)-(\d+)\b`), "$1 >= $2 && $1 <= $3", "a number between two is asked for with >= and <="},
		{anywhere, regexp.MustCompile(`([\w.]+) ==? (\d+),? or (\d+),? or (\d+)\b`), "$1 in [$2, $3, $4]", "one of several is asked for with in"},
		{anywhere, regexp.MustCompile(`(divide [\w.]+ by [\w.]+) \((?:rounded|rounding|round) (up|down)\)`), "$1 rounding $2", ""},
		{anywhere, regexp.MustCompile(`===`), "==", "what is compared is written with =="},
		{anywhere, regexp.MustCompile(`\b(int|length) from ([\w.]+) to ([\w.]+)`), "$1 in $2..$3", `got "from", want "in" before a range`},
		{anywhere, regexp.MustCompile(` (?:under|below|beneath) (\w+)`), " < $1", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{anywhere, regexp.MustCompile(` (?:over|above|beyond) (\w+)`), " > $1", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{anywhere, regexp.MustCompile(`([\w.]+) exists\b`), "has($1)", "whether there is something is asked with has"},
		{anywhere, regexp.MustCompile(` (\w+) in_play\b`), " in_play($1)", "what is asked of a thing stands in the brackets behind it"},
		{anywhere, regexp.MustCompile(`^(given (?:\w+ = )?\w+(?:\([^()]*\))?(?: for \w+)?) (?:in|to|into|from) (?:the )?(\w+) (?:of|for) (\w+)`), "$1 at $2 of $3", "where something is stands behind at, as in at ZONE of PLAYER"},
		{anywhere, regexp.MustCompile(`( in_play) (\w+)`), "$1($2)", "what is asked of a thing stands in the brackets behind it"},
		{head, regexp.MustCompile(`([(,] ?\w+) (\[[^\[\]]*\] ?[),])`), "$1: $2", "a head says what its fields are, with `:`"},
		{anywhere, regexp.MustCompile(`^(\w+\([^{}]*?\w) (?:[A-Z]{2}|pts|points?|cm|mm|inch|inches|pouces?)([,)])`), "$1$2", "a number stands without its unit"},

		{member, regexp.MustCompile(`^(\w+): dice = (\d+[dD]\d+\S*)`), "", "a kind gives no more than one die: each card says its own, as in $1: $2"},
		{member, regexp.MustCompile(`\buses? ?:? ?(\w+)(?:, ?\w+)* v?\d[\d.]*$`), "", "what a pack uses stands behind uses by its name alone, as in uses $1"},
		{member, regexp.MustCompile(`\buses? ?: ?(\w)`), "uses $1", "what a pack uses stands behind uses, without a sign"},
		{member, regexp.MustCompile(`^choose (\w+: [^{}]*?) by ([\w.]+)( where [^{}]*?)?(?: \})?$`), "choose by $2 { $1$3 }", "what is chosen stands between { and }, behind who chooses"},
		{member, regexp.MustCompile(`^(cell|stat) (\w+): (-?[\d.]+?\.\.-?[\d.]+)`), "$1 $2: int in $3", "a range stands behind its type, as in int in 0..3"},
		{member, regexp.MustCompile(`^cost (\d+) (\w+)$`), "", "what something costs is an event with what it is given, as in cost EVENT(who, $1)"},
		{step, regexp.MustCompile(`^((?:note|manual) (?:"[^"]*"|\{[^{}]*\})),? (?:and|then|et|puis) (\w.*)$`), "$1; $2", "each step stands on a line of its own, or behind a semicolon"},
		{step, regexp.MustCompile(`^(note|manual)\s*[:=]?\s*((?:en|fr) ".*")$`), `$1 { $2 }`, "texts in a language stand between { and }"},
		{anywhere, regexp.MustCompile(`^prefer\s*:\s*(\S)`), "prefer $1", "a step begins with its word, without a sign"},
		{anywhere, regexp.MustCompile(`^limit (once|twice|\d+) (?:a|an|each|every|by) (\w+) per (\w+)`), "limit $1 per $3 per $2", "how often something may be done is said as in limit once per KEY per SPAN"},
		{anywhere, regexp.MustCompile(`^(?:limit )?(once|twice|\d+)(?: times?| ?x)? (?:a|an|each|every|par) (\w+)$`), "limit $1 per bearer per $2", "how often something may be done is said as in limit once per KEY per SPAN"},
		{anywhere, regexp.MustCompile(`\buntil (?:the |its |this )?(\w+) (?:ends|is over|finishes)\b`), "until end of $1", "how long something lasts is said as in until end of SPAN"},
		{anywhere, regexp.MustCompile(`\buntil (?:the |its |this )?(\w+) (?:starts|begins)\b`), "until start of $1", "how long something lasts is said as in until end of SPAN"},
		{member, regexp.MustCompile(`^tag #(\w+)`), "tag $1", "a tag is named without a sign"},
		{member, regexp.MustCompile(`^(choose by [^:{}]+?)\s*:\s*\{`), "$1 {", "a brace stands without a sign before it"},
		{member, regexp.MustCompile(`^(require \w+: [^"{}]+?) (?:en )?("[^"]*")$`), "$1 { en $2 }", "the words of a refusal stand between { and }"},
		{member, regexp.MustCompile(`^let (\w+)\s*(?::=|:)\s*(-?\d[^\s;}]*)`), "let $1 = $2", "what never changes is said with =, as in let $1 = $2"},
		{member, regexp.MustCompile(`^(?:var|variable|compteur) (\w+)\s*(?::=|=|:)\s*(-?\d+)`), "cell $1: int = $2", "what a card remembers is a cell"},
		{member, regexp.MustCompile(`^((?:cell |stat )?\w+: (?:int|length)) (-?[\d.]+?) ?(?:-|to|a) ?([\d.]+)`), "$1 in $2..$3", `got a number, want "in" before a range`},
		{member, regexp.MustCompile(`^((?:cell |stat )?\w+: \w+(?: in -?[\d.]+?\.\.-?[\d.]+)?)\s*(?::|:=)\s*(-?\w)`), "$1 = $2", "what it is at first stands behind ="},
		{value, regexp.MustCompile(`^(\w+: \w+\??) = ([^{}]*) \{`), "cell $1 = $2 {", "what a card remembers is a cell"},
		{member, regexp.MustCompile(`^((?:cell )?\w+: \w+) or (?:none|nothing|nobody)\b`), "$1?", "what may be absent has a ? behind its type"},
		{member, regexp.MustCompile(`^(cell|stat) (\w+\??) (\w+)\b`), "$1 $3: $2", "the name stands before the type"},
		{member, regexp.MustCompile(`^(cell|stat) (\w+)\s*=\s*(none)`), "", "a field is declared with its type, as in cell $2: KIND? = $3"},
		{anywhere, regexp.MustCompile(`^(en|fr)\s*[=:]\s*"([^"]*)"(\s*)(en|fr)\s*[=:]\s*"`), `$1 "$2"$3$4 "`, "a text stands behind its language, without a sign"},
		{anywhere, regexp.MustCompile(`^(en|fr)\s*[=:]\s*"`), `$1 "`, "a text stands behind its language, without a sign"},
		{value, regexp.MustCompile(`^(\w+) = (\w[\w.]*),?  ?(\w+) = (\w[\w.]*),?  ?(\w+) = (\w[\w.]*)$`), "$1: $2  $3: $4  $5: $6", `got "=", want ":" behind the name of a field`},
		{value, regexp.MustCompile(`^(\w+) = (\w[\w.]*),?  ?(\w+) = (\w[\w.]*)$`), "$1: $2  $3: $4", `got "=", want ":" behind the name of a field`},
		{value, regexp.MustCompile(`^(\w+) (-?\d+),?  ?(\w+) (-?\w+)$`), "$1: $2  $3: $4", `want ":" behind the name of a figure`},
		{value, regexp.MustCompile(`^(\w+)\((-?[\w.]+)\)`), "$1: $2", "what a card says stands behind a colon"},
		{value, regexp.MustCompile(`^(\w+) = `), "$1: ", `got "=", want ":" behind the name of a field`},
		{anywhere, regexp.MustCompile(`\b(en|fr) \(([mf])\) "`), `$1 $2 "`, "m and f stand between fr and the name, without brackets"},
		{anywhere, regexp.MustCompile(`\bfr M "`), `fr m "`, "m and f stand between fr and the name"},
		{anywhere, regexp.MustCompile(`\bfr F "`), `fr f "`, "m and f stand between fr and the name"},
		{anywhere, regexp.MustCompile(`\b(fr) ("[^"]*") ([mf])\b`), "$1 $3 $2", "m and f stand between fr and the name"},
		{anywhere, regexp.MustCompile(`\bfr ([mf]) plural ("[^"]*")`), "fr $1 $2 plural $2", "the plural stands behind the name, as in plural \"NAMES\""},
		{anywhere, regexp.MustCompile(`\bfr (?:[a-eg-ln-z]|[mf]\w+|\w\w+) "`), "", "between fr and the name stands m or f, and nothing else"},
		{anywhere, regexp.MustCompile(`^(?:text|texte|eng|english|es|anglais|de) "`), `en "`, "a text stands behind its language, en or fr"},
		{anywhere, regexp.MustCompile(`\b(en|fr) (?:text|texte|name|nom|rule|règle) "`), `$1 "`, "a text stands right behind its language"},
		{anywhere, regexp.MustCompile(`^(en|fr) "([^"]*)"\s*\+?\s*"([^"]*)"`), `$1 "$2 $3"`, "a text stands between two quotes"},
		{anywhere, regexp.MustCompile(`^(en|fr) "([^"]*?) ?"\s*\+\s*([\w.]+)$`), `$1 "$2 {$3}"`, "what a text shows stands in braces within it"},
		{anywhere, regexp.MustCompile(`^(en|fr) ([A-ZÀ-Ý][^"{}]*[^"{} ])$`), `$1 "$2"`, ""},

		{member, regexp.MustCompile(`^cost (\w+) (\d+)(?: ?[A-Za-z]+)?$`), "", "what an event is given stands in brackets, as in cost $1(who, $2)"},
		{member, regexp.MustCompile(`^(.*\blayers \w+(?:, \w+)*) \(?(?:min|minimum|at least|mini) (-?\d+)\)?$`), "$1 min $2", "the least and the most stand behind the layers, as in layers NAME min 0 max 9"},
		{member, regexp.MustCompile(`^(.*\blayers \w+(?:, \w+)*) \(?(?:max|maximum|at most|maxi) (-?\d+)\)?$`), "$1 max $2", "the least and the most stand behind the layers, as in layers NAME min 0 max 9"},
		{anywhere, regexp.MustCompile(`\bin (\d+),(\d+) ?\.\. ?(\d+),(\d+)`), "in $1.$2..$3.$4", "a decimal is written with a point"},
		{value, regexp.MustCompile(`^stat (\w+): (-?\d[\d.]*)$`), "$1: $2", "what a card says stands behind a colon"},

		{script, regexp.MustCompile(`^(?:rounds?|turns?|tours?|manches?) ?[:=]? ?(\d+)$`), "", "so many times is said with repeat, as in repeat $1 { when SPAN() }"},
		{script, regexp.MustCompile(`^(?:setup|use|using) (\w+)$`), "", "the setup that a script builds on stands behind its name, as in test \"NAME\" in $1"},
		{script, regexp.MustCompile(`^expect refused ?\((\w+)\)$`), "expect refused $1", "what it is refused for stands behind refused, without brackets"},
		{script, regexp.MustCompile(`^(?:play|plays|jouer|joue|run) (\d+) \w+$`), "", "so many times is said with repeat, as in repeat $1 { when SPAN() }"},
		{script, regexp.MustCompile(`^(?:w[io]n\w*|gagn\w*) .*$`), "", "a script sets up and lets happen: how it stands is asked with expect, and told with note"},
		{script, regexp.MustCompile(`^given .+ for (?:player|joueur) ?\d\b`), "", "a player is named: red and blue, unless players names others"},
		{script, regexp.MustCompile(`^expect refused (?:because|since|as|with|car|by|:) \S+ .+$`), "", "what refuses stands behind refused by its label alone"},
		{script, regexp.MustCompile(`^answer\s*:\s*(yes|no|pass)$`), "answer $1", "a step begins with its word, without a sign"},
		{script, regexp.MustCompile(`^dice \d*[dD]\d+ ?(?:=|->|gives|shows|donne) ?(.+)$`), "dice $1", "the dice that fall stand behind dice, without a sign"},
		{script, regexp.MustCompile(`^dice ?[=:]? ?\[([\d, ]+)\]$`), "dice $1", "the dice that fall stand one behind the other, without brackets"},
		{script, regexp.MustCompile(`^(?:the |le |les )?(?:die|dice|des?) (?:shows?|rolls?|is|are|donnent?|font|fait) ([\d, ]+)$`), "dice $1", "the dice that fall stand behind dice"},
		{script, regexp.MustCompile(`^(answer [^{}]+?) (?:for|from|pour) (\w+)$`), "$1 by $2", "who answers stands behind by"},
		{script, regexp.MustCompile(`^answer (\w+) (\w+: .+)$`), "answer $2 by $1", "who answers stands behind by"},
		{script, regexp.MustCompile(`^(\w+) (?:answers|répond|repond) (.+)$`), "answer $2 by $1", "who answers stands behind by"},
		{script, regexp.MustCompile(`^answer:? (\w+):? ([\w.]+)$`), "answer $1: $2", "an answer names what is asked for, as in answer FIELD: VALUE"},
		{script, regexp.MustCompile(`^answer (\d+) ([a-z_]\w*)$`), "answer $2: $1", "an answer names what is asked for, as in answer FIELD: VALUE"},
		{script, regexp.MustCompile(`^table (\d+),(\d+) (?:by|x|\*|sur|par) (\d+),(\d+)$`), "table $1.$2 by $3.$4", "a decimal is written with a point"},
		{script, regexp.MustCompile(`^(?:table|board|plateau)\s*:?\s*\(?([\d.]+)\s*(?:(?:cm|mm|m|in|inch|inches|pouces?|toises?|T)\s*)?(?:by|x|\*|,|sur|par)\s*([\d.]+)\)?(?: ?\w+)?$`), "table $1 by $2", "the size of the table is written as in table 15 by 15"},
		{script, regexp.MustCompile(`^(?:players?|joueurs?|sides?)\s*:?\s*(\w+) (?:and |et |& |vs |against )?(\w+)$`), "players $1, $2", "players are parted by commas, as in players red, blue"},
		{script, regexp.MustCompile(`^(?:players?|joueurs?|sides?)\s*:?\s*(\w+, .*)$`), "players $1", ""},
		{member, regexp.MustCompile(`^limit:? ?(\d+) ?[x*] (per .*)$`), "limit $1 $2", "how often something may be done is said as in limit once per KEY per SPAN"},
		{script, regexp.MustCompile(`^players (?:"|\d)`), "", `a player has a name, and what he is called behind it, as in players red "Red", blue "Blue"`},
		{script, regexp.MustCompile(`^(given|when|expect|let)\s*:\s*`), "$1 ", "a step begins with its word, without a sign"},
		{script, regexp.MustCompile(`^(given \w+(?: = \w+)?) (?:has|having|gets|bears|carries|porte|avec) (\w+)`), "$1 with $2", "what lies on something that is set up stands behind with"},
		{script, regexp.MustCompile(`^given (\d+) (\w+)`), "", "what is set up has names, one for each, as in given a, b = $2"},
		{script, regexp.MustCompile(`^(given [\w, ]+ = )\d+ ?(?:x |\* ?|fois )?([A-Za-z_]\w*)`), "$1$2", "how many there are is how many names stand before ="},
		{script, regexp.MustCompile(`^given (?:an?|the|une?|le|la) (\w+) = `), "given $1 = ", "a name stands without an article"},
		{script, regexp.MustCompile(`^given (\w+(?:, \w+)*),? (?:and|et|&) (\w+) = `), "given $1, $2 = ", "names are parted by commas"},
		{script, regexp.MustCompile(`^given (\w+) (\w+) = `), "given $1, $2 = ", "names are parted by commas"},
		{script, regexp.MustCompile(`^given (\w+) (\w+) (\w+) = `), "given $1, $2, $3 = ", "names are parted by commas"},
		{script, regexp.MustCompile(`^given (\w+) (\w+) (\w+) (\w+) = `), "given $1, $2, $3, $4 = ", "names are parted by commas"},
		{script, regexp.MustCompile(`^(given [\w, ]+ = \w+) of (\w+)`), "$1 for $2", "whose it is stands behind for"},
		{script, regexp.MustCompile(`^(given .+) at (-?[\d.]+) (?:by|x|and|,)? ?(-?[\d.]+)`), "$1 at ($2, $3)", "a place is written (x, y)"},
		{script, regexp.MustCompile(`^(given .+) at x: ?(-?[\d.]+),? y: ?(-?[\d.]+)`), "$1 at ($2, $3)", "a place is written (x, y)"},
		{script, regexp.MustCompile(`^(given .+) in \((.+)$`), "$1 at ($2", "where something stands is said with at"},
		{script, regexp.MustCompile(`^(given .*[\w)])(?:, ?| with )(\w+: [^{}]+)$`), "$1 { $2 }", "what its cells hold stands between { and }"},
		{script, regexp.MustCompile(`^let (\w+(?:, ?\w+)* = \w+(?:\([^{}]*?\))? (?:with|for|at|on) .+)$`), "given $1", "what is set up stands behind given"},
		{script, regexp.MustCompile(`^expect text (\w+) (\w+) (en|fr) "`), `expect text $1.$2 $3 "`, "the label of a clause stands behind its card and a point"},
		{script, regexp.MustCompile(`^(players .*") ([a-z]\w\w+ ".*)$`), "$1, $2", "the players are parted by commas"},
		{script, regexp.MustCompile(`^(given .+) with \[([^\]]*)\]`), "$1 with $2", "what it bears stands behind with, without brackets"},
		{script, regexp.MustCompile(`^(given .+ with )\w+ (\w+\()`), "$1$2", "a card stands without its kind"},
		{value, regexp.MustCompile(`^(cost|limit|tag) (-?\d+)\b`), "$1: $2", `want ":" behind the name of a figure`},
		{script, regexp.MustCompile(`^(given [^{}]*\w\)?) ((?:\w+: ?-?[\w.]+,? *)+)$`), "$1 { $2 }", "the cells of what is set up stand between { and }"},
		{script, regexp.MustCompile(`^(given .+\)) \((\w+: [^{}()]+)\)$`), "$1 { $2 }", "what its cells hold stands between { and }"},
		{script, regexp.MustCompile(`^expect refused:? (?:by|because of|because|for|with|par) (\w+)$`), "expect refused $1", "what refuses stands behind refused by its label alone"},
		{script, regexp.MustCompile(`^expect refused "(\w+)"$`), "expect refused $1", "what refuses stands behind refused by its label alone"},
		{script, regexp.MustCompile(`^expect (?:refuse|refusal|refuses|denied|forbidden|rejected|interdit|not allowed) ?(\w*)$`), "expect refused $1", `got "refuse", want "refused"`},
		{script, regexp.MustCompile(`^expect (\w+) (?:happened|happens|occurs|occurred|was called)$`), "expect event $1", "that something has happened is asked with event"},
		{script, regexp.MustCompile(`^expect (\w+) (?:happened|happens|occurs|occurred|was called),? (?:with|where|when|and) (.+)$`), "expect event $1 where $2", "that something has happened is asked with event"},
		{script, regexp.MustCompile(`^expect ((?:no )?event \w+)\((\w+)\s*(?::|=|==)\s*([\w.]+)\)$`), "expect $1 where $2 == $3", "what an event was is asked behind where"},
		{script, regexp.MustCompile(`^expect ((?:no )?event \w+)\.(\w+.*)$`), "expect $1 where $2", "what an event was is asked behind where"},
		{script, regexp.MustCompile(`^expect ((?:no )?event \w+(?: once| twice| \d+ times)?),? (?:(?:with|when|and|if|having|avec|et|si) )?([\w.]+ ?(?:[=!<>]=|[<>]).*)$`), "expect $1 where $2", "what an event was is asked behind where"},
		{script, regexp.MustCompile(`^expect (\w+) (?:has|bears|carries|porte|a) (?:no|not|pas de|aucune?) (\w+)$`), "expect !$1.bears($2)", "what lies on something is asked with bears"},
		{script, regexp.MustCompile(`^expect (\w+) (?:loses?|lost|gains?|gets|takes?|perd|gagne|subit) `), "", "what is expected is how things stand afterwards, as in expect $1.FIELD == N"},
		{script, regexp.MustCompile(`^(when|let \w+ =) (\w+) (-?\d+)$`), "$1 $2($3)", "what an event is given stands in brackets"},
		{script, regexp.MustCompile(`^dice ?[=:] ?(.+)$`), "dice $1", "the dice that fall stand behind dice, without a sign"},
		{script, regexp.MustCompile(`^expect (\w+) of (\w+) ([=<>!].*)$`), "expect $2.$1 $3", "what a thing has is written with a point"},
		{script, regexp.MustCompile(`^expect (\d+) (\w+) (?:for|of|on) (\w+)$`), "expect $3.$2 == $1", "what is expected is a comparison"},
		{script, regexp.MustCompile(`^expect ([\w.]+) ?(?::|not to be|to be)? ?(\d+)$`), "expect $1 == $2", "what is expected is a comparison"},
		{script, regexp.MustCompile(`^expect ([\w.]+) not ([\w.]+)$`), "expect $1 != $2", "what is expected is a comparison"},
		{script, regexp.MustCompile(`^expect (\w+) (?:does not|doesnt|cannot) (?:bear|have|carry) (\w+)$`), "expect !$1.bears($2)", "what lies on something is asked with bears"},
		{script, regexp.MustCompile(`^expect (!?\w+)(?:\.| )(?:bears?|carries|porte) (\w+)$`), "expect $1.bears($2)", "what lies on something is asked with bears"},
		{script, regexp.MustCompile(`^expect no (\w+) (?:on|for) (\w+)$`), "expect !$2.bears($1)", "what lies on something is asked with bears"},
		{script, regexp.MustCompile(`^let (\w+) = when `), "let $1 = ", "what let names happens by itself, without when"},
		{script, regexp.MustCompile(`^when (\w+) = (\w+\()`), "let $1 = $2", "what happens is given a name with let"},

		{step, regexp.MustCompile(`^=? ?(?:IF|SI) ?\(([^;,]+).*$`), "", "what depends on a condition stands behind it, as in if $1 { ... }"},
		{step, regexp.MustCompile(`^((?:add|divide|multiply|set|raise|cap|if)\b[^"]*?) (?:its|his|her|my|their) ([a-z]\w*)\b`), "$1 bearer.$2", "what a thing has is written with a point"},
		{step, regexp.MustCompile(`^([^"]*?)\b(\w+) of (bearer|self|it|who|target|author|victim) (by|to|[-=+<>!*])`), "$1$3.$2 $4", "what a thing has is written with a point"},
		{step, regexp.MustCompile(`^(\w+(?:\([^()]*\))?) (?:on|upon|sur) ([\w.]+) ((?:permanent|until|for|while).*)$`), "apply $1 to $2 $3", "a card is put on something with apply CARD to X"},
		{step, regexp.MustCompile(`^(?:unapply|dispel|lift|clear) ([a-z_]\w+) (?:from|of|on) (\w+)$`), "each x in $2.items($1) { destroy x }", "what lies on something is taken off by destroying it"},
		{step, regexp.MustCompile(`^(if [^"{}]*?\w) (?:on|is|shows|rolls|fait|sur) (?:an? |un )?(\d+)(?:\+| or more| ou plus)`), "$1 >= $2", "a comparison is written with a sign: >, >=, <, <=, == or !="},
		{step, regexp.MustCompile(`^(?:let )?(\w+) ?(?::=|<-|=) ?(?:roll|throw|jette|jeter|jet|random|rand)? ?\(? ?(\d*) ?[dDwW](\d+) ?\)?$`), "throw ${2}d$3 as $1", "what a step makes is named by the step, with as $1"},
		{step, regexp.MustCompile(`^draw (\d+) (\w+) in [^{}]+$`), "", "draw takes one thing: several are drawn one after the other, as in repeat $1 { draw $2 in LIST ... }"},
		{step, regexp.MustCompile(`^throw (\d+) (?:dice|die|des?) (?:of |de )?([dD]\d+)\b`), "throw $1 $2", "dice are written as d6, with how many before them"},
		{step, regexp.MustCompile(`^throw (\d+) ?[wW](\d+)\b`), "throw $1 d$2", "dice are written as d6, with how many before them"},
		{step, regexp.MustCompile(`^throw [wW](\d+)\b`), "throw d$1", "dice are written as d6, with how many before them"},
		{step, regexp.MustCompile(`^throw (?:\d+ )?[dDwW](?: as .*)?$`), "", "say how many faces the die has, as in throw d6 as die"},
		{anywhere, regexp.MustCompile(`\bto ([\w.]+) until (start|end) of (?:its|his|her|their|son|sa) (next )?(\w+)$`), "to $1 until $2 of $3$4 of $1", "say whose it is, as in until end of next $4 of $1"},
		{inWhile, regexp.MustCompile(`^set ([\w.]+) = (.+)$`), "set $1 to $2", ""},
		{step, regexp.MustCompile(`^(throw|apply|destroy|add|set|note|manual|each|if|divide|multiply)\s*:\s*`), "$1 ", "a step begins with its word, without a sign"},
		{inWhile, regexp.MustCompile(`^([\w.]+) (?:is|are|est|sont) (?:reduced|lowered|decreased|reduite?s?) (?:by|de) (\d+)$`), "add -$2 to $1", "something is added with add N to FIELD"},
		{step, regexp.MustCompile(`^([\w.]+) (?:is|are|est|sont) (?:reduced|lowered|decreased|reduite?s?) (?:by|de) (\d+)$`), "$1 -= $2", "a number goes up with += and down with -="},
		{step, regexp.MustCompile(`^(\w+) (?:spends|pa[iy]\w*) (\d+) (\w+)$`), "$1.$3 -= $2", "a number goes up with += and down with -="},
		{step, regexp.MustCompile(`^(?:spend|pa[iy])\w* (?:\d+|an?|une?|[A-Z]) (\w+)$`), "", "a number goes down with -=, as in X.$1 -= 1; a price without which nothing happens stands before the steps, as in cost EVENT(who: X)"},
		{inWhile, regexp.MustCompile(`^(?:return |= ?)?(true|false|-?\d+)$`), "", "what it is set to is said with set, as in set to $1 for a function, and set FIELD to $1"},
		{inWhile, regexp.MustCompile(`^([\w.]+) is halved,? (?:rounding|rounded) (up|down)$`), "divide $1 by 2 rounding $2", "a half is said with divide N by 2 and how it is rounded"},
		{inWhile, regexp.MustCompile(`^(?:(?:add|raise|cap) [^{}]* layer \w+|add -?\d+ to [\w.]+|(?:set|multiply|divide) [^{}]+?),? (?P<at>(?:until|for|permanent)\b[^{}]*)$`), "", "what is contributed lasts as long as its clause is in play; what lasts for a time is a card, as in apply CARD to X ${at}"},
		{step, regexp.MustCompile(`^[\w.]+ [-+*/]?= [\w.()]+(?: [-+*/] [\w.()]+)*,? (?P<at>(?:until|for|permanent)\b[^{}]*)$`), "", "a change does not end by itself: what lasts for a time is a card, as in apply CARD to X ${at}"},
		{step, regexp.MustCompile(`^([\w.]+) (?:is|becomes|devient|est) (\w+(?:\([^()]*\))?) ((?:until|for|while|permanent).*)$`), "apply $2 to $1 $3", "a card is put on something with apply CARD to X"},
		{step, regexp.MustCompile(`^(apply \w+(?:\([^()]*\))? to) ([\w.]+)(?: and| et|,) ([\w.]+) (.+)$`), "$1 $2 $4; $1 $3 $4", "a card is put on one thing at a time"},
		{step, regexp.MustCompile(`^apply (\w+(?:\([^()]*\))?)(?: and| et|,) (\w+(?:\([^()]*\))?) (to .+)$`), "apply $1 $3; apply $2 $3", "one card is put on something at a time"},
		{step, regexp.MustCompile(`^((?:apply|add|throw|note|destroy|set|divide|multiply|raise|cap) [^{}]*?) (?:if|si) ([^{}]+)$`), "if $2 { $1 }", "what depends on a condition stands behind it, between { and }"},
		{step, regexp.MustCompile(`^([\w.]+) [/%]= `), "", "a part of a number is written with floor_div or ceil_div, as in $1 = floor_div($1, 2)"},
		{step, regexp.MustCompile(`^(?:une|1|deux|2|trois|3) fois par (\w+)`), "", "how often something may be done is said as in limit once per KEY per SPAN"},
		{step, regexp.MustCompile(`^set face = (\w+) (where .+)$`), "set face to $1 $2", "dice are turned with set face to N where C"},
		{step, regexp.MustCompile(`^set face (?:=|to) (\w+)$`), "", "which dice are turned is said with where, as in set face to $1 where face == 1"},
		{step, regexp.MustCompile(`^throw \w+ more where .+$`), "", "what joins the dice asks nothing of them: what has to be true stands in an if around it"},
		{step, regexp.MustCompile(`^set ([\w.]+) = (.+)$`), "$1 = $2", "a step writes a value with ="},
		{step, regexp.MustCompile(`^(?:cell|stat) (\w+) = `), "$1 = ", "a cell is declared once, beside the clauses; a step writes it by its name"},
		{step, regexp.MustCompile(`^(bearer|self|it|[a-z]\w*) (?:loses?|perd) (?:an?|une?) ([a-z]\w*)$`), "$1.$2 -= 1", "a number goes up with += and down with -="},
		{step, regexp.MustCompile(`^(?:remove|retire|enleve) (?:an? |the |une? |le |la )?([a-z]\w*) (?:from|de) (bearer|self|it)$`), "", "a number goes down with -=, as in $2.$1 -= 1, and what lies on somebody goes with destroy"},
		{inWhile, regexp.MustCompile(`^(?:remove|take) (\w+) (?:from|of|off) (\w+)$`), "add -$1 to $2", "something is added with add N to FIELD"},
		{step, regexp.MustCompile(`^(?:remove|removes|take|retire|retirer|enleve|enlever) ([a-z_]\w+) (?:from|of|off|de|a) (\w+)$`), "each x in $2.items($1) { destroy x }", "what lies on something is taken off by destroying it"},
		{step, regexp.MustCompile(`^(?:re-?roll|relancer?|throw again) (?:all |the |any |each |les |un |chaque )*(?:1s?|ones?)$`), "throw again all where face == 1", "which dice are thrown again stands behind where"},
		{step, regexp.MustCompile(`^(?:re-?roll|relancer?|throw again) (?:all |the |any |each |les )*([2-9])s?$`), "throw again all where face == $1", "which dice are thrown again stands behind where"},
		{step, regexp.MustCompile(`^(?:drop|leave out|remove|ignore|ecarter?|retirer?) (?:the |le )?(?:(?:lowest|worst|plus bas|pire)(?: die| dice| de| des)?|(?:die|de) le plus bas)$`), "drop 1 where true", "which dice are taken away stands behind where, the lowest first"},
		{step, regexp.MustCompile(`^(?:drop|leave out|ecarter?) (?:the |les? )?(\d)(?: (?:lowest|worst|plus bas))?(?: dice| die| des?)?(?: les? plus bas)?$`), "drop $1 where true", "which dice are taken away stands behind where, the lowest first"},
		{step, regexp.MustCompile(`^(?:re-?roll|relancer?|throw (?:all |them |everything )?again)(?: (?:all|every|each)(?: the)?(?: dice| die)?| (?:the|les?) d[a-z]+)?$`), "throw again all where true", "which dice are thrown again stands behind where"},
		{step, regexp.MustCompile(`^throw again where (.+)$`), "throw again all where $1", "how many dice are thrown again, or all, stands before where"},
		{step, regexp.MustCompile(`^choose by ([\w.]+) ?:? (\w+: [^{}]+)$`), "choose $2 by $1", "who chooses stands behind what is chosen"},
		{step, regexp.MustCompile(`^(choose \w+:) (?:yes/no|oui/non|true/false)`), "$1 bool", "what is chosen with yes or no is a bool"},
		{step, regexp.MustCompile(`^(choose \w+:) (-?\w+ ?\.\. ?\w+)`), "$1 int in $2", "a range stands behind its type, as in int in 0..3"},
		{step, regexp.MustCompile(`^(choose \w+: int) (-?\w+ ?\.\. ?\w+)`), "$1 in $2", "a range stands behind its type, as in int in 0..3"},
		{step, regexp.MustCompile(`^(choose \w+: \w+) (?:from|among|of|parmi|dans) ([^{}]+ by )`), "$1 in $2", "what one chooses among stands behind in"},
		{step, regexp.MustCompile(`^choose (\w+) by (.+)$`), "", "what is chosen has a type, as in choose $1: bool by $2"},
		{step, regexp.MustCompile(`^throw again (?:one|a|an|the|this|that|its?|his|their|1|une?|le|la|les)? ?(?:die|dice|des?|it)?$`), "", "which dice are thrown again is said with where: throw again all where face == 1; one of them, the lowest first, with throw again 1 where face < 4"},
		{step, regexp.MustCompile(`^(?:re-?roll|relancer?)\b.*$`), "", "dice are thrown again with throw again, as in throw again all where face == 1"},
		{step, regexp.MustCompile(`^(?:on|sur) (?:an? |une? )?(\d+)(?: ?\+| or more| ou plus)?,? ?\{`), "", "what a die shows is asked with if, as in if die >= $1 { ... }"},
		{inWhile, regexp.MustCompile(`^([\w.]+)\s*(?::|:=)\s*(\d+)$`), "", "a while adds to a number or sets it, as in add $2 to $1, or set $1 to $2"},
		{step, regexp.MustCompile(`^([\w.]+\.\w+|\w+)\s*(?::=|<-|:|\bis|\bbecomes|\best)\s+([\w.]+)$`), "$1 = $2", "a step writes a value with ="},
		{step, regexp.MustCompile(`^(add .+ to [\w.]+), ?layer`), "$1 layer", ""},
		{step, regexp.MustCompile(`^(add .+ to [\w.]+ layer) ?[:=] ?(\w+)`), "$1 $2", ""},
		{step, regexp.MustCompile(`^(add .+ to [\w.]+) (?:in|of|on|at|with) (?:the )?layer (\w+)`), "$1 layer $2", ""},
		{step, regexp.MustCompile(`^(add .+ to )layer (\w+) of ([\w.]+)`), "$1$3 layer $2", "the layer stands behind the field, as in add N to FIELD layer NAME"},
		{step, regexp.MustCompile(`^(add .+ to )the (\w+)$`), "$1$2", `"the" is left out`},
		{step, regexp.MustCompile(`^(add .+ to [\w.]+) (\w+)$`), "$1 layer $2", "the layer stands behind its word, as in add N to FIELD layer NAME"},
		{step, regexp.MustCompile(`^add to ([\w.]+) ([\w.]+)$`), "add $2 to $1", "something is added with add N to FIELD"},
		{step, regexp.MustCompile(`^(?:bonus|bonus of|increase|plus|gain) (\w+) to ([\w.]+)`), "add $1 to $2", "something is added with add N to FIELD"},
		{inWhile, regexp.MustCompile(`^\+ ?([A-Za-z_]\w*) ([\w.]+)$`), "add $1 to $2", "something is added with add N to FIELD"},
		{anywhere, regexp.MustCompile(`\bapply (\w+) (\d+) to `), "apply $1($2) to ", "what a card is given stands in brackets"},
		{anywhere, regexp.MustCompile(`\bapply (\w+)\[([^\]]*)\]`), "apply $1($2)", "what a card is given stands in round brackets"},
		{anywhere, regexp.MustCompile(`\bapply ((?:aux?|en|sur|hors|on|off|out|in|not|a|la|le|the|mal|bien)) ([a-z]+) (?:to|on|upon|sur) `), "apply ${1}_$2 to ", "a name is one word, with _ for a blank"},
		{anywhere, regexp.MustCompile(`\bapply (\d+) (\w+) to `), "apply $2($1) to ", "what a card is given stands in brackets behind it"},
		{anywhere, regexp.MustCompile(`\b(apply .+ to [\w.]+) by ([\w.]+)`), "$1 from $2", "who it comes from stands behind from"},
		{anywhere, regexp.MustCompile(`\b(apply \w+(?:\([^()]*\))?) (permanent|while source|until .+?|for .+?) (to .+)$`), "$1 $3 $2", "how long it lasts stands behind what it lies on"},
		{anywhere, regexp.MustCompile(`\b(apply .+ to [\w.]+) (permanent|while source|until .+?|for .+?) (from [\w.]+)`), "$1 $3 $2", "how long it lasts stands last"},
		{step, regexp.MustCompile(`^(\w+(?:\([^()]*\))? to [\w.]+ .*(?:permanent|until|for|while).*)$`), "apply $1", "a card is put on something with apply CARD to X"},
		{step, regexp.MustCompile(`^(?:give|put|place|lay|inflige|donne|pose) (\w+(?:\([^()]*\))?) (?:to|on|upon|sur) [\w.]+$`), "", "a card is put on something with apply CARD to X, and it is said how long it lasts"},
		{step, regexp.MustCompile(`^(?:give|put|place|lay|inflige|donne|pose) (\w+(?:\([^()]*\))?) (?:to|on|upon|sur) (.+)$`), "apply $1 to $2", "a card is put on something with apply CARD to X"},
		{step, regexp.MustCompile(`^([\w.]+) (?:gets|gains|receives|takes|subit|gagne) (\w+\([^()]*\))(.+)$`), "apply $2 to $1$3", "a card is put on something with apply CARD to X"},
		{step, regexp.MustCompile(`^[\w.]+ (?:gets|gains|receives|takes|subit|gagne) \w+\([^()]*\)$`), "", "a card is put on something with apply CARD to X, and it is said how long it lasts"},
		{step, regexp.MustCompile(`^throw (?:an?|the|une?|le) (\w+)`), "throw $1", "dice stand without an article"},
		{step, regexp.MustCompile(`^throw (?:d|D|dice|die) ([dD]\d+)`), "throw $1", "a die is written once, as in d6"},
		{step, regexp.MustCompile(`^throw ([a-z_]+) ([dD]\d+)$`), "throw $2 as $1", "the dice stand before the name that they are given"},
		{step, regexp.MustCompile(`^(\w+) = throw (.+)$`), "throw $2 as $1", "what a step makes is named by the step, with as $1"},
		{step, regexp.MustCompile(`^cost (?:\d+|an?) ?\w*$`), "", "what something costs stands before the steps, and is an event, as in cost EVENT(who: bearer)"},
		{step, regexp.MustCompile(`^(?:or|ou) \{`), "else {", "what happens otherwise stands behind else"},
		{step, regexp.MustCompile(`^(?:choose )?(\w+): (\w+(?:(?: or| ou|,|/|\|) ?\w+)+)(?: by [\w.()]+)?$`), "", "what is chosen has a type: words such as $2 are the values of an enum, as in enum NAME { VALUE, VALUE } and $1: NAME"},
		{step, regexp.MustCompile(`^if ([^{}]+?) then (\w+\([^{}]*\)) else (\w+\([^{}]*\))$`), "if $1 { $2 } else { $3 }", "what follows from a condition stands between { and }"},
		{step, regexp.MustCompile(`^(add \d+)([A-CE-Z]) to `), "$1 * $2 to ", "how many times is written with *"},
		{step, regexp.MustCompile(`^(add [\w.]+) (?:bonus|points?|dice?|more|de plus) to `), "$1 to ", "something is added with add N to FIELD"},
		{step, regexp.MustCompile(`^(add (?:-\d+|[A-Za-z][\w.]*)) \w+ to `), "$1 to ", "a number stands without its unit"},
		{step, regexp.MustCompile(`^if ([^{}]+?) (\w+\([^{}]*\)) else (\w+\([^{}]*\))$`), "if $1 { $2 } else { $3 }", "what follows from a condition stands between { and }"},
		{step, regexp.MustCompile(`^if ([^{}]+?): (.+)$`), "if $1 { $2 }", "what follows from a condition stands between { and }"},
		{inWhile, regexp.MustCompile(`^set (true|false|-?\d+)$`), "set to $1", "what a function is set to stands behind to"},
		{step, regexp.MustCompile(`^(each|for|for each|foreach) [a-z_]\w* (\w+) in `), "each $2 in ", "what is gone through has a name, without its kind"},
		{step, regexp.MustCompile(`^(?:each|for|for each|foreach) ([\w.]+(?:\([^{}]*?\))?) as (\w+) \{`), "each $2 in $1 {", "what is gone through stands behind in, as in each X in LIST"},
		{anywhere, regexp.MustCompile(`= (?:half|la moitie) ([\w.]+)$`), "", "a half says how it is rounded: half_down($1) or half_up($1)"},
		{step, regexp.MustCompile(`^(?:for each|pour chaque|foreach|chaque) (\w+) (?:in|of|dans|de) `), "each $1 in ", ""},
		{step, regexp.MustCompile(`^each (\w+) of `), "each $1 in ", ""},
		{step, regexp.MustCompile(`^(each \w+ in [^{}]+?\)) ([a-z][^{}]*)$`), "$1 { $2 }", "what is done with each stands between { and }"},
		{step, regexp.MustCompile(`^[\w.]+\.apply\([^{}]*\)$`), "", "a card is put on something with apply CARD to X, and it is said how long it lasts"},
		{step, regexp.MustCompile(`^([\w.]+)\.(\w+)\([^{}]*\)$`), "", "what happens is an event with what it is given in brackets, as in $2($1)"},
	}
})

// longestPhrase is how long a line may be, in bytes, of which anything is known.
const longestPhrase = 400

// spoken is what each of the phrases finds in a line.
func spoken() (out []func(*scene) *mend) {
	for _, p := range phrases() {
		out = append(out, p.found)
	}
	return out
}

// found is what was meant by the line, if it is this phrase.
func (p phrase) found(s *scene) *mend {
	if !s.asked[p.sort] {
		s.asked[p.sort], s.ofSort[p.sort] = true, p.sort.stands(s)
	}
	line, last := s.said, s.past
	if !s.ofSort[p.sort] || line == "" || len(line) > longestPhrase {
		return nil
	}
	at := p.line.FindStringSubmatchIndex(line)
	if at == nil {
		return nil
	}
	said := func(words string) string { return string(p.line.ExpandString(nil, words, line, at)) }
	m := &mend{s.head, last, line, ""}
	if g := p.line.SubexpIndex("at"); g > 0 {
		m = kept(s, last, line, at[2*g], at[2*g+1])
	}
	if p.meant != "" {
		m = changed(s, last, line, line[:at[0]]+said(p.meant)+line[at[1]:])
	}
	m.say = said(p.say)
	return m
}

// stands tells whether a line is of a sort.
func (p phraseSort) stands(s *scene) bool {
	word := s.value(s.index)
	scripted := scripts[word]
	open := s.opener(s.at)
	switch p {
	case declaration:
		return s.head == s.index
	case head:
		return s.head > s.index && !scripted && slices.ContainsFunc(s.line, func(t lexer.Token) bool { return hooks[t.Value] })
	case script:
		return scripted && s.head > s.index
	case member:
		return open >= 0 && s.parsing.head(open) == s.index && !scripted
	case value:
		return open >= 0 && s.parsing.head(open) == s.index && !declarations[word]
	case inWhile:
		return open >= 0 && s.hookOf(open) == "while"
	case step:
		return open >= 0 && (scripted || s.parsing.head(open) > s.index) && !slices.ContainsFunc(s.line[:min(3, len(s.line))], func(t lexer.Token) bool { return hooks[t.Value] })
	}
	return true
}

// kept is the mend that changes nothing: of the tokens of a line between two bytes.
func kept(s *scene, last int, line string, start, end int) *mend {
	base, from, to := s.token(s.head).Pos.Offset, s.head, last
	for from < last-1 && s.span(s.tokens[from]).End-base <= start {
		from++
	}
	for to > from+1 && s.tokens[to-1].Pos.Offset-base >= end {
		to--
	}
	return &mend{from, to, line[s.token(from).Pos.Offset-base : s.span(s.tokens[to-1]).End-base], ""}
}

// changed is the mend that makes one line of another, which ends before the last token: of the tokens that are not the same.
func changed(s *scene, last int, line, meant string) *mend {
	base := s.token(s.head).Pos.Offset
	same, end := 0, 0
	for same < min(len(line), len(meant)) && line[same] == meant[same] {
		same++
	}
	for end < min(len(line), len(meant))-same && line[len(line)-1-end] == meant[len(meant)-1-end] {
		end++
	}
	word := func(text string, i int) bool {
		return i >= 0 && i < len(text) && (source.IsLetter(text[i]) || source.IsDigit(text[i]) || text[i] == '_' || text[i] == '"')
	}
	from, to := s.head, last
	for from < to {
		stop := s.span(s.tokens[from]).End - base
		if stop > same || stop == same && word(meant, stop) && word(meant, stop-1) {
			break
		}
		from++
	}
	for from > s.head && (from == last || s.token(from).Pos.Offset-base > same) && len(line)-end > s.span(s.tokens[from-1]).End-base {
		from--
	}
	for to > from {
		start := s.tokens[to-1].Pos.Offset - base
		back := len(meant) - (len(line) - start)
		if start < len(line)-end || back < same || word(meant, back-1) && word(meant, back) {
			break
		}
		to--
	}
	if to > from && to < last && s.span(s.tokens[to-1]).End-base < len(line)-end {
		to++
	}
	begin := len(line)
	if from < last {
		begin = s.token(from).Pos.Offset - base
	}
	stop := len(meant) - (len(line) - begin)
	if from < to {
		stop = len(meant) - (len(line) - (s.span(s.tokens[to-1]).End - base))
	}
	if begin > stop || begin > same {
		return &mend{s.head, last, meant, ""}
	}
	return &mend{from, to, meant[begin:stop], ""}
}
