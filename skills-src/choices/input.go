package choices

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills/kit"
)

// thousandths is a number in thousandths, in which decisions are made; of one that is
// beyond a story's size it is 0.
func thousandths(n float64) int64 {
	if math.IsNaN(n) || math.Abs(n) > 1e12 {
		return 0
	}
	return int64(math.Round(n * 1000))
}

// An input is what generate-choices is given.
type input struct {
	Want   *int         `json:"want"`
	Leave  bool         `json:"leave"` // one has to lead away
	Taken  []string     `json:"taken"`
	Recent []string     `json:"recent"`
	Lately []earlier    `json:"lately"` // oldest first
	Turn   int          `json:"turn"`
	Seed   *int64       `json:"seed"` // where the request's own must not count, because words made it
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
	Value float64  `json:"value"`
	Words []string `json:"words"`
	Gates []gate   `json:"gates"`
}

// A gate holds from a value on or up to one, and unlocks moves or marks them.
type gate struct {
	AtLeast *float64 `json:"at_least"`
	AtMost  *float64 `json:"at_most"`
	Above   *float64 `json:"above"`
	Below   *float64 `json:"below"`
	Text    string   `json:"text"`
	Unlocks string   `json:"unlocks"`
	Marks   string   `json:"marks"`
	As      string   `json:"as"`
}

type trait struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

// A person is somebody who is there. What is not known of them is neutral.
type person struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Pronouns string  `json:"pronouns"`
	Faction  string  `json:"faction"`
	Opinion  float64 `json:"opinion"`  // points, as the player was last shown them
	Standing float64 `json:"standing"` // of their faction with the player
	Betrayed bool    `json:"betrayed"` // the player betrayed them or theirs
}

// A move is something the player could do, as the engine offers it. What it asks of
// its stat may stand with it as well as in the stat's gates.
type move struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"`
	Say      string   `json:"say"` // plain words for it
	Person   string   `json:"person"`
	Place    named    `json:"place"`
	Item     named    `json:"item"`
	Thread   thread   `json:"thread"`
	Topic    topic    `json:"topic"`
	Stat     string   `json:"stat"`
	Minutes  int      `json:"minutes"`
	Answered bool     `json:"answered"` // an author wrote what comes of it
	Peopled  bool     `json:"peopled"`  // somebody who speaks is where it goes
	Gives    string   `json:"gives"`    // what taking it gives, "" where nothing comes of it that can be named before
	Worth    int      `json:"worth"`    // 0 to 100: what that is worth
	Slots    []string `json:"slots"`    // what it is good for in a menu
	For      purpose  `json:"for"`      // why one would go there
	Price    string   `json:"price"`    // what it costs, in words
	Odds     *odds    `json:"odds"`     // where a check decides
	Grounds  []ground `json:"grounds"`  // best first
	Above    *float64 `json:"requires_above"`
	AtLeast  *float64 `json:"requires_at_least"`
}

type thread struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// A purpose is why one would go somewhere: to a place further on, to see somebody, about
// something or with a thing, or to see the place itself.
type purpose struct {
	Place  named  `json:"place"`
	Person person `json:"person"`
	Topic  topic  `json:"topic"`
	Item   named  `json:"item"`
	New    bool   `json:"new"`
}

// A topic's words stand after "about": "the oil", or "who oiled the lock". Those of one
// that is the own part of whoever is asked depend on who that is.
type topic struct {
	ID    string `json:"id"`
	Words string `json:"words"`
	Own   bool   `json:"own"`
}

// An earlier is a choice of the last turns, without its words.
type earlier struct {
	ID     string   `json:"id"`
	Topics []string `json:"topics"`
}

type odds struct {
	Succeeds int64 `json:"succeeds"` // thousandths
	Weak     bool  `json:"weak"`     // it tries a stat that is weak
}

// A ground is a memory that bears on a move. Its summary is shown and never read.
type ground struct {
	ID           string `json:"id"`
	Summary      string `json:"summary"`
	Topic        topic  `json:"topic"`
	Action       deed   `json:"action"`
	Grade        string `json:"grade"`
	TurnsAgo     *int   `json:"turns_ago"`
	Significance string `json:"significance"`
	Episodic     string `json:"episodic"`
	Near         int    `json:"near"` // 1: the same place; 2: the same person or thing; 3: the same topic or thread
}

// long is how many turns ago something was of which it is not said.
const long = 30

func (g *ground) age() int {
	if g.TurnsAgo == nil {
		return long
	}
	return max(0, *g.TurnsAgo)
}

// A deed is what was done, of a memory. One that cannot be read is none at all.
type deed struct {
	action.Action
	fault error
}

// UnmarshalJSON keeps what is wrong, so that one deed does not cost the whole input.
func (d *deed) UnmarshalJSON(data []byte) error {
	var a action.Action
	if d.fault = json.Unmarshal(data, &a); d.fault == nil {
		d.Action = a
	}
	return nil
}

type config struct {
	MinOptions              int     `json:"minOptions"`
	MaxOptions              int     `json:"maxOptions"`
	ShowDifficultyThreshold float64 `json:"showDifficultyThreshold"`
	ConsequenceHints        string  `json:"consequenceHintVerbosity"`
}

func defaults() config {
	return config{MinOptions: 3, MaxOptions: 4, ShowDifficultyThreshold: 0.5, ConsequenceHints: "brief"}
}

func configured(inv *kit.Invocation) (config, error) {
	set := defaults()
	err := inv.ReadConfig(&set)
	if err == nil && set.MinOptions > set.MaxOptions {
		err = kit.Failf(kit.CodeBadConfig, "config.minOptions is %d and config.maxOptions %d; expected the fewest choices to be no more than the most, such as 3 and 4", set.MinOptions, set.MaxOptions)
	}
	return set, err
}

// readInput is the input with what cannot be read left out, and said: a choice less is
// better than none.
func readInput(inv *kit.Invocation) input {
	var in input
	if err := inv.ReadInput(&in); err != nil {
		inv.Log("warn", err.Error()+"; it counts as missing", nil)
	}
	return in.cleaned(func(message string) { inv.Log("warn", message, nil) })
}

// cleaned is the input with all its text safe to show, without moves that cannot be
// named apart and grounds that have no name.
func (in input) cleaned(warn func(message string)) input {
	in.Place.Name = placeName(in.Place.Name)
	in.Part = oneOf(strings.ToLower(prose.CleanLine(in.Part, 20)), "night dawn morning noon afternoon dusk evening day")
	in.People = slices.Clone(in.People)
	for i := range in.People {
		in.People[i].Name = plainName(in.People[i].Name)
	}
	moves, seen := in.Moves, map[string]bool{}
	in.Moves = nil
	for _, m := range moves {
		switch {
		case m.ID == "":
			warn("input.moves has one without an id, which is left out")
		case seen[m.ID]:
			warn("input.moves has " + quoted(m.ID) + " twice; the first of them counts")
		default:
			seen[m.ID] = true
			in.Moves = append(in.Moves, m.cleaned(warn))
		}
	}
	return in
}

// Longest texts of what is given, and most grounds that are looked at.
const (
	longestTopic   = 80
	longestSay     = 160
	longestSummary = 200
	mostGrounds    = 3
)

func (m move) cleaned(warn func(string)) move {
	m.Place.Name, m.Item.Name = placeName(m.Place.Name), plainName(m.Item.Name)
	m.Thread.Title = plainText(m.Thread.Title, 140)
	m.Topic, m.For.Topic = m.Topic.cleaned(), m.For.Topic.cleaned()
	m.For.Place.Name, m.For.Person.Name, m.For.Item.Name = placeName(m.For.Place.Name), plainName(m.For.Person.Name), plainName(m.For.Item.Name)
	m.Price = plainText(m.Price, longestTopic)
	m.Say = prose.SentenceCase(strings.TrimRight(without(braces, m.Say, longestSay), ".,;: "))
	m.Worth = min(max(m.Worth, 0), 100)
	grounds := m.Grounds
	m.Grounds = nil
	for _, g := range grounds[:min(len(grounds), mostGrounds)] {
		if g.Action.fault != nil {
			warn("input.moves: what is remembered of " + quoted(g.ID) + " cannot be read: " + g.Action.fault.Error())
		}
		if g.ID = prose.CleanLine(g.ID, longestTopic); g.ID != "" {
			g.Topic, g.Near = g.Topic.cleaned(), min(max(g.Near, 1), 3)
			g.Summary = prose.CleanLine(g.Summary, longestSummary)
			m.Grounds = append(m.Grounds, g)
		}
	}
	return m
}

// cleaned is a topic with words that stand inside a sentence, or with none where they
// are too long for it.
func (t topic) cleaned() topic {
	words := strings.TrimRight(plainText(t.Words, longestTopic+1), ".!?,;: ")
	if len([]rune(words)) > longestTopic {
		words = ""
	}
	t.Words = prose.MidSentence(words)
	if first, rest, _ := strings.Cut(t.Words, " "); among(strings.ToLower(first), questions) && rest != "" {
		t.Words = strings.ToLower(first) + " " + rest
	}
	return t
}

// questions begin the words of a topic that is a question.
const questions = "who whom whose what why how where when whether which"

// asks reports whether the words are a question.
func (t topic) asks() bool {
	first, _, more := strings.Cut(t.Words, " ")
	return more && among(first, questions)
}

var (
	braces = strings.NewReplacer("{", "", "}", "")
	signs  = strings.NewReplacer("{", "", "}", "", "[", "", "]", "", "|", "", "\"", "", "“", "", "”", "")
)

// plainText is a line without the signs that frames use.
func plainText(text string, longest int) string { return without(signs, text, longest) }

// without is one line of a text from which signs are taken, and the spaces that stood
// beside them.
func without(signs *strings.Replacer, text string, longest int) string {
	return strings.Join(strings.Fields(signs.Replace(prose.CleanLine(text, longest))), " ")
}

func plainName(text string) string { return strings.Trim(plainText(text, 60), ".,;:!? ") }

func placeName(text string) string { return prose.MidSentence(plainName(text)) }

func textOr(text, otherwise string) string {
	if text = plainText(text, 60); text != "" {
		return text
	}
	return otherwise
}

func quoted(id string) string {
	text, _ := json.Marshal(prose.CleanLine(id, 60))
	return string(text)
}

func among(word, list string) bool { return prose.OneOf(word, list) }

// oneOf is a word if it is in the list, else "".
func oneOf(word, list string) string {
	if among(word, list) {
		return word
	}
	return ""
}
