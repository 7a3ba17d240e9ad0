package persistence

import (
	"strconv"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

// common is what rows have in common, kept once: a story is of few people and places, and
// much in it is done again.
type common struct {
	texts   map[string]string
	saids   map[string]*said
	inOrder []*said // in the order in which they were first read
	wholes  map[string]*Facets
	chars   map[string][]event.CharacterID
	tags    map[string][]string
}

// said is what a row says, to be searched.
type said struct {
	text vector.Text
	doc  rank.Doc // of the table's lexicon; one that is staged has none
}

func newCommon() common {
	return common{
		texts: map[string]string{}, saids: map[string]*said{}, wholes: map[string]*Facets{},
		chars: map[string][]event.CharacterID{}, tags: map[string][]string{},
	}
}

func (c *common) text(s string) string {
	if there, is := c.texts[s]; is {
		return there
	}
	c.texts[s] = s
	return s
}

func (c *common) said(text string, lexicon *rank.Lexicon) *said {
	there, is := c.saids[text]
	if !is {
		there = &said{vector.Text{Content: text}, lexicon.Doc(text)}
		c.saids[text] = there
		c.inOrder = append(c.inOrder, there)
	}
	return there
}

func (c *common) facets(f Facets) *Facets {
	chars, tags := joined(f.Characters), joined(f.Tags)
	var key []byte
	for _, s := range []string{f.Session, f.Location, string(f.NPC), f.Faction, f.Source, f.Episodic, f.Experience, chars, tags} {
		key = append(strconv.AppendInt(key, int64(len(s)), 10), ':')
		key = append(key, s...)
	}
	there, is := c.wholes[string(key)]
	if is {
		return there
	}
	there = &Facets{
		Session: c.text(f.Session), Location: c.text(f.Location), NPC: event.CharacterID(c.text(string(f.NPC))), Faction: c.text(f.Faction),
		Source: c.text(f.Source), Episodic: c.text(f.Episodic), Experience: c.text(f.Experience), Characters: listed(c, c.chars, chars, f.Characters), Tags: listed(c, c.tags, tags, f.Tags),
	}
	c.wholes[string(key)] = there
	return there
}

// joined is a list as a text that no other list has.
func joined[S ~string](list []S) string {
	if len(list) == 0 {
		return ""
	}
	return string(strictjson.Encode(strictjson.FromStrings(list)))
}

func listed[S ~string](c *common, lists map[string][]S, key string, list []S) []S {
	there, is := lists[key]
	if is || list == nil {
		return there
	}
	there = make([]S, len(list))
	for i, s := range list {
		there[i] = S(c.text(string(s)))
	}
	lists[key] = there
	return there
}
