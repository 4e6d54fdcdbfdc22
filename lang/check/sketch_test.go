package check

import "testing"

// The sketches that decided the syntax, with what they need around them.
const sketches = `
enum trait { V P A C T I }
kind piece { body round 1.0 tall 2.0 }
kind profile extends piece {
  stat V: length in 0..12 layers effects, terrain
  cell AP: int in 0..9 = 3
  cell HP: int = 5
  cell melee_with: item? = none
  carries gear: item
  carries skills: skill
  armour: card armour? 
}
kind item on profile { melee: bool = true }
kind armour extends item on profile { threshold: int in 1..10 = 7  boxes: int = 6  cell ticks: int = 0 }
kind skill on profile {}
kind status on profile {}
kind spell on profile {}
kind terrain { body round 4.0 }
bag hits { six: bool  original: bool  ap: int }

function foe(a: profile, b: profile): bool = a.owner != b.owner
function in_reach(a: profile, b: profile, w: item?): bool = distance(a, b) <= (has(w) ? 2.0 : 1.0)

span turn(who: profile) { owner who.owner; do { act who until pass } }
span activation(who: profile) { do { } }
event spend(who: profile, nominal: int) {
  paid: int = nominal
  require enough: who.AP >= paid
  do { who.AP -= paid }
}
event defend(attack: attack, who: profile) {
  parried: bool = false
  choose by who.owner {
    ap: int in 0..who.AP
    engaged: list<trait> in [V, P, A, C] count ap repeat 2 where it.shares(attack.wanted) || size(it) == 0 prefer size(it)
  }
  do { parried = size(engaged) > attack.ap }
}
event aftermath(attack: attack) { damage: int = attack.total layers effects; do { } }
event suffer(victim: profile, author: profile, base: int) { do { victim.HP -= base } }
event suffered(victim: profile, damage_base: int) { base: int = damage_base layers effects, armour; do { victim.HP -= base } }

action attack(who: profile) {
  en "Attack"  fr "Attaque"
  tag melee
  free: bool = false
  guard: int = 3
  choose by who.owner {
    weapon: item? in who.items(item).filter(i, i.melee)
    target: profile where foe(who, it) && in_reach(who, it, weapon)
    ap: int in 1..(free ? 1 : at_most(who.AP, 3))
    engaged: list<trait> in [V, P, A, C] count ap repeat 2
    wanted: list<trait> in engaged count 0..(ap - 1)
  }
  require standing: !who.bears(on_the_ground) { en "It lies on the ground." }
  cost spend(who: who, nominal: ap, paid: free ? 0 : ap)
  total: int = 0 layers traits, support, effects
  struck: bool = true
  needs target
  do {
    let d = defend(attack: this, who: target)
    struck = !d.parried
    if struck {
      aftermath(attack: this)
      suffered(victim: target, damage_base: total)
    }
  }
}

skill sadistic {
  en "Sadistic"  fr "Sadique"
  pain: before aftermath may when attack.who == bearer && bearer.AP > 0 {
    en "After the defence and before the armour roll, it may spend further AP: one more damage for each."
    fr "Après la défense et avant l'armure, il peut dépenser d'autres PA : un dégât de plus pour chacun."
    choose extra: int in 1..bearer.AP by bearer.owner
    spend(who: bearer, nominal: extra)
    add extra to damage
  }
}
armour half_plate {
  en "Half-plate"  fr "Demi-plate"
  threshold: 7
  boxes: 6
  save: before suffered when victim == bearer && self.ticks < self.boxes {
    self.ticks += 1
    throw d10 as die
    if die == 10 { set base to 0 layer armour }
    else if die == 1 { self.ticks += 1 }
    else { add (die >= self.threshold ? -2 : -1) to base layer armour }
  }
}
status on_the_ground {}

event entered(who: profile, area: profile) { do { } }
skill ambush {
  spring: before entered may when area == bearer && foe(who, bearer) && hidden(bearer) {
    en "Hidden, it may show itself as an enemy enters its zone, and attack at once."
    reveal bearer
    attack(who: bearer, target: who, free: true, ap: 1)
  }
}
action walk(who: profile) {
  choose by who.owner { route: path within who.V }
  do {
    travel who along route {
      enter z: profile within 0.5 where foe(who, z) { entered(who: who, area: z) }
    }
  }
}
terrain ruins {
  tag difficult
  slow: while each m: profile where inside(m, self) { divide m.V by 2 rounding up layer terrain }
}
status poison(X: int) {
  cell dose: int = X
  grows: before activation when who == bearer {
    suffer(victim: who, author: who, base: dose)
    dose += 1
  }
}
status frostbitten { }
event cast_success(spell: spell, target: profile, caster: profile) { do { } }
spell frost {
  do_cast: after cast_success when spell == self {
    apply frostbitten to target from caster from start of next activation of target until its end
    apply poison(2) to target permanent
  }
}
event rolled_to_hit(weapon: item) { hits: hits; do { } }
skill surge {
  extra: after rolled_to_hit when weapon.owner == owner {
    each g in hits.filter(h, h.six && h.original) {
      put g.count into hits { six: false, original: false, ap: g.ap }
    }
  }
}
test "an attack" {
  given hero = someone for red at (1.0, 1.0)
  given other = someone for blue at (2.0, 1.0)
  answer weapon: none, target: other, ap: 3, engaged: [P, P, V], wanted: [P]
  answer ap: 2, engaged: [P, V]
  when attack(who: hero)
  expect other.HP == 5
}
profile someone { V: 3; armour: half_plate; gear: [half_plate]; skills: [sadistic, ambush] }
profile naked { V: 3" }
`

func TestSketches(t *testing.T) { program(t, sketches) }
