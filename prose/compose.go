package prose

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// Fewest is the number of words that a turn has at least, authored ones included, as long as
// its scene holds something that was not told lately.
const Fewest = 25

// spaced counts words as those do who count least: "one-eyed" is one.
func spaced(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// Compose tells a turn: what came of a deed, then what is about; or where an author wrote it
// what came of the deed, and then their words, which are the last. The same scene always gives
// the same telling. It cannot fail; a scene without anything in it is told too.
func Compose(scene Scene) Telling {
	c := newComposer(scene)
	switch {
	case len(c.Authored) == 0:
		c.tellTurn()
	case !c.Quiet:
		c.tellLead()
	}
	c.tellAuthored()
	return Telling{Pieces: c.pieces, History: scene.History.next(c.ledger.now), Remembered: c.remembered, Room: c.room}
}

// A composer holds one turn while it is told.
type composer struct {
	Scene
	random *rand.Rand
	ledger *ledger
	values map[string]string
	clash  bool

	pieces []Piece
	words  int // of all pieces and the paragraph begun, and of what an author wrote

	paragraph  []string // what is being written
	speaker    string
	named      bool
	opener     string          // the first word of the sentence before
	remembered bool            // the memory is told
	room       int             // see Telling.Room
	mentioned  map[string]bool // those of the people present who were spoken of
	about      string          // the person whom the sentence before was about
}

func newComposer(scene Scene) *composer {
	book := openLedger(scene.History)
	scene = scene.cleaned()
	c := &composer{Scene: scene, ledger: book, mentioned: map[string]bool{}}
	c.random = rand.New(rand.NewPCG(uint64(scene.Seed), uint64(c.ledger.now.Turn)))
	for _, p := range scene.People {
		c.clash = c.clash || scene.Persona.Person == Third && english.PronounsFor(p.Pronouns) == scene.Persona.pronouns()
	}
	c.values = c.sceneValues()
	for _, text := range scene.Authored { // what its author says, the composer does not say before
		c.words += spaced(text)
		for p := range strings.SplitSeq(text, "\n\n") {
			c.ledger.tell(p)
		}
	}
	c.ledger.trail = nil
	return c
}

func (c *composer) sceneValues() map[string]string {
	v := map[string]string{"place": c.Place.Name, "clock": c.Clock}
	if c.Place.Name != "" {
		v["at"] = "at " + c.Place.Name
		if c.Place.Indoors {
			v["at"] = "in " + c.Place.Name
		}
	}
	if !strings.HasPrefix(c.Clock, "just after ") && !strings.HasPrefix(c.Clock, "nearly ") {
		v["struck"] = c.Clock
	}
	if c.Minutes >= 5 {
		v["span"] = english.Span(c.Minutes)
	}
	return v
}

// tellAuthored gives what an author wrote.
func (c *composer) tellAuthored() {
	for _, text := range c.Authored {
		for p := range strings.SplitSeq(text, "\n\n") {
			c.pieces = append(c.pieces, Piece{Text: p, Source: Author})
		}
	}
}

// tellTurn tells a turn that no author wrote, in three paragraphs at the most: what came of
// what the player did, what is about, and now and then what was done in a sitting before.
func (c *composer) tellTurn() {
	c.tellOutcome()
	c.end(Outcome)
	before := c.reminds()
	c.tellAround()
	for c.words < Fewest && c.tellMore() {
	}
	if !before {
		c.tellBearings()
	}
	c.end(Around)
	if before {
		c.remind()
		c.end(Reminder)
		c.room = 0 // three paragraphs are enough
	}
	if len(c.pieces) == 0 { // all of it was told a moment ago
		c.pieces = []Piece{{Text: c.nothing(), Source: Around}}
	}
}

// nothing says that there is nothing to tell, as it was not said lately; where it was in every
// way, as shortly as it can be.
func (c *composer) nothing() (text string) {
	others := still[1:]
	from := c.random.IntN(len(others))
	for i := range others {
		form := others[(from+i)%len(others)]
		text, _, _ = fill{persona: c.Persona, values: c.values}.render(form, false)
		if c.ledger.fresh(text) {
			c.ledger.tell(text)
			return text
		}
	}
	text, _, _ = fill{persona: c.Persona, values: c.values}.render(still[0], false)
	return text
}

// tellLead tells what stands before an author's words: what came of a deed of which they say
// nothing themselves, and so much of the place as makes a turn of few words one.
func (c *composer) tellLead() {
	if c.reminds() {
		c.remind()
		c.end(Reminder)
	}
	if c.Deed != nil {
		c.tellResult()
		c.end(Outcome)
	}
	for c.words < Fewest && (c.addOne(c.ofTheHour()) || c.addOne(c.Place.Senses)) {
	}
	c.end(Around)
}

// reminds reports whether the memory is one of a sitting before, and none such was told for a
// while: it is told then, whoever wrote the turn.
func (c *composer) reminds() bool {
	return c.Memory != nil && c.Memory.Before && c.due(toldBefore, Window) && c.memoryWords() != nil
}

// remind tells of a sitting before this one.
func (c *composer) remind() {
	if c.sayOf(reminding, nil, c.memoryWords()) {
		c.recalled()
		c.ledger.use(toldBefore)
	}
}

// due reports whether a thing of the kind was not told for so many turns.
func (c *composer) due(kind string, pace int) bool {
	last, known := c.ledger.used[fnv(0, kind)]
	return !known || c.ledger.now.Turn-last >= pace
}

// Under these names the history knows when things that have a pace of their own were told.
const (
	toldBefore  = " before"
	toldGesture = " gesture"
	toldLore    = " lore"
)

// end ends a paragraph, if one was begun.
func (c *composer) end(source Source) {
	if len(c.paragraph) > 0 {
		c.pieces = append(c.pieces, Piece{Text: strings.Join(c.paragraph, " "), Speaker: c.speaker, Source: source})
	}
	c.paragraph, c.speaker, c.named, c.opener, c.about = nil, "", false, "", ""
}

// text is all that was told in this turn.
func (c *composer) text() string {
	var all []string
	for _, p := range c.pieces {
		all = append(all, p.Text)
	}
	return strings.Join(append(all, c.paragraph...), " ")
}

// sayOf adds a sentence of a bank, of somebody and with more values than the scene's: the form
// that rested longest first. It says nothing where the scene lacks what the forms need or all
// of it was told lately.
func (c *composer) sayOf(bank []string, who *Person, more map[string]string) bool {
	order := c.order(bank)
	for _, varied := range []bool{true, false} {
		for _, rested := range []bool{true, false} { // what is said counts for more than how
			for _, i := range order {
				if c.rested(bank[i]) == rested && c.try(bank[i], who, more, varied) {
					return true
				}
			}
		}
	}
	return false
}

func (c *composer) rested(form string) bool { return c.ledger.rested(form) }

// order sorts a bank by when its forms were last used, and by chance.
func (c *composer) order(bank []string) []int {
	order := c.random.Perm(len(bank))
	slices.SortStableFunc(order, func(a, b int) int {
		return c.ledger.used[fnv(0, bank[a])] - c.ledger.used[fnv(0, bank[b])]
	})
	return order
}

// try adds one form if it can be filled and repeats nothing. varied asks that it
// begin with another word than the sentence before.
func (c *composer) try(form string, who *Person, more map[string]string, varied bool) bool {
	values := c.values
	if more != nil {
		values = more
	}
	f := fill{persona: c.Persona, person: who, clash: c.clash, values: values}
	wording := c.shorten(form, who)
	text, named, complete := f.render(wording, c.named)
	if !complete || varied && opening(text) == c.opener || !c.add(text, form) {
		return false
	}
	if strings.Contains(text, `"`) && who != nil {
		c.speaker = who.Name
	}
	c.named, c.about = named, ""
	if who != nil {
		c.about, c.mentioned[who.Name] = who.Name, true
		c.ledger.use(shown(*who))
	}
	return true
}

// shorten begins a second sentence about the same person with a pronoun. It does
// not where that might be the player's, or where a verb written by an author
// would not agree with it.
func (c *composer) shorten(form string, who *Person) string {
	if who == nil || c.about != who.Name || c.clash || english.PronounsFor(who.Pronouns).Plural {
		return form
	}
	if rest, ok := strings.CutPrefix(form, "{name} "); ok {
		return "{they} " + rest
	}
	if rest, ok := strings.CutPrefix(form, "{name's} "); ok {
		return "{their} " + rest
	}
	return form
}

// add writes a text into the paragraph unless it repeats what was told.
func (c *composer) add(text, form string) bool {
	if text = c.inPassing(text); text == "" || !c.ledger.fresh(text) {
		return false
	}
	c.ledger.tell(text)
	c.ledger.used[fnv(0, form)] = c.ledger.now.Turn
	c.ledger.now.Forms = append(c.ledger.now.Forms, fnv(0, form))
	c.paragraph = append(c.paragraph, text)
	c.words += spaced(text)
	c.opener, c.about = opening(text), ""
	return true
}

// addOne adds the first fresh one of texts that are sentences already.
func (c *composer) addOne(texts []string) bool {
	for _, i := range c.order(texts) {
		if c.add(texts[i], texts[i]) {
			return true
		}
	}
	return false
}

func opening(text string) string {
	if words := wordsOf(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

// with is the scene's values and some more.
func (c *composer) with(pairs ...string) map[string]string {
	values := make(map[string]string, len(c.values)+len(pairs)/2)
	for k, v := range c.values {
		values[k] = v
	}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return values
}
