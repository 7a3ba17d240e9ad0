package choices

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills/kit"
)

// A concerned is somebody a choice may concern.
type concerned struct {
	person
	Score *float64 `json:"score"` // what they thought of the player when it was made; without it, as perceived now
}

// A weighing is the input of evaluate-choice. The text is an author's, or the plain
// words for an action.
type weighing struct {
	Choice struct {
		ID       string `json:"id"`
		Text     string `json:"text"`
		Stat     string `json:"stat"`
		Person   string `json:"person"`
		Topic    string `json:"topic"`    // its id; without it, that of an action's id
		About    string `json:"about"`    // what it tries, in words
		Modifier int64  `json:"modifier"` // that its author adds
	} `json:"choice"`
	Place  named        `json:"place"`
	Player player       `json:"player"`
	Rules  *rules.Rules `json:"rules"`
	People []concerned  `json:"people"`
}

// Evaluate is the script evaluate-choice. What the player remembers and what people
// think of them come from the results of the steps before: any that have memories or
// perceptions.
func Evaluate(_ context.Context, inv *kit.Invocation) error {
	if _, err := configured(inv); err != nil {
		return err
	}
	var in weighing
	if err := inv.ReadInput(&in); err != nil {
		return err
	}
	if in.Choice.Text == "" {
		return kit.Failf(kit.CodeBadInput, `input.choice.text is missing; expected what the player chose, such as "Ask Ines who paid for the oil"`)
	}
	f := in.weighed(inv)
	chance := map[string]int64{}
	for _, share := range f.Odds {
		chance[share.Band] += share.Chance
	}
	word := ""
	if f.known {
		word = rules.Difficulty(f.Odds.Succeeds())
	}
	inv.Output(map[string]any{"stat": f.stat, "modifiers": f.Modifiers, "chance": chance, "difficulty": word})
	inv.Summary(textOr(word, "A chance that cannot be told"))
	return nil
}

// foretold is what a check would add to the dice, and how it may end.
type foretold struct {
	Modifiers []rules.Modifier
	Odds      rules.Odds
	known     bool
	stat      string
}

// An assessment is a choice with all that weighs on it.
type assessment struct {
	weighing
	rules       *rules.Rules
	memories    []memory
	perceptions map[string]perception
	person      concerned // whom it concerns; without an id, nobody
}

// A memory is one that a step before recalled.
type memory struct {
	Summary    string   `json:"summary"` // shown, never read
	Characters []string `json:"characters"`
	Location   string   `json:"location"`
	Episodic   string   `json:"episodic"`
	Tags       []string `json:"tags"`
	Topic      topicRef `json:"topic"`
	TurnsAgo   *float64 `json:"turns_ago"`
}

// A topicRef is a topic's id, of a topic or of its words alone.
type topicRef string

// UnmarshalJSON takes both; of anything else there is no topic.
func (r *topicRef) UnmarshalJSON(data []byte) error {
	var of topic
	var words string
	if json.Unmarshal(data, &words) == nil {
		*r = topicRef(action.Slug(words))
	} else if json.Unmarshal(data, &of) == nil {
		*r = topicRef(of.ID)
	}
	return nil
}

type perception struct {
	NPC       string   `json:"npc"`
	Score     *float64 `json:"score"`
	Sentiment float64  `json:"sentiment"`
	Modifier  *int64   `json:"modifier"`
}

// mostMemories is how many memories are looked at. They come best first.
const mostMemories = 60

// weighed is what a check of the choice adds to the dice: a trait or strong stat that
// fits, what the rules take off for a weak one, what the person concerned thinks of
// the player, and a triumph or failure that it brings to mind. Each counts once. What
// came of the choice itself does not: it may be weighed afterwards.
func (in weighing) weighed(inv *kit.Invocation) foretold {
	t := assessment{weighing: in, rules: ruled(inv, in.Rules), perceptions: map[string]perception{}}
	for _, tool := range slices.Sorted(maps.Keys(inv.Results)) {
		output, _ := inv.Results[tool].(map[string]any)
		t.memories = append(t.memories, list[memory](inv, "results."+tool, "memories", output)...)
		for _, p := range list[perception](inv, "results."+tool, "perceptions", output) {
			t.perceptions[p.NPC] = p
		}
	}
	t.memories = t.memories[:min(len(t.memories), mostMemories)]
	if t.Choice.Stat == "" {
		t.Choice.Stat = t.bestStat()
	}
	if t.Choice.Topic == "" {
		_, t.Choice.Topic, _ = strings.Cut(t.Choice.ID, "#")
	}
	t.person = t.whom()
	return t.foretell()
}

// list decodes a list out of a result, leaving out the items that do not fit.
func list[T any](inv *kit.Invocation, tool, name string, output map[string]any) (all []T) {
	items, _ := output[name].([]any)
	for _, item := range items {
		text, err := json.Marshal(item)
		var value T
		if err == nil {
			err = json.Unmarshal(text, &value)
		}
		if err != nil {
			inv.Log("warn", tool+"."+name+" has an item that cannot be read and is left out: "+err.Error(), nil)
			continue
		}
		all = append(all, value)
	}
	return all
}

// ruled are the rules of the input; where it has none, or none that can be used,
// they are the usual ones.
func ruled(inv *kit.Invocation, given *rules.Rules) *rules.Rules {
	usual := rules.Default()
	if given == nil || given.Dice == "" && len(given.Bands) == 0 {
		return &usual
	}
	if err := given.Validate(); err != nil {
		inv.Log("warn", "these rules cannot be used, and the usual ones are: "+err.Error(), nil)
		return &usual
	}
	return given
}

// bestStat is the stat whose words fit the text, the highest of several; or "".
func (t *assessment) bestStat() (id string) {
	best := -1
	for i, st := range t.Player.Stats {
		fits := rules.Fits(append([]string{st.ID, st.Name}, st.Words...), t.Choice.Text)
		if fits && (best < 0 || st.Value > t.Player.Stats[best].Value) {
			best, id = i, st.ID
		}
	}
	return id
}

// whom is the person that the choice names, else the first of those the text does.
func (t *assessment) whom() concerned {
	said := " " + same(t.Choice.Text) + " "
	for _, p := range t.People {
		first, _, _ := strings.Cut(p.Name, " ")
		named := p.Name != "" && (strings.Contains(said, " "+same(p.Name)+" ") || !titled(first) && strings.Contains(said, " "+same(first)+" "))
		if p.ID != "" && (p.ID == t.Choice.Person || t.Choice.Person == "" && named) {
			return p
		}
	}
	return concerned{}
}

func (t *assessment) foretell() foretold {
	f := foretold{Modifiers: []rules.Modifier{}, stat: t.Choice.Stat}
	add := func(m rules.Modifier) {
		if m.Value != 0 {
			f.Modifiers = append(f.Modifiers, m)
		}
	}
	stats, traits := t.abilities()
	text := t.Choice.Text + ". " + t.Choice.About + ". " + t.Choice.Stat
	skilled, _ := t.rules.Skilled(stats, traits, text)
	weakened, _ := t.rules.Weakened(stats, text)
	add(rules.Modifier{Kind: action.Difficulty, Name: "difficulty", Value: t.Choice.Modifier})
	add(skilled)
	add(weakened)
	add(t.opinionModifier())
	add(t.calledToMind())
	total := int64(0)
	for _, m := range f.Modifiers {
		total += m.Value
	}
	f.Odds, f.known = t.rules.Chance(total)
	return f
}

// abilities are the stats that the choice may try, its own or any, and the traits.
func (t *assessment) abilities() (stats []rules.Stat, traits []rules.Trait) {
	for _, st := range t.Player.Stats {
		if t.Choice.Stat == "" || strings.EqualFold(st.ID, t.Choice.Stat) || strings.EqualFold(st.Name, t.Choice.Stat) {
			stats = append(stats, rules.Stat{ID: st.ID, Name: st.Name, Value: thousandths(st.Value) / 1000, Words: st.Words})
		}
	}
	for _, has := range t.Player.Traits {
		traits = append(traits, rules.Trait(has))
	}
	return stats, traits
}

// opinionModifier is what somebody's opinion adds. Of 2d6 it is one at most; where the rules do
// not say what a step counts on other dice, these take the modifier that the
// perception skill found.
func (t *assessment) opinionModifier() rules.Modifier {
	if t.person.ID == "" {
		return rules.Modifier{}
	}
	perceived := t.perceptions[t.person.ID]
	opinion := thousandths(perceived.Sentiment) * 100
	if perceived.Score != nil {
		opinion = thousandths(*perceived.Score)
	}
	if t.person.Score != nil {
		opinion, perceived.Modifier = thousandths(*t.person.Score), nil
	}
	name := plainName(t.person.Name)
	m := rules.Modifier{Kind: action.Opinion, Of: t.person.ID, Name: name, Value: t.rules.Feeling(opinion), Because: name + " thinks well of you"}
	many := t.rules.Scale == nil && rules.Sentiment(int64(100_000), t.rules.Dice, int64(1000)) > 1
	if perceived.Modifier != nil && many {
		m.Value = t.rules.Sentiment * *perceived.Modifier
	}
	if m.Value < 0 {
		m.Because = name + " thinks ill of you"
	}
	return m
}

// calledToMind is what the first triumph or failure adds that the choice calls to mind.
func (t *assessment) calledToMind() rules.Modifier {
	for _, m := range t.memories {
		if m.Episodic != "" && !(m.TurnsAgo != nil && *m.TurnsAgo == 0) && t.related(m) {
			return rules.Modifier{Kind: action.Memory, Name: "memory", Value: t.rules.Memory, Because: prose.CleanLine(m.Summary, 400)}
		}
	}
	return rules.Modifier{}
}

// related reports whether a memory has to do with a choice: it is of the same person,
// topic or stat, tagged with one of them, or of what was tried here with nobody, where
// that is so again.
func (t *assessment) related(m memory) bool {
	who := t.person.ID
	if who != "" && slices.Contains(m.Characters, who) {
		return true
	}
	if t.Choice.Topic != "" && string(m.Topic) == t.Choice.Topic {
		return true
	}
	for _, tag := range m.Tags {
		if tag != "" && (tag == t.Choice.Stat || tag == who || tag == t.Choice.Topic) {
			return true
		}
	}
	alone := !slices.ContainsFunc(m.Characters, func(c string) bool { return c != action.Player.ID })
	return who == "" && alone && m.Location != "" && m.Location == t.Place.ID
}
