package drama

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

// decisions are the two things that the player can do in the end, each an ending.
func (s *stage) decisions() (endings []campaign.Ending) {
	last := &s.beats[slices.IndexFunc(s.beats, func(b campaign.Beat) bool { return b.ID == lastSign })]
	last.Holds = true
	for i, words := range s.ways() {
		id := fmt.Sprintf("ending-%d", i+1)
		text := prose.SentenceCase(words)
		c := campaign.Choice{
			ID: "decide-" + id, Text: text, Told: sentence("you decided to " + words), Slot: campaign.Final, Of: "end:" + id, Minutes: s.pace(), Prose: s.ending(words), Effects: []effect.Effect{effect.Ending{ID: id}},
		}
		last.Choices = append(last.Choices, c)
		early := c
		early.ID, early.Hint, early.Slot = "early-"+id, "The story ends with it.", campaign.Deciding
		s.add(early, wants{least: map[string]int{"confessed": 2, "signs": 2}})
		endings = append(endings, campaign.Ending{ID: id, Title: text, Priority: campaign.Medium, Body: s.last(i, words)})
	}
	// who does not decide has it decided by what was found out
	known := "step-1-confessed"
	for i, w := range []wants{{flags: []string{known}}, {not: []string{known}}} {
		last.Choices = append(last.Choices, campaign.Choice{
			ID: fmt.Sprintf("leave-%d", i+1), Text: "Let it be decided without you", Told: "You let it be decided without you.", Slot: campaign.Deciding, Of: "end:leave", Minutes: s.pace(), Requires: s.when(w),
			Prose: campaign.Prose{paragraph(s.decided(i))}, Effects: []effect.Effect{effect.Ending{ID: endings[min(i, len(endings)-1)].ID}},
		})
	}
	return endings
}

// ways are the two things that can be done in the end.
func (s *stage) ways() []string {
	if len(s.Options) >= 2 {
		return s.Options[:2]
	}
	topic := "it all"
	if len(s.Threads) > 0 {
		topic = s.Threads[0].Topic
	}
	say := "say what you know of " + topic
	if len(s.Options) == 1 {
		return []string{s.Options[0], "leave it as it is"}
	}
	return []string{say, "keep what you know of " + topic + " to yourself"}
}

// decided is how it goes where the player does not decide: by whether it is known who did it.
func (s *stage) decided(i int) string {
	if len(s.Threads) == 0 || s.Threads[0].Owner == "" {
		return s.you("You say nothing, and others do as they would have done without you.")
	}
	owner := s.person(s.Threads[0].Owner)
	if i == 0 && owner.Silent {
		return s.you("You say nothing.") + " " + begin(owner.Name) + " comes forward before everybody, and stands there."
	}
	if i == 0 {
		return s.you("You say nothing.") + " " + begin(owner.Name) + " says before everybody what is known of " + s.Threads[0].Topic + "."
	}
	return s.you("You say nothing.") + " Nor does " + owner.Name + ", and nobody asks about " + s.Threads[0].Topic + " any more."
}

// ending is what the player does in the end, and whose doing it was that they know of: one sentence, of the
// author's words. What they did not find out, nobody counts for them.
func (s *stage) ending(words string) campaign.Prose {
	deed := s.you("You " + words + ".")
	told := campaign.Paragraph{{Text: deed}}
	if i := slices.IndexFunc(s.Steps, func(of Step) bool { return of.Thread == 0 && of.Kind == Confess }); i >= 0 {
		told = append(campaign.Paragraph{{Text: deed + " " + s.ended(&s.Steps[i]), When: s.when(wants{flags: []string{s.Steps[i].ID}})}}, told...)
	}
	return campaign.Prose{told}
}

// came is what has come of what the player did: "If you refuse, the Hammer stays on its nail." is, once
// they have refused, "The Hammer stays on its nail."
func (s *stage) came(stake string) string {
	_, rest, is := strings.Cut(stake, ", ")
	first := firstWords(rest, 1)
	if !is || strings.Contains(first, ",") || !english.OneOf(strings.ToLower(first), "the a an it he she they you we nobody somebody everybody everyone all his her their your this that these those") && !strings.ContainsFunc(first[:min(1, len(first))], unicode.IsUpper) {
		return stake
	}
	return prose.SentenceCase(rest)
}

// last is the author's own last word on it, where there is one.
func (s *stage) last(i int, words string) string {
	about := prose.Content(words)
	best, most := "", 0
	for _, stake := range s.Stakes {
		n := 0
		for _, w := range prose.Content(stake) {
			if slices.Contains(about, w) {
				n++
			}
		}
		if n > most && strings.HasPrefix(stake, "If ") {
			best, most = stake, n
		}
	}
	if best != "" {
		return s.came(best)
	}
	if len(s.Threads) > 0 {
		return "Whoever speaks of " + s.Threads[0].Topic + " after that speaks of how it was decided, and by whom."
	}
	return "It is decided."
}
