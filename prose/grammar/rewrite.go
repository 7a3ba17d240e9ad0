package grammar

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// What somebody types is read as it stands first. Where that means nothing possible, it is
// read in plainer words that say the same. A plainer gives a line so, or nil where there
// is nothing to rewrite.
type plainer func(*Reader, *line) *line

var rewritings = []plainer{(*Reader).narrated, (*Reader).back, (*Reader).more, (*Reader).besides, (*Reader).stated, (*Reader).hailed, (*Reader).apart, (*Reader).entitled, (*Reader).plainly, (*Reader).thither, (*Reader).sought, (*Reader).minded, (*Reader).helping, (*Reader).involved, (*Reader).theirs, (*Reader).directly, (*Reader).undone, (*Reader).contrasted, (*Reader).endeared, (*Reader).resolved, (*Reader).called, (*Reader).addressing, (*Reader).wondered, (*Reader).uninflected, (*Reader).opened, (*Reader).joined}

// mostVariants bounds in how many ways a line is read.
const mostVariants = 12

// variants are a line and what it may be rewritten to, the line itself first. What is said in
// quotation marks is rewritten as it is said.
func (r *Reader) variants(l *line) []*line {
	if made := r.theirs(l); made != nil {
		l = made
	}
	all, begun := []*line{l}, 0
	if made := r.spoken(l); made != nil {
		all, begun = append(all, made), 1
	}
	for _, rewrite := range rewritings {
		for _, one := range all[begun:] {
			if made := rewrite(r, one); made != nil && len(made.words) > 0 && len(all) < mostVariants {
				all = append(all, made)
			}
		}
	}
	return all
}

// with is a line with other words in place of those from one to another, as if they had
// been typed there.
func (l *line) with(from, to int, words []string) *line {
	made := &line{text: l.text, speech: l.speech}
	at, end := len(l.text), len(l.text)
	if from < len(l.words) {
		at, end = l.begins[from], l.begins[from]
	}
	if from < to {
		end = l.ends[to-1]
	}
	made.words = slices.Concat(l.words[:from], words, l.words[to:])
	made.begins, made.ends = slices.Clone(l.begins[:from]), slices.Clone(l.ends[:from])
	for range words {
		made.begins, made.ends = append(made.begins, at), append(made.ends, end)
	}
	made.begins, made.ends = append(made.begins, l.begins[to:]...), append(made.ends, l.ends[to:]...)
	made.join()
	return made
}

// moved is a line with the words from one to another put at its beginning.
func (l *line) moved(from, to int) *line {
	made := &line{text: l.text, speech: l.speech}
	made.words = slices.Concat(l.words[from:to], l.words[:from], l.words[to:])
	made.begins = slices.Concat(l.begins[from:to], l.begins[:from], l.begins[to:])
	made.ends = slices.Concat(l.ends[from:to], l.ends[:from], l.ends[to:])
	made.join()
	return made
}

// parted reports whether a comma or the like stands before a word, or either end of the
// line.
func (l *line) parted(at int) bool {
	if at == 0 || at == len(l.words) {
		return true
	}
	from, to := l.ends[at-1], l.begins[at]
	if l.begins[at] < l.begins[at-1] {
		return true // one of them was moved
	}
	between := l.text[min(from, to):to]
	if between == ". " && l.ends[at-1]-l.begins[at-1] < 5 && english.OneOf(l.words[at-1], "mr mrs ms doctor captain professor sergeant reverend st") {
		return false // "Mrs. Okonjo"
	}
	return strings.ContainsAny(between, ",;:.!?—–\"“”()")
}

// A change is a phrase in plainer words.
type change struct{ from, to []string }

var rephrased = sync.OnceValue(func() (all []change) {
	for _, list := range []string{contractions, idioms} {
		for rule := range strings.SplitSeq(list, "|") {
			from, to, _ := strings.Cut(rule, " = ")
			for _, one := range expand(strings.ReplaceAll(from, "/", "|")) {
				words := strings.Fields(one)
				kept := strings.NewReplacer("$1", words[0], "$end", words[len(words)-1])
				all = append(all, change{words, strings.Fields(kept.Replace(to))})
			}
		}
	}
	return all
})

// What is written with an apostrophe, without it. Those that are other words too are
// written so in apostrophed.
const contractions = "whos = who is|whats = what is|wheres = where is|whens = when is|hows = how is|whys = why is|hes = he is|shes = she is|theyre = they are|youre = you are|thats = that is|theres = there is|heres = here is|" +
	"anythings = anything is|somethings = something is|ive = i have|youve = you have|theyve = they have|weve = we have|youd = you would|theyd = they would|youll = you will|theyll = they will|whod = who did|whatd = what did|dyou = do you|im = i am"

var apostrophed = map[string][]string{
	"he'll": {"he", "will"}, "she'll": {"she", "will"}, "we'll": {"we", "will"}, "i'll": {"i", "will"}, "we're": {"we", "are"}, "i'd": {"i", "would"}, "he'd": {"he", "would"}, "she'd": {"she", "would"}, "it's": {"it", "is"}, "'bout": {"about"},
}

// Phrases that say no more than plainer ones; "(a/b)" is one or the other, "$1" and "$end" the first
// and the last word of the phrase.
const idioms = "looking glass = mirror|what (gets/is/was/has been) said (about/of) = what they say about|(his/her/their/your) (share/role/hand) in (it/this/that/all this/all that) = $1 part in all this|for (her/his/their) (help/aid/assistance) = for help|his own part = his part|her own part = her part|your own part = your part|a (quiet/private/hushed/discreet/whispered) (word/chat/talk/conversation) = quietly a word|(that/which) (is/are/was/were) (out)? at = at|(that/which) (is/are/was/were) (out)? in = in|(that/which) (is/are/was/were) (out)? on = on|as to = about|with (regard/respect/reference) to = about|in (regard/respect/relation) to = about|regarding = about|concerning = about|in connection with = about|on the (subject/topic/matter/question) of = about|bout = about|abt = about|(wat/wot/wut) = what|abit = a bit|goto = go to|found out = found|u = you|ur = your|r = are|pls = please|plz = please|re = about|as regards = about|in the matter of = about|" +
	"(the/this/that) (matter/business/affair/question/subject/topic/issue/story/case/mystery/fate/truth/news/secret) (of/with/about/behind/around) = the|the (matter/question/issue/mystery) = |" +
	"(what/whatever) happened to = what became of|(what/whatever) has happened to = what became of|what has become of = what became of|what is become of = what became of|what did become of = what became of|what happened with = what became of|whatever became of = what became of|what befell = what became of|" +
	"(who/what/why/where/how) (do/does) (she/he/they/you) (think/believe/reckon/suppose/say) = $1|(who/what/why/where/how) (she/he/they/you) (thinks/think/believes/believe/reckons/reckon/says/say/supposes/suppose) = $1|(who/what/why/where/how) (on earth/the devil/the hell/in the world/exactly/really/actually) = $1|" +
	"(hello/hi/hey/greetings) there = hello|a very good = good|good (morning/evening/day/afternoon) to you = hello|good (morning/evening/day/afternoon) = hello|how do you do = hello|how are (you/things) today = hello|how are (you/things) = hello|how goes it = hello|how is it going = hello|cross examine = interrogate|re examine = examine|once over = look|and (then/so) = and|" +
	"would you mind telling = tell|would you mind helping = help|would you mind (giving/lending) = give|would you be so kind as to = please|would you be (good/kind) enough to = please|do me the (favour/favor/kindness) of = please|any chance of = |nobody but = |none but = |no one but = |only to = |a (bit/little) about = about|all about = about|a thing or two about = about|more about = about|everything about = about|anything about = about|" +
	"(would/will/might/may/could/can) be (willing/able/prepared/ready/happy/glad/inclined/kind enough/good enough/so kind as/so good as) to = would|(is/are) (willing/able/prepared/ready/happy/inclined) to = would|" +
	"in search of = for|out of (place/the ordinary) = odd|what is (up/going on/it/the matter/the deal/the story) with = what about|what is with = what about|place where (i/we) (am/are) = place|all of = all|lemme = let me|gimme = give me|(cos/cuz/coz/bc) = because|thru = through|smth = something|ya = you|yr = your|wanna = want to|rm = room|any1 = anyone|sum1 = someone|(call/bring) to mind = recall|remind (me/myself) (of/about) = recall|remind (me/myself) = recall|" +
	"gotta = have to|(wassup/whatsup/wazzup/sup) = hello|how is it (hanging/hangin) = hello|(outta) = out of|lets us = let us|(bounce/jet/scram/skedaddle/roll/zip) (over)? to = go to|hit the = go to the|chill (out/here)? = wait|give me the (lowdown/skinny/scoop/dirt/dope) on = tell me about|make (a/the)? (question/questions) to = ask|(make/do) a question (to/at)? = ask|say me = tell me|make to see = show|do you can = can you|is (it)? possible to = i would like to|(do/make) (a/some)? (research/researches/investigation/investigations) (on/about/of/into) = investigate|i am wanting to = i want to|the thing (of/about/with) = |have (the)? help of = get help from|i want tell = i want to tell|i want ask = i want to ask|re read = read|(high and low/all over the place) = here|from (top to bottom/end to end/one end to the other/floor to ceiling) = |(warmly/kindly/sweetly/brightly/broadly/shyly/sadly/nervously/pleasantly/cheerfully/politely/encouragingly/sympathetically/amiably) (at/to/with) = $end|(would/could/can/will) you be (so kind/so good) as to = please|be (so kind as/so good as/kind enough/good enough) to = |i am (curious/interested/keen/anxious/eager/dying/itching) (to (know/hear/learn/see/find out))? (what/whether/if) = hear $end|i am (curious/interested) about = ask about|(has/have/had) (gone/become/got/turned/stayed/been/grown) (dark/cold/missing/lost/silent/empty/shut/closed/locked) = is $end|" +
	"(give/lend) (me/us) (a hand/some help/a little help/a bit of help/your help/your aid/your assistance/some assistance/a helping hand/your hand) = help me|(could/can) (really/sure/certainly)? (use/do with) (a hand/a bit of help/some help/a little help/help/some assistance/assistance) = need help|(if/whether) (he/she/they) (will/would/can/could/might/wouldnt/couldnt/cant) (please)? (help/tell/explain/show/lend/give) = to $end|" +
	"might know = knows|may know = knows|can tell me = knows|could tell me = knows|has to say = knows|have to say = know|has got to say = knows|has heard = knows|have heard = know|happens to know = knows|happen to know = know|got to say = know|is able to tell me = knows|knows anything = knows|know anything = know"

// involved is a line that asks what somebody has to do with what goes on, as one about their part
// in it: "why is she mixed up in this business", "what you have got to do with it".
func (r *Reader) involved(l *line) *line {
	for i, w := range l.words {
		if i > 1 && english.OneOf(w, "himself herself themselves yourself") && l.words[i-1] == "about" {
			return r.asTheirs(l.with(i, i+1, []string{"your", "part", "in", "all", "this"}))
		}
		if !english.OneOf(w, "what which whatever why how") && !(english.OneOf(w, "did do have had has is are were was") && i+1 < len(l.words) && l.words[i+1] == "you" && (i == 0 || l.parted(i))) {
			continue
		}
		whose := ""
		for at := i + 1; at < min(len(l.words), i+mostInvolved); at++ {
			if whose == "" {
				whose = ownersOf[l.words[at]]
			}
			n := leading(l.words[at:], involving)
			if n > 2 && whose == "" {
				whose = ownersOf[l.words[at+1]] // "what part she has in it"
			}
			if n == 0 || whose == "" {
				continue
			}
			end := at + n + count(l.words[at+n:], "all of")
			if end >= len(l.words) || !english.OneOf(l.words[end], "this it that") {
				break
			}
			end++
			end += count(l.words[end:], "all business affair matter is was")
			return l.with(i, end, []string{"about", whose, "part", "in", "all", "this"})
		}
	}
	return nil
}

const mostInvolved = 10 // words before what somebody is involved in

var (
	ownersOf  = map[string]string{"he": "his", "his": "his", "she": "her", "her": "her", "they": "their", "their": "their", "you": "your", "your": "your"}
	involving = bound("(have/has/had)? (anything/something)? to do with|part in|role in|(part/role) (he/she/they/you) (has/have/had/play/plays/played) in|(mixed/caught/tangled) up (in/with)|involved (in/with)|(come/comes/came/fit/fits) (in/into)")
)

// plainly is a line without contractions and idioms.
func (r *Reader) plainly(l *line) *line {
	made := l
	for i := 0; i < len(made.words) && len(made.words) < mostWords; i++ {
		typed := strings.ToLower(strings.ReplaceAll(made.typed(i, i+1), "’", "'"))
		if words, ok := apostrophed[typed]; ok && strings.ReplaceAll(typed, "'", "") == made.words[i] {
			made = made.with(i, i+1, words)
			continue
		}
		for _, c := range rephrasings()[made.words[i]] {
			if n := len(c.from); i+n <= len(made.words) && slices.Equal(made.words[i:i+n], c.from) && !r.inName(made, i, i+n) && !(c.from[0] == "hit" && r.nameAt(placeField, made, i+1) == 0) { // "hit the sergeant"
				made = made.with(i, i+n, c.to)
				i = max(i-1, -1)
				break
			}
		}
	}
	if made == l {
		return nil
	}
	return made
}

const mostWords = 200

var rephrasings = sync.OnceValue(func() map[string][]change {
	all := map[string][]change{}
	for _, c := range rephrased() {
		all[c.from[0]] = append(all[c.from[0]], c)
	}
	for _, changes := range all {
		slices.SortStableFunc(changes, func(a, b change) int { return len(b.from) - len(a.from) })
	}
	return all
})

// nameAt is how many words at a place name something of a field, the most there are, or 0.
// A pronoun is no name here.
func (r *Reader) nameAt(f field, l *line, at int) int {
	return max(0, r.sense(f, l, at).to-at)
}

// inName reports whether words are part of a name that begins with them or not long before:
// "what they say about the keeper" is no other way to say "what about the keeper".
func (r *Reader) inName(l *line, from, to int) bool {
	for at := max(0, from-mostParts); at <= from; at++ {
		if at+r.anyNameAt(l, at) >= to {
			return true
		}
	}
	return false
}

// anyNameAt is nameAt for anything that can be named.
func (r *Reader) anyNameAt(l *line, at int) int {
	most := 0
	for _, f := range []field{toField, itemField, placeField, topicField, threadField} {
		most = max(most, r.nameAt(f, l, at))
	}
	return most
}

// contrasted is a line without what is set against what is meant: "ask Honor, not Ines", "I'd
// rather wait than go". What is not done may be anything, if it is the rest of the line.
func (r *Reader) contrasted(l *line) *line {
	for i := range l.words {
		if english.OneOf(l.words[i], "anything everything anyone anybody everyone everybody any all dont never") {
			return nil
		}
		n := leading(l.words[i:], against)
		if n == 0 {
			continue
		}
		to := leading(l.words[i+n:], split("to|at|with|about|for|of|from|in|on"))
		named := r.anyNameAt(l, i+n)
		if named == 0 && to > 0 {
			named = to + r.anyNameAt(l, i+n+to)
		}
		end := i + n + named
		switch {
		case named > to || named > 0 && to == 0:
			end += leading(l.words[end:], split("but"))
		case i > 0 && (l.words[i] == "rather" || l.words[i] == "instead") || l.words[i] == "than" && slices.Contains(l.words[:i], "rather"):
			end = len(l.words)
		default:
			continue
		}
		if i > 0 || end < len(l.words) {
			return l.with(i, end, nil)
		}
	}
	return nil
}

var against = bound("rather than|instead of|as opposed to|but not|and not|not|than")

// hailed is a line with a comma behind whom it speaks to: "Ines you know something about the oil?"
func (r *Reader) hailed(l *line) *line {
	n := r.nameAt(toField, l, 0)
	for i := 2; n == 0 && i+1 < len(l.words); i++ { // "can you tell me Ines what is in the keg"
		if m := r.nameAt(toField, l, i); m > 0 && i+m < len(l.words) && english.OneOf(l.words[i-1], "me us") && english.OneOf(l.words[i-2], "tell say explain help give") && !isPronoun(l.words[i]) && !l.parted(i) && (english.IsQuestionWord(l.words[i+m]) || english.OneOf(l.words[i+m], "about with if")) {
			return newLine(l.text[:l.ends[i-1]] + "," + l.text[l.ends[i-1]:l.ends[i+m-1]] + "," + l.text[l.ends[i+m-1]:])
		}
	}
	if n == 0 || n+1 >= len(l.words) || l.parted(n) || isPronoun(l.words[0]) {
		return nil
	}
	next := l.words[n]
	if !english.OneOf(next, "you please tell help what who where when why how") && !(english.OneOf(next, auxiliary) && english.OneOf(l.words[n+1], "you i we")) {
		return nil
	}
	return newLine(l.text[:l.ends[n-1]] + "," + l.text[l.ends[n-1]:])
}

// called is a line with whom it is said to before it: "could you help me, Honor?".
func (r *Reader) called(l *line) *line {
	for i := 1; i < len(l.words); i++ {
		if !l.parted(i) {
			continue
		}
		if n := r.nameAt(toField, l, i); n > 0 && l.parted(i+n) {
			return l.moved(i, i+n)
		}
	}
	return nil
}

// entitled is a line without the part that somebody plays before it, and with the name of the only
// one here for a title that they are spoken to by: "as the surveyor I ask", "What of Pietro, Father?"
func (r *Reader) entitled(l *line) *line {
	if l.words[0] == "as" && len(l.words) > 4 && english.OneOf(l.words[1], "the a an my your") {
		for i := 3; i < min(6, len(l.words)-1); i++ {
			if l.words[i] == "i" {
				return l.with(0, i, nil)
			}
		}
	}
	for i, w := range l.words {
		subject, n := titleOf(w), 1
		if subject == "" || !l.parted(i) && !(i > 0 && l.words[i-1] == "my" && l.parted(i-1)) || !l.parted(i+n) {
			continue
		}
		if whom := r.only(subject); len(whom) > 0 && r.anyNameAt(l, i) == 0 {
			return l.with(i, i+n, whom)
		}
	}
	return nil
}

func titleOf(word string) string {
	switch {
	case english.OneOf(word, "father sir mister brother lord uncle monsieur signor senor herr"):
		return "he"
	case english.OneOf(word, "madam maam madame mademoiselle signora senora frau mother sister miss lady mistress aunt"):
		return "she"
	case english.OneOf(word, "doctor captain master professor friend keeper"):
		return "they"
	}
	return ""
}

// only is the name of the only one here of whom there are such pronouns, "they" for any.
func (r *Reader) only(subject string) []string {
	found := ""
	for _, e := range r.index[toField].entries {
		if e.ref.Kind != action.Person || e.ref == action.Player || subject != "they" && e.pronouns.Subject != subject {
			continue
		}
		if found != "" {
			return nil
		}
		found = e.called
	}
	return wordsIn(found)
}

// addressing is a line that tells somebody what one would do with them, as if told to nobody:
// "Magnus, may I ask you about the oil?" is "ask Magnus about the oil".
func (r *Reader) addressing(l *line) *line {
	hail := 0
	if n := leading(l.words, greetings); n > 0 {
		hail = n
	}
	n := r.nameAt(toField, l, hail)
	if n == 0 || !l.parted(hail+n) || hail+n >= len(l.words) {
		return nil
	}
	name, from := l.words[hail:hail+n], hail+n
	from += leading(l.words[from:], endearing)
	deed := skipped(l.words, from)
	if deed+1 < len(l.words) && l.words[deed] == "do" && english.IsVerb(l.words[deed+1]) {
		deed++
	}
	if deed >= len(l.words) || deed == from && hail == 0 {
		return nil
	}
	if deed+1 < len(l.words) && english.OneOf(l.words[deed], "tell say explain give help lend") && english.OneOf(l.words[deed+1], "me us") {
		return l.with(0, deed, name)
	}
	mine := slices.ContainsFunc(l.words[from:deed], func(w string) bool { return english.OneOf(w, "i we me us ill id im lets") }) && !slices.Contains(l.words[from:deed], "you")
	if !mine || !english.IsVerb(l.words[deed]) && len(patterns().by[l.words[deed]]) == 0 {
		return l.with(0, deed, name)
	}
	for i := deed; i < len(l.words); i++ {
		switch l.words[i] {
		case "you":
			return l.with(i, i+1, name).with(0, deed, nil)
		case "your":
			owner := slices.Clone(name)
			owner[len(owner)-1] += "s"
			return l.with(i, i+1, owner).with(0, deed, nil)
		}
	}
	if english.OneOf(l.words[deed], "ask tell press beg talk speak show give inquire enquire") {
		return r.towards(l, sense{from: hail, to: hail + n}, deed, false)
	}
	return nil
}

var greetings = bound("say|tell me|good (day/morning/evening/afternoon/night)|hello|hi|hey|oh|ah|excuse me|pardon me|forgive me|please|well|now|come|enough|greetings|and|so|but|(i beg your/begging your) pardon")

// uninflected is a line that begins with the base of its verb: "asking Ines about the oil".
func (r *Reader) uninflected(l *line) *line {
	at := 0
	for n := -1; n != 0 && at < len(l.words); at += n {
		n = max(leading(l.words[at:], before), leading(l.words[at:], quietly), leading(l.words[at:], starting))
		if going := at + n - 2; n > 2 && l.words[going] == "going" && r.nameAt(placeField, l, at+n) > 0 {
			return l.with(0, going+1, []string{"go"}) // and not about to do what follows
		}
	}
	if at >= len(l.words) {
		return nil
	}
	base, ok := patterns().bases[l.words[at]]
	if !ok {
		base = r.labelVerb(l.words[at])
	}
	if base == "" {
		return nil
	}
	return l.with(0, at+1, []string{base})
}

var starting = bound("try|start|begin|keep on|keep|continue|consider|how about|what about|i am|am|by|do some|do a bit of|go|be|carry on|(have/take) (a/another) (go/try/turn) at|try my hand at|work on|practise|practice")

// directly is a line without the "to" that some put before whom they ask or show something:
// "show to Honor the oil".
func (r *Reader) directly(l *line) *line {
	at := skipped(l.words, 0) + 1
	if at+1 >= len(l.words) || !english.OneOf(l.words[at-1], "ask tell show give hand offer inform press question greet pass lend") || !english.OneOf(l.words[at], "to at") {
		return nil
	}
	if !isPronoun(l.words[at+1]) && r.nameAt(toField, l, at+1) == 0 {
		return nil
	}
	return l.with(at, at+1, nil)
}

// skipped is where what is polite at a place in some words ends.
func skipped(words []string, at int) int {
	for at < len(words) {
		n := max(leading(words[at:], before), leading(words[at:], quietly))
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// asTheirs is a line that asks about "your part", with whose it is where that is known.
func (r *Reader) asTheirs(l *line) *line {
	if made := r.theirs(l); made != nil {
		return made
	}
	return l
}

// theirs is a line that asks somebody about "your part", as one that asks about theirs.
func (r *Reader) theirs(l *line) *line {
	at := slices.Index(l.words, "your")
	if at < 0 || at+1 >= len(l.words) || l.words[at+1] != "part" {
		return nil
	}
	x := r.index[toField]
	whom := -1
	for i := range l.words {
		if s := r.sense(toField, l, i); len(s.entries) == 1 {
			whom = s.entries[0]
		}
	}
	if whom < 0 && len(x.entries) == 1 {
		whom = 0
	}
	if whom < 0 {
		return nil
	}
	return l.with(at, at+1, []string{x.entries[whom].pronouns.Possessive})
}

// apart is a line of what is done with somebody alone, as one of what is done quietly: "take
// Bashir aside and tell him", "ask Graham about the shed without Pearl hearing".
func (r *Reader) apart(l *line) *line {
	at := skipped(l.words, 0)
	if at+2 < len(l.words) && english.OneOf(l.words[at], "take draw pull lead get") {
		n := r.nameAt(toField, l, at+1)
		if n == 0 && english.OneOf(l.words[at+1], "him her") {
			n = 1
		}
		end := at + 1 + n
		aside := leading(l.words[min(end, len(l.words)):], split("(aside/apart/alone)|(on/by) (his/her/their) own|by (himself/herself)|to myself|to one side|to the side|into a corner"))
		if n > 0 && aside > 0 && end+aside+2 < len(l.words) {
			end += aside
			end += leading(l.words[end:], joining)
			rest := slices.Clone(l.words[end:])
			if i := slices.IndexFunc(rest, func(w string) bool { return english.OneOf(w, "him her them") }); i >= 0 {
				rest = slices.Replace(rest, i, i+1, l.words[at+1:at+1+n]...)
			} else if english.OneOf(rest[0], "ask tell question press") {
				rest = slices.Insert(rest, 1, l.words[at+1:at+1+n]...)
			}
			return l.with(at, len(l.words), slices.Concat([]string{"quietly"}, rest))
		}
	}
	if made := r.inEar(l); made != nil {
		return made
	}
	if from, to := r.unheard(l); to > from {
		return l.with(from, to, nil).with(0, 0, []string{"quietly"})
	}
	return nil
}

// inEar is a line of what is said in somebody's ear, as one of what is said to them quietly.
func (r *Reader) inEar(l *line) *line {
	for i := 1; i+1 < len(l.words); i++ {
		if !english.OneOf(l.words[i], "in into") {
			continue
		}
		for _, s := range r.matching(l, new(int)).within().owners(i + 1) {
			if s.to >= len(l.words) || !english.OneOf(l.words[s.to], "ear ears") || len(s.entries) != 1 {
				continue
			}
			whom := wordsIn(r.index[toField].entries[s.entries[0]].called)
			if slices.ContainsFunc(l.words[:i], func(w string) bool { return isPronoun(w) }) || r.concernsPerson(l.with(i, len(l.words), nil)) {
				whom = nil
			} else {
				whom = append([]string{"to"}, whom...)
			}
			return l.with(i, s.to+1, whom).with(0, 0, []string{"quietly"})
		}
	}
	return nil
}

// unheard is where words say that somebody is not to hear: "so that Kit can't hear", "without
// the others noticing", "behind his back".
func (r *Reader) unheard(l *line) (from, to int) {
	for i, w := range l.words {
		n := leading(l.words[i:], screening)
		if n == 0 {
			continue
		}
		begin := i
		for begin > 0 && english.OneOf(l.words[begin-1], "but and") {
			begin--
		}
		if w == "out" { // "out of Gaunt's hearing"
			for _, s := range r.matching(l, new(int)).within().owners(i + n) {
				if s.to < len(l.words) && english.OneOf(l.words[s.to], "hearing earshot sight") {
					return begin, s.to + 1
				}
			}
			continue
		}
		end := i + n
		end += max(r.nameAt(toField, l, end), leading(l.words[end:], split("anyone else|anybody else|anyone|anybody|nobody else|no one else|nobody|no one|noone|him|her|them|he|she|they|the (others/other/rest)|the (man/woman/boy/girl/lady)|everyone|everybody")))
		if end == i+n || end >= len(l.words) {
			continue
		}
		denied := english.OneOf(l.words[end-1], "nobody one noone") || w == "without" || w == "not" || english.OneOf(l.words[end-1], "nobodys")
		for end < len(l.words) && english.OneOf(l.words[end], "cant cannot can not doesnt does wont will couldnt could wouldnt would dont do may might never") {
			denied = denied || english.OneOf(l.words[end], "cant cannot not doesnt wont couldnt wouldnt dont never")
			end++
		}
		if !denied || end >= len(l.words) || !english.OneOf(l.words[end], hearing+" hearing noticing knowing listening overhearing know see sees seeing") {
			continue
		}
		end++
		end += leading(l.words[end:], split("what we say|what i say|what is said|it|us|me|that|this|anything|a word|in"))
		return begin, end
	}
	return 0, 0
}

var screening = bound("without (letting/having)|out of|so that|so as|so|where|without|in case|lest|not (so/too) (loud/loudly) (that/so that/as)?")
