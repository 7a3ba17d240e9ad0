package world

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// notice keeps who overlooks whom. Who comes is overlooked by those there who did not perceive it;
// nobody is hidden from one who arrives; and who does something is noticed by those who perceive it.
func (w *World) notice(e event.Event) {
	if e.Kind == event.Moved {
		w.came(e)
		return
	}
	if e.Perception == nil {
		return
	}
	for _, doer := range actors(e) {
		w.overlooks(doer, func(x event.CharacterID, before bool) bool {
			return before && !(e.Perception.Witnessed(x) && w.looks(x, string(doer)))
		})
	}
}

// came sets who overlooks somebody who moved, and whom they do not.
func (w *World) came(e event.Event) {
	who := event.CharacterID(e.Text("who"))
	w.overlooks(who, func(x event.CharacterID, before bool) bool {
		return !e.Perception.Witnessed(x) && x != who && (before || w.looks(x, string(who)))
	})
	if !e.Perception.Witnessed(who) {
		return
	}
	for _, id := range w.those(func(id event.CharacterID) bool { return slices.Contains(w.Unseen[id], who) && w.looks(who, string(id)) }) {
		w.overlooks(id, func(x event.CharacterID, before bool) bool { return before && x != who })
	}
}

// overlooks sets who overlooks somebody, of what it was before.
func (w *World) overlooks(who event.CharacterID, so func(x event.CharacterID, before bool) bool) {
	was := w.Unseen[who]
	is := w.those(func(x event.CharacterID) bool { return so(x, slices.Contains(was, x)) })
	switch {
	case slices.Equal(was, is):
	case len(is) == 0:
		delete(own(&w.owned.unseen, &w.Unseen), who)
	default:
		own(&w.owned.unseen, &w.Unseen)[who] = is
	}
}

// actors are those who show themselves by an event.
func actors(e event.Event) []event.CharacterID {
	switch e.Kind {
	case event.Acted:
		a, _ := action.Parse(e.Value("action"))
		return []event.CharacterID{event.CharacterID(a.By.ID)}
	case event.Happened:
		return characters(e.Texts("who"))
	case event.CheckRolled:
		return nil // as a deed shows it
	}
	if field := doers[e.Kind]; field != "" && e.Text(field) != "" {
		return []event.CharacterID{event.CharacterID(e.Text(field))}
	}
	return nil
}
