package engine

import "github.com/narratoria/narratoria/internal/strictjson"

// JSON writes the record on one line with sorted keys.
func (r *Record) JSON() []byte {
	o := strictjson.Object{
		"turn": whole(r.Turn), "session": whole(r.Session), "scene": r.Scene.object(), "prose": r.Prose,
		"choices": objects(r.Choices, Choice.shown), "ending": nil, "choice": nil, "check": nil,
		"beats": list(r.Beats), "attempts": whole(int64(r.Attempts)), "fallback": r.Fallback, "degraded": list(r.Degraded),
		"assets": objects(r.Assets, Asset.object), "ui": objects(r.UI, UI.object), "rolls": objects(r.Rolls, Roll.object),
		"plan": orNull(r.Plan), "result": orNull(r.Result), "settling": orNull(r.Settling), "closing": orNull(r.Closing),
	}
	if r.Resumed {
		o["resumed"] = true
	}
	if r.Ending != nil {
		o["ending"], o["endingTitle"] = r.Ending.ID, r.Ending.Title
	}
	if r.Choice != nil {
		o["choice"] = strictjson.Object{"id": r.Choice.ID, "text": r.Choice.Text}
	}
	if r.Check != nil {
		o["check"] = r.Check.object()
	}
	if r.Narrative != "" {
		o["narrative"] = r.Narrative
	}
	if len(r.Timings) > 0 {
		o["timings"] = objects(r.Timings, Stage.object)
	}
	return strictjson.Append(nil, o)
}

func objects[T any](all []T, object func(T) strictjson.Object) []any {
	list := make([]any, len(all))
	for i, v := range all {
		list[i] = object(v)
	}
	return list
}

// shown is a choice as a record prints it, with what it rests on in words.
func (c Choice) shown() strictjson.Object {
	o := c.object()
	if len(c.Because) > 0 {
		o["because"] = objects(c.Because, func(g Ground) strictjson.Object {
			return strictjson.Object{"position": whole(g.Position), "text": g.Text}
		})
	}
	return o
}

func (s SceneRecord) object() strictjson.Object {
	return strictjson.Object{
		"type": s.Type, "place": s.Place, "name": s.Name, "present": list(s.Present),
		"day": whole(s.Day), "time": s.Time, "part": s.Part, "weather": s.Weather,
	}
}

func (c *Check) object() strictjson.Object {
	rolls := make([]any, len(c.Rolls))
	for i, n := range c.Rolls {
		rolls[i] = whole(n)
	}
	return strictjson.Object{
		"stat": c.Stat, "about": c.About, "formula": c.Formula, "rolls": rolls, "total": whole(c.Total), "band": c.Band,
		"modifiers": objects(c.Modifiers, func(m Modifier) strictjson.Object {
			return strictjson.Object{"name": m.Name, "value": whole(m.Value), "because": m.Because}
		}),
	}
}

func (a Asset) object() strictjson.Object {
	o := strictjson.Object{"id": a.ID, "kind": a.Kind, "media": a.Media, "name": a.Name, "origin": a.Origin}
	setField(o, "who", a.Who)
	setField(o, "blob", a.Blob)
	setField(o, "path", a.Path)
	return o
}

func (u UI) object() strictjson.Object {
	o := strictjson.Object{"event": u.Event, "payload": orNull(u.Payload)}
	setField(o, "skill", u.Skill)
	return o
}

func (r Roll) object() strictjson.Object {
	o := strictjson.Object{"formula": r.Formula, "total": whole(r.Total), "text": r.Text}
	setField(o, "skill", r.Skill)
	return o
}

func (s Stage) object() strictjson.Object {
	return strictjson.Object{"stage": s.Name, "microseconds": whole(s.Microseconds)}
}
