package reading

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
)

// understood is the reading of all that was found.
func (t *text) understood() *Reading {
	r := &Reading{Player: t.player, Deadline: t.deadline()}
	for _, e := range t.order {
		r.Entities = append(r.Entities, t.given(e))
	}
	n := map[bool]int{}
	for _, s := range t.said {
		n[s.premise]++
		one := Sentence{ID: s.id(n[s.premise]), Text: s.text, Premise: s.premise, Whole: t.whole(s), Player: s.player}
		for _, p := range s.phrases {
			if p.entity != nil && p.entity.id != "" && !slices.Contains(one.Names, p.entity.id) {
				one.Names = append(one.Names, p.entity.id)
			}
		}
		if s.subject != nil && s.subject.entity != nil {
			one.Subject = s.subject.entity.id
		} else if who := t.leansOn(s); who != nil {
			one.Subject = who.id
			if !slices.Contains(one.Names, who.id) && who.id != "" {
				one.Names = append([]string{who.id}, one.Names...)
			}
		}
		if !s.listed {
			one.Odd = s.odd
		}
		one.Asks = s.premise && asks(s)
		if one.Odd == "" && t.troubles(s) && !(r.Deadline != nil && t.said[r.Deadline.Said] == s) {
			one.Odd = Strange
		}
		if one.Odd != "" {
			one.Topic = t.topicOf(s)
		}
		words := spaced(s.text)
		one.Wants, one.Fears = hasAny(words, wanting), hasAny(words, fearing)
		r.Sentences = append(r.Sentences, one)
	}
	r.leaning()
	r.Locks = t.locks()
	r.Options = t.options()
	return r
}

// leaning adds to whom a sentence is about those that begin with a pronoun for them.
func (r *Reading) leaning() {
	for n := range r.Sentences {
		if e := r.Entity(r.Sentences[n].Subject); e != nil && !slices.Contains(e.About, n) {
			e.About = append(e.About, n)
			slices.Sort(e.About)
		}
	}
}

// given is an entity as it is given out.
func (t *text) given(e *entity) Entity {
	out := Entity{
		ID: e.id, Kind: e.kind, Name: t.named(e), Also: slices.Clone(e.also), Role: e.role, Pronoun: e.pronoun, Plural: e.plural, Indoors: e.indoors && e.kind == Place,
		Silent: e.silent, About: slices.Clone(e.about), In: slices.Clone(e.in), Proper: e.proper, Premised: e.premised,
		Away: e.kind == Person && t.away(e),
	}
	if e.kind != Place && e.at != "" {
		for _, p := range t.order {
			if p.key == e.at && p.kind == Place {
				out.At = p.id
			}
		}
	}
	if e.kind != Person {
		out.Pronoun = "it"
		if e.plural {
			out.Pronoun = "they"
		}
	}
	return out
}

// named is what an entity is called in the middle of a sentence.
func (t *text) named(e *entity) string {
	name := strings.TrimPrefix(strings.Join(e.words, " "), "own ")
	if !e.proper && !e.plural {
		name = e.key
	}
	for _, p := range e.phrases { // "the key to the warehouse"
		if e.kind == Thing && e.key == "key" && p.of >= 0 {
			for _, s := range t.said {
				if i := slices.Index(s.phrases, p); i >= 0 && p.of < len(s.phrases) && s.phrases[p.of].entity != nil {
					return "the " + name + " " + s.tokens[p.to].Text + " " + t.phraseText(s, s.phrases[p.of])
				}
			}
		}
	}
	switch {
	case e.proper && e.kind != Person:
		if e.plural || slices.ContainsFunc(e.phrases, func(p *phrase) bool { return p.det == "the" && p.role == "" && strings.EqualFold(p.name(), name) }) {
			return "the " + name
		}
		return name
	case e.proper:
		if e.phrases[0].det == "the" && e.phrases[0].role == "" && !english.IsTitle(strings.ToLower(e.words[0])) && e.onlyThe() {
			return "the " + name
		}
		return name
	case e.kind == Thing || e.kind == Paper:
		if e.plural || e.definite {
			return "the " + name
		}
		return english.Article(name) + " " + name
	}
	return "the " + name
}

func (e *entity) onlyThe() bool {
	return !slices.ContainsFunc(e.phrases, func(p *phrase) bool { return p.det != "the" && strings.EqualFold(p.name(), strings.Join(e.words, " ")) })
}

// The length, in words, of a sentence that is quoted.
const (
	fewestWords = 3
	mostWords   = 60
)

// whole reports whether a sentence can be quoted where nothing stands before it: it is one,
// and does not lean on what stood before.
func (t *text) whole(s *said) bool {
	n := len(strings.Fields(s.text))
	r := []rune(s.text)
	last := strings.TrimRight(s.text, "\"”’')")
	switch {
	case n < fewestWords || n > mostWords || len(s.verbs) == 0 || s.listed:
		return false
	case !unicode.IsUpper(r[0]) && !unicode.IsDigit(r[0]) || last == "" || !strings.ContainsAny(last[len(last)-1:], ".!?"):
		return false
	case strings.Count(s.text, "\"")%2 != 0 || strings.Count(s.text, "(") != strings.Count(s.text, ")") || strings.Count(s.text, "“") != strings.Count(s.text, "”"):
		return false
	}
	return !t.leans(s)
}

// leans reports whether a sentence speaks of what stood before it: it begins with a
// pronoun or "And", or has one before anything that it can stand for.
func (t *text) leans(s *said) bool {
	named := false
	for i, k := range s.tokens {
		low := strings.ToLower(k.Text)
		if i == firstWord(s.tokens) && english.OneOf(low, "and but so or then this that these those yet still also both neither such there here by it he she they his her their its him them unless none thus therefore only once") {
			if low == "there" && english.OneOf(textAt(s.tokens, i+1), "is are was were has") {
				continue
			}
			if low == "by" && !english.OneOf(textAt(s.tokens, i+1), "then that now") {
				continue
			}
			if english.OneOf(low, "only once") && textAt(s.tokens, i+1) != "," {
				continue
			}
			return true
		}
		for _, p := range s.phrases {
			if p.from <= i && i < p.to && (p.proper || p.det != "" || p.plural) {
				named = true
			}
		}
		if k.Tag == "PN" {
			named = true
		}
		if !named && english.OneOf(low, "he she they it his her their its him them") && low != "it" {
			return true
		}
		if !named && low == "it" && (!english.OneOf(textAt(s.tokens, i+1), "is was") || tagAt(s.tokens, i-1) == "IN") {
			return true
		}
	}
	return false
}

// What somebody is after, and what they are afraid of, in small letters between spaces.
var (
	wanting = []string{" wants ", " want ", " means to ", " has come to ", " hopes ", " wishes ", " trusts ", " fond of ", " is owed ", " longs ", " would like ", " needs ", " dreams of ", " swears to "}
	fearing = []string{" afraid ", " frightened ", " fears ", " dreads ", " terrified ", " scared "}
)

func hasAny(words string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(words, w) })
}

// topicOf is what is odd in a sentence, with "the" before it: the thing, place or paper that
// it says something of, else what it is about; "" where there is no such thing.
func (t *text) topicOf(s *said) string {
	var best *phrase
	most := 0
	for i, p := range s.phrases {
		if worth := t.topical(s, i); worth > most {
			best, most = p, worth
		}
	}
	if best == nil {
		return ""
	}
	words := best.name()
	if e := best.entity; e.id != "" && (best.of < 0 || best.proper) {
		if words = bare(t.named(e)); best.proper {
			return t.named(e)
		}
	}
	words = strings.TrimPrefix(words, "own ")
	if next := best.of; next >= 0 && next < len(s.phrases) && (english.OneOf(textAt(s.tokens, best.to), "of") || best == s.subject && s.tokens[best.to].Tag == "IN") {
		words += " " + s.text[s.tokens[best.to].At:s.tokens[s.phrases[next].to-1].At+len(s.tokens[s.phrases[next].to-1].Text)]
	}
	switch {
	case best.counted && best.plural:
		words = best.det + " " + words
	case best.proper && best.det == "" && !best.plural: // a name, of whatever it is
		return words
	}
	return "the " + words
}

// topical is how well the phrase at i says what is odd in a sentence.
func (t *text) topical(s *said, i int) int {
	p := s.phrases[i]
	if p.entity == nil || p.entity.kind == Person && p.entity.id != "" || i > 0 && s.phrases[i-1].of == i {
		return 0
	}
	of := p.of >= 0 && textAt(s.tokens, p.to) == "of"
	if shares := t.shares(p); shares.Of(lexicon.Time) >= 5 && !of && p != s.subject || english.OneOf(p.head(), "today night word words side time times eye charge") {
		return 0
	}
	worth := 1
	if p.entity.id != "" && p.entity.kind != Place {
		worth += 4
	}
	if of {
		worth += 4
	}
	if p == s.subject {
		worth += 9
	}
	if s.subject != nil && i > 0 && p.prep == "" && s.phrases[i-1].to <= s.verbOfAt(s.subject) && p.from > s.verbOfAt(s.subject) {
		worth += 6 // what is done to it
	}
	return worth
}

func speaksToPlayer(s *said) bool {
	return slices.ContainsFunc(s.tokens, func(k token) bool {
		return english.OneOf(strings.ToLower(k.Text), "you your yours yourself")
	})
}

// Odd words, by the way in which they are. Each is looked for between spaces, in small
// letters and without signs.
var oddWords = []struct {
	way   Odd
	loose bool // only in a premise
	words []string
}{
	{Missing, false, []string{
		" missing ", " is gone ", " are gone ", " has gone ", " vanished ", " disappeared ", " stolen ", " torn out ", " cut out ", " is empty", " were empty", " went empty", " down empty", " half empty ", " too light ", " too few ", " too short ", " is lost ",
		" has lost a ", " less than ", " fewer ", " not in his ", " not in her ", " was not in it ", " not on its ", " not on the ", " not been home ", " not come back ", " not come home ", " nobody saw the ", " not inspected ", " full of leaves ", " no longer ",
		" there are eleven ", " is a pebble ", " put out ", " not got any ", " miscounted ", " in it anymore ",
	}},
	{Hushed, false, []string{
		" will not say ", " will not tell ", " will not call ", " will not speak ", " would not say ", " does not say ", " refuses to ", " refuse to ", " declines to ", " refused three ", " not said a word ", " says nothing ", " say nothing ", " told nobody ", " told no one ",
		" nobody says ", " no one says ", " never said ", " stopped speaking ", " without a word ", " not signed ", " asked to forget ", " to forget a ", " to whisper", " never a reason ", " keeps it to ", " burned it before ", " is never believed ", " a secret ", " read to him ",
		" scratched out ", " will not open ",
	}},
	{Gained, false, []string{
		" paid a debt ", " has money", " put on weight ", " was paid ", " been selling ", " been offered ", " has lent ", " is bright ", " a groove ",
	}},
	{Altered, false, []string{
		" somebody ", " someone ", " been opened ", " been moved ", " been cut ", " been put out ", " been changed ", " been locked since ", " been mended with ", " been broken ", " been burned ", " was broken ", " were turned down ", " been picked ", " typed over ", " been switched ", " been made ", " changed twice ", " nailed shut ", " bricked up ", " was drawn from ", " struck twice ",
		" a different ", " two different ",
	}},
	{Claimed, false, []string{" swears that ", " swears he ", " swears she ", " claims ", " insists ", " denies ", " says that you ", " is said to ", " or says that "}},
	{Strange, false, []string{
		" and nobody ", " and no one ", " but nobody ", " which nobody ", " which no one ", " as though ", " has stopped ", " have stopped ", " has begun ", " have begun ", " did not dig ", " do not remember ", " does not know ", " cannot now ", " has not been in ", " has not once ", " not a local ", " that he did not ", " not supposed ", " without a key ", " is forbidden ", " nobody's ", " fell ill ",
		" eleven times ", " though he ", " though she ", " though it ", " though no ", " has not laughed ", " twice in ", " overnight twice ", " scrubbed ", " comes out ", " has noticed ", " is cold ", " a gap ", " two hands ", " has asked three ", " has asked twice ", " resigned ", " not his own ", " a wet ", " in a hurry ", " none of them ", " only there ",
	}},
	{Strange, true, []string{
		" alone ", " nobody ", " no one ", " has not ", " have not ", " not been ", " will not ", " not open ", " does not ", " that was not ", " was not there ", " never ", " three times ", " twice ", " has been seen ", " open for ", " has asked ", " must give ", " too ",
	}},
}

// oddOf is in which way a sentence is odd, "" where it is not.
func oddOf(s *said) Odd {
	words := spaced(s.text)
	if strings.HasPrefix(words, " you are ") || s.premise && strings.HasSuffix(s.text, "?") || strings.Contains(words, " unless ") || len(s.verbs) == 0 || s.premise && decides(words) {
		return ""
	}
	if strings.HasPrefix(words, " nobody ") && !strings.HasPrefix(words, " nobody else ") {
		return Strange
	}
	for _, o := range oddWords {
		if o.loose && !s.premise {
			continue
		}
		for _, w := range o.words {
			if strings.Contains(words, w) {
				return o.way
			}
		}
	}
	return ""
}

// troubles reports whether a sentence is one of those that a premise is made of, besides who
// the player is, by when it has to be over and what is to be done: it says of somebody or
// something how it is there, and a premise has no other reason to say so.
func (t *text) troubles(s *said) bool {
	if !s.premise || s.listed || len(s.verbs) == 0 || asks(s) {
		return false
	}
	first := textAt(s.tokens, firstWord(s.tokens))
	switch {
	case english.OneOf(first, "you if before when unless until bear beware remember"):
		return false
	case first == "it" && !slices.ContainsFunc(s.phrases, func(p *phrase) bool { return p.entity != nil && p.entity.id != "" }):
		return false
	case strings.HasPrefix(s.block.text, "Dear ") || strings.HasPrefix(s.block.text, "Yours "):
		return false
	}
	return !strings.HasSuffix(s.text, "?") && !strings.Contains(spaced(s.text), " you are the ")
}

// spaced is a text in small letters with a space around each word and no signs.
func spaced(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range strings.Fields(strings.ToLower(strings.NewReplacer("—", " ", "’", "'").Replace(text))) {
		if w = strings.Trim(w, english.Signs+"-"); w != "" {
			b.WriteString(w)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// asks reports whether a sentence says what the player is to find out or decide.
func asks(s *said) bool {
	words := spaced(s.text)
	return strings.HasSuffix(s.text, "?") || decides(words) || wonders().MatchString(words)
}

// wonders is what asks a question inside a sentence.
var wonders = whenAsked(` (?:tell|tells|say|says|asks|ask|explain|find|knows?) (?:her |him |them |you |me )?(?:out )?(?:what|who|where|why|how|which|whether) `)

// decides reports whether words are of what the player may do.
func decides(words string) bool {
	for _, w := range []string{" you can ", " you could ", " you may ", " you must ", " you have to ", " you will have to ", " you are to ", " you should "} {
		if strings.Contains(words, w) {
			return true
		}
	}
	return strings.Contains(words, " whether ") && strings.Contains(words, " you ") || strings.HasPrefix(words, " if you ")
}

// locks finds what is locked, and by what.
func (t *text) locks() (all []Lock) {
	has := map[string]int{}
	add := func(of, by *entity, n int) {
		if of == nil || of.id == "" || of.kind == Person {
			return
		}
		id := ""
		if by != nil && by != of && by.kind == Thing {
			id = by.id
		}
		if at, known := has[of.id]; known {
			if all[at].By == "" {
				all[at].By = id
			}
			return
		}
		has[of.id] = len(all)
		all = append(all, Lock{Of: of.id, By: id, Said: n})
	}
	for n, s := range t.said {
		words := spaced(s.text)
		key := t.keyIn(s)
		switch {
		case strings.Contains(words, " opens ") && key != nil: // "The Abbot's Key opens the Ossuary"
			for _, p := range s.phrases {
				if p.from > 0 && english.OneOf(textAt(s.tokens, p.from-1), "opens") {
					add(p.entity, key, n)
				}
			}
		case strings.Contains(words, " key to the ") || strings.Contains(words, " key of the "):
			for _, p := range s.phrases {
				if p.head() == "key" && p.of >= 0 {
					add(s.phrases[p.of].entity, p.entity, n)
				}
			}
		case strings.Contains(words, " the lock of ") || strings.Contains(words, " a lock on "):
			for _, p := range s.phrases {
				if p.head() == "lock" && p.of >= 0 {
					add(s.phrases[p.of].entity, nil, n)
				}
			}
		case strings.Contains(words, " locked ") || strings.Contains(words, " padlocked ") || strings.Contains(words, " to lock the "):
			if s.subject != nil && s.subject.entity != nil && s.subject.entity.kind != Person && !strings.Contains(words, " can be locked ") && !strings.Contains(words, " be locked from ") {
				add(s.subject.entity, key, n)
				continue
			}
			for _, p := range s.phrases {
				if p.entity != nil && (p.entity.kind == Place || p.entity.key == "store") && english.OneOf(textAt(s.tokens, p.from-1), "lock locks locked") {
					add(p.entity, key, n)
				}
			}
		case strings.Contains(words, " has a dial ") || strings.Contains(words, " a combination "):
			if s.subject != nil {
				add(s.subject.entity, nil, n)
			}
		}
	}
	return all
}

// keyIn is the key that a sentence speaks of.
func (t *text) keyIn(s *said) *entity {
	for _, p := range s.phrases {
		if p.entity != nil && english.OneOf(p.head(), "key keys nail lockpick crowbar") && p.entity.id != "" && p.entity.kind == Thing {
			return p.entity
		}
	}
	return nil
}

const aNumber = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|(?:twenty|thirty|forty|fifty|sixty|seventy)(?:-[a-z]+)?|\d+|half an|an|a|a few)(?: and a half)?`

const aDay = `(?:(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: (?:night|morning|evening|afternoon))?)`

const anHour = `(?:\d{1,2}[:.]\d\d|\d{1,2} o'clock|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|dusk|dawn|sunset|sunrise|nightfall|first light|daybreak)`

// whenAsked compiles an expression with the first question, which most plays have none of.
func whenAsked(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// When it has to be over, the clearest first.
var times = []struct {
	worth int
	words func() *regexp.Regexp
}{
	{9, whenAsked(`(?i)\b(?:is|are) (?:expected|due) (?:back )?in ` + aNumber + ` (?:minutes?|hours?|days?|nights?|weeks?)\b`)},
	{8, whenAsked(`(?i)\b(?:back|returns?|comes?|leaves?|sails?|closes?|opens?|begins?|ends?|reaches|arrives?)\b[^.;]{0,30}? (?:at ` + anHour + `(?: tomorrow(?: morning| night| evening)?)?|tomorrow(?: at ` + anHour + `)?|in ` + aNumber + ` (?:minutes?|hours?|days?|nights?|weeks?))`)},
	{8, whenAsked(`(?i)\b(?:at ` + anHour + ` tomorrow(?: morning| night| evening)?|tomorrow at ` + anHour + `|by ` + anHour + `|before ` + anHour + `)\b`)},
	{7, whenAsked(`(?i)\b(?:within|in) ` + aNumber + ` (?:minutes?|hours?|days?|nights?|weeks?)\b`)},
	{7, whenAsked(`(?i)\bat \d\d:\d\d\b`)},
	{7, whenAsked(`(?i)\b(?:is|are)(?: to be [a-z]+)? on ` + aDay + `(?: at ` + anHour + `)?\b|\bcompleted on ` + aDay + `(?: at ` + anHour + `)?\b`)},
	{7, whenAsked(`(?i)\b(?:is|are|comes?|leaves?|ends?|opens?|closes?|arrives?)(?: back)? (?:on ` + aDay + `|tomorrow|tonight)(?: (?:night|morning|evening|afternoon))?\b`)},
	{6, whenAsked(`(?i)\b(?:by ` + aDay + `|by tomorrow(?: (?:night|morning|evening))?|by then)\b`)},
	{5, whenAsked(`(?i)\b(?:for|last) (?:another )?` + aNumber + ` (?:more )?(?:minutes?|hours?|days?|nights?|weeks?)\b`)},
	{5, whenAsked(`(?i)\b` + aNumber + ` (?:minutes?|hours?|days?|nights?|weeks?) (?:left|remain|from now)\b`)},
	{6, whenAsked(`(?i)\b` + aNumber + ` (?:minutes?|hours?|days?|nights?) before (?:the )?[a-z]+(?: [a-z]+)?\b`)},
	{6, whenAsked(`(?i)\b(?:on (?:the )?(?:` + aDay + `|[a-z]+th|[a-z]+nd|[a-z]+st|[a-z]+rd)\b(?: at ` + anHour + `)?|before the (?:[a-z]+ )?(?:bells?|feast|frost|snow|tide|assizes|winter|thaw|count)\b)`)},
	{5, whenAsked(`(?i)\b(?:leaves?|sails?|goes) at ` + anHour + `\b`)},
	{5, whenAsked(`(?i)\bwhen the [a-z]+ (?:comes|leaves|returns|arrives|opens|closes)\b`)},
	{4, whenAsked(`(?i)\b(?:until|till|at|before) (?:` + anHour + `)\b|\btonight\b|\bthere are ` + aNumber + ` hours\b`)},
}

// deadline is when it has to be over, by what the premise says.
func (t *text) deadline() *Deadline {
	var best *Deadline
	most := 0
	for n, s := range t.said {
		if !s.premise {
			continue
		}
		bonus := 0
		words := spaced(s.text)
		for _, w := range []string{" must ", " have to ", " will ", " unless ", " is due ", " expected ", " then ", " leaves ", " by ", " closes ", " before ", " reaches "} {
			if strings.Contains(words, w) {
				bonus++
			}
		}
		if !slices.ContainsFunc(s.tokens, func(k token) bool { return k.Tag == "VBZ" || k.Tag == "MD" || k.Tag == "VBP" }) {
			bonus -= 4 // it was
		}
		if !strings.Contains(words, " will ") && !strings.Contains(words, " must ") && slices.ContainsFunc(s.tokens, func(k token) bool { return k.Tag == "VBN" || k.Tag == "VBD" }) {
			bonus -= 2 // something has been done then, and nothing comes of it
		}
		for _, when := range times {
			found := when.words().FindString(s.text)
			if found == "" {
				continue
			}
			if worth := 2*when.worth + min(bonus, 3); worth > most {
				most = worth
				best = &Deadline{Words: timeIn(found), Days: daysIn(found), Said: n}
			}
			break
		}
	}
	return best
}

// timeIn is the time alone: "in three days" of "is expected in three days".
func timeIn(found string) string {
	low := strings.ToLower(found)
	for _, word := range []string{" in ", " at ", " on ", " by ", " tomorrow", " before ", " within "} {
		if at := strings.Index(low, word); at >= 0 && !strings.HasPrefix(low, "in ") && !strings.HasPrefix(low, "at ") && !strings.HasPrefix(low, "tomorrow") && !strings.HasPrefix(low, "on ") && !strings.HasPrefix(low, "by ") && !strings.HasPrefix(low, "before ") && !strings.HasPrefix(low, "within ") && !strings.HasPrefix(low, "when ") && !strings.HasPrefix(low, "until ") && days().FindStringIndex(found) == nil || at > 0 && word != " before " && days().FindStringIndex(found) != nil && !strings.HasPrefix(low, "in ") {
			return found[at+1:]
		}
	}
	return found
}

var days = whenAsked(`(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: and a half)? (days?|nights?|weeks?)\b`)

func daysIn(words string) int {
	m := days().FindStringSubmatch(words)
	if m == nil {
		return 0
	}
	n, ok := english.NumberOf(strings.ToLower(m[1]))
	if !ok {
		for _, r := range m[1] {
			n = min(99, 10*n+int(r-'0'))
		}
	}
	if strings.HasPrefix(strings.ToLower(m[2]), "week") {
		n *= 7
	}
	return n
}

// may is what lets the player do something in the end.
var may = whenAsked(`(?i)(?:^|[\s,;:])you (?:can|could|may|must|will have to|have to|should)(?: also| either| then)? `)

// options are what the premise lets the player do in the end: of the last sentences that
// say so, what stands behind "you can", taken whole to the end of its clause.
func (t *text) options() []Option {
	var all []Option
	for n, s := range t.said {
		if !s.premise {
			continue
		}
		for _, words := range optionsIn(s.text) {
			all = append(all, Option{Words: words, Said: n})
		}
	}
	return all[max(0, len(all)-4):]
}

// optionsIn takes a sentence apart at "or": "put your seal on Saint Orla", "refuse it".
func optionsIn(sentence string) (all []string) {
	at := may().FindAllStringIndex(sentence, -1)
	for i, m := range at {
		end := len(sentence)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		rest := strings.TrimRight(strings.TrimSpace(sentence[m[1]:end]), ".!?,;: ")
		for _, tail := range []string{"; or", ", or", " or", "; and", ", and", " and", ", but", "; but"} {
			rest = strings.TrimRight(strings.TrimSuffix(rest, tail), ",; ")
		}
		if i+1 < len(at) { // what leads to the next "you"
			if cut := strings.LastIndexAny(rest, ";"); cut > 0 {
				rest = rest[:cut]
			}
		}
		rest, _, _ = strings.Cut(rest, ";")
		before, after, found := strings.Cut(rest, ", or ")
		if !found {
			before, after, found = strings.Cut(rest, " or ")
			if found && !beginsVerb(after) {
				before, found = rest, false
			}
		}
		all = append(all, strings.TrimSpace(strings.TrimPrefix(before, "either ")))
		if found {
			all = append(all, strings.TrimSpace(after))
		}
	}
	return slices.DeleteFunc(all, func(words string) bool { return len(strings.Fields(words)) < 2 || strings.Contains(words, "\"") })
}

func beginsVerb(words string) bool { return english.IsVerb(english.FirstWord(words)) }
