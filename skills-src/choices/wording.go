package choices

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit/rules"
)

// How many words a choice has.
const (
	fewestWords = 3
	mostWords   = 22
	mostRecall  = 18 // of one that rests on a memory
)

// A scene is an input with what the steps before found out, and its wordings.
type scene struct {
	in      input
	known   known
	set     config
	people  map[string]person
	forms   []forms           // of known.Memories
	content []map[string]bool // of their summaries
	rules   *rules.Rules
	seed    uint64
}

func newScene(in input, k known, set config) *scene {
	s := &scene{in: in.cleaned(), known: k, set: set, people: map[string]person{}}
	for _, p := range s.in.People {
		s.people[p.ID] = p
	}
	for _, m := range k.Memories {
		s.forms = append(s.forms, read(m, s.people))
		s.content = append(s.content, content(textOr(m.Topic, m.Summary)))
	}
	return s
}

func (s *scene) person(id string) (person, bool) {
	p, ok := s.people[id]
	return p, ok && id != ""
}

func (s *scene) stat(id string) (stat, bool) {
	for _, st := range s.in.Player.Stats {
		if id != "" && (strings.EqualFold(st.ID, id) || strings.EqualFold(st.Name, id)) {
			return st, true
		}
	}
	return stat{}, false
}

// called is what a choice calls somebody: by the first name where that is all it
// takes and there is no ill will.
func (s *scene) called(p person) string {
	if s.known.score(p.ID) < 0 {
		return midSentence(p.Name)
	}
	return s.firstName(p)
}

// firstName is a person's where they have one and nobody else shares it, else the
// whole name.
func (s *scene) firstName(p person) string {
	words := strings.Fields(p.Name)
	if len(words) != 2 || !capital(words[0]) || !capital(words[1]) || titled(words[0]) {
		return midSentence(p.Name)
	}
	for _, other := range s.in.People {
		if first, _, _ := strings.Cut(other.Name, " "); other.ID != p.ID && first == words[0] {
			return p.Name
		}
	}
	return words[0]
}

func titled(word string) bool {
	return among(bare(word), "mr mrs miss ms dr captain father mother brother sister sir lady lord old young the master doctor king queen saint st widow uncle aunt "+
		"abbot abbess prior prioress novice friar bishop count countess duke duchess baron prince princess professor inspector judge mayor sergeant lieutenant major colonel general admiral commander")
}

// speaksOf reports whether a text names somebody, by the whole name or by the
// first alone.
func (s *scene) speaksOf(text string, p person) bool {
	said := " " + same(text) + " "
	if p.Name == "" {
		return false
	}
	return strings.Contains(said, " "+same(p.Name)+" ") || strings.Contains(said, " "+same(s.firstName(p))+" ")
}

// witnessed reports whether somebody was there.
func witnessed(m memory, p person) bool { return p.ID != "" && slices.Contains(m.Characters, p.ID) }

// A wording is one way to put a choice.
type wording struct {
	move   *move
	memory int // its position, or -1
	text   string
	said   []string // the words of the text
	stat   bool     // the text names the move's stat

	pattern string // the frame
}

// wordings are the ways to word a move that rest on a memory, or on none (-1).
// kin tells whether the memory has to do with it.
func (s *scene) wordings(m *move, at int, kin bool) (all []wording) {
	bank := plain[m.Kind]
	if at >= 0 {
		bank = banks[m.Kind]
	}
	if at >= 0 && s.talkedOf(m, at) {
		return nil
	}
	places := s.places(m, at)
	for _, f := range bank {
		if !s.fits(f.when, m, at, kin) || s.asking(f.text, m, at) || s.isStale(f.text, at) || at >= 0 && s.dangling(at, m) && (strings.Contains(f.text, "{query}") || strings.Contains(f.text, "{subject}")) {
			continue
		}
		text, ok := filled(f.text, places)
		if !ok {
			continue
		}
		w := wording{move: m, memory: at, pattern: f.text}.saying(prose.SentenceCase(text))
		if !s.usable(w) {
			continue
		}
		stat := places["stat"]
		w.stat = stat != "" && strings.Contains(f.text, "{stat}")
		if stat != "" && !w.stat {
			if leant := s.leant(w, stat); s.usable(leant) {
				w = leant
			}
		}
		all = append(all, w)
	}
	return all
}

// talkedOf reports whether a topic is not to be brought up with somebody: it was just
// now, or it is they themselves. What an author wrote an answer to always is.
func (s *scene) talkedOf(m *move, at int) bool {
	p, known := s.person(m.Person)
	recalled := s.known.Memories[at]
	if !known || recalled.Topic == "" || m.answers(recalled.Topic) {
		return false
	}
	justNow := recalled.TurnsAgo != "" && thousandths(recalled.TurnsAgo) <= soonAsked*1000
	return same(recalled.Topic) == same(p.Name) || justNow && s.speaksOf(recalled.Summary, p)
}

// soonAsked is for how many turns nobody is asked again what they were asked.
const soonAsked = 8

// asking reports whether a frame asks somebody what they were asked just now: for the
// matter that a memory of it is about, or for that of the move.
func (s *scene) asking(frame string, m *move, at int) bool {
	p, known := s.person(m.Person)
	if !known || !among(m.Kind, "talk press ask-help") {
		return false
	}
	if at >= 0 && (strings.Contains(frame, "{query}") || strings.Contains(frame, "{subject}")) && s.justAsked(at, p) {
		return true
	}
	if !strings.Contains(frame, "{about}") && !strings.Contains(frame, "{matter}") {
		return false
	}
	about := content(m.Topic + " " + m.Thread.Title)
	for i := range s.forms {
		if s.justAsked(i, p) && enough(overlap(content(s.forms[i].query+" "+s.forms[i].subject), about), about) {
			return true
		}
	}
	return false
}

func (s *scene) justAsked(at int, p person) bool {
	ago := s.known.Memories[at].TurnsAgo
	return ago != "" && thousandths(ago) <= soonAsked*1000 && s.isAsked(s.forms[at], p)
}

// dangling reports whether what was asked speaks of somebody by a pronoun that only
// whom it was asked explains.
func (s *scene) dangling(at int, m *move) bool {
	f := s.forms[at]
	if p, known := s.person(m.Person); known && s.isAsked(f, p) {
		return false
	}
	return slices.ContainsFunc(wordsOf(f.query+" "+f.subject), func(w string) bool { return among(w, "he she him her his hers they them their it its") })
}

// leant is a wording that leans on the move's stat and names it.
func (s *scene) leant(w wording, stat string) wording {
	w.stat = true
	called := s.praised(w.move.Stat, stat)
	if plain, ok := leaning[called]; ok {
		return w.saying(w.text + plain)
	}
	return w.saying(w.text + leaningOn + called)
}

func (w wording) saying(text string) wording {
	w.text, w.said = text, wordsOf(text)
	return w
}

// usable is the last look at a text.
func (s *scene) usable(w wording) bool {
	n := len(strings.Fields(w.text))
	if w.memory >= 0 && n > mostRecall {
		return false
	}
	return n >= fewestWords && n <= mostWords && !strings.ContainsAny(w.text, "{}") && !strings.Contains(w.text, "  ") && !stammering(w.said) &&
		(w.memory < 0 || cover(w.said, s.content[w.memory]))
}

// praised is a stat's name, with a word for one that is high.
func (s *scene) praised(id, name string) string {
	st, ok := s.stat(id)
	if !ok || thousandths(st.Value) < 15_000 {
		return name
	}
	praise := map[string]string{
		"nerve": "steady", "courage": "proven", "wits": "quick", "wit": "quick", "intelligence": "sharp", "tongue": "ready", "hands": "deft",
		"strength": "great", "agility": "great", "dexterity": "great", "charisma": "easy", "charm": "easy", "stealth": "practised", "wisdom": "long", "perception": "keen",
	}[name]
	return joined(praise, name)
}

// fits reports whether a frame's conditions hold.
func (s *scene) fits(when string, m *move, at int, kin bool) bool {
	p, _ := s.person(m.Person)
	for condition := range strings.FieldsSeq(when) {
		if condition == "near" && !kin || condition != "near" && !s.holds(condition, m, p, at) {
			return false
		}
	}
	return true
}

func (s *scene) holds(condition string, m *move, p person, at int) bool {
	switch condition {
	case "warm":
		return s.known.score(p.ID) > enables
	case "cold":
		return s.known.score(p.ID) < hides
	case "company":
		return len(s.in.People) > 0
	case "peopled":
		return m.Peopled
	}
	recalled, f := s.known.Memories[at], s.forms[at]
	switch condition {
	case "self": // and not that somebody else was asked about them
		return s.speaksOf(f.text, p) && (f.asked == "" || s.isAsked(f, p))
	case "knows":
		return s.speaksOf(f.text, p) || witnessed(recalled, p) && (f.asked == "" || capital(f.asked))
	case "other":
		return !s.speaksOf(f.text, p) && !witnessed(recalled, p)
	case "unasked": // "the girl" that was asked may be whoever was there
		return !s.speaksOf(f.text, p) && (capital(f.asked) || !witnessed(recalled, p)) && s.askable(f)
	case "asked":
		return s.isAsked(f, p)
	case "askable":
		return s.askable(f)
	case "fresh":
		return recalled.TurnsAgo != "" && thousandths(recalled.TurnsAgo) <= 1000
	case "failure", "triumph":
		return recalled.Episodic == condition
	case "grave":
		return recalled.Episodic != ""
	case "mine":
		return f.mine
	case "theirs":
		return !f.mine && f.event != ""
	case "deed":
		return recalled.Topic == ""
	case "person":
		return s.byPerson(f)
	case "worthy":
		return recalled.Weight == "high" && (recalled.Location != "" || len(recalled.Characters) > 1)
	case "there":
		return recalled.Location != "" && recalled.Location == m.Place.ID && !names(f.whole, m.Place.Name)
	case "here":
		return recalled.Location != "" && recalled.Location == s.in.Place.ID && recalled.Location == s.placed(m) && m.Topic == "" && !names(f.whole, s.in.Place.Name)
	}
	return false
}

// byPerson reports whether what happened is somebody's deed: why night fell is no
// question.
func (s *scene) byPerson(f forms) bool {
	words := strings.Fields(f.event)
	if len(words) == 0 {
		return false
	}
	if first := words[0]; capital(first) {
		return !strings.HasSuffix(first, "'s") && !strings.HasSuffix(first, "’s")
	}
	verb := finiteAt(words)
	return slices.ContainsFunc(words[:max(verb, 0)], func(w string) bool { return among(bare(w), somebody) })
}

// isAsked reports whether it was somebody present that was asked.
func (s *scene) isAsked(f forms, p person) bool {
	asked, ok := s.byName(f.asked)
	return ok && asked.ID == p.ID
}

// stale is how many turns ago a thing is done that "now that" is hardly said of.
const stale = 10

// isStale reports whether a memory is too old for a frame that calls it news.
func (s *scene) isStale(frame string, at int) bool {
	return at >= 0 && strings.Contains(frame, "now that {done}") && thousandths(s.known.Memories[at].TurnsAgo) > stale*1000
}

// askable reports whether what was asked can be put to anybody: it is about a thing
// ("the wreck"), or a question with a name in it, or one about what there is to be
// asked about here. "Which bird laid the speckled one" is for whoever has the eggs.
func (s *scene) askable(f forms) bool {
	if f.query == "" || strings.ContainsFunc(f.query, unicode.IsUpper) {
		return true
	}
	said := content(f.query)
	return slices.ContainsFunc(s.in.Moves, func(m move) bool { return overlap(said, m.about()) > 0 })
}

// names reports whether a text speaks of a place by the last word of its name.
func names(text, place string) bool {
	words := wordsOf(place)
	return len(words) == 0 || slices.Contains(wordsOf(text), words[len(words)-1])
}

// places are what stands in the braces of a frame.
func (s *scene) places(m *move, at int) map[string]string {
	p, _ := s.person(m.Person)
	pronouns := prose.PronounsFor(p.Pronouns)
	places := map[string]string{
		"P": s.called(p), "him": pronouns.Object, "his": pronouns.Possessive, "he": pronouns.Subject, "himself": pronouns.Reflexive,
		"place": m.Place.Name, "here": s.in.Place.Name, "part": s.in.Part, "item": definite(m.Item.Name), "stat": s.statName(m.Stat),
	}
	if p.Name == "" {
		delete(places, "P")
	}
	s.matters(m, p, places)
	places["object"] = s.object(m, places["about"])
	if at >= 0 {
		s.recalled(s.forms[at], p, s.speaksOf(s.forms[at].text, p), places)
	}
	return places
}

func definite(item string) string {
	if item == "" {
		return ""
	}
	if first, rest, _ := strings.Cut(item, " "); among(strings.ToLower(first), "your my") {
		return "the " + rest
	}
	if capital(item) && midSentence(item) == item && len(strings.Fields(item)) > 1 && capital(strings.Fields(item)[1]) {
		return item // a name
	}
	return prose.Definite(midSentence(item))
}

func (s *scene) statName(id string) string {
	if id == "" {
		return ""
	}
	if st, ok := s.stat(id); ok && st.Name != "" {
		return strings.ToLower(plainName(st.Name))
	}
	for _, t := range s.in.Player.Traits {
		if t.ID == id && t.Name != "" {
			return strings.ToLower(plainName(t.Name))
		}
	}
	return strings.ToLower(strings.ReplaceAll(plainName(id), "-", " "))
}

// matters puts a topic and a thread into words: about is a noun, matter an
// indirect question, open a direct one, news a statement.
func (s *scene) matters(m *move, p person, places map[string]string) {
	for _, text := range []string{m.Topic, m.Thread.Title} {
		if text == "" || p.Name != "" && same(text) == same(p.Name) {
			continue
		}
		words := strings.Fields(midSentence(text))
		switch first := bare(words[0]); {
		case strings.HasSuffix(text, "?") || among(first, questions) && len(words) > 2:
			if indirect := indirectly(words); indirect != "" {
				setOnce(places, "matter", indirect)
			} else {
				setOnce(places, "open", strings.TrimRight(strings.Join(words, " "), "? ")+"?")
			}
		case finite(words):
			setOnce(places, "news", strings.Join(words, " "))
		default:
			setOnce(places, "about", strings.Join(words, " "))
		}
	}
}

func setOnce(places map[string]string, key, value string) {
	if places[key] == "" {
		places[key] = value
	}
}

// indirectly makes "why the Tooth is dark" of "why is the Tooth dark?", where it is
// certain how; else it is "".
func indirectly(words []string) string {
	words = dropSigns(words)
	words[len(words)-1] = strings.TrimRight(words[len(words)-1], "? ")
	if len(words) < 3 || !among(bare(words[0]), questions) {
		return ""
	}
	verb := bare(words[1])
	if !among(verb, "is are was were has have had do does did can could will would should must may might") {
		return strings.Join(words, " ")
	}
	if among(bare(words[0]), "whether if") {
		return strings.Join(words, " ")
	}
	n := subjectLength(words[2:])
	if !among(verb, "is are was were") || n == 0 || len(words)-2-n > 1 || n+2 == len(words) && among(bare(words[0]), "why how") {
		return ""
	}
	return joined(words[0], strings.Join(words[2:2+n], " "), words[1], strings.Join(words[2+n:], " "))
}

// subjectLength is how many words at the front are certainly one subject: a name,
// or "the" and one word.
func subjectLength(words []string) int {
	n := 0
	for n < len(words) && capital(words[n]) {
		n++
	}
	if n == 0 && len(words) > 1 && among(bare(words[0]), "the your this that") {
		return 2
	}
	return n
}

// object is what one looks at or searches.
func (s *scene) object(m *move, about string) string {
	switch {
	case m.Item.Name != "":
		return definite(m.Item.Name)
	case about != "" && m.Topic != "" && !among(bare(strings.Fields(about)[0]), "a an"):
		return about
	case about != "" && m.Topic != "":
		return prose.Definite(about)
	case m.Place.Name != "":
		return m.Place.Name
	}
	return s.in.Place.Name
}

// recalled puts a memory's shapes in their places. Where it is about the person a
// choice is about, that person is only named once.
func (s *scene) recalled(f forms, p person, self bool, places map[string]string) {
	for key, text := range map[string]string{
		"whole": f.whole, "event": f.event, "fact": f.fact, "done": f.done, "doing": f.doing,
		"thing": f.thing, "query": f.query, "subject": f.subject, "note": f.note, "riddle": f.riddle,
	} {
		if self && p.Name != "" && text != "" && key != "note" {
			text = byPronoun(text, p)
		}
		places[key] = text
	}
	places["asked"] = f.asked
	if asked, ok := s.byName(f.asked); ok {
		places["asked"] = s.called(asked)
	}
}

func (s *scene) byName(name string) (person, bool) {
	for _, p := range s.in.People {
		if first, _, _ := strings.Cut(p.Name, " "); name != "" && (p.Name == name || first == name && !titled(first)) {
			return p, true
		}
	}
	return person{}, false
}

// byPronoun puts "her", "she" or "her" for a person's name.
func byPronoun(text string, p person) string {
	words, name := strings.Fields(text), strings.Fields(p.Name)
	var out []string
	for i := 0; i < len(words); i++ {
		n := nameHere(words[i:], name)
		if n == 0 || i > 0 && among(bare(words[i-1]), "and or the mr mrs miss") || i+n < len(words) && among(bare(words[i+n]), "and or") && !strings.HasSuffix(words[i+n-1], ",") {
			out = append(out, words[i])
			continue
		}
		pronoun, ok := pronounAt(words, i, n, p)
		if !ok {
			return text
		}
		out = append(out, swap(words[i+n-1], pronoun))
		i += n - 1
	}
	return strings.Join(out, " ")
}

// nameHere is how many words at the front are the person's name: all of it, or
// the first name.
func nameHere(words, name []string) int {
	if len(words) >= len(name) && strings.EqualFold(possessed(strings.Join(words[:len(name)], " ")), strings.Join(name, " ")) {
		return len(name)
	}
	if len(name) > 1 && !titled(name[0]) && possessed(words[0]) == name[0] && !(len(words) > 1 && capital(words[1]) && !strings.ContainsAny(words[0], ",;")) {
		return 1
	}
	return 0
}

func possessed(text string) string {
	text = strings.TrimRight(text, punctuation)
	return strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
}

func pronounAt(words []string, i, n int, p person) (string, bool) {
	pronouns := prose.PronounsFor(p.Pronouns)
	last := strings.TrimRight(words[i+n-1], punctuation)
	switch {
	case strings.HasSuffix(last, "'s"), strings.HasSuffix(last, "’s"):
		return pronouns.Possessive, true
	case i > 1 && i+n == len(words)-1 && isPast(bare(words[i+n])) && last == words[i+n-1] && !among(bare(words[i-1]), prepositions): // "the debt he paid"
		return pronouns.Subject, true
	case i == 0 || among(bare(words[i-1]), "that because when why how whether if since who what where but while until before after") && i+n < len(words):
		next := ""
		if i+n < len(words) {
			next = bare(words[i+n])
		}
		return pronouns.Subject, !pronouns.Plural || !among(next, "is was has does") && !third(next)
	}
	return pronouns.Object, true
}

// filled puts the words into a frame's places. It reports false where one has none.
func filled(frame string, places map[string]string) (string, bool) {
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(frame, "{")
		text.WriteString(before)
		if !found {
			return text.String(), true
		}
		key, after, _ := strings.Cut(rest, "}")
		word := places[key]
		if verb, ok := strings.CutPrefix(key, "he "); ok {
			word = agreeing(places["he"], verb)
		}
		if word == "" {
			return "", false
		}
		text.WriteString(word)
		frame = after
	}
}

// agreeing is "she knows", "they know", "he knew".
func agreeing(subject, verb string) string {
	base, past := strings.CutSuffix(verb, ":past")
	tense := prose.Present
	if past {
		tense = prose.Past
	}
	return subject + " " + prose.Verb(base, prose.Subject{Person: prose.Third, Plural: subject == "they"}, tense)
}
