package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Beat is a moment that a story works towards.
type Beat struct {
	ID          string               `field:"id"`
	Title       string               `field:"title"`
	Description string               `field:"description"` // for the narrator alone
	Cue         string               `field:"cue"`         // what a planner may see
	Conditions  *condition.Condition `field:"conditions"`
	Place       string               `field:"place"`
	People      []string             `field:"people"`
	About       []string             `field:"about"` // topics: the beat is told when one of them is brought up
	Topic       string               `field:"topic"` // what it leaves to talk and think about
	Priority    Priority             `field:"priority"`
	Effects     []effect.Effect      `field:"consequences,effects"`
	Skippable   bool                 `field:"skippable"`
	Once        bool                 `field:"once"`
	Scene       string               `field:"scene"` // "travel", "dialogue", "danger", "resolution", ""
	Mood        string               `field:"mood"`
	Quiet       bool                 `field:"quiet"` // nothing is told beside it
	Holds       bool                 `field:"holds"` // nobody goes anywhere before one of its choices is taken
	Music       string               `field:"music"`
	Picture     string               `field:"picture"`
	Outcomes    []Outcome            `field:"outcomes"`
	Dialogue    []Line               `field:"dialogue"`
	Timeout     *Timeout             `field:"timeout"`
	Prose       Prose                `field:"prose"`
	Choices     []Choice             `field:"choices"`

	File string // where it is written
	Line int
}

// Priority orders beats that are due together.
type Priority int

// From least to most.
const (
	Optional Priority = iota
	Low
	Medium
	High
	Critical
)

var priorities = []string{"optional", "low", "medium", "high", "critical"}

func (p Priority) String() string { return priorities[p] }

func (p *Priority) decodeTree(_ *decoder, v any) {
	for i, name := range priorities {
		if v == name {
			*p = Priority(i)
		}
	}
}

// decodeTree fills in what an author need not write.
func (b *Beat) decodeTree(d *decoder, v any) {
	b.Priority, b.Skippable, b.Once = Medium, true, true
	type fields Beat
	d.decode((*fields)(b), v)
	d.refer("place", "/place", b.Place)
	for i, person := range b.People {
		d.refer("person", "/people/"+strconv.Itoa(i), person)
	}
	// Whoever is nobody cannot be waited for: with the rest the beat can be told.
	b.People = slices.DeleteFunc(b.People, func(id string) bool { return d.names.problem("person", id) != nil })
	b.readAlike(d)
}

// readAlike warns of choices that nobody can tell apart by what is read.
func (b *Beat) readAlike(d *decoder) {
	before := map[string]string{}
	for i, c := range b.Choices {
		read := strings.ToLower(strings.TrimRight(strings.Join(strings.Fields(c.Text), " "), ". "))
		if first, twice := before[read]; twice {
			d.report(contracts.Problem{
				Pointer: "/choices/" + strconv.Itoa(i) + "/text", Kind: contracts.Duplicate, Warning: true,
				Message: fmt.Sprintf("the choices %q and %q read alike", first, c.ID), Expected: "another text for each choice of a beat",
			})
			continue
		}
		before[read] = c.ID
	}
}

// quietMoods are words for moods at which nothing is told beside an author's words: those of
// death and grief, and of what somebody brings themselves to say.
const quietMoods = "bereft desolate grave grieving hushed mourning quiet raw reverent silent solemn sorrowful still stripped"

// WantsQuiet reports whether nothing is to be told beside what a beat says: its author asks for
// that, or its mood does.
func (b *Beat) WantsQuiet() bool {
	return b.Quiet || slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(b.Mood), notLetter), func(word string) bool {
		return slices.Contains(strings.Fields(quietMoods), word)
	})
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// Choice finds a choice of the beat by its id.
func (b *Beat) Choice(id string) (*Choice, bool) {
	return find(b.Choices, func(c *Choice) bool { return c.ID == id })
}

// A Choice is what the player may do after a beat.
type Choice struct {
	ID       string               `field:"id"`
	Text     string               `field:"text"`
	Told     string               `field:"told"`  // what the player did, as a sentence about "you" in the past: how it is remembered
	Topic    string               `field:"topic"` // what it leaves to talk and think about
	Hint     string               `field:"hint"`
	Requires *condition.Condition `field:"requires"`
	Check    *Check               `field:"check"`
	Prose    Prose                `field:"prose"`
	Effects  []effect.Effect      `field:"effects,consequences"`
	LeadsTo  string               `field:"leads_to"`
	Minutes  int                  `field:"minutes"`
	Stays    bool                 `field:"stays"`

	// What only a drama says of its choices, for there are more of them than a turn has
	// room for: what kind of thing each is, what it is done to, and the beats that made it
	// possible.
	Slot  Slot     `field:"-"`
	Of    string   `field:"-"`
	After []string `field:"-"`
}

// A Slot is a kind of thing to do, of which a turn offers several.
type Slot string

// The slots.
const (
	Acting   Slot = "act"   // on something that is here
	Asking   Slot = "ask"   // somebody who is here
	Wanting  Slot = "want"  // something for what somebody wants
	Final    Slot = "final" // it cannot be undone
	Leaving  Slot = "leave" // for somewhere, with a purpose
	Staying  Slot = "wait"
	Deciding Slot = "decide" // the story ends with it
	Typed    Slot = "typed"  // no menu holds it: it is there for whoever types it
	Talking  Slot = "talk"   // nor this: of those of one Of, the first that may be taken is what talking with somebody is
	Seeking  Slot = "seek"   // nor this, in the same way: what searching a place is, or looking about it
	Telling  Slot = "tell"   // nor this, in the same way: what telling somebody of something is
)

// InMenus reports whether a menu may hold what is in a slot.
func (s Slot) InMenus() bool { return s != Typed && !s.Stands() }

// Stands reports whether the first choice of a slot that may be taken stands for a deed that is called by its Of.
func (s Slot) Stands() bool { return s == Talking || s == Seeking || s == Telling }

func (c *Choice) decodeTree(d *decoder, v any) {
	type fields Choice
	d.decode((*fields)(c), v)
	c.LeadsTo = d.led(c.LeadsTo)
}

// led is the beat that something leads to, or "" where there is none of that id.
func (d *decoder) led(beat string) string {
	d.refer("beat", "/leads_to", beat)
	if !d.names.has("beat", beat) {
		return ""
	}
	return beat
}

// A Check is a throw of dice that decides how a choice goes.
type Check struct {
	Stat       string  `field:"stat"` // a stat's id, or a word
	Dice       string  `field:"dice"` // "" is the campaign's rules'
	Modifier   int     `field:"modifier"`
	Difficulty Words   `field:"difficulty"`
	About      string  `field:"about"`
	Success    Outcome `field:"success"`
	Partial    Outcome `field:"partial"`
	Failure    Outcome `field:"failure"`
}

// An Outcome is one of the ways in which a beat or a check can go.
type Outcome struct {
	ID          string          `field:"id"`
	Description string          `field:"description"`
	Thousandths int             `field:"-"` // its probability; 0 where none is given
	Prose       Prose           `field:"prose"`
	Effects     []effect.Effect `field:"effects,consequences"`
	LeadsTo     string          `field:"leads_to"`
	Minutes     int             `field:"minutes"`
}

func (o *Outcome) decodeTree(d *decoder, v any) {
	type fields Outcome
	d.decode((*fields)(o), v)
	o.LeadsTo = d.led(o.LeadsTo)
	if p, ok := v.(tree)["probability"].(strictjson.Number); ok {
		f, _ := p.Float64()
		o.Thousandths = int(f*1000 + 0.5)
	}
}

// Empty reports whether an outcome says nothing, so that what the choice itself
// says stands.
func (o *Outcome) Empty() bool {
	return len(o.Prose) == 0 && len(o.Effects) == 0 && o.LeadsTo == "" && o.Description == ""
}

// Pick chooses among a beat's outcomes by a number of 0 to 999, drawn by the
// caller: outcomes take their probabilities' share in their order, those without
// one divide what is left. It is nil where there is none, and where the
// probabilities leave a rest.
func (b *Beat) Pick(draw int) *Outcome {
	for i, share := range shares(b.Outcomes) {
		if draw -= share; draw < 0 {
			return &b.Outcomes[i]
		}
	}
	return nil
}

func shares(outcomes []Outcome) []int {
	all, left, open := make([]int, len(outcomes)), 1000, 0
	for i, o := range outcomes {
		all[i] = min(o.Thousandths, left)
		left -= all[i]
		if o.Thousandths == 0 {
			open++
		}
	}
	for i, o := range outcomes {
		if o.Thousandths == 0 {
			all[i] = left / open
			left -= all[i]
			open--
		}
	}
	return all
}

// A Line is something said in a beat. Speaker is a person's id, a name, or "".
type Line struct {
	Speaker string `field:"speaker"`
	Text    string `field:"text"`
	Mood    string `field:"mood"`
}

func (l *Line) decodeTree(d *decoder, v any) {
	if text, ok := v.(string); ok {
		l.Text = text
		return
	}
	type fields Line
	d.decode((*fields)(l), v)
}

// A Timeout gives a beat up that has waited for so many turns since what it
// requires was reached, and makes its fallback due.
type Timeout struct {
	Scenes   int    `field:"scenes"`
	Fallback string `field:"fallback_beat"`
}

func (t *Timeout) decodeTree(d *decoder, v any) {
	type fields Timeout
	d.decode((*fields)(t), v)
	d.refer("beat", "/fallback_beat", t.Fallback)
	if !d.names.has("beat", t.Fallback) {
		t.Fallback = ""
	}
}

// Prose is what an author wrote to be told, paragraph by paragraph.
type Prose []Paragraph

// A Paragraph is told in the first of its variants that holds, or not at all.
type Paragraph []Variant

// A Variant is a paragraph and when it is told; without conditions, otherwise.
type Variant struct {
	Text string               `field:"text"`
	When *condition.Condition `field:"when"`
}

// maxProse is how many bytes one prose may tell at once: each time it is told a story keeps it.
const maxProse = 128 << 10

func (p *Prose) decodeTree(d *decoder, v any) {
	p.paragraphs(d, v)
	left := maxProse
	for i, paragraph := range *p {
		longest := 0
		for _, variant := range paragraph {
			longest = max(longest, len(variant.Text))
		}
		if left -= longest; left < 0 {
			d.report(contracts.Problem{Kind: contracts.Limit, Message: fmt.Sprintf("paragraph %d is left out, and what comes after it: what is told at once has at most %d bytes", i+1, maxProse)})
			*p = (*p)[:i]
			return
		}
	}
}

func (p *Prose) paragraphs(d *decoder, v any) {
	if text, ok := v.(string); ok {
		for part := range strings.SplitSeq(text, "\n\n") {
			if part = strings.TrimSpace(part); part != "" {
				*p = append(*p, Paragraph{{Text: part}})
			}
		}
		return
	}
	d.decode((*[]Paragraph)(p), v)
}

func (p *Paragraph) decodeTree(d *decoder, v any) {
	if _, variants := v.([]any); variants {
		d.decode((*[]Variant)(p), v)
		return
	}
	var only Variant
	d.decode(&only, v)
	*p = Paragraph{only}
}

func (v *Variant) decodeTree(d *decoder, tree any) {
	if text, ok := tree.(string); ok {
		v.Text = text
		return
	}
	type fields Variant
	d.decode((*fields)(v), tree)
}

// Tell is the prose as it is told at some moment.
func (p Prose) Tell(f *condition.Facts) []string {
	var told []string
	for _, paragraph := range p {
		for _, variant := range paragraph {
			if variant.When.Eval(f) == condition.Yes {
				told = append(told, variant.Text)
				break
			}
		}
	}
	return told
}

// conditions goes through every condition of a beat, with what it is of.
func (b *Beat) conditions(visit func(of string, c *condition.Condition)) {
	visit("beat "+b.ID, b.Conditions)
	prose := func(of string, p Prose) {
		for _, paragraph := range p {
			for _, variant := range paragraph {
				visit(of, variant.When)
			}
		}
	}
	prose("beat "+b.ID, b.Prose)
	for i := range b.Outcomes {
		prose("beat "+b.ID, b.Outcomes[i].Prose)
	}
	for i := range b.Choices {
		c := &b.Choices[i]
		of := "choice " + b.ID + "/" + c.ID
		visit(of, c.Requires)
		prose(of, c.Prose)
		if c.Check != nil {
			for _, band := range []*Outcome{&c.Check.Success, &c.Check.Partial, &c.Check.Failure} {
				prose(of, band.Prose)
			}
		}
	}
}

// brings goes through all effects that a beat can have, and every beat that
// something in it leads to.
func (b *Beat) brings(visit func(e effect.Effect), leads func(beat string)) {
	outcome := func(o *Outcome) {
		each(o.Effects, visit)
		leads(o.LeadsTo)
	}
	each(b.Effects, visit)
	for i := range b.Outcomes {
		outcome(&b.Outcomes[i])
	}
	if b.Timeout != nil {
		leads(b.Timeout.Fallback)
	}
	for i := range b.Choices {
		c := &b.Choices[i]
		each(c.Effects, visit)
		leads(c.LeadsTo)
		if c.Check != nil {
			outcome(&c.Check.Success)
			outcome(&c.Check.Partial)
			outcome(&c.Check.Failure)
		}
	}
}

// EachEffect goes through all effects of a beat.
func (b *Beat) EachEffect(visit func(effect.Effect)) { b.brings(visit, func(string) {}) }

func each[T any](all []T, visit func(T)) {
	for _, v := range all {
		visit(v)
	}
}
