package protocol

import (
	"maps"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Merge is session state after a patch, by the rules of RFC 7396: objects merge
// key by key at every depth, everything else replaces what was there, and null
// takes a key away. Null is never stored through a patch, not even inside a new
// object; inside an array, which replaces whole, it is a value like others.
//
// The result is a new root that shares with target whatever did not change.
// Neither argument is modified, and nothing of patch is in the result, so the
// script's event stays as it was read. Either may be nil.
func Merge(target, patch Object) Object {
	merged := maps.Clone(target)
	if merged == nil {
		merged = make(Object, len(patch))
	}
	for key, value := range patch {
		switch value := value.(type) {
		case nil:
			delete(merged, key)
		case Object:
			below, _ := merged[key].(Object)
			merged[key] = Merge(below, value)
		default:
			merged[key] = strictjson.Clone(value)
		}
	}
	return merged
}
