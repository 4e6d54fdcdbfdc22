package check

import (
	"context"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/kdsl-lang/kdsl/lang/ir"
	"github.com/kdsl-lang/kdsl/lang/source"
	"github.com/kdsl-lang/kdsl/lang/syntax"
	"github.com/kdsl-lang/kdsl/lang/value"
)

const game = `
enum trait { V P A }
bag hits { six: bool  ap: int }
zone hand of player seen by owner
zone reserve seen by all
player { cell points: int = 0 }

kind piece { body round 1.0 tall 2.0 }
kind model extends piece {
  stat V: int in 0..12 layers effects, terrain
  stat armour: target? layers effects
  damage: dice = D6
  reach: length = 1
  level: int in 1..3 = 1
  cell HP: int in 0..20 = self.level
  cell marked: bool = false
  derive hurt: bool = self.HP < self.level
  carries skills: skill
}
kind skill on model { melee: bool = false }
kind status on model { cell age: int = 0 }

model fighter { en "Fighter" fr "Combattant"  V: 6  armour: 4+  damage: 2D6+1  reach: 2.5"  skills: [brutal(2), swift] }
model grunt { en "Grunt"  V: 5  armour: - }

skill brutal(X: int in 1..5) {
  en "Brutal ({X})"
  hit: before strike when who == bearer && !free {
    en "It adds {X} {X|point|points} of damage."
    limit once per bearer per round
    add X to total layer support
  }
}
skill swift {
  melee: true
  fast: while self.melee { add 1 to bearer.V; set bearer.armour to 3+ }
  dash: before strike may when has(helper) && helper.HP > 0 {
    choose extra: int in 1..bearer.HP by owner prefer it
    bearer.HP -= extra
    add extra to total
    cancel
  }
}
status poison(dose: int) {
  cell left: int = dose
  grows: before activation when who == bearer { bearer.HP -= left; left += 1 }
  gone: becomes left > 3 { destroy self }
}
rule aura { slow: while each m: model where within(m, m, 1.0) { divide m.V by 2 rounding up layer terrain } }
rule fair { never: cannot strike when who == target { en "Nobody strikes himself." }  waive standing of strike when who.marked  ignore brutal.hit during strike when who.marked }

span round(n: int) { do { } }
span activation(who: model) { owner who.owner  do { act who among melee until pass } }
event hurt(victim: model, points: int) { needs victim  do { victim.HP -= points } }
function foe(a: model, b: model): bool = a.owner != b.owner
table cover(level: int in 1..3): int { 1 => 2  2..3 => 4 }
table fumble(die: int in 1..6, who: model) on die { 1 => { hurt(who, 1) }  2..6 => { } }
option ties: bool = true { en "Ties" see "A-1" }

action strike(who: model) {
  en "{who} strikes"
  tag melee
  free: bool = false
  helper: model?
  choose by who.owner {
    target: model where foe(who, it)
    ap: int in 1..(free ? 1 : 3)
    used: list<trait> in [V, P, A] count ap repeat 2
  }
  require standing: !who.marked { en "It lies down." }
  require near: distance(who, target) <= 1.0
  limit once per who per activation
  cost hurt(victim: who, points: 1)
  total: int = cover(who.level) layers base_layer, support min 0 max 20
  pool: hits
  do {
    throw 3 d6 as faces
    throw 2 d(who.level) by face >= 2 as g { put g.count into pool { six: g.class, ap: 1 } }
    each h in pool { if h.six { total += h.count * h.ap } }
    let r = hurt(victim: target, points: total + faces.total())
    if r.done && ties { apply poison(2) to target from who until end of next activation of target as p; p.age += 1 }
    fumble(1, who)
    push target from who by 1.0 as away
    if has(away.obstacle) { note "stopped by {away.obstacle}" }
    repeat 2 { who.HP += 1 }
    repeat until who.HP > 3 { who.HP += 1 }
    each m: model where m != who { move m to hand of m.owner }
    let q = r.points
    who.HP = q
    always { note "over" }
  }
}

test "a blow" covers A-1, A-2 {
  players red "Red", blue
  given a = fighter for red at (1.0, 1.0) { HP: 3 }
  given b = grunt for blue at (1.5, 1.0)
  option ties = false
  stub foe = true
  dice 1, 2, 3
  answer target: b, ap: 2, used: [V, V]
  during activation(who: a) { when strike(who: a) }
  expect a.HP == 2
  expect event hurt where victim == b && points > 2
  expect no event activation
  expect refused near
  expect text brutal.hit en "x"
}
odds "of a blow" { given a = fighter for red; when strike(who: a); measure a.HP }
scenario duel { en "Duel"
  players red "R", blue "B"; table 15.0 by 15.0
  first: after strike when total > 3 { who.owner.points += 1 }
  given a = fighter for red }
`

// named finds a thing of the program by its name.
func named[T any](t *testing.T, list []*T, name string) *T {
	t.Helper()
	for _, x := range list {
		if reflect.ValueOf(x).Elem().FieldByName("Name").String() == name {
			return x
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func hook(t *testing.T, p *ir.Program, owner, label string) *ir.Hook {
	t.Helper()
	for _, h := range p.Hooks {
		name := ""
		if h.Card >= 0 {
			name = p.Cards[h.Card].Name
		} else {
			name = p.Kinds[h.Kind].Name
		}
		if name == owner && h.Label == label {
			return h
		}
	}
	t.Fatalf("there is no clause %s.%s", owner, label)
	return nil
}

func TestKinds(t *testing.T) {
	p := program(t, game)
	if p.Kinds[ir.PlayerKind].Name != "player" || len(p.Kinds[ir.PlayerKind].Fields) != 1 {
		t.Error("the kind of players is not the first, or has lost its cell")
	}
	model := named(t, p.Kinds, "model")
	if p.Kinds[model.Root].Name != "piece" || model.Body == nil || model.Body.Width.N != 1000 {
		t.Errorf("model has root %d and body %+v", model.Root, model.Body)
	}
	var cells []int
	for _, f := range model.Fields {
		if f.Class == ir.Cell {
			cells = append(cells, f.Slot)
		}
	}
	if !slices.Equal(cells, []int{0, 1}) {
		t.Errorf("cells have slots %v", cells)
	}
	if strike := named(t, p.Events, "strike"); !slices.Contains(model.Actions, strike.ID) {
		t.Error("a model does not offer its action")
	}
}

func TestCards(t *testing.T) {
	p := program(t, game)
	fighter := named(t, p.Cards, "fighter")
	got := map[string]int64{}
	for i, f := range p.Kinds[fighter.Kind].Fields {
		got[f.Name] = fighter.Values[i].N
	}
	want := map[string]int64{"V": 6, "armour": 4, "damage": value.Pack(2, 6, 1), "reach": 2500, "level": 1, "HP": 0, "marked": 0, "hurt": 0, "skills": 0}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("fighter prints %v, want %v", got, want)
	}
	brutal := named(t, p.Cards, "brutal")
	if !reflect.DeepEqual(fighter.Carry, []ir.CardUse{{Card: brutal.ID, Args: []ir.Value{{N: 2}}}, {Card: named(t, p.Cards, "swift").ID}}) {
		t.Errorf("fighter carries %+v", fighter.Carry)
	}
	poison := named(t, p.Cards, "poison")
	if poison.Ints != 3 || poison.Own[0].Slot != 1 || poison.Own[1].Slot != 2 || !poison.Own[0].Param {
		t.Errorf("poison has %d slots: %+v", poison.Ints, poison.Own)
	}
	if tmpl := brutal.Texts.En; len(tmpl.Parts) != 3 || tmpl.Parts[1].Expr.Op != ir.CellOf || tmpl.Parts[1].Expr.At.Text() != "X" {
		t.Errorf("the name of brutal is %+v", tmpl.Parts)
	}
}

// The event's own fields come first, then done, then the locals of its steps.
func TestSlots(t *testing.T) {
	p := program(t, game)
	strike := named(t, p.Events, "strike")
	var names []string
	slots := map[string]int{}
	for _, f := range strike.Fields {
		names = append(names, f.Name)
		slots[f.Name] = f.Slot
	}
	if want := []string{"who", "free", "helper", "target", "ap", "used", "total", "pool", "outcome of"}; !slices.Equal(names, want) {
		t.Errorf("fields are %v, want %v", names, want)
	}
	if want := map[string]int{"who": 0, "free": 1, "helper": 2, "target": 3, "ap": 4, "used": 0, "total": 5, "pool": 1, "outcome of": 6}; !reflect.DeepEqual(slots, want) {
		t.Errorf("slots are %v, want %v", slots, want)
	}
	if strike.Outcome != 6 || len(strike.Form) != 3 || strike.Form[2].It != 0 || !strike.Form[2].Some {
		t.Errorf("its outcome is %d, the form %+v", strike.Outcome, strike.Form)
	}
	throw := strike.Do.Stmts[0].(*ir.Throw)
	if throw.Into.Slot != 2 {
		t.Errorf("the first local list has slot %d", throw.Into.Slot)
	}
	seen := map[int]bool{}
	walkStmts(strike.Do, func(s ir.Stmt) {
		if s, ok := s.(*ir.Let); ok && !s.Var.Type.IsList() {
			if s.Var.Slot <= strike.Outcome || s.Var.Slot >= strike.Frame.Ints || seen[s.Var.Slot] {
				t.Errorf("local %s has slot %d of %d", s.Var.Name, s.Var.Slot, strike.Frame.Ints)
			}
			seen[s.Var.Slot] = true
		}
	})
}

func TestHooks(t *testing.T) {
	p := program(t, game)
	if h := hook(t, p, "scenario duel", "first"); h.Band != ir.ScenarioBand || h.ID != 0 {
		t.Errorf("the scenario's clause has band %d and number %d", h.Band, h.ID)
	}
	for i, h := range p.Hooks {
		if h.ID != i {
			t.Errorf("hook %d has number %d", i, h.ID)
		}
	}
	var stats []string
	for _, h := range p.Hooks {
		if h.Card >= 0 && p.Cards[h.Card].Name == "swift" && h.Label == "fast" {
			stats = append(stats, p.Kinds[h.StatKind].Fields[h.Stat].Name)
			if len(h.Do.Stmts) != 1 {
				t.Errorf("the clause for %s has %d statements", stats, len(h.Do.Stmts))
			}
		}
	}
	if !slices.Equal(stats, []string{"V", "armour"}) {
		t.Errorf("swift contributes to %v", stats)
	}
	slow := hook(t, p, "aura", "slow")
	if c := slow.Do.Stmts[0].(*ir.ContributeStat); c.Op != ir.DivUp || c.Layer != 1 || c.Inst.Op != ir.Temp || slow.Each == nil {
		t.Errorf("aura contributes %+v", c)
	}
	gone := hook(t, p, "poison", "gone")
	if gone.Stage != ir.Becomes || gone.Reads&ir.MaskOf("left") == 0 || gone.Reads == ^uint64(0) {
		t.Errorf("poison.gone reads %x", gone.Reads)
	}
	dash := hook(t, p, "swift", "dash")
	if dash.Stage != ir.MayBefore || dash.Frame.Ints != 1 {
		t.Errorf("swift.dash has stage %d and %d locals", dash.Stage, dash.Frame.Ints)
	}
	ignore := hook(t, p, "fair", "2")
	if ignore.Stage != ir.Ignore || p.CardAt(ignore.Target.Of).Name != "brutal" || ignore.Target.Label != "hit" {
		t.Errorf("fair ignores %+v", ignore.Target)
	}
	hit := hook(t, p, "brutal", "hit")
	if len(hit.Limits) != 1 || hit.Limits[0].Keys[0].Op != ir.SelfBearer || p.Events[hit.Limits[0].Span].Name != "round" {
		t.Errorf("brutal.hit has limits %+v", hit.Limits)
	}
	ids := map[int]bool{}
	for _, l := range slices.Concat(named(t, p.Events, "strike").Limits, hit.Limits) {
		if ids[l.ID] {
			t.Errorf("limit %d occurs twice", l.ID)
		}
		ids[l.ID] = true
	}
}

// Neither the order of declarations nor that of files means anything.
func TestShuffle(t *testing.T) {
	file := source.New("main.kdsl", game)
	parse := func() *syntax.File {
		f, _ := syntax.Parse(file)
		return f
	}
	want, _ := Link([]Input{{File: parse(), Pack: "main"}}, "main")
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		f := parse()
		r.Shuffle(len(f.Decls), func(i, j int) { f.Decls[i], f.Decls[j] = f.Decls[j], f.Decls[i] })
		cut := r.IntN(len(f.Decls))
		a, b := *f, *f
		a.Decls, b.Decls = f.Decls[:cut], f.Decls[cut:]
		in := []Input{{File: &a, Pack: "main"}, {File: &b, Pack: "main"}}
		r.Shuffle(2, func(i, j int) { in[i], in[j] = in[j], in[i] })
		got, _ := Link(in, "main")
		got.Hash = want.Hash // the same file twice
		if !reflect.DeepEqual(got, want) {
			t.Fatal("another order of declarations is another program")
		}
	}
}

// An action of a kind sees itself as self when its pieces do it, and the thing that gives it when
// they are given it.
func TestActionsOfKinds(t *testing.T) {
	p := program(t, `
kind piece { cell worn: int = 0  carries things: ware
  action rest(who: piece) { do { self.worn = 0; owner.points += 1 } } }
kind ware on piece { cell used: int = 0
  action drink(who: piece) { do { self.used += 1; bearer.worn += 1 } } }
ware cup { }
ware pot { action pour(who: piece) { do { self.used += 2 } } }
player { cell points: int = 0 }
`)
	piece, cup, pot := named(t, p.Kinds, "piece"), named(t, p.Cards, "cup"), named(t, p.Cards, "pot")
	rest, drink, pour := named(t, p.Events, "rest"), named(t, p.Events, "drink"), named(t, p.Events, "pour")
	if rest.Giver != -1 || drink.Giver < 0 || pour.Giver != pot.ID {
		t.Errorf("the givers are %d, %d, %d", rest.Giver, drink.Giver, pour.Giver)
	}
	if !slices.Equal(piece.Actions, []int{rest.ID}) || !slices.Equal(cup.Actions, []int{drink.ID}) || !slices.Equal(pot.Actions, []int{drink.ID, pour.ID}) {
		t.Errorf("the actions are %v, %v, %v", piece.Actions, cup.Actions, pot.Actions)
	}
	if s := rest.Do.Stmts[0].(*ir.SetCell); s.Inst.Op != ir.EventField {
		t.Errorf("self of a piece's own action is %+v", s.Inst)
	}
	if s := drink.Do.Stmts[1].(*ir.SetCell); s.Inst.Op != ir.SelfBearer || s.Inst.Type.Ref != piece.ID {
		t.Errorf("the bearer of a thing is %+v", s.Inst)
	}
}

// Whatever is wrong with a text, checking it ends with diagnostics.
func TestBroken(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	word := regexp.MustCompile(`\w+|[-+*.(){},:"]`)
	const rounds = 100
	for _, text := range []string{game, sketches} {
		for range rounds {
			words := word.FindAllStringIndex(text, -1)
			b := []byte(text)
			for range 1 + r.IntN(3) { // a word in the place of another leaves a text that mostly parses
				to, from := words[r.IntN(len(words))], words[r.IntN(len(words))]
				if to[1] <= len(b) {
					b = slices.Replace(b, to[0], to[1], []byte(text[from[0]:from[1]])...)
				}
			}
			f, _ := syntax.Parse(source.New("main.kdsl", string(b)))
			func() {
				defer func() {
					if err := recover(); err != nil {
						t.Fatalf("%v in\n%s", err, b)
					}
				}()
				new(Memory).Check(context.Background(), []Input{{File: f, Pack: "main"}}, "main")
			}()
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	f, _ := syntax.Parse(source.New("main.kdsl", sketches))
	for b.Loop() {
		new(Memory).Check(context.Background(), []Input{{File: f, Pack: "main"}}, "main")
	}
}
