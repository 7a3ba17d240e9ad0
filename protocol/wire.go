package protocol

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A wireLine writes one JSON object with its fields in the order in which they
// are added, so that equal values give equal bytes.
type wireLine []byte

func (l *wireLine) add(name string, value any) {
	separator := byte(',')
	if len(*l) == 0 {
		separator = '{'
	}
	*l = append(*l, separator)
	*l = append(strictjson.Append(*l, name), ':')
	*l = strictjson.Append(*l, value)
}

// addText leaves an empty text out, addObject an object that is nil.
func (l *wireLine) addText(name, text string) {
	if text != "" {
		l.add(name, text)
	}
}

func (l *wireLine) addObject(name string, object Object) {
	if object != nil {
		l.add(name, object)
	}
}

func (l *wireLine) end() []byte { return append(*l, '}') }

func appendEvent(event Event) ([]byte, error) {
	var l wireLine
	l.add("version", Version)
	l.add("type", string(event.Type()))
	if err := l.addFields(event); err != nil {
		return nil, err
	}
	head := event.Head()
	l.addText("requestId", head.RequestID)
	l.addText("timestamp", head.Timestamp)
	for _, key := range unknownKeys(head.Extra, nil) {
		l.add(key, head.Extra[key])
	}
	return l.end(), nil
}

func (l *wireLine) addFields(event Event) error {
	switch e := event.(type) {
	case *Log:
		l.add("level", string(e.Level))
		l.add("message", e.Message)
		l.addObject("fields", e.Fields)
	case *StatePatch:
		l.add("patch", orEmpty(e.Patch))
	case *Asset:
		l.add("assetId", e.AssetID)
		l.add("kind", e.Kind)
		l.add("mediaType", e.MediaType)
		l.add("path", e.Path)
		l.addObject("metadata", e.Metadata)
	case *UIEvent:
		l.add("event", e.Event)
		l.add("payload", orEmpty(e.Payload))
	case *Error:
		l.add("errorCode", e.Code)
		l.add("errorMessage", e.Message)
		l.addObject("details", e.Details)
	case *Done:
		l.add("ok", e.OK)
		l.addText("summary", e.Summary)
		l.addObject("output", e.Output)
	case *Call:
		l.add("id", e.ID)
		l.add("method", e.Method)
		l.addObject("params", e.Params)
	default:
		return fmt.Errorf("protocol: cannot write a %T", event)
	}
	return nil
}

func orEmpty(object Object) Object {
	if object == nil {
		return Object{}
	}
	return object
}

func appendRequest(r *Request) []byte {
	features := r.Features
	if features == nil {
		features = []string{}
	}
	var l wireLine
	l.add("requestId", r.RequestID)
	l.add("tool", r.Tool)
	l.add("operation", r.Operation)
	l.add("input", orEmpty(r.Input))
	l.add("protocol", Object{"version": Version, "features": features})
	l.add("config", orEmpty(r.Config))
	l.add("seed", r.Seed)
	l.add("outputDir", r.OutputDir)
	l.add("dataDir", r.DataDir)
	l.add("results", orEmpty(r.Results))
	return l.end()
}

func appendReply(r *Reply) []byte {
	var l wireLine
	l.add("version", Version)
	l.add("type", string(TypeReply))
	l.add("id", r.ID)
	l.add("ok", r.Err == nil)
	if r.Err != nil {
		l.add("error", Object{"code": r.Err.Code, "message": r.Err.Message})
	} else {
		l.add("result", orEmpty(r.Result))
	}
	return l.end()
}
