package drama

import (
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/effect"
)

// An Errand is what somebody does by themselves: they go where what they want takes them, or back; or they
// ask somebody about it who is where they are.
type Errand struct {
	Person string `json:"person"`
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`
	Asks   string `json:"asks,omitempty"` // whom
	Thread int    `json:"thread"`         // what it is about
	Round  int    `json:"round,omitempty"`
}

// Bounds of what people do by themselves: together, and how often somebody sets out.
const (
	mostErrands = 40
	mostRounds  = 3
	mostAsked   = 12
)

// errands has everybody who wants something that is elsewhere set out for it and come back, by turns; and
// ask whoever has anything to say of it.
func (m *making) errands() {
	movers := slices.DeleteFunc(slices.Clone(m.p.People), func(p Person) bool {
		return p.Many || p.Wants < 0 || p.Toward == "" || p.Toward == p.Home
	})
	m.draw.Shuffle(len(movers), func(i, j int) { movers[i], movers[j] = movers[j], movers[i] })
	for leg := range 2 * mostRounds {
		for _, p := range movers {
			e := Errand{Person: p.ID, From: p.Home, To: p.Toward, Thread: p.Wants, Round: leg / 2}
			if leg%2 == 1 {
				e.From, e.To = e.To, e.From
			}
			if len(m.p.Errands) < mostErrands {
				m.p.Errands = append(m.p.Errands, e)
			}
		}
	}
	asked := 0
	for _, p := range m.p.People {
		for _, q := range m.p.People {
			tells := func(s Step) bool { return s.Thread == p.Wants && s.Person == q.ID }
			if p.ID != q.ID && !p.Many && !p.Silent && !q.Many && p.Wants >= 0 && asked < mostAsked && slices.ContainsFunc(m.p.Steps, tells) {
				m.p.Errands = append(m.p.Errands, Errand{Person: p.ID, Asks: q.ID, Thread: p.Wants})
				asked++
			}
		}
	}
}

// firstErrand is the turn with which people begin to go about by themselves; each later one has one more of them.
const firstErrand = 1

// errands are a beat each, or two: whoever sets out is seen to where they are, once they have been met, and
// everywhere else, by whoever is there.
func (s *stage) errands() {
	for i := range s.Errands {
		e := &s.Errands[i]
		p, id := s.person(e.Person), fmt.Sprint("errand-", i)
		w := wants{beat: openingBeat, forbids: []string{lastSign}, not: []string{id, "hid-" + p.ID, bargains(p)}}
		b := campaign.Beat{Priority: campaign.Low, Once: true, Skippable: true, Title: p.Name}
		if e.Asks != "" {
			q := s.person(e.Asks)
			for _, step := range s.Steps { // of what they have said already nobody asks them
				if step.Person == q.ID && step.Thread == e.Thread {
					w.not = append(w.not, step.ID)
				}
			}
			w.from, w.present, w.known = firstErrand, []string{p.ID, q.ID}, []string{p.ID, q.ID}
			b.ID, b.Conditions, b.Effects, b.Prose = "asks-"+id, s.when(w), []effect.Effect{flag(id)}, campaign.Prose{paragraph(s.asksOf(p, q, e.Thread, i))}
			s.beats = append(s.beats, b)
			continue
		}
		w.from, w.where = firstErrand+i*2/3, map[string]string{p.ID: e.From}
		b.Effects = []effect.Effect{flag(id), effect.NPC{Person: p.ID, Path: "place", Value: e.To}, flag("gone-" + p.ID), flag(went(p, e.To))}
		here, away := w, w
		here.at, here.met, here.without, away.away = e.From, p.ID, p.ID, e.From
		b.ID, b.Conditions, b.Prose = "leave-"+id, s.when(here), campaign.Prose{paragraph(s.setsOut(p, e))}
		s.beats = append(s.beats, b)
		b.ID, b.Conditions, b.Prose = "pass-"+id, s.when(away), campaign.Prose{s.passing(p, e, i)}
		s.beats = append(s.beats, b)
	}
}

// bargains is the flag of somebody's having named a price and not been paid: who waits for that goes nowhere.
func bargains(p *Person) string { return "bargains-" + p.ID }

// setsOut is somebody who leaves where the player is.
func (s *stage) setsOut(p *Person, e *Errand) string {
	name, to, topic := begin(p.Name), s.place(e.To).Name, s.Threads[e.Thread].Topic
	if e.To == p.Home {
		return []string{
			name + " goes back to " + to + ".",
			name + " has been long enough at " + s.place(e.From).Name + ", and leaves for " + to + ".",
			name + " takes the way to " + to + " again.",
		}[e.Round]
	}
	return []string{
		s.leaves(p, e.To),
		name + " has not done with " + topic + ", and goes to " + to + " again.",
		name + " goes to " + to + " for the third time, and for " + topic + ".",
	}[e.Round]
}

// passing is somebody on an errand, as whoever is not where they set out sees them: they come, or go by. Who has gone
// by both ways once, and has shown what they want and where they go for it, does so unsaid from then on.
func (s *stage) passing(p *Person, e *Errand, n int) (all campaign.Paragraph) {
	comes := s.comesFor(p, e)
	all = campaign.Paragraph{
		{Text: introduced(p, comes), When: s.when(wants{at: e.To, unmet: p.ID})},
		{Text: comes, When: s.when(wants{at: e.To})},
	}
	if e.Round > 0 {
		return all
	}
	way := "on the way to " + s.place(e.To).Name + ", to see about " + s.Threads[e.Thread].Topic
	if e.To == p.Home {
		way = "on the way back from " + s.place(e.From).Name
	}
	for _, place := range s.Places {
		if place.ID != e.To && place.ID != e.From {
			all = append(all, campaign.Variant{Text: s.goesBy(p, &place, way, n), When: s.when(wants{at: place.ID})})
		}
	}
	return all
}

// goesBy is how somebody is seen from a place that they only pass.
func (s *stage) goesBy(p *Person, at *Place, way string, n int) string {
	name := begin(p.Name)
	if at.Indoors {
		return []string{
			name + " looks in at " + at.Name + ", and is gone again, " + way + ".",
			"Outside " + at.Name + " " + p.Name + " goes by, " + way + ".",
			"From " + at.Name + " " + p.Name + " can be seen, " + way + ".",
		}[n%3]
	}
	return []string{
		name + " comes past " + at.Name + ", " + way + ".",
		name + " goes by, " + way + ", and has no time to stop.",
		name + " can be seen from " + at.Name + ", " + way + ".",
	}[n%3]
}

// comesFor is somebody on an errand who comes to where the player is.
func (s *stage) comesFor(p *Person, e *Errand) string {
	name, topic := begin(p.Name), s.Threads[e.Thread].Topic
	if e.To == p.Home {
		return []string{
			name + " comes back from " + s.place(e.From).Name + ".",
			name + " is back from " + s.place(e.From).Name + ", and has nothing to say of " + topic + ".",
			name + " comes in from " + s.place(e.From).Name + " once more.",
		}[e.Round]
	}
	return []string{
		s.comes(p, e.To),
		name + " is here again, and it is still " + topic + ".",
		name + " comes a third time about " + topic + ".",
	}[e.Round]
}

// asksOf is somebody asking another about what they want to hear of, in the player's hearing: it shows who has
// something to say of it, and no more.
func (s *stage) asksOf(p, q *Person, thread, n int) string {
	topic := s.Threads[thread].Topic
	if q.Silent {
		return begin(p.Name) + " asks " + q.Name + " about " + topic + ", and waits, and gets no word."
	}
	return s.you([]string{
		`"And ` + topic + `?" ` + p.Name + " asks " + q.Name + ". " + begin(q.Name) + " looks at you first, and does not answer.",
		begin(p.Name) + " takes " + q.Name + " aside about " + topic + ". They stop when you look that way.",
		`"You know something of ` + topic + `," ` + p.Name + " says to " + q.Name + ". " + begin(q.Name) + " does not say no.",
	}[n%3])
}
