package syntax

import "github.com/kdsl-lang/kdsl/lang/source"

// Packs are the packs that a file uses, and those that it overlays.
func (f *File) Packs() (uses, overlays []Name) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *PackDecl:
			uses, overlays = append(uses, d.Uses...), append(overlays, d.Overlays...)
		case *UseDecl:
			uses = append(uses, d.Names...)
		}
	}
	return uses, overlays
}

// Named is the word with which something is declared, of a card its kind, and its name and where that stands; empty for
// what declares nothing, and only changes what stands elsewhere.
func Named(d Decl) (word, name string, at source.Span) {
	is := func(word string, n Name) (string, string, source.Span) { return word, n.Text, n.At }
	switch d := d.(type) {
	case *EnumDecl:
		return is("enum", d.Name)
	case *KindDecl:
		return is("kind", d.Name)
	case *CardDecl:
		return is(d.Word.Text, d.Name)
	case *EventDecl:
		return is(d.Word.Text, d.Name)
	case *BagDecl:
		return is("bag", d.Name)
	case *ZoneDecl:
		return is("zone", d.Name)
	case *FuncDecl:
		return is("function", d.Name)
	case *TableDecl:
		return is("table", d.Name)
	case *OptionDecl:
		return is("option", d.Name)
	case *LabelDecl:
		return is("label", d.Name)
	case *ScriptDecl:
		return d.Word.Text, d.Name.Text, d.Name.At
	}
	return "", "", source.Span{}
}
