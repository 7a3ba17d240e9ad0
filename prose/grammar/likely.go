package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// What an author wrote is often taken up in other words: "doff my hat" for "Take your hat off
// until the timber has gone by". Both come down to what they speak of, and are compared by that:
// the deed, by any verb that people use for it, and the things, in whatever order. What a line
// says beyond the author's words counts against it, a deed of its own above all.

// A mark is one of the words that say what a text is about, by all that it may stand for.
type mark struct {
	keys []string // the word's stem, and what classes of verbs and nouns it is in
	verb bool     // it may be what is done
	deed bool     // it is what is done: the first, or behind "and"
	soft bool     // "off", "back": it counts where both have it, and says nothing else
	at   int      // the word
}

func (m mark) meets(other mark) bool {
	return slices.ContainsFunc(m.keys, func(k string) bool { return slices.Contains(other.keys, k) })
}

func (m mark) is(key string) bool { return slices.Contains(m.keys, key) }

// generic verbs say little of what is done: "ask" and "go" need something behind them.
func (m mark) generic() bool {
	generic := false
	for _, k := range m.keys {
		if strings.HasPrefix(k, "=") {
			if !english.OneOf(k, "=ask =say =go =take =look =give =show =put =help =wait") {
				return false
			}
			generic = true
		}
	}
	return generic
}

// likely finds the worded actions that a line takes up in other words: what is surely meant,
// or else what may be, for asking back.
func (r *Reader) likely(typed *line) (sure, maybe []action.Action) {
	if len(r.worded) == 0 {
		return nil, nil
	}
	var best likeness
	var rivals []action.Action // that say as much, and may be meant as well
	for _, l := range []*line{typed, r.mended(typed), applied(typed)} {
		if l == nil || best.sure {
			continue
		}
		if plain := r.plainly(l); plain != nil {
			l = plain
		}
		f := r.matching(l, new(int)).barest()
		if f.quietly || f.begin >= f.end {
			continue
		}
		for _, of := range r.worded {
			one := r.compare(l, f, of)
			switch {
			case !one.sure && !one.maybe:
			case one.better(best):
				if best.said == one.said && !best.sure {
					rivals = append(rivals, sure...)
				} else {
					rivals = nil
				}
				best, sure = one, []action.Action{of.action}
			case !best.better(one) && !slices.ContainsFunc(sure, of.action.Equal):
				sure = append(sure, of.action)
			case best.sure && !one.sure && one.said >= best.said && one.unsaid == 0:
				rivals = append(rivals, of.action)
			}
		}
	}
	if !best.sure || len(rivals) > 0 {
		return nil, slices.Concat(sure, rivals)
	}
	return sure, nil
}

// barest is a line without anything that is polite in it.
func (m *matching) barest() frame {
	all := m.frames()
	bare := all[0]
	for _, f := range all {
		if f.begin >= bare.begin && f.end <= bare.end && f.begin < f.end {
			bare = f
		}
	}
	return bare
}

// A likeness is how much of what a line says a label says too.
type likeness struct {
	sure, maybe  bool
	said, unsaid int // words that say something: those that the label has, and those that it has not

	head    bool // the deed is the author's
	strange bool // another deed is said
	next    bool // what follows the deed is what follows it there
	swapped bool // something is said in the place of what the author has
	unsure  bool // who says or does it, or how, may be another
}

func (one likeness) better(other likeness) bool {
	if one.sure != other.sure {
		return one.sure
	}
	if one.said != other.said {
		return one.said > other.said
	}
	return one.said > 0 && one.unsaid < other.unsaid
}

// compare holds the words of a frame of a line against a label.
func (r *Reader) compare(l *line, f frame, of *label) likeness {
	words := l.words[f.begin:f.end]
	if of.quoted || orders(words) && !orders(of.words) || !of.isTo(words) || !r.isWhose(of, words) || denied(words) && !denied(of.words) || isHushed(words) && !isHushed(of.words) {
		return likeness{}
	}
	said, towards, ok := r.without(l, f, of)
	if !ok || len(said) == 0 {
		return likeness{}
	}
	asked := asksSomething(words) || strings.HasSuffix(strings.TrimRight(l.text, `"”' `), "?") && !said[0].deed
	marks := of.about()
	met := make([]bool, len(marks))
	one := likeness{unsure: of.goesThere() && !r.goesAnywhere(l) || denied(of.doing()) && !denied(words) || of.isAnothers(words) || slices.Contains(words, "about") && turnsAt(of.words) == 0}
	one.count(of, met, said, asked)
	if asked {
		one.head = len(marks) > 0 && marks[0].is("=ask")
	}
	alone := len(said) == 1
	first := said[0]
	if of.goesFor(met) && r.namesPlace(l) {
		return likeness{}
	}
	switch {
	case one.strange, !of.answers(words, met):
	case !one.head:
		one.maybe = one.said > one.unsaid
	case alone && first.verb && !asked:
		one.sure = !first.generic() && !one.unsure && (towards || slices.ContainsFunc(words, isPronoun))
		one.maybe = !first.generic()
	case one.unsaid == 0:
		one.maybe = one.said > 0
		one.sure = one.maybe && !one.unsure && (one.said > 1 || !first.generic() || one.next)
	default:
		one.maybe = one.said > one.unsaid
		one.sure = one.said >= 3*one.unsaid && !one.swapped && !one.unsure
	}
	return one
}

// count counts what is said that a label has, and what it has not.
func (one *likeness) count(of *label, met []bool, said []mark, asked bool) {
	marks, was, swapped := of.about(), -1, []int{}
	stands := slices.ContainsFunc(of.words, func(w string) bool { return english.OneOf(w, "it them others") })
	for i, w := range said {
		deed := w.deed && !(i == 0 && (asked || len(said) == 1))
		if i == 0 && w.at == 0 && len(said) > 1 && len(marks) > 0 && marks[0].meets(w) {
			deed = !asked // whatever an author begins with is a verb
		}
		n := w.in(marks, met, deed)
		if n >= 0 && !deed && w.at == 0 && len(said) > 1 && marks[n].at < len(of.words) && strings.HasSuffix(of.words[marks[n].at], "ing") {
			one.strange = true // to splice is not to ask who is splicing
			continue
		}
		switch {
		case n >= 0:
			met[n], was = true, n
			own := marks[n].at < len(of.words)
			one.next = one.next || n > 0 && met[n-1] && marks[n-1].deed
			if i == 0 && (deed || len(said) == 1 && w.verb && marks[n].deed) {
				one.head = true
			}
			one.unsure = one.unsure || !own
			if w.soft && !one.head && i > 0 {
				one.head = true // "hat off"
			}
			if !(w.verb && w.generic() && (deed || len(said) == 1)) && !(i == 0 && n == 0 && deed) {
				one.said++
			}
		case w.isParticle():
			one.unsure = one.unsure || english.OneOf(w.keys[0], "down away apart") // to knock down is not to knock
		case w.soft:
		case deed:
			one.strange = true
		case english.OneOf(w.keys[0], counting):
			one.strange = true // the tenth is not the ninth
		case stands && !w.verb && i > 0 && said[0].verb && !said[0].generic():
			stands, one.unsure = false, true // "the boats" may be who is counted in "count them"
		default:
			one.unsaid++
			swapped = append(swapped, was+1)
		}
	}
	for _, n := range swapped {
		one.swapped = one.swapped || n > 0 && n < len(marks) && !met[n] && !marks[n].isParticle()
	}
}

// goesFor reports whether a label is to go somewhere and do something there, of which nothing is said:
// to go there is another deed.
func (l *label) goesFor(met []bool) bool {
	marks := l.about()
	and := slices.Index(l.words, "and")
	if len(marks) == 0 || !marks[0].is("=go") || and < 2 || and+1 >= len(l.words) || l.words[1] == "and" || !english.IsVerb(l.words[and+1]) {
		return false
	}
	for n, m := range marks {
		if m.at > and && met[n] {
			return false
		}
	}
	return true
}

// goesThere reports whether a label is to go somewhere, or look for somebody, and speak to them there.
func (l *label) goesThere() bool {
	and := slices.Index(l.words, "and")
	return and > 1 && and+1 < len(l.words) && english.OneOf(l.words[0], "go look") && english.OneOf(l.words[and+1], "ask tell press")
}

// goesAnywhere reports whether a line says that somebody goes where they do it, or names the place: who
// asks somebody as if they were here may mean another.
func (r *Reader) goesAnywhere(l *line) bool {
	for i := 1; i < len(l.words); i++ {
		if english.OneOf(l.words[i-1], "at in on to by inside") && r.nameAt(placeField, l, i) > 0 {
			return true
		}
	}
	return slices.ContainsFunc(marksOf(l.words), func(m mark) bool { return m.is("=go") || m.is("=find") || m.is("=follow") || m.is("=search") })
}

// namesPlace reports whether a line names a place that one can go to.
func (r *Reader) namesPlace(l *line) bool {
	for i := range l.words {
		if r.nameAt(placeField, l, i) > 0 {
			return true
		}
	}
	return false
}

const counting = "two three four five six seven eight nine ten second third fourth fifth sixth seventh eighth ninth tenth"

func (m mark) isParticle() bool { return m.soft && english.OneOf(m.keys[0], particles) }

// isAnothers reports whether words are of what somebody else than the player says or does, where
// a label has the player: "say that she bought it" is not to say that you did. Of what somebody
// is asked for, "my" may be another's too.
func (l *label) isAnothers(words []string) bool {
	has := func(list string) func(string) bool {
		return func(w string) bool { return english.OneOf(w, list) && !slices.Contains(l.words, w) }
	}
	if that := slices.Index(l.words, "that"); that > 0 && slices.ContainsFunc(words, has("she he they we it")) {
		return true
	}
	return l.verb >= 0 && english.OneOf(l.words[l.verb], "ask tell let make") && slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, "my your") && !slices.Contains(l.words, "your") })
}

// orders reports whether words tell somebody to do something: that tells them of nothing.
func orders(words []string) bool {
	if len(words) < 4 || !english.OneOf(words[0], "tell order command instruct") {
		return false
	}
	for i := 2; i+1 < min(len(words), mostCalled); i++ {
		if words[i] == "to" && english.IsVerb(words[i+1]) && !english.IsQuestionWord(words[i-1]) {
			return true
		}
	}
	return false
}

// isWhose reports whether whom words are said to by a pronoun may be whom a label is towards.
func (r *Reader) isWhose(l *label, words []string) bool {
	whom := l.action.Whom()
	i, known := r.index[toField].seen[whom]
	at := 1
	if len(words) > 2 && english.OneOf(words[1], "to with at") { // "talk to her"
		at = 2
	}
	if !known || len(words) <= at || !english.OneOf(words[at], "him her them") {
		return true
	}
	return r.index[toField].entries[i].pronouns.Object == words[at] || slices.Contains(l.words, words[at])
}

// in is which of a label's marks another is, -1 for none. Only a deed is a deed.
func (m mark) in(marks []mark, met []bool, deed bool) int {
	for n, of := range marks {
		if !met[n] && of.meets(m) && (!deed || of.deed) {
			return n
		}
	}
	return -1
}

// doing is what a label has done, without what it says of things by the way: "the last building,
// which has no windows".
func (l *label) doing() []string {
	for i, w := range l.words {
		if english.OneOf(w, "which who whose that with") {
			return l.words[:i]
		}
	}
	return l.words
}

// answers reports whether what words ask or speak about is what the label asks or speaks about,
// where both say so.
func (l *label) answers(words []string, met []bool) bool {
	from := turnsAt(l.words)
	if from == 0 || turnsAt(words) == 0 {
		return true
	}
	for n, m := range l.about() {
		if m.at >= from && met[n] {
			return true
		}
	}
	return false
}

// turnsAt is behind which word somebody says what they ask or speak about, 0 for none.
func turnsAt(words []string) int {
	return 1 + slices.IndexFunc(words, func(w string) bool { return english.OneOf(w, "about who what why how where when whether if which") })
}

// without are the marks of what a frame says, but for whom it is said to, and whether the label
// names them; ok is false where it names somebody that the label is not towards.
func (r *Reader) without(l *line, f frame, of *label) (said []mark, towards, ok bool) {
	var drop []int
	for i := f.begin; i < f.end; i++ {
		n := r.nameAt(toField, l, i)
		if n == 0 || slices.ContainsFunc(l.words[i:i+n], func(w string) bool { return isPersonal(w) && slices.Contains(of.words, w) }) {
			continue
		}
		pronoun, _ := r.pronounAt(l, i)
		for j := i; j < i+n; j++ {
			drop = append(drop, j-f.begin)
		}
		called := l.parted(i) && l.parted(i+n)
		if of.verb >= 0 && of.verb+1 < len(of.words) && english.OneOf(of.words[of.verb+1], "him her") && of.words[of.verb+1] != pronoun {
			return nil, false, false // "Ask him" is not said to her
		}
		if !called && !of.speaksOf(l.words[i:i+n]) && !slices.Contains(of.words, pronoun) && !r.isCalledSo(r.sense(toField, l, i), of.words) {
			return nil, false, false
		}
		towards = towards || !called
		i += n - 1
	}
	all := marksOf(l.words[f.begin:f.end])
	return slices.DeleteFunc(all, func(m mark) bool { return slices.Contains(drop, m.at) }), towards, true
}

// isCalledSo reports whether an author may call somebody so who is named otherwise: "the girl".
func (r *Reader) isCalledSo(who sense, words []string) bool {
	return len(who.entries) == 1 && slices.ContainsFunc(words, func(w string) bool {
		return isPersonal(w) && r.index[toField].entries[who.entries[0]].nature.fits(w) > doubtful
	})
}

// isAuthors reports whether what is done in some words is what an author has one do: the deed, and
// what it is done to.
func (r *Reader) isAuthors(words []string) bool {
	said := marksOf(words)
	if len(said) < 2 || !said[0].deed || said[0].generic() {
		return false
	}
	for _, of := range r.worded {
		marks := of.about()
		met := make([]bool, len(marks))
		if n := said[0].in(marks, met, true); n >= 0 && slices.ContainsFunc(said[1:], func(m mark) bool { return !m.soft && m.in(marks, met, false) >= 0 }) {
			return true
		}
	}
	return false
}

// speaksOf reports whether a label has any of some words.
func (l *label) speaksOf(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return !english.OneOf(w, omissible) && slices.Contains(l.words, w) })
}

// asksSomething reports whether words are a question.
func asksSomething(words []string) bool {
	return len(words) > 0 && (english.IsQuestionWord(words[0]) || english.OneOf(words[0], "is are was were does do did has have"))
}

// isHushed reports whether something in some words is done so that others do not notice.
func isHushed(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, "quietly softly secretly discreetly privately whisper") })
}

// denied reports whether something in some words is denied.
func denied(words []string) bool {
	for i := 0; i < len(words); i++ {
		if key, used := deedAt(words, i); key != "" {
			i = used[len(used)-1]
		} else if english.OneOf(words[i], "not dont never no nothing without cannot cant wont neither nor nobody unless instead") {
			return true
		}
	}
	return false
}

// marks are what a label speaks of, and what its author calls the choice: that is another way to
// say it in two words.
func (l *label) marks() []mark {
	_, name, _ := strings.Cut(l.action.Choice, "/")
	all, called := marksOf(l.words), marksOf(wordsIn(strings.NewReplacer("_", " ", "-", " ").Replace(name)))
	if len(all) > 0 && all[0].at == 0 {
		all[0].verb, all[0].deed = true, true
	}
	for _, m := range called {
		if !slices.ContainsFunc(all, func(of mark) bool { return of.meets(m) && (of.deed || !m.deed) }) {
			m.at += len(l.words)
			all = append(all, m)
		}
	}
	return all
}

// Words that say nothing of what a deed is.
const (
	empty = "a an the some any this that these those i me my mine myself you your yours yourself he him his she her hers it its they them their theirs we us our one ones s t " +
		"am is are was were be been being do does did done has have had having will would shall should can could may might must ought " +
		"of to in on at by from with for about into onto upon over under through across along around among between beside behind near toward towards as than like until till while when where who whom whose what which why how if whether because since so and or but then there here " +
		"please just really very quite too also again now once first next still only even ever always maybe perhaps well ok okay yes sir madam " +
		"everything everyone everybody something someone somebody anything anyone thing things all both each every other another more most bit little lot way time moment while own " +
		"let lets want wish ll ve re"
	particles = "outside inside off up out down away back aside along together forward ahead apart home"
)

// marksOf are the marks of some words.
func marksOf(words []string) []mark {
	var all []mark
	taken := map[int]bool{}
	for i, w := range words {
		if taken[i] || w == "help" && i+1 < len(words) && english.IsVerb(words[i+1]) {
			continue
		}
		if key, used := deedAt(words, i); key != "" {
			for _, at := range used {
				taken[at] = true
			}
			all = append(all, mark{keys: []string{key}, verb: true, deed: isDeedAt(words, i), at: i})
			continue
		}
		switch {
		case english.OneOf(w, particles):
			all = append(all, mark{keys: []string{w}, soft: true, at: i})
		case english.OneOf(w, empty):
		default:
			m := mark{keys: wordKeys(w), at: i, soft: isModifier(w) || english.IsAdverb(w)}
			m.verb = i == 0 && english.IsVerb(w) || slices.ContainsFunc(m.keys, func(k string) bool { return strings.HasPrefix(k, "=") })
			m.deed = m.verb && isDeedAt(words, i)
			all = append(all, m)
		}
	}
	return all
}

// isDeedAt reports whether a verb at a place is something that is done.
func isDeedAt(words []string, at int) bool {
	return at == 0 || at == 1 && english.IsAdverb(words[0]) || english.OneOf(words[at-1], "and then help")
}

// wordKeys are what a word may stand for: its stem, the classes of nouns and those of verbs.
func wordKeys(w string) []string {
	keys := []string{stem(w)}
	for i, class := range nouns() {
		if slices.ContainsFunc(class, func(of string) bool { return of == w || of+"s" == w }) {
			keys = append(keys, "#"+class[0], nouns()[i][0])
		}
	}
	for _, base := range basesOf(w) {
		keys = append(append(keys, deeds().one[base]...), stem(base))
	}
	return keys
}

// basesOf are the verbs that a word may be a form of.
func basesOf(w string) []string {
	all := english.Bases(w)
	if base := english.PastBase(w); base != "" {
		all = append(all, base)
	}
	return all
}

// deedAt is the class of a verb of several words at a place, and where these are; "" for none.
func deedAt(words []string, at int) (key string, used []int) {
	for _, base := range basesOf(words[at]) {
		for _, p := range deeds().several[base] {
			used = append(used[:0], at)
			next := at + 1
			for n, w := range p.words[1:] {
				j := next
				if n == len(p.words)-2 && english.OneOf(w, particles) { // "take your hat off"
					for j < len(words) && j < next+4 && words[j] != w {
						j++
					}
				}
				if j >= len(words) || words[j] != w {
					used = nil
					break
				}
				used, next = append(used, j), j+1
			}
			if used != nil {
				return p.key, used
			}
		}
	}
	return "", nil
}

type deedTable struct {
	one     map[string][]string
	several map[string][]deedPhrase
}

type deedPhrase struct {
	key   string
	words []string
}

var deeds = sync.OnceValue(func() deedTable {
	table := deedTable{map[string][]string{}, map[string][]deedPhrase{}}
	for class := range strings.SplitSeq(alike, ";") {
		name, members, _ := strings.Cut(class, ":")
		for phrase := range strings.SplitSeq(members, "|") {
			words := strings.Fields(phrase)
			if len(words) == 1 {
				table.one[words[0]] = append(table.one[words[0]], "="+name)
				continue
			}
			table.several[words[0]] = append(table.several[words[0]], deedPhrase{"=" + name, words})
		}
	}
	return table
})

// Verbs that people use for one another when they take up what somebody else worded.
const alike = "remove:take off|pull off|doff|remove|bare;write:enter|write|sign|put down|set down|log|record|note|jot|scribble|inscribe;" +
	"take:take|grab|get|pick up|fetch|collect|seize|lift|carry|bear|bring|hold|grasp|haul|drag|shoulder|lug;go:go|walk|head|move|run|hurry|step|come|wander|stroll|hike|march|cross|enter|visit|return|climb|go up|descend|go down|try;" +
	"leave:leave|depart|go away|walk away|walk off|run away|quit;send:send|dismiss|send off|send away|get rid of;say:say|tell|inform|answer|reply|admit|confess|declare|own|mention|speak|swear|state|claim|explain|own up|announce|assure;" +
	"ask:ask|enquire|inquire|question|wonder|find out|query|demand;look:look|watch|study|examine|inspect|view|see|observe|stare|gaze|check|scan|peer|look at|glance;read:read|look at;" +
	"search:search|rummage|dig|hunt|look through|look for|comb|ransack|seek|go through;open:open|unlock|undo|force|pry|prise|unpick|untie|unwrap|unfold;close:close|shut;" +
	"give:give|hand|offer|pass|present|lend|give back|hand back|hand over|deliver;show:show|present|hold out|display|reveal;put:put|place|set|lay|drop|replace|put back;" +
	"help:help|assist|aid|lend a hand|lend a helping hand|give a hand|give them a hand|give him a hand|give her a hand;wait:wait|stay|remain|sit up|stand by|linger|stop;quiet:keep silent|say nothing|hold your peace|hold my peace|keep quiet|be quiet|stay silent|stay quiet|be silent|hold your tongue|hold my tongue;" +
	"light:light|kindle|ignite;follow:follow|go after|go with|accompany|run after|chase|come with|walk with;listen:listen|hear|hear out;refuse:refuse|decline|turn down|reject|say no;accept:accept|agree|say yes|take up;" +
	"break:break|smash|shatter;hide:hide|conceal|bury;count:count|reckon|tally|number|add up;ring:ring|sound|toll|strike;knock:knock|rap|bang;sorry:say sorry|say you are sorry|apologise|apologize|beg pardon|be sorry;" +
	"pay:pay|buy|purchase|count out;push:push|shove;throw:throw|toss|fling|hurl|cast|chuck;tear:tear|rip;lead:lead|guide|show the way;shout:shout|yell|call|cry|scream;" +
	"promise:promise|give your word|give my word|swear|vow|give him your word|give her your word|give him my word|give her my word|give them your word;practise:practise|practice|train|rehearse|drill;" +
	"kneel:kneel|kneel down|get on my knees|go down on my knees;find:find|look for|seek|search for|locate|track down|hunt for|go and find;sit:sit|sit down|take a seat|have a seat;stand:stand|stand up|get up|rise;eat:eat|taste|bite;drink:drink|sip;think:think|consider|ponder|wonder;" +
	"touch:touch|feel|stroke;clean:clean|wipe|wash|polish;repair:mend|repair|fix;burn:burn|set fire to|set on fire;keep:keep|hold on to|hang on to"
