package prose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
)

// arrive says where the player has come, unless what they did said it.
func (c *composer) arrive() {
	if c.Kind == Travel && c.Deed != nil && c.Minutes >= longWay {
		c.say(kinds.of(string(Travel)))
	}
	if !c.cameHere() {
		bank := arriving
		if strings.HasPrefix(c.Place.Description, english.SentenceCase(c.Place.Name)+" ") {
			bank = leaving
		}
		if c.From == "" || !c.say(bank) {
			c.say(arrivingUnsaid)
		}
	}
	if !c.describe() {
		c.arriveIn()
	}
}

// cameHere reports whether the player was told to go where they have come.
func (c *composer) cameHere() bool {
	return c.acted && c.does("go") && c.noun(c.Deed.Action.Place) == c.Place.Name
}

// arriveIn tells the weather or the hour as what the player comes into.
func (c *composer) arriveIn() {
	last, walked := len(c.paragraph)-1, c.walked
	own := append(append([]string{}, c.Place.ByWeather[c.Weather]...), c.Place.ByTime[c.Part]...)
	if last < 0 || c.dark() || c.addOne(own) {
		return
	}
	if !walked || !c.say(finding(slices.Concat(c.air()...))) {
		c.tellAir()
		return
	}
	joined := strings.TrimSuffix(c.paragraph[last], ".") + ", " + strings.ToLower(c.paragraph[last+1][:1]) + c.paragraph[last+1][1:]
	c.paragraph, c.begun = append(c.paragraph[:last], joined), true
}

// finding is a bank of forms as they are behind a way that is told.
func finding(bank []string) (found []string) {
	for i, form := range bank {
		if form[0] != '{' {
			ways := [...]string{"And by the time {you} [be] there ", "And when {you} [arrive] "}
			found = append(found, ways[i%len(ways)]+strings.ToLower(form[:1])+form[1:])
		}
	}
	return found
}

// describe tells the place's description. One that only names what the place is, as
// "A long low shop where ...", is told as what it is. A place just named is "it".
func (c *composer) describe() bool {
	text := c.Place.Description
	told := whole(text, c.Place.Name, c.Persona)
	if c.walked && !english.LooksPlural(c.Place.Name) {
		if rest, named := strings.CutPrefix(told, english.SentenceCase(c.Place.Name)+" "); named {
			told = "It " + rest
		}
	}
	return c.add(told, text)
}

// ledElsewhere reports whether what the player did is told, and was not what brought
// them here: an author did, who tells it.
func (c *composer) ledElsewhere() bool {
	return c.acted && !c.cameHere() && !(c.does("go") && c.noun(c.Deed.Action.Place) == "")
}

const longWay = 15 // minutes that a way is worth speaking of

// tellElapsed says how long a thing took, where that matters.
func (c *composer) tellElapsed() {
	if c.Arrived || c.Deed != nil && c.Minutes > longDeed {
		return
	}
	if wait := c.does("wait skip"); c.Minutes >= 50 && !wait || wait && c.Minutes >= longWait && len(c.Learned)+len(c.Gained) > 0 {
		c.say(elapsing)
	}
}

const longWait = 20 // minutes that a wait is told to have had

const longDeed = 150 // minutes: what goes by beyond them was not spent on one deed

// tellItems speaks of what changed hands, unless the author did or the deed said it.
func (c *composer) tellItems() {
	if gained := c.untold(c.Gained[:min(len(c.Gained), mostItems)], WithArticle); len(gained) > 0 {
		c.sayOf(gaining, nil, c.with("items", english.Join(gained)))
	}
	if lost := c.untold(c.Lost[:min(len(c.Lost), mostItems)], Definite); len(lost) > 0 {
		c.sayOf(losing, nil, c.with("items", english.Join(lost)))
	}
}

func (c *composer) untold(items []string, spoken func(string) string) (untold []string) {
	authored := strings.ToLower(strings.Join(c.Authored, " "))
	for _, item := range items {
		words := wordsOf(item)
		if len(words) > 0 && english.Definite(item) != c.handed && !strings.Contains(authored, words[len(words)-1]) {
			untold = append(untold, spoken(item))
		}
	}
	return untold
}

// air are the banks of weather and hour, the place's own first.
func (c *composer) air() [][]string {
	sky := c.sky()
	banks := [][]string{weathers.of(sky)}
	if c.Place.Indoors {
		banks = [][]string{behindWalls.of(sky)}
	}
	part := c.Part
	if part == "dusk" { // the author's finer word; the composer says of both what is true of both
		part = "evening"
	}
	banks = append(banks, partsOfDay.of(part))
	if c.Place.Indoors {
		return banks
	}
	banks = append(banks, hoursOutside.of(part))
	if c.bright() {
		banks = append(banks, hoursInTheSun.of(part))
	}
	return banks
}

// bright reports whether the sun may shine here, as far as is known.
func (c *composer) bright() bool {
	sky := c.sky()
	return !c.Place.Indoors && c.Part != "night" && (sky == "clear" || sky == "" || sky == "wind")
}

// tellAir says one thing of the weather or the hour.
func (c *composer) tellAir() bool {
	own := append(append([]string{}, c.Place.ByWeather[c.Weather]...), c.Place.ByTime[c.Part]...)
	if c.addOne(own) {
		return true
	}
	banks := c.air()
	first := c.random.IntN(len(banks))
	for i := range banks {
		if c.say(banks[(first+i)%len(banks)]) {
			return true
		}
	}
	return false
}

// skies are words by which a weather is known, the strongest first.
var skies = [...][2]string{
	{"storm", "storm"}, {"thunder", "storm"}, {"gale", "storm"}, {"tempest", "storm"}, {"blizzard", "snow"},
	{"snow", "snow"}, {"sleet", "snow"}, {"frost", "snow"}, {"fog", "fog"}, {"mist", "fog"}, {"haze", "fog"},
	{"rain", "rain"}, {"drizzle", "rain"}, {"shower", "rain"}, {"wind", "wind"}, {"breez", "wind"},
	{"overcast", "cloud"}, {"cloud", "cloud"}, {"grey", "cloud"}, {"clear", "clear"}, {"sun", "clear"}, {"fair", "clear"}, {"fine", "clear"},
}

func skyOf(weather string) string {
	weather = strings.ToLower(weather)
	for _, s := range skies {
		if strings.Contains(weather, s[0]) {
			return s[1]
		}
	}
	return ""
}

// tellSense says what the author gave this place to see and hear, or what any
// place has.
func (c *composer) tellSense() bool { return c.addOne(c.Place.Senses) || c.tellDetail() }

// sky is the bank of the weather. Clouds cannot be seen at night, and a clear
// night is another thing than a clear day.
func (c *composer) sky() string {
	sky := skyOf(c.Weather)
	switch {
	case c.Part == "night" && sky == "clear":
		return "stars"
	case c.Part == "night" && sky == "cloud":
		return ""
	}
	return sky
}

// details are the banks of the surroundings that suit room, hour and weather.
func (c *composer) details() [][]string {
	sky := c.sky()
	switch {
	case c.Place.Indoors && (c.Part == "night" || c.dark()):
		return [][]string{anywhere, inside}
	case c.Place.Indoors:
		return [][]string{anywhere, inside, insideByDay}
	case c.Part == "night", sky == "fog", sky == "storm", sky == "rain", sky == "snow":
		return [][]string{anywhere, outside}
	}
	return [][]string{anywhere, outside, farther}
}

// dark reports whether a place is of a kind that daylight does not come into.
func (c *composer) dark() bool {
	words := wordsOf(c.Place.Name)
	return slices.ContainsFunc(words, func(w string) bool {
		return english.OneOf(w, "cellar crypt vault cave mine tunnel ossuary catacomb catacombs dungeon store hold salt")
	})
}

// notices are what the player may notice or do in passing, here.
func (c *composer) notices() []string {
	if c.Place.Indoors {
		return noticing
	}
	return slices.Concat(noticing, noticingOutside)
}

// tellDetail says one more thing of the surroundings.
func (c *composer) tellDetail() bool {
	banks := append(c.details(), c.notices())
	first := c.random.IntN(len(banks))
	for i := range banks {
		if c.say(banks[(first+i)%len(banks)]) {
			return true
		}
	}
	return false
}

// tellPeople shows the first of those present, or gives them the word, and then
// another. Whom the player speaks to answers.
func (c *composer) tellPeople(floor int) {
	spoken := c.social()
	lead := c.People[c.ledger.now.Turn%min(len(c.People), 3)]
	if c.Kind == Dialogue || c.Deed != nil {
		lead = c.addressed()
	}
	introduced := c.introduce(c.People)
	if c.Arrived {
		c.tellLearned()
	}
	switch answered := c.answered || c.grade() != action.Certain && spoken || len(c.Learned) > 0; {
	case spoken && !answered && lead.Silent && !c.does("befriend give"):
		c.tellUnspoken(lead)
	case spoken && !answered:
		if c.Whom != "" && c.sayOf(sending, &lead, c.with("whom", c.Whom)) {
			break
		}
		if !c.tellSpeech(lead) && !c.tellAnswer(lead) {
			c.tellBearing(lead)
		}
	case !answered && !introduced && (c.Kind == Dialogue || c.chance(2)) && c.tellSpeech(lead):
	case !introduced:
		c.tellBearing(lead)
	}
	switch {
	case c.words >= floor:
	case len(c.People) > 1:
		c.tellOthers(lead)
	case floor-c.words <= wordsOfBeyond:
		c.tellBeyond()
	default:
		c.tellMannerism()
	}
}

// tellBeyond adds a small thing about whom the sentence before was of.
func (c *composer) tellBeyond() bool {
	if c.tellMannerism() {
		return true
	}
	p := c.somebody(c.about)
	return p != nil && !c.clash && c.sayOf(beyond, p, nil)
}

// tellMannerism adds one that an author gave whom the sentence before was of.
func (c *composer) tellMannerism() bool {
	p := c.somebody(c.about)
	return p != nil && c.sayOf(p.Mannerisms, p, map[string]string{})
}

// wordsOfBeyond are more than such a thing has.
const wordsOfBeyond = 18

// toldLater reports whether what somebody says to the deed is told with the people.
func (c *composer) toldLater() bool {
	return len(c.People) > 0 && c.social() && c.grade() == action.Certain && len(c.Learned) == 0
}

// tellGesture shows how somebody takes being spoken to, before they answer.
func (c *composer) tellGesture(p Person) bool {
	if p.Silent {
		return c.sayOf(wordless, &p, nil)
	}
	return c.tellManner(p) || c.sayOf(bearing.of(p.warmth()), &p, nil)
}

// introduce tells who somebody is that was not met before.
func (c *composer) introduce(people []Person) bool {
	introduced := false
	for _, p := range people {
		if c.isNews(p) && c.add(p.Introduced, p.Introduced) {
			c.about, introduced = p.Name, true
			break
		}
	}
	return introduced
}

// tellUnspoken tells how somebody is who does not speak, and where they look.
func (c *composer) tellUnspoken(p Person) {
	c.sayOf(unspoken.of(string(c.kind())), &p, nil)
	c.tellPointing(p)
}

func (c *composer) tellPointing(p Person) {
	if c.Where != "" && c.Where != c.Place.Name {
		c.sayOf(pointing, &p, c.with("where", c.Where))
	}
}

// tellAnswer tells what somebody makes of what is done towards them.
func (c *composer) tellAnswer(p Person) bool {
	bank := answers
	switch {
	case c.does("give"):
		bank = taking
	case c.does("show"):
		bank = inspecting
	case c.does("tell"):
		bank = hearing
	case !c.asks():
		return false
	}
	return c.sayOf(bank.of(p.warmth()), &p, nil)
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

func (c *composer) tellOthers(lead Person) {
	others := make([]string, 0, len(c.People))
	for _, p := range c.People {
		if p.Name != lead.Name {
			others = append(others, p.Name)
		}
	}
	if len(others) > 1 && c.chance(2) && !slices.ContainsFunc(c.People, func(p Person) bool { return p.Silent }) && c.sayOf(company, nil, c.with("names", english.Join(others[:min(3, len(others))]))) {
		return
	}
	for _, p := range c.People {
		if p.Name != lead.Name && c.tellBearing(p) {
			return
		}
	}
}

// tellSpeech lets someone say one of their lines.
func (c *composer) tellSpeech(p Person) bool {
	lines := p.Lines[p.warmth()]
	if len(lines) == 0 {
		lines = p.Lines["neutral"]
	}
	for _, i := range c.order(lines) {
		if strings.Contains(lines[i], "{player}") && c.Persona.Name == "" || !c.rested(lines[i]) {
			continue
		}
		line := strings.ReplaceAll(lines[i], "{player}", c.Persona.Name)
		words := c.with("said", english.Spoken(line), "quote", `"`+english.EndSentence(line)+`"`)
		if c.asks() && c.sayOf(sidestepping, &p, words) || c.sayOf(saying.of(p.warmth()), &p, words) {
			c.ledger.use(lines[i])
			c.speaker = p.Name
			return true
		}
	}
	return false
}

// tellBearing shows how someone takes the player, by mood, by manner or by their
// feeling.
func (c *composer) tellBearing(p Person) bool {
	if p.Silent {
		return c.sayOf(wordless, &p, nil) || c.tellManner(p)
	}
	if c.chance(2) && c.sayOf(moods.of(strings.ToLower(p.Mood)), &p, nil) {
		return true
	}
	return c.sayOf(bearing.of(p.warmth()), &p, nil) || c.tellManner(p)
}

func (c *composer) tellManner(p Person) bool {
	if p.Silent {
		return c.sayOf(p.Mannerisms, &p, map[string]string{})
	}
	return c.sayOf(p.Mannerisms, &p, map[string]string{}) || c.sayOf(moods.of(strings.ToLower(p.Mood)), &p, nil)
}

const longest = 40 // words of a foreign sentence that is woven into another

// What is not here comes up at its own pace: after so many turns at the least.
const (
	memoryPace = 5
	lorePace   = 8
	threadPace = 8
)

// Under these names the history knows when they were last told.
const (
	toldMemory = " memory"
	toldBefore = " before"
	toldLore   = " lore"
	toldThread = " thread"
)

// due reports whether a thing of the kind was not told for so many turns.
func (c *composer) due(kind string, pace int) bool {
	last, known := c.ledger.used[fnv(0, kind)]
	return !known || c.ledger.now.Turn-last >= pace
}

// tellAbsent tells one thing that is not here, if one is due: of memory and lore what
// rested longer, then an open question.
func (c *composer) tellAbsent() bool {
	order := []func() bool{c.tellMemory, c.loreDue, c.threadDue}
	if !c.reminds() && c.ledger.used[fnv(0, toldLore)] < c.ledger.used[fnv(0, toldMemory)] {
		order[0], order[1] = order[1], order[0]
	}
	for _, tell := range order {
		if tell() {
			return true
		}
	}
	return false
}

// absent reports whether tellAbsent may have something to tell.
func (c *composer) absent() bool {
	return len(c.memoryBank()) > 0 ||
		c.Lore != nil && c.due(toldLore, lorePace) || slices.ContainsFunc(c.Threads, isQuestion) && c.due(toldThread, threadPace)
}

func (c *composer) loreDue() bool { return c.due(toldLore, lorePace) && c.tellLore() }

func (c *composer) threadDue() bool {
	return c.due(toldThread, threadPace) && !c.authorsTurn() && c.tellThread()
}

// authorsTurn reports whether an author wrote enough of this turn for it to be theirs:
// then the player's mind is on what they wrote.
func (c *composer) authorsTurn() bool { return c.authoredWords >= Fewest }

// tellMemory brings a memory back, unless it was told lately.
func (c *composer) tellMemory() bool { return c.tellMemoryIn(c.memoryBank()) }

func (c *composer) tellMemoryIn(bank []string) bool {
	values := c.memoryWords()
	if values == nil || len(bank) == 0 || !c.sayOf(bank, nil, values) {
		return false
	}
	c.ledger.use(c.Memory.key())
	if c.Memory.Topic != "" {
		c.ledger.use(c.Memory.Topic)
	}
	if c.Memory.Before {
		c.ledger.use(toldBefore)
	}
	c.ledger.use(toldMemory)
	c.remembered = true
	return true
}

// toldID is how the names begin under which the history knows memories.
const toldID = " memory "

// key is under what the history knows a memory.
func (m *Memory) key() string {
	if m.ID != "" {
		return toldID + m.ID
	}
	return Sentences(m.Summary)[0]
}

// memoryBank are the forms that the memory can be told in now, none where it cannot.
func (c *composer) memoryBank() []string {
	switch {
	case c.memoryWords() == nil:
		return nil
	case c.reminds():
		return slices.Concat(reminding, thoughts)
	case c.authorsTurn():
		return nil
	case c.Memory.Topic == "":
		return thoughts
	case c.spokenOfNow(c.Memory.Topic), c.ofSomebodyHere(c.Memory.Topic):
		return nil
	case asksAfter(c.Memory.Topic):
		return returning
	}
	return slices.Concat(returning, haunting)
}

// reminds reports whether the memory is one of a sitting before, and none such was told
// for a while: it is told then, whoever wrote the turn.
func (c *composer) reminds() bool {
	return c.memoryWords() != nil && c.Memory.Before && c.due(toldBefore, Window)
}

// ofSomebodyHere reports whether a text names one of those present.
func (c *composer) ofSomebodyHere(text string) bool {
	return slices.ContainsFunc(c.People, func(p Person) bool { return containsName(text, p.Name) })
}

// asksAfter reports whether a topic is a clause: "who oiled the lock", "whether the
// keeper drank".
func asksAfter(topic string) bool {
	return english.OneOf(strings.ToLower(english.FirstWord(topic)), "who whose whom what which why how where when whether that")
}

// memoryWords are the values of a form that tells the memory, nil where there is
// none to be told now.
func (c *composer) memoryWords() map[string]string {
	if c.Memory == nil || c.Memory.Summary == "" {
		return nil
	}
	summary := Sentences(c.Memory.Summary)[0]
	if !c.due(toldMemory, memoryPace) || Words(summary) > longest || !c.rested(c.Memory.key()) {
		return nil
	}
	unnamed := c.Persona
	unnamed.Name = ""
	values := c.with("memory", english.EndSentence(english.MidSentence(Retell(summary, c.Persona))), "memory"+known, english.EndSentence(english.MidSentence(Retell(summary, unnamed))))
	if topic := c.Memory.Topic; topic != "" && c.rested(topic) {
		values["topic"], values["topic"+known] = c.asGiven(topic, Retell(topic, c.Persona)), c.asGiven(topic, Retell(topic, unnamed))
	} else if topic != "" {
		return nil
	}
	return values
}

// tellLore tells the first sentence of a detail that was not told yet and stands
// by itself. A rumour is told as one.
func (c *composer) tellLore() bool {
	if c.Lore == nil {
		return false
	}
	for i, sentence := range Sentences(c.Lore.Text) {
		if n := Words(sentence); n < 4 || n > longest || i > 0 && leansBack(sentence) || !c.rested(sentence) || c.History.HasLore(sentence) {
			continue
		}
		small := withoutPluralCapital(english.MidSentence(sentence))
		values := c.with("lore", english.EndSentence(small), "source", c.Lore.Source)
		var who *Person
		bank := canon
		if len(c.People) > 0 && !c.People[0].Silent && !containsName(sentence, c.People[0].Name) {
			who, bank = &c.People[0], slices.Concat(canon, canonSaid)
		}
		switch {
		case c.Lore.Rumour && small != sentence && !english.HasAnySuffix(sentence, "?", "!"):
			bank, values["rumour"] = hearsay, english.EndSentence(small)
			if who != nil {
				bank = slices.Concat(hearsay, hearsaySaid)
			}
		case c.Lore.Rumour:
			bank = rumoured
		}
		if c.sayOf(bank, who, values) {
			c.ledger.use(sentence)
			c.ledger.use(toldLore)
			c.ledger.now.Lore = append(c.ledger.now.Lore, fnv(0, sentence))
			return true
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

func isQuestion(title string) bool { return strings.HasSuffix(title, "?") }

// tellThread speaks of the open question that rested longest. A thread whose title is
// none is not spoken of.
func (c *composer) tellThread() bool {
	for _, i := range c.order(c.Threads) {
		title := c.Threads[i]
		if !isQuestion(title) || c.spokenOfNow(title) {
			continue
		}
		if c.sayOf(asking, nil, c.with("thread", english.MidSentence(title))) {
			c.ledger.use(title)
			c.ledger.use(toldThread)
			return true
		}
	}
	return false
}

// spokenOfNow reports whether what the player does, or learned by it, or an author's
// paragraph of this turn, is about a title or a topic already.
func (c *composer) spokenOfNow(title string) bool {
	wanted := Content(title)
	shared := 0
	for _, word := range wanted {
		if slices.Contains(c.matter, word) {
			shared++
		}
	}
	return len(wanted) > 0 && 2*shared >= len(wanted)
}

// matter are the words of what a turn is about.
func (s Scene) matter() []string {
	texts := slices.Concat(s.Authored, s.Seen, s.Gained, s.Lost)
	for _, l := range s.Learned {
		texts = append(texts, l.Text)
	}
	if s.Deed != nil {
		texts = append(texts, s.Deed.Action.Words)
		for _, n := range s.Deed.Names {
			texts = append(texts, n.Text)
		}
	}
	return Content(strings.Join(texts, " "))
}

// text is all that was told in this turn.
func (c *composer) text() string {
	var all []string
	for _, p := range c.pieces {
		all = append(all, p.Text)
	}
	return strings.Join(append(all, c.paragraph...), " ")
}
