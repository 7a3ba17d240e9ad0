package world

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// A sense is by what an event reaches somebody.
type sense uint8

const (
	byEye sense = 1 << iota
	byEar
)

// A scene is what happens, as far as it matters for who perceives it.
type scene struct {
	doer     event.CharacterID
	spots    []string // the containers that it happens in
	by       sense
	concerns []string // the doer, and whom and what else it concerns: those lost in thought perceive it
	told     []event.CharacterID
	taken    []event.CharacterID // who is in what is moved by it, and notices that, whatever they see and are at
	befalls  bool                // the doer, who perceives it only if aware
}

// Sees reports whether somebody sees another, or something, where they are now: nothing is between,
// and they did not overlook the other's coming.
func (w *World) Sees(who event.CharacterID, other string) bool {
	return w.looks(who, other) && !slices.Contains(w.Unseen[event.CharacterID(other)], who)
}

// looks is Sees but for what was overlooked.
func (w *World) looks(who event.CharacterID, other string) bool {
	return string(who) != other && w.eyes(who) && w.inSight(w.In(string(who)), w.In(other), other) && !w.unseenWith(who, other)
}

// unseenWith reports whether somebody overlooks one who carries something, however deep in what they carry.
func (w *World) unseenWith(who event.CharacterID, thing string) bool {
	if len(w.Unseen) == 0 {
		return false
	}
	around := w.around(string(who))
	return slices.ContainsFunc(w.around(thing), func(in string) bool {
		return slices.Contains(w.Unseen[event.CharacterID(in)], who) && !slices.Contains(around, in)
	})
}

// eyes reports whether somebody sees anything.
func (w *World) eyes(who event.CharacterID) bool {
	doing := w.Doing[who]
	return doing.Aware() && !doing.Any(event.Blind)
}

// ears reports whether somebody hears anything.
func (w *World) ears(who event.CharacterID) bool {
	doing := w.Doing[who]
	return doing.Aware() && !doing.Any(event.Deaf)
}

// Beside are those people whom somebody sees, in order of their ids.
func (w *World) Beside(who event.CharacterID) []event.CharacterID {
	return w.those(func(id event.CharacterID) bool { return w.Sees(who, string(id)) })
}

// SeenBy are those people who see somebody, in order of their ids.
func (w *World) SeenBy(who event.CharacterID) []event.CharacterID {
	return w.those(func(id event.CharacterID) bool { return w.Sees(id, string(who)) })
}

// those are the people who are as wanted, in order of their ids.
func (w *World) those(wanted func(event.CharacterID) bool) []event.CharacterID {
	var ids []event.CharacterID
	for id := range w.People {
		if wanted(id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Audience is the perception of an event that nobody keeps from anybody, before it has happened: see
// the package. What nobody does is where the player is, but for what happened at a place that its event names.
func (w *World) Audience(e event.Event) *event.Perception {
	s := w.sceneOf(e)
	if here := w.In(string(event.Player)); len(s.spots) == 0 {
		s.doer, s.spots = event.Player, []string{here}
	}
	return w.perceived(s)
}

// AudienceAt is the same of what an occasion brings: what nobody does is where that is.
func (w *World) AudienceAt(occasion string, e event.Event) *event.Perception {
	s := w.sceneOf(e)
	if spots := w.site(w.Occasions[occasion]); len(s.spots) == 0 && len(spots) > 0 {
		s.doer, s.spots = "", spots
		return w.perceived(s)
	}
	return w.Audience(e)
}

// Openly is the perception of what somebody does at some places, or beside where they are: by eye or
// by ear.
func (w *World) Openly(who event.CharacterID, places ...string) *event.Perception {
	s := scene{doer: who, by: byEye | byEar}
	for _, place := range places {
		if at := w.In(string(who)); at != "" && place == w.Place(string(who)) {
			place = at
		}
		if place != "" {
			s.spots = append(s.spots, place)
		}
	}
	return w.perceived(s)
}

// doers is the field that says who does an event, or in whom it shows.
var doers = map[event.Kind]string{
	event.Moved: "who", event.CheckRolled: "who", event.CharacterChanged: "who", event.ItemGained: "who", event.ItemLost: "who",
	event.Said: "speaker", event.ClaimMade: "speaker", event.ActivityChanged: "who", event.ItemPut: "by",
}

// sceneOf is what an event is to those who may perceive it.
func (w *World) sceneOf(e event.Event) scene {
	s := scene{doer: event.CharacterID(e.Text(doers[e.Kind])), by: byEye | byEar}
	switch e.Kind {
	case event.Said, event.ClaimMade:
		s.by, s.told = byEar, characters(e.Texts("to"))
	case event.CheckRolled, event.ActivityChanged:
		s.by = byEye
	case event.Moved, event.CharacterChanged:
		s.by, s.befalls = byEye, true
	case event.ItemGained, event.ItemLost:
		s.by, s.befalls, s.concerns = byEye, true, []string{e.Text("item")}
	case event.ItemPut:
		s.by, s.concerns = byEye, []string{e.Text("item"), e.Text("in")}
	case event.ContainerChanged:
		s.by, s.concerns = byEye, []string{e.Text("container"), e.Text("inside")}
	case event.Happened:
		s.concerns = e.Texts("who")
	case event.Acted:
		a, _ := action.Parse(e.Value("action"))
		s.doer = event.CharacterID(a.By.ID)
		if a.Kind.Social() {
			s.by = byEar
		}
		for _, ref := range append(slices.Clip(a.To), a.Item) {
			s.concerns = append(s.concerns, ref.ID)
		}
	}
	s.taken = w.takenAlong(e)
	return w.at(s, e)
}

// takenAlong are those who are in what an event moves.
func (w *World) takenAlong(e event.Event) []event.CharacterID {
	switch e.Kind {
	case event.Moved:
		return w.Inside(e.Text("who"))
	case event.ItemGained, event.ItemLost, event.ItemPut:
		return w.Inside(e.Text("item"))
	case event.ContainerChanged:
		if e.Text("inside") != "" {
			return w.Inside(e.Text("container"))
		}
	}
	return nil
}

// at says where a scene is: where its doer is and what is done to is; that of nobody who is
// somewhere is nowhere.
func (w *World) at(s scene, e event.Event) scene {
	switch e.Kind {
	case event.Moved:
		s.spots = []string{w.In(string(s.doer)), e.Text("to")}
	case event.ItemPut:
		in := e.Text("in")
		s.spots = []string{w.In(string(s.doer)), w.In(in)}
		switch {
		case s.doer == "":
			s.spots = append(s.spots, in)
		case w.Within(string(s.doer), in): // nothing of it shows where that stands
			s.spots[1] = in
		}
	case event.ContainerChanged:
		s.spots = []string{w.In(e.Text("container")), e.Text("container"), e.Text("inside")}
	case event.Happened:
		if place := e.Text("place"); place != w.Place(string(event.Player)) {
			s.spots = []string{place}
		}
	case event.OccasionPlanned:
		s.spots = w.whereabouts(characters(e.Texts("people")))
	case event.OccasionStarted, event.OccasionCompleted, event.OccasionCancelled, event.OccasionExpired:
		s.spots = w.site(w.Occasions[e.Text("occasion")])
	default:
		s.spots = []string{w.In(string(s.doer))}
	}
	s.spots = slices.DeleteFunc(s.spots, func(spot string) bool { return spot == "" })
	return s
}

// site is where an occasion is: its place, and without one where its people are.
func (w *World) site(o Occasion) []string {
	if o.Place != "" {
		return []string{o.Place}
	}
	return slices.DeleteFunc(w.whereabouts(o.People), func(spot string) bool { return spot == "" })
}

// whereabouts are the containers that some people are in: whoever is with one of them hears of a plan.
func (w *World) whereabouts(people []event.CharacterID) (spots []string) {
	for _, who := range people {
		spots = append(spots, w.In(string(who)))
	}
	return spots
}

// perceived are the three sets of a scene.
func (w *World) perceived(s scene) *event.Perception {
	p := &event.Perception{}
	reached := w.those(func(id event.CharacterID) bool { return id != s.doer && w.reached(id, s) })
	if s.doer != "" && (!s.befalls || w.Doing[s.doer].Aware()) {
		p.WitnessedBy, p.ApparentAudience = append(p.WitnessedBy, s.doer), append(p.ApparentAudience, s.doer)
	}
	for _, id := range reached {
		if w.attends(id, s) {
			p.WitnessedBy = append(p.WitnessedBy, id)
		}
		if w.takes(s, id) {
			p.ApparentAudience = append(p.ApparentAudience, id)
		}
	}
	for _, x := range p.WitnessedBy {
		for _, y := range p.WitnessedBy {
			if x != y && !slices.Contains(p.ApparentAudience, y) && w.Sees(x, string(y)) {
				if p.Noticed == nil {
					p.Noticed = make(map[event.CharacterID][]event.CharacterID)
				}
				p.Noticed[x] = append(p.Noticed[x], y)
			}
		}
	}
	return p.Sorted()
}

// reached reports whether what happens comes to somebody's eyes or ears, whatever they are at.
func (w *World) reached(who event.CharacterID, s scene) bool {
	if slices.Contains(s.taken, who) && w.Doing[who].Aware() {
		return true
	}
	at := w.In(string(who))
	return slices.ContainsFunc(s.spots, func(spot string) bool {
		return s.by&byEye != 0 && w.eyes(who) && w.inSight(at, spot, "") || s.by&byEar != 0 && w.ears(who) && w.inHearing(spot, at)
	})
}

// attends reports whether somebody is not lost in something else than what reaches them.
func (w *World) attends(who event.CharacterID, s scene) bool {
	doing := w.Doing[who]
	if doing.Attention != event.Absorbed || slices.Contains(s.taken, who) || slices.Contains(s.concerns, string(who)) || slices.Contains(s.told, who) {
		return true
	}
	return slices.ContainsFunc(doing.Attends, func(id string) bool { return id == string(s.doer) || slices.Contains(s.concerns, id) })
}

// takes reports whether a scene's doer takes somebody whom it reaches to be in the audience: they see
// them, or speak to them. Of what nobody does all see who is there.
func (w *World) takes(s scene, who event.CharacterID) bool {
	switch {
	case slices.Contains(s.told, who):
		return true
	case s.doer == "":
		return len(w.Unseen[who]) == 0
	case w.Doing[s.doer].Any(event.Blind):
		return w.In(string(s.doer)) == w.In(string(who)) && !slices.Contains(w.Unseen[who], s.doer)
	}
	return w.Sees(s.doer, string(who)) || w.arrives(s, who)
}

// arrives reports whether somebody is in sight where a scene's doer comes to.
func (w *World) arrives(s scene, who event.CharacterID) bool {
	return len(s.spots) > 1 && w.eyes(s.doer) && !slices.Contains(w.Unseen[who], s.doer) &&
		slices.ContainsFunc(s.spots, func(spot string) bool { return w.inSight(spot, w.In(string(who)), string(who)) })
}

func characters(ids []string) []event.CharacterID {
	var all []event.CharacterID
	for _, id := range ids {
		all = append(all, event.CharacterID(id))
	}
	return all
}
