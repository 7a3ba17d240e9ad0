package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
)

// A meaning is a possible action that has all that a parse says.
type meaning struct {
	action    action.Action
	parse     *parse
	unsaid    int  // how much of the action is not said
	canonical bool // it is said so
}

// meant are the actions that a line can mean: of each kind those of which the least is
// left unsaid.
func (m *matching) meant() []meaning {
	var all []meaning
	least := map[string]int{}
	for i := range m.parses {
		p := &m.parses[i]
		for n, a := range m.reader.possible {
			unsaid, ok := m.fits(p, a, m.reader.owned[n])
			if !ok {
				continue
			}
			all = append(all, meaning{m.worded(p, m.reader.meant(n)), p, unsaid, m.isCanonical(p, a, unsaid)})
			if low, ok := least[p.group()]; !ok || unsaid < low {
				least[p.group()] = unsaid
			}
		}
	}
	_, alone := least[""]
	switch {
	case alone && len(least) == 1:
		return ofName(all)
	case alone && m.isWay(all):
	case alone:
		all = slices.DeleteFunc(all, func(one meaning) bool { return one.parse.pattern == nil && !one.isQuestion() })
	}
	return slices.DeleteFunc(all, func(one meaning) bool { return one.unsaid > least[one.parse.group()] })
}

// isWay reports whether a line that is a verb is also the whole name of a way: "study".
func (m *matching) isWay(all []meaning) bool {
	return slices.ContainsFunc(all, func(one meaning) bool {
		return one.parse.pattern == nil && one.action.Kind == action.Go && one.unsaid == 0 && one.parse.parts[0].how <= otherwise
	}) && !slices.ContainsFunc(all, func(one meaning) bool {
		return one.parse.pattern != nil && slices.ContainsFunc(one.parse.parts, func(s sense) bool { return s.how < implied })
	})
}

// isQuestion reports whether the line is the whole title of a thread: who says it to nobody may
// ask whoever is there, or themselves.
func (one *meaning) isQuestion() bool {
	p := one.parse
	return one.action.Kind == action.Pursue && one.unsaid == 0 && !p.more && p.parts[0].field == threadField && p.parts[0].how <= otherwise && p.end-p.begin > 2
}

// ofName are the deeds that a name alone may stand for: to go there, or else what can be
// done with nothing else named, if that is not one of several deeds.
func ofName(all []meaning) []meaning {
	var ways, plain []meaning
	for _, one := range all {
		switch {
		case one.unsaid > 0:
		case one.action.Kind == action.Go:
			ways = append(ways, one)
		default:
			plain = append(plain, one)
		}
	}
	switch {
	case len(ways) == 1:
		return ways
	case len(plain) > 1:
		return plain
	}
	return all
}

// group is what parses compete in: the kind of action, or none for a name alone.
func (p *parse) group() string {
	if p.pattern == nil {
		return ""
	}
	return string(p.pattern.verb.kind)
}

// isCanonical reports whether a line is what is said for an action: in its form, with the
// whole names.
func (m *matching) isCanonical(p *parse, a action.Action, unsaid int) bool {
	if p.pattern == nil || p.pattern.said == "" || p.more || unsaid > 0 || slices.ContainsFunc(p.parts, func(s sense) bool { return s.how != exactly }) {
		return false
	}
	towards := slices.DeleteFunc(slices.Clone(p.parts), func(s sense) bool { return s.field != toField })
	for i, s := range towards {
		if !m.has(action.Action{To: a.To[i : i+1]}, s) {
			return false // in another order
		}
	}
	return p.pattern.said == newSpeaker(a, m.reader.names, Voice{}, imperative).choose(p.pattern.verb.forms(), false)
}

// fits reports whether an action has all that a parse says, and how much more it has.
func (m *matching) fits(p *parse, a action.Action, parts owned) (unsaid int, ok bool) {
	if worded(a.Kind) || p.pattern == nil && (a.Kind == action.Wait || a.Kind == action.Say) || p.pattern != nil && p.pattern.verb.kind != a.Kind || p.quietly && a.Manner != action.Quietly && m.reader.manners {
		return 0, false
	}
	if a.Manner == action.Quietly && !p.quietly {
		return 0, false // nobody is quiet who does not say so
	}
	if p.pattern != nil && p.pattern.soft && a.Kind == action.Talk && a.Manner != action.Quietly {
		return 0, false // who only whispers says nothing yet
	}
	said := map[field]bool{}
	for _, s := range p.parts {
		if !m.has(a, s) {
			return 0, false
		}
		said[s.field] = true
	}
	towards := 0
	for _, s := range p.parts {
		if s.field == toField {
			towards++
		}
	}
	if towards > 0 && towards < len(a.To) || !m.distinct(p, a) {
		return 0, false // what is done towards two is not done towards one
	}
	unsaid = len(a.To) - towards
	for f, has := range parts {
		if has && !said[field(f)] {
			unsaid++
		}
	}
	return unsaid, true
}

// owned are the fields of an action, but for those it is done towards, that make it
// another than one without them.
type owned [fields]bool

func owns(a action.Action, names Names) owned {
	return owned{
		itemField: !a.Item.None(), topicField: speaksOf(a, names), threadField: !a.Thread.None(),
		placeField: !a.Place.None() && a.Kind != action.Wait,
		wordsField: a.Kind == action.Say && clean(a.Words, longestWords) != "",
		spanField:  a.Kind == action.Skip && a.Minutes > 0,
	}
}

// speaksOf reports whether an action is of its topic beside all else: what is shown is not
// spoken of twice.
func speaksOf(a action.Action, names Names) bool {
	return !a.Topic.None() && (a.Item.None() || !strings.EqualFold(phrase(a.Topic, names), phrase(a.Item, names)))
}

// has reports whether what some words name is a part of an action.
func (m *matching) has(a action.Action, s sense) bool {
	if s.field == wordsField && len(s.entries) == 0 {
		return a.Kind == action.Say && clean(a.Words, longestWords) == ""
	}
	if len(s.entries) == 0 {
		return s.field == placeField && !a.Place.None() && a.Kind != action.Wait
	}
	return slices.ContainsFunc(s.entries, func(i int) bool { return m.isPart(a, s.field, m.reader.index[s.field].entries[i].ref) })
}

func (m *matching) isPart(a action.Action, f field, r action.Ref) bool {
	switch f {
	case toField:
		return slices.Contains(a.To, r)
	case itemField:
		return a.Item == r
	case placeField:
		return a.Place == r
	case topicField:
		return a.Topic == r
	case threadField:
		return a.Thread == r
	case spanField:
		return strconv.FormatInt(a.Minutes, 10) == r.ID
	}
	return a.Words == r.ID
}

// distinct reports whether those named in a parse can be different ones of those that an
// action is done towards.
func (m *matching) distinct(p *parse, a action.Action) bool {
	var named [][]action.Ref
	for _, s := range p.parts {
		if s.field != toField {
			continue
		}
		var refs []action.Ref
		for _, i := range s.entries {
			if r := m.reader.index[toField].entries[i].ref; slices.Contains(a.To, r) {
				refs = append(refs, r)
			}
		}
		named = append(named, refs)
	}
	return assign(named, nil)
}

func assign(named [][]action.Ref, taken []action.Ref) bool {
	if len(named) == 0 {
		return true
	}
	return slices.ContainsFunc(named[0], func(r action.Ref) bool {
		return !slices.Contains(taken, r) && assign(named[1:], append(slices.Clone(taken), r))
	})
}

// worded is an action, with the words that were typed where it is one of saying anything.
func (m *matching) worded(p *parse, a action.Action) action.Action {
	for _, s := range p.parts {
		if s.field == wordsField && len(s.entries) == 0 {
			a.Words = clean(m.typed(s.from, s.to), longestWords)
		}
	}
	return a
}
