package runlog

import (
	"cmp"
	"time"

	"github.com/rs/zerolog"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// masked is the entry as it may be written: secrets hidden first, and only then
// long texts cut, so that no half of a secret is left at a cut.
func (e Entry) masked(secrets *mask.Mask) Entry {
	for _, name := range []*string{&e.PlanID, &e.ParentID, &e.Tool, &e.Script, &e.Outcome, &e.Code} {
		*name = cut(secrets.Text(*name), maxName)
	}
	e.Message = cut(secrets.Text(e.Message), maxMessage)
	skills := make([]string, min(len(e.Skills), maxSkills))
	for i := range skills {
		skills[i] = cut(secrets.Text(e.Skills[i]), maxName)
	}
	e.Skills = skills
	if e.Fields != nil {
		e.Fields = secrets.Tree(e.Fields).(strictjson.Object)
	}
	return e
}

// cut shortens a text to a number of bytes, between two characters.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return plaintext.Begin(text, limit) + "…"
}

func writeEntry(log *zerolog.Logger, e Entry) {
	line := log.Log().
		Str("time", e.Time.UTC().Format(time.RFC3339Nano)).
		Str("kind", string(e.Kind)).
		Str("level", string(cmp.Or(e.Level, Info)))
	for _, text := range []struct{ name, value string }{
		{"planId", e.PlanID}, {"parentId", e.ParentID}, {"tool", e.Tool}, {"script", e.Script},
		{"outcome", e.Outcome}, {"code", e.Code}, {"message", e.Message},
	} {
		if text.value != "" {
			line.Str(text.name, text.value)
		}
	}
	for _, count := range []struct {
		name  string
		value int
	}{{"attempt", e.Attempt}, {"toolAttempt", e.ToolAttempt}} {
		if count.value != 0 {
			line.Int(count.name, count.value)
		}
	}
	if len(e.Skills) > 0 {
		line.Strs("skills", e.Skills)
	}
	if e.Duration != 0 {
		line.Int64("durationNs", int64(e.Duration))
	}
	if len(e.Fields) > 0 {
		line.RawJSON("fields", fieldsJSON(e.Fields))
	}
	line.Send()
}

// fieldsJSON leaves fields out as a whole where they are too long.
func fieldsJSON(fields strictjson.Object) []byte {
	text := strictjson.Encode(fields)
	if len(text) > maxFields {
		return strictjson.Encode(strictjson.Object{"cut": len(text)})
	}
	return text
}
