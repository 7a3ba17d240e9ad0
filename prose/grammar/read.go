package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A Reading is what a typed line means: one action, a question between several, or a
// refusal.
type Reading struct {
	Action  action.Action
	Found   bool            // Action is what is meant
	Among   []action.Action // else it could be any of these: ask which, or of one whether it is that
	Refusal string          // else one plain line for whoever typed it
	Asks    bool            // which asks back, to be answered by saying the whole again
	First   string          // the first of several deeds, where they are refused for being several
}

// Read finds the action that a typed line means among the possible ones, by parsing it
// against the table of verbs and the names of what the possible actions concern. A line
// that says anything that no possible action has is refused: a wrong deed is worse than
// none.
func Read(typed string, possible []action.Action, names Names) Reading {
	return NewReader(possible, names).Read(typed)
}

// A Reader reads lines against one list of possible actions. It may be used by several
// goroutines.
type Reader struct {
	possible []action.Action
	names    Names
	given    Names // those without what authors' choices name
	index    [fields]*index
	labels   map[string][]action.Action // of what is worded, by line.key
	worded   []*label                   // of what is worded, each once
	words    func() *vocabulary         // that names are made of
	people   map[string]bool            // words of the names of people
	owned    []owned                    // of each possible action
	kinds    map[action.Kind]bool       // that are possible
	open     bool                       // something may be said that nobody has worded
	manners  bool                       // something may be done quietly, as a deed of its own
	real     int                        // how many actions are possible beside those that stand for an author's choices
	recent   []string                   // what came up last, by how it is called as line.key, the latest first
	left     string                     // where the player came from, in the same way
	stands   []action.Action            // the choices that those behind them stand for
	away     func() *awayReader         // of what is said to those who are elsewhere
}

// NewReader prepares to read lines. It keeps the list, which must not change.
func NewReader(possible []action.Action, names Names) *Reader {
	r := &Reader{possible: possible, names: names, given: names, labels: map[string][]action.Action{}, kinds: map[action.Kind]bool{}}
	for f := range r.index {
		r.index[f] = newIndex()
	}
	var wordings []action.Action
	for _, a := range possible {
		r.kinds[a.Kind] = true
		r.manners = r.manners || a.Manner == action.Quietly
		r.owned = append(r.owned, owns(a, names))
		if worded(a.Kind) {
			r.label(a)
			wordings = append(wordings, a)
			continue
		}
		r.enter(a)
	}
	r.stand(wordings)
	share(&r.index)
	r.people = r.peoplesNames()
	r.words = sync.OnceValue(r.vocabulary)
	r.away = sync.OnceValue(r.deedsAway)
	return r
}

// label enters an action by its words, whole and as they are said.
func (r *Reader) label(a action.Action) {
	for _, words := range []string{Say(a, r.names), a.Words[:min(len(a.Words), longestLine)]} {
		if key := newLine(words).key(); key != "" && !slices.ContainsFunc(r.labels[key], a.Equal) {
			r.labels[key] = append(r.labels[key], a)
		}
	}
	r.worded = append(r.worded, newLabel(a))
}

// enter enters what an action concerns.
func (r *Reader) enter(a action.Action) {
	for _, to := range a.To {
		r.index[toField].add(to, r.names)
	}
	for f, ref := range [fields]action.Ref{itemField: a.Item, placeField: a.Place, topicField: a.Topic, threadField: a.Thread} {
		if field(f) != topicField || speaksOf(a, r.names) {
			r.index[f].add(ref, r.names)
		}
	}
	if x := r.index[placeField]; !a.Place.None() && (a.Kind == action.Examine || a.Kind == action.Search || a.Kind == action.Wait) {
		if here := x.seen[a.Place]; !slices.Contains(x.here, here) {
			x.here = append(x.here, here)
		}
	}
	r.index[spanField].addSpan(a.Minutes)
	if a.Kind == action.Say {
		r.index[wordsField].addWords(a.Words)
		r.open = r.open || clean(a.Words, longestWords) == ""
	}
}

// longestLine is the longest line that is read, in bytes.
const longestLine = 1000

// Read finds what a line means.
func (r *Reader) Read(typed string) Reading {
	if refusal := unreadable(typed); refusal != "" {
		return Reading{Refusal: refusal}
	}
	l := newLine(typed)
	labelled := r.labels[l.key()]
	if len(l.words) == 0 {
		return Reading{Refusal: sayWhat}
	}
	m, meant := r.parse(l)
	if len(labelled) > 0 {
		alike := labelled[:len(labelled):len(labelled)]
		if m.line == l { // what is only rewritten to it is not said so
			alike = append(alike, canonical(meant)...)
		}
		return among(alike)
	}
	if len(meant) == 0 && !m.exhausted {
		one := r.passing(l, r.otherwise(l))
		if one.Found {
			return one
		}
		if learnt := r.ofLearnt(l); learnt.Found || len(one.Among) == 0 && len(learnt.Among) > 0 {
			return learnt
		}
		if there := r.elsewhere(l); there.Found || len(one.Among) == 0 && len(there.Among) > 0 {
			return there
		}
		if len(one.Among) > 0 {
			return one
		}
	}
	reading := r.passing(l, r.orLabel(l, r.decide(m, meant)))
	if reading.Refusal != "" && !reading.Asks && !m.exhausted {
		if one := r.thought(l); !one.isNothing() {
			return one
		}
		if one := r.ofLearnt(l); one.Refusal != "" {
			return one
		}
		if one := r.ofSomebody(l); !one.isNothing() {
			return one
		}
	}
	return reading
}

// otherwise reads a line that means nothing as it stands: it takes up what an author wrote, says
// one deed twice, breaks off, or has more beside the deed.
func (r *Reader) otherwise(l *line) Reading {
	if alike := r.labelled(l); len(alike) > 0 {
		return among(alike)
	}
	if stated := r.quotedAs(l); len(stated) > 0 {
		return among(stated)
	}
	sure, maybe := r.likely(l)
	if len(sure) > 0 {
		return among(sure)
	}
	if one := r.twice(l); one.Found {
		return one
	}
	if one := r.unfinished(l); one.Refusal == "" {
		return one
	}
	one := r.aside(l)
	if mended := r.mended(l); one.isNothing() && mended != nil {
		one = r.aside(mended)
	}
	if !one.isNothing() {
		if one.Found && len(maybe) > 0 { // "I take off my hat, and stand there"
			return among(append(slices.Clone(maybe), one.Action))
		}
		return one
	}
	if len(maybe) == 0 {
		maybe = r.juxtaposed(l)
	}
	return Reading{Among: maybe[:min(len(maybe), mostLikely)]}
}

// juxtaposed are the deeds that concern all that is named by a line of nothing but names, somebody's
// among them: "ines oil", "the ledger to Anselm".
func (r *Reader) juxtaposed(l *line) []action.Action {
	var of []action.Ref
	for at := 0; at < len(l.words); {
		if len(of) > 0 && english.OneOf(l.words[at], "to about for with and") {
			at++
			continue
		}
		var s sense
		for _, f := range []field{toField, itemField, topicField} {
			if one := r.sense(f, l, at); one.to > s.to {
				s = one
			}
		}
		if len(s.entries) != 1 || s.how > loosely {
			return nil
		}
		of = append(of, r.index[s.field].entries[s.entries[0]].ref)
		at = s.to
	}
	if len(of) != 2 || !slices.ContainsFunc(of, func(ref action.Ref) bool { return ref.Kind == action.Person }) {
		return nil
	}
	var all []action.Action
	for n, a := range r.possible {
		if refs := a.Refs(); a.Manner == action.Openly && slices.Contains(refs, of[0]) && slices.Contains(refs, of[1]) {
			all = append(all, r.meant(n))
		}
	}
	return all
}

// orLabel asks back where somebody may only have begun to say what an author worded: "sit down"
// waits, and may be "Sit down and count the horizon with him".
func (r *Reader) orLabel(l *line, found Reading) Reading {
	at := skipped(l.words, 0)
	words := l.words[at:]
	if !found.Found || len(words) == 0 || slices.ContainsFunc(verbOf(found.Action.Kind).said, func(form string) bool { return strings.HasPrefix(form, "*"+words[0]) }) {
		return found
	}
	all := []action.Action{found.Action}
	if found.Action.Kind == action.Wait {
		sure, maybe := r.likely(l)
		all = slices.Concat(all, sure, maybe)
	}
	for _, one := range r.worded {
		if len(one.words) > len(words) && slices.Equal(one.words[:len(words)], words) {
			all = append(all, one.action)
		}
	}
	return among(all)
}

// twice reads a line that says one deed in two ways: "hang around and kill time".
func (r *Reader) twice(l *line) Reading {
	for i := 1; i < len(l.words)-1; i++ {
		if l.words[i] != "and" {
			continue
		}
		first, second := r.half(l.typed(0, i)), r.half(l.typed(i+1, len(l.words)))
		if first.Found && second.Found && first.Action.Equal(second.Action) {
			return first
		}
		break
	}
	return Reading{}
}

// unfinished reads a line that breaks off behind "about" or the like: what is missing is
// asked for, and nothing is done but towards the only one there is.
func (r *Reader) unfinished(l *line) Reading {
	end := len(l.words)
	for end > 0 && english.OneOf(l.words[end-1], "about to with of for regarding concerning on "+articles) {
		end--
	}
	if end == 0 || end == len(l.words) {
		return Reading{Refusal: sayWhat}
	}
	one := r.half(l.typed(0, end))
	if one.Found && !one.Action.Kind.Social() {
		return Reading{Refusal: sayWhat}
	}
	if !one.Found && len(one.Among) == 0 {
		one.Refusal = sayWhat
	}
	return one
}

func (r *Reader) half(typed string) Reading {
	m, meant := r.parse(newLine(typed))
	if len(meant) == 0 || slices.ContainsFunc(meant, func(one meaning) bool { return one.parse.pattern == nil }) {
		return Reading{}
	}
	return r.decide(m, meant)
}

func (r Reading) isNothing() bool { return !r.Found && len(r.Among) == 0 && r.Refusal == "" }

// mostLikely is how many of an author's choices are asked about that a line may take up.
const mostLikely = 3

// among is the reading of a line that means one of some actions.
func among(meant []action.Action) Reading {
	var all []action.Action
	for _, a := range meant {
		if !slices.ContainsFunc(all, a.Equal) {
			all = append(all, a)
		}
	}
	if len(all) == 1 {
		return Reading{Action: all[0], Found: true}
	}
	return Reading{Among: all}
}

// decide is the reading of a line by what its parses mean.
func (r *Reader) decide(m *matching, all []meaning) Reading {
	exact := canonical(all)
	switch {
	case m.exhausted || len(all) == 0:
		return Reading{Refusal: r.refuse(m), First: m.first()}
	case len(exact) > 0:
		return among(exact)
	}
	if sure := slices.DeleteFunc(slices.Clone(all), func(one meaning) bool { return isUnsure(one.parse) }); len(sure) > 0 {
		all = sure
	}
	all = plainest(all)
	var meant []action.Action
	for _, one := range all {
		meant = append(meant, one.action)
	}
	reading := among(meant)
	if !reading.Found {
		return reading
	}
	if slices.ContainsFunc(all, func(one meaning) bool {
		return one.parse.pattern == nil && one.action.Kind != action.Go && !one.isQuestion()
	}) {
		return Reading{Among: meant[:1]} // a name alone
	}
	if !slices.ContainsFunc(all, func(one meaning) bool { return !isUnsure(one.parse) }) {
		return Reading{Among: meant[:1]}
	}
	if slices.ContainsFunc(all, r.isToNobody) {
		return Reading{Among: meant[:1]} // a question that only one of those here could answer
	}
	if doubt, asks := r.doubt(m, all); doubt != "" {
		return Reading{Refusal: doubt, Asks: asks}
	}
	return reading
}

// plainest are those of some meanings in which things are named as they are called, where in
// others the same words are only parts of names: "the ninth grave" is what is called so, and not
// the question who took the name off it.
func plainest(all []meaning) []meaning {
	worst := func(one meaning) int {
		how := exactly
		for _, s := range one.parse.parts {
			how = max(how, s.how)
		}
		return how
	}
	if !slices.ContainsFunc(all, func(one meaning) bool { return one.parse.pattern != nil && worst(one) <= otherwise }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(one meaning) bool { return one.parse.pattern != nil && worst(one) > otherwise })
}

// isToNobody reports whether a line is what is said to somebody, and does not say to whom of
// several.
func (r *Reader) isToNobody(one meaning) bool {
	if one.parse.pattern == nil || !one.parse.pattern.to || slices.ContainsFunc(one.parse.parts, func(s sense) bool { return s.field == toField }) {
		return false
	}
	return one.action.Kind == action.Ask && len(r.index[toField].entries) > 0
}

// canonical are the actions that a line says as they are said.
func canonical(all []meaning) []action.Action {
	var exact []action.Action
	for _, one := range all {
		if one.canonical {
			exact = append(exact, one.action)
		}
	}
	return exact
}

// doubt refuses a line that would mean one action only because a name in it that could be
// several's was taken for the one that something is possible with.
func (r *Reader) doubt(m *matching, all []meaning) (refusal string, asks bool) {
	for _, one := range all {
		for _, sense := range one.parse.parts {
			if sense.how == exactly || len(sense.entries) < 2 || m.isHereAlone(sense, one.action) {
				continue
			}
			var called []string
			for _, i := range sense.entries {
				name := cited(r.index[sense.field].entries[i].called)
				if !slices.ContainsFunc(called, func(other string) bool { return isSameName(name, other) }) {
					called = append(called, name)
				}
			}
			if slices.Sort(called); len(called) > 1 {
				return `Which do you mean by "` + cited(m.typed(sense.from, sense.to)) + `": ` + alternatives(called) + "?", true
			}
		}
	}
	return "", false
}

// isSameName reports whether two names are one, in capitals or not, with hyphens and dots or without.
func isSameName(one, other string) bool { return newLine(one).key() == newLine(other).key() }

func alternatives(called []string) string {
	if len(called) > mostTold {
		called = append(called[:mostTold:mostTold], "another")
	}
	last := len(called) - 1
	return english.Join([]string{joinComma(called[:last])}) + " or " + called[last]
}

func joinComma(all []string) string {
	text := ""
	for i, one := range all {
		if i > 0 {
			text += ", "
		}
		text += one
	}
	return text
}
