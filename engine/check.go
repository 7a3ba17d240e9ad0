package engine

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A checkSpec is a check before its dice are thrown.
type checkSpec struct {
	Stat   string // a stat's id, or a word
	Dice   string // "" is the campaign's rules'
	Fixed  int    // the author's modifier
	About  string
	Text   string         // the choice as it was shown
	Person string         // whom it concerns, or ""
	Beat   string         // of an authored choice
	Action *action.Action // of one that no author wrote
}

// roll throws the dice of an authored choice and gives the outcome.
func (t *turn) roll(beat *campaign.Beat, written *campaign.Choice) *campaign.Outcome {
	check := written.Check
	t.throw(t.authoredCheck(beat, written))
	switch t.grade() {
	case action.Success:
		return &check.Success
	case action.Partial:
		if !check.Partial.Empty() {
			return &check.Partial
		}
		return &check.Success
	}
	return &check.Failure
}

// authoredCheck is the check of an authored choice.
func (t *turn) authoredCheck(beat *campaign.Beat, written *campaign.Choice) checkSpec {
	check, person := written.Check, t.concerned(written.Text)
	if person == "" && len(beat.People) > 0 {
		person = beat.People[0]
	}
	return checkSpec{
		Stat: check.Stat, Dice: check.Dice, Fixed: check.Modifier + difficulty(check.Difficulty),
		About: check.About, Text: written.Text, Person: person, Beat: beat.ID,
	}
}

// formula is the dice of a check: its own, else the campaign's.
func (t *turn) formula(spec checkSpec) *dice.Formula {
	if spec.Dice != "" {
		if own, err := dice.Parse(spec.Dice); err == nil {
			return own
		}
	}
	return t.c.Rules.Dice
}

// difficulty is what an author's word for it takes off.
func difficulty(word campaign.Words) int {
	switch strings.ToLower(strings.TrimSpace(string(word))) {
	case "easy":
		return 1
	case "hard", "difficult":
		return -1
	case "very hard", "desperate":
		return -2
	}
	return 0
}

// throw throws the dice of a check and records the check.
func (t *turn) throw(spec checkSpec) {
	formula := t.formula(spec)
	modifiers := t.modifiers(spec, formula)
	stream := t.seed.Derive("check", t.choice.ID).Stream()
	result, err := formula.Roll(dice.FromRand(stream), t.statValues())
	if err != nil { // a formula with a name nobody has: the campaign's own dice then
		t.trouble(err)
		formula = campaign.DefaultRules().Dice
		result, _ = formula.Roll(dice.FromRand(stream), nil)
	}
	check := &Check{Stat: spec.Stat, Formula: formula.String(), About: spec.About, Total: result.Total, Modifiers: modifiers}
	for _, die := range result.Dice() {
		if die.Kept() {
			check.Rolls = append(check.Rolls, die.Value)
		}
	}
	for _, m := range modifiers {
		check.Total += m.Value
	}
	check.Band = string(t.c.Rules.Result(check.Total))
	t.check, t.rolled, t.opinionBefore = check, spec, t.view().Regard(spec.Person)
	t.recordCheck(spec)
}

func (t *turn) recordCheck(spec checkSpec) {
	rolls := make([]any, len(t.check.Rolls))
	for i, n := range t.check.Rolls {
		rolls[i] = n
	}
	modifiers := make([]any, len(t.check.Modifiers))
	for i, m := range t.check.Modifiers {
		modifiers[i] = m.object()
	}
	data := event.Data{
		"who": string(event.Player), "formula": t.check.Formula, "rolls": rolls, "total": t.check.Total, "band": t.check.Band,
	}
	if len(modifiers) > 0 {
		data["modifiers"] = modifiers
	}
	setText(data, "stat", spec.Stat)
	setText(data, "about", spec.About)
	setText(data, "person", spec.Person)
	t.add(event.CheckRolled, data)
}

// modifiers are what is added to a throw, each with its reason. What somebody thinks of
// the player counts as it last showed, for the dice as for the odds: else what is added
// would tell of an opinion that nobody saw.
func (t *turn) modifiers(spec checkSpec, formula *dice.Formula) []Modifier {
	var all []Modifier
	if spec.Fixed != 0 {
		all = append(all, Modifier{Kind: action.Difficulty, Value: int64(spec.Fixed)})
	}
	weakened, _ := t.weakened(spec)
	for _, m := range []Modifier{t.skilled(spec), weakened, t.liked(spec, formula), t.remembered(spec)} {
		if m.Value != 0 {
			all = append(all, m)
		}
	}
	return all
}

// fixed is what an author added to a throw.
func (c *Check) fixed() (by int64) {
	for _, m := range c.Modifiers {
		if m.Kind == action.Difficulty {
			by += m.Value
		}
	}
	return by
}

// skilled is what a strong stat, or a trait that fits, adds: once.
func (t *turn) skilled(spec checkSpec) Modifier {
	ours := t.rules()
	m, _ := ours.Skilled(t.tried(spec), t.playerTraits(), spec.words())
	return t.byRule(m)
}

// weakened is what the rules take off for a stat that is weak, and whether it is.
func (t *turn) weakened(spec checkSpec) (Modifier, bool) {
	ours := t.rules()
	m, weak := ours.Weakened(t.tried(spec), spec.words())
	return t.byRule(m), weak
}

// byRule is what the rules add for what the player is.
func (t *turn) byRule(m rules.Modifier) Modifier {
	by := Modifier{Kind: m.Kind, Value: m.Value, Of: m.Of}
	if m.Kind != action.Trait {
		by.Stat = t.statValues()[m.Of]
	}
	return by
}

// tried is the stat that a check tries, if it is one of the campaign's.
func (t *turn) tried(spec checkSpec) []rules.Stat {
	stat, has := t.c.Player.Stat(spec.Stat)
	if !has {
		return nil
	}
	return []rules.Stat{{ID: stat.ID, Name: stat.Name, Value: t.statValues()[stat.ID], Words: append([]string{stat.ID}, stat.Words...)}}
}

// words are all that is said of a check.
func (spec checkSpec) words() string {
	return strings.Join([]string{spec.Text, spec.About, spec.Stat}, " ")
}

// playerTraits are the player's traits with the words they help with.
func (t *turn) playerTraits() []rules.Trait {
	var traits []rules.Trait
	for _, id := range t.traits() {
		trait := rules.Trait{ID: id, Name: id, Words: []string{id}}
		if written, has := t.c.Player.Trait(id); has {
			trait.Name, trait.Words = written.Name, written.Words
		}
		traits = append(traits, trait)
	}
	return traits
}

// rules are the campaign's, as skills are told them.
func (t *turn) rules() rules.Rules { return rulesOf(&t.c.Rules, scaleOf(t.view())) }

func rulesOf(written *campaign.Rules, scale int64) rules.Rules {
	r := rules.Rules{
		Dice: written.Dice.String(), Trait: int64(written.Trait), Sentiment: int64(written.Sentiment), Memory: int64(written.Memory),
		Weak: int64(written.Weak), Scale: &scale,
	}
	for _, band := range written.Bands {
		r.Bands = append(r.Bands, rules.Band{Name: string(band.Result), Min: int64(band.Min), Max: int64(band.Max)})
	}
	return r
}

// liked is what the feelings of the person concerned add or take, as far as they showed.
func (t *turn) liked(spec checkSpec, formula *dice.Formula) Modifier {
	if spec.Person == "" {
		return Modifier{}
	}
	ours := t.rules()
	ours.Dice = formula.String()
	return Modifier{Kind: action.Opinion, Value: ours.Feeling(t.view().Regard(spec.Person)), Of: spec.Person}
}

// odds is how hard a check looks, in words, for a player who does not know what
// the dice will show; "" where there is nothing to say.
func (t *turn) odds(b *campaign.Beat, c *campaign.Choice) string {
	spec := t.authoredCheck(b, c)
	if marked := t.marked(spec); marked != "" {
		return marked
	}
	odds, weak, known := t.chances(spec)
	if !known {
		return ""
	}
	ours := t.rules()
	return ours.Mark(odds, weak, t.set.threshold)
}

// chances are how a check may end, as far as the player can tell, and whether it tries a
// stat that is weak.
func (t *turn) chances(spec checkSpec) (odds rules.Odds, weak, known bool) {
	formula, ours := t.formula(spec), t.rules()
	ours.Dice = formula.String()
	total := int64(0)
	for _, m := range t.modifiers(spec, formula) {
		total += m.Value
	}
	odds, known = ours.Chance(total)
	_, weak = t.weakened(spec)
	return odds, weak, known
}

// oddsOf is the chance in thousandths that a check does not fail.
func (t *turn) oddsOf(spec checkSpec) (succeeds int64, weak, known bool) {
	odds, weak, known := t.chances(spec)
	if !known {
		return 0, false, false
	}
	return odds.Succeeds(), weak, true
}

// marks reports whether a gate's word is of a check: it is in its words, or every
// check of charisma is persuasion.
func (spec checkSpec) marks(word string) bool {
	return rules.Fits([]string{word}, spec.words()) || spec.Stat == "charisma" && strings.HasPrefix(strings.ToLower(word), "persua")
}

// lowCharisma is below what persuasion is marked where no gate of the campaign's says
// anything of it, as player-choices marks what it makes.
const lowCharisma = 8

// marked is what a gate of the stat that is tried says of what it marks; or "".
func (t *turn) marked(spec checkSpec) string {
	values, gated := t.statValues(), false
	for _, stat := range t.c.Player.Stats {
		for _, gate := range stat.Gates {
			if gate.Marks == "" || stat.ID != spec.Stat || !spec.marks(gate.Marks) {
				continue
			}
			gated = true
			value := values[stat.ID]
			if (gate.AtLeast == nil || value >= int64(*gate.AtLeast)) && (gate.AtMost == nil || value <= int64(*gate.AtMost)) {
				return cmp.Or(prose.CleanLine(gate.As, 60), rules.Unlikely)
			}
		}
	}
	charisma, has := values[spec.Stat]
	if has && !gated && spec.Stat == "charisma" && charisma < lowCharisma {
		return rules.Unlikely
	}
	return ""
}

// remembered is what a triumph or failure adds that this brings to mind.
func (t *turn) remembered(spec checkSpec) Modifier {
	if m, ok := t.callback(spec); ok {
		return Modifier{Kind: action.Memory, Value: int64(t.c.Rules.Memory), Event: int64(m.Position)}
	}
	return Modifier{}
}

// relatedRelevance is the least share of a check's words that an episodic memory
// must speak of to be called to mind by words alone.
const relatedRelevance = 300

// callback is the triumph or failure that a check brings to mind: one that shares its
// person, its stat, its topic or its beat; of an author's choice also one that happened
// here and shares a word with it, or one that shares much of its words.
func (t *turn) callback(spec checkSpec) (story.Memory, bool) {
	view, all := t.view(), story.Query{Episodic: true, Before: t.state().Turn.Number}
	if t.kept { // it is foretold for the next turn
		all.Before++
	}
	if spec.Action == nil {
		text := strings.Join([]string{spec.Text, spec.About, spec.Stat}, " ")
		for _, r := range speaking(view, t.episodes(view, all), text) {
			if r.Relevance >= relatedRelevance || r.Memory.Place == t.place() || spec.shares(r.Memory) {
				return r.Memory, true
			}
		}
	}
	latest, reaches := spec.latest(view.Reminders(), all.Before)
	if !reaches {
		latest = t.episodes(view, all)
	}
	for _, r := range latest { // of which no word was said
		if spec.shares(r.Memory) {
			return r.Memory, true
		}
	}
	return story.Memory{}, false
}

// latest are the latest triumphs and failures of before a turn that share something with a
// check. It does not reach them where so many were kept since that these alone are known.
func (spec checkSpec) latest(reminders *story.Reminders, before int64) (latest []story.Recalled, reaches bool) {
	all := reminders.About(spec.traces()...)
	latest = slices.DeleteFunc(slices.Clone(all), func(r story.Recalled) bool { return r.Memory.Turn >= before })
	return latest, len(all)-len(latest) < story.MostMarked
}

// traces are the marks of triumphs and failures that share something with a check.
func (spec checkSpec) traces() (marks []story.Mark) {
	tags := []string{spec.Stat, spec.Beat}
	if spec.Person != "" {
		marks = append(marks, story.CharacterMark(characterID(spec.Person)).Episodic())
	}
	if a := spec.Action; a != nil {
		tags = append(tags, a.Thread.ID, a.Item.ID)
		if !a.Topic.None() {
			marks = append(marks, story.TopicMark(a.Topic.ID).Episodic())
		}
	}
	for _, tag := range tags {
		if tag != "" {
			marks = append(marks, story.TagMark(tag).Episodic())
		}
	}
	return marks
}

// speaking are those of the latest memories that speak of a text, the closest first: in the
// words of what was done, not in those that a skill keeps it in.
func speaking(v *story.View, latest []story.Recalled, text string) []story.Recalled {
	var lexicon rank.Lexicon
	docs := make([]rank.Doc, len(latest))
	for i := range latest {
		m := &latest[i].Memory
		docs[i] = lexicon.Doc(strings.Join(append([]string{v.Plainly(m), v.TopicWords(m.Topic)}, m.Tags...), "\n"))
	}
	scores := lexicon.Query(text).BM25(docs)
	var found []story.Recalled
	for _, i := range rank.Top(0, scores, cmp.Compare[int]) {
		r := latest[i]
		r.Relevance = scores[i].Relevance
		found = append(found, r)
	}
	return found
}

// An episodic is what was asked for last of triumphs and failures: all checks of offers ask
// the same of the same story.
type episodic struct {
	at     event.Position
	before int64
	found  []story.Recalled
}

// episodes are the triumphs and failures of earlier turns, the latest first.
func (t *turn) episodes(v *story.View, q story.Query) []story.Recalled {
	if at := t.state().Position; t.asked.at != at || t.asked.before != q.Before {
		t.asked = episodic{at, q.Before, t.recall(v, q)}
	}
	return t.asked.found
}

// recall is what a view remembers of something; nothing where the store cannot say.
func (t *turn) recall(v *story.View, q story.Query) []story.Recalled {
	found, err := v.Recall(context.Background(), q)
	if err != nil {
		t.trouble(err)
		t.degrade("What you remember could not be looked up, so nothing was brought to mind.")
	}
	return found
}

// shares reports whether a memory is about the same person, skill, topic or beat as a
// check.
func (spec checkSpec) shares(m story.Memory) bool {
	tagged := func(tag string) bool { return tag != "" && slices.Contains(m.Tags, tag) }
	if spec.Person != "" && slices.Contains(m.Characters, characterID(spec.Person)) || tagged(spec.Stat) || tagged(spec.Beat) {
		return true
	}
	a := spec.Action
	return a != nil && (!a.Topic.None() && m.Topic == a.Topic.ID || tagged(a.Thread.ID) || tagged(a.Item.ID))
}

// statValues are the player's stats now: the persona's, and what events have
// changed since.
func (t *turn) statValues() map[string]int64 {
	values := map[string]int64{}
	player := t.view().PlayerObject()
	stats, _ := player["stats"].(strictjson.Object)
	for id, v := range stats {
		if n, ok := v.(strictjson.Number); ok {
			if value, err := strconv.ParseInt(string(n), 10, 64); err == nil {
				values[id] = value
			}
		}
	}
	return values
}

func (t *turn) traits() []string {
	player := t.view().PlayerObject()
	return texts(player["traits"])
}

func texts(v any) []string {
	list, _ := v.([]any)
	var all []string
	for _, item := range list {
		if text, ok := item.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// concerned is the person present a part of whose name is in an author's text, or "". It is
// the one thing that is looked for in a choice's text: no field of a campaign's says whom a
// choice is done towards. Where several are named, or somebody only stands by, it may be
// wrong; what it decides is whose opinion counts and who is addressed.
func (t *turn) concerned(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isLetter(r) })
	for _, id := range present(t.state()) {
		for name := range strings.FieldsSeq(strings.ToLower(t.personName(id))) {
			for _, word := range words {
				if len(name) > 2 && word == name {
					return id
				}
			}
		}
	}
	return ""
}

func (t *turn) personName(id string) string { return t.w.nameOf(t.state(), id) }
