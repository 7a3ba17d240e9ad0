package choices

import (
	"slices"
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
	ground  *ground // of what the text speaks of, or nil
	text    string
	said    []string // the words of the text
	leans   bool     // the text names the move's stat
	pattern string   // the frame
}

// wordings are the ways to put a move that rests on a ground, or on none (nil).
func (s *scene) wordings(m *move, g *ground) (all []wording) {
	places := s.places(m, g)
	for _, f := range frames[m.Kind] {
		if s.tells(f, m) && s.fits(f, m, g) {
			all = s.try(all, wording{move: m, ground: g, pattern: f.text}, places)
		}
	}
	return all
}

// tells reports whether a frame speaks of all that a move is about, and of nothing else.
func (s *scene) tells(f frame, m *move) bool {
	about := m.topic()
	return f.has("about", "matter") == (about.ID != "") && !(about.Own && strings.Contains(f.text, "{he ")) &&
		f.has("who", "who") == (m.For.Person.ID != "") && f.has("thing", "thing") == (m.For.Item.ID != "") && f.has("far", "far") == (m.For.Place.ID != "")
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

// shared reports whether a ground is of what a move is about. Everybody has a part in all
// this, and each another.
func (s *scene) shared(m *move, g *ground) bool {
	about := m.topic()
	if g == nil || g.Topic.ID == "" || g.Topic.ID != about.ID {
		return false
	}
	who, _ := s.whom(g)
	return !about.Own || who == m.Person
}

// rests is the best memory of what a move is about, or of the thing or the person that it names
// beside whom it turns to; nil for none.
func (s *scene) rests(m *move) *ground {
	for i := range m.Grounds {
		if s.shared(m, &m.Grounds[i]) {
			return &m.Grounds[i]
		}
	}
	for i := range m.Grounds {
		for _, r := range []action.Ref{action.PersonRef(m.For.Person.ID), action.ItemRef(m.Item.ID), action.ItemRef(m.For.Item.ID)} {
			if r.ID != "" && slices.Contains(m.Grounds[i].Action.Refs(), r) {
				return &m.Grounds[i]
			}
		}
	}
	return nil
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
		case "new":
			holds = m.For.New
		case "known":
			holds = !m.For.New
		case "asks":
			holds = m.Topic.ID != ""
		case "looks":
			holds = m.Topic.ID == ""
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
	noun := "about"
	if m.topic().asks() {
		noun = "matter"
	}
	places[noun] = s.topicWords(m)
	places["far"], places["thing"] = m.For.Place.Name, definite(m.For.Item.Name)
	if m.For.Person.ID != "" {
		places["who"] = inside(m.For.Person.Name)
	}
	return places
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
