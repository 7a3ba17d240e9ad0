package prose

import "strings"

// leadSentences is how much is told of a deed before what an author wrote.
const leadSentences = 3

// alone is a scene's deed by itself, where an author's paragraphs follow one that no
// author wrote: of those present only whom the player speaks to is told.
func (s Scene) alone() (Scene, bool) {
	if s.Deed == nil || len(s.Authored) == 0 {
		return s, false
	}
	s.Authored, s.Threads, s.Memory, s.Lore = nil, nil, nil, nil
	s.Place.Senses, s.Place.ByWeather, s.Place.ByTime = nil, nil, nil
	if !s.Deed.Action.Kind.Social() {
		s.People = nil
	}
	s.People = s.People[:min(1, len(s.People))]
	return s, true
}

// told is a scene whose deed is told already.
func (s Scene) told() Scene {
	s.Deed, s.Check, s.Learned, s.Arrived, s.Gained, s.Lost = nil, nil, nil, false, nil, nil
	return s
}

// briefly is what a deed came to, and the answer to it, in a few sentences.
func (s Scene) briefly(book *ledger) []Piece {
	told := compose(s, book, nil).pieces
	if len(told) == 0 {
		return nil
	}
	lead, sentences := told[0], Sentences(told[0].Text)
	lead.Text = strings.Join(sentences[:min(leadSentences, len(sentences))], " ")
	if s.Deed.Action.Kind.Social() && len(s.Learned) == 0 && s.Check == nil && len(told) > 1 && len(sentences) > 0 {
		answer := firstSpoken(told[1].Text)
		if len(sentences) > 1 && !book.join(sentences[0], answer) {
			answer = ""
		}
		lead.Text = strings.TrimSpace(sentences[0] + " " + answer)
		if strings.Contains(answer, `"`) {
			lead.Speaker = told[1].Speaker
		}
	}
	if !strings.Contains(lead.Text, `"`) {
		lead.Speaker = ""
	}
	return []Piece{lead}
}

// firstSpoken is the first sentence of a text, with all of what is said in it.
func firstSpoken(text string) string {
	first := ""
	for _, sentence := range Sentences(text) {
		if first = strings.TrimSpace(first + " " + sentence); strings.Count(first, `"`)%2 == 0 {
			break
		}
	}
	return first
}
