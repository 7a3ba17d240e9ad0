package reading

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
)

// mostKept is how many of each kind are kept.
var mostKept = map[Kind]int{Person: 10, Place: 10, Thing: 24, Paper: 6}

// scenery is what is everywhere and says nothing of a story.
const scenery = "drain door doors floor wall roof window ceiling side end corner edge top bottom hand hands foot feet eye eyes sleeve word words part hole board boards piece bit light dark air sky ground stone wood iron steel silver brass glass tile tiles brick daylight handle nail chair chairs stairs water rain snow wind sun moon wet wool ink paper"

// playerIs finds who the player is: "You are the weigher."
func (t *text) playerIs() {
	for _, s := range t.said {
		for i := 0; i+1 < len(s.tokens); i++ {
			if strings.EqualFold(s.tokens[i].Text, "you") && english.OneOf(textAt(s.tokens, i+1), "are were") {
				for _, p := range s.phrases {
					if p.from == i+2 && !english.OneOf(p.det, "his her their") {
						if t.player == "" {
							t.player = t.phraseText(s, s.owned(p))
						}
						if p.entity != nil {
							p.entity.dead = true
							p.entity.none += 4 * byTitle
						}
					}
				}
			}
		}
	}
}

// owned is the phrase that another one's owner belongs to: "a dyer's journeyman".
func (s *said) owned(p *phrase) *phrase {
	for i, q := range s.phrases {
		if q.owner >= 0 && s.phrases[q.owner] == p {
			whole := *s.phrases[i]
			whole.from = p.from
			return &whole
		}
	}
	return p
}

// phraseText is a phrase in the author's words, with what it goes on with.
func (t *text) phraseText(s *said, p *phrase) string {
	return s.text[s.tokens[p.from].At : s.tokens[p.to-1].At+len(s.tokens[p.to-1].Text)]
}

// siblings gives the items of a list the kind that most of them have: what stands in bold
// before each, or what each begins with.
func (t *text) siblings() {
	var list []*entity
	end := func() {
		count := map[Kind]int{}
		for _, e := range list {
			count[t.kindNow(e)]++
		}
		for _, k := range []Kind{Person, Place, Thing} {
			if len(list) > 2 && 2*count[k] > len(list) {
				for _, e := range list {
					e.score[k] += bySection
					e.near++
					e.sent = true
				}
			}
		}
		list = nil
	}
	var last *block
	for _, s := range t.said {
		if !s.first || s.block == last {
			continue
		}
		last = s.block
		if !s.block.item {
			end()
			continue
		}
		if s.subject != nil && s.subject.entity != nil {
			list = append(list, s.subject.entity)
		} else if len(s.phrases) > 0 && s.phrases[0].entity != nil {
			list = append(list, s.phrases[0].entity)
		}
	}
	end()
}

// kindNow is what an entity is by what speaks for it so far.
func (t *text) kindNow(e *entity) Kind {
	guess := *e
	guess.score = map[Kind]int{}
	for k, n := range e.score {
		guess.score[k] = n
	}
	t.decide(&guess)
	return guess.kind
}

// headed gives the place that a text is headed with its due: "# Lower Tibbing".
func (t *text) headed() {
	for _, s := range t.said {
		for _, p := range s.phrases {
			if p.entity != nil && p.proper && s.block.section != "" && strings.HasPrefix(s.block.section, strings.ToLower(p.name())) && p.entity.acts == 0 {
				p.entity.heads = true
				p.entity.score[Place] += 1
				p.entity.near++
				if p.subject != "" {
					p.entity.score[Place] += byWhere
				}
			}
		}
	}
}

// places finds where everything is, by the first sentence that says so.
func (t *text) places() {
	for range 2 {
		for _, s := range t.said {
			t.whereIn(s)
		}
	}
}

// whereIn takes from a sentence where its subject is: "He works in the Counting Room"; in
// the second run things are where what they lie on is.
func (t *text) whereIn(s *said) {
	var subject *entity
	if s.subject != nil {
		subject = s.subject.entity
	}
	if who := t.leansOn(s); who != nil { // "He works in the Counting Room", of whom the sentence before was
		subject = who
	}
	if label := t.labelled(s); label != nil {
		for _, p := range s.phrases {
			if p.entity != nil && p.entity != label && p.entity.at == "" && p.entity.kind != Place {
				p.entity.at = label.key
			}
		}
	}
	for i, p := range s.phrases {
		e := p.entity
		if e == nil || p.prep == "" || !english.OneOf(p.prep, "in at on under behind beneath inside by beside below above") {
			continue
		}
		at := ""
		switch {
		case e.kind == Place:
			at = e.key
		case e.kind == Thing || e.kind == Paper:
			at = e.at
		}
		if at == "" {
			continue
		}
		// what stands right before it is what is there, else the subject
		if i > 0 {
			if b := s.phrases[i-1]; b.entity != nil && b.to == p.from-1 && (b.entity.kind == Thing || b.entity.kind == Paper) && b.entity.at == "" && b.subject == "" {
				b.entity.at = at
				continue
			}
		}
		doing := subject // who does it is whoever stands last before it
		for _, q := range s.phrases[:i] {
			if q.subject != "" && q.entity != nil && q.prep == "" {
				doing = q.entity
			}
		}
		if doing != nil && doing != e && doing.at == "" && doing.kind != Place && !negated(s) {
			doing.at = at
		}
	}
}

func negated(s *said) bool {
	return slices.ContainsFunc(s.tokens, func(k token) bool { return english.OneOf(strings.ToLower(k.Text), "not never nobody") })
}

// labelled is the place that stands before the colon of a list.
func (t *text) labelled(s *said) *entity {
	if s.label == "" {
		return nil
	}
	for _, p := range s.phrases {
		if p.entity != nil && strings.EqualFold(bare(s.label), p.name()) {
			return p.entity
		}
	}
	return nil
}

// leansOn is whom a sentence is about that begins with a pronoun.
func (t *text) leansOn(s *said) *entity {
	at := slices.Index(t.said, s)
	if pronounOf(textAt(s.tokens, firstWord(s.tokens))) == "" || s.first {
		return nil
	}
	for at--; at >= 0; at-- {
		b := t.said[at]
		if b.subject != nil && b.subject.entity != nil {
			return b.subject.entity
		}
		if b.first {
			return nil
		}
	}
	return nil
}

// select_ keeps what a story can be made of.
func (t *text) select_() {
	all := slices.Clone(t.entities)
	slices.SortStableFunc(all, func(a, b *entity) int { return b.weight - a.weight })
	counts := map[Kind]int{}
	ids := map[string]bool{"": true, "player": true}
	for _, e := range all {
		if e.kind == "" || e.weight <= 0 || counts[e.kind] >= mostKept[e.kind] {
			continue
		}
		e.id = slug(e.key)
		if ids[e.id] {
			continue
		}
		ids[e.id] = true
		counts[e.kind]++
		t.order = append(t.order, e)
	}
}

// weightOf is how much an entity has to do with the story, 0 for what is left out.
func (t *text) weightOf(e *entity) int {
	w := t.heft(e)
	head := strings.ToLower(e.words[len(e.words)-1])
	switch e.kind {
	case Person:
		return t.personWeight(e, w)
	case Place:
		told := e.verbs > 0 && len(e.about) > 0 // something is said of it
		if e.far > 0 && e.near == 0 && !told || !e.proper && !e.definite && e.near+e.verbs == 0 || english.OneOf(head, scenery) {
			return 0
		}
		if !e.proper && !e.definite && !e.there && !e.sent && e.verbs == 0 || e.proper && e.near == 0 && e.verbs == 0 {
			return 0
		}
		if e.there {
			return w + 20
		}
		if e.plural && !e.proper && !e.sent && e.near == 0 && !told {
			return 0
		}
		if !e.sent && !e.proper && len(e.in) == 1 && e.verbs == 0 && e.score[Place] < 3*byPlace {
			return 0
		}
		if e.sent {
			w += 40
		}
		if told {
			w += 25
		}
		return w + 10*e.near
	case Thing, Paper:
		if english.OneOf(head, scenery) && !e.proper {
			return 0
		}
		if s := t.lexicon.Noun(head); !e.proper && s.Of(lexicon.Animal) >= 5 && e.plural {
			return 0
		}
		if e.parts && !e.proper || e.stuff && !e.proper && len(e.in) < 3 && !e.premised || !e.proper && !e.listed(t) && !e.anyDet("the a an his her their its half") && !e.ownedAlways() && !t.acted(e) {
			return 0
		}
		if len(e.in) == 1 && !e.proper && (e.verbs == 0 && (!e.premised || t.aside(e)) && !t.acted(e)) {
			return 0
		}
		return w
	}
	return 0
}

// heft is how much is said of an entity, whatever it is.
func (t *text) heft(e *entity) int {
	w := 10*len(e.in) + 5*e.verbs
	if e.premised {
		w += 20
	}
	if e.proper {
		w += 15
	}
	return w
}

func (t *text) personWeight(e *entity, w int) int {
	group := e.plural || e.counted || e.score[Person] > 0 && t.lexicon.Noun(e.key).Of(lexicon.Group) >= 5
	switch {
	case e.dead, group:
		return 0
	case e.verbs == 0 && !e.sent && !(e.proper && e.score[Person] > 0 && (len(e.in) > 1 || t.followed(e)) && len(e.words) > 1):
		return 0
	case !e.proper && e.acts == 0 && !e.sent && !(e.premised && e.definite), !e.proper && !e.definite && !e.sent:
		return 0
	case e.proper && len(e.in) == 1 && !e.sent && e.acts == 0 && e.score[Person] < byTitle:
		return 0
	case !e.proper && e.ownedAlways():
		return 0
	}
	if e.sent {
		w += 40
	}
	return w + 10*e.acts
}

// followed: the text goes on to say who it is.
func (t *text) followed(e *entity) bool {
	return slices.ContainsFunc(e.phrases, func(p *phrase) bool { return p.follows == "who" })
}

// ownedAlways: "the waiter's brother", "his daughter" are nobody to meet.
func (e *entity) ownedAlways() bool {
	return !slices.ContainsFunc(e.phrases, func(p *phrase) bool { return p.owner < 0 && !english.IsPossessive(p.det) })
}

// acted reports whether something is done with a thing: it is an object of a verb in a
// sentence that is odd or has somebody in it, or it opens something.
func (t *text) acted(e *entity) bool {
	for _, n := range e.in {
		s := t.said[n]
		for _, p := range s.phrases {
			if p.entity != e {
				continue
			}
			if s.odd != "" && p.prep == "" || s.existential(p) || len(s.verbs) == 0 {
				return true
			}
			if p.follows != "" || p.det == "a" && (t.byPerson(s) && p.prep == "" || p.prep == "with" && s.player) || s.listed {
				return true
			}
		}
	}
	return false
}

// byPerson: somebody is the subject of the sentence.
func (t *text) byPerson(s *said) bool {
	if s.subject != nil {
		return s.subject.entity != nil && s.subject.entity.kind == Person
	}
	return english.OneOf(textAt(s.tokens, firstWord(s.tokens)), "he she")
}

// listed: it stands in a list behind a colon.
func (e *entity) listed(t *text) bool {
	return slices.ContainsFunc(e.in, func(n int) bool { return t.said[n].listed })
}

// aside: it stands behind a preposition alone.
func (t *text) aside(e *entity) bool {
	return !slices.ContainsFunc(e.phrases, func(p *phrase) bool { return p.prep == "" || p.prep == "with" && p.det == "a" })
}

func slug(words string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(words) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-") && r != '\'' && r != '’':
			b.WriteByte('-')
		}
	}
	id := b.String()
	return strings.TrimRight(id[:min(len(id), 60)], "-")
}
