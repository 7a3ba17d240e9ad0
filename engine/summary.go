package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A memory is what the player remembers of a turn.
type memory struct {
	Summary      string // a sentence about "you", in the past
	Characters   []string
	Place        string
	Significance string // low, medium, high
	Tags         []string
	Topic        string // what it leaves to talk and think about, or ""
	Episodic     string // triumph, failure, or ""
}

// trivial reports whether there is nothing to remember.
func (m memory) trivial() bool { return m.Summary == "" }

// turnFacts is what happened in a turn.
type turnFacts struct {
	ChoiceID string
	Choice   string // as the player read it; "" for the opening
	Written  *campaign.Beat
	Move     *move // for a choice that no author wrote
	Person   string
	Stat     string
	Band     string // of the check, "" for none
	Kind     prose.Kind
	Beats    []*campaign.Beat // told in this turn
	Gained   []string         // ids of items
	Lost     []string
	Learned  []string // facts
	Revealed bool     // a secret came out
	Moved    bool     // somebody's opinion did
}

// summary is the turn as the player remembers it. The state is that after the
// turn.
func summary(c *campaign.Campaign, s *story.State, f turnFacts) memory {
	if f.Move != nil && f.Move.Person != "" {
		f.Person = f.Move.Person
	}
	return memory{
		Summary:      prose.CleanLine(retold(c, s, f), longestSummary),
		Characters:   company(s, f),
		Place:        s.People[event.Player].Place,
		Significance: significance(f),
		Tags:         tags(s, f),
		Topic:        topicLeft(c, f),
		Episodic:     episode(f),
	}
}

// longestSummary is how many characters a summary has at most. Choices and prose
// quote it inside sentences of their own.
const longestSummary = 240

// retold is the sentence. Where an author let something happen while the player did
// nothing to speak of, it is that which is remembered.
func retold(c *campaign.Campaign, s *story.State, f turnFacts) string {
	told := "You came to " + placeName(c, s.People[event.Player].Place) + "."
	if f.Choice == "" || f.Move.idle() {
		if cue := cueTold(f.Beats); cue != "" {
			return cue
		}
	}
	switch {
	case f.Move != nil && f.Move.Kind == moveSearch && len(f.Gained) > 0:
		return "You found " + itemName(c, s, f.Gained[0]) + " at " + f.Move.PlaceName + "."
	case f.Move != nil && f.Move.Person != "" && ownWords(f.Choice) != "":
		told = ownWords(f.Choice)
	case f.Move != nil:
		told = deedOf(f.Move.words(), referent{})
	case f.Choice != "":
		told = deedOf(f.Choice, referents(c, f))
	}
	if heard := heardOf(c, f); heard != "" && f.Band != string(prose.Failure) {
		return ended(told, "and heard of "+heard)
	}
	switch f.Band {
	case string(prose.Failure):
		return f.failed(told, referents(c, f))
	case string(prose.Partial):
		return ended(told, "after a fashion")
	case string(prose.Success):
		if episode(f) != "" {
			return ended(told, "and it went well")
		}
	}
	return told
}

// ended puts how it went behind a sentence.
func ended(told, how string) string {
	return strings.TrimRight(told, ".") + ", " + how + "."
}

// failed tells a deed that came to nothing. What was said was said all the same;
// anything else was only tried.
func (f turnFacts) failed(told string, who referent) string {
	imperative := f.Choice
	if f.Move != nil {
		imperative, who = f.Move.words(), referent{}
		if f.Move.Person != "" && ownWords(f.Choice) != "" {
			imperative = prose.Unleaned(f.Choice)
		}
	}
	if tried := attemptOf(imperative, who); tried != "" {
		return ended(tried, "and it went wrong")
	}
	return ended(told, "and it went wrong")
}

// mostOwnWords is how many words of a choice that nobody wrote are remembered.
const mostOwnWords = 18

// ownWords tells a choice that nobody wrote in its own words, where it does not quote
// what the player did before: memories would hold one another, and grow. Then, and
// where its words cannot be told, it is "".
func ownWords(choice string) string {
	choice = prose.Unleaned(choice)
	for word := range strings.FieldsSeq(choice) {
		if oneOf(bareWord(word), "you your yourself again harder answer it") {
			return ""
		}
	}
	told := deedOf(choice, referent{})
	if prose.Words(told) > mostOwnWords || strings.HasPrefix(told, "You chose this") || strings.ContainsAny(told, ":;") {
		return ""
	}
	return told
}

// idle reports whether a move is one that nobody would speak of: to have gone
// somewhere, waited, thought, or looked about.
func (m *move) idle() bool {
	return m != nil && oneOf(m.Kind, moveGo+" "+moveExamine+" "+moveWait+" "+movePursue+" "+moveRecall+" "+moveTrain)
}

// longestCue is how many words of a cue are remembered at most.
const longestCue = 24

// cueTold is the cue of the weightiest of some beats, as the player remembers it; ""
// where none can be told, or where the beat's prose does not bear it out: a cue is
// for planners, and may say what nobody told. What it says of "the player" is said of
// "you", in the past.
func cueTold(beats []*campaign.Beat) string {
	best := ""
	priority := campaign.Priority(-1)
	for _, b := range beats {
		if cue := retoldCue(b.Cue); cue != "" && b.Priority > priority && borneOut(b) {
			best, priority = cue, b.Priority
		}
	}
	return best
}

// borneOut reports whether a beat's prose says what its cue does: whether a third of the
// cue's words stand in it, names and the smallest words aside. A beat without prose is
// told by its cue.
func borneOut(b *campaign.Beat) bool {
	if len(b.Prose) == 0 {
		return true
	}
	told := map[string]bool{}
	for _, paragraph := range b.Prose {
		for _, variant := range paragraph {
			for word := range strings.FieldsSeq(variant.Text) {
				told[rootOf(bareWord(word))] = true
			}
		}
	}
	said, shared := 0, 0
	for _, word := range strings.Fields(b.Cue) {
		bare := bareWord(word)
		if len(bare) < 3 || capitalWord(word) || oneOf(bare, littleWords) {
			continue
		}
		said++
		if told[rootOf(bare)] {
			shared++
		}
	}
	return shared*3 >= said
}

const littleWords = "the and for but not nor that this what with from where when who whom whose how why could they their them there into have has had been were was are player out off about her his its one"

// rootOf is nearly what a word has in common with its other forms.
func rootOf(word string) string {
	for _, ending := range []string{"'s", "’s", "ing", "ed", "es", "s", "e"} {
		if rest, cut := strings.CutSuffix(word, ending); cut && len(rest) > 2 {
			return rest
		}
	}
	return word
}

func retoldCue(cue string) string {
	cue = prose.CleanLine(cue, longestSummary)
	words := prose.Words(cue)
	if words < 3 || words > longestCue || len(prose.Sentences(cue)) != 1 || !strings.HasSuffix(cue, ".") {
		return ""
	}
	told := retellPlayer(cue)
	deed, players := strings.CutPrefix(told, "You ")
	if !players || !strings.HasPrefix(cue, "The player ") {
		return told
	}
	if verb, _, _ := strings.Cut(strings.TrimPrefix(cue, "The player "), " "); !strings.HasSuffix(verb, "s") {
		return told // it is told in the past already
	}
	if d := deedOf(prose.SentenceCase(deed), referent{}); !strings.HasPrefix(d, "You chose this") {
		return d
	}
	return ""
}

// company is who was there, the player first.
func company(s *story.State, f turnFacts) []string {
	all := []string{string(event.Player)}
	for _, id := range append([]string{f.Person}, present(s)...) {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

func significance(f turnFacts) string {
	for _, b := range f.Beats {
		if b.Priority >= campaign.High {
			return "high"
		}
	}
	switch {
	case f.Revealed || len(f.Gained) > 0 || len(f.Lost) > 0:
		return "high"
	case f.Band != "" || f.Moved || len(f.Beats) > 0:
		return "medium"
	}
	return "low"
}

// tags are the words a memory is found by besides its own.
func tags(s *story.State, f turnFacts) []string {
	var all []string
	add := func(tag string) {
		if tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	add(f.Stat)
	if f.Written != nil {
		add(f.Written.ID)
	}
	for _, b := range f.Beats {
		add(b.ID)
	}
	if f.Move != nil {
		add(f.Move.Kind)
		add(f.Move.Thread)
		add(f.Move.Item)
	}
	for _, thread := range s.Threads {
		if thread.Turn == s.Turn.Number {
			add(thread.ID)
		}
	}
	for _, item := range slices.Concat(f.Gained, f.Lost) {
		add(item)
	}
	return all
}

// episode says whether a turn is remembered for ever: a clear success or failure
// where something was at stake.
func episode(f turnFacts) string {
	if f.Kind != prose.Danger && (f.Written == nil || f.Written.Priority < campaign.High) {
		return ""
	}
	switch f.Band {
	case string(prose.Success):
		return "triumph"
	case string(prose.Failure):
		return "failure"
	}
	return ""
}

// sceneSummary is a closed scene in one or two sentences: the weightiest of what
// the player remembers of it.
func sceneSummary(c *campaign.Campaign, s *story.State) string {
	var best []story.Memory
	for _, m := range s.Memories {
		if m.Knower == event.Player && m.Turn >= s.Scene.Turn {
			best = append(best, m)
		}
	}
	slices.SortStableFunc(best, func(a, b story.Memory) int { return weightOf(b.Significance) - weightOf(a.Significance) })
	best = best[:min(2, len(best))]
	slices.SortStableFunc(best, func(a, b story.Memory) int { return int(a.Position) - int(b.Position) })
	var sentences []string
	for _, m := range best {
		if sentence := prose.EndSentence(m.Summary); !slices.Contains(sentences, sentence) {
			sentences = append(sentences, sentence)
		}
	}
	if len(sentences) == 0 {
		return "You spent a while at " + placeName(c, s.Scene.Place) + "."
	}
	return strings.Join(sentences, " ")
}

func weightOf(significance string) int {
	return slices.Index([]string{"low", "medium", "high"}, significance)
}

// referents are the people that "him" and "her" of an authored choice stand for:
// the one that its beat is with.
type referent struct{ Name, Pronouns, Role string }

func referents(c *campaign.Campaign, f turnFacts) referent {
	id := f.Person
	if f.Written != nil {
		if len(f.Written.People) != 1 {
			return referent{}
		}
		id = f.Written.People[0]
	}
	if p, ok := c.Someone(id); ok {
		return referent{p.Name, p.Pronouns, p.Role}
	}
	return referent{}
}
