package world

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

// Described is all that may be said, by whoever types, for what is called so: what it is, and how it
// looks. It implements [grammar.Describer].
func (w *World) Described(called string) (grammar.Noun, bool) {
	noun, known := w.nouns()[calledKey(called)]
	return noun, known
}

// calledKey is a name as names are compared, in small letters and without an article.
func calledKey(name string) string {
	name = strings.ToLower(name)
	if first, rest, more := strings.Cut(name, " "); more && (first == "the" || first == "a" || first == "an") {
		return rest
	}
	return name
}

// nounsOf are what the people, places and things of a campaign are called and shown by.
func nounsOf(w *World) map[string]grammar.Noun {
	all := map[string]grammar.Noun{}
	for _, noun := range readNouns(w.Reading) {
		all[calledKey(noun.Text)] = noun
	}
	add := func(name string, noun grammar.Noun) {
		key := calledKey(name)
		noun.Text = name
		for _, also := range all[key].Also {
			if !slices.Contains(noun.Also, also) {
				noun.Also = append(noun.Also, also)
			}
		}
		if len(noun.About) == 0 {
			noun.About = all[key].About
		}
		if noun.Pronouns != "" || len(noun.Also)+len(noun.About) > 0 {
			all[key] = noun
		}
	}
	for i := range w.Items {
		add(w.Items[i].Name, grammar.Noun{About: Told(w.Items[i].Description)})
	}
	for i := range w.Places {
		add(w.Places[i].Name, grammar.Noun{About: Told(w.Places[i].Description)})
	}
	for i := range w.People {
		p := &w.People[i]
		add(p.Name, grammar.Noun{Pronouns: p.Pronouns, About: w.Shown(p), Also: alsoCalled(p)})
	}
	return all
}

// Shown is what anybody may see or is told of somebody: what they are, their age and looks, and the
// sentence that a storyteller introduces them with.
func (w *World) Shown(p *campaign.Person) []string {
	role, introduced := p.Role, ""
	if strings.HasPrefix(role, "somebody") {
		role = ""
	}
	if w.Extracted || w.Dramatic {
		introduced = p.Background
	}
	return Told(role, string(p.Age), string(p.Appearance), introduced)
}

// Told are texts that hold something, cleaned.
func Told(texts ...string) []string {
	var all []string
	for _, text := range texts {
		if text = prose.CleanLine(text, longestTold); text != "" {
			all = append(all, text)
		}
	}
	return all
}

const longestTold = 240

// readNouns are what people, places and things are called besides that were read in a campaign's
// prose, and what it says of them: "great bell" for Saint Orla, since her author says that she is one.
func readNouns(read *reading.Reading) (all []grammar.Noun) {
	if read == nil {
		return nil
	}
	for i := range read.Entities {
		e := &read.Entities[i]
		noun := grammar.Noun{Text: e.Name, Also: slices.Clone(e.Also)}
		add := func(is string) {
			if is != "" && !slices.Contains(noun.Also, is) && len(noun.Also) < mostCalled {
				noun.Also = append(noun.Also, is)
			}
		}
		add(e.Role)
		for _, n := range e.In {
			if s := &read.Sentences[n]; e.Proper {
				add(saidToBe(s.Text, e.Name))
			}
		}
		for _, n := range e.About {
			if s := &read.Sentences[n]; s.Subject == e.ID && s.Whole && !s.Player && e.Kind != reading.Person && len(noun.About) < mostAbout {
				noun.About = append(noun.About, Told(s.Text)...)
			}
		}
		if len(noun.Also)+len(noun.About) > 0 {
			all = append(all, noun)
		}
	}
	return all
}

const (
	mostCalled = 8 // further words for one thing
	mostAbout  = 4 // sentences about one
)

// saidToBe is what a sentence says that something is, beside its name: "a balance with iron pans" of
// "the Abbey Scale, a balance with iron pans as wide as cartwheels", "a stone hut" of "the Last House is
// a stone hut where the road falls"; "" for nothing.
func saidToBe(sentence, name string) string {
	at := strings.Index(strings.ToLower(sentence), strings.ToLower(name))
	if at < 0 {
		return ""
	}
	behind := sentence[at+len(name):]
	for _, link := range []string{", ", " is ", " was "} {
		rest, linked := strings.CutPrefix(behind, link)
		if !linked {
			continue
		}
		first, _, _ := strings.Cut(rest, " ")
		if first != "a" && first != "an" && !(first == "the" && link == ", ") {
			return ""
		}
		if end := strings.IndexAny(rest, ".,;:!?—("); end > 0 {
			rest = rest[:end]
		}
		for _, clause := range []string{" who ", " which ", " that ", " where ", " whose ", " and ", " as "} {
			rest, _, _ = strings.Cut(rest, clause)
		}
		if len(strings.Fields(rest)) > mostWordsOfCalled {
			return ""
		}
		return rest
	}
	return ""
}

const mostWordsOfCalled = 6
