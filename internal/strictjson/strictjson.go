// Package strictjson reads and writes JSON without ever repairing it.
//
// encoding/json takes duplicate keys, folds case, rounds 9007199254740993 and
// turns bad UTF-8 into U+FFFD. Story state that passed through it once is no
// longer what its author wrote, so everything of ours that reads foreign JSON
// reads it here:
//
//	v, err := strictjson.Parse(data)      // any tree, or *SyntaxError with line and column
//	data = strictjson.Encode(v)      // one line, keys sorted, numbers as they were written
//	line, col := strictjson.Locate(data, "/tools/0/toolPath")
//
// Who needs no tree of what we wrote ourselves goes over the bytes with a [Scanner].
//
// A tree is made of nil, bool, string, [Number], []any and [Object]. Numbers
// keep the text they were written in. Input must be UTF-8 without duplicate
// keys and without anything after the value; nesting is limited to 10,000, and
// [ParseWithin] takes closer limits for what strangers write.
//
// Trees are plain values without locks: share them only for reading.
package strictjson

import "encoding/json"

type (
	// Object is a JSON object.
	Object = map[string]any
	// Number is a JSON number in the text it was written in.
	Number = json.Number
)
