package campaign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Template says who the player may be and how that is decided.
type Template struct {
	Mode             string   // "freeform", "guided", "preset"
	Guidance         string   // what the player is told before
	Races            []Origin `field:"allowed_races"`
	Classes          []Origin `field:"allowed_classes"`
	Presets          []Preset `field:"presets"`
	Stats            []Stat   `field:"stats"`
	Traits           []Trait  `field:"traits"`
	StartingLocation string   `field:"starting_location"` // a place's id where it names a place
	StartingItems    []string `field:"starting_items"`    // ids of items, or words
	Constraints      tree     `field:"-"`                 // the author's own rules, for prompts

	called string // who the premise says that the player is, where the author wrote no more of them
}

func (t *Template) decodeTree(d *decoder, v any) {
	type fields Template
	d.decode((*fields)(t), v)
	object, _ := v.(tree)
	var creation struct {
		Mode     string `field:"mode"`
		Guidance string `field:"guidance"`
	}
	d.member("character_creation", &creation, object["character_creation"])
	t.Mode, t.Guidance = creation.Mode, creation.Guidance
	t.Constraints, _ = object["constraints"].(tree)
	if object["preset"] != nil {
		var only Preset
		d.member("preset", &only, object["preset"])
		t.Presets = append([]Preset{only}, t.Presets...)
	}
	t.StartingItems = d.fewItems("/starting_items", t.StartingItems)
	for i := range t.Presets {
		t.Presets[i].Items = d.fewItems("", t.Presets[i].Items)
	}
	switch {
	case t.Mode == "" && len(t.Presets) > 0 && len(t.Races)+len(t.Classes)+len(t.Stats) == 0:
		t.Mode = "preset"
	case t.Mode == "":
		t.Mode = "freeform"
	}
}

// fewItems are the first of what somebody carries, as many as are read.
func (d *decoder) fewItems(at string, items []string) []string {
	if len(items) <= maxParts {
		return items
	}
	d.report(contracts.Problem{Pointer: at, Kind: contracts.Limit, Message: fmt.Sprintf("the player begins with %d items, of which the first %d are read", len(items), maxParts)})
	return items[:maxParts]
}

// An Origin is a race or a class.
type Origin struct {
	Name        string         `field:"name"`
	Description string         `field:"description"`
	Traits      []string       `field:"traits"`
	Abilities   []string       `field:"abilities"`
	Stats       map[string]int `field:"stats"`
}

// A Preset is a ready character.
type Preset struct {
	Name        string         `field:"name"`
	Description string         `field:"description"`
	Pronouns    string         `field:"pronouns"`
	Race        string         `field:"race"`
	Class       string         `field:"class"`
	Appearance  string         `field:"appearance"`
	Background  string         `field:"background"`
	Traits      []string       `field:"traits"`
	Stats       map[string]int `field:"stats"`
	Items       []string       `field:"items"`
	Portrait    string         `field:"portrait"`
}

// A Stat is a number that says how good a character is at something.
type Stat struct {
	ID          string   `field:"id"`
	Name        string   `field:"name"`
	Description string   `field:"description"`
	Min         int      `field:"min"`
	Max         int      `field:"max"`
	Default     int      `field:"default"`
	Words       []string `field:"words"` // words of a choice that call for it
	Gates       []Gate   `field:"gates"`
}

// Bounds of a stat that gives none.
const (
	statMin = 1
	statMax = 20
)

func (s *Stat) decodeTree(d *decoder, v any) {
	object, _ := v.(tree)
	s.Min, s.Max = statMin, statMax
	var bounds struct {
		Range struct {
			Min int `field:"min"`
			Max int `field:"max"`
		} `field:"range"`
	}
	if object["range"] != nil {
		d.decode(&bounds, v)
		s.Min, s.Max = bounds.Range.Min, bounds.Range.Max
	}
	type fields Stat
	d.decode((*fields)(s), v)
	if s.ID == "" {
		s.ID = slug(s.Name)
	}
	if object["default"] == nil {
		s.Default = s.Min + (s.Max-s.Min)/2
	}
}

// A Gate is what a value of a stat opens, or makes doubtful.
type Gate struct {
	AtLeast *int
	AtMost  *int
	Text    string `field:"text"`
	Unlocks string `field:"unlocks"`
	Marks   string `field:"marks"`
	As      string `field:"as"`
}

// decodeTree makes at_least and at_most of above and below.
func (g *Gate) decodeTree(d *decoder, v any) {
	type fields Gate
	d.decode((*fields)(g), v)
	object, _ := v.(tree)
	for name, bound := range map[string]struct {
		into **int
		by   int
	}{"at_least": {&g.AtLeast, 0}, "above": {&g.AtLeast, 1}, "at_most": {&g.AtMost, 0}, "below": {&g.AtMost, -1}} {
		if n, ok := object[name].(strictjson.Number); ok {
			value, _ := strconv.Atoi(string(n))
			value += bound.by
			*bound.into = &value
		}
	}
}

// Open reports whether a gate holds for a value.
func (g *Gate) Open(value int) bool {
	return (g.AtLeast == nil || value >= *g.AtLeast) && (g.AtMost == nil || value <= *g.AtMost)
}

// A Trait is something a character may be good at.
type Trait struct {
	ID          string   `field:"id"`
	Name        string   `field:"name"`
	Description string   `field:"description"`
	Words       []string `field:"words"` // words of a choice that it helps with
}

func (t *Trait) decodeTree(d *decoder, v any) {
	type fields Trait
	d.decode((*fields)(t), v)
	if t.ID == "" {
		t.ID = slug(t.Name)
	}
}

// A Persona is who the player is: the first event of a playthrough.
type Persona struct {
	Name       string
	Pronouns   string
	Race       string
	Class      string
	Appearance string
	Background string
	Portrait   string
	Stats      map[string]int // by the stat's id, every stat of the template
	Traits     []string       // ids of traits, or words
	Abilities  []string       // of the class and race
	Items      []string
	Place      string
}

// Answers are what the player said to the questions, by their ids; what is
// missing takes its default.
type Answers map[string]string

// A Question is one thing to decide. An answer is one of the options' values
// where there are any, else a number or text.
type Question struct {
	ID      string // "preset", "name", "pronouns", "race", "class", "trait", "stat:ID", "appearance", "background"
	Text    string
	Options []Option
	Default string
	Min     int // of numbers, where Max is more
	Max     int
}

// An Option is one answer among several.
type Option struct{ Value, Text string }

// Stat finds a stat by its id.
func (t *Template) Stat(id string) (*Stat, bool) {
	return find(t.Stats, func(s *Stat) bool { return s.ID == id })
}

// Trait finds a trait by its id.
func (t *Template) Trait(id string) (*Trait, bool) {
	return find(t.Traits, func(trait *Trait) bool { return trait.ID == id })
}

// Questions are what the template asks. A preset asks only where there are
// several.
func (t *Template) Questions() []Question {
	if t.Mode == "preset" && len(t.Presets) > 0 {
		if len(t.Presets) == 1 {
			return nil
		}
		return []Question{t.presetQuestion()}
	}
	questions := []Question{
		{ID: "name", Text: "What is your name?", Default: t.usual().Name},
		{ID: "pronouns", Text: "Which pronouns?", Default: t.usual().Pronouns, Options: []Option{{"they", "they"}, {"she", "she"}, {"he", "he"}, {"it", "it"}}},
	}
	questions = append(questions, origins("race", "What are you?", t.Races, t.Mode)...)
	questions = append(questions, origins("class", "What do you do?", t.Classes, t.Mode)...)
	questions = append(questions, t.traitQuestion()...)
	for _, s := range t.Stats {
		questions = append(questions, Question{ID: "stat:" + s.ID, Text: s.Name + "?", Default: strconv.Itoa(t.statDefault(s)), Min: s.Min, Max: s.Max})
	}
	if t.Mode == "freeform" {
		questions = append(questions,
			Question{ID: "appearance", Text: "What do others see?", Default: t.usual().Appearance},
			Question{ID: "background", Text: "What lies behind you?", Default: t.usual().Background})
	}
	return questions
}

// usual is the preset that defaults are taken from.
func (t *Template) usual() Preset {
	p := Preset{Name: firstOf(t.called, "the stranger"), Pronouns: "they"}
	if len(t.Presets) > 0 {
		p = t.Presets[0]
	}
	if p.Pronouns == "" {
		p.Pronouns = "they"
	}
	return p
}

func (t *Template) statDefault(s Stat) int {
	if value, ok := t.usual().Stats[s.ID]; ok {
		return value
	}
	return s.Default
}

func (t *Template) presetQuestion() Question {
	q := Question{ID: "preset", Text: "Who are you?", Default: t.Presets[0].Name}
	for _, p := range t.Presets {
		q.Options = append(q.Options, Option{p.Name, firstOf(p.Description, p.Background)})
	}
	return q
}

func (t *Template) traitQuestion() []Question {
	if len(t.Traits) == 0 {
		return nil
	}
	q := Question{ID: "trait", Text: "What are you good at?", Default: t.Traits[0].ID}
	if usual := t.usual().Traits; len(usual) > 0 {
		q.Default = usual[0]
	}
	for _, trait := range t.Traits {
		q.Options = append(q.Options, Option{trait.ID, trait.Name + ". " + trait.Description})
	}
	return []Question{q}
}

// origins asks for one of a list; freeform takes any words.
func origins(id, text string, from []Origin, mode string) []Question {
	if len(from) == 0 {
		return nil
	}
	q := Question{ID: id, Text: text, Default: from[0].Name}
	for _, o := range from {
		if mode != "freeform" {
			q.Options = append(q.Options, Option{o.Name, o.Description})
		}
	}
	return []Question{q}
}

// An AnswerError says which answer cannot be taken.
type AnswerError struct {
	Question string
	Answer   string
	Expected string
	Nearest  string
}

func (e *AnswerError) Error() string {
	text := fmt.Sprintf("%q is no answer to %q; expected %s", e.Answer, e.Question, e.Expected)
	if e.Nearest != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Nearest)
	}
	return text
}

// Persona makes the player's character of the answers. The error is an
// *[AnswerError]. Without answers it always succeeds.
func (t *Template) Persona(answers Answers) (Persona, error) {
	questions := t.Questions()
	given := map[string]string{}
	for _, q := range questions {
		answer, err := q.take(answers[q.ID])
		if err != nil {
			return Persona{}, err
		}
		given[q.ID] = answer
	}
	for _, id := range sortedKeys(answers) {
		if _, asked := given[id]; !asked {
			return Persona{}, &AnswerError{Question: id, Answer: answers[id], Expected: "one of the questions asked", Nearest: nearest.Name(id, sortedKeys(given))}
		}
	}
	preset, _ := find(t.Presets, func(p *Preset) bool { return p.Name == given["preset"] })
	if preset == nil {
		usual := t.usual()
		preset = &usual
	}
	return t.build(*preset, given), nil
}

// take checks an answer, or gives the default for none.
func (q Question) take(answer string) (string, error) {
	answer = strings.TrimSpace(answer)
	if answer == "" {
		return q.Default, nil
	}
	if q.Max > q.Min {
		if n, err := strconv.Atoi(answer); err != nil || n < q.Min || n > q.Max {
			return "", &AnswerError{Question: q.ID, Answer: answer, Expected: fmt.Sprintf("a number from %d to %d", q.Min, q.Max)}
		}
		return answer, nil
	}
	if len(q.Options) == 0 {
		return answer, nil
	}
	values := make([]string, len(q.Options))
	for i, o := range q.Options {
		if values[i] = o.Value; strings.EqualFold(o.Value, answer) {
			return o.Value, nil
		}
	}
	return "", &AnswerError{Question: q.ID, Answer: answer, Expected: "one of " + strings.Join(values, ", "), Nearest: nearest.Name(answer, values)}
}

func (t *Template) build(preset Preset, given map[string]string) Persona {
	p := Persona{
		Name: firstOf(given["name"], preset.Name), Pronouns: firstOf(given["pronouns"], preset.Pronouns, "they"),
		Race: firstOf(given["race"], preset.Race), Class: firstOf(given["class"], preset.Class),
		Appearance: firstOf(given["appearance"], preset.Appearance), Background: firstOf(given["background"], preset.Background),
		Portrait: preset.Portrait, Place: t.StartingLocation, Stats: map[string]int{},
		Items: union(t.StartingItems, preset.Items),
	}
	p.Traits = t.traitsOf(preset, given["trait"])
	for _, s := range t.Stats {
		value, err := strconv.Atoi(given["stat:"+s.ID])
		if err != nil {
			value = s.Default
			if own, ok := preset.Stats[s.ID]; ok {
				value = own
			}
		}
		p.Stats[s.ID] = value
	}
	for _, origin := range t.chosen(p) {
		p.Traits = union(p.Traits, origin.Traits)
		p.Abilities = union(p.Abilities, origin.Abilities)
		for id, by := range origin.Stats {
			p.raise(t.Stats, id, by)
		}
	}
	return p
}

// traitsOf are a preset's, and what the player chose instead of its first.
func (t *Template) traitsOf(preset Preset, chosen string) []string {
	if chosen == "" || slices.Contains(preset.Traits, chosen) {
		return slices.Clone(preset.Traits)
	}
	return union([]string{chosen}, preset.Traits[min(1, len(preset.Traits)):])
}

func (t *Template) chosen(p Persona) []Origin {
	var all []Origin
	for _, o := range slices.Concat(t.Races, t.Classes) {
		if o.Name == p.Race || o.Name == p.Class {
			all = append(all, o)
		}
	}
	return all
}

// raise moves a stat, within its bounds.
func (p *Persona) raise(stats []Stat, id string, by int) {
	if s, ok := find(stats, func(s *Stat) bool { return s.ID == id }); ok {
		p.Stats[id] = min(max(p.Stats[id]+by, s.Min), s.Max)
	}
}

func union(a, b []string) []string {
	all := slices.Clone(a)
	for _, item := range b {
		if !slices.Contains(all, item) {
			all = append(all, item)
		}
	}
	return all
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
