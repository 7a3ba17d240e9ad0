package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// An Extractor finds people, places and things in the prose of a campaign that
// has none of its own. It writes nothing; what it finds lives as long as the
// campaign in memory. [Lexical] needs no model.
type Extractor interface {
	Extract(ctx context.Context, setting, premise Text) (Extract, error)
}

// An Extract is what was found, the most spoken of first. Ids are unique among
// all three.
type Extract struct {
	Places []Place
	People []Person
	Items  []Item
}

// Sparse reports whether a campaign needs an extractor: there is nobody to meet,
// or nowhere to be.
func (c *Campaign) Sparse() bool { return len(c.People) == 0 || len(c.Places) == 0 }

// Complete gives a sparse campaign what an extractor finds in its setting and
// premise, in a copy; what the author wrote stays as it is. Any other campaign is
// returned itself. A campaign without a place gets one, so that it can be played.
func Complete(ctx context.Context, c *Campaign, extractor Extractor) (*Campaign, error) {
	if !c.Sparse() {
		return c, nil
	}
	found, err := extractor.Extract(ctx, c.Setting, c.Premise)
	if err != nil {
		return nil, fmt.Errorf("campaign %q: extract: %w", c.Manifest.Title, err)
	}
	if len(found.Places) == 0 {
		found.Places = []Place{somewhere(c)}
	}
	full := *c
	full.Extracted = true
	if len(c.Places) == 0 {
		full.Places = joined(found.Places)
	}
	if len(c.People) == 0 {
		full.People = found.People
		settle(full.People, full.Places)
	}
	if len(c.Items) == 0 {
		full.Items = found.Items
	}
	full.names = c.names.clone()
	full.declareAll()
	full.index()
	return &full, full.distinct()
}

// somewhere is the place of a campaign that names none.
func somewhere(c *Campaign) Place {
	name := firstOf(c.Setting.Title, c.Premise.Title, c.Manifest.Title)
	return Place{ID: firstOf(slug(name), "here"), Name: name, Description: firstSentence(c.Setting.Body)}
}

// joined makes a star of places, with the one most spoken of in the middle.
func joined(places []Place) []Place {
	all := slices.Clone(places)
	for i := range all {
		all[i].TravelMinutes = 10
		if i > 0 {
			all[i].Exits = []string{all[0].ID}
			all[0].Exits = append(slices.Clip(all[0].Exits), all[i].ID)
		}
	}
	return all
}

// settle gives each person a place.
func settle(people []Person, places []Place) {
	for i := range people {
		if people[i].Place == "" {
			people[i].Place = places[i%len(places)].ID
		}
	}
}

func (c *Campaign) declareAll() {
	for _, p := range c.Places {
		c.names.add("place", p.ID)
	}
	for _, p := range c.People {
		c.names.add("person", p.ID)
	}
	for _, i := range c.Items {
		c.names.add("item", i.ID)
	}
}

// distinct refuses what an extractor must not give.
func (c *Campaign) distinct() error {
	var ids []string
	for _, p := range c.Places {
		ids = append(ids, p.ID)
	}
	for _, p := range c.People {
		ids = append(ids, p.ID)
	}
	for _, i := range c.Items {
		ids = append(ids, i.ID)
	}
	slices.Sort(ids)
	if slices.Contains(ids, "") || len(slices.Compact(slices.Clone(ids))) < len(ids) {
		return errors.New("campaign: the extractor gave an id twice, or none")
	}
	return nil
}

// Lexical finds people, places and things by the words around their names: "in
// the Drowned Bell" is a place, "Captain Hale says" a person, "a brass key" a
// thing. It reads English, misses much, and is the same every time.
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
	r := reading{mentions: map[string]*mention{}}
	for _, text := range []Text{setting, premise} {
		for _, s := range sentences(text.Body) {
			r.sentence(s)
		}
	}
	return r.extract(), nil
}

// reading counts what speaks for each name.
type reading struct {
	order    []string
	mentions map[string]*mention
	ids      []string
}

// A mention is a name and what was found about it.
type mention struct {
	name                 string
	count                int
	person, place, thing int
	sentence             string // the first it stands in
	pronouns             string
}

func (r *reading) of(name, sentence string) *mention {
	key := strings.ToLower(bare(name))
	m := r.mentions[key]
	if m == nil {
		m = &mention{name: name, sentence: sentence}
		r.mentions[key] = m
		r.order = append(r.order, key)
	}
	m.count++
	return m
}

// sentence looks at each name and each thing in a sentence.
func (r *reading) sentence(text string) {
	words := strings.Fields(text)
	for i := 0; i < len(words); {
		n := nameLength(words, i)
		if n == 0 {
			r.thing(words, i, text)
			i++
			continue
		}
		r.name(words, i, n, text)
		i += n
	}
}

// nameLength is of how many words the name is that begins here: words with a
// capital, and "of" or "the" between them. The first word of a sentence counts
// only where another follows, or it is no ordinary word.
func nameLength(words []string, at int) int {
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
	if at == 0 && n == 1 && !strings.HasSuffix(words[0], "'s") && !strings.HasSuffix(words[0], ",") && !personVerb(words, 1) {
		return 0
	}
	return n
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

// name weighs the words around a name.
func (r *reading) name(words []string, at, n int, sentence string) {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = clean(words[at+i])
	}
	name := strings.Join(parts, " ")
	if name == "" || ordinary[strings.ToLower(name)] {
		return
	}
	before := ""
	if at > 0 {
		before = strings.ToLower(clean(words[at-1]))
	}
	if before == "the" {
		name = "the " + name
	}
	m := r.of(name, sentence)
	last := strings.ToLower(parts[n-1])
	switch {
	case titles[strings.ToLower(parts[0])]:
		m.person += 3
	case placeNouns[last], n > 1 && placeNouns[strings.ToLower(parts[0])]:
		m.place += 3
	}
	article := before == "the" && at > 1
	if article {
		before = strings.ToLower(clean(words[at-2]))
		m.place++
	}
	if locators[before] {
		m.place += 2
	}
	if personVerb(words, at+n) || relations[before] {
		m.person += 2
	}
	if strings.HasSuffix(strings.TrimRight(words[at+n-1], ".,;"), "'s") {
		m.person++
	}
	if p := pronounAfter(words, at+n); p != "" {
		m.pronouns, m.person = p, m.person+1
	}
}

// personVerb reports whether the word at a place is what people do.
func personVerb(words []string, at int) bool {
	return at < len(words) && personVerbs[strings.ToLower(clean(words[at]))]
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
// that can be carried, and "the old lighthouse" where it is a place.
func (r *reading) thing(words []string, at int, sentence string) {
	article := strings.ToLower(clean(words[at]))
	if article != "a" && article != "an" && article != "the" && article != "your" {
		return
	}
	for n := 1; n <= 3 && at+n < len(words); n++ {
		noun := strings.ToLower(clean(words[at+n]))
		if capital(words[at+n]) || locators[noun] {
			return
		}
		if !thingNouns[noun] && !placeNouns[noun] {
			if ends(words[at+n]) {
				return
			}
			continue
		}
		r.noun(words[at+1:at+n+1], noun, sentence)
		return
	}
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
// spoken of first.
func (r *reading) extract() Extract {
	keys := slices.Clone(r.order)
	slices.SortStableFunc(keys, func(a, b string) int { return r.mentions[b].count - r.mentions[a].count })
	var found Extract
	for _, key := range keys {
		r.add(&found, r.mentions[key])
	}
	return found
}

func (r *reading) add(found *Extract, m *mention) {
	id := slug(bare(m.name))
	if id == "" || id == "player" || slices.Contains(r.ids, id) {
		return
	}
	switch {
	case m.thing > 0 && len(found.Items) < maxThings:
		found.Items = append(found.Items, Item{ID: id, Name: m.name, Description: m.sentence})
	case m.place >= max(m.person, 1) && len(found.Places) < maxPlaces:
		found.Places = append(found.Places, Place{ID: id, Name: m.name, Description: m.sentence})
	case m.person > m.place && len(found.People) < maxPeople:
		found.People = append(found.People, Person{
			ID: id, Name: bare(m.name), Role: "somebody of this place", Background: m.sentence, Pronouns: firstOf(m.pronouns, "they"),
		})
	default:
		return
	}
	r.ids = append(r.ids, id)
}

// sentences cuts prose after full stops, question and exclamation marks.
func sentences(text string) []string {
	var all []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		words := strings.Fields(paragraph)
		start := 0
		for i, word := range words {
			stop := strings.TrimRight(word, "\"'”’)")
			if i == len(words)-1 || strings.ContainsAny(stop[max(0, len(stop)-1):], ".!?") && !abbreviations[strings.ToLower(clean(word))] {
				all = append(all, strings.Join(words[start:i+1], " "))
				start = i + 1
			}
		}
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
		"professor old young aunt uncle saint master mistress sergeant inspector constable mayor keeper abbot bishop colonel general")
	abbreviations = setOf("mr mrs ms dr st")

	locators  = setOf("in at to from into through near behind beyond above below under outside inside towards toward across around reach leave enter within along past")
	relations = setOf("named called friend brother sister daughter son wife husband widow meet met ask asked tell told trust by")

	personVerbs = setOf("says said asks asked tells told knows knew wants wanted thinks thought waits waited watches watched keeps kept smiles " +
		"smiled believes believed remembers remembered works worked lives lived runs ran sells sold owns owned hates hated loves loved fears feared " +
		"swears swore sits sat stands stood has had is was will died went came left sent wrote")

	placeNouns = setOf("town village city harbour harbor inn tavern house hall castle tower keep church chapel temple abbey market square street " +
		"road bridge river lake sea shore beach island isle forest wood woods mountain hill valley cave mine mill farm field garden gate wall station " +
		"lighthouse quay port dock docks pier cellar kitchen library school prison hospital hotel shop workshop palace ruins graveyard cemetery desert moor marsh " +
		"bay cliff cliffs crossing court courtyard room cabin camp ship bakery theatre theater museum attic well orchard barn stable smithy crossroads")

	thingNouns = setOf("key map letter book lantern lamp knife sword ring coin purse rope bell box chest mirror candle bottle flask dagger staff " +
		"stone amulet necklace locket diary journal ledger compass watch clock hammer axe bow shield cloak coat hat mask flute drum violin photograph " +
		"portrait ticket stamp seal scroll potion cup bowl plate needle thread net oar telescope lens pistol rifle spade bucket basket loaf bread sack bag parcel telegram")

	ordinary = setOf("the a an this that these those it its he she they we you i your my his her their our there here what when where who why how " +
		"if and but or so as at in on of to for from by with no not now then once every each some many most all nobody somebody everyone everything nothing " +
		"after before while until since one two three four five six seven eight nine ten people is was be do does did have has had will can may " +
		"monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december " +
		"north south east west spring summer autumn winter god")
)
