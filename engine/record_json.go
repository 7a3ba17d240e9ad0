package engine

import (
	"github.com/narratoria/narratoria/internal/strictjson"
)

// JSON writes the record on one line with sorted keys. What is in it, package api's Record describes
// to other languages, and a test there refuses what it does not.
func (r *Record) JSON() []byte {
	o := strictjson.Object{
		"turn": strictjson.Int(r.Turn), "session": strictjson.Int(r.Session), "scene": r.Scene.object(), "prose": r.Prose,
		"choices": objects(r.Choices, Choice.shown), "ending": nil, "choice": nil, "check": nil,
		"beats": strictjson.FromStrings(r.Beats), "attempts": strictjson.Int(int64(r.Attempts)), "fallback": r.Fallback, "degraded": strictjson.FromStrings(r.Degraded),
		"assets": objects(r.Assets, Asset.object), "ui": objects(r.UI, UI.object), "rolls": objects(r.Rolls, Roll.object),
		"plan": orNull(r.Plan), "result": orNull(r.Result), "settling": orNull(r.Settling), "closing": orNull(r.Closing),
	}
	if r.Planner != "" {
		o["planner"] = string(r.Planner)
	}
	if r.Resumed {
		o["resumed"] = true
	}
	for name, list := range map[string][]string{"gained": r.Gained, "lost": r.Lost} {
		if len(list) > 0 {
			o[name] = strictjson.FromStrings(list)
		}
	}
	if len(r.Passages) > 0 {
		o["passages"] = strictjson.FromStrings(r.Passages)
	}
	if r.Ending != nil {
		o["ending"], o["endingTitle"] = r.Ending.ID, r.Ending.Title
	}
	if r.Choice != nil {
		o["choice"] = strictjson.Object{"id": r.Choice.ID, "text": r.Choice.Text}
	}
	if r.Check != nil {
		o["check"] = checkObject(r.Check)
	}
	if r.Narrative != "" {
		o["narrative"] = r.Narrative
	}
	if len(r.Timings) > 0 {
		o["timings"] = objects(r.Timings, Stage.object)
	}
	return strictjson.Encode(o)
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
			return strictjson.Object{"position": strictjson.Int(g.Position), "text": g.Text}
		})
	}
	return o
}

func (s SceneRecord) object() strictjson.Object {
	return strictjson.Object{
		"type": s.Type, "place": s.Place, "name": s.Name, "present": strictjson.FromStrings(s.Present),
		"day": strictjson.Int(s.Day), "time": s.Time, "part": s.Part, "weather": s.Weather,
	}
}

func checkObject(c *Check) strictjson.Object {
	rolls := make([]any, len(c.Rolls))
	for i, n := range c.Rolls {
		rolls[i] = strictjson.Int(n)
	}
	return strictjson.Object{
		"stat": c.Stat, "about": c.About, "formula": c.Formula, "rolls": rolls, "total": strictjson.Int(c.Total), "band": c.Band,
		"modifiers": objects(c.Modifiers, func(m Modifier) strictjson.Object {
			return strictjson.Object{"name": m.Name, "value": strictjson.Int(m.Value), "because": m.Because}
		}),
	}
}

func (a Asset) object() strictjson.Object {
	o := strictjson.Object{"id": a.ID, "kind": a.Kind, "media": a.Media, "name": a.Name, "origin": a.Origin}
	strictjson.Put(o, "who", a.Who)
	strictjson.Put(o, "blob", a.Blob)
	strictjson.Put(o, "path", a.Path)
	return o
}

func (u UI) object() strictjson.Object {
	o := strictjson.Object{"event": u.Event, "payload": orNull(u.Payload)}
	strictjson.Put(o, "skill", u.Skill)
	return o
}

func (r Roll) object() strictjson.Object {
	o := strictjson.Object{"formula": r.Formula, "total": strictjson.Int(r.Total), "text": r.Text}
	strictjson.Put(o, "skill", r.Skill)
	return o
}

func (s Stage) object() strictjson.Object {
	return strictjson.Object{"stage": s.Name, "microseconds": strictjson.Int(s.Microseconds)}
}
