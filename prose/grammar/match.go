package grammar

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// A sense is what some words of a line name: one entry, or any of several that they fit
// equally.
type sense struct {
	field    field
	entries  []int
	how      int
	from, to int // the words
}

// A parse is one way to read a whole line.
type parse struct {
	pattern *pattern // nil where the line is a name alone
	parts   []sense
	frame
}

// A matching finds all parses of a line.
type matching struct {
	*line
	frame
	reader *Reader

	senses    map[sought][]sense // what words name, by where they begin
	parses    []parse
	stack     []sense
	steps     *int
	exhausted bool
	free      bool // words may be left over
	failed    failure
}

// A sought name is what a slot asks for at one word of the line.
type sought struct {
	field           field
	at              int
	question, whose bool
}

// A failure is how far a line could be read, and what was expected there.
type failure struct {
	at      int
	pattern *pattern
	field   field
	slot    bool // a name was expected
	partial bool // the pattern ended there
	until   int
}

// mostSteps bounds the work for one line. Names made to be confounded reach it, people's
// do not.
const (
	mostSteps  = 50000
	mostParses = 1000
)

func (r *Reader) matching(l *line, steps *int) *matching {
	return &matching{line: l, reader: r, senses: map[sought][]sense{}, steps: steps}
}

// parse reads a line and gives what it means: as it stands, without what is polite in it,
// in plainer words, and where that can be read in no way, with slips of the pen mended.
func (r *Reader) parse(l *line) (*matching, []meaning) {
	steps := 0
	var best, unsure *matching
	var maybe []meaning
	for _, text := range []func() *line{func() *line { return l }, func() *line { return r.mended(l) }} {
		begun := text()
		if begun == nil {
			break
		}
		for _, one := range r.variants(begun) {
			m := r.matching(one, &steps)
			switch all := m.read(); {
			case len(all) > 0 && slices.ContainsFunc(all, func(one meaning) bool { return !isUnsure(one.parse) }):
				return m, all
			case len(all) > 0 && unsure == nil:
				unsure, maybe = m, all
			}
			if best == nil || m.exhausted || !best.exhausted && len(best.parses) == 0 && len(m.parses) > 0 {
				best = m
			}
		}
		if len(best.parses) > 0 && unsure == nil {
			break
		}
	}
	if unsure != nil {
		return unsure, maybe
	}
	return best, nil
}

// read gives what a line means as it stands, or without what is polite in it. Where it begins with
// a word for doing it quietly, that may be somebody's name, and what is said so outranks it.
func (m *matching) read() []meaning {
	hushed := leading(m.words, quietly) > 0
	var sure, unsure []meaning
	for _, frame := range m.frames() {
		m.frame = frame
		m.try()
		all := m.meant()
		switch isSure := slices.ContainsFunc(all, func(one meaning) bool { return !isUnsure(one.parse) }); {
		case isSure && (!hushed || len(canonical(all)) > 0):
			return all
		case isSure && len(sure) == 0:
			sure = all
		case !isSure && len(unsure) == 0:
			unsure = all
		}
	}
	if len(sure) > 0 {
		return sure
	}
	return unsure
}

// try adds the parses of the words from begin to end.
func (m *matching) try() {
	if m.begin >= m.end {
		return
	}
	forms := patterns().by
	if m.free {
		forms = patterns().free
	}
	for _, word := range []string{m.words[m.begin], ""} {
		for _, p := range forms[word] {
			m.match(p, 0, m.begin)
		}
	}
	if !m.free {
		m.alone()
	}
}

// alone reads a name that stands alone.
func (m *matching) alone() {
	if m.speech {
		return
	}
	for _, f := range []field{toField, itemField, placeField, topicField, threadField} {
		for _, s := range m.named(f, m.begin, false) {
			if opens := isModifier(m.words[m.begin]) && english.IsVerb(m.words[m.begin]) && s.from < s.to-1; opens && s.how == loosely {
				continue // "open keg" is to open it
			}
			if s.to == m.end && !isPronoun(m.span(m.begin, m.end)) && strings.Trim(m.span(m.begin, m.end), "0123456789 ") != "" {
				m.parses = append(m.parses, parse{nil, []sense{s}, m.frame})
			}
		}
	}
}

// match reads the words from at by the steps of a pattern from step on.
func (m *matching) match(p *pattern, step, at int) {
	if m.tired(1) || m.speech && !p.to {
		return
	}
	if step == len(p.steps) {
		m.finish(p, at)
		return
	}
	s := p.steps[step]
	if at > m.begin && at < m.end {
		m.passOver(p, step, at)
	}
	if s.implied {
		m.stack = append(m.stack, sense{field: s.field, how: implied, from: at, to: at})
		m.match(p, step+1, at)
		m.stack = m.stack[:len(m.stack)-1]
		return
	}
	if s.optional {
		m.match(p, step+1, at)
	}
	if s.rest || s.asked || s.tail {
		m.own(p, step, at)
		return
	}
	if s.here {
		for _, here := range m.sought(s, at) {
			if m.isHere(here) {
				m.match(p, step+1, here.to)
			}
		}
		return
	}
	if s.other {
		for _, who := range m.others(s, at) {
			m.match(p, step+1, who.to)
		}
		return
	}
	if !s.slot {
		if at < m.end && slices.Contains(s.words, m.words[at]) {
			m.match(p, step+1, at+1)
		}
		return
	}
	found := false
	for _, sense := range m.fill(p, s, at) {
		found = true
		m.stack = append(m.stack, sense...)
		m.match(p, step+1, sense[len(sense)-1].to)
		m.stack = m.stack[:len(m.stack)-len(sense)]
	}
	if !found && at < m.end && !s.optional && s.field != spanField && s.field != wordsField {
		m.fail(failure{at: at, pattern: p, field: s.field, slot: true, until: m.until(p, step, at)})
	}
}

// others are those whom words name who are no part of a deed, though it speaks of them.
func (m *matching) others(s step, at int) []sense {
	all := m.named(toField, at, false)
	if s.absent && len(all) > 0 {
		return nil
	}
	if !s.anyone {
		return all
	}
	for _, who := range m.named(topicField, at, false) {
		if slices.ContainsFunc(who.entries, func(i int) bool { return m.reader.index[topicField].entries[i].isSomebody() }) {
			all = append(all, who)
		}
	}
	return all
}

// passOver reads on behind a word that may stand anywhere in a deed.
func (m *matching) passOver(p *pattern, step, at int) {
	soft := leading(m.words[at:m.end], quietly)
	if n := max(soft, leading(m.words[at:m.end], anywhere)); n > 0 {
		before := m.frame
		m.more, m.quietly = true, m.quietly || soft > 0
		m.match(p, step, at+n)
		m.frame = before
	}
}

// tired counts the work for a line, and reports whether it was too much.
func (m *matching) tired(steps int) bool {
	*m.steps += steps
	m.exhausted = m.exhausted || *m.steps > mostSteps
	return m.exhausted
}

// until is where what was expected to be a name ends: at the next word of the pattern.
func (m *matching) until(p *pattern, step, at int) int {
	for _, s := range p.steps[step+1:] {
		if s.slot || s.optional {
			continue
		}
		for i := at + 1; i < m.end; i++ {
			if slices.Contains(s.words, m.words[i]) {
				return i
			}
		}
	}
	return m.end
}

func (m *matching) finish(p *pattern, at int) {
	if at == m.end {
		if p.said != "" || !m.cuts() && !m.isBare(p) {
			said := m.frame
			said.quietly = said.quietly || p.soft
			m.parses = append(m.parses, parse{p, slices.Clone(m.stack), said})
			m.exhausted = m.exhausted || len(m.parses) > mostParses
		}
		return
	}
	m.fail(failure{at: at, pattern: p, partial: true, until: m.end})
}

// isBare reports whether a form is nothing but a question, and words stand for it that are none.
func (m *matching) isBare(p *pattern) bool {
	if slices.ContainsFunc(p.steps, func(s step) bool { return !s.slot }) || !slices.ContainsFunc(p.steps, func(s step) bool { return s.question }) {
		return false
	}
	return slices.ContainsFunc(m.stack, func(s sense) bool {
		return s.field == topicField && s.how == loosely && !english.IsQuestionWord(m.words[s.from])
	})
}

// cuts reports whether what is read cuts a name in two: "Vane" is not whom it is said to in
// "who is Tobias Vane".
func (m *matching) cuts() bool {
	for i := 1; i < len(m.stack); i++ {
		first, second := m.stack[i-1], m.stack[i]
		if first.to != second.from || first.from == first.to || m.parted(first.to) {
			continue
		}
		if second.field == toField && isPersonal(m.words[second.from]) {
			return true // "about the Lindqvist lady"
		}
		for from := first.from; from < first.to; from++ {
			for to := second.from + 1; to <= second.to; to++ {
				if slices.ContainsFunc(m.reader.index[:], func(x *index) bool { return len(x.aliases[m.span(from, to)]) > 0 }) {
					return true
				}
			}
		}
	}
	return false
}

// fail notes how a line could not be read, if nothing was read further. What is possible
// is rather expected than what is not.
func (m *matching) fail(f failure) {
	old := m.failed
	better := old.pattern == nil || f.at > old.at
	if !better && f.at == old.at {
		possible, before := m.reader.kinds[f.pattern.verb.kind], m.reader.kinds[old.pattern.verb.kind]
		better = possible && !before || possible == before && (f.slot && !old.slot || f.slot == old.slot && (f.until < old.until || f.until == old.until && f.pattern.said != "" && old.pattern.said == ""))
	}
	if better {
		m.failed = f
	}
}

// fill are the ways in which a slot can be filled by the words from at on.
func (m *matching) fill(p *pattern, s step, at int) [][]sense {
	var ways [][]sense
	if s.field == wordsField && m.reader.open {
		for to := at + 1; to <= m.end; to++ {
			if m.isSpeech(p, at, to) {
				ways = append(ways, []sense{{field: wordsField, how: otherwise, from: at, to: to}})
			}
		}
	}
	for _, one := range m.sought(s, at) {
		ways = append(ways, []sense{one})
	}
	if s.field == toField && !s.whose {
		ways = append(ways, m.several(ways)...)
	}
	return ways
}

// isSpeech reports whether some words can be what somebody says who may say anything: they
// stand in quotation marks, or behind "say" and hold no "to" that may begin whom it is said
// to.
func (m *matching) isSpeech(p *pattern, from, to int) bool {
	before, after := strings.TrimSpace(m.text[:m.begins[from]]), strings.TrimLeft(m.text[m.ends[to-1]:], " .,;!?…")
	opened, _ := utf8.DecodeLastRuneInString(before)
	closed, _ := utf8.DecodeRuneInString(after)
	quoted := strings.ContainsRune(`"“`, opened) && strings.ContainsRune(`"”`, closed)
	return quoted || p.steps[0].words[0] == "say" && !strings.ContainsAny(m.text, `"“”`) && !slices.Contains(m.words[from:to], "to")
}

// several are lists of names: "Ines and Tobias", "Ines, Tobias and Bob".
func (m *matching) several(begun [][]sense) [][]sense {
	var all [][]sense
	for range mostTold - 1 {
		var longer [][]sense
		for _, list := range begun {
			at := list[len(list)-1].to
			joined := at < m.end && m.words[at] == "and"
			if joined {
				at++
			}
			for _, next := range m.sought(step{field: toField}, at) {
				more := append(slices.Clone(list), next)
				longer = append(longer, more)
				if joined {
					all = append(all, more)
				}
			}
		}
		if begun = longer; len(begun) == 0 || len(begun) > mostLists {
			break
		}
	}
	return all
}

const mostLists = 64

// pointing are the words that may stand before a name when typed and say no more than which
// one is meant. "Her" is none of them: "give her coin" may be to give it to her.
const pointing = "the a an some my your our this that these those"

// sought are the things that the words from at on can name in a slot, one or "this or that".
func (m *matching) sought(s step, at int) []sense {
	key := sought{s.field, at, s.question, s.whose}
	found, known := m.senses[key]
	if known {
		return m.ended(found)
	}
	end := m.end
	m.end = len(m.words)
	if s.whose {
		found = m.owners(at)
	} else {
		found = m.named(s.field, at, s.question)
		found = append(found, m.either(s.field, found, s.question)...)
		if s.field == topicField && !s.question && len(found) == 0 {
			found = m.phrased(at)
		}
	}
	m.end = end
	m.senses[key] = found
	return m.ended(found)
}

// ended are the senses of words that do not reach beyond the part of the line that is read.
func (m *matching) ended(all []sense) []sense {
	if !slices.ContainsFunc(all, func(s sense) bool { return s.to > m.end }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(s sense) bool { return s.to > m.end })
}

// either are those of "this or that", which are asked back.
func (m *matching) either(f field, first []sense, question bool) []sense {
	var all []sense
	for _, one := range first {
		for range mostTold {
			if one.to+1 >= len(m.words) || m.words[one.to] != "or" {
				break
			}
			at := one.to + 1
			at += leading(m.words[at:], [][]string{{"to"}, {"about"}, {"at"}, {"with"}})
			next := m.named(f, at, question)
			if len(next) == 0 {
				break
			}
			other := next[len(next)-1]
			one = sense{field: f, how: partly, from: one.from, to: other.to, entries: append(slices.Clone(one.entries), other.entries...)}
			all = append(all, one)
		}
	}
	return all
}

// owners are those who are named as the owners of something: "Ines's", "Ines'", "her".
func (m *matching) owners(at int) []sense {
	var all []sense
	for to := at + 1; to <= min(len(m.words), at+m.reader.index[toField].longest+1); to++ {
		name, owns := strings.CutSuffix(m.span(at, to), "s")
		for _, text := range []string{name, m.span(at, to)} {
			words := strings.Fields(text)
			s := sense{field: toField, from: at, to: to, how: implied}
			m.collect(&s, m.reader.index[toField].find(words[min(len(words), count(words, articles)):]), otherwise, false)
			if len(s.entries) > 0 && (owns || text == m.span(at, to)) {
				all = append(all, s)
				break
			}
		}
	}
	if len(all) == 0 {
		all = m.ownersByNature(at)
	}
	if s := m.possessive(at); at < len(m.words) && len(s.entries) > 0 {
		all = append(all, s)
	}
	return all
}

// named are the things of a field that the words from at on can name, by how many words.
func (m *matching) named(f field, at int, question bool) []sense {
	x := m.reader.index[f]
	var all []sense
	if at >= m.end || len(x.entries) == 0 || m.tired(min(x.longest, m.end-at)) {
		return nil
	}
	skip := count(m.words[at:m.end], pointing)
	starts := []int{0, count(m.words[at:at+1], articles), skip}
	for to := at + 1; to <= min(m.end, at+skip+x.longest+2); to++ {
		if s := m.senseOf(f, at, to, starts, question); len(s.entries) > 0 {
			all = append(all, s)
		}
	}
	all = append(all, m.modified(f, at, skip, all)...)
	if !question {
		called := slices.ContainsFunc(all, func(s sense) bool { return s.how <= otherwise })
		for _, s := range m.whoIs(f, at, called) {
			if !slices.ContainsFunc(all, func(direct sense) bool { return direct.to == s.to }) {
				all = append(all, s)
			}
		}
		if f == placeField {
			all = append(all, m.whereIs(at)...)
			if here := m.hereabouts(at); len(here.entries) > 0 {
				all = append(all, here)
			}
		}
		for _, s := range []sense{m.pronoun(f, at), m.referred(f, at), m.anyOf(f, at)} {
			if len(s.entries) > 0 {
				all = append(all, s)
			}
		}
	}
	return all
}

// senseOf is what exactly the words from at to to name.
func (m *matching) senseOf(f field, at, to int, starts []int, question bool) sense {
	x := m.reader.index[f]
	s := sense{field: f, from: at, to: to, how: implied}
	for i, skip := range starts {
		if i > 0 && skip == starts[i-1] || at+skip >= to {
			continue
		}
		least := exactly
		if i == 2 {
			least = otherwise
		}
		m.collect(&s, x.aliases[m.span(at+skip, to)], least, question)
	}
	if words := m.words[min(to, at+starts[2]):to]; len(s.entries) == 0 && len(words) > 0 {
		m.collect(&s, x.loosely(words), loosely, question)
		if len(s.entries) == 0 {
			m.collect(&s, x.twice(words), loosely, question)
		}
		if len(s.entries) == 0 {
			m.collect(&s, x.ofQuestion(words), loosely, question)
		}
		if len(s.entries) == 0 {
			m.collect(&s, x.compounded(words), loosely, question)
		}
		if other := x.inNumber(words); len(s.entries) == 0 && f != toField && other != nil {
			m.collect(&s, x.find(other), loosely, question)
			if f == placeField && len(words) == 1 { // "the mules" are not the Mule Yard where one is
				s.entries = slices.DeleteFunc(s.entries, func(i int) bool { return slices.Contains(x.here, i) })
			}
		}
		if len(s.entries) == 0 && f == itemField {
			m.collect(&s, x.suffixed(words), loosely, question)
		}
		if last := len(words) - 1; len(s.entries) == 0 && last > 0 && (f == toField || f == topicField) && isPersonal(words[last]) {
			m.collect(&s, x.kindly(words[:last], words[last]), loosely, question)
		}
		if last := len(words) - 1; len(s.entries) == 0 && last > 0 && f != toField && (f != placeField && english.OneOf(words[last], general) || f == placeField && english.OneOf(words[last], anyPlace)) {
			m.collect(&s, x.owned(words[:last]), loosely, question)
		}
	}
	if f == placeField && s.how >= partly && s.how < guessed && english.OneOf(m.words[at], "my your our his her their") {
		s.how = guessed // "my cabin" may be another than Cabin Four
	}
	if words := m.words[min(to, at+starts[2]):to]; f == placeField && len(words) == 1 && s.how > exactly && english.OneOf(words[0], hereabouts) {
		if len(s.entries) == 0 {
			s.how = partly
		}
		for _, here := range x.here { // "the room" is the one where one is, or another that is called so
			if !slices.Contains(s.entries, here) {
				s.entries = append(slices.Clone(s.entries), here)
			}
		}
	}
	return s
}

// General nouns may follow the name of a thing or a matter: "the lock business", "Matty's
// trail". Hereabouts are what a place may be called where one is.
const (
	general    = "thread thing one business matter affair question story mystery case issue subject topic trail paper papers document stuff tale riddle puzzle fate disappearance secret situation incident problem lead"
	hereabouts = "here place room area scene surroundings vicinity location premises"
)

func (m *matching) isHere(s sense) bool {
	return slices.ContainsFunc(s.entries, func(i int) bool { return slices.Contains(m.reader.index[placeField].here, i) })
}

// isHereAlone reports whether words that may be said of several places, "the room", mean where one
// is: nothing else can be looked at or searched.
func (m *matching) isHereAlone(s sense, a action.Action) bool {
	return s.field == placeField && m.isHere(s) && s.to == s.from+1+count(m.words[s.from:s.to], pointing) && english.OneOf(m.words[s.to-1], hereabouts) && slices.ContainsFunc(m.reader.index[placeField].here, func(i int) bool { return m.reader.index[placeField].entries[i].ref == a.Place })
}

// collect keeps the entries that some words name best.
func (m *matching) collect(s *sense, found []alias, least int, question bool) {
	for _, a := range found {
		how := max(a.how, least)
		switch {
		case question && !m.reader.index[s.field].entries[a.entry].question, how > s.how:
			continue
		case how < s.how:
			s.entries, s.how = nil, how
		}
		if !slices.Contains(s.entries, a.entry) {
			s.entries = append(s.entries, a.entry)
		}
	}
}

func isPronoun(word string) bool { return english.OneOf(word, "her him them it she he they") }

// pronoun is what a pronoun can stand for. Words that also determine ("her") are tried as
// that by the steps that follow.
func (m *matching) pronoun(f field, at int) sense {
	s := sense{field: f, how: partly, from: at, to: at + 1}
	word := m.words[at]
	if !isPronoun(word) {
		return s
	}
	said := func(object, subject string) {
		for i, e := range m.reader.index[f].entries {
			if (object == e.pronouns.Object || subject == e.pronouns.Subject) && e.ref != action.Player {
				s.entries = append(s.entries, i)
			}
		}
	}
	said(word, word)
	if len(s.entries) == 0 && f == toField && english.OneOf(word, "him her he she") {
		said("them", "they") // of whom nobody said yet which they are
	}
	if word == "it" && len(m.reader.recent) > 0 {
		s.entries = m.reader.it(f, s.entries)
	}
	s.entries = m.reader.latest(f, s.entries)
	return s
}

// possessive is whom "her" or "his" can stand for as an owner.
func (m *matching) possessive(at int) sense {
	s := sense{field: toField, how: partly, from: at, to: at + 1}
	if at >= len(m.words) {
		return s
	}
	for i, e := range m.reader.index[toField].entries {
		if m.words[at] == e.pronouns.Possessive && e.ref.Kind == action.Person && e.ref != action.Player {
			s.entries = append(s.entries, i)
		}
	}
	return s
}

// anyOf is "somebody", "somewhere else": any of a field, which is asked back.
func (m *matching) anyOf(f field, at int) sense {
	s := sense{field: f, how: partly, from: at, to: at + 1}
	if n := leading(m.words[at:m.end], oneOfYou); n > 0 && f == toField && len(m.reader.index[f].entries) > 1 {
		s.to = at + n
	} else if !english.OneOf(m.words[at], indefinite[f]) && !(f == toField && m.words[at] == "them" && len(m.reader.index[f].entries) > 1) {
		return s
	}
	if s.to < m.end && english.OneOf(m.words[s.to], "else both all") {
		s.to++
	}
	for i, e := range m.reader.index[f].entries {
		if e.ref != action.Player {
			s.entries = append(s.entries, i)
		}
	}
	return s
}

// oneOfYou is anybody of those who are here.
var oneOfYou = bound("(one/either/any/some) of (you/them/you two/these two/the two/you people/these people/those here)|any of you here|(both/these/those) (men/women/people/gentlemen/ladies)|the two (men/women/people/gentlemen/ladies)|the (staff/others)|both of (them/you)|(everyone/everybody) here|you all|all of (you/them)")

var indefinite = [fields]string{
	toField: "somebody someone anybody anyone everybody everyone", itemField: "something anything", placeField: "somewhere anywhere elsewhere outside inside upstairs downstairs", topicField: "something anything", threadField: "something anything",
}
