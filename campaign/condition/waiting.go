package condition

import (
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Reading is one thing that the truth of a condition hangs on. As long as what it reads is
// the same, so is what follows from it.
type Reading struct {
	kind byte
	name string
}

// The kinds of readings.
const (
	readsScene   = 's'
	readsDeeds   = 'd'
	readsBeat    = 'b' // one beat
	readsTaken   = 't' // whether one choice was taken
	readsPlace   = 'p'
	readsPresent = 'c' // one person
	readsCompany = 'C' // all who are there
	readsPlayer  = 'y' // one name of player_state
	readsPerson  = 'n' // one person of npc_state
	readsWorld   = 'w' // one name of world_state
	readsVerdict = 'v'
	readsAll     = 'a'
	readsCustom  = 'u' // no reading, but those of an expression
)

var (
	// Deeds is the reading of the beats that a condition requires or forbids: whether they were told.
	Deeds = Reading{kind: readsDeeds}
	// Anything is the reading of all there is, which is never the same.
	Anything = Reading{kind: readsAll}
)

// Told is the reading of whether a beat was told, and when.
func Told(beat string) Reading { return Reading{readsBeat, beat} }

// Chosen is the reading of whether a choice was taken, by one of its ids.
func Chosen(id string) Reading { return Reading{readsTaken, id} }

// Once reports whether it is [Told] or [Chosen].
func (r Reading) Once() bool { return r.kind == readsBeat || r.kind == readsTaken }

// A Sum is what a reading gave, for comparing it with what it gives later.
type Sum [3]any

// Sum is what a reading gives now, but for [Told], [Chosen] and [Deeds], of which one sees more
// quickly by the facts what is new. It holds on to parts of the facts.
func (f *Facts) Sum(r Reading) Sum {
	switch r.kind {
	case readsScene:
		return Sum{f.Scene}
	case readsPlace:
		return Sum{f.Place}
	case readsPresent:
		return Sum{slices.Contains(f.Present, r.name)}
	case readsCompany:
		return Sum{f.Present}
	case readsPlayer:
		return Sum{strictjson.AsObject(f.State["$player"])[r.name], f.State["$"+r.name], f.State[r.name]}
	case readsPerson:
		return Sum{f.People[r.name]}
	case readsWorld:
		return Sum{f.World[r.name], r.name == "place" && f.Place != "", f.Place}
	case readsVerdict:
		yes, judged := f.Verdicts[r.name]
		return Sum{yes, judged}
	}
	return Sum{}
}

// Same reports whether a reading gives the same as before. It is quick, and so may say no
// of what is large and equal.
func (r Reading) Same(before, now Sum) bool {
	if r.kind == readsAll {
		return false
	}
	for i := range before {
		left := mostCompared
		if !sameAs(before[i], now[i], &left) {
			return false
		}
	}
	return true
}

// mostCompared is how many values of a tree are compared, unless it is the same tree.
const mostCompared = 64

func sameAs(a, b any, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch x := a.(type) {
	case strictjson.Object:
		y, ok := b.(strictjson.Object)
		if !ok || len(x) != len(y) {
			return false
		}
		if reflect.ValueOf(x).Pointer() == reflect.ValueOf(y).Pointer() { // nobody changes a tree in place
			return true
		}
		for key, value := range x {
			if other, has := y[key]; !has || !sameAs(value, other, left) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		if len(x) == 0 || &x[0] == &y[0] {
			return true
		}
		for i := range x {
			if !sameAs(x[i], y[i], left) {
				return false
			}
		}
		return true
	case []string:
		y, ok := b.([]string)
		return ok && slices.Equal(x, y)
	}
	switch b.(type) {
	case strictjson.Object, []any, []string:
		return false
	}
	return a == b
}

// Eval is the truth of the whole, as far as [Facts.Steps] allow.
func (c *Condition) Eval(f *Facts) Truth {
	steps := f.Steps
	if steps == nil {
		steps = NewSteps(MaxSteps)
	}
	is, _ := c.Judge(f, steps)
	return is
}

// A Lack is the first part of a condition that does not hold.
type Lack struct {
	kind byte
	at   int
}

// Judge is the truth of the whole, and what it lacks where that is No. What would take more than
// [MaxSteps] is No, and so is what would take more than there are left, which uses them up. A
// condition whose truth is Open lacks nothing but a judgement.
func (c *Condition) Judge(f *Facts, s *Steps) (Truth, Lack) {
	if c == nil {
		return Yes, Lack{}
	}
	m := s.meter()
	if !m.take(eachStep) {
		return No, Lack{kind: readsAll}
	}
	if w := c.Scenes; w != nil && !w.Contains(f.Scene) {
		return No, Lack{kind: readsScene}
	}
	if lack, lacks := c.lacksDeeds(f, &m); lacks {
		return No, lack
	}
	for i := range c.Player {
		if w := &c.Player[i]; !w.holds(f.player(w.Path), &m) {
			return No, Lack{readsPlayer, i}
		}
	}
	for i := range c.People {
		if w := &c.People[i]; !w.holds(f.person(w.Path), &m) {
			return No, Lack{readsPerson, i}
		}
	}
	for i := range c.World {
		if w := &c.World[i]; !w.holds(f.world(w.Path), &m) {
			return No, Lack{readsWorld, i}
		}
	}
	if c.Custom != nil {
		if holds, err := c.Custom.holds(f, &m); err != nil || !holds {
			return No, Lack{kind: readsCustom}
		}
	}
	return c.judged(f)
}

// lacksDeeds looks at what was told and taken, and at where and with whom the player is.
func (c *Condition) lacksDeeds(f *Facts, m *meter) (Lack, bool) {
	reached := func(id string) bool { _, ok := f.Reached[id]; return ok }
	if c.Beat != "" && !reached(c.Beat) {
		return Lack{kind: readsDeeds}, true
	}
	if !m.take(len(c.AnyBeat) + len(c.Forbidden) + len(c.Choices) + len(c.Present)*(1+len(f.Present)/8)) {
		return Lack{kind: readsAll}, true
	}
	if len(c.AnyBeat) > 0 && !slices.ContainsFunc(c.AnyBeat, reached) || slices.ContainsFunc(c.Forbidden, reached) {
		return Lack{kind: readsDeeds}, true
	}
	for i, wanted := range c.Choices {
		if !f.Chose(wanted) {
			return Lack{readsTaken, i}, true
		}
	}
	if c.Place != "" && f.Place != c.Place {
		return Lack{kind: readsPlace}, true
	}
	for i, person := range c.Present {
		if !slices.Contains(f.Present, person) {
			return Lack{readsPresent, i}, true
		}
	}
	return Lack{}, false
}

// judged is the truth of what is in words.
func (c *Condition) judged(f *Facts) (Truth, Lack) {
	is := Yes
	for i, sentence := range c.Judged {
		switch verdict, judged := f.Verdicts[sentence]; {
		case !judged:
			is = Open
		case !verdict:
			return No, Lack{readsVerdict, i}
		}
	}
	return is, Lack{}
}

// Readings are what has to change for a condition to have what it lacks: one of them.
func (c *Condition) Readings(l Lack) []Reading {
	switch l.kind {
	case readsTaken:
		return []Reading{{readsTaken, c.Choices[l.at]}}
	case readsPresent:
		return []Reading{{readsPresent, c.Present[l.at]}}
	case readsPlayer:
		return []Reading{{readsPlayer, first(c.Player[l.at].Path)}}
	case readsPerson:
		return []Reading{{readsPerson, first(c.People[l.at].Path)}}
	case readsWorld:
		return []Reading{{readsWorld, first(c.World[l.at].Path)}}
	case readsVerdict:
		return []Reading{{readsVerdict, c.Judged[l.at]}}
	case readsCustom:
		if len(c.Custom.hangs) == 0 {
			return []Reading{Anything}
		}
		return c.Custom.hangs
	}
	return []Reading{{kind: l.kind}}
}

func first(path string) string {
	name, _, _ := strings.Cut(path, ".")
	return name
}

// hangFinder finds what an expression hangs on.
type hangFinder struct {
	names   []*ast.IdentifierNode
	partial []*ast.IdentifierNode // of which not all is read
	hangs   []Reading
	unknown bool
}

func (h *hangFinder) on(r Reading) {
	if !slices.Contains(h.hangs, r) {
		h.hangs = append(h.hangs, r)
	}
}

func (h *hangFinder) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		h.names = append(h.names, n)
	case *ast.MemberNode:
		of, isName := n.Node.(*ast.IdentifierNode)
		key, isText := n.Property.(*ast.StringNode)
		if isName && isText {
			if kind, ok := states[of.Value]; ok {
				h.partial = append(h.partial, of)
				h.on(Reading{kind, key.Value})
			}
		}
	case *ast.CallNode:
		h.call(n)
	}
}

var states = map[string]byte{"player_state": readsPlayer, "npc_state": readsPerson, "world_state": readsWorld}

func (h *hangFinder) call(n *ast.CallNode) {
	of, isName := n.Callee.(*ast.IdentifierNode)
	if !isName || len(n.Arguments) != 1 {
		h.unknown = true
		return
	}
	h.partial = append(h.partial, of)
	id, isText := n.Arguments[0].(*ast.StringNode)
	switch {
	case !isText:
		h.unknown = true
	case of.Value == "chose":
		h.on(Chosen(id.Value))
	default:
		h.on(Told(id.Value))
		if of.Value == "since" {
			h.on(Reading{kind: readsScene})
		}
	}
}

// hangsOn are the readings that the truth of an expression follows from; none where that
// could be anything.
func hangsOn(root ast.Node) []Reading {
	h := &hangFinder{}
	ast.Walk(&root, h)
	for _, n := range h.names {
		if slices.Contains(h.partial, n) {
			continue
		}
		switch n.Value {
		case "scene_count":
			h.on(Reading{kind: readsScene})
		case "place":
			h.on(Reading{kind: readsPlace})
		case "present":
			h.on(Reading{kind: readsCompany})
		case allNames, "player_state", "npc_state", "world_state":
			return nil
		default:
			h.on(Reading{readsPlayer, n.Value})
			h.on(Reading{readsWorld, n.Value})
			h.on(Reading{readsPerson, n.Value})
		}
	}
	if h.unknown {
		return nil
	}
	return h.hangs
}
