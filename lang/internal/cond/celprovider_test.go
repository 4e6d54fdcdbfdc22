package cond

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/kdsl-lang/kdsl/lang/ir"
)

// noTypes is a provider that knows nothing.
type noTypes struct{}

func (noTypes) EnumValue(name string) ref.Val                            { return types.NewErr("no such value") }
func (noTypes) FindIdent(string) (ref.Val, bool)                         { return nil, false }
func (noTypes) FindStructType(string) (*types.Type, bool)                { return nil, false }
func (noTypes) FindStructFieldNames(string) ([]string, bool)             { return nil, false }
func (noTypes) NewValue(string, map[string]ref.Val) ref.Val              { return types.NewErr("no such type") }
func (noTypes) FindStructFieldType(s, f string) (*types.FieldType, bool) { return nil, false }

// provider tells CEL the fields of kinds, events and bags. CEL knows a kind by its root: the
// fields of all descendants are fields for CEL, and lowering refuses those of a narrower kind.
type provider struct {
	p     *ir.Program
	names *program
}

func (provider) EnumValue(string) ref.Val         { return types.NewErr("no such value") }
func (provider) FindIdent(string) (ref.Val, bool) { return nil, false }

// NewValue is never called: there are no literals of structures.
func (provider) NewValue(string, map[string]ref.Val) ref.Val { return types.NewErr("no such type") }

// FindStructType knows the names that celType makes.
func (v provider) FindStructType(name string) (*types.Type, bool) {
	if strings.Contains(name, ":") && !strings.HasPrefix(name, "@") {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return nil, false
}

// FindStructFieldNames is only asked by tools that complete.
func (v provider) FindStructFieldNames(string) ([]string, bool) { return nil, false }

// FindStructFieldType is the type of a field of a kind's root, an event or a bag.
func (v provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	sort, name, _ := strings.Cut(name, ":")
	switch sort {
	case "kind":
		return v.kindField(name, field)
	case "card":
		if top, ok := v.names.kinds[name]; ok {
			return v.cardField(top, field)
		}
	case "event":
		if e, ok := v.names.events[name]; ok {
			if _, f := fieldOf(v.p.Events[e].Fields, field); f != nil {
				return &types.FieldType{Type: celType(v.p, f.Type)}, true
			}
			for _, o := range ir.Outcomes {
				if o.Name == field {
					return &types.FieldType{Type: types.BoolType}, true
				}
			}
		}
	case "bag":
		if field == "count" {
			return &types.FieldType{Type: types.IntType}, true
		}
		for _, b := range v.p.Bags {
			if b.Name == name {
				if _, f := fieldOf(b.Fields, field); f != nil {
					return &types.FieldType{Type: celType(v.p, f.Type)}, true
				}
			}
		}
	}
	return nil, false
}

// cardField is the type of what a card of some kind under a root has printed.
func (v provider) cardField(top int, field string) (*types.FieldType, bool) {
	found := v.under(top, field, printed)
	return &types.FieldType{Type: found}, found != nil
}

// under is the type of a field in the kinds under a root, where they declare it; dynamic when they
// declare it differently.
func (v provider) under(top int, field string, read func(*ir.Field) ir.Type) *types.Type {
	var found *types.Type
	for id, k := range v.p.Kinds {
		if rootOf(v.p, id) != top {
			continue
		}
		if _, f := fieldOf(k.Fields, field); f != nil {
			t := celType(v.p, read(f))
			if found != nil && !found.IsExactType(t) {
				t = types.DynType
			}
			found = t
		}
	}
	if found == nil && v.ofCard(top, field) {
		found = types.DynType
	}
	return found
}

// ofCard tells whether a card or kind under a root has a cell or constant of that name.
func (v provider) ofCard(top int, field string) bool {
	for _, card := range v.p.Cards {
		has := func(l *ir.Constant) bool { return l.Name == field }
		if rootOf(v.p, card.Kind) == top && (ir.FieldNamed(card.Own, field) >= 0 || slices.ContainsFunc(v.p.ConstantsAt(v.p.CardRef(card.ID)), has)) {
			return true
		}
	}
	return false
}

func (v provider) kindField(name, field string) (*types.FieldType, bool) {
	top, ok := v.names.kinds[name]
	if !ok {
		return nil, false
	}
	found := v.under(top, field, carried)
	if found == nil {
		if x, ok := (&program{p: v.p}).generic(field, top); ok {
			found = celType(v.p, x.Type)
		} else if field == "opponent" && top == ir.PlayerKind {
			found = celPlayer
		}
	}
	if found == nil {
		return nil, false
	}
	return &types.FieldType{Type: found}, true
}
