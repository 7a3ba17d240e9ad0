package main

import (
	"io"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/plaintext"
)

// escaping is [plaintext.Escape] for what is too long to have several copies of it. Each
// write is whole characters and begins with one that is no mark.
type escaping struct{ to io.Writer }

// escapedAtOnce is about how many bytes of a write there are copies of.
const escapedAtOnce = 64 << 10

func (e escaping) Write(text []byte) (int, error) {
	for from := 0; from < len(text); {
		to := min(from+escapedAtOnce, len(text))
		for to < len(text) && text[to] >= utf8.RuneSelf { // a mark stays with its letter
			to++
		}
		if _, err := io.WriteString(e.to, plaintext.Escape(string(text[from:to]))); err != nil {
			return from, err
		}
		from = to
	}
	return len(text), nil
}
