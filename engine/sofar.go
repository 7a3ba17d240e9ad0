package engine

import "github.com/narratoria/narratoria/story/event"

// sofar is what stands before a turn's text, as far as it is known while the turn is told. It is what the record has that is made when it is written:
// what follows by rule and the choices change nothing of it.
func (t *turn) sofar() *Record {
	r := &Record{Turn: t.number(), Session: t.state().Session.Number, Scene: sceneRecord(t.view())}
	for _, e := range t.story.Events() {
		switch e.Event.Kind {
		case event.ChoiceMade, event.CheckRolled, event.UISent:
			r.take(e.Event)
		}
	}
	r.inWords(t.sight())
	return r
}

// showing shows with what the turn begins before anything of its plan ran; nil where nobody wants to see it.
func (t *turn) showing() func(rolls []Roll, text string) {
	show := t.g.opts.Narrative
	if show == nil {
		return nil
	}
	known := t.sofar() // now, since it is shown from other goroutines
	return func(rolls []Roll, text string) {
		of := *known
		of.Rolls = rolls
		show(&of, text)
	}
}
