package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
)

// Findings are what a stranger, a model say, finds in an author's sentences. Nothing of it need be so: [Reader.Complete] takes what can be
// seen to stand there. Sentences are named by their place in [Reading.Sentences].
type Findings struct {
	Entities  []Found
	Oddities  []FoundOdd
	Locks     []FoundLock
	Deadlines []FoundTime // the first that can be taken is
	Questions []int       // sentences
}

// A Found is somebody or something that a sentence names.
type Found struct {
	Kind     Kind
	Name     string
	Sentence int
}

// A FoundOdd is a sentence that is odd.
type FoundOdd struct {
	Odd      Odd
	Sentence int
}

// A FoundLock is something that a sentence says is locked, and what opens it, "" where it does not say.
type FoundLock struct {
	Of, By   string
	Sentence int
}

// A FoundTime is when it has to be over.
type FoundTime struct {
	Words    string
	Sentence int
}

// A Completion is what was added to what rules found, and by whom. Complete says what; whoever asked says by whom.
type Completion struct {
	Model  string `json:"source_model"` // which it was, without where
	At     string `json:"generated_at"` // in RFC 3339
	Texts  string `json:"seed_data"`    // of what it was made: [Reading.Texts]
	Prompt string `json:"version"`      // what it was asked

	Entities  []string `json:"entities,omitempty"`
	Oddities  []int    `json:"oddities,omitempty"`
	Questions []int    `json:"questions,omitempty"`
	Locks     []string `json:"locks,omitempty"` // what is locked
	Deadline  bool     `json:"deadline,omitempty"`
}

// Empty reports whether nothing was added.
func (c *Completion) Empty() bool {
	return len(c.Entities)+len(c.Oddities)+len(c.Questions)+len(c.Locks) == 0 && !c.Deadline
}

// Has reports whether an entity was added. Of a nil Completion none was.
func (c *Completion) Has(id string) bool { return c != nil && slices.Contains(c.Entities, id) }

// Count is how many people, places and things, papers among these, were added to a reading.
func (c *Completion) Count(r *Reading) (people, places, things int) {
	for _, id := range c.Entities {
		switch e := r.Entity(id); {
		case e == nil:
		case e.Kind == Person:
			people++
		case e.Kind == Place:
			places++
		default:
			things++
		}
	}
	return people, places, things
}

// The bounds of what is added.
const (
	mostNameBytes    = 80
	mostOdditiesMore = 8
	mostQuestions    = 4
	mostLocksMore    = 2
	mostTimeWords    = 8
)

// Complete reads as Read does, and adds what of findings can be seen to stand in the texts; left says of everything else why it is left
// out, a phrase each. What rules found stays as it is: an entity is added where its name stands in the sentence that is named, as what that
// sentence speaks of, and rules did not find it; a sentence is odd, or asks, where rules do not say how it is; a lock is one of
// something found; a deadline is added where there is none. Every word of the reading is the author's. Completed says what was
// added; it is never nil.
func (r *Reader) Complete(setting, premise string, f Findings) (read *Reading, left []string) {
	t := r.parse(setting, premise)
	t.find()
	rules := t.understood()
	c := &completing{text: t, rules: rules, added: &Completion{Texts: Sum(setting, premise)}, ids: map[string]bool{"": true, "player": true}}
	for _, e := range t.order {
		c.ids[e.id] = true
	}
	for _, one := range f.Entities {
		c.note(one.Name, c.entity(one))
	}
	t.places() // what is there is where its sentence has it
	read = c.over(t.understood())
	c.sentences(read, f)
	read.Version, read.Texts, read.Completed = Version, c.added.Texts, c.added
	return read, c.left
}

// A completing is a reading that is being completed.
type completing struct {
	*text
	rules *Reading
	added *Completion
	ids   map[string]bool
	left  []string
}

// note keeps why something is left out; "" is that it is not.
func (c *completing) note(what, why string) {
	if why == "" {
		return
	}
	if len(what) > mostNameBytes {
		what = strings.ToValidUTF8(what[:mostNameBytes], "") + "…"
	}
	c.left = append(c.left, fmt.Sprintf("%q %s", what, why))
}

// in is a sentence; nil where there is none.
func (c *completing) in(sentence int) *said {
	if sentence < 0 || sentence >= len(c.said) {
		return nil
	}
	return c.said[sentence]
}

// Why something is left out.
const (
	noSentence = "names a sentence that there is not"
	notThere   = "does not stand in the sentence that is named"
)

// entity adds one, or says why not.
func (c *completing) entity(f Found) (why string) {
	most, is := mostKept[f.Kind]
	s := c.in(f.Sentence)
	switch {
	case !is:
		return "is of no kind that there is"
	case s == nil:
		return noSentence
	case len(f.Name) > mostNameBytes || !stands(s.text, f.Name):
		return notThere
	}
	p := c.phraseCalled(s, f.Name)
	if p == nil {
		return "is nothing that the sentence speaks of by that name"
	}
	e := p.entity
	if why := c.unfit(e, f.Kind); why != "" {
		return why
	}
	if c.count(f.Kind) >= most {
		return "is one more than there may be of its kind"
	}
	id := slug(e.key)
	if c.ids[id] {
		return "is found already"
	}
	c.ids[id] = true
	e.id, e.kind = id, f.Kind
	c.order = append(c.order, e)
	c.added.Entities = append(c.added.Entities, id)
	return ""
}

// phraseCalled is the phrase of a sentence that is called so, with any article or none, and with what it goes on with or not.
func (c *completing) phraseCalled(s *said, name string) *phrase {
	name = bare(strings.Join(strings.Fields(name), " "))
	for _, p := range s.phrases {
		if p.entity == nil {
			continue
		}
		names := []string{p.name(), bare(c.phraseText(s, p))}
		if p.of >= 0 && p.of < len(s.phrases) {
			end := s.tokens[s.phrases[p.of].to-1]
			names = append(names, bare(s.text[s.tokens[p.from].At:end.At+len(end.Text)]))
		}
		if p.owner >= 0 && p.owner < len(s.phrases) {
			end := s.tokens[p.to-1]
			names = append(names, bare(s.text[s.tokens[s.phrases[p.owner].from].At:end.At+len(end.Text)]))
		}
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) || endsIn(p.name(), name) {
			return p
		}
	}
	return nil
}

// endsIn reports whether a name ends in the words of a shorter one: "Master Pieter Dircksz" in "Pieter Dircksz".
func endsIn(long, short string) bool {
	return strings.HasSuffix(strings.ToLower(long), " "+strings.ToLower(short))
}

// unfit says why something may not be added as one of a kind.
func (c *completing) unfit(e *entity, kind Kind) string {
	switch {
	case e.id != "":
		return "is found already"
	case e.feast:
		return "is a day"
	case e.dead:
		return "is the player, or nobody who lives"
	case kind == Person && (e.plural || e.counted || !e.proper && c.lexicon.Noun(e.words[len(e.words)-1]).Of(lexicon.Group) >= 5):
		return "is more than one person"
	case !e.proper && english.OneOf(strings.ToLower(e.words[len(e.words)-1]), nobodies):
		return "is nothing that has a name"
	}
	if why := c.worded(e, kind); why != "" {
		return why
	}
	for _, other := range c.order {
		if strings.EqualFold(c.named(other), c.named(e)) || c.shortOf(e, other) || c.shortOf(other, e) {
			return "is found already"
		}
	}
	return ""
}

// worded says why something without a proper name cannot be of a kind by its noun: a person is called by a word for people or animals, and a
// place by none that is for people alone.
func (c *completing) worded(e *entity, kind Kind) string {
	if e.proper || kind != Person && kind != Place {
		return ""
	}
	v, words := evidence{}, strings.Fields(e.key)
	v.commonName(c.text, words, words[len(words)-1])
	switch somebody := v["person"]+v["animal"] > 0; {
	case kind == Person && !somebody:
		return "is no word for somebody"
	case kind == Place && v["person"] > 0 && v["indoors"]+v["outdoors"] == 0:
		return "is a word for somebody, and for no place"
	}
	return ""
}

func (c *completing) count(kind Kind) (n int) {
	for _, e := range c.order {
		if e.kind == kind {
			n++
		}
	}
	return n
}

// over is what rules found, with what is found of it now laid below: nothing of theirs is changed that they found.
func (c *completing) over(whole *Reading) *Reading {
	read := *c.rules
	read.Entities = slices.Clone(whole.Entities)
	for i, e := range c.rules.Entities {
		e.At = cmp.Or(e.At, whole.Entities[i].At)
		read.Entities[i] = e
	}
	read.Sentences = slices.Clone(c.rules.Sentences)
	for i := range read.Sentences {
		s, found := &read.Sentences[i], whole.Sentences[i]
		for _, id := range found.Names {
			if !slices.Contains(s.Names, id) {
				s.Names = append(slices.Clip(s.Names), id)
			}
		}
		s.Subject = cmp.Or(s.Subject, found.Subject)
	}
	read.Locks = slices.Clone(c.rules.Locks)
	for _, l := range whole.Locks {
		c.lock(&read, l)
	}
	return &read
}

// lock adds a lock, or to one that is there what opens it; it reports whether it is new.
func (c *completing) lock(read *Reading, l Lock) bool {
	if at := slices.IndexFunc(read.Locks, func(known Lock) bool { return known.Of == l.Of }); at >= 0 {
		read.Locks[at].By = cmp.Or(read.Locks[at].By, l.By)
		return false
	}
	read.Locks = append(read.Locks, l)
	c.added.Locks = append(c.added.Locks, l.Of)
	return true
}

// sentences adds what is said of sentences.
func (c *completing) sentences(read *Reading, f Findings) {
	for _, one := range f.Deadlines {
		c.note(one.Words, c.deadlineIn(read, one))
	}
	for _, one := range f.Oddities {
		c.note(fmt.Sprintf("sentence %d", one.Sentence+1), c.oddity(read, one))
	}
	for _, n := range f.Questions {
		c.note(fmt.Sprintf("sentence %d", n+1), c.question(read, n))
	}
	for _, one := range f.Locks {
		c.note(one.Of, c.locked(read, one))
	}
}

func (c *completing) deadlineIn(read *Reading, f FoundTime) (why string) {
	s := c.in(f.Sentence)
	words := strings.Join(strings.Fields(f.Words), " ")
	ofTime := func(w string) bool {
		w = strings.ToLower(strings.Trim(w, english.Signs))
		return english.OneOf(w, months) || c.lexicon.Noun(w).Of(lexicon.Time) >= 3 || english.OneOf(w, "tonight tomorrow")
	}
	fields := strings.Fields(words)
	switch {
	case read.Deadline != nil:
		return "is a second end of the time"
	case s == nil:
		return noSentence
	case !s.premise:
		return "is not of the premise"
	case len(words) > mostNameBytes || !stands(s.text, words):
		return notThere
	case len(fields) > mostTimeWords || !slices.ContainsFunc(fields, ofTime) || !ofTime(fields[len(fields)-1]) && !english.OneOf(fields[len(fields)-1], "ends end over out closes"): // not "a ten minute walk", nor "room 2"
		return "is no time"
	case !anyOf(s.text, limiting):
		return "is not said to be an end of anything"
	}
	read.Deadline, c.added.Deadline = &Deadline{Words: words, Days: daysIn(words), Said: f.Sentence}, true
	return ""
}

// taken says why a sentence may be nothing else than it is.
func (c *completing) taken(read *Reading, n int) string {
	switch s := c.in(n); {
	case s == nil:
		return noSentence
	case read.Sentences[n].Odd != "" || read.Sentences[n].Asks || read.Deadline != nil && read.Deadline.Said == n:
		return "is understood already"
	case s.listed || len(s.verbs) == 0:
		return "says nothing"
	}
	return ""
}

func (c *completing) oddity(read *Reading, f FoundOdd) string {
	if why := c.taken(read, f.Sentence); why != "" {
		return why
	}
	s := &read.Sentences[f.Sentence]
	switch {
	case !slices.Contains(Ways, f.Odd):
		return "is odd in no way that there is"
	case !s.Whole || s.Player:
		return "cannot be told by itself"
	case len(c.added.Oddities) == mostOdditiesMore:
		return "is one more than there may be"
	}
	s.Odd, s.Topic = f.Odd, c.topicOf(c.said[f.Sentence])
	c.added.Oddities = append(c.added.Oddities, f.Sentence)
	return ""
}

func (c *completing) question(read *Reading, n int) string {
	if why := c.taken(read, n); why != "" {
		return why
	}
	switch {
	case !read.Sentences[n].Premise:
		return "is not of the premise"
	case len(c.added.Questions) == mostQuestions:
		return "is one more than there may be"
	}
	read.Sentences[n].Asks = true
	c.added.Questions = append(c.added.Questions, n)
	return ""
}

// limiting are words of a sentence that says by when something is to be over.
const limiting = "before until till by within in on at when left closes ends leaves tonight tomorrow deadline last latest"

// denying are words of a sentence that may say that something is not so.
const denying = "no not never nobody nothing none may might could would without neither nor"

// locking are words of a sentence that says that something is shut.
const locking = "lock locks locked padlock padlocked unlock unlocks key keys bolt bolted barred chained sealed shut"

func (c *completing) locked(read *Reading, f FoundLock) string {
	s := c.in(f.Sentence)
	if s == nil {
		return noSentence
	}
	of, by := c.foundIn(s, f.Of), c.foundIn(s, f.By)
	switch {
	case of == nil || of.kind == Person:
		return "is no place or thing that was found in the sentence that is named"
	case !anyOf(s.text, locking), anyOf(s.text, denying):
		return "is not said to be locked"
	case slices.ContainsFunc(read.Locks, func(l Lock) bool { return l.Of == of.id }):
		return "is known to be locked"
	case len(c.added.Locks) >= mostLocksMore:
		return "is one lock more than there may be"
	}
	l := Lock{Of: of.id, Said: f.Sentence}
	if by != nil && by.kind == Thing && by != of {
		l.By = by.id
	} else if f.By != "" {
		c.note(f.By, "is no thing that was found in the sentence that is named")
	}
	c.lock(read, l)
	return ""
}

// anyOf reports whether a sentence has one of some words.
func anyOf(text, words string) bool {
	return slices.ContainsFunc(strings.Fields(spaced(text)), func(w string) bool { return english.OneOf(w, words) })
}

// foundIn is what was found and stands in a sentence by a name; nil where there is no such thing.
func (c *completing) foundIn(s *said, name string) *entity {
	if name == "" || len(name) > mostNameBytes || !stands(s.text, name) {
		return nil
	}
	if p := c.phraseCalled(s, name); p != nil && p.entity.id != "" {
		return p.entity
	}
	return nil
}

// stands reports whether words stand in a sentence, in whatever case, as whole words.
func stands(sentence, words string) bool {
	sentence, words = strings.ToLower(sentence), strings.ToLower(strings.Join(strings.Fields(words), " "))
	if words == "" || !utf8.ValidString(words) {
		return false
	}
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; ; {
		at := strings.Index(sentence[from:], words)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(sentence[:at])
		after, _ := utf8.DecodeRuneInString(sentence[at+len(words):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(sentence[at:])
		from = at + size
	}
}
