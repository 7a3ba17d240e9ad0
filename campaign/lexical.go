package campaign

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

// Lexical finds people, places and things by the words around their names: "in
// the Drowned Bell" is a place, "Captain Hale says" a person, "a brass key" a
// thing, and so is "the bell Saint Orla". It reads English, misses much, and is the
// same every time.
type Lexical struct{}

var _ Extractor = Lexical{}

// How many of each are kept.
const (
	maxPeople = 8
	maxPlaces = 8
	maxThings = 8
)

// Extract implements [Extractor].
func (Lexical) Extract(ctx context.Context, setting, premise Text) (Extract, error) {
	if err := ctx.Err(); err != nil {
		return Extract{}, err
	}
	r := reading{mentions: map[string]*mention{}, small: map[string]bool{}, large: map[string]bool{}}
	var texts [][]string
	for _, text := range []Text{setting, premise} {
		all := sentences(prose.Clean(text.Body)) // a name cut out of an escape sequence would not be known for one
		texts = append(texts, all)
		for _, s := range all {
			r.words(s)
		}
	}
	for _, all := range texts {
		r.subject = nil
		for _, s := range all {
			r.sentence(s)
		}
	}
	return r.extract(), nil
}

// reading counts what speaks for each name.
type reading struct {
	order    []string
	mentions map[string]*mention
	small    map[string]bool // words that are written small somewhere
	large    map[string]bool // words that are written large inside a sentence
	subject  *mention        // whom the sentence before was about
	ids      []string
}

// A mention is a name and what was found about it.
type mention struct {
	name                 string
	count                int
	person, place, thing int
	is                   string   // what a noun beside the name says it is: "person", "place", "thing", or ""
	sentences            []string // that it stands in
	about                []string // those of them that begin with it, and those that follow with a pronoun for it
	pronouns, role       string
}

// words notes how the words of a sentence are written.
func (r *reading) words(sentence string) {
	for i, word := range strings.Fields(sentence) {
		low := strings.ToLower(clean(word))
		r.small[low] = r.small[low] || !capital(word)
		r.large[low] = r.large[low] || i > 0 && capital(word)
	}
}

func (r *reading) of(name, sentence string) *mention {
	key := strings.ToLower(bare(name))
	m := r.mentions[key]
	if m == nil {
		m = &mention{name: name}
		r.mentions[key] = m
		r.order = append(r.order, key)
	}
	if isNamed(name) && !isNamed(m.name) { // a foundry, and the Foundry
		m.name = name
	}
	m.count++
	if !slices.Contains(m.sentences, sentence) {
		m.sentences = append(m.sentences, sentence)
	}
	return m
}

// sentence looks at each name and each thing in a sentence.
func (r *reading) sentence(text string) {
	words := strings.Fields(text)
	if len(words) == 0 || r.leansBack(words, text) {
		r.names(words, text, 0)
		return
	}
	r.subject = nil
	r.names(words, text, subjectWithin)
}

// subjectWithin is how far from its beginning a sentence may name what it is about:
// "The monastery of Varn".
const subjectWithin = 4

// leadsTo reports whether a name behind these words is what the sentence is about:
// "the monastery of", and not "nobody in".
func leadsTo(words []string) bool {
	for i, w := range words {
		w = strings.ToLower(clean(w))
		if oneArticle(w) || w == "of" && i == 2 {
			continue
		}
		if ordinary[w] || locators[w] {
			return false
		}
	}
	return len(words) == 0 || oneArticle(strings.ToLower(words[0]))
}

// leansBack reports whether a sentence begins with a pronoun for whom the one before
// was about, and takes it as said of them.
func (r *reading) leansBack(words []string, text string) bool {
	pronoun := map[string]string{"he": "he", "his": "he", "she": "she", "her": "she", "it": "", "they": "", "its": "", "their": ""}
	said, leans := pronoun[strings.ToLower(clean(words[0]))]
	if !leans {
		return false
	}
	if r.subject != nil {
		r.subject.about = append(r.subject.about, text)
		if said != "" {
			r.subject.pronouns = said
			r.subject.person++
		}
	}
	return true
}

// names looks at each name and each thing. One that stands before the word at within
// is what the sentence is about.
func (r *reading) names(words []string, text string, within int) {
	for i := 0; i < len(words); {
		n := r.nameLength(words, i)
		if n == 0 {
			r.thing(words, i, text)
			i++
			continue
		}
		next := i + n
		for next < len(words) && r.nameLength(words, next) == 0 {
			next++
		}
		m := r.name(words[:next], i, n, text)
		if m != nil && i < within && r.subject == nil && leadsTo(words[:i]) && !strings.HasSuffix(words[i+n-1], "'s") {
			r.subject = m
			m.about = append(m.about, text)
		}
		i += n
	}
}

// nameLength is of how many words the name is that begins here: words with a
// capital, and "of" or "the" between them. The first word of a sentence counts
// only where another follows, or it is no ordinary word.
func (r *reading) nameLength(words []string, at int) int {
	if !capital(words[at]) || at == 0 && ordinary[strings.ToLower(clean(words[at]))] {
		return 0
	}
	n := 1
	for at+n < len(words) && !ends(words[at+n-1]) {
		next := words[at+n]
		if capital(next) && !ordinary[strings.ToLower(clean(next))] {
			n++
			continue
		}
		if next == "of" && at+n+1 < len(words) && capital(words[at+n+1]) {
			n += 2
			continue
		}
		break
	}
	if at == 0 && n == 1 && !r.opens(words) {
		return 0
	}
	return n
}

// opens reports whether the first word of a sentence is a name: it is never written
// small, and is written large elsewhere or does what people do.
func (r *reading) opens(words []string) bool {
	low := strings.ToLower(clean(words[0]))
	switch {
	case r.small[low]:
		return false
	case r.large[low], strings.HasSuffix(words[0], "'s"), strings.HasSuffix(words[0], ","):
		return true
	}
	return personVerb(words, 1) && !copulas[strings.ToLower(clean(words[1]))]
}

func capital(word string) bool {
	for _, r := range word {
		if unicode.IsLetter(r) {
			return unicode.IsUpper(r)
		}
	}
	return false
}

func ends(word string) bool {
	return strings.ContainsAny(word[len(word)-1:], ".,;:!?)\"”") && !titles[strings.ToLower(clean(word))]
}

func clean(word string) string {
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
}

// name weighs the words around a name: those before it, and those after it up to the
// next name, where words ends. It is nil where there is none after all.
func (r *reading) name(words []string, at, n int, sentence string) *mention {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = clean(words[at+i])
		if i < n-1 { // the Abbot's Key
			parts[i] = strings.Trim(words[at+i], `.,;:!?"“”()`)
		}
	}
	name := strings.Join(parts, " ")
	if name == "" || ordinary[strings.ToLower(name)] {
		return nil
	}
	if before(words, at, 1) == "the" {
		name = "the " + name
	}
	m := r.of(name, sentence)
	m.weigh(words, at, n, parts)
	return m
}

// before is the word so many places in front of another, in small letters.
func before(words []string, at, by int) string {
	if at < by {
		return ""
	}
	return strings.ToLower(clean(words[at-by]))
}

func (m *mention) weigh(words []string, at, n int, parts []string) {
	first, last := strings.ToLower(parts[0]), strings.ToLower(parts[n-1])
	m.beside(words, at, n)
	switch {
	case writings[last]:
		m.is = "thing"
	case thingNouns[last] && n > 1:
		m.thing += 2
	case placeNouns[last], n > 1 && placeNouns[first]:
		m.place += 3
	case titles[first]:
		m.person += 3
		m.pronouns = firstOf(m.pronouns, titlePronouns(first))
	}
	word := before(words, at, 1)
	if word == "the" && at > 1 {
		m.place++
		word = before(words, at, 2)
	}
	if locators[word] {
		m.place += 2
	}
	if numerals[word] {
		return // "twelve Silver Bars" are nobody, whoever is spoken of next
	}
	if personVerb(words, at+n) || relations[word] {
		m.person += 2
	}
	if strings.HasSuffix(strings.TrimRight(words[at+n-1], ".,;"), "'s") {
		m.person++
	}
	if p := pronounAfter(words, at+n); p != "" {
		m.pronouns, m.person = firstOf(titlePronouns(first), p), m.person+1
	}
}

// beside takes what a noun says that stands beside a name: "the bell Saint Orla", "a
// hut known as the Last House", "the novice Pietro", "Tomas Hasek, the muleteer,".
func (m *mention) beside(words []string, at, n int) {
	i := at - 1
	if i >= 0 && strings.EqualFold(words[i], "the") {
		i--
	}
	called := false
	if i >= 0 && strings.EqualFold(words[i], "as") {
		i--
	}
	if i >= 0 && namings[strings.ToLower(words[i])] {
		called = true
		i--
	}
	if i >= 0 && (called || i == at-1) && !capital(words[i]) && clean(words[i]) == words[i] {
		switch noun := words[i]; {
		case thingNouns[noun]:
			m.is = "thing"
		case placeNouns[noun]:
			m.is = "place"
		case callings[noun]:
			m.is, m.role = "person", firstOf(m.role, noun)
		}
	}
	if end := at + n; strings.HasSuffix(words[end-1], ",") && end+1 < len(words) {
		if noun := strings.TrimSuffix(words[end+1], ","); oneArticle(words[end]) && noun != words[end+1] && callings[noun] {
			m.is, m.role = "person", firstOf(m.role, noun)
		}
	}
}

func oneArticle(word string) bool { return word == "the" || word == "a" || word == "an" }

// titlePronouns are those of whoever bears a title, "" where it does not say.
func titlePronouns(title string) string {
	switch {
	case hisTitles[title]:
		return "he"
	case herTitles[title]:
		return "she"
	}
	return ""
}

// personVerb reports whether the word at a place is what people do.
func personVerb(words []string, at int) bool {
	return at < len(words) && english.IsPersonsVerb(strings.ToLower(clean(words[at])))
}

func pronounAfter(words []string, from int) string {
	for _, word := range words[min(from, len(words)):] {
		switch strings.ToLower(clean(word)) {
		case "she", "her", "hers":
			return "she"
		case "he", "him", "his":
			return "he"
		}
	}
	return ""
}

// thing takes "a brass key", "an old map", "the lantern" where the noun is one
// that can be carried, and "the old lighthouse" where it is a place. "A stone hut" is
// no stone, "a new bell" any, and "the bell Saint Orla" has a name of its own.
func (r *reading) thing(words []string, at int, sentence string) {
	article := strings.ToLower(clean(words[at]))
	if article != "a" && article != "an" && article != "the" && article != "your" {
		return
	}
	if at > 0 && capital(words[at-1]) && strings.HasSuffix(words[at-1], ",") {
		return // "the Abbey Scale, a balance" is one thing
	}
	for n := 1; n <= 3 && at+n < len(words); n++ {
		noun := strings.ToLower(clean(words[at+n]))
		if capital(words[at+n]) || locators[noun] || noun == "new" {
			return
		}
		if !thingNouns[noun] && !placeNouns[noun] {
			if ends(words[at+n]) {
				return
			}
			continue
		}
		if r.isHead(words, at+n) {
			r.noun(words[at+1:at+n+1], noun, sentence)
		}
		return
	}
}

// isHead reports whether a noun is what the words before it are about: no other noun
// and no name follows.
func (r *reading) isHead(words []string, at int) bool {
	if ends(words[at]) || at+1 == len(words) {
		return true
	}
	next := strings.ToLower(clean(words[at+1]))
	return !capital(words[at+1]) && !namings[next] && next != "known" &&
		(locators[next] || personVerb(words, at+1) || ordinary[next] || strings.HasSuffix(next, "s") || strings.HasSuffix(next, "ed"))
}

func (r *reading) noun(words []string, noun, sentence string) {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = strings.ToLower(clean(w))
	}
	name := strings.Join(parts, " ")
	if placeNouns[noun] {
		r.of("the "+name, sentence).place += 2
		return
	}
	article := "a "
	if strings.ContainsAny(name[:1], "aeiou") {
		article = "an "
	}
	r.of(article+name, sentence).thing += 2
}

// extract sorts what was read: what is most spoken of comes first, then what is
// spoken of first; what has a name of its own before what has none.
func (r *reading) extract() Extract {
	r.join()
	keys := slices.Clone(r.order)
	weight := func(key string) int {
		m := r.mentions[key]
		if isNamed(m.name) {
			return m.count + named
		}
		return m.count
	}
	slices.SortStableFunc(keys, func(a, b string) int { return weight(b) - weight(a) })
	var found Extract
	for _, key := range keys {
		r.add(&found, r.mentions[key])
	}
	for i := range found.People {
		found.People[i].Place = r.placeOf(&found.People[i], found.Places)
	}
	return found
}

// named puts what has a name before what has none.
const named = 1_000_000

func isNamed(name string) bool { return capital(strings.TrimPrefix(name, "the ")) }

// join counts a name for the longer one that begins with it: "Brother Anselm" is
// "Brother Anselm Rook".
func (r *reading) join() {
	for _, short := range r.order {
		for _, long := range r.order {
			if !strings.HasPrefix(long, short+" ") || !isNamed(r.mentions[short].name) || strings.Contains(long[len(short):], " of ") {
				continue
			}
			from, to := r.mentions[short], r.mentions[long]
			to.count, to.person, to.place, to.thing = to.count+from.count, to.person+from.person, to.place+from.place, to.thing+from.thing
			to.sentences, to.about = append(to.sentences, from.sentences...), append(to.about, from.about...)
			to.is, to.role, to.pronouns = firstOf(to.is, from.is), firstOf(to.role, from.role), firstOf(to.pronouns, from.pronouns)
			r.order = slices.DeleteFunc(slices.Clone(r.order), func(key string) bool { return key == short })
			break
		}
	}
}

// kind is what a name is of, "" where nothing says.
func (m *mention) kind() string {
	switch {
	case m.is != "":
		return m.is
	case m.thing > 0 && m.thing >= max(m.place, m.person):
		return "thing"
	case m.place >= max(m.person, 1):
		return "place"
	case m.person > m.place:
		return "person"
	}
	return ""
}

func (r *reading) add(found *Extract, m *mention) {
	id := slug(bare(m.name))
	if id == "" || id == "player" || slices.Contains(r.ids, id) {
		return
	}
	switch kind := m.kind(); {
	case kind == "thing" && !isNamed(m.name) && r.kinds(found, m.name):
		return // "whether a bell is a weight", where there is a Mule Bell
	case kind == "thing" && len(found.Items) < maxThings:
		found.Items = append(found.Items, Item{ID: id, Name: m.name, Description: m.described()})
	case kind == "place" && len(found.Places) < maxPlaces:
		found.Places = append(found.Places, Place{ID: id, Name: m.name, Description: m.described(), Indoors: m.indoors()})
	case kind == "person" && len(found.People) < maxPeople:
		found.People = append(found.People, m.toPerson(id))
	default:
		return
	}
	r.ids = append(r.ids, id)
}

// kinds reports whether one of the things found is, by its name, what another is.
func (r *reading) kinds(found *Extract, name string) bool {
	words := strings.Fields(name)
	return slices.ContainsFunc(found.Items, func(i Item) bool {
		return isNamed(i.Name) && strings.HasSuffix(strings.ToLower(i.Name), " "+words[len(words)-1])
	})
}

func (m *mention) toPerson(id string) Person {
	office, _, _ := strings.Cut(strings.ToLower(bare(m.name)), " ")
	if !offices[office] {
		office = ""
	}
	p := Person{
		ID: id, Name: bare(m.name), Role: firstOf(m.role, office, "somebody of this place"), Background: m.described(), Pronouns: firstOf(m.pronouns, "they"),
	}
	for _, s := range m.about {
		if silent(s) {
			p.Personality.Traits = []string{Silent}
		}
	}
	return p
}

// indoors reports whether a place has a roof, by what it is called.
func (m *mention) indoors() bool {
	words := strings.Fields(strings.ToLower(m.name))
	return roofed[words[len(words)-1]]
}

// Silent is the trait of a person who does not speak.
const Silent = "silent"

// silent reports whether a sentence says of somebody that they do not speak.
func silent(sentence string) bool {
	sentence = strings.ToLower(sentence)
	return slices.ContainsFunc([]string{
		"stopped speaking", "stopped talking", "does not speak", "do not speak", "has not spoken", "have not spoken", "never speaks", "cannot speak",
		"has not said a word", "have not said a word", " is mute", " is dumb", "vow of silence", "lost his voice", "lost her voice", "lost their voice",
	}, func(phrase string) bool { return strings.Contains(sentence, phrase) })
}

// described is the first sentence that begins with a name, else the first that it
// stands in and that speaks to nobody; "" where that is about somebody.
func (m *mention) described() string {
	if len(m.about) > 0 && !toReader(m.about[0]) {
		return m.about[0]
	}
	for _, s := range m.sentences {
		if !toReader(s) && !titles[strings.ToLower(clean(strings.Fields(s)[0]))] {
			return s
		}
	}
	return ""
}

// toReader reports whether a sentence speaks to the player.
func toReader(sentence string) bool {
	return slices.ContainsFunc(strings.Fields(sentence), func(w string) bool {
		w = strings.ToLower(clean(w))
		return w == "you" || w == "your" || w == "yours" || w == "yourself"
	})
}

// placeOf is where somebody is who is spoken of in one breath with a place: "was
// alone in the Foundry"; "" where that is not said.
func (r *reading) placeOf(p *Person, places []Place) string {
	m := r.mentions[strings.ToLower(p.Name)]
	if m == nil {
		return ""
	}
	best, at := "", -1
	for _, s := range m.about {
		for i := range places {
			for _, where := range []string{" in ", " at "} {
				if j := strings.Index(s, where+places[i].Name); j >= 0 && (at < 0 || j < at) {
					best, at = places[i].ID, j
				}
			}
		}
		if best != "" {
			break
		}
	}
	return best
}

// sentences are those of prose, headings left out.
func sentences(text string) []string {
	var all []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if strings.HasPrefix(strings.TrimSpace(paragraph), "#") {
			_, paragraph, _ = strings.Cut(strings.TrimSpace(paragraph), "\n") // a heading is no sentence
		}
		all = append(all, english.Sentences(strings.Join(strings.Fields(paragraph), " "))...)
	}
	return all
}

func firstSentence(text string) string {
	if all := sentences(text); len(all) > 0 {
		return all[0]
	}
	return ""
}

func setOf(words string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		all[word] = true
	}
	return all
}

var (
	titles = setOf("mr mrs ms miss dr captain father mother sister brother lord lady king queen prince princess sir dame doctor " +
		"professor old young aunt uncle saint master mistress sergeant inspector constable mayor keeper abbot abbess prior friar bishop colonel general")
	offices   = setOf("captain doctor abbot abbess prior friar bishop colonel general inspector constable mayor king queen prince princess sergeant professor")
	hisTitles = setOf("mr father brother lord king prince sir uncle master abbot bishop friar monk")
	herTitles = setOf("mrs ms miss mother sister lady queen princess dame aunt mistress abbess nun")

	locators  = setOf("in at to from into through near behind beyond above below under outside inside towards toward across around reach leave enter within along past")
	relations = setOf("named called friend brother sister daughter son wife husband widow meet met ask asked tell told trust by")

	namings  = setOf("called named")
	callings = setOf("novice merchant muleteer founder smith blacksmith miller baker innkeeper weaver farmer fisherman shepherd carpenter mason priest curate " +
		"vicar monk nun clerk steward porter cook sailor pilot soldier guard teacher schoolmaster nurse midwife healer apothecary doctor lawyer judge mayor " +
		"boy girl man woman widow child student servant maid groom hunter thief beggar singer painter writer poet")

	copulas = setOf("is was has had will")

	numerals = setOf("two three four five six seven eight nine ten eleven twelve dozen twenty fifty hundred several many few some all both")

	placeNouns = setOf("town village city harbour harbor inn tavern house hall castle tower keep church chapel temple abbey market square street " +
		"road bridge river lake sea shore beach island isle forest wood woods mountain hill valley cave mine mill farm field garden gate wall station " +
		"lighthouse quay port dock docks pier cellar kitchen library school prison hospital hotel shop workshop palace ruins graveyard cemetery desert moor marsh " +
		"bay cliff cliffs crossing court courtyard room cabin camp ship bakery theatre theater museum well orchard barn stable smithy crossroads " +
		"pass yard foundry refectory ossuary hut monastery convent cloister crypt loft store warehouse office parlour attic stair")

	roofed = setOf("inn tavern house hall tower keep church chapel temple mill cellar kitchen library school prison hospital hotel shop workshop palace " +
		"room cabin bakery theatre theater museum barn stable smithy foundry refectory ossuary hut crypt loft store warehouse office parlour attic")

	thingNouns = setOf("key map letter book lantern lamp knife sword ring coin purse rope bell box chest mirror candle bottle flask dagger staff " +
		"stone amulet necklace locket diary journal ledger compass watch clock hammer axe bow shield cloak coat hat mask flute drum violin photograph " +
		"portrait ticket stamp seal scroll potion cup bowl plate needle thread net oar telescope lens pistol rifle spade bucket basket loaf bread sack bag parcel telegram scale scales balance")

	writings = setOf("book ledger journal diary register letter chronicle testament bible psalter")

	ordinary = setOf("the a an this that these those it its he she they we you i your my his her their our there here what when where who why how " +
		"if and but or so as at in on of to for from by with no not now then once every each some many most all nobody somebody everyone everything nothing " +
		"after before while until since one two three four five six seven eight nine ten people is was be do does did have has had will can may " +
		"monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december " +
		"north south east west spring summer autumn winter god")
)
