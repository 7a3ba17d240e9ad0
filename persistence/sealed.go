package persistence

import (
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// seal gives an object behind its checksum, in one line. What was torn or damaged is told by it.
func seal(o strictjson.Object) []byte {
	text := strictjson.Encode(o)
	return []byte(event.HashOf(text).String() + " " + string(text) + "\n")
}

// unseal reads what seal wrote with some version; nil where that cannot be relied on.
func unseal(data []byte, version int64) strictjson.Object {
	sum, text, _ := strings.Cut(strings.TrimSuffix(string(data), "\n"), " ")
	if sum != event.HashOf([]byte(text)).String() {
		return nil
	}
	o, err := strictjson.ParseObject([]byte(text))
	if err != nil || strictjson.AsInteger(o["v"]) != version {
		return nil
	}
	return o
}
