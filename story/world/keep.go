package world

import (
	"slices"

	"github.com/narratoria/narratoria/story/event"
)

// Kept is how much of a prop is somebody's for good, whatever becomes of its occasion. What is for good stays so
// wherever it goes: who puts it down or hands it on does not make a prop of it again.
type Kept struct {
	By     []Carrier // who carries so many for good, in the order they came to it; "" for those that nobody carries
	Gained []Gain    // each time somebody gained some for good, as it was perceived
}

// A Gain is that somebody gained so many of a prop for good, before the eyes of some.
type Gain struct {
	Carrier
	Seen []event.CharacterID
}

// Keeps is how many of a prop somebody carries for good; of "" how many lie about, or are lost.
func (w *World) Keeps(item string, who event.CharacterID) int64 { return keeps(w.Kept[item].By, who) }

// SawKept is how many of a prop one has seen some gain for good; of all where none are named.
func (w *World) SawKept(witness event.CharacterID, item string, who ...event.CharacterID) (count int64) {
	for _, g := range w.Kept[item].Gained {
		if (len(who) == 0 || slices.Contains(who, g.Who)) && slices.Contains(g.Seen, witness) {
			count = saturated(count, g.Count)
		}
	}
	return count
}

func keeps(by []Carrier, who event.CharacterID) int64 {
	for _, c := range by {
		if c.Who == who {
			return c.Count
		}
	}
	return 0
}

// keeping are those who carry some for good with so many for one of them, who is last where they were none.
func keeping(by []Carrier, who event.CharacterID, count int64) []Carrier {
	i := slices.IndexFunc(by, func(c Carrier) bool { return c.Who == who })
	switch {
	case i < 0 && count > 0:
		return append(slices.Clip(by), Carrier{who, count})
	case i >= 0 && count > 0:
		by = slices.Clone(by)
		by[i].Count = count
	case i >= 0:
		by = slices.Delete(slices.Clone(by), i, i+1)
	}
	return by
}

// keep notes what of something that somebody has gained is theirs for good: what was so before and lay about, and all
// of it where the cause is an occasion of which it is a prop, its planning or its beginning, as what its end brings has it too.
func (w *World) keep(e event.Event, before int64) {
	item, who := e.Text("item"), event.CharacterID(e.Text("who"))
	gained := w.Carries(item, who) - before
	kept := w.Kept[item]
	stays := min(gained, keeps(kept.By, ""))
	loose := keeps(kept.By, "") - stays
	if gained > 0 && w.forGood(e) {
		stays = gained
		kept.Gained = append(slices.Clip(kept.Gained), Gain{Carrier: Carrier{who, gained}, Seen: witnesses(e)})
	}
	if stays <= 0 {
		return
	}
	kept.By = keeping(keeping(kept.By, "", loose), who, saturated(keeps(kept.By, who), stays))
	own(&w.owned.kept, &w.Kept)[item] = kept
}

func witnesses(e event.Event) []event.CharacterID {
	if e.Perception == nil {
		return nil
	}
	return e.Perception.WitnessedBy
}

// forGood reports whether somebody gains a prop by its occasion.
func (w *World) forGood(e event.Event) bool {
	for _, o := range w.Agenda() {
		if e.Cause > 0 && (e.Cause == o.Start || e.Cause == o.Planning) && slices.Contains(o.Props, e.Text("item")) && (!o.over() || o.Stage == Completed) {
			return true
		}
	}
	return false
}

// putDown notes which of those that are somebody's for good nobody carries any more. Of what somebody has both ways they part with what
// is not for good first.
func (w *World) putDown(item string) {
	kept, is := w.Kept[item]
	if !is {
		return
	}
	by := kept.By
	for _, c := range kept.By {
		if has := w.Carries(item, c.Who); c.Who != "" && has < c.Count {
			by = keeping(by, c.Who, has)
			by = keeping(by, "", saturated(keeps(by, ""), c.Count-has))
		}
	}
	kept.By = by
	own(&w.owned.kept, &w.Kept)[item] = kept
}

// Carries is how many of something somebody carries.
func (w *World) Carries(item string, who event.CharacterID) int64 { return keeps(w.Carried[item], who) }

// nothingKept forgets what was kept for good of the props of an occasion that are nowhere when it is planned: there will be others.
func (w *World) nothingKept(props []string) {
	for _, id := range props {
		if _, is := w.Kept[id]; is && w.In(id) == "" {
			delete(own(&w.owned.kept, &w.Kept), id)
		}
	}
}

// Cleared are the props of an occasion that go with it, but for those of them that somebody has for good: no
// other occasion goes on that has them.
func (w *World) Cleared(o Occasion) []string {
	return slices.DeleteFunc(slices.Clone(o.Props), func(prop string) bool {
		return slices.ContainsFunc(w.Agenda(), func(other Occasion) bool {
			return other.Stage == Active && other.ID != o.ID && slices.Contains(other.Props, prop)
		})
	})
}

// Gone is the occasion for which alone there was a thing, and which is over: nobody gained it for good, and no other
// goes on that has it. false for what is there or may be.
func (w *World) Gone(item string) (last Occasion, gone bool) {
	for _, o := range w.Occasions {
		switch {
		case !slices.Contains(o.Props, item):
		case o.Stage == Active:
			return Occasion{}, false
		case o.over() && (!gone || o.Planning > last.Planning):
			last, gone = o, true
		}
	}
	return last, gone && len(w.Kept[item].By) == 0
}

// clearAway takes props out of the world, but for what somebody has of them for good. What is in one that is gone, and stays, is
// where that was: in the nearest thing or place around it that stays too.
func (w *World) clearAway(o Occasion) {
	props := slices.DeleteFunc(w.Cleared(o), func(id string) bool {
		by := w.Kept[id].By
		if len(by) > 0 {
			w.leave(id, by)
		}
		return len(by) > 0
	})
	for _, id := range props {
		in := w.beside(id, props)
		for _, there := range w.Holds(id) {
			switch {
			case slices.Contains(props, there):
			case in != "":
				w.put(there, Placed{In: in})
			default: // what was nowhere leaves it nowhere
				delete(own(&w.owned.placed, &w.Placed), there)
			}
		}
	}
	for _, id := range props {
		if _, lies := w.Placed[id]; lies {
			delete(own(&w.owned.placed, &w.Placed), id)
		}
		w.leave(id, nil)
	}
}

// takenForGone has those who perceive that an occasion is over, and who knew of a prop of it, take it for gone, as far as they know: but for who
// saw some of it gained for good, has some of it, or knows of another occasion that goes on and has it.
func (w *World) takenForGone(at event.Position, e event.Event, o Occasion) {
	for _, id := range o.Props {
		t := w.Things[id]
		if t == nil || e.Perception == nil {
			continue
		}
		p := *e.Perception
		p.WitnessedBy = slices.DeleteFunc(slices.Clone(p.WitnessedBy), func(who event.CharacterID) bool {
			_, knew := t.last[who]
			return !knew || w.SawKept(who, id) > 0 || w.Carries(id, who) > 0 || w.KnowsAnother(who, id, o)
		})
		if len(p.WitnessedBy) > 0 {
			w.sighted(id, Sighting{Position: at, Minutes: w.minutesOf(e), Perception: &p}, Placed{})
		}
	}
}

// KnowsAnother reports whether somebody knows of another occasion than one that goes on and has a prop.
func (w *World) KnowsAnother(who event.CharacterID, prop string, than Occasion) bool {
	return slices.ContainsFunc(w.Agenda(), func(o Occasion) bool {
		return o.ID != than.ID && o.Known[who] == Active && slices.Contains(o.Props, prop)
	})
}

// leave has those who carry something carry what they have of it for good and no more.
func (w *World) leave(id string, by []Carrier) {
	var held []Carrier
	for _, c := range w.Carried[id] {
		if c.Count = min(c.Count, keeps(by, c.Who)); c.Count > 0 {
			held = append(held, c)
			continue
		}
		if doing := w.Doing[c.Who]; slices.Contains(doing.Holding, id) {
			doing.Holding = slices.DeleteFunc(slices.Clone(doing.Holding), func(h string) bool { return h == id })
			own(&w.owned.doing, &w.Doing)[c.Who] = doing
		}
	}
	switch {
	case len(held) > 0:
		own(&w.owned.carried, &w.Carried)[id] = held
	case w.Carried[id] != nil:
		delete(own(&w.owned.carried, &w.Carried), id)
	}
}

// beside is the nearest thing or place that something is in, other than some, "" for nothing; whoever carries it is none.
func (w *World) beside(id string, others []string) string {
	for _, in := range w.around(id) {
		_, carrier := w.Carried[id]
		if id = in; !carrier && !slices.Contains(others, in) {
			return in
		}
	}
	return ""
}
