package prose

import "strings"

// echo tells the player's choice as their deed.
func (c *composer) echo() {
	if c.Choice == "" {
		return
	}
	if told, certain := Echo(c.Choice, c.Persona); certain {
		if c.add(told, told) {
			c.named = c.Persona.Person == Third
			if strings.Contains(told, `"`) {
				c.speaker = c.Persona.Name
			}
			return
		}
	} else if c.sayOf(deciding, nil, c.with("choice", orderOf(c.Choice))) {
		return
	}
	c.say(againDoing)
}

// orderOf is a choice in its own words, as they stand after a colon.
func orderOf(choice string) string {
	choice = MidSentence(withoutHint(choice))
	if first := firstWord(choice); isVerb(strings.ToLower(first)) {
		choice = strings.ToLower(first) + choice[len(first):]
	}
	return EndSentence(choice)
}

func (c *composer) tellOutcome() {
	if c.Check == nil || c.Check.Text != "" {
		return
	}
	c.sayOf(outcome.of(string(c.Check.Band)), nil, c.with("stat", c.Check.Stat))
}

func (c *composer) arrive() {
	if c.Kind == Travel && c.Choice != "" {
		c.say(kinds.of(string(Travel)))
	}
	if !containsName(c.Choice, c.Place.Name) && (c.From == "" || !c.say(arriving)) {
		c.say(arrivingUnsaid)
	}
	c.add(c.Place.Description, c.Place.Description)
}

func (c *composer) tellElapsed() {
	if !c.Arrived && (c.Minutes >= 60 || c.Minutes >= 20 && c.chance(2)) {
		c.say(elapsing)
	}
}

// tellItems speaks of what changed hands, unless the author did.
func (c *composer) tellItems() {
	if gained := c.untold(c.Gained[:min(len(c.Gained), mostItems)], WithArticle); len(gained) > 0 {
		c.sayOf(gaining, nil, c.with("items", Join(gained)))
	}
	if lost := c.untold(c.Lost[:min(len(c.Lost), mostItems)], Definite); len(lost) > 0 {
		c.sayOf(losing, nil, c.with("items", Join(lost)))
	}
}

func (c *composer) untold(items []string, spoken func(string) string) (untold []string) {
	authored := strings.ToLower(strings.Join(c.Authored, " "))
	for _, item := range items {
		words := wordsOf(item)
		if len(words) > 0 && !strings.Contains(authored, words[len(words)-1]) {
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
	return append(banks, partsOfDay.of(part))
}

// tellAir says one thing of the weather or the hour.
func (c *composer) tellAir() {
	own := append(append([]string{}, c.Place.ByWeather[c.Weather]...), c.Place.ByTime[c.Part]...)
	if c.addOne(own) {
		return
	}
	banks := c.air()
	first := c.random.IntN(len(banks))
	if !c.say(banks[first]) {
		c.say(banks[1-first])
	}
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
func (c *composer) tellSense() {
	if !c.addOne(c.Place.Senses) {
		c.tellDetail()
	}
}

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
	case c.Place.Indoors:
		return [][]string{anywhere, inside}
	case c.Part == "night", sky == "fog", sky == "storm", sky == "rain", sky == "snow":
		return [][]string{anywhere, outside}
	}
	return [][]string{anywhere, outside, farther}
}

// tellDetail says one more thing of the surroundings.
func (c *composer) tellDetail() bool {
	banks := append(c.details(), noticing, anywhere)
	if c.Style == Poetic {
		banks = append(banks, images)
	}
	first := c.random.IntN(len(banks))
	for i := range banks {
		if c.say(banks[(first+i)%len(banks)]) {
			return true
		}
	}
	return false
}

// tellPeople gives the first of those present the word, or shows them, and then
// another.
func (c *composer) tellPeople() {
	turn := c.ledger.now.Turn
	lead := c.People[turn%min(len(c.People), 3)]
	if c.Kind == Dialogue || c.Choice != "" {
		lead = c.addressed()
	}
	if !(c.Kind == Dialogue || c.chance(2)) || !c.tellSpeech(lead) {
		c.tellBearing(lead)
	}
	if c.room(c.target * 2 / 3) {
		c.tellManner(lead)
	}
	if len(c.People) > 1 && c.room(c.target*3/4) {
		c.tellOthers(lead)
	}
	if c.room(c.target * 3 / 5) {
		c.tellKind()
		c.tellSense()
	}
}

// addressed is the person whom the choice names, else the first.
func (c *composer) addressed() Person {
	for _, p := range c.People {
		if containsName(c.Choice, p.Name) {
			return p
		}
	}
	return c.People[0]
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
	if len(others) > 1 && c.chance(2) && c.sayOf(company, nil, c.with("names", Join(others[:min(3, len(others))]))) {
		return
	}
	for _, p := range c.People {
		if p.Name != lead.Name && c.tellBearing(p) {
			return
		}
	}
}

// tellKind says something of the kind of scene. Remarks on talk need talk, and a
// way is told before its end.
func (c *composer) tellKind() {
	if c.Kind != Travel && (c.Kind != Dialogue || c.speaker != "") {
		c.say(kinds.of(string(c.Kind)))
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
		if c.sayOf(saying.of(p.warmth()), &p, c.with("said", said(line), "quote", `"`+EndSentence(line)+`"`)) {
			c.ledger.now.Forms = append(c.ledger.now.Forms, fnv(0, lines[i]))
			c.speaker = p.Name
			return true
		}
	}
	return false
}

// said is speech in front of who says it: a full stop becomes a comma.
func said(line string) string {
	line = EndSentence(line)
	if strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "..") {
		line = line[:len(line)-1] + ","
	}
	return `"` + line + `"`
}

// tellBearing shows how someone takes the player, by mood, by manner or by their
// feeling.
func (c *composer) tellBearing(p Person) bool {
	if c.chance(2) && c.sayOf(moods.of(strings.ToLower(p.Mood)), &p, nil) {
		return true
	}
	return c.sayOf(bearing.of(p.warmth()), &p, nil) || c.tellManner(p)
}

func (c *composer) tellManner(p Person) bool {
	return c.sayOf(p.Mannerisms, &p, map[string]string{}) || c.sayOf(moods.of(strings.ToLower(p.Mood)), &p, nil)
}

const longest = 40 // words of a foreign sentence that is woven into another

func (c *composer) tellMemory() bool {
	if c.Memory == nil || c.Memory.Summary == "" {
		return false
	}
	summary := Sentences(c.Memory.Summary)[0]
	if Words(summary) > longest {
		return false
	}
	unnamed := c.Persona
	unnamed.Name = ""
	values := c.with("memory", EndSentence(MidSentence(Retell(summary, c.Persona))), "memory"+known, EndSentence(MidSentence(Retell(summary, unnamed))))
	if c.Memory.Ago > 0 {
		values["ago"] = Span(c.Memory.Ago) + map[Tense]string{Present: " ago", Past: " before"}[c.Persona.Tense]
	}
	return c.sayOf(recalling, nil, values)
}

// tellLore tells the first sentence of a detail that was not told yet and stands
// by itself. A rumour is told as one.
func (c *composer) tellLore() bool {
	if c.Lore == nil {
		return false
	}
	for i, sentence := range Sentences(c.Lore.Text) {
		if n := Words(sentence); n < 4 || n > longest || i > 0 && leansBack(sentence) {
			continue
		}
		small := MidSentence(sentence)
		values := c.with("lore", EndSentence(small), "source", c.Lore.Source)
		bank := canon
		if c.Lore.Rumour {
			bank = rumoured
		}
		if c.Lore.Rumour && small != sentence && !hasAnySuffix(sentence, "?", "!") {
			bank, values["rumour"] = hearsay, EndSentence(small)
		}
		if c.sayOf(bank, nil, values) {
			return true
		}
	}
	return false
}

// leansBack reports whether a sentence may need the one before it.
func leansBack(sentence string) bool {
	for _, w := range wordsOf(sentence) {
		if oneOf(w, "it its he she him his her they them their this that these those such so then there but both neither") {
			return true
		}
	}
	return false
}

func (c *composer) tellThread() bool {
	for _, i := range c.order(c.Threads) {
		title := c.Threads[i]
		if strings.HasSuffix(title, "?") {
			if c.sayOf(asking, nil, c.with("thread", MidSentence(title))) {
				return true
			}
		} else if c.sayOf(pursuing, nil, c.with("thread", strings.TrimRight(MidSentence(title), ".!"))) {
			return true
		}
	}
	return false
}
