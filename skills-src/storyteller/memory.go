package storyteller

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

// memory is what is read of a recalled one.
type memory struct {
	ID           string          `json:"id"`
	Summary      string          `json:"summary"`
	Topic        string          `json:"topic"` // what it leaves to think about: "the ninth grave"
	TopicID      string          `json:"topic_id"`
	Action       json.RawMessage `json:"action"` // what was done; none where a third party made the memory
	Grade        action.Grade    `json:"grade"`
	Significance string          `json:"significance"`
	Episodic     any             `json:"episodic"` // "triumph" or "failure", or true
	Characters   []string        `json:"characters"`
	Location     string          `json:"location"`
	Relevance    json.Number     `json:"relevance"`
	Pinned       bool            `json:"pinned"` // to be at hand whatever is done
	TurnsAgo     json.Number     `json:"turns_ago"`
	SessionsAgo  json.Number     `json:"sessions_ago"`

	did *action.Action // Action, where it is one
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
				r.memories = append(r.memories, m.read())
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

// read takes the action out, and makes one sentence of what was written of it. Where
// there is no action the words are a third party's.
func (m memory) read() memory {
	m.Summary = prose.Sentences(prose.CleanLine(m.Summary, 400))[0]
	var did action.Action
	if len(m.Action) > 0 && json.Unmarshal(m.Action, &did) == nil {
		m.did = &did
	} else {
		m.Summary = addressed(m.Summary)
	}
	return m
}

// told is the memory as the composer takes it.
func (m *memory) told() prose.Memory {
	return prose.Memory{ID: m.ID, Summary: m.Summary, Topic: m.Topic, Before: m.before()}
}

// The bounds of a memory that can be told.
const (
	oldEnough   = 4  // turns: what was done a moment ago is no memory yet
	mostOfWords = 40 // what the composer weaves into a sentence
)

// memory picks the one to be told: to somebody who thinks back one that matters, is none of
// the last turns' and was not told lately, those first that mark a life, then what touches the
// turn. Where nothing of a sitting before was told for a while, that goes before the rest,
// whatever is done. Nothing of this is read from its sentence.
func (r results) memory(now turn) *memory {
	var candidates []scored[*memory]
	for i := range r.memories {
		m := &r.memories[i]
		if m.turns() < oldEnough || prose.Words(m.Summary) > mostOfWords || m.did != nil && m.did.ID() == now.deed {
			continue
		}
		reminds := m.reminds(now)
		if !reminds && !(now.thinksBack() && m.matters(now)) {
			continue
		}
		score := m.weight() + m.nearness(now)
		if reminds {
			score += remindsFirst
		}
		if m.Pinned {
			score += pinnedFirst
		}
		candidates = append(candidates, scored[*memory]{m, score})
	}
	best, _ := pick(now.scene, candidates, func(m *memory) bool { return now.scene.History.HasMemory(m.told()) })
	return best
}

// pinnedFirst is what puts what is pinned before what has to do with the moment.
const pinnedFirst = 1000

// thinksBack reports whether the player calls things to mind.
func (t turn) thinksBack() bool {
	return t.scene.Deed != nil && t.scene.Deed.Action.Kind == action.Recall
}

// remindsFirst is what puts a deed of a sitting before in front of all others.
const remindsFirst = 2000

// reminds reports whether a memory is a deed of a sitting before that can be told now,
// to somebody who comes back to the story, whatever they do.
func (m *memory) reminds(now turn) bool {
	return m.before() && !now.scene.History.Reminded() && m.Significance != string(action.Low) && !m.failed() && !m.trivial() && !m.ofSomebodyHere(now)
}

func (m *memory) before() bool { return m.SessionsAgo != "" && m.SessionsAgo != "0" }

// matters reports whether a memory is worth telling now: it has to do with the moment,
// did not go wrong, is more than coming, going, looking and asking, and has something
// to think about, or great weight. Of what no action tells the weight alone counts.
func (m *memory) matters(now turn) bool {
	switch {
	case m.failed(), m.Topic == "" && m.ofSomebodyHere(now): // nobody thinks of it before their face
		return false
	case m.Pinned:
		return true
	case m.did != nil && (m.trivial() || !m.bears(now)):
		return false
	case m.Topic != "":
		return m.Significance != string(action.Low)
	}
	return m.Significance == string(action.High) || m.triumph()
}

func (m *memory) failed() bool { return m.Grade.Failed() || m.Episodic == string(action.Defeat) }

// trivial reports whether a memory is of what is done all the time, and nobody thinks
// back to. A triumph is not.
func (m *memory) trivial() bool {
	if m.did == nil || m.triumph() {
		return false
	}
	kind := m.did.Kind
	return kind.Slight() || kind == action.Search || kind == action.Talk || kind == action.Ask
}

// refs are what a memory is of, places apart: what is done is done somewhere.
func (m *memory) refs() []action.Ref {
	refs := []action.Ref{action.TopicRef(m.TopicID)}
	if m.did != nil {
		refs = append(refs, m.did.Refs()...)
	}
	return slices.DeleteFunc(refs, func(r action.Ref) bool { return r.None() || r.Kind == action.Place })
}

// bears reports whether a memory has to do with the moment: with somebody or something
// in the deed, by its topic, or by the words that an author gave to what was done.
func (m *memory) bears(now turn) bool { return m.shares(now) || now.bears(m.about()) }

// about are the words that a memory may be weighed by: its topic's, and those of an
// author's choice or of what the player said.
func (m *memory) about() string {
	if m.did == nil {
		return m.Topic
	}
	return m.Topic + " " + m.did.Words
}

func (m *memory) shares(now turn) bool {
	return slices.ContainsFunc(m.refs(), func(r action.Ref) bool { return slices.Contains(now.refs, r) })
}

// ofSomebodyHere reports whether what was done was done towards somebody who is here.
func (m *memory) ofSomebodyHere(now turn) bool {
	whom := m.Characters
	if m.did != nil {
		whom = nil
		for _, r := range m.did.To {
			whom = append(whom, r.ID)
		}
	}
	return slices.ContainsFunc(whom, func(id string) bool { return slices.Contains(now.present, id) })
}

// nearness is what a memory is worth here and now.
func (m *memory) nearness(now turn) int {
	near := 50 * now.about.weigh(m.about())
	if m.shares(now) {
		near += 100
	}
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
	case string(action.High):
		weight += 150
	case string(action.Medium):
		weight += 50
	}
	if m.triumph() {
		weight += 600
	}
	return weight
}

func (m *memory) triumph() bool { return m.Episodic == string(action.Triumph) || m.Episodic == true }

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
