package reading

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
)

// An entity is somebody or something that phrases speak of, being found.
type entity struct {
	key      string // its words, in small letters
	words    []string
	proper   bool
	also     []string
	role     string
	pronoun  string
	plural   bool
	counted  bool
	definite bool
	phrases  []*phrase
	in       []int // sentences
	about    []int
	score    map[Kind]int
	none     int  // what speaks for its being none of these
	acts     int  // it is the subject of what people do
	verbs    int  // it is the subject of anything
	sent     bool // it stands in a section or list of its kind
	parts    bool // it is only ever of something
	stuff    bool // it is measured, not counted
	there    bool // the text says that it is there
	dead     bool
	indoors  bool
	silent   bool
	premised bool
	far      int // only ever what somebody comes from or goes to
	near     int // places: something is there
	at       string
	kind     Kind
	id       string
	apposed  *entity // another name for it
	weight   int
	under    map[Kind]int // headings of sections
	leads    bool         // an item of a list begins with it
	heads    bool         // the text is headed with it
	peopled  bool         // it stands in a list of people
	feast    bool         // it names a day
	evidence evidence
}

// find makes entities of the phrases.
func (t *text) find() {
	for n, s := range t.said {
		for i, p := range s.phrases {
			if t.worthless(s, p) {
				continue
			}
			t.enter(n, s, i)
		}
	}
	for n, s := range t.said {
		t.apposition(n, s)
	}
	t.isNamed()
	t.merge()
	t.roles()
	for n, s := range t.said {
		t.grammar(n, s)
	}
	t.pronouns()
	t.playerIs()
	t.headed()
	t.siblings()
	for _, e := range t.entities {
		t.decide(e)
	}
	t.animals()
	t.judge()
	t.places()
	t.select_()
}

// worthless reports whether a phrase names nothing: "somebody", "one", a time.
func (t *text) worthless(s *said, p *phrase) bool {
	head := p.head()
	if english.OneOf(head, nobodies) || english.OneOf(head, months) || len(head) < 2 && !p.proper {
		return true
	}
	return strings.IndexFunc(p.name(), unicode.IsLetter) < 0 || english.OneOf(p.det, "no your my our")
}

// key is the words by which phrases are of one thing.
func (t *text) key(p *phrase) string {
	words := make([]string, len(p.words))
	for i, w := range p.words {
		words[i] = strings.ToLower(w)
	}
	if !p.proper {
		for len(words) > 1 && english.OneOf(words[0], "own same very other another whole only new late old young little great big small large last next first second third") && !(len(words) == 2 && english.OneOf(words[0], "second third first last")) {
			words = words[1:]
		}
		if last := words[len(words)-1]; p.plural && !(p.counted && t.lexicon.Noun(last).Of(lexicon.Person) >= 3) && t.lexicon.Noun(last).Of(lexicon.Indoors, lexicon.Outdoors) < 5 {
			for _, one := range lexicon.Singulars(last) {
				if t.lexicon.Knows(one) {
					words[len(words)-1] = one
					break
				}
			}
		}
	}
	return strings.Join(words, " ")
}

func (t *text) enter(n int, s *said, i int) {
	p := s.phrases[i]
	key := t.key(p)
	var e *entity
	for _, known := range t.entities {
		if known.key == key && known.proper == p.proper {
			e = known
		}
	}
	if e == nil {
		e = &entity{key: key, words: p.words, proper: p.proper, score: map[Kind]int{}, under: map[Kind]int{}, plural: p.plural}
		t.entities = append(t.entities, e)
	}
	p.entity = e
	e.take(n, s, p)
	if p.owner >= 0 && p.owner < len(s.phrases) { // "the nurses' station"
		if name := s.text[s.tokens[s.phrases[p.owner].from].At : s.tokens[p.to-1].At+len(s.tokens[p.to-1].Text)]; !slices.Contains(e.also, name) {
			e.also = append(e.also, name)
		}
	}
}

// take notes a phrase of the entity's.
func (e *entity) take(n int, s *said, p *phrase) {
	if len(e.phrases) == 0 || e.plural && !p.plural {
		e.plural, e.words = p.plural, p.words
	}
	e.phrases = append(e.phrases, p)
	e.counted = e.counted || p.counted
	e.definite = e.definite || p.det == "the" && !slices.Contains(p.words, "other") || p.proper
	e.parts = (e.parts || len(e.phrases) == 1) && p.of >= 0 && textAt(s.tokens, p.to) == "of"
	e.premised = e.premised || s.premise
	if !slices.Contains(e.in, n) {
		e.in = append(e.in, n)
	}
	if s.subject == p && !slices.Contains(e.about, n) {
		e.about = append(e.about, n)
	}
	if p.role != "" {
		e.role = cmp.Or(e.role, p.role)
	}
}

// apposition finds names that stand for one thing: "Tomas Hasek, the muleteer,", "the
// vicar, the Reverend Tim Sallow,", "a pub called the Startled Hare".
func (t *text) apposition(n int, s *said) {
	for i := 0; i+1 < len(s.phrases); i++ {
		p, q := s.phrases[i], s.phrases[i+1]
		if p.entity == nil || q.entity == nil || p.entity == q.entity {
			continue
		}
		between := s.tokens[p.to:q.from]
		called := false
		for _, k := range between {
			called = called || english.OneOf(strings.ToLower(k.Text), "called named")
		}
		switch {
		case called && len(between) <= 3 && q.proper:
			t.same(p, q)
		case len(between) == 1 && between[0].Text == "," && p.proper != q.proper && t.closes(s, q) && !q.plural && !p.plural && p.owner < 0 && t.personal(p, q) && (textAt(s.tokens, q.to) != "," || t.apart(s, i)):
			t.same(p, q)
		case len(between) == 1 && between[0].Text == "," && p.proper && q.proper && q.det == "the" && t.closes(s, q) && p.det != "" && t.apart(s, i):
			t.same(p, q)
		case len(between) == 1 && between[0].Text == "," && p.proper && q.proper && p.det == "the" && t.closes(s, q) && t.apart(s, i):
			t.same(p, q)
		}
	}
}

// isNamed finds those of whom a sentence says by name who they are: "The warden of the cloth
// hall is Master Pieter Dircksz".
func (t *text) isNamed() {
	for _, s := range t.said {
		p := s.subject
		if p == nil || p.entity == nil || p.proper || p.subject != "be" || p.det != "the" {
			continue
		}
		for _, q := range s.phrases {
			if q.from > p.to && q.proper && q.entity != nil && q.from > 0 && english.OneOf(textAt(s.tokens, q.from-1), "is was") {
				t.same(p, q)
			}
		}
	}
}

// roles counts what somebody is for their name, where one alone is that: "the bell" of the
// bell Saint Orla, "the widow" of the widow Griet van Aken.
func (t *text) roles() {
	into := map[*entity]*entity{}
	for _, short := range t.entities {
		if short.proper || !short.definite || short.plural {
			continue
		}
		count := 0
		for _, named := range t.entities {
			if !named.proper {
				continue
			}
			is := strings.Fields(strings.ToLower(named.role))
			title, _, _ := strings.Cut(named.key, " ")
			if len(is) > 0 && is[len(is)-1] == short.key || title == short.key && english.OneOf(title, nameTitles) {
				count++
				into[short] = named
			}
		}
		if count != 1 {
			delete(into, short)
		}
	}
	var kept []*entity
	for _, e := range t.entities {
		if to := into[e]; to != nil {
			to.absorb(e)
		} else {
			kept = append(kept, e)
		}
	}
	t.entities = kept
}

// apart reports whether two names between commas are no list: no third follows with "and".
func (t *text) apart(s *said, i int) bool {
	end := s.phrases[i+1].to
	return end < len(s.tokens) && s.tokens[end].Tag == "," && !english.OneOf(textAt(s.tokens, end+1), "and or") && tagAt(s.tokens, end+1) != "NNP"
}

// closes reports whether a phrase put in between ends as one does: at a comma, or the end.
func (t *text) closes(s *said, q *phrase) bool {
	end := q.to
	if q.of >= 0 && q.of < len(s.phrases) {
		end = s.phrases[q.of].to
	}
	if end >= len(s.tokens) {
		return true
	}
	k := s.tokens[end]
	if k.Tag == "IN" { // ", a broker from Amsterdam,"
		for _, r := range s.phrases {
			if r.from == end+1 {
				return r.to < len(s.tokens) && (s.tokens[r.to].Tag == "," || s.tokens[r.to].Tag == ".")
			}
		}
	}
	return (k.Tag == "," && !english.OneOf(textAt(s.tokens, end+1), "and or")) || k.Tag == "." || k.Tag == ":" || finite(k.Tag)
}

// personal reports whether one of two phrases can be what the other is.
func (t *text) personal(p, q *phrase) bool {
	common := p
	if p.proper {
		common = q
	}
	shares := t.shares(common)
	return shares.Of(lexicon.Person) >= 4 && (common.det == "" || common.det == "the" || common.det == "a" || common.det == "an" || english.IsPossessive(common.det)) ||
		shares.Of(lexicon.Indoors, lexicon.Outdoors) >= 5 && common.det == "the" ||
		shares.Of(lexicon.Thing) >= 4 && p.proper && english.OneOf(q.det, "a an")
}

// same makes one of two phrases' entities, by the name of the proper one.
func (t *text) same(p, q *phrase) {
	of, by := p, q // of is the name
	if q.proper && !p.proper || q.proper && p.proper && p.det == "the" && q.det != "the" {
		of, by = q, p
	}
	if of.entity.apposed == by.entity || by.entity.apposed != nil {
		return
	}
	by.entity.apposed = of.entity
	if !by.proper {
		of.entity.role = cmp.Or(by.name(), of.entity.role)
		if s := t.shares(by); s != "" {
			of.entity.weigh(s, 3)
		}
	}
}

// weigh counts what a word is a word for.
func (e *entity) weigh(s lexicon.Shares, times int) {
	e.score[Person] += times * s.Of(lexicon.Person)
	e.score[Place] += times * s.Of(lexicon.Indoors, lexicon.Outdoors)
	e.score[Paper] += times * s.Of(lexicon.Readable)
	e.score[Thing] += times * s.Of(lexicon.Thing, lexicon.Stuff)
	e.none += times*s.Of(lexicon.Time, lexicon.Other, lexicon.Group) + times*s.Of(lexicon.Body)/2
	if s.Of(lexicon.Animal) > 0 {
		e.score[Person] += times * s.Of(lexicon.Animal) / 3
		e.score[Thing] += times * s.Of(lexicon.Animal) / 2
	}
	if s.Of(lexicon.Indoors) > s.Of(lexicon.Outdoors) {
		e.indoors = true
	}
}

// merge counts a short name for the long one that it is of: "Coymans" for Hendrick
// Coymans, "Dr Quill" for Dr Lisbet Quill, "the waiter" for the youngest waiter.
func (t *text) merge() {
	into := map[*entity]*entity{}
	for _, short := range t.entities {
		if short.apposed != nil {
			into[short] = short.apposed
			continue
		}
		var found *entity
		count := 0
		for _, long := range t.entities {
			if long != short && t.shortOf(short, long) {
				if count++; found == nil || len(long.phrases) > len(found.phrases) {
					found = long
				}
			}
		}
		if found != nil && (count == 1 || short.proper) {
			into[short] = found
		}
	}
	end := func(e *entity) *entity {
		for range 8 {
			if into[e] == nil {
				break
			}
			e = into[e]
		}
		return e
	}
	var kept []*entity
	for _, e := range t.entities {
		to := end(e)
		if to == e {
			kept = append(kept, e)
			continue
		}
		to.absorb(e)
	}
	t.entities = kept
}

func (e *entity) absorb(other *entity) {
	if name := strings.Join(other.words, " "); !slices.Contains(e.also, name) {
		e.also = append(e.also, name)
	}
	for _, p := range other.phrases {
		p.entity = e
	}
	e.phrases = append(e.phrases, other.phrases...)
	for _, n := range other.in {
		if !slices.Contains(e.in, n) {
			e.in = append(e.in, n)
		}
	}
	for _, n := range other.about {
		if !slices.Contains(e.about, n) {
			e.about = append(e.about, n)
		}
	}
	slices.Sort(e.in)
	slices.Sort(e.about)
	for k, n := range other.score {
		e.score[k] += n
	}
	e.role = cmp.Or(e.role, other.role)
	e.definite = e.definite || other.definite
	e.premised = e.premised || other.premised
	e.indoors = e.indoors || other.indoors
}

const nameTitles = "mr mrs miss ms dr doctor captain father mother sister brother lord lady king queen prince princess sir dame professor old young aunt uncle saint master mistress sergeant inspector constable mayor abbot abbess prior friar bishop colonel general major warden engineer nurse charge reverend hakim little widow officer pc count baron madame monsieur signor begum mirza munshi deacon"

// shortOf reports whether one name is short for another.
func (t *text) shortOf(short, long *entity) bool {
	a, b := strings.Fields(short.key), strings.Fields(long.key)
	if len(a) >= len(b) || short.proper != long.proper {
		return false
	}
	if short.proper {
		bare := slices.DeleteFunc(slices.Clone(a), func(w string) bool { return english.OneOf(w, nameTitles) })
		if len(bare) == 0 {
			return len(a) == 1 && b[0] == a[0] && short.definite && t.onlyTitled(a[0]) // "the Colonel"
		}
		for _, w := range bare {
			if !slices.Contains(b, w) || strings.HasSuffix(w, "'s") {
				return false
			}
		}
		if slices.Contains(b, "of") || strings.Contains(long.key, "'s") || t.commonHead(long) || t.commonHead(short) && !english.OneOf(b[0], nameTitles) {
			return false
		}
		for _, w := range a { // another title is somebody else
			if english.OneOf(w, nameTitles) && english.OneOf(b[0], nameTitles) && !slices.Contains(b, w) {
				return false
			}
		}
		return true
	}
	if a[len(a)-1] != b[len(b)-1] || !short.definite && !short.anyDet("his her their its") {
		return false
	}
	for _, w := range a {
		if !slices.Contains(b, w) {
			return false
		}
	}
	return !long.counted || true
}

func (e *entity) anyDet(dets string) bool {
	return slices.ContainsFunc(e.phrases, func(p *phrase) bool { return english.OneOf(p.det, dets) })
}

// onlyTitled reports whether one person alone bears a title.
func (t *text) onlyTitled(title string) bool {
	n := 0
	for _, e := range t.entities {
		if f := strings.Fields(e.key); e.proper && len(f) > 1 && f[0] == title {
			n++
		}
	}
	return n == 1
}

// commonHead reports whether a name ends in a word for a place or a thing: "the Foundry".
func (t *text) commonHead(e *entity) bool {
	f := strings.Fields(e.key)
	s := t.lexicon.Noun(f[len(f)-1])
	return s.Of(lexicon.Indoors, lexicon.Outdoors, lexicon.Thing, lexicon.Readable) >= 5 && (e.anyDet("the") || len(f) > 1 && !english.OneOf(f[0], nameTitles) && t.lexicon.Knows(f[0]))
}
