package world

import (
	"cmp"
	"fmt"
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

// Check is a roll that decided a turn.
type Check struct {
	Stat, Formula, Band, About string
	Rolls                      []int64
	Total                      int64
	Modifiers                  []Modifier
}

// Modifier is one part of a total: what it is of as data, which is what the log keeps, and
// in words where it is shown.
type Modifier struct {
	Kind  action.Bearing
	Value int64
	Of    string // the id of the stat, trait or person
	Stat  int64  // how high the stat was
	Event int64  // the position of the memory

	Name, Because string // of a record alone
}

// Object is a modifier as check.rolled holds it.
func (m Modifier) Object() strictjson.Object {
	o := strictjson.Object{"kind": string(m.Kind), "value": m.Value}
	strictjson.Put(o, "of", m.Of)
	strictjson.Put(o, "stat", m.Stat)
	strictjson.Put(o, "event", m.Event)
	return o
}

// Feeling says how somebody who has a name takes the player.
func (m Modifier) Feeling() string {
	if m.Value < 0 {
		return m.Name + " thinks ill of you"
	}
	return m.Name + " thinks well of you"
}

// InWords is a modifier of a check as the player reads it.
func (s Sight) InWords(m Modifier, of *Check) Modifier {
	switch m.Kind {
	case action.Difficulty:
		m.Name, m.Because = string(m.Kind), of.About
	case action.Strength, action.Weakness:
		m.Name = m.Of
		if stat, has := s.Player.Stat(m.Of); has {
			m.Name = stat.Name
		}
		m.Because = fmt.Sprintf("%s %d", m.Name, m.Stat)
	case action.Trait:
		m.Name = m.Of
		if trait, has := s.Player.Trait(m.Of); has {
			m.Name = trait.Name
		}
		m.Because = m.Name
	case action.Opinion:
		m.Name = s.View.Name(m.Of)
		m.Because = m.Feeling()
	case action.Memory:
		m.Name = string(m.Kind)
		if remembered, is := s.View.Memory(event.Position(m.Event)); is {
			m.Because = s.View.Words(&remembered)
		}
	}
	return m
}

// A CheckSpec is a check before its dice are thrown.
type CheckSpec struct {
	Stat   string // a stat's id, or a word
	Dice   string // "" is the campaign's rules'
	Fixed  int    // the author's modifier
	About  string
	Text   string         // the choice as it was shown
	Person string         // whom it concerns, or ""
	Beat   string         // of an authored choice
	Action *action.Action // of one that no author wrote
}

// AuthoredCheck is the check of an authored choice.
func (s Situation) AuthoredCheck(beat *campaign.Beat, written *campaign.Choice) CheckSpec {
	check, person := written.Check, s.concerned(written.Text)
	if person == "" && len(beat.People) > 0 {
		person = beat.People[0]
	}
	return CheckSpec{
		Stat: check.Stat, Dice: check.Dice, Fixed: check.Modifier + difficulty(check.Difficulty),
		About: check.About, Text: written.Text, Person: person, Beat: beat.ID,
	}
}

// OfferedCheck is the check of an offer.
func (s Sight) OfferedCheck(o Offer) CheckSpec {
	return CheckSpec{Stat: o.Stat, Text: s.Names([]Offer{o}).Say(o.Action), Person: o.Whom().ID, Action: &o.Action}
}

// Formula is the dice of a check: its own, else the campaign's.
func (w *World) Formula(spec CheckSpec) *dice.Formula {
	if spec.Dice != "" {
		if own, err := dice.Parse(spec.Dice); err == nil {
			return own
		}
	}
	return w.Rules.Dice
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

// Checks are how a player does at what is tried: what is added to the dice, and how it may
// end as far as the player can tell.
type Checks struct {
	Sight
	before   int64
	episodes func() []story.Recalled
	stats    map[string]int64
	traits   []string
}

// Checks are those of the player whose sight it is. Episodes are the triumphs and failures
// of before a turn, which may come to mind, the latest first; it is called when a check asks
// for more than the latest of them.
func (s Sight) Checks(before int64, episodes func() []story.Recalled) *Checks {
	c, player := &Checks{Sight: s, before: before, episodes: episodes, stats: map[string]int64{}}, s.View.PlayerObject()
	for id, v := range strictjson.AsObject(player["stats"]) {
		if n, ok := v.(strictjson.Number); ok {
			if value, err := strconv.ParseInt(string(n), 10, 64); err == nil {
				c.stats[id] = value
			}
		}
	}
	c.traits = strictjson.AsStrings[string](player["traits"])
	return c
}

// Stats are the player's, by id: the persona's, and what events have changed since.
func (c *Checks) Stats() map[string]int64 { return c.stats }

// Modifiers are what is added to a throw, each with its reason. What somebody thinks of
// the player counts as it last showed, for the dice as for the odds: else what is added
// would tell of an opinion that nobody saw.
func (c *Checks) Modifiers(spec CheckSpec, formula *dice.Formula) []Modifier {
	var all []Modifier
	if spec.Fixed != 0 {
		all = append(all, Modifier{Kind: action.Difficulty, Value: int64(spec.Fixed)})
	}
	weakened, _ := c.weakened(spec)
	for _, m := range []Modifier{c.skilled(spec), weakened, c.Liked(spec, formula), c.remembered(spec)} {
		if m.Value != 0 {
			all = append(all, m)
		}
	}
	return all
}

// Fixed is what an author added to a throw.
func (c *Check) Fixed() (by int64) {
	for _, m := range c.Modifiers {
		if m.Kind == action.Difficulty {
			by += m.Value
		}
	}
	return by
}

// skilled is what a strong stat, or a trait that fits, adds: once.
func (c *Checks) skilled(spec CheckSpec) Modifier {
	ours := c.rules()
	m, _ := ours.Skilled(c.Tried(spec), c.Traits(), spec.words())
	return c.byRule(m)
}

// weakened is what the rules take off for a stat that is weak, and whether it is.
func (c *Checks) weakened(spec CheckSpec) (Modifier, bool) {
	ours := c.rules()
	m, weak := ours.Weakened(c.Tried(spec), spec.words())
	return c.byRule(m), weak
}

// byRule is what the rules add for what the player is.
func (c *Checks) byRule(m rules.Modifier) Modifier {
	by := Modifier{Kind: m.Kind, Value: m.Value, Of: m.Of}
	if m.Kind != action.Trait {
		by.Stat = c.stats[m.Of]
	}
	return by
}

// Tried is the stat that a check tries, if it is one of the campaign's.
func (c *Checks) Tried(spec CheckSpec) []rules.Stat {
	stat, has := c.Player.Stat(spec.Stat)
	if !has {
		return nil
	}
	return []rules.Stat{{ID: stat.ID, Name: stat.Name, Value: c.stats[stat.ID], Words: append([]string{stat.ID}, stat.Words...)}}
}

// words are all that is said of a check.
func (spec CheckSpec) words() string {
	return strings.Join([]string{spec.Text, spec.About, spec.Stat}, " ")
}

// Traits are the player's traits with the words they help with.
func (c *Checks) Traits() []rules.Trait {
	var traits []rules.Trait
	for _, id := range c.traits {
		trait := rules.Trait{ID: id, Name: id, Words: []string{id}}
		if written, has := c.Player.Trait(id); has {
			trait.Name, trait.Words = written.Name, written.Words
		}
		traits = append(traits, trait)
	}
	return traits
}

// ScaleParameter is the name that the log has for what Scale is.
const ScaleParameter = "modifier_scale"

// ScaleIn is what a step of an opinion counts on dice other than 2d6, in thousandths, by
// the story that a view is of.
func ScaleIn(v *story.View) int64 {
	return strictjson.AsIntegerOr(v.Parameter(ScaleParameter), UsualScale)
}

// UsualScale is that of a story which says nothing of it.
const UsualScale = 1000

func (c *Checks) rules() rules.Rules { return RulesOf(&c.World.Rules, ScaleIn(c.View)) }

// RulesOf are a campaign's rules, as skills are told them, with what an opinion counts on
// dice other than 2d6.
func RulesOf(written *campaign.Rules, scale int64) rules.Rules {
	r := rules.Rules{
		Dice: written.Dice.String(), Trait: int64(written.Trait), Sentiment: int64(written.Sentiment), Memory: int64(written.Memory),
		Weak: int64(written.Weak), Scale: &scale,
	}
	for _, band := range written.Bands {
		r.Bands = append(r.Bands, rules.Band{Name: string(band.Result), Min: int64(band.Min), Max: int64(band.Max)})
	}
	return r
}

// Liked is what the feelings of the person concerned add or take, as far as they showed.
func (c *Checks) Liked(spec CheckSpec, formula *dice.Formula) Modifier {
	if spec.Person == "" {
		return Modifier{}
	}
	ours := c.rules()
	ours.Dice = formula.String()
	return Modifier{Kind: action.Opinion, Value: ours.Feeling(c.View.Regard(spec.Person)), Of: spec.Person}
}

// Difficulty is how hard a check looks, in words, for a player who does not know what
// the dice will show; "" where there is nothing to say.
func (c *Checks) Difficulty(spec CheckSpec, threshold int64) string {
	if marked := c.marked(spec); marked != "" {
		return marked
	}
	odds, weak, known := c.chances(spec)
	if !known {
		return ""
	}
	ours := c.rules()
	return ours.Mark(odds, weak, threshold)
}

// chances are how a check may end, as far as the player can tell, and whether it tries a
// stat that is weak.
func (c *Checks) chances(spec CheckSpec) (odds rules.Odds, weak, known bool) {
	formula, ours := c.Formula(spec), c.rules()
	ours.Dice = formula.String()
	total := int64(0)
	for _, m := range c.Modifiers(spec, formula) {
		total += m.Value
	}
	odds, known = ours.Chance(total)
	_, weak = c.weakened(spec)
	return odds, weak, known
}

// Odds are the chance in thousandths that a check does not fail.
func (c *Checks) Odds(spec CheckSpec) (succeeds int64, weak, known bool) {
	odds, weak, known := c.chances(spec)
	if !known {
		return 0, false, false
	}
	return odds.Succeeds(), weak, true
}

// marks reports whether a gate's word is of a check: it is in its words, or every
// check of charisma is persuasion.
func (spec CheckSpec) marks(word string) bool {
	return rules.Fits([]string{word}, spec.words()) || spec.Stat == "charisma" && strings.HasPrefix(strings.ToLower(word), "persua")
}

// lowCharisma is below what persuasion is marked where no gate of the campaign's says
// anything of it, as player-choices marks what it makes.
const lowCharisma = 8

// marked is what a gate of the stat that is tried says of what it marks; or "".
func (c *Checks) marked(spec CheckSpec) string {
	values, gated := c.stats, false
	for _, stat := range c.Player.Stats {
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
func (c *Checks) remembered(spec CheckSpec) Modifier {
	if m, ok := c.callback(spec); ok {
		return Modifier{Kind: action.Memory, Value: int64(c.World.Rules.Memory), Event: int64(m.Position)}
	}
	return Modifier{}
}

// relatedRelevance is the least share of a check's words that an episodic memory
// must speak of to be called to mind by words alone.
const relatedRelevance = 300

// callback is the triumph or failure that a check brings to mind: one that shares its
// person, its topic or its beat, or a triumph with its stat; of an author's choice also one that happened
// here and shares a word with it, or one that shares much of its words.
func (c *Checks) callback(spec CheckSpec) (story.Memory, bool) {
	if spec.Action == nil {
		text := strings.Join([]string{spec.Text, spec.About, spec.Stat}, " ")
		for _, r := range speaking(c.View, c.episodes(), text) {
			if r.Relevance >= relatedRelevance || r.Memory.Place == c.View.Place() || spec.shares(r.Memory) {
				return r.Memory, true
			}
		}
	}
	latest, reaches := spec.latest(c.View.Reminders(), c.before)
	if !reaches {
		latest = c.episodes()
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
func (spec CheckSpec) latest(reminders *story.Reminders, before int64) (latest []story.Recalled, reaches bool) {
	all := reminders.About(spec.traces()...)
	latest = slices.DeleteFunc(slices.Clone(all), func(r story.Recalled) bool { return r.Memory.Turn >= before })
	return latest, len(all)-len(latest) < story.MostMarked
}

// traces are the marks of triumphs and failures that share something with a check.
func (spec CheckSpec) traces() (marks []story.Mark) {
	tags := []string{spec.Stat, spec.Beat} // a stat that failed at something else is left out by shares
	if spec.Person != "" {
		marks = append(marks, story.CharacterMark(event.CharacterID(spec.Person)).Episodic())
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

// shares reports whether a memory is about the same person, topic or beat as a check, or tells of
// a triumph with the same stat.
func (spec CheckSpec) shares(m story.Memory) bool {
	tagged := func(tag string) bool { return tag != "" && slices.Contains(m.Tags, tag) }
	if spec.Person != "" && slices.Contains(m.Characters, event.CharacterID(spec.Person)) || tagged(spec.Beat) {
		return true
	}
	if m.Episodic == action.Triumph && tagged(spec.Stat) { // that one has done it before, and not that one could not
		return true
	}
	a := spec.Action
	return a != nil && (!a.Topic.None() && m.Topic == a.Topic.ID || tagged(a.Thread.ID) || tagged(a.Item.ID))
}
