package world

import (
	"maps"
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// A Pair is a directed relation: what Who has towards Whom, of people, factions and groups.
type Pair struct{ Who, Whom string }

// A Bond is what somebody has towards another beside an opinion.
type Bond struct {
	Trust   int64  // thousandths, -100000 to 100000
	Summary string // in the words of who feels it
	Last    int64  // story minutes: when they last had to do with each other, as far as who feels it noticed
	Spoken  bool   // whether they ever had

	TrustSaid, SummarySaid event.Position // of the event that said it; 0 for none
}

// A Group is a set of people who are something together.
type Group struct {
	Members          []event.CharacterID // sorted
	Summary, Dynamic string

	SummarySaid, DynamicSaid event.Position // of the event that said it; 0 for none
}

// A Meeting is how often, and when last, just these people were together in a scene, as one of them saw.
type Meeting struct {
	Members []event.CharacterID // sorted
	Times   int64
	Last    int64 // story minutes
}

// A Thread is a line of the plot: with whom each follows it who was named together with them when it was opened, themselves
// included. That others follow it too whom somebody was not named with, they do not know.
type Thread map[event.CharacterID][]event.CharacterID

func (w *World) noted(at event.Position, e event.Event) {
	pair := Pair{e.Text("who"), e.Text("whom")}
	b := w.Bonds[pair]
	if _, said := e.Lookup("trust"); said {
		b.Trust, b.TrustSaid = e.Whole("trust"), at
	}
	if _, said := e.Lookup("summary"); said {
		b.Summary, b.SummarySaid = e.Text("summary"), at
	}
	own(&w.owned.bonds, &w.Bonds)[pair] = b
}

// dealt notes for two people that one had to do with the other, each as far as they perceived it.
func (w *World) dealt(e event.Event, who string, others []string) {
	for _, whom := range others {
		if who == whom || who == "" || whom == "" {
			continue
		}
		for _, pair := range []Pair{{who, whom}, {whom, who}} {
			if e.Perception.Witnessed(event.CharacterID(pair.Who)) {
				b := w.Bonds[pair]
				b.Last, b.Spoken = w.minutesOf(e), true
				own(&w.owned.bonds, &w.Bonds)[pair] = b
			}
		}
	}
}

func (w *World) groupChanged(at event.Position, e event.Event) {
	g := w.Groups[e.Text("group")]
	if _, said := e.Lookup("members"); said {
		g.Members = sorted(characters(e.Texts("members")))
	}
	if _, said := e.Lookup("summary"); said {
		g.Summary, g.SummarySaid = e.Text("summary"), at
	}
	if _, said := e.Lookup("dynamic"); said {
		g.Dynamic, g.DynamicSaid = e.Text("dynamic"), at
	}
	own(&w.owned.groups, &w.Groups)[e.Text("group")] = g
}

// met counts for each of some people that they were together with just those of them whom they saw there.
func (w *World) met(e event.Event) {
	present := sorted(characters(e.Texts("present")))
	for _, who := range present {
		members := slices.DeleteFunc(slices.Clone(present), func(x event.CharacterID) bool { return x != who && !w.Sees(who, string(x)) })
		if len(members) < 2 {
			continue
		}
		key := meetingKey(who, members)
		m := w.Meetings[key]
		m.Members, m.Times, m.Last = members, m.Times+1, w.minutesOf(e)
		own(&w.owned.meetings, &w.Meetings)[key] = m
	}
}

// Met is how often somebody was together with just these people, they among them, as far as they saw.
func (w *World) Met(who event.CharacterID, members ...event.CharacterID) Meeting {
	return w.Meetings[meetingKey(who, sorted(members))]
}

func (w *World) threadOpened(e event.Event) {
	with := sorted(characters(e.Texts("characters")))
	if len(with) == 0 {
		with = []event.CharacterID{event.Player}
	}
	t := Thread{}
	maps.Copy(t, w.Threads[e.Text("thread")])
	for _, who := range with {
		t[who] = sorted(append(slices.Clone(with), t[who]...))
	}
	own(&w.owned.threads, &w.Threads)[e.Text("thread")] = t
}

// ThreadsOf are the threads that somebody follows, and as far as they know all of some others, sorted.
func (w *World) ThreadsOf(who event.CharacterID, others ...event.CharacterID) (ids []string) {
	for id, t := range w.Threads {
		if t[who] != nil && !slices.ContainsFunc(others, func(x event.CharacterID) bool { return !slices.Contains(t[who], x) }) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func sorted(ids []event.CharacterID) []event.CharacterID {
	all := slices.Clone(ids)
	slices.Sort(all)
	return slices.Compact(all)
}

func meetingKey(who event.CharacterID, members []event.CharacterID) string {
	key := string(who)
	for _, id := range members {
		key += "\n" + string(id)
	}
	return key
}

// MarshalText is the pair as the key of an object.
func (p Pair) MarshalText() ([]byte, error) { return []byte(p.Who + " > " + p.Whom), nil }
