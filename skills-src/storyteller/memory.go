package storyteller

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

// memory is what is read of a recalled one.
type memory struct {
	ID           string      `json:"id"`
	Summary      string      `json:"summary"`
	Topic        string      `json:"topic"` // what it leaves to think about: "the ninth grave"
	Significance string      `json:"significance"`
	Episodic     any         `json:"episodic"` // "triumph" or "failure", or true
	Location     string      `json:"location"`
	Tags         []string    `json:"tags"`
	Relevance    json.Number `json:"relevance"`
	TurnsAgo     json.Number `json:"turns_ago"`
	SessionsAgo  json.Number `json:"sessions_ago"`
}

// results are what the steps before have found.
type results struct {
	memories []memory
	snippets []snippet
}

// resultsOf takes them from the outputs of all dependencies, in order of their
// names. What is not as it should be is left out.
func resultsOf(inv *kit.Invocation) results {
	var r results
	for _, tool := range slices.Sorted(maps.Keys(inv.Results)) {
		output, _ := inv.Results[tool].(map[string]any)
		for _, value := range listOf(inv, tool, "memories", output) {
			var m memory
			if convert(value, &m) == nil && prose.Words(m.Summary) > 0 {
				m.Summary = addressed(prose.Sentences(prose.CleanLine(m.Summary, 400))[0])
				r.memories = append(r.memories, m)
			}
		}
		for _, value := range listOf(inv, tool, "snippets", output) {
			var s snippet
			if convert(value, &s) == nil {
				r.snippets = append(r.snippets, s)
			}
		}
	}
	return r
}

func listOf(inv *kit.Invocation, tool, name string, output map[string]any) []any {
	value, there := output[name]
	list, ok := value.([]any)
	if there && !ok {
		inv.Log("warn", "results."+tool+"."+name+" is no array; it is left out", nil)
	}
	return list
}

// The bounds of a memory that can be told.
const (
	oldEnough   = 4  // turns: what was done a moment ago is no memory yet
	mostOfWords = 40 // what the composer weaves into a sentence
)

// memory picks the one to be told. It matters, it is none of the last turns', not
// the deed of this one, and was not told lately; those that mark a life come first,
// then what touches the turn. Where nothing of a sitting before was told for a while,
// that goes before the rest.
func (r results) memory(now turn) *memory {
	var candidates []scored[*memory]
	for i := range r.memories {
		m := &r.memories[i]
		if m.turns() < oldEnough || prose.Words(m.Summary) > mostOfWords || alike(m.Summary, now.deed) {
			continue
		}
		reminds := m.reminds(now)
		if !reminds && !m.matters(now) {
			continue
		}
		score := m.weight() + m.nearness(now)
		if reminds {
			score += remindsFirst
		}
		candidates = append(candidates, scored[*memory]{m, score})
	}
	best, _ := pick(now.scene, candidates, func(m *memory) bool { return now.scene.History.Knows(m.Summary) })
	return best
}

// remindsFirst is what puts a deed of a sitting before in front of all others.
const remindsFirst = 2000

// reminds reports whether a memory is a deed of a sitting before that can be told now,
// to somebody who comes back to the story, whatever they do.
func (m *memory) reminds(now turn) bool {
	return m.before() && !now.scene.History.Reminded() && !m.failed() && !m.trivial() && !m.ofSomebodyHere(now)
}

func (m *memory) before() bool { return m.SessionsAgo != "" && m.SessionsAgo != "0" }

// trivial are the kinds of what the player did that nobody thinks back to; a memory
// has its kind among its tags.
const trivial = "go wait examine recall pursue search train talk arrive"

// matters reports whether a memory is worth telling now: it has to do with the moment,
// did not go wrong, is more than coming, going, looking and asking, and has something
// to think about, or great weight.
func (m *memory) matters(now turn) bool {
	switch {
	case !now.bears(m.Summary + " " + m.Topic), m.failed(), m.trivial():
		return false
	case m.Topic != "":
		return m.Significance != "low"
	}
	return m.Significance == "high" || m.triumph()
}

// failed: "You pressed Aldous about the oil, and it went wrong."
func (m *memory) failed() bool {
	return m.Episodic == "failure" || strings.HasSuffix(m.Summary, ", and it went wrong.") || strings.Contains(m.Summary, "You tried to ")
}

// trivial reports whether a memory is of what is done all the time. A triumph is not.
func (m *memory) trivial() bool {
	return !m.triumph() && (m.comings() || slices.ContainsFunc(m.Tags, func(tag string) bool { return isIn(tag, trivial) }))
}

// comings: what is told is only that the player came, looked, waited or asked.
func (m *memory) comings() bool {
	return slices.ContainsFunc(comings[:], func(coming string) bool { return strings.HasPrefix(m.Summary, "You "+coming) })
}

var comings = [...]string{"came ", "went to ", "went over what ", "arrived ", "walked to ", "looked ", "waited ", "asked ", "spoke ", "talked "}

func (m *memory) ofSomebodyHere(now turn) bool {
	names := topic{}
	for _, person := range now.scene.People {
		names.add(person.Name, 1)
	}
	return names.weigh(m.Summary) > 0
}

// nearness is what a memory is worth here and now.
func (m *memory) nearness(now turn) int {
	near := 50 * now.about.weigh(m.Summary)
	if m.ofSomebodyHere(now) {
		near += 60
	}
	if now.place != "" && m.Location == now.place {
		near += 60
	}
	return near
}

// weight is what a memory is worth by itself.
func (m *memory) weight() int {
	weight := thousandths(m.Relevance)
	switch m.Significance {
	case "high":
		weight += 150
	case "medium":
		weight += 50
	}
	if m.triumph() {
		weight += 600
	}
	return weight
}

func (m *memory) triumph() bool { return m.Episodic == "triumph" || m.Episodic == true }

// turns is how many turns ago it was. A skill that does not say keeps older ones.
func (m *memory) turns() int64 {
	turns, err := m.TurnsAgo.Int64()
	if err != nil {
		return oldEnough
	}
	return turns
}

// thousandths reads a relevance, from 0 to 1. A skill of somebody else's may give
// any number; what is finer than thousandths does not count.
func thousandths(relevance json.Number) int {
	whole, decimals, _ := strings.Cut(string(relevance), ".")
	if whole == "1" {
		return 1000
	}
	if whole != "0" || strings.Trim(decimals, "0123456789") != "" {
		return 0
	}
	n, _ := strconv.Atoi((decimals + "000")[:3])
	return n
}

// addressed tells of "the player" as of "you", which is how the composer wants a
// memory: "The player was kind to Ines" is "You were kind to Ines".
func addressed(summary string) string {
	words := strings.Fields(summary)
	for i, word := range words {
		core, signs := withoutSigns(word)
		switch strings.ToLower(core) {
		case "player":
			words[i] = "you" + signs
			if i+1 < len(words) {
				words[i+1] = afterYou(words[i+1])
			}
		case "player's", "player’s":
			words[i] = "your" + signs
		default:
			continue
		}
		if i > 0 && strings.EqualFold(words[i-1], "the") {
			words[i-1] = ""
		}
	}
	return prose.SentenceCase(strings.Join(strings.Fields(strings.Join(words, " ")), " "))
}

func afterYou(verb string) string {
	switch verb {
	case "was":
		return "were"
	case "is":
		return "are"
	case "has":
		return "have"
	}
	return verb
}

func withoutSigns(word string) (core, signs string) {
	core = strings.TrimRight(word, ".,;:!?")
	return core, word[len(core):]
}
