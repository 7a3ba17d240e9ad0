package prose

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
)

// What of one list or text is looked at. More would cost time and say no more.
const (
	mostTexts     = 200
	mostPeople    = 12
	mostItems     = 8
	mostLearned   = 2
	longText      = 4000 // characters
	longSentences = 400
)

// cleaned is the scene with all its text safe to show and bounded. The scene it
// was made from is not changed.
func (s Scene) cleaned() Scene {
	s.Persona = s.Persona.normal()
	s.Authored = paragraphs(s.Authored)
	if s.Check != nil {
		check := *s.Check
		check.Text, check.Stat = Clean(check.Text), strings.ToLower(name(check.Stat))
		s.Authored = append(s.Authored, paragraphs([]string{check.Text})...)
		s.Check = &check
	}
	s.Place = s.Place.cleaned()
	s.Clock = phrase(s.Clock, 40)
	s.Deed = s.Deed.cleaned()
	s.Learned, s.Known = cleanedLearned(s.Learned), facts(s.Known)
	s.Seen = sentences(s.Seen)
	s.Whom, s.Where, s.Missing = name(s.Whom), english.MidSentence(name(s.Where)), name(s.Missing)
	s.Came, s.Left = names(s.Came[:min(len(s.Came), mostItems)], name), names(s.Left[:min(len(s.Left), mostItems)], name)
	s.Weather, s.Part = strings.TrimSpace(s.Weather), strings.TrimSpace(s.Part)
	s.People = cleanedPeople(s.People)
	if s.Memory != nil {
		s.Memory = &Memory{ID: s.Memory.ID, Summary: phrase(s.Memory.Summary, longSentences), Topic: topic(s.Memory.Topic), Before: s.Memory.Before}
	}
	if s.Lore != nil {
		s.Lore = &Lore{Text: phrase(s.Lore.Text, longText), Source: name(s.Lore.Source), Rumour: s.Lore.Rumour}
	}
	s.Elsewhere = cleanedSeen(s.Elsewhere)
	s.Gained, s.Lost = names(s.Gained, itemName), names(s.Lost, itemName)
	return s
}

func cleanedSeen(all []LastSeen) (clean []LastSeen) {
	for _, seen := range all[:min(len(all), mostItems)] {
		if seen.Name, seen.Where = name(seen.Name), english.MidSentence(name(seen.Where)); seen.Name != "" && seen.Where != "" {
			clean = append(clean, seen)
		}
	}
	return clean
}

// cleaned is a deed of which words and names are safe to show; ids are shown nowhere.
func (d *Deed) cleaned() *Deed {
	if d == nil {
		return nil
	}
	clean := &Deed{Action: d.Action, Outcome: d.Outcome, Names: make(grammar.Table, len(d.Names))}
	clean.Action.To = d.Action.To[:min(len(d.Action.To), mostPeople)]
	clean.Action.Words, clean.Action.Told = phrase(d.Action.Words, 300), phrase(d.Action.Told, 300)
	for _, r := range clean.Action.Refs() {
		if n, named := d.Names.Noun(r); named {
			if n.Text = nounOf(r.Kind, n.Text); n.Text != "" {
				clean.Names[r.String()] = n
			}
		}
	}
	return clean
}

// nounOf is what something of a kind is called, as it stands inside a sentence.
func nounOf(kind action.RefKind, text string) string {
	switch kind {
	case action.Topic, action.Thread:
		return phrase(text, 120)
	case action.Item:
		return itemName(text)
	}
	return english.MidSentence(name(text))
}

func (p Place) cleaned() Place {
	p.Name = english.MidSentence(name(p.Name))
	p.Description = sentence(p.Description)
	p.Senses = sentences(p.Senses)
	p.ByWeather, p.ByTime = cleanedMap(p.ByWeather), cleanedMap(p.ByTime)
	return p
}

func cleanedMap(m map[string][]string) map[string][]string {
	clean := make(map[string][]string, len(m))
	for key, list := range m {
		clean[key] = sentences(list)
	}
	return clean
}

func cleanedPeople(people []Person) []Person {
	clean := make([]Person, 0, min(len(people), mostPeople))
	known := map[string]bool{}
	for _, p := range people {
		if p.Name = name(p.Name); p.Name == "" || known[p.Name] || len(clean) == mostPeople {
			continue
		}
		known[p.Name] = true
		p.Introduced = sentence(p.Introduced)
		p.Mannerisms = templates(p.Mannerisms)
		if p.Silent {
			p.Lines = nil
		}
		lines := make(map[string][]string, len(p.Lines))
		for key, list := range p.Lines {
			lines[key] = speeches(list)
		}
		p.Lines = lines
		clean = append(clean, p)
	}
	return clean
}

func paragraphs(texts []string) []string {
	var clean []string
	for _, t := range texts {
		if t = Clean(t); t != "" {
			clean = append(clean, t)
		}
	}
	return clean
}

// facts are as they stand behind other words: one that begins small, or with a word
// that is written small, is no name.
func facts(list []string) []string { return names(list[:min(len(list), mostLearned)], fact) }

func fact(text string) string {
	return english.EndSentence(english.MidSentence(withoutPluralCapital(phrase(english.WithoutHint(strings.TrimRight(text, ". ")), longSentences))))
}

func cleanedLearned(list []Learned) (clean []Learned) {
	for _, l := range list[:min(len(list), mostLearned)] {
		l.Text, l.Speaker, l.Source, l.From = fact(l.Text), name(l.Speaker), english.MidSentence(name(l.Source)), name(l.From)
		if l.Text != "" && !slices.ContainsFunc(clean, func(other Learned) bool { return other.Text == l.Text }) {
			clean = append(clean, l)
		}
	}
	return clean
}

// sentence is a sentence of an author's that the composer may tell, or "" where
// there are no words in it.
func sentence(text string) string {
	return english.SentenceCase(english.EndSentence(phrase(text, longSentences)))
}

func sentences(list []string) []string { return names(bounded(list), sentence) }

func bounded(list []string) []string { return list[:min(len(list), mostTexts)] }

// personSlots are what an author may write into a mannerism.
var personSlots = strings.NewReplacer("{name}", "", "{name's}", "", "{they}", "", "{them}", "", "{their}", "")

// templates are sentences that keep their slots. One that holds another sign of
// the form language is dropped.
func templates(list []string) []string {
	return names(bounded(list), func(text string) string {
		text = strings.TrimSpace(evenQuotes(CleanLine(text, longSentences)))
		if strings.ContainsAny(personSlots.Replace(text), formSigns) || len(wordsOf(text)) == 0 {
			return ""
		}
		return text
	})
}

// speeches are lines without the quotation marks around them, and with single
// ones inside.
func speeches(list []string) []string {
	return names(bounded(list), func(line string) string {
		line = strings.Trim(CleanLine(line, longSentences), `"“” `)
		line = strings.NewReplacer(`"`, "'", "“", "'", "”", "'").Replace(line)
		if strings.ContainsAny(strings.ReplaceAll(line, "{player}", ""), formSigns) {
			line = plain(line)
		}
		if len(wordsOf(line)) == 0 {
			return ""
		}
		return english.SentenceCase(line)
	})
}

// topic is a noun phrase or a clause as it stands in a sentence.
func topic(text string) string {
	return strings.TrimRight(english.MidSentence(phrase(text, 120)), ".,;:!? ")
}

func itemName(text string) string {
	text = name(text)
	if first := english.FirstWord(text); english.OneOf(strings.ToLower(first), "a an the some") && first != "" {
		r, size := utf8.DecodeRuneInString(text)
		return strings.ToLower(string(r)) + text[size:]
	}
	return text
}

// names maps a list and leaves out what comes back empty or was there before.
func names(list []string, clean func(string) string) []string {
	var kept []string
	seen := make(map[string]bool, len(list))
	for _, text := range list {
		if text = clean(text); text != "" && !seen[text] {
			seen[text] = true
			kept = append(kept, text)
		}
	}
	return kept
}
