package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story/event"
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
			said, read := 0, reading{}
			pick := ""
			for turn := range turns {
				r, err := g.Play(t.Context(), pick)
				if err != nil {
					t.Fatal(err)
				}
				said += typeAll(t, g, read)
				pick = r.Choices[(n*7+turn*3)%len(r.Choices)].ID
			}
			if said < 10*turns || read.lines() < 10*turns {
				t.Errorf("only %d actions were said and %d were put in other words", said, read.lines())
			}
			for kind, of := range read {
				if of.asked*100 > of.lines*max(1, mostAskedBack[kind]) {
					t.Errorf("of %d lines that mean to %s, %d are asked back about", of.lines, kind, of.asked)
				}
			}
		})
	}
}

// What neither sample offers, giving something away and practising what a stat opens, can be
// typed too: with that, every kind that is offered at all is put in other words.
func TestGivingAndTrainingCanBeTyped(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range but(harbour, "characters/player/template.json", `{"stats": [{"id": "nerve", "name": "Nerve", "default": 10, "words": ["dare"], "gates": [{"at_least": 9, "unlocks": "Balance on the rail."}]}], "preset": {"name": "Jo", "stats": {"nerve": 10}}, "starting_items": ["rope"]}`) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	g := playedSo(t, campaigns.Sample{Name: "harbour", Files: files}, 0, 1)
	typed := map[action.Kind]bool{}
	for pick, turn := "", 0; turn < 6; turn++ {
		r, err := g.Play(t.Context(), pick)
		if err != nil {
			t.Fatal(err)
		}
		typeAll(t, g, reading{})
		for _, a := range g.now().readable() {
			typed[a.Kind] = typed[a.Kind] || len(inOtherWords(a, grammar.Table{})) >= 4
		}
		pick = r.Choices[turn%len(r.Choices)].ID
	}
	if !typed[action.Give] || !typed[action.Train] {
		t.Errorf("put in other words were only %v", typed)
	}
}

// A reading is how often what is put in other words was typed, and asked back, by kind.
type reading map[action.Kind]*struct{ lines, asked int }

func (r reading) lines() (all int) {
	for _, of := range r {
		all += of.lines
	}
	return all
}

// mostAmong is among how many it is asked back what is put in other words, and mostAskedBack in
// how many of a hundred lines of a kind: of the others in one at the most.
const mostAmong = 4

var mostAskedBack = map[action.Kind]int{action.Ask: 18, action.Recall: 4, action.Press: 2, action.Examine: 18, action.Search: 18, action.Wait: 6, action.Pursue: 4, action.Show: 6}

// typeAll types all that is possible now in its own words and in others, and counts both.
func typeAll(t *testing.T, g *Game, others reading) (said int) {
	t.Helper()
	all := g.world.At(g.story.State()).Offers()
	names := g.world.Seen(g.story.State().Player()).Names(all)
	possible := g.now().readable()
	reader := grammar.NewReader(possible, names)
	written := func(line string) bool { // it is what an author's choice says, and that comes first
		return slices.ContainsFunc(possible, func(a action.Action) bool { return a.Kind == action.Authored && strings.EqualFold(a.Words, line) })
	}
	for _, a := range possible {
		line := grammar.Say(a, names)
		if a.Kind != action.Authored && written(line) {
			continue
		}
		if found := readAs(reader.Read(line)); !slices.ContainsFunc(found, a.Equal) {
			t.Errorf("%q of %s is read as %v", line, a.ID(), ids(found))
		} else if slices.ContainsFunc(found, func(b action.Action) bool { return !strings.EqualFold(grammar.Say(b, names), line) }) {
			t.Errorf("%q of %s may be %v, which is not said so", line, a.ID(), ids(found))
		}
		said++
		for _, line := range inOtherWords(a, names) {
			if a.Kind != action.Authored && written(line) {
				continue
			}
			r := reader.Read(line)
			if found := readAs(r); !slices.ContainsFunc(found, a.Equal) {
				t.Errorf("%q for %s is read as %v %s", line, a.ID(), ids(found), r.Refusal)
			} else if len(found) > mostAmong {
				t.Errorf("%q for %s is asked back among %d: %v", line, a.ID(), len(found), ids(found))
			}
			of := others[a.Kind]
			if of == nil {
				of = &struct{ lines, asked int }{}
				others[a.Kind] = of
			}
			if of.lines++; !r.Found {
				of.asked++
			}
		}
	}
	return said
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

// inOtherWords are lines that mean an action, four or more, as people type them. What an author
// worded has no others but where its words are known here: "Balance on the rail".
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

// The verbs and the order of words are other ones in each line of a kind.
var otherWords = map[wordsOf]string{
	{action.Talk, true, true}:      "talk to {whom}|I'd like to speak with {whom}, please|have a word with {whom}|chat with {whom} for a bit|strike up a conversation with {whom}|good day, {whom}!|{whom}, may I have a word?|see what {whom} has to say|go over to {whom} and say hello",
	{action.Ask, false, true}:      "ask {whom} about {topic}|what does {whom} know about {topic}?|{whom}, tell me about {topic}|find out from {whom} about {topic}|has {whom} heard anything about {topic}?|question {whom} on the subject of {topic}|I wonder what {whom} knows about {topic}|get {whom} to talk about {topic}|raise {topic} with {whom}",
	{action.Tell, false, true}:     "tell {whom} about {topic}|let {whom} know about {topic}|inform {whom} of {topic}|tell {whom} what I know about {topic}|fill {whom} in on {topic}|share what I know of {topic} with {whom}|{whom}, I have news about {topic}|put {whom} in the picture about {topic}|mention {topic} to {whom}",
	{action.AskHelp, true, true}:   "beg {whom} for help|could you help me, {whom}?|get {whom} to help me|{whom}, give me a hand|enlist {whom}|I need your help, {whom}|turn to {whom} for assistance|see whether {whom} can help",
	{action.AskHelp, false, true}:  "ask {whom} for help with {topic}|get help from {whom} with {topic}|{whom}, help me with {topic}|could {whom} help me with {topic}?|beg {whom} to help me with {topic}|lend me a hand with {topic}, {whom}|enlist {whom}'s help with {topic}|I could use {whom}'s help with {topic}",
	{action.Befriend, true, true}:  "befriend {whom}|make friends with {whom}|be nice to {whom}|get on the good side of {whom}|butter {whom} up|curry favour with {whom}|gain {whom}'s trust|get to know {whom} better|ingratiate myself with {whom}",
	{action.Befriend, false, true}: "win {whom} over with talk of {topic}|try to win over {whom} by talking of {topic}|charm {whom} by talking about {topic}|befriend {whom} with talk of {topic}",
	{action.Press, true, true}:     "press {whom}|demand the truth from {whom}|make {whom} talk|grill {whom}|get the truth out of {whom}|lean on {whom}|turn up the heat on {whom}|don't let {whom} off the hook|{whom}, tell me the truth!",
	{action.Press, false, true}:    "press {whom} about {topic}|lean on {whom} about {topic}|interrogate {whom} about {topic}|demand the truth about {topic} from {whom}|wring the truth about {topic} from {whom}|put pressure on {whom} about {topic}|make {whom} tell me about {topic}|confront {whom} over {topic}|insist that {whom} tell me the truth about {topic}",
	{action.Show, true, true}:      "show {item} to {whom}|let {whom} see {item}|hold {item} up for {whom} to see|present {item} to {whom}|wave {item} in front of {whom}|draw {whom}'s attention to {item}|{whom}, look at {item}|what does {whom} make of {item}?|see if {whom} recognises {item}",
	{action.Give, true, true}:      "give {item} to {whom}|hand {whom} {item}|make a present of {item} to {whom}|let {whom} have {item}|{whom}, please take {item}|press {item} into {whom}'s hand|I want {whom} to have {item}|leave {item} with {whom}|offer {item} to {whom} as a gift",
	{action.Go, true, true}:        "walk to {place}|head over to {place}|let's go to {place}|visit {place}|make my way to {place}|set off for {place}|take me to {place}|pay {place} a visit|follow the path to {place}",
	{action.Go, false, true}:       "go to {place} to ask about {topic}|ask at {place} about {topic}|visit {place} and ask about {topic}|walk to {place} and enquire about {topic}|find out about {topic} at {place}|make enquiries about {topic} at {place}|see what they know at {place} about {topic}|head for {place} to learn about {topic}",
	{action.Examine, true, true}:   "look|examine {place}|have a good look round {place}|look about|where am I?|what can I see here?|survey {place}|cast an eye over {place}|get my bearings|take in my surroundings",
	{action.Examine, false, true}:  "look for signs of {topic}|look around for {topic}|examine {place} for {topic}|look for traces of {topic} at {place}|keep an eye out for {topic}|watch for signs of {topic}",
	{action.Examine, true, false}:  "x {item}|have a look at {item}|take another look at {item}|inspect {item} closely|study {item}|peer at {item}|turn {item} over in my hands|what does {item} look like?|give {item} a closer look",
	{action.Search, true, true}:    "search|search here|have a rummage around {place}|look for clues|turn {place} upside down|go through {place} with a fine-tooth comb|see if anything is hidden here|comb every corner of {place}|poke about",
	{action.Search, false, true}:   "search for {topic}|search {place} for {topic}|look for {topic}|look for traces of {topic} at {place}|hunt for {topic} here|rummage around {place} for signs of {topic}",
	{action.Wait, true, true}:      "wait|z|do nothing|hang around|stay put|kill some time|bide my time|see what happens next|loiter here for a while|twiddle my thumbs",
	{action.Wait, false, true}:     "wait for news of {topic}|listen out for {topic}|wait and listen for talk of {topic}|wait here to hear talk of {topic}|overhear talk of {topic}|sit here and listen for mention of {topic}",
	{action.Pursue, true, true}:    "pursue {thread}|investigate {thread}|get to the bottom of {thread}|find out more about {thread}|follow up {thread}|dig deeper into {thread}|carry on investigating {thread}|try to solve the mystery of {thread}|look for answers to {thread}",
	{action.Recall, true, true}:    "think|what do I know so far?|remember|go over what I know|take stock|put two and two together|go through my notes|gather my thoughts|think back over everything",
	{action.Recall, false, true}:   "think about {topic}|remember {topic}|what do I know about {topic}?|recall what I know of {topic}|cast my mind back to {topic}|mull over {topic}|turn {topic} over in my mind|bring {topic} to mind|what have I heard about {topic}?",
	{action.Train, true, true}:     "practise balancing on the rail|work on balancing on the rail|train my nerve|exercise my balance on the rail|have a go at balancing on the rail|see if I can balance on the rail",
}

// Whom the player did a grave wrong, and theirs, a skill is told of: of what showed to the
// player, and of no small thing.
func TestWhomThePlayerWronged(t *testing.T) {
	for name, test := range map[string]struct {
		who    string
		by     int64
		weight action.Significance
		unseen bool
		want   bool
	}{
		"gravely":             {who: "ines", by: -30_000, weight: action.High, want: true},
		"theirs":              {who: "keepers", by: -30_000, weight: action.High, want: true},
		"lightly":             {who: "ines", by: -30_000, weight: action.Medium},
		"greatly helped":      {who: "ines", by: 30_000, weight: action.High},
		"somebody else":       {who: "tobias", by: -30_000, weight: action.High},
		"and it never showed": {who: "ines", by: -30_000, weight: action.High, unseen: true},
	} {
		turn := standing(t, written(t, harbour), "quay", 10*60).acquaint()
		if test.unseen {
			turn.movePlayer("inn", nil)
		}
		turn.add(event.RelationChanged, event.Data{"who": test.who, "whom": "player", "by": test.by, "significance": string(test.weight)})
		turn.add(event.RelationChanged, event.Data{"who": test.who, "whom": "player", "by": int64(1000), "significance": "low"})
		betrayed := slices.ContainsFunc(strictjson.AsList(turn.closes().choicesInput(&menu{}, 1, nil)["people"]), func(person any) bool {
			return person.(strictjson.Object)["betrayed"] == true
		})
		if shown := turn.view().Wronged(test.who); betrayed != test.want || test.unseen && shown {
			t.Errorf("%s: %v", name, betrayed)
		}
	}
}
