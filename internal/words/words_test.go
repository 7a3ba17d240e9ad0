package words_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/words"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"  --  ":                    "",
		"The lamps' keeper’s LAMP!": "the lamps' keeper's lamp",
		"Café CAFÉ cafe\u0301":      "cafe cafe cafe",
		"灯台 を":                      "灯 台 を",
		"x\x00y\xffz":               "x y z",
	} {
		if got := strings.Join(words.Split(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
