package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose/grammar"
)

// What is offered can be typed: as it is said it is found, or asked back together with
// what is said alike. In other words it is found or asked back too, and never taken for
// something else.
func TestWhatIsOfferedCanBeTyped(t *testing.T) {
	const plays, turns = 100, 20
	for n := range soak.Count(plays) {
		t.Run(fmt.Sprint("play ", n+1), func(t *testing.T) {
			t.Parallel()
			sample := campaigns.All()[n%2]
			g := playedSo(t, sample, 0, uint64(n))
			said, read := 0, 0
			pick := ""
			for turn := range turns {
				r, err := g.Play(t.Context(), pick)
				if err != nil {
					t.Fatal(err)
				}
				s, w := typeAll(t, g)
				said, read = said+s, read+w
				pick = r.Choices[(n*7+turn*3)%len(r.Choices)].ID
			}
			if said < 10*turns || read < 10*turns {
				t.Errorf("only %d actions were said and %d were put in other words", said, read)
			}
		})
	}
}

// typeAll types all that is possible now in its own words and in others, and counts both.
func typeAll(t *testing.T, g *Game) (said, others int) {
	t.Helper()
	all := g.world.offers(g.story.State())
	names := newNamer(g.world, g.story.State().Player(), all)
	possible := g.readable()
	reader := grammar.NewReader(possible, names)
	for _, a := range possible {
		line := grammar.Say(a, names)
		if found := readAs(reader.Read(line)); !slices.ContainsFunc(found, a.Equal) {
			t.Errorf("%q of %s is read as %v", line, a.ID(), ids(found))
		} else if slices.ContainsFunc(found, func(b action.Action) bool { return !strings.EqualFold(grammar.Say(b, names), line) }) {
			t.Errorf("%q of %s may be %v, which is not said so", line, a.ID(), ids(found))
		}
		said++
		for _, line := range inOtherWords(a, names) {
			r := reader.Read(line)
			if found := readAs(r); !slices.ContainsFunc(found, a.Equal) {
				t.Errorf("%q for %s is read as %v %s", line, a.ID(), ids(found), r.Refusal)
			}
			others++
		}
	}
	return said, others
}

// readAs are the actions that a reading leaves.
func readAs(r grammar.Reading) []action.Action {
	if r.Found {
		return []action.Action{r.Action}
	}
	return r.Among
}

func ids(all []action.Action) (texts []string) {
	for _, a := range all {
		texts = append(texts, a.ID())
	}
	return texts
}

// inOtherWords are four lines that mean an action, as people type. What an author worded has
// no others.
func inOtherWords(a action.Action, names grammar.Names) []string {
	noun := func(r action.Ref) string {
		n, _ := names.Noun(r)
		return n.Text
	}
	fill := strings.NewReplacer("{whom}", noun(a.Whom()), "{item}", noun(a.Item), "{place}", noun(a.Place), "{thread}", grammar.Topic(noun(a.Thread)), "{topic}", noun(a.Topic))
	var lines []string
	for line := range strings.SplitSeq(otherWords[wordsOf{a.Kind, a.Topic.None() || a.Kind == action.Show, a.Item.None() || a.Kind != action.Examine}], "|") {
		if line == "" {
			continue
		}
		if a.Manner == action.Quietly {
			line = strings.TrimRight(line, "?") + " in a whisper"
		}
		lines = append(lines, fill.Replace(line))
	}
	return lines
}

// wordsOf is what sort of action is put in other words.
type wordsOf struct {
	kind             action.Kind
	topicless, whole bool // about nothing in particular; of no single thing
}

var otherWords = map[wordsOf]string{
	{action.Talk, true, true}:      "talk to {whom}|I'd like to speak with {whom}, please|have a word with {whom}|chat with {whom} for a bit",
	{action.Ask, false, true}:      "ask {whom} about {topic}|what does {whom} know about {topic}?|{whom}, tell me about {topic}|find out from {whom} about {topic}",
	{action.Tell, false, true}:     "tell {whom} about {topic}|let {whom} know about {topic}|inform {whom} of {topic}|tell {whom} what I know about {topic}",
	{action.AskHelp, true, true}:   "beg {whom} for help|could you help me, {whom}?|get {whom} to help me|{whom}, give me a hand",
	{action.AskHelp, false, true}:  "ask {whom} for help with {topic}|get help from {whom} with {topic}|{whom}, help me with {topic}|could {whom} help me with {topic}?",
	{action.Befriend, true, true}:  "befriend {whom}|make friends with {whom}|be nice to {whom}|get on the good side of {whom}",
	{action.Befriend, false, true}: "win {whom} over with talk of {topic}|try to win over {whom} by talking of {topic}|win {whom} over by talking about {topic}|win over {whom} with talk about {topic}",
	{action.Press, true, true}:     "press {whom}|demand the truth from {whom}|make {whom} talk|grill {whom}",
	{action.Press, false, true}:    "press {whom} about {topic}|lean on {whom} about {topic}|interrogate {whom} about {topic}|demand the truth about {topic} from {whom}",
	{action.Show, true, true}:      "show {item} to {whom}|let {whom} see {item}|hold {item} up for {whom} to see|present {item} to {whom}",
	{action.Give, true, true}:      "give {item} to {whom}|hand {whom} {item}|make a present of {item} to {whom}|let {whom} have {item}",
	{action.Go, true, true}:        "walk to {place}|head over to {place}|let's go to {place}|visit {place}",
	{action.Go, false, true}:       "go to {place} to ask about {topic}|ask at {place} about {topic}|visit {place} and ask about {topic}|walk to {place} and enquire about {topic}",
	{action.Examine, true, true}:   "look|examine {place}|have a good look round {place}|look about",
	{action.Examine, false, true}:  "look for signs of {topic}|look around for {topic}|examine {place} for {topic}|look for traces of {topic} at {place}",
	{action.Examine, true, false}:  "x {item}|have a look at {item}|take another look at {item}|inspect {item} closely",
	{action.Search, true, true}:    "search|search here|have a rummage around {place}|look for clues",
	{action.Search, false, true}:   "search for {topic}|search {place} for {topic}|look for {topic}|look for traces of {topic} at {place}",
	{action.Wait, true, true}:      "wait|z|do nothing|hang around",
	{action.Wait, false, true}:     "wait for news of {topic}|listen out for {topic}|wait and listen for talk of {topic}|wait here to hear talk of {topic}",
	{action.Pursue, true, true}:    "pursue {thread}|investigate {thread}|get to the bottom of {thread}|find out more about {thread}",
	{action.Recall, true, true}:    "think|what do I know so far?|remember|go over what I know",
	{action.Recall, false, true}:   "think about {topic}|remember {topic}|what do I know about {topic}?|recall what I know of {topic}",
}
