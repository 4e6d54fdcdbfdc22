package load

import (
	"strings"
	"testing"
)

// Of two packs each gives words to what it declares; the root's are those of what a pack without words declares.
func TestLabelsOfPacks(t *testing.T) {
	texts := map[string]string{
		"low/low.kdsl":   "pack low { en \"Low\" }\nenum state { wet, tired }\n",
		"mid/mid.kdsl":   "pack mid { en \"Mid\"  uses low }\nlabel tired { en \"weary\" }\nlabel points { en \"stars\" }\nevent shine(points: int) { do { note \"{points}\" } }\n",
		"top/top.kdsl":   "pack top { en \"Top\"  uses mid }\nlabel tired { en \"spent\" }\nlabel points { en \"moons\" }\nevent rise(points: int) { do { note \"{points}\" } }\n",
		"over/over.kdsl": "pack over { en \"Over\"  uses mid }\nlabel points { en \"suns\" }\n",
		"two/two.kdsl":   "pack two { en \"Two\"  uses low }\nlabel wet { en \"a\" }\nlabel wet { en \"b\" }\n",
	}
	w := (&Loader{Local: files(t, texts)}).Open()
	p, list, err := w.Program(t.Context(), "top")
	if err != nil || len(list) > 0 {
		t.Fatal(list, err)
	}
	got := map[string]string{}
	for _, e := range p.Events {
		if e.Name == "shine" || e.Name == "rise" {
			got[e.Name] = e.Fields[0].Texts.En.At.Text()
		}
	}
	for _, v := range p.Enums[len(p.Enums)-1].Values {
		if v.Texts.En != nil {
			got[v.Name] = v.Texts.En.At.Text()
		}
	}
	for name, want := range map[string]string{"shine": `"stars"`, "rise": `"moons"`, "tired": `"spent"`} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
	for name, want := range map[string]string{"over": "nothing here is called points but what mid declares", "two": "label wet is declared twice"} {
		if said := heard(t, w, name); !strings.Contains(said, want) {
			t.Errorf("%s: %s", name, said)
		}
	}
}
