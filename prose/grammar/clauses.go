package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// People who write whole sentences say more than what they do: why they do it, what the weather
// is, how they feel, what somebody is like. A line is cut into clauses; those that say nothing of
// a deed are idle, and what is left without them is read as a line of its own. A clause is not
// idle where it may be a second deed, sets a condition, takes back what was said, or holds what
// is no word of any text.

// A clause is some words of a line.
type clause struct {
	from, to int
	stop     bool // it ends in more than a comma
	said     bool // it stands in quotation marks
	joined   bool // a word joins it to what stands before: "because", "but", "and"
}

const (
	mostClauses = 8
	mostKept    = 16 // ways to leave clauses out
)

// clauses cuts a line at its signs, and before the words that begin a reason or the like.
func (l *line) clauses() []clause {
	said := l.quoted()
	isSaid := func(i int) bool { return said != nil && said[i] }
	var all []clause
	from := 0
	for i := 1; i <= len(l.words); i++ {
		joined := i < len(l.words) && (leading(l.words[i:], joiners) > 0 || l.resumes(from, i)) && !(i > from+1 && l.words[i] == "as" && l.words[i-2] == "as") && !(l.words[i] == "to" && english.OneOf(l.words[i-1], "is are was were whats s what how where"))
		if !l.parted(i) && !joined {
			continue
		}
		stop := i == len(l.words) || !joined && strings.ContainsAny(l.text[l.ends[i-1]:max(l.ends[i-1], l.begins[i])], ".;:!?—–\"“”()")
		all = append(all, clause{from: from, to: i, stop: stop, said: isSaid(from), joined: leading(l.words[from:], joiners) > 0})
		from = i
	}
	return all
}

// resumes reports whether, behind a clause that began with "since" or the like, somebody goes on
// to say what they do: "since the rain has stopped I go to the quay".
func (l *line) resumes(from, at int) bool {
	if at > from+2 && l.words[at] == "i" && l.words[at-1] == "that" && slices.Contains(l.words[from:at], "so") {
		return true // "he looks so tired that I only ask about Wren"
	}
	return at > from+2 && l.words[at] == "i" && at+1 < len(l.words) && l.isSubordinate(from) && !english.OneOf(l.words[at-1], "that what how if whether who which and but as while because when where") &&
		!slices.ContainsFunc(l.begun(from+1, at), func(w string) bool { return !english.OneOf(w, stative) })
}

// begun are the words behind each "I" of some.
func (l *line) begun(from, to int) (all []string) {
	for i := from; i < to; i++ {
		if l.words[i] == "i" && i+1 < len(l.words) {
			all = append(all, l.words[i+1])
		}
	}
	return all
}

// isSubordinate reports whether the words from the last sign on begin with "since" or the like.
func (l *line) isSubordinate(from int) bool {
	for from > 0 && !l.parted(from) {
		from--
	}
	return leading(l.words[from:], subordinate) > 0
}

var subordinate = bound("to (find out/learn/see/know)|in order to|since|because|as|before|after|when|while|now (that)?|although|though|seeing (that/as)|given that|in case")

// joiners begin what is beside the deed though no comma stands before it.
var joiners = bound("lets|let us|and (warm/rest/dry/stretch/relax/enjoy/watch/listen/breathe/doze/daydream/catch)|for a (cup/drink/pint/bite/rest/smoke/breath/walk/chat/mug/glass)|and (see/watch/hear/listen/look) (if/whether/what/how/who/where/why)|to (be/make sure/clear/stretch/keep/pass/think/avoid/feel/get some/get warm/get dry/warm/calm/cheer/please/satisfy/refresh/decide/understand/know/gain/save/settle/while away/catch my/rest my/ease/escape/set my/put my/stay/hide/dry/cool/prove/look busy/seem/appear/kill time)|for (anything/whatever/something/what)|so that|so as to|so (i/he/she/they/it/we/nobody/no one/noone)|in order (to/that)|(just)? in case|because|lest|for fear|(to/and) (see/find out/learn/check) (if/whether/what/how/who/where/why)|before (it/the/he/she/they/we/i/anyone/anybody/somebody/someone/anything/night/dark/dawn)|while (the/it/he/she/they/we/i/there/nobody/no one/everyone/everybody/i have/my)|if (nobody/no one/noone/i may/you/he will/she will/he does/she does/it pleases/thats/that is/its/it is)|since (i/he/she/they/it/we/the/there/nobody)|seeing (that/as)|now that|given that|but|(and/but) (so)? (i/he/she/they/it/we) (will/wont/shall/would/do/dont/cant/cannot/am/are/is/must/want/need/hope/think)|until|till|although|though|even (if/though)|as (i/he/she/they/it/we/there) (am/is/are/was/were/have/has/had/think/know/want/need/would/must/seems/seem/may/might/can/could)|and so i|so then i|as (if/though)")

// aside reads a line by what is left of it without its idle clauses: by the forms that leave no
// word over, or else by those that do.
func (r *Reader) aside(l *line) Reading {
	all := l.clauses()
	if len(all) > mostClauses || !plainText(l) {
		return Reading{}
	}
	if len(all) > 1 {
		for _, made := range []*line{r.mused(l, all), r.forHelp(l, all), r.demanded(l, all), r.greeted(l, all)} {
			if made == nil {
				continue
			}
			m := r.matching(made, new(int))
			if meant := m.read(); len(meant) > 0 {
				return r.decide(m, meant)
			}
		}
	}
	var maybe Reading
	ways := r.withoutIdle(l, all)
	for _, free := range []bool{false, true} {
		for _, one := range ways {
			if free && slices.Contains(l.words, "then") && !slices.Contains(one.words, "then") {
				continue
			}
			steps := 0
			for _, v := range r.variants(one) {
				m := r.matching(v, &steps)
				m.free = free
				meant := m.read()
				if len(meant) == 0 || slices.ContainsFunc(meant, func(m meaning) bool { return m.parse.pattern == nil }) {
					continue
				}
				one := r.decide(m, meant)
				one = r.orAbout(l, one)
				if one.Found {
					return one
				}
				if len(maybe.Among) == 0 && maybe.Refusal == "" {
					maybe = one
				}
				break
			}
		}
	}
	return maybe
}

// orAbout asks back where what a deed is about may be among the words that were left out: "I wait in
// case something happens about the napkin".
func (r *Reader) orAbout(l *line, one Reading) Reading {
	a := one.Action
	if !one.Found || !a.Topic.None() || a.Kind == action.Go || !r.namesTopic(l) {
		return one
	}
	all := []action.Action{a}
	m := r.matching(l, new(int)).within()
	for i := range l.words {
		for _, of := range m.topicAt(i).entries {
			about := a
			about.Topic = r.index[topicField].entries[of].ref
			if slices.ContainsFunc(r.possible, about.Equal) && !slices.ContainsFunc(all, about.Equal) {
				all = append(all, about)
			}
		}
	}
	if len(all) > 1 || a.Kind == action.Press {
		return Reading{Among: all}
	}
	return one
}

// namesTopic reports whether a line names something that can be spoken of.
func (r *Reader) namesTopic(l *line) bool {
	m := r.matching(l, new(int)).within()
	for i := range l.words {
		if s := m.topicAt(i); len(s.entries) > 0 && r.nameAt(toField, l, i) == 0 {
			return true
		}
	}
	return false
}

// withoutIdle are the ways to leave idle clauses out of a line, those that keep the most first.
func (r *Reader) withoutIdle(l *line, all []clause) []*line {
	ways := []*line{l}
	idle := make([]bool, len(all))
	for i := range all {
		idle[i] = r.isIdle(l, all, i) || l.quoted() != nil && !all[i].said && r.isStage(l, all[i])
	}
	for i := 1; i < len(all)-1; i++ { // what stands in the middle of a deed: "ask Wren, since she is here, about the oil"
		if !idle[i] || all[i].said {
			continue
		}
		one := l.with(all[i].from, all[i].to, nil)
		if hushed(l.words[all[i].from:all[i].to]) {
			one = one.with(0, 0, []string{"quietly"})
		}
		ways = append(ways, one)
	}
	tried := 0
	for size := len(all) - 1; size > 0; size-- {
		for from := 0; from+size <= len(all); from++ {
			if !onlyIdle(idle, from, from+size) || !ofOneVoice(all, from, from+size) || !all[from].said && leading(l.words[all[from].from:], reasons) > 0 || all[from].said && !r.staged(l, all, idle, from, from+size) {
				continue
			}
			if tried++; tried > mostKept {
				return ways
			}
			ways = append(ways, r.kept(l, all, from, from+size)...)
		}
	}
	if bare := r.bare(l, all, idle); bare != nil {
		ways = append(ways, bare)
	}
	return ways
}

// bare is a line without its idle clauses, wherever they stand, nil where it has none, or where
// one of them says who is spoken to.
func (r *Reader) bare(l *line, all []clause, idle []bool) *line {
	made, left := l, 0
	for i := len(all) - 1; i >= 0; i-- {
		c := all[i]
		switch {
		case c.said != all[0].said, idle[i] && r.nameAt(toField, l, c.from) > 0:
			return nil
		case idle[i]:
			made = made.with(c.from, c.to, nil)
		default:
			left++
		}
	}
	if left == 0 || left == len(all) {
		return nil
	}
	if r.isHushed(l, all, 0, 0) && !hushed(made.words) {
		made = made.with(0, 0, []string{"quietly"})
	}
	return made
}

// onlyIdle reports whether all clauses but those from one to another are idle.
func onlyIdle(idle []bool, from, to int) bool {
	return !slices.Contains(idle[:from], false) && !slices.Contains(idle[to:], false)
}

// ofOneVoice reports whether the clauses from one to another are all said, or all told.
func ofOneVoice(all []clause, from, to int) bool {
	return !slices.ContainsFunc(all[from:to], func(c clause) bool { return c.said != all[from].said })
}

// staged reports whether what is told around what is said is how it is said, or no deed.
func (r *Reader) staged(l *line, all []clause, idle []bool, from, to int) bool {
	for i, c := range all {
		if (i < from || i >= to) && !c.said && !idle[i] && !r.isStage(l, c) {
			return false
		}
	}
	return true
}

// isStage reports whether a clause tells how somebody speaks, or what they do meanwhile with
// their body, a cup or a chair.
func (r *Reader) isStage(l *line, c clause) bool {
	at := c.from + leading(l.words[c.from:c.to], split("and then i|then i|and i|as i|i|and|then|while i|with a|with my"))
	told := at > c.from
	at += leading(l.words[at:c.to], anywhere)
	if at >= c.to || !told && leading(l.words[at:c.to], speaking) > 0 || slices.ContainsFunc(l.words[at:c.to], func(w string) bool { return english.OneOf(w, denying+" about") && w != "without" }) {
		return false
	}
	if base := l.words[at]; !english.OneOf(base, directions) && !english.OneOf(patterns().bases[base], directions) {
		return false
	}
	if r.isAuthors(l.words[at:c.to]) {
		return false // an author has it for a deed
	}
	for i := at; i < c.to; i++ {
		if i > at && !c.said && english.IsCapital(l.typed(i, i+1)) && l.words[i] != "i" && r.anyNameAt(l, i) == 0 {
			return false // it is said to somebody who is not here
		}
		if r.nameAt(itemField, l, i) > 0 && !isPronoun(l.words[i]) || r.nameAt(topicField, l, i) > r.nameAt(toField, l, i) && !isPronoun(l.words[i]) {
			return false
		}
	}
	return true
}

// Directions are verbs of speaking, of the body, and of what lies at hand at a table.
const directions = "say tell ask whisper shout reply answer call murmur mutter exclaim inquire enquire greet wonder begin add continue demand cry plead beg insist urge hiss growl snap sigh breathe mumble " +
	"lean look turn smile nod draw step sit stand set put lay raise lower lift fold cross rub wipe shake tilt bow pause hesitate take clear clench bang slam thump tap point grin frown scowl laugh cough kneel crouch move glance stare gaze face meet touch reach walk come go approach pull rise settle shrug wink gesture beckon wave stretch narrow spread cock gulp swallow scratch stroke drum push"

// mused is what somebody says to themselves: to think of what they name.
func (r *Reader) mused(l *line, all []clause) *line {
	if l.quoted() == nil {
		return nil
	}
	musing := false
	var of sense
	for _, c := range all {
		words := l.words[c.from:c.to]
		if !c.said {
			musing = musing || slices.Contains(words, "myself") || len(words) <= 3 && slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, "wonder think muse reflect ponder") })
			continue
		}
		for at := c.from; at < c.to; at++ {
			if s := r.sense(topicField, l, at); len(s.entries) == 1 && s.to <= c.to && !isPronoun(l.words[at]) {
				if len(of.entries) > 0 && of.entries[0] != s.entries[0] {
					return nil
				}
				of = s
				at = s.to - 1
			}
		}
	}
	if !musing || len(of.entries) == 0 {
		return nil
	}
	return newLine("think about " + strings.Join(l.words[of.from:of.to], " "))
}

// forHelp is a line that asks for help in one clause and says in another what somebody must find
// out: "Help me, Peder. I must learn what became of Matty."
func (r *Reader) forHelp(l *line, all []clause) *line {
	helps := slices.IndexFunc(all, func(c clause) bool {
		return slices.ContainsFunc(l.words[c.from:c.to], func(w string) bool { return english.OneOf(w, "help assist aid assistance") })
	})
	last := all[len(all)-1]
	n := leading(l.words[last.from:last.to], learning)
	if helps < 0 || helps == len(all)-1 || n == 0 {
		return nil
	}
	for i, c := range all[:len(all)-1] {
		if s := r.sense(toField, l, c.from); i != helps && (s.to != c.to || len(s.entries) == 0) {
			return nil // a further clause that is nobody's name
		}
	}
	var whom sense
	for at := range last.from {
		if s := r.sense(toField, l, at); len(s.entries) > 0 {
			whom = s
		}
	}
	first := skipped(l.words, all[helps].from)
	if len(whom.entries) == 0 || whom.from > first+1 && whom.from < first || !english.OneOf(l.words[first], "help assist aid need lend give ask beg") && r.nameAt(toField, l, first) == 0 {
		return nil
	}
	return newLine(strings.Join(slices.Concat(l.words[whom.from:whom.to], []string{"help", "me", "find", "out"}, l.words[last.from+n:last.to]), " "))
}

// demanded is a line of several sentences that wants the truth of somebody in one, and names in
// them one thing that it is about.
func (r *Reader) demanded(l *line, all []clause) *line {
	wants, named := false, []sense(nil)
	var whom sense
	for i, c := range all {
		words := l.words[c.from:c.to]
		wants = wants || slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, "truth lies lying liar") }) || leading(words, demands) > 0
		for at := c.from; at < c.to; {
			s, of := r.sense(toField, l, at), r.sense(topicField, l, at)
			switch {
			case len(of.entries) == 1 && (len(s.entries) == 0 || of.to > s.to) && of.to <= c.to:
				if len(named) == 0 || named[0].entries[0] != of.entries[0] {
					named = append(named, of)
				}
				at = of.to
			case len(s.entries) == 1 && s.to <= c.to && (s.to == c.to || i > 0 && at == c.from):
				whom, at = s, s.to
			case r.anyNameAt(l, at) > 0 || c.said != all[0].said:
				return nil
			default:
				at++
			}
		}
	}
	if !wants || len(named) != 1 || len(whom.entries) == 0 || slices.ContainsFunc(l.words, func(w string) bool { return english.OneOf(w, "if unless tell say") }) {
		return nil
	}
	return newLine("press " + strings.Join(l.words[whom.from:whom.to], " ") + " for the truth about " + strings.Join(l.words[named[0].from:named[0].to], " "))
}

// greeted is a line that greets somebody and goes on to say what is no deed: to talk with them.
func (r *Reader) greeted(l *line, all []clause) *line {
	n := leading(l.words, hailings)
	if n == 0 {
		return nil
	}
	at := n
	for at < len(l.words) && english.OneOf(l.words[at], "to you my dear there") {
		at++
	}
	s := r.sense(toField, l, at)
	if len(s.entries) != 1 || !l.parted(s.to) {
		return nil
	}
	for _, c := range all {
		if c.to <= s.to {
			continue
		}
		from := max(c.from, s.to)
		first := skipped(l.words[:c.to], from)
		if c.to-from > longestTail || first < c.to && r.isDoing(l.words[first]) || r.concerns(l, from, c.to) || english.OneOf(l.words[min(from, c.to-1)], "if") || slices.ContainsFunc(l.words[from:c.to], func(w string) bool { return english.OneOf(w, "help tell ask give show explain lend take let know") }) {
			return nil
		}
	}
	return newLine("talk to " + l.typed(s.from, s.to))
}

var hailings = bound("peace be (on/upon/with) you|god (be with/keep/bless) you|(a/a very)? good (morrow/morning/day/afternoon/evening/night)|(morning/evening/afternoon)|hello (there)?|hi (there)?|hey|greetings|well met|how do you do")

var demands = bound("i (dont/do not) believe (you/that/it/a word)|answer me|(admit/confess) it|confess|own up|come clean|i (must)? insist|out with it|no more (lies/games/secrets/evasions)|i want (answers/an answer)|speak the truth|be honest|stop lying")

var learning = bound("to (learn/find out/discover/know/understand/see)|(i/we) (must/need to/want to/have to/would like to/should like to/mean to/intend to/am trying to/ought to) (know/learn/find out/discover/understand) (about)?")

// kept are the ways to read some clauses alone: with what the others name in place of a pronoun,
// with whom they speak to before it, and as they stand.
func (r *Reader) kept(l *line, all []clause, from, to int) []*line {
	begin, end := all[from].from, all[to-1].to
	made := l.with(end, len(l.words), nil).with(0, begin, nil)
	made.text = l.text[:l.ends[end-1]]
	if n := leading(made.words, split("but|and so|so then|so|and|then")); n > 0 && n < len(made.words) {
		made = made.with(0, n, nil)
	}
	made.speech = l.speech || all[from].said && slices.ContainsFunc(all, func(c clause) bool { return !c.said }) && !english.OneOf(made.words[0], "i we let lets to")
	whom, spoken := r.namedIn(toField, l, all, from, to)
	var ways []*line
	if len(whom) > 0 {
		for i, w := range made.words {
			if (isPronoun(w) && w != "it" || english.OneOf(w, "his their")) && r.isOf(w, r.sense(toField, newLine(strings.Join(whom, " ")), 0)) {
				name := whom
				if english.OneOf(w, "his their") || w == "her" && i+1 < len(made.words) && !isPreposition(made.words[i+1]) && !english.IsQuestionWord(made.words[i+1]) && !english.OneOf(made.words[i+1], "a an the to if that") && r.anyNameAt(made, i+1) > 0 && i > 0 && !english.IsVerb(made.words[i-1]) {
					continue
				}
				ways = append(ways, made.with(i, i+1, name))
				break
			}
		}
		if said := made.speech || all[from].said; (spoken || said) && !r.concernsPerson(made) {
			ways = append(ways, made.with(0, 0, whom))
			spoken = true
		}
	}
	if r.isHushed(l, all, from, to) {
		for i, one := range ways {
			ways[i] = one.with(0, 0, []string{"quietly"})
		}
		made = made.with(0, 0, []string{"quietly"})
	}
	if first := skipped(made.words, 0); spoken && (first == len(made.words) || first == 0 || !english.OneOf(made.words[0], "i we let lets may might can could")) {
		return ways // what is said to somebody is for them to do
	}
	if of, _ := r.namedIn(topicField, l, all, from, to); len(of) > 0 {
		for _, one := range append(slices.Clone(ways), made) {
			i := slices.IndexFunc(one.words, func(w string) bool { return english.OneOf(w, "it that this them") })
			if i > 0 {
				ways = append(ways, one.with(i, i+1, of))
			}
			if r.nameAt(toField, one, 0) < len(one.words) {
				ways = append(ways, one.with(len(one.words), len(one.words), slices.Concat([]string{"about"}, of)))
			}
		}
	}
	return append(ways, made)
}

// isHushed reports whether a clause that is left out says that nobody is to hear.
func (r *Reader) isHushed(l *line, all []clause, from, to int) bool {
	for i, c := range all {
		words := l.words[c.from:c.to]
		if i >= from && i < to || c.said {
			continue
		}
		if hushed(words) || slices.ContainsFunc(words, func(w string) bool {
			return english.OneOf(w, "whisper whispering whispered murmur murmuring mutter muttering aside") || english.OneOf(w, hearing) && !r.isHeard(words)
		}) {
			return true
		}
	}
	return false
}

const hearing = "hear hears overhear overhears notice notices listen listens"

// isHeard reports whether words say that somebody is to hear, and not that nobody is.
func (r *Reader) isHeard(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, hearing) }) && !slices.ContainsFunc(words, func(w string) bool {
		return english.OneOf(w, "not nobody cant cannot doesnt dont wont couldnt never none nor without noone no")
	})
}

// concernsPerson reports whether a line names somebody it may be done towards.
func (r *Reader) concernsPerson(l *line) bool {
	for i := range l.words {
		if r.nameAt(toField, l, i) > 0 || isPronoun(l.words[i]) && l.words[i] != "it" && l.words[i] != "they" {
			return true
		}
	}
	return false
}

// namedIn is the one name that the clauses that are left out have of a field, and whether it is
// whom they speak to.
func (r *Reader) namedIn(f field, l *line, all []clause, from, to int) (name []string, spoken bool) {
	var only sense
	for i, c := range all {
		if i >= from && i < to {
			continue
		}
		for at := c.from; at < c.to; at++ {
			s := r.sense(f, l, at)
			if f == topicField && r.nameAt(toField, l, at) >= s.to-at {
				continue
			}
			if len(s.entries) != 1 || s.to > c.to || s.how > partly && f != toField && !(s.how == loosely && f == topicField && r.index[f].entries[s.entries[0]].isSomebody()) {
				continue
			}
			if len(only.entries) > 0 && only.entries[0] != s.entries[0] {
				return nil, false
			}
			only = s
			alone := skipped(l.words[:c.to], c.from)
			spoken = spoken || (at == alone || at == c.from) && (s.to == c.to || c.stop) && leading(l.words[s.to:c.to], being) == 0 || s.to == c.to && leading(l.words[c.from:], hailing) > 0
			at = s.to - 1
		}
	}
	if len(only.entries) == 0 {
		return nil, false
	}
	return l.words[only.from:only.to], spoken
}

var (
	being   = bound("is|was|has|had|will|would|knows|seems|looks|can|could|may|might|must|does|did|said|says|told|needs|wants")
	hailing = bound("good|hello|hi|hey|oh|ah|well|enough|listen|look|come|now|please|excuse|pardon|forgive|here|thank|thanks|my|dear|greetings|so|and")
)
