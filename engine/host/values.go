package host

import (
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/skills/kit"
)

// What answers and effects are made of, and are taken apart into.

func number(n kit.Thousandths) strictjson.Number { return strictjson.Number(n.String()) }

func thousandths(v any) (n kit.Thousandths) {
	if v, ok := v.(strictjson.Number); ok {
		_ = n.UnmarshalJSON([]byte(v)) // it was one when it was staged
	}
	return n
}
