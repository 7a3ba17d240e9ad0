package engine

import (
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// An account is a sentence that somebody can tell of what is known to all: of the
// setting of a campaign of few files, or of its public lore.
type account struct {
	Text    string
	Of      string // whom or what it begins with, by id, or ""
	Hearsay bool
	content []string
}

// How much is looked through for what can be told, whatever a campaign holds.
const (
	mostAccounts    = 400
	mostAccountText = 1 << 16
)

// accounts are all that can be told. A campaign whose author wrote people with what
// they know and hide has its public lore alone: what stands in profiles is nobody's
// to give away.
func accounts(c *campaign.Campaign) []account {
	var all []account
	if c.Extracted {
		for _, body := range []string{c.Setting.Body, c.Premise.Body} {
			all = append(all, accountsIn(c, factual(body), false)...)
		}
	}
	for i := range c.Lore {
		if d := &c.Lore[i]; slices.Contains(d.Audience, "public") && len(all) < mostAccounts {
			all = append(all, accountsIn(c, d.Body, d.Mode == "MYTHIC")...)
		}
	}
	return all[:min(len(all), mostAccounts)]
}

// factual is Markdown without the sections that say how the story is to be told.
func factual(body string) string {
	var kept []string
	skip := false
	for line := range strings.Lines(body) {
		if heading, is := strings.CutPrefix(strings.TrimSpace(line), "#"); is {
			skip = oneOf(strings.ToLower(strings.TrimLeft(heading, "# \t")), "tone style mood notes rules themes genre")
			line = "\n"
		}
		if !skip {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// accountsIn are those in a text. A sentence that begins with a pronoun for whom the
// one before began with is told with the name.
func accountsIn(c *campaign.Campaign, body string, hearsay bool) []account {
	var all []account
	body = strings.NewReplacer("*", "", "_", "", "`", "").Replace(prose.Clean(body[:min(len(body), mostAccountText)]))
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
				all = append(all, account{sentence, id, hearsay, prose.Content(sentence)})
			}
		}
	}
	return all
}

// namesOrCounts reports whether a sentence has a name or a number in it, and so
// stands where nothing before it says what it is about.
func namesOrCounts(sentence string) bool {
	for i, word := range strings.Fields(sentence) {
		if unicode.IsDigit([]rune(word)[0]) || i > 0 && capitalWord(word) || oneOf(bareWord(word), countWords) {
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

// fact is an account as it is known from then on.
func (a account) fact() string {
	if a.Hearsay {
		return hearsayFact + prose.MidSentence(a.Text)
	}
	return a.Text
}

// hearsayFact begins a fact of which no more is known than that people say it.
const hearsayFact = "It is said that "

// heard reports whether the player knows it: it was learned, or is what a place or
// somebody is described by when the player comes there or meets them.
func (a account) heard(c *campaign.Campaign, s *story.State) bool {
	if p, ok := c.Place(a.Of); ok && a.Text == p.Description {
		return true
	}
	if p, ok := c.Someone(a.Of); ok && a.Text == p.Background {
		return true
	}
	fact := a.fact()
	return slices.ContainsFunc(s.Learned, func(l story.Learned) bool { return l.Who == event.Player && s.Facts[l.Fact].Content == fact }) ||
		slices.ContainsFunc(s.Memories, func(m story.Memory) bool { return m.Knower == event.Player && m.Summary == a.Text })
}

// premiseTold reports whether the premise opened the story: all of it is known then.
func premiseTold(s *story.State) bool {
	return slices.ContainsFunc(s.Memories, func(m story.Memory) bool {
		return m.Knower == event.Player && slices.Contains(m.Tags, premiseTag)
	})
}

// unheard are the accounts that are new to the player.
func unheard(c *campaign.Campaign, s *story.State) []account {
	all := accounts(c)
	told := ""
	if c.Extracted && premiseTold(s) {
		told = strings.Join(strings.Fields(c.Premise.Body), " ")
	}
	return slices.DeleteFunc(all, func(a account) bool {
		return a.heard(c, s) || told != "" && strings.Contains(told, strings.TrimSuffix(a.Text, "."))
	})
}

// A matter is what an account is wanted about.
type matter struct {
	words    []string // that carry meaning
	names    []string // of people, places and things that it names
	teller   *campaign.Person
	here     string // the name of the place
	strictly bool   // what is not about it does not do
	least    int    // how much must speak for its being about it
}

// Weights of what an account may have to do with a matter.
const (
	namesTopic  = 12
	sharesWord  = 3
	namesTeller = 2
	namesHere   = 1
	ofTeller    = -2 // people speak of others first
)

// commonShare is how large a part of all accounts may have a word that still says
// what one is about.
const commonShare = 8

// commonWords are those that so many accounts have that they say nothing of one.
func commonWords(all []account) map[string]bool {
	count := map[string]int{}
	for _, a := range all {
		for _, word := range a.content {
			count[word]++
		}
	}
	common := map[string]bool{}
	for word, n := range count {
		if n >= 4 && n*commonShare > len(all) {
			common[word] = true
		}
	}
	return common
}

// matterOf reads what is asked.
func matterOf(c *campaign.Campaign, s *story.State, asked string, teller string) matter {
	m := matter{words: prose.Matter(asked), here: placeName(c, s.People[event.Player].Place), strictly: !c.Extracted, least: 1}
	if !c.Extracted {
		m.least = 2 * sharesWord // one word of an author's may be there by chance
	}
	if p, ok := c.Someone(teller); ok {
		m.teller = p
		own := prose.Content(p.Name)
		m.words = slices.DeleteFunc(m.words, func(w string) bool { return slices.Contains(own, w) })
		asked = strings.ReplaceAll(asked, p.Name, "")
	}
	for name := range topicNames(c, []string{teller}) {
		if strings.Contains(asked, strings.TrimPrefix(name, "the ")) {
			m.names = append(m.names, strings.TrimPrefix(name, "the "))
		}
	}
	if m.teller != nil && strings.Contains(asked, "part in all this") {
		m.names = append(m.names, m.teller.Name)
	}
	slices.Sort(m.names)
	return m
}

// weigh says how much an account has to do with the matter, and with the topic alone.
func (m matter) weigh(a account, common map[string]bool) (weight, topical int) {
	for _, name := range m.names {
		if strings.Contains(a.Text, name) {
			topical += namesTopic
		}
	}
	for _, word := range m.words {
		if !common[word] && slices.Contains(a.content, word) {
			topical += sharesWord
		}
	}
	weight = topical
	if m.teller != nil && strings.Contains(a.Text, m.teller.Name) {
		weight += namesTeller
		if a.Of == m.teller.ID {
			weight += ofTeller
		}
	}
	if strings.Contains(a.Text, strings.TrimPrefix(m.here, "the ")) {
		weight += namesHere
	}
	return weight, topical
}

// pick is the account that has most to do with the matter, and whether that is
// anything at all. It is false where none is left that would do.
func (m matter) pick(c *campaign.Campaign, s *story.State) (best account, topical, ok bool) {
	var good []account
	common, most := commonWords(accounts(c)), 0
	for _, a := range unheard(c, s) {
		weight, of := m.weigh(a, common)
		if m.strictly && of < m.least || m.teller != nil && !sayable(a, m.teller) || len(good) > 0 && weight < most {
			continue
		}
		if weight > most {
			good = nil
		}
		good, most, topical = append(good, a), weight, of > 0
	}
	if len(good) == 0 {
		return account{}, false, false
	}
	return good[int(s.Turn.Number)%len(good)], topical, true
}

// sayable reports whether somebody can say an account in words of their own: it does
// not name them, or only where a pronoun can stand.
func sayable(a account, teller *campaign.Person) bool {
	_, ok := inOwnWords(a.Text, teller)
	return ok
}

// inOwnWords tells an account as it stands after "tells you that", with a pronoun for
// the one who tells it: "Abbot Celestin rules the house" is "he rules the house".
func inOwnWords(text string, teller *campaign.Person) (string, bool) {
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
