package prose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
)

// gesturePace is in how many turns one gesture is told at the most.
const gesturePace = 3

// tellAround tells who came and went, who is there to be met, how those take it whom the deed
// concerns, and as much of the place as the style wants.
func (c *composer) tellAround() {
	c.tellComings()
	c.tellCompany()
	c.tellGesture()
	for range c.details() {
		if !c.tellMore() {
			c.room++
		}
	}
}

// details is how many things an author gave the place are told though nothing asks for them.
// In danger nobody looks about them; whoever has just come does, and was told already.
func (c *composer) details() int {
	switch {
	case c.Kind == Danger, c.Style == Terse:
		return 0
	case c.Style == Poetic:
		return 2
	case c.Arrived:
		return 0
	}
	return 1
}

// tellMore tells one thing more that an author gave the place.
func (c *composer) tellMore() bool {
	return c.addOne(c.ofTheHour()) || c.addOne(c.Place.Senses)
}

// arrive tells what there is where the player has come, and who is not there.
func (c *composer) arrive() {
	if !c.describe() && !c.addOne(c.ofTheHour()) {
		c.addOne(c.Place.Senses)
	}
	if c.Missing != "" {
		c.sayOf(missing, nil, c.with("who", c.Missing))
	}
}

// ofTheHour is what the author wrote for this place in this weather, and at this hour.
func (c *composer) ofTheHour() []string {
	return slices.Concat(c.Place.ByWeather[c.Weather], c.Place.ByTime[c.Part])
}

// describe tells the place's description. One that only names what the place is, as
// "A long low shop where ...", is told as what it is.
func (c *composer) describe() bool {
	return c.add(whole(c.Place.Description, c.Place.Name, c.Persona), c.Place.Description)
}

// tellComings tells who has come while the player stayed, and who has gone.
func (c *composer) tellComings() {
	for _, called := range c.Came {
		if who := c.somebody(called); who != nil && !c.mentioned[who.Name] && c.sayOf(coming.of(c.inOrOut()), who, nil) {
			c.introduce([]Person{*who})
		}
	}
	if len(c.Left) == 1 {
		c.sayOf(going, nil, c.with("who", c.Left[0]))
	} else if len(c.Left) > 1 {
		c.sayOf(goingTogether, nil, c.with("who", english.Join(c.Left)))
	}
}

func (c *composer) inOrOut() string {
	if c.Place.Indoors {
		return "inside"
	}
	return "outside"
}

// tellCompany tells who is there to somebody who has just come, or meets them.
func (c *composer) tellCompany() {
	if c.introduce(c.People) || !c.Arrived {
		return
	}
	var here []string
	for _, p := range c.People {
		if !c.mentioned[p.Name] {
			here = append(here, p.Name)
		}
	}
	switch {
	case len(here) == 1:
		c.sayOf(standing, c.somebody(here[0]), nil)
	case len(here) > 1:
		c.sayOf(standingTogether, nil, c.with("who", english.Join(here[:min(3, len(here))])))
	}
	for _, name := range here {
		c.mentioned[name] = true
	}
}

// introduce tells who somebody is that was not met before.
func (c *composer) introduce(people []Person) bool {
	for _, p := range people {
		if c.isNews(p) && c.add(p.Introduced, p.Introduced) {
			c.about, c.mentioned[p.Name] = p.Name, true
			c.ledger.use(shown(p))
			return true
		}
	}
	return false
}

// tellGesture shows how somebody takes what the deed is about, if it concerns them, and no
// gesture was told in the last turns.
func (c *composer) tellGesture() bool {
	if c.Kind == Danger || !c.social() || !c.due(toldGesture, gesturePace) {
		return false
	}
	who := c.addressed()
	if who == nil || !who.Concerned || !c.sayOf(who.Mannerisms, who, map[string]string{}) {
		return false
	}
	c.ledger.use(toldGesture)
	return true
}

// tellBearings tells, for a turn of few words, what time it is, and who stays or is elsewhere;
// where words are very few, both.
func (c *composer) tellBearings() {
	if c.Unfilled && c.words > 0 {
		return
	}
	for _, seen := range c.around() {
		if c.words >= Fewest {
			return
		}
		values := c.with("who", seen.absent.Name, "there", seen.absent.Where)
		bank := seen.clauses()
		if c.words+wordsOfBearing < Fewest {
			bank = append(seen.both(), bank...)
		}
		if c.sayOf(timed(bank, c.Clock != ""), seen.present, values) {
			return
		}
	}
}

// wordsOfBearing are about as many as an hour and one clause have.
const wordsOfBearing = 9

// A bearing is somebody who stays, nil for nobody, and somebody who is elsewhere, zero for
// nobody.
type bearing struct {
	present *Person
	alone   bool
	absent  LastSeen
}

// around are those that can be told of, others first with every turn.
func (c *composer) around() (all []bearing) {
	present := []*Person{nil}
	for i := range c.People {
		if !c.mentioned[c.People[i].Name] {
			present = append(present, &c.People[i])
		}
	}
	for _, p := range present {
		for _, absent := range append(slices.Clone(c.Elsewhere), LastSeen{}) {
			all = append(all, bearing{p, len(c.People) == 0, absent})
		}
	}
	c.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slices.SortStableFunc(all, func(a, b bearing) int { return b.known() - a.known() })
	return all
}

// known is how many there are to tell of.
func (b bearing) known() (n int) {
	if b.present != nil || b.alone {
		n++
	}
	if b.absent.Name != "" {
		n++
	}
	return n
}

func (b bearing) here() []string {
	switch {
	case b.present != nil:
		return staying
	case b.alone:
		return alone
	}
	return nil
}

// clauses are those of either, and both the pairs of them.
func (b bearing) clauses() []string {
	if b.absent.Name == "" {
		return b.here()
	}
	return slices.Concat(b.here(), lastSeen)
}

func (b bearing) both() (pairs []string) {
	if b.absent.Name == "" {
		return nil
	}
	for _, first := range b.here() {
		for _, second := range lastSeen {
			pairs = append(pairs, first+", and "+second)
		}
	}
	return pairs
}

// timed are clauses behind the hour, if it is known.
func timed(clauses []string, known bool) (bank []string) {
	for _, clause := range clauses {
		if !known {
			bank = append(bank, clause+".")
			continue
		}
		joint := ", and "
		if strings.Contains(clause, joint) {
			joint = "; "
		}
		for _, hour := range hours {
			bank = append(bank, hour+joint+clause+".")
		}
	}
	return bank
}

func containsName(text, name string) bool {
	words, wanted := wordsOf(text), wordsOf(name)
	for _, w := range wanted {
		for _, have := range words {
			if len(w) > 2 && (have == w || have == w+"'s") && w != "the" {
				return true
			}
		}
	}
	return false
}

// withoutPluralCapital makes small what can only be the plural of a common noun:
// "Mariners are warned".
func withoutPluralCapital(sentence string) string {
	words := strings.Fields(sentence)
	if len(words) > 1 && english.LooksPlural(words[0]) && !english.IsPossessive(words[0]) && english.OneOf(words[1], "are were have of should will must can may") {
		return strings.ToLower(sentence[:1]) + sentence[1:]
	}
	return sentence
}

// leansBack reports whether a sentence may need the one before it.
func leansBack(sentence string) bool {
	for _, w := range wordsOf(sentence) {
		if english.OneOf(w, "it its he she him his her they them their this that these those such so then there but both neither") {
			return true
		}
	}
	return false
}

// asGiven begins a text as large or small as the one that it was made from, unless
// that is now the player's name.
func (c *composer) asGiven(from, text string) string {
	if r, _ := utf8.DecodeRuneInString(from); !unicode.IsLower(r) || c.Persona.Name != "" && strings.HasPrefix(text, c.Persona.Name) {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(r)) + text[size:]
}
