package world

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
)

// A testimony is a sentence that somebody can tell of what is known to all: of the
// setting of a campaign of few files, or of its public lore. Its id is where it stands.
type testimony struct {
	ID     string // "lore/tides.md#12", "setting#3"
	Text   string
	Of     string // whom or what it begins with, by id, or ""
	Rumour bool

	place    int      // among all that can be told
	content  []string // the words of it that carry meaning
	premised bool     // it stands in the premise
}

// testimonyOf is all that can be told. A campaign whose author wrote people with what
// they know and hide has its public lore alone: what stands in profiles is nobody's
// to give away.
func testimonyOf(c *campaign.Campaign) []testimony {
	var all []testimony
	take := func(source, body string, rumour bool) {
		for i, said := range testimonyIn(c, body) {
			said.ID, said.Rumour = fmt.Sprintf("%s#%d", source, i+1), rumour
			all = append(all, said)
		}
	}
	if c.Extracted {
		take("setting", factual(c.Setting.Body), false)
		take("premise", factual(c.Premise.Body), false)
	}
	for i := range c.Lore {
		d := &c.Lore[i]
		if !d.Public() || len(all) >= campaign.MostTold {
			continue
		}
		if body, err := c.Body(d); err == nil { // one that has changed meanwhile is nobody's to tell
			take(d.File, body, d.Mode == "MYTHIC")
		}
	}
	all = all[:min(len(all), campaign.MostTold)]
	premise := strings.Join(strings.Fields(c.Premise.Body), " ")
	for i := range all {
		all[i].place, all[i].premised = i, strings.Contains(premise, strings.TrimSuffix(all[i].Text, "."))
	}
	return all
}

// factual is Markdown without the sections that say how the story is to be told.
func factual(body string) string {
	var kept []string
	skip := false
	for line := range strings.Lines(body) {
		if heading, is := strings.CutPrefix(strings.TrimSpace(line), "#"); is {
			skip = prose.OneOf(strings.ToLower(strings.TrimLeft(heading, "# \t")), "tone style mood notes rules themes genre")
			line = "\n"
		}
		if !skip {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// testimonyIn is what a text has to tell. A sentence that begins with a pronoun for whom the
// one before began with is told with the name.
func testimonyIn(c *campaign.Campaign, body string) []testimony {
	var all []testimony
	body = strings.NewReplacer("*", "", "_", "", "`", "").Replace(prose.Clean(body[:min(len(body), campaign.MostToldText)]))
	for paragraph := range strings.SplitSeq(body, "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" || strings.ContainsAny(paragraph[:1], "#>|-+*0123456789") {
			continue
		}
		of := referent{}
		id := ""
		for _, sentence := range splitSentences(paragraph) {
			if named, ok := of.named(sentence); ok {
				sentence = named
			} else {
				id, of = beginsWith(c, sentence)
			}
			alone := sentence
			if of.Pronouns != "" {
				alone = "Old " + sentence // whoever stands first is meant by a pronoun
			}
			if prose.Tellable(alone) && (c.Extracted || namesOrCounts(sentence)) && prose.Words(sentence) <= longestPremise+12 {
				all = append(all, testimony{Text: sentence, Of: id, content: prose.Content(sentence)})
			}
		}
	}
	return all
}

// namesOrCounts reports whether a sentence has a name or a number in it, and so
// stands where nothing before it says what it is about.
func namesOrCounts(sentence string) bool {
	for i, word := range strings.Fields(sentence) {
		if unicode.IsDigit([]rune(word)[0]) || i > 0 && capitalWord(word) || prose.OneOf(bareWord(word), countWords) {
			return true
		}
	}
	return false
}

const countWords = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty hundred thousand"

// beginsWith is whom or what a sentence begins with, but for an article, a word for
// what they are, and "of".
func beginsWith(c *campaign.Campaign, sentence string) (string, referent) {
	near := sentence[:min(len(sentence), 60)]
	for i := range c.People {
		if p := &c.People[i]; beginsText(near, p.Name) {
			return p.ID, referent{Name: p.Name, Pronouns: prose.PronounsFor(p.Pronouns).Subject}
		}
	}
	for i := range c.Places {
		if p := &c.Places[i]; beginsText(near, p.Name) {
			return p.ID, referent{Name: prose.SentenceCase(p.Name), Pronouns: "it"}
		}
	}
	for i := range c.Items {
		if beginsText(near, c.Items[i].Name) {
			return c.Items[i].ID, referent{Name: prose.SentenceCase(c.Items[i].Name), Pronouns: "it"}
		}
	}
	return "", referent{}
}

// beginsText reports whether a name stands at the beginning of a text: "The novice
// Pietro", "The monastery of Varn".
func beginsText(text, name string) bool {
	bare := strings.TrimPrefix(name, "the ")
	at := strings.Index(text, bare)
	if bare == "" || at < 0 {
		return false
	}
	words := strings.Fields(strings.ToLower(text[:at]))
	if len(words) > 3 || len(words) > 0 && words[0] != "the" {
		return false
	}
	end := text[at+len(bare):]
	return (len(words) != 3 || words[2] == "of") && (end == "" || strings.ContainsAny(end[:1], " ,;."))
}

// A referent is whom or what a pronoun stands for.
type referent struct{ Name, Pronouns string }

// named puts the name of whom the sentence before was about for the pronoun that a
// sentence begins with.
func (r referent) named(sentence string) (string, bool) {
	first, rest, more := strings.Cut(sentence, " ")
	if r.Name == "" || !more {
		return "", false
	}
	switch low := strings.ToLower(first); {
	case low == r.Pronouns:
		return r.Name + " " + rest, true
	case r.Pronouns == "he" && low == "his", r.Pronouns == "she" && low == "her", r.Pronouns == "it" && low == "its":
		return prose.Possessive(r.Name) + " " + rest, true
	}
	return "", false
}

// heard reports whether the player knows it: it was learned, or is what a place or
// somebody is described by when the player comes there or meets them.
func (t testimony) heard(w *World, known map[string]bool) bool {
	if p, ok := w.Place(t.Of); ok && t.Text == p.Description {
		return true
	}
	if p, ok := w.Someone(t.Of); ok && t.Text == p.Background {
		return true
	}
	return known[t.ID]
}

// KnowsPiece reports whether the player knows something that can be told, by its id: as
// a fact, or as what somebody said.
func KnowsPiece(v *story.View, id string) bool { return v.Knows(id) || v.HeardFrom(id) }

// premiseTold reports whether the premise opened the story, as it does where no beat was
// told in the first turn: all of it is known then.
func premiseTold(v *story.View) bool {
	for _, turn := range v.Reached() {
		if turn == 1 {
			return false
		}
	}
	return v.Turn() > 0
}

// unheard is the testimony that is new to the player.
func (s Sight) unheard() []testimony {
	known := map[string]bool{}
	for _, p := range s.View.Pieces() {
		known[p.ID] = true
	}
	premised := s.Extracted && premiseTold(s.View)
	return slices.DeleteFunc(slices.Clone(s.testimony), func(t testimony) bool { return t.heard(s.World, known) || premised && t.premised })
}

// An inquiry is what testimony is wanted about.
type inquiry struct {
	w        *World
	words    []string // that carry meaning
	names    []string // of people, places and things that it names
	teller   *campaign.Person
	sayable  []bool // by them, by the testimony's place
	here     string // the name of the place
	strictly bool   // what is not about it does not do
	least    int    // how much must speak for its being about it
}

// Weights of what testimony may have to do with an inquiry.
const (
	namesTopic  = 12
	sharesWord  = 3
	namesTeller = 2
	namesHere   = 1
	ofTeller    = -2 // people speak of others first
)

// inquiryOf is what is wanted of somebody, or of nobody for "": what the words of a topic
// are about, which are an author's, or the name of something.
func (w *World) inquiryOf(here string, about Subject, teller string) inquiry {
	m := inquiry{w: w, here: here, strictly: !w.Extracted, least: 1}
	if !w.Extracted {
		m.least = 2 * sharesWord // one word of an author's may be there by chance
	}
	p, told := w.Someone(teller)
	if !told {
		m.words, m.names = w.index.topic(about.Words).words, w.index.topic(about.Words).names
		return m
	}
	m.teller, m.sayable = p, w.index.sayableBy(p)
	if IsOwnPart(about.ID) { // its words are no author's
		m.names = []string{p.Name}
		return m
	}
	own := prose.Content(p.Name)
	m.words = without(w.index.topic(about.Words).words, own...)
	m.names = without(w.index.topic(strings.ReplaceAll(about.Words, p.Name, "")).names, p.Name)
	return m
}

// without is a list without some of its members; it is the caller's.
func without(all []string, but ...string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(but, s) })
}

// topical is how much each testimony has to do with what the inquiry names, by its place;
// common words do not count.
func (m inquiry) topical(common map[string]bool) []int {
	score := make([]int, len(m.w.testimony))
	for _, name := range m.names {
		for _, at := range m.w.index.naming(name) {
			score[at] += namesTopic
		}
	}
	for _, word := range m.words {
		if common[word] {
			continue
		}
		for _, at := range m.w.index.words[word] {
			score[at] += sharesWord
		}
	}
	return score
}

// weights are how much each testimony has to do with the inquiry and with what is about it,
// by its place, of what it has to do with it alone.
func (m inquiry) weights(topical []int) []int {
	weight := slices.Clone(topical)
	if m.teller != nil {
		for _, at := range m.w.index.naming(m.teller.Name) {
			weight[at] += namesTeller
			if m.w.testimony[at].Of == m.teller.ID {
				weight[at] += ofTeller
			}
		}
	}
	for _, at := range m.w.index.naming(strings.TrimPrefix(m.here, "the ")) {
		weight[at] += namesHere
	}
	return weight
}

// pick is the testimony of some that has most to do with the inquiry, and whether that is
// anything at all; of several as good, another one with every turn. It is false where none
// would do.
func (m inquiry) pick(among []testimony, turn int) (best testimony, topical, ok bool) {
	score := m.topical(m.w.common)
	weight := m.weights(score)
	var good []testimony
	most := 0
	for _, t := range among {
		weight := weight[t.place]
		if m.strictly && score[t.place] < m.least || len(good) > 0 && weight < most || m.teller != nil && !m.sayable[t.place] {
			continue
		}
		if weight > most {
			good = nil
		}
		good, most = append(good, t), weight
	}
	if len(good) == 0 {
		return testimony{}, false, false
	}
	best = good[turn%len(good)]
	return best, score[best.place] > 0, true
}

// InOwnWords tells testimony as it stands after "tells you that", with a pronoun for
// the one who tells it: "Abbot Celestin rules the house" is "he rules the house".
func InOwnWords(text string, teller *campaign.Person) (string, bool) {
	if !strings.Contains(text, teller.Name) {
		return text, true
	}
	pronouns := prose.PronounsFor(teller.Pronouns)
	if rest, leads := strings.CutPrefix(text, teller.Name+" "); leads && !pronouns.Plural {
		text = prose.SentenceCase(pronouns.Subject) + " " + rest
	} else if rest, leads := strings.CutPrefix(text, prose.Possessive(teller.Name)+" "); leads {
		text = prose.SentenceCase(pronouns.Possessive) + " " + rest
	}
	for _, before := range []string{"to", "of", "by", "with", "for", "from", "on", "at", "whatever", "because"} {
		pronoun := pronouns.Object
		if before == "whatever" || before == "because" {
			if pronouns.Plural {
				continue // "they was told"
			}
			pronoun = pronouns.Subject
		}
		text = strings.ReplaceAll(text, " "+before+" "+prose.Possessive(teller.Name), " "+before+" "+pronouns.Possessive)
		text = strings.ReplaceAll(text, " "+before+" "+teller.Name, " "+before+" "+pronoun)
	}
	return text, !strings.Contains(text, teller.Name)
}
