package plan

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// place gives each problem the line and column of its pointer. It reads the
// document once however many problems there are.
func place(data []byte, problems contracts.Problems) {
	wanted := make(map[string][]int, len(problems))
	for i, problem := range problems {
		wanted[problem.Pointer] = append(wanted[problem.Pointer], i)
	}
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	for len(wanted) > 0 {
		before := int(dec.InputOffset())
		token, err := dec.ReadToken()
		if err != nil {
			return
		}
		if !beginsValue(dec, token.Kind()) {
			continue
		}
		pointer := string(dec.StackPointer())
		for _, i := range wanted[pointer] {
			problems[i].Line, problems[i].Column = strictjson.Position(data, begin(data, before))
		}
		delete(wanted, pointer)
	}
}

// beginsValue tells the token just read from the names of members and from the
// ends of objects and arrays.
func beginsValue(dec *jsontext.Decoder, kind jsontext.Kind) bool {
	if kind == '}' || kind == ']' {
		return false
	}
	container, length := dec.StackIndex(dec.StackDepth())
	isName := container == '{' && length%2 == 1 && kind == '"'
	return !isName
}

// begin steps over what the decoder leaves before the token it reads next.
func begin(data []byte, offset int) int {
	for offset < len(data) && bytes.IndexByte([]byte(" \t\r\n,:"), data[offset]) >= 0 {
		offset++
	}
	return offset
}
