package protocol

import "github.com/narratoria/narratoria/internal/strictjson"

// heldEvent is about what an event takes itself.
const heldEvent = 128

// Held is about how many bytes of memory an event takes, which may be fifty times its line.
func Held(event Event) int {
	head := event.Head()
	bytes := heldEvent + len(head.RequestID) + len(head.Timestamp) + held(head.Extra)
	switch e := event.(type) {
	case *Log:
		bytes += len(e.Message) + held(e.Fields)
	case *StatePatch:
		bytes += held(e.Patch)
	case *Asset:
		bytes += len(e.AssetID) + len(e.Kind) + len(e.MediaType) + len(e.Path) + held(e.Metadata)
	case *UIEvent:
		bytes += len(e.Event) + held(e.Payload)
	case *Error:
		bytes += len(e.Code) + len(e.Message) + held(e.Details)
	case *Done:
		bytes += len(e.Summary) + held(e.Output)
	case *Call:
		bytes += len(e.ID) + len(e.Method) + held(e.Params)
	}
	return bytes
}

func held(object Object) int {
	if object == nil {
		return 0
	}
	return strictjson.Held(object)
}
