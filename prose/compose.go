package prose

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// Fewest is the number of words a turn has at least, authored ones included.
const Fewest = 40

// enough is what the composer aims at, in words as [spaced] counts them.
const enough = Fewest

// spaced counts words as those do who count least: "one-eyed" is one.
func spaced(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// Compose tells a turn: what a deed came to before an author's words, these as they are,
// then what the scene gives, in two or three paragraphs together. The same scene always gives the
// same telling. It cannot fail; a scene without anything in it is told too.
func Compose(scene Scene) Telling {
	book, lead := openLedger(scene.History), []Piece(nil)
	if alone, follows := scene.alone(); follows {
		scene, lead = scene.told(), alone.briefly(book)
	}
	c := compose(scene, book, lead)
	return Telling{Pieces: c.pieces, History: scene.History.next(c.ledger.now), Remembered: c.remembered}
}

// compose tells a scene after what leads to it, and notes in a ledger what it used.
func compose(scene Scene, book *ledger, lead []Piece) *composer {
	c := newComposer(scene, book)
	c.tellAuthored(lead)
	for _, paragraph := range c.outline() {
		paragraph(c)
		c.endParagraph()
	}
	c.fillUp()
	return c
}

// A composer holds one turn while it is told.
type composer struct {
	Scene
	random *rand.Rand
	ledger *ledger
	values map[string]string
	matter []string // the words of what the turn is about
	clash  bool

	pieces   []Piece
	words    int // of all pieces and the paragraph begun
	authored int // how many of the pieces were authored

	authoredWords int

	paragraph  []string // what is being written
	speaker    string
	named      bool
	opener     string // the first word of the sentence before
	acted      bool   // the deed is told
	handed     string // the thing that was told to change hands by it
	walked     bool   // the sentence before told a way, and ends with where it leads
	answered   bool   // what was asked is told
	remembered bool   // the memory is told
	begun      bool   // the weather or the hour is told in the first sentence
	about      string // the person whom the sentence before was about
}

func newComposer(scene Scene, book *ledger) *composer {
	scene = scene.cleaned()
	c := &composer{Scene: scene, ledger: book, matter: scene.matter()}
	c.random = rand.New(rand.NewPCG(uint64(scene.Seed), uint64(c.ledger.now.Turn)))
	for _, p := range scene.People {
		c.clash = c.clash || scene.Persona.Person == Third && english.PronounsFor(p.Pronouns) == scene.Persona.pronouns()
	}
	c.values = c.sceneValues()
	return c
}

func (c *composer) sceneValues() map[string]string {
	v := map[string]string{"place": c.Place.Name, "from": c.From, "was": "was"}
	if c.Place.Name != "" {
		v["at"] = "at " + c.Place.Name
		if c.Place.Indoors {
			v["at"] = "in " + c.Place.Name
		}
	}
	if c.Minutes >= 5 {
		v["span"] = english.Span(c.Minutes)
	}
	if c.Persona.Tense == Past {
		v["was"] = "had been"
	}
	return v
}

// tellAuthored gives what an author wrote, and notes it, so that the composer
// does not say it again in the same words.
func (c *composer) tellAuthored(lead []Piece) {
	for _, p := range lead {
		c.pieces = append(c.pieces, p)
		c.words += spaced(p.Text)
	}
	for _, text := range c.Authored {
		for p := range strings.SplitSeq(text, "\n\n") {
			c.pieces = append(c.pieces, Piece{Text: p})
			c.words += spaced(p)
			c.ledger.tell(p)
		}
	}
	c.authored, c.authoredWords = len(c.pieces), c.words
}

// outline says which paragraphs the composer adds: a whole turn where nothing
// was authored, else one, and none where the author said enough.
func (c *composer) outline() []func(*composer) {
	switch {
	case c.authored == 0:
		return []func(*composer){(*composer).opening, (*composer).middle, (*composer).closing}
	case c.reminds():
		return []func(*composer){func(c *composer) { c.tellMemory() }}
	case c.authored > 2, c.authored == 2 && c.words >= plenty:
		return nil
	}
	return []func(*composer){(*composer).afterword}
}

// plenty are the words of two authored paragraphs that need none of the composer's.
const plenty = 90

// opening says what the player does, what comes of it, and when and where that is.
func (c *composer) opening() {
	if !c.answersFirst() {
		c.tellDeed()
	}
	if len(c.People) > 0 && c.social() {
		c.introduce(c.People[:1])
	}
	c.tellOutcome()
	if !c.Arrived {
		c.tellLearned()
	}
	c.tellItems()
	switch {
	case c.Arrived && !c.ledElsewhere():
		c.arrive()
	case c.Kind == Travel && c.Deed == nil:
		c.say(kinds.of(string(Travel)))
	}
	if !c.Arrived {
		c.tellYield()
		if c.Deed == nil && c.ledger.now.Turn > 1 {
			c.say(staying)
		}
	}
	c.tellElapsed()
	if len(c.paragraph) < 2 && !c.begun {
		c.tellBeginning()
	}
}

// tellBeginning adds what a deed alone needs to begin a scene: how whom it is done to
// takes it, else the weather or the hour, else something of the place.
func (c *composer) tellBeginning() {
	if len(c.paragraph) == 1 && c.toldLater() && c.tellGesture(c.addressed()) {
		return
	}
	switch {
	case c.Arrived || len(c.paragraph) == 0:
	case c.does("recall pursue talk ask tell say") && c.say(thinking), c.does("examine search take use") && c.say(c.notices()):
		return
	}
	if c.tellAir() || len(c.paragraph) > 1 {
		return
	}
	if !c.tellSense() {
		c.sayAny(slices.Concat(c.notices(), thinking))
	}
}

// middle is for whoever is there, or else for the place. It holds two things at the
// most, unless words are short.
func (c *composer) middle() {
	floor := c.floor()
	if c.absent() {
		floor -= wordsOfAbsent
	}
	if len(c.People) > 0 && !c.alone() {
		c.tellPeople(floor)
	} else if len(c.People) == 0 && !c.Arrived && floor-c.words <= wordsOfDetail && c.chance(2) {
		c.say(solitude)
	}
	if len(c.paragraph) == 0 || c.words < floor && len(c.paragraph) < 2 {
		c.tellSurroundings(floor)
	}
	for c.words < floor && (c.tellSurroundings(floor) || c.tellDetail()) {
		c.part()
	}
	if c.Style != Terse && c.words < floor+roomForMore && (len(c.paragraph) < 2 || len(c.People) > 1) {
		_ = c.addOne(c.Place.Senses) || c.tellBeyond()
	}
}

// alone reports whether a turn is about the player and the place, though somebody is by:
// what they do is done towards nobody, and nobody is new.
func (c *composer) alone() bool {
	return !c.Arrived && c.does("examine search take use wait skip pursue recall train") && !slices.ContainsFunc(c.People, c.isNews) && c.chance(2)
}

// tellSurroundings says something of the place: what its author gave it, else a small
// scene where many words are wanted, else a detail. Behind another thing many words
// are better told as one scene than as several details.
func (c *composer) tellSurroundings(floor int) bool {
	wide := floor-c.words > wordsOfDetail
	return wide && len(c.paragraph) > 0 && c.say(c.scenes()) || c.addOne(c.Place.Senses) || wide && c.say(c.scenes()) || c.tellDetail()
}

// roomForMore is how many words over the fewest a turn may have that is told something
// besides, where the style is not terse.
const roomForMore = 8

// wordsOfDetail are more than a detail has.
const wordsOfDetail = 12

// scenes are the small scenes that suit the place.
func (c *composer) scenes() []string {
	if c.Place.Indoors {
		return slices.Concat(scenesAnywhere, scenesInside)
	}
	return slices.Concat(scenesAnywhere, scenesOutside)
}

// wordsOfAbsent are about as many as a memory, or what else closes a turn, has.
const wordsOfAbsent = 14

// closing brings in one thing that is not here: a memory, a piece of lore, a
// question still open. Where none is due there is no third paragraph.
func (c *composer) closing() {
	if c.Kind == Resolution || c.Kind == Danger && c.grade() == action.Certain && len(c.People) == 0 {
		c.say(kinds.of(string(c.Kind)))
	}
	c.tellAbsent()
	if c.Style == Poetic {
		c.say(images)
	}
}

// afterword is the one paragraph behind authored ones: what is due, or else something
// of the place or of somebody here. One sentence is enough behind many.
func (c *composer) afterword() {
	c.tellItems()
	if len(c.paragraph) > 0 && c.words >= enough || c.words >= Fewest && c.tellAbsent() {
		return
	}
	if len(c.People) == 0 || c.chance(2) || !c.tellManner(c.People[0]) {
		if !c.addOne(c.Place.Senses) && (len(c.People) == 0 || !c.tellBearing(c.People[0])) {
			c.tellSurroundings(c.floor())
		}
	}
	if c.words < enough {
		c.tellAbsent()
	}
}

// fillUp adds detail until there are enough words and two paragraphs: the author's
// first, then what may be said of any place.
func (c *composer) fillUp() {
	floor := c.floor()
	if c.authored > 0 && c.words >= enough && len(c.pieces) > 1 {
		return
	}
	c.reopen()
	for c.words < floor && c.tellSurroundings(floor) {
		c.part()
	}
	for _, bank := range c.everything() {
		for c.words < enough && c.sayAny(bank) {
			c.part()
		}
	}
	c.endParagraph()
}

// floor is how many words a turn is filled up to with what may be said of any place.
func (c *composer) floor() int { return enough }

// part ends a turn's only paragraph in its middle, so that there are two.
func (c *composer) part() {
	if len(c.pieces) == 0 && c.words >= enough/2 {
		c.endParagraph()
	}
}

// reopen takes the last paragraph up again, or begins one.
func (c *composer) reopen() {
	last := len(c.pieces) - 1
	if last < max(c.authored, 1) || c.pieces[last].Speaker != "" {
		return
	}
	c.paragraph = []string{c.pieces[last].Text}
	c.named = true
	c.pieces = c.pieces[:last]
}

func (c *composer) everything() [][]string {
	banks := append(c.details(), c.notices(), thinking, handing, staying, c.scenes(), images)
	if len(c.People) == 0 && c.authored == 0 {
		banks = append(banks, solitude)
	}
	return append(banks, c.air()...)
}

// chance is true one time in n.
func (c *composer) chance(n int) bool { return c.random.IntN(n) == 0 }

func (c *composer) endParagraph() {
	if len(c.paragraph) > 0 {
		c.pieces = append(c.pieces, Piece{Text: strings.Join(c.paragraph, " "), Speaker: c.speaker})
	}
	c.paragraph, c.speaker, c.named, c.opener, c.about, c.walked = nil, "", false, "", "", false
}

// say adds a sentence of a bank, the form that rested longest first. It says
// nothing where the scene lacks what the forms need or all of it was told lately.
func (c *composer) say(bank []string) bool { return c.sayOf(bank, nil, nil) }

// sayAny is say for when words are short: it takes forms used before, if only
// the words that come out are new.
func (c *composer) sayAny(bank []string) bool {
	for _, i := range c.order(bank) {
		if c.try(bank[i], nil, nil, false) {
			return true
		}
	}
	return false
}

func (c *composer) sayOf(bank []string, who *Person, more map[string]string) bool {
	order := c.order(bank)
	for _, varied := range []bool{true, false} {
		for _, i := range order {
			if c.rested(bank[i]) && c.try(bank[i], who, more, varied) {
				return true
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
	on, wording := condition(form)
	if !c.holds(on, values) {
		return false
	}
	motif := ""
	if who != nil {
		if motif = motifOf(form); motif != "" && !c.rested(motif) {
			return false
		}
	}
	f := fill{persona: c.Persona, person: who, clash: c.clash, values: values}
	wording = c.shorten(wording, who)
	for range 1 + 2*strings.Count(form, "<") {
		text, named, complete := f.render(choose(wording, c.random.IntN), c.named)
		if !complete || varied && opening(text) == c.opener {
			return false
		}
		if c.add(text, form) {
			if strings.Contains(text, `"`) && who != nil {
				c.speaker = who.Name
			}
			c.named, c.about = named, ""
			if who != nil {
				c.about = who.Name
				c.ledger.use(shown(*who))
			}
			if motif != "" {
				c.ledger.use(motif)
				c.ledger.used[fnv(0, motif)] = c.ledger.now.Turn
			}
			return true
		}
	}
	return false
}

// holds reports whether the condition of a form does.
func (c *composer) holds(on string, values map[string]string) bool {
	switch on {
	case "crowd":
		return c.crowd()
	case "seen":
		return c.visible(values["fact"])
	case "said":
		return !c.visible(values["fact"])
	case "long":
		return values["topic"] == ""
	}
	return true
}

// crowd reports whether there is talk to be overheard, and somebody to ask about.
func (c *composer) crowd() bool {
	speaking := 0
	for _, p := range c.People {
		if !p.Silent {
			speaking++
		}
	}
	return speaking > 1
}

// visible reports whether a fact is of a kind that can be seen by looking, as far as its
// words tell: of a thing, and of how it is now. "The lock has been oiled" is; what
// somebody did, lost or thinks is not.
func (c *composer) visible(fact string) bool {
	is := false
	for i, word := range strings.Fields(fact) {
		small := english.Bare(word)
		is = is || english.OneOf(small, "is are has have hangs hang stands stand lies lie")
		if i > 0 && english.IsCapital(word) && !slices.Contains(wordsOf(c.Place.Name), small) || english.OneOf(small, ofNoSight) {
			return false
		}
	}
	return is && english.OneOf(strings.ToLower(english.FirstWord(fact)), "the a an there some one two three all every no")
}

// ofNoSight are words of what cannot be seen: of other times, of thoughts and talk, and
// of people.
const ofNoSight = "ago last once year years winter winters summer since yesterday tomorrow night nights day days week weeks month months never always ever again before after until " +
	"was were had did would will could might should must said says say told tells heard known knows know thinks believes wants owes loves hates fears hopes means called named belongs " +
	"afraid angry dead guilty sure sorry he she him her his hers they who whom whose i me my we us our you your " +
	"man woman men women boy girl child children people father mother son daughter brother sister wife husband king queen keeper captain mate master abbot monk nun priest curate lord lady"

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
	c.opener, c.about, c.walked = opening(text), "", false
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
