package drama

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
)

// pace is how many minutes a deed takes: so many that signs come when their time has nearly come, of a
// clock of days no more than leave the evening to come by its sign.
func (s *stage) pace() int {
	if len(s.Clock.Turns) == 0 {
		return 10
	}
	if s.Clock.byDays() {
		return min(50, max(10, (evening-cmp.Or(s.Clock.Start, usualStart)-30)/(s.Clock.Turns[0]+1)))
	}
	return max(1, min(30, s.Clock.Minutes/signs/(s.Clock.longest()+1)))
}

// atMost is how long something takes that takes so long where there is time for it.
func (s *stage) atMost(minutes int) int { return min(minutes, s.pace()) }

// signs are the five signs of the time that runs out.
func (s *stage) signs() {
	before := openingBeat
	for i, turn := range s.Clock.Turns {
		id := fmt.Sprintf("sign-%d", i+1)
		b := campaign.Beat{
			ID: id, Title: s.Clock.Words, Priority: campaign.Critical, Once: true, Skippable: false, Conditions: s.when(wants{beat: before, from: turn}),
			Effects: append(s.passes(i), effect.Set{Path: done + ".signs", Value: strictjson.Int(int64(i + 1))}),
			Prose:   s.sign(i),
		}
		if p := s.person(s.Clock.Who); s.Clock.Who != "" && i%2 == 1 && p.Toward != "" {
			b.Effects = append(b.Effects, effect.NPC{Person: p.ID, Path: "place", Value: p.Toward})
			if len(s.Errands) > 0 {
				b.Prose = append(b.Prose, s.pressing(p))
			}
		}
		if i == 2 && s.Clock.Takes != "" {
			for _, step := range s.Steps {
				if step.ID == s.Clock.Takes {
					b.Effects = append(b.Effects, flag("lost-"+step.ID))
					b.Prose = append(b.Prose, campaign.Paragraph{{Text: s.lost(&step), When: s.when(wants{not: []string{step.ID}})}})
				}
			}
		}
		s.beats = append(s.beats, b)
		w := wants{beat: before, forbids: []string{id}}
		s.add(campaign.Choice{ID: "wait-" + id, Text: s.waiting(i), Told: "You waited.", Slot: campaign.Staying, Of: "wait", LeadsTo: id, Minutes: s.waits(i), Hint: s.price(i)}, w)
		before = id
	}
}

// pressing is that whoever presses for the end goes where what they want takes them, as far as it is seen.
func (s *stage) pressing(p *Person) campaign.Paragraph {
	comes := wants{at: p.Toward, gone: map[string]string{p.ID: p.Toward}}
	first := comes
	first.unmet = p.ID
	return campaign.Paragraph{
		{Text: introduced(p, s.comes(p, p.Toward)), When: s.when(first)},
		{Text: s.comes(p, p.Toward), When: s.when(comes)},
		{Text: s.leaves(p, p.Toward), When: s.when(wants{away: p.Toward, present: []string{p.ID}})},
	}
}

// waits is how long somebody waits for a sign, besides what goes by with it.
func (s *stage) waits(i int) int {
	if s.Clock.byDays() {
		return 1
	}
	return max(1, s.pace()*s.Clock.deeds(i))
}

// price is what waiting for a sign costs, where the choice does not say how long it is.
func (s *stage) price(i int) string {
	if !s.Clock.byDays() || s.Clock.skipped(i) > 0 {
		return ""
	}
	return []string{"The rest of the day will go by.", "The night will go by."}[i%2]
}

// passes is the time that goes by with a sign: of hours what the deeds before it have left, of days all
// that goes by from evening to morning.
func (s *stage) passes(i int) (passes []effect.Effect) {
	if !s.Clock.byDays() {
		if s.Clock.Start > 0 && s.Version >= 5 { // to the minute: what deeds took besides is no part of it
			return append(passes, effect.Until{Minute: (s.Clock.Start + s.Clock.Minutes*(i+1)/signs) % aDay})
		}
		return append(passes, effect.Minutes{Count: max(1, s.Clock.Minutes/signs-s.pace()*s.Clock.deeds(i))})
	}
	if gone := s.Clock.skipped(i); gone > 0 {
		passes = append(passes, effect.Minutes{Count: gone * aDay})
	}
	return append(passes, effect.Until{Minute: []int{evening, morning}[i%2]})
}

// When evening and morning are, in minutes from midnight.
const (
	evening = 17*60 + 30
	morning = 6 * 60
)

// sign is what tells that time runs out.
func (s *stage) sign(i int) campaign.Prose {
	if i == signs-1 {
		text := "There is no time left."
		if len(s.Threads) > 0 {
			text = "There is no time left to ask about " + s.Threads[0].Topic + ". It has to be settled now."
		}
		if due := s.due(); due != "" {
			text = "It is " + due + ". " + text
		}
		if s.Clock.byDays() {
			text = "The days have gone, and the last evening comes. " + text
		}
		return campaign.Prose{paragraph(text)}
	}
	text := begin(s.hoursLeft(i))
	if due := s.due(); due != "" {
		text = strings.TrimSuffix(text, "left.") + "left before " + due + "."
	}
	if s.Clock.byDays() {
		text = s.dayComes(i)
	}
	switch {
	case i == 0 && s.Clock.Said != "":
		text = s.Clock.Said + " " + text
	case i > 0:
		var pressing []string // what comes of it is for the end to say
		for _, stake := range s.Stakes {
			if !strings.HasPrefix(stake, "If ") {
				pressing = append(pressing, stake)
			}
		}
		if i-1 < len(pressing) {
			text += " " + pressing[i-1]
		}
	}
	return campaign.Prose{paragraph(text)}
}

// due is the time of day at which it has to be over, in the author's words: "half past seven"; "" where
// they name none, or it is days off.
func (s *stage) due() string {
	at, is := clockBehind(s.Clock.Words, "at", "by", "before", "until")
	if !is || s.Clock.byDays() {
		return ""
	}
	_, words, _ := strings.Cut(at.words, " ")
	return words
}

// dayComes is the evening or morning of a sign, and what is left then: where an author's sentence
// before it says that, or it is as many days as at the sign before, nothing.
func (s *stage) dayComes(i int) string {
	text := []string{"The first evening comes", "The night goes by. It is morning", "Evening comes once again", "Another night goes by. It is morning again"}[i]
	if gone := s.Clock.skipped(i); gone > 0 {
		text = begin(inDays(gone)) + " later " + []string{"it is evening", "it is morning"}[i%2]
	}
	left := s.Clock.left(i)
	switch {
	case i == 0 && s.Clock.Said != "" || i > 0 && left == s.Clock.left(i-1):
		return text + "."
	case left == 0:
		return text + ", and the day has come."
	case left == 1:
		return text + ", and a day is left."
	}
	return text + ", and " + inDays(left) + " are left."
}

func inDays(n int) string {
	if n == 1 {
		return "a day"
	}
	return prose.Number(n) + " days"
}

// hoursLeft is what a sign leaves of a clock of hours, exactly enough that no two say the same.
func (s *stage) hoursLeft(i int) string {
	left := s.Clock.Minutes - s.Clock.Minutes/signs*(i+1)
	hours, minutes := left/60, left%60
	switch {
	case s.Clock.Minutes >= signs*60:
		hours, minutes = (left+30)/60, 0
	case left >= 15:
		hours, minutes = (left+2)/5*5/60, (left+2)/5*5%60
	}
	var parts []string
	if hours > 24 {
		parts, hours = append(parts, "a day"), hours-24
	}
	switch {
	case hours == 1:
		parts = append(parts, "an hour")
	case hours > 1:
		parts = append(parts, prose.Number(hours)+" hours")
	}
	switch {
	case minutes == 1:
		parts = append(parts, "a minute")
	case minutes > 0 && minutes%5 == 0:
		parts = append(parts, fives[minutes/5]+" minutes")
	case minutes > 0:
		parts = append(parts, prose.Number(minutes)+" minutes")
	}
	if len(parts) == 1 && (hours == 1 || hours == 0 && minutes == 1) {
		return parts[0] + " is left."
	}
	return strings.Join(parts, " and ") + " are left."
}

// fives are the counts of minutes that are told in steps of five.
var fives = strings.Fields("no five ten fifteen twenty twenty-five thirty thirty-five forty forty-five fifty fifty-five")

// lost: a thing that nobody looked at in time is no longer there.
func (s *stage) lost(step *Step) string {
	t := s.thing(step.Thing)
	return begin(definite(t.Name)) + map[bool]string{true: " are", false: " is"}[t.Many] + " no longer at " + s.place(step.Place).Name + "; whoever wanted to look has come too late."
}

// waiting is the choice that lets the next sign come.
func (s *stage) waiting(i int) string {
	if s.Clock.byDays() && s.Clock.skipped(i) > 0 {
		return "Let " + inDays(s.Clock.day(i)-s.Clock.day(i-1)) + " go by"
	}
	if s.Clock.byDays() {
		return []string{"Wait for the evening", "Wait for the morning"}[i%2]
	}
	return "Let " + prose.Span(s.Clock.Minutes/signs) + " go by"
}
