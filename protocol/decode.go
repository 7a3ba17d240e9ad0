package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A shape is how one type of event looks on the wire.
type shape struct {
	fields []string // all it may have, the envelope's among them
	read   func(*fields, Envelope) Event
}

// withEnvelope adds the fields that every type has.
func withEnvelope(fields ...string) []string {
	return append([]string{"version", "type", "requestId", "timestamp"}, fields...)
}

// shapes are the types a script may write.
var shapes = map[Type]shape{
	TypeLog: {withEnvelope("level", "message", "fields"), func(f *fields, head Envelope) Event {
		level := f.oneOf("level", string(LevelDebug), string(LevelInfo), string(LevelWarn), string(LevelError))
		return &Log{head, Level(level), f.text("message"), f.optionalObject("fields")}
	}},
	TypeStatePatch: {withEnvelope("patch"), func(f *fields, head Envelope) Event {
		patch := f.object("patch")
		if key := reservedKey(patch); key != "" {
			f.fail(ReservedKey, "the patch writes %s; keys that begin with \"$\" are the runtime's and read only", quote(key))
		}
		return &StatePatch{head, patch}
	}},
	TypeAsset: {withEnvelope("assetId", "kind", "mediaType", "path", "metadata"), func(f *fields, head Envelope) Event {
		return &Asset{head, f.identifier("assetId"), f.identifier("kind"), f.mediaType("mediaType"),
			f.path("path"), f.optionalObject("metadata")}
	}},
	TypeUIEvent: {withEnvelope("event", "payload"), func(f *fields, head Envelope) Event {
		return &UIEvent{head, f.identifier("event"), f.object("payload")}
	}},
	TypeError: {withEnvelope("errorCode", "errorMessage", "details"), func(f *fields, head Envelope) Event {
		return &Error{head, f.identifier("errorCode"), f.text("errorMessage"), f.optionalObject("details")}
	}},
	TypeDone: {withEnvelope("ok", "summary", "output"), func(f *fields, head Envelope) Event {
		return &Done{head, f.boolean("ok"), f.optionalText("summary"), f.optionalObject("output")}
	}},
	TypeCall: {withEnvelope("id", "method", "params"), func(f *fields, head Envelope) Event {
		return &Call{head, f.identifier("id"), f.identifier("method"), f.optionalObject("params")}
	}},
}

// reservedKey is the first key of a patch that belongs to the runtime, or "".
func reservedKey(patch Object) string {
	var reserved []string
	for key := range patch {
		if strings.HasPrefix(key, "$") {
			reserved = append(reserved, key)
		}
	}
	if len(reserved) == 0 {
		return ""
	}
	return slices.Min(reserved)
}

// decode reads one line as an event, which it checks as far as one line can be
// checked alone. The order of its checks is the order in which faults are told:
// JSON, ambiguous keys, version, type, the fields.
//
// values are how many the line holds, as far as it was read.
func decode(line []byte, calls bool, limits strictjson.Limits, secrets *mask.Mask) (event Event, values int, problem *fault) {
	object, values, problem := decodeObject(line, limits)
	if problem != nil {
		return nil, values, problem
	}
	event, problem = decodeEvent(secrets.Tree(object).(Object), calls)
	return event, values, problem
}

func decodeEvent(object Object, calls bool) (Event, *fault) {
	name, _ := object["type"].(string)
	form, known := shapes[Type(name)]
	if !known {
		form.fields = withEnvelope()
	}
	if problem := checkKeys(object, form.fields); problem != nil {
		return nil, problem
	}
	f := &fields{rest: object}
	f.version()
	f.identifier("type")
	if !known || (Type(name) == TypeCall && !calls) {
		f.failType(name, calls)
	}
	if f.fault != nil { // of another version or type, the fields mean nothing
		return nil, f.fault
	}
	event := form.read(f, f.envelope())
	event.Head().Extra = f.extra()
	return event, f.fault
}

func decodeObject(line []byte, limits strictjson.Limits) (object Object, values int, problem *fault) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, 0, faultf(MalformedEvent, "the line is blank; every line must hold one JSON object")
	}
	value, values, err := strictjson.ParseWithin(line, limits)
	if beyond, ok := errors.AsType[*strictjson.LimitError](err); ok {
		return nil, values, beyondLimit(beyond)
	}
	if err != nil {
		return nil, values, faultf(MalformedEvent, "not strict JSON: %s", explain(line, err))
	}
	object, ok := value.(Object)
	if !ok {
		return nil, values, faultf(MalformedEvent, "the line must hold one JSON object, and holds %s", describe(value))
	}
	return object, values, nil
}

func beyondLimit(beyond *strictjson.LimitError) *fault {
	if beyond.Of == strictjson.LimitDepth {
		return faultf(TooDeep, "the line nests deeper than %d levels, at byte %d", beyond.Most, beyond.Offset)
	}
	return faultf(TooManyValues, "the line holds more than %d values, at byte %d", beyond.Most, beyond.Offset)
}

// explain says where in the line the JSON ends.
func explain(line []byte, err error) string {
	syntax, ok := errors.AsType[*strictjson.SyntaxError](err)
	if !ok {
		return err.Error()
	}
	where := fmt.Sprintf("column %d", syntax.Column)
	if syntax.Pointer != "" {
		where += ", at " + quote(syntax.Pointer)
	}
	return where + ": " + syntax.Message + advice(line, syntax)
}

// advice is what a script has probably done that writes no JSON here.
func advice(line []byte, syntax *strictjson.SyntaxError) string {
	switch begun := line[0] == '{'; {
	case begun && syntax.Offset == len(line):
		return "; an event stands on one line"
	case !begun && line[0] >= ' ' && line[0] < utf8.RuneSelf:
		return "; text that is no event belongs on stderr"
	}
	return ""
}

func (f *fields) version() {
	value, present := f.take("version")
	switch {
	case !present:
		f.fail(MalformedEvent, `"version" is missing; it must be the string "0"`)
	case value != any(Version):
		f.fail(WrongVersion, `"version" must be the string "0", and is %s`, describe(value))
	}
}

func (f *fields) failType(name string, calls bool) {
	switch {
	case name == string(TypeCall):
		f.fail(UnknownType, `"call" is for scripts whose manifest lists permissions; this one has none`)
	case name == string(TypeReply):
		f.fail(UnknownType, `"reply" is a line the host writes, not a script`)
	default:
		f.fail(UnknownType, "%s is not an event type; expected one of %s%s", quote(name), strings.Join(typeNames(calls), ", "), didYouMean(name, typeNames(calls)))
	}
}

func typeNames(calls bool) []string {
	names := []string{"log", "state_patch", "asset", "ui_event", "error", "done"}
	if calls {
		names = append(names, "call")
	}
	return names
}

func (f *fields) envelope() Envelope {
	head := Envelope{Timestamp: f.optionalText("timestamp")}
	if _, present := f.rest["requestId"]; present {
		head.RequestID = f.identifier("requestId")
	}
	return head
}
