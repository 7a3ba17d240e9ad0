package choices

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/skills/kit/rules"
)

// number is a JSON number as it was written. Decisions are made in thousandths.
type number = json.Number

// thousandths reads a number; what is no number, or none of a story's size, is 0.
func thousandths(n number) int64 {
	text := string(n)
	_, exponent, scientific := strings.Cut(strings.ToLower(text), "e")
	if len(text) > 24 || scientific && len(strings.Trim(exponent, "+-0")) > 1 {
		return 0
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0
	}
	value.Mul(value, big.NewRat(1000, 1))
	whole := new(big.Int).Quo(value.Num(), value.Denom())
	if !whole.IsInt64() {
		return 0
	}
	return whole.Int64()
}

type input struct {
	Want   *int         `json:"want"`
	Taken  []string     `json:"taken"`
	Recent []string     `json:"recent"`
	Turn   int          `json:"turn"`
	Place  named        `json:"place"`
	Part   string       `json:"part"`
	Player player       `json:"player"`
	Rules  *rules.Rules `json:"rules"`
	People []person     `json:"people"`
	Moves  []move       `json:"moves"`
}

type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type player struct {
	Stats  []stat  `json:"stats"`
	Traits []trait `json:"traits"`
	Items  []named `json:"items"`
}

type stat struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Value number   `json:"value"`
	Words []string `json:"words"`
	Gates []gate   `json:"gates"`
}

// A gate holds from a value on or up to one, and unlocks moves or marks them.
type gate struct {
	AtLeast *number `json:"at_least"`
	AtMost  *number `json:"at_most"`
	Above   *number `json:"above"`
	Below   *number `json:"below"`
	Text    string  `json:"text"`
	Unlocks string  `json:"unlocks"`
	Marks   string  `json:"marks"`
	As      string  `json:"as"`
}

type trait struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

type person struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Pronouns string `json:"pronouns"`
	Faction  string `json:"faction"`
}

// A move is something the player could do. What it asks of its stat may stand
// with it as well as in the stat's gates.
type move struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Person  string `json:"person"`
	Place   named  `json:"place"`
	Peopled bool   `json:"peopled"` // somebody who speaks is where it goes
	Thread  thread `json:"thread"`
	Item    named  `json:"item"`
	Stat    string `json:"stat"`
	Topic   string `json:"topic"`
	// Answered are topics that an author wrote something about for this move;
	// "anything" is all of them.
	Answered []string `json:"answered"`
	Minutes  int      `json:"minutes"`
	Above    *number  `json:"requires_above"`
	AtLeast  *number  `json:"requires_at_least"`
}

type thread struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

type config struct {
	MinOptions              int    `json:"minOptions"`
	MaxOptions              int    `json:"maxOptions"`
	ShowDifficultyThreshold number `json:"showDifficultyThreshold"`
	ConsequenceHints        string `json:"consequenceHintVerbosity"`
}

func defaults() config {
	return config{MinOptions: 3, MaxOptions: 4, ShowDifficultyThreshold: "0.5", ConsequenceHints: "brief"}
}

// configured reads the input and the configuration.
func configured(inv *kit.Invocation, input any) (config, error) {
	set := defaults()
	if err := errors.Join(inv.ReadInput(input), inv.ReadConfig(&set)); err != nil {
		return set, err
	}
	if set.MinOptions > set.MaxOptions {
		return set, kit.Failf(kit.CodeBadConfig, "config.minOptions is %d and config.maxOptions %d; expected the fewest choices to be no more than the most, such as 3 and 4", set.MinOptions, set.MaxOptions)
	}
	return set, nil
}

// known is what the steps before found out. Whatever is missing is neutral.
type known struct {
	Memories    []memory
	Perceptions map[string]perception
	Reputations map[string]int64 // thousandths of a point
}

type perception struct {
	NPC       string `json:"npc"`
	Score     number `json:"score"`
	Sentiment number `json:"sentiment"`
	Tier      any    `json:"tier"`
	Modifier  *int64 `json:"modifier"`
}

type reputation struct {
	Faction string `json:"faction"`
	Points  number `json:"points"` // -100 to 100, whatever scale score is shown in
	Score   number `json:"score"`
	Tier    any    `json:"tier"`
}

// standing is what a faction thinks of the player, in thousandths of a point.
func (r reputation) standing() int64 {
	if r.Points != "" {
		return thousandths(r.Points)
	}
	return thousandths(r.Score)
}

// gathered reads the results of the steps before, by what is in them and not by
// their names. One that cannot be read is logged and counts as missing.
func gathered(inv *kit.Invocation) known {
	k := known{Perceptions: map[string]perception{}, Reputations: map[string]int64{}}
	for _, tool := range slices.Sorted(maps.Keys(inv.Results)) {
		output, ok := inv.Results[tool].(map[string]any)
		if !ok {
			continue
		}
		k.learn(list[memory](inv, "results."+tool, "memories", output))
		for _, p := range list[perception](inv, "results."+tool, "perceptions", output) {
			k.Perceptions[p.NPC] = p
		}
		for _, r := range list[reputation](inv, "results."+tool, "reputations", output) {
			k.Reputations[r.Faction] = r.standing()
		}
	}
	return k
}

// mostMemories is how many memories are looked at. They come best first.
const mostMemories = 60

// learn adds memories that are not known yet.
func (k *known) learn(memories []memory) {
	for _, m := range memories {
		m.Summary, m.Topic = prose.CleanLine(m.Summary, 400), strings.TrimRight(plainText(m.Topic, 80), ".!?,;: ")
		again := slices.ContainsFunc(k.Memories, func(o memory) bool { return o.ID == m.ID && o.Summary == m.Summary })
		if m.Summary != "" && !again && len(k.Memories) < mostMemories {
			k.Memories = append(k.Memories, m)
		}
	}
}

// lookups are the memories asked of the host beside those of the results, which
// are of this scene: choices made of the same few would soon repeat themselves, and
// a betrayal counts however long ago it was.
var lookups = []map[string]any{
	{"limit": 24},
	{"limit": 12, "episodic": true},
	{"limit": 6, "query": "you betrayed betrayal", "minimum": 0},
}

// remember asks the host for more memories, where it may be asked.
func (k *known) remember(ctx context.Context, inv *kit.Invocation) {
	if !inv.Has("memory.read") {
		return
	}
	for _, lookup := range lookups {
		reply, err := inv.Call(ctx, "memory.read", lookup)
		if err != nil {
			inv.Log("warn", "choices are made of fewer memories: "+err.Error(), nil)
			return
		}
		found := list[memory](inv, "memory.read", "memories", reply)
		for i := range found {
			found[i].Relevance = "" // to nothing that was asked
		}
		k.learn(found)
	}
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

// score is what a person thinks of the player, in thousandths of a point.
func (k known) score(person string) int64 {
	p, ok := k.Perceptions[person]
	if ok && p.Score == "" {
		return thousandths(p.Sentiment) * 100
	}
	return thousandths(p.Score)
}

// cleaned is the input with all its text safe to show.
func (in input) cleaned() input {
	in.Place.Name = placeName(in.Place.Name)
	in.Part = among1(strings.ToLower(prose.CleanLine(in.Part, 20)), "night dawn morning noon afternoon dusk evening day")
	for i := range in.People {
		in.People[i].Name = plainName(in.People[i].Name)
	}
	in.Moves = slices.Clone(in.Moves)
	for i := range in.Moves {
		m := &in.Moves[i]
		m.Place.Name = placeName(m.Place.Name)
		m.Item.Name = plainName(m.Item.Name)
		m.Topic = strings.TrimRight(plainText(m.Topic, 100), ".!,;: ")
		m.Thread.Title = strings.TrimRight(plainText(m.Thread.Title, 140), ".!,;: ")
	}
	return in
}

// among1 is a word if it is in the list, else "".
func among1(word, list string) string {
	if among(word, list) {
		return word
	}
	return ""
}

var signs = strings.NewReplacer("{", "", "}", "", "[", "", "]", "", "|", "", "\"", "", "“", "", "”", "")

// plainText is a line without the signs that frames use.
func plainText(text string, longest int) string {
	text = signs.Replace(text)
	return strings.Join(strings.Fields(prose.CleanLine(text, longest)), " ")
}

func plainName(text string) string { return strings.Trim(plainText(text, 60), ".,;:!? ") }

func placeName(text string) string { return midSentence(plainName(text)) }
