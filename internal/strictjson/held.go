package strictjson

// What Go takes for a tree, in bytes, about: exactly only the allocator knows.
const (
	heldValue  = 16                // in what it is a part of
	heldText   = 16                // beside its characters
	heldList   = 24                // beside its values
	heldObject = 48                // beside its members
	heldFew    = 8*2*16 + 8        // members up to eight, which come at once
	heldMember = 2*2*heldValue + 2 // of more, with the room that is left for others
)

// Held is about how many bytes of memory a tree takes, which may be fifty times its text.
func Held(v any) int {
	switch v := v.(type) {
	case string:
		return heldText + len(v)
	case Number:
		return heldText + len(v)
	case []any:
		bytes := heldList
		for _, item := range v {
			bytes += heldValue + Held(item)
		}
		return bytes
	case Object:
		bytes := heldObject
		switch {
		case len(v) > 8:
			bytes += heldMember * len(v)
		case len(v) > 0:
			bytes += heldFew
		}
		for key, item := range v {
			bytes += len(key) + Held(item)
		}
		return bytes
	}
	return 0
}
