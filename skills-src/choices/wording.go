package choices

import (
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
)

// How many words a choice of ours has.
const (
	fewestWords = 3
	mostWords   = 22
)

// A wording is one way to put a move.
type wording struct {
	move    *move
	ground  *ground // what the text speaks of, or nil
	text    string
	said    []string // the words of the text
	leans   bool     // the text names the move's stat
	pattern string   // the frame
	aside   string   // what was added to it
}

// wordings are the ways to put a move that speak of a ground, or of none (nil).
func (s *scene) wordings(m *move, g *ground) (all []wording) {
	places := s.places(m, g)
	topical, shared := s.topical(m), s.shared(m, g)
	for _, f := range frames[m.Kind] {
		if topical != f.has("about", "matter") || !s.fits(f, m, g) || m.Topic.Own && strings.Contains(f.text, "{he ") {
			continue
		}
		switch own := f.has("thing", "riddle"); {
		case g == nil || shared || own:
			all = s.try(all, wording{move: m, ground: g, pattern: f.text}, places)
		case !among(f.when, "failed lately fresh") && !strings.ContainsAny(f.text, ",:"):
			for _, aside := range asides {
				if f.text != "{say}" && s.fits(aside, m, g) && s.suits(aside, m, g) {
					all = s.try(all, wording{move: m, ground: g, pattern: f.beside(aside), aside: aside.text}, places)
				}
			}
		}
	}
	return all
}

// suits reports whether an aside can stand with a move: not behind one that leans on a
// stat, which stands there itself, and not with a pronoun before the name.
func (s *scene) suits(aside frame, m *move, g *ground) bool {
	if !strings.HasSuffix(aside.text, ",") {
		return m.Stat == ""
	}
	who, _ := s.whom(g)
	return g.Topic.Words != "" || who == "" || who != m.Person
}

// try adds a wording where its frame can be filled and the text can be used. It is
// made to name the move's stat where it may.
func (s *scene) try(all []wording, w wording, places map[string]string) []wording {
	text, ok := filled(w.pattern, places)
	if w = w.saying(prose.SentenceCase(text)); !ok || !w.usable() {
		return all
	}
	if w.move.Stat != "" && !strings.Contains(w.text, ", and ") && !strings.HasSuffix(w.text, "?") {
		if leant := s.leaning(w); leant.usable() {
			w = leant
		}
	}
	return append(all, w)
}

// plainly is a move in the plain words that came with it; of one that came without, in
// the name of its kind.
func (s *scene) plainly(m *move) wording {
	if say := (wording{move: m, pattern: "{say}"}).saying(m.Say); len(say.said) > 0 {
		return say
	}
	return wording{move: m}.saying(prose.SentenceCase(strings.ReplaceAll(m.Kind, "-", " ")))
}

// topical reports whether a move is to be worded by its topic.
func (s *scene) topical(m *move) bool {
	return m.Topic.ID != "" && among(m.Kind, "ask talk tell ask-help press go pursue recall")
}

// shared reports whether a ground is of the topic that a move is worded by. Everybody
// has a part in all this, and each another.
func (s *scene) shared(m *move, g *ground) bool {
	if g == nil || g.Topic.ID == "" || g.Topic.ID != m.Topic.ID || !s.topical(m) {
		return false
	}
	who, _ := s.whom(g)
	return !m.Topic.Own || who == m.Person
}

// has reports whether a frame has one of two places.
func (f frame) has(place, other string) bool {
	return strings.Contains(f.text, "{"+place+"}") || strings.Contains(f.text, "{"+other+"}")
}

// How many turns ago a memory is no older than, to be of just now, to be of late, and
// to forbid that its question be put again as if it never was.
const (
	justNow   = 2
	ofLate    = 10
	soonAsked = 8
)

// fits reports whether a frame's conditions hold.
func (s *scene) fits(f frame, m *move, g *ground) bool {
	p, _ := s.person(m.Person)
	again := s.shared(m, g) && s.asked(g) == m.Person && m.Person != ""
	if again && g.age() <= soonAsked && !strings.Contains(f.when, "again") && among(m.Kind, "ask press ask-help") {
		return false
	}
	for condition := range strings.FieldsSeq(f.when) {
		holds := false
		switch condition {
		case "warm":
			holds = thousandths(p.Opinion) > enables
		case "cold":
			holds = thousandths(p.Opinion) < hides
		case "company":
			holds = len(s.in.People) > 0
		case "peopled":
			holds = m.Peopled
		case "again":
			holds = again
		case "failed":
			holds = g != nil && action.Grade(g.Grade).Failed()
		case "lately":
			holds = g != nil && g.age() <= ofLate
		case "fresh":
			holds = g != nil && g.age() <= justNow
		}
		if !holds {
			return false
		}
	}
	return true
}

// asked is whom the player asked what a ground is about, or "".
func (s *scene) asked(g *ground) string {
	who, known := s.whom(g)
	if !known || !among(string(g.Action.Kind), "ask press ask-help") || g.Action.Topic.ID != g.Topic.ID {
		return ""
	}
	return who
}

// places are what stands in the braces of a frame.
func (s *scene) places(m *move, g *ground) map[string]string {
	places := map[string]string{
		"place": m.Place.Name, "here": s.in.Place.Name, "part": s.in.Part, "item": definite(m.Item.Name), "say": m.Say,
	}
	if p, known := s.person(m.Person); known {
		pronouns := prose.PronounsFor(p.Pronouns)
		places["P"], places["P's"] = s.called(p), prose.Possessive(s.called(p))
		places["him"], places["his"], places["he"] = pronouns.Object, pronouns.Possessive, pronouns.Subject
	}
	if m.Item.Name == "" {
		places["there"] = m.Place.Name
		if m.Place.ID == "" {
			places["there"] = s.in.Place.Name
		}
	}
	if strings.HasSuffix(m.Thread.Title, "?") {
		places["open"] = prose.MidSentence(m.Thread.Title)
	}
	put(places, "about", "matter", s.topicWords(m), m.Topic)
	switch {
	case g == nil:
	case s.shared(m, g):
		if who := s.asked(g); who != m.Person {
			places["asked"] = s.names[action.PersonRef(who)]
		}
	default:
		put(places, "thing", "riddle", s.groundWords(m, g), g.Topic)
	}
	return places
}

// put fills one of two places: for a noun, or for a question.
func put(places map[string]string, noun, question, words string, of topic) {
	if of.asks() {
		noun = question
	}
	places[noun] = words
}

// leaning is a wording that leans on the move's stat and names it.
func (s *scene) leaning(w wording) wording {
	name := s.statName(w.move.Stat)
	if st, ok := s.stat(w.move.Stat); ok && thousandths(st.Value) >= 15_000 && praise[name] != "" {
		name = praise[name] + " " + name
	}
	behind, ok := leaning[name]
	if !ok {
		behind = leaningOn + name
	}
	w.leans = true
	return w.saying(w.text + behind)
}

func (w wording) saying(text string) wording {
	w.text, w.said = text, wordsOf(text)
	return w
}

// usable is the last look at a text.
func (w wording) usable() bool {
	n := len(strings.Fields(w.text))
	return n >= fewestWords && n <= mostWords && !strings.ContainsAny(w.text, "{}") && !strings.Contains(w.text, "  ") && !stammers(w.said)
}

// filled puts the words into a frame's places. It reports false where one has none.
func filled(frame string, places map[string]string) (string, bool) {
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(frame, "{")
		text.WriteString(before)
		if !found {
			return text.String(), true
		}
		key, after, _ := strings.Cut(rest, "}")
		word := places[key]
		if verb, ok := strings.CutPrefix(key, "he "); ok && places["he"] != "" {
			word = agreeing(places["he"], verb)
		}
		if word == "" {
			return "", false
		}
		text.WriteString(word)
		frame = after
	}
}

// agreeing is "she knows", "they know".
func agreeing(subject, verb string) string {
	return subject + " " + prose.Verb(verb, prose.Subject{Person: prose.Third, Plural: subject == "they"}, prose.Present)
}
