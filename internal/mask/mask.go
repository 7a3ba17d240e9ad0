// Package mask hides secrets in texts and trees.
//
//	m := mask.New(apiKey, password)
//	m.Text("the key is " + apiKey) // "the key is ***"
//	m.Tree(payload)                // a copy in which no string, key or number holds one
//
// A secret is known by its bytes, the same escaped for JSON and for URLs, in base64
// wherever in an encoded text it stands, by each of its lines, and with line breaks
// within it. Whoever spells it otherwise is not found out: this is for scripts that tell
// what they should not by mistake. A nil *Mask hides nothing and costs nothing.
package mask

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// hidden stands where a secret stood.
const hidden = "***"

// minEncoded is the length in bytes from which a secret is looked for in base64
// too. A shorter one has so few certain characters there that ordinary words
// would be hidden.
const minEncoded = 4

// minLine is the length from which one line of a longer secret, such as a key in
// PEM form, is a secret too, and from which line breaks within a form are overlooked.
const minLine = 8

// A Mask hides some secrets. It never changes.
type Mask struct{ forms []string }

// New hides secrets; empty ones are ignored, and of none there is no mask.
func New(secrets ...string) *Mask { return (*Mask)(nil).With(secrets...) }

// With hides these secrets too.
func (m *Mask) With(secrets ...string) *Mask {
	var all []string
	if m != nil {
		all = slices.Clone(m.forms)
	}
	for _, secret := range secrets {
		all = append(all, forms(secret)...)
	}
	if len(all) == 0 {
		return m
	}
	slices.Sort(all)
	return &Mask{slices.Compact(all)}
}

// forms are the texts by which a secret would be recognised: those of the whole
// and of each of its lines.
func forms(secret string) []string {
	if secret == "" {
		return nil
	}
	all := textForms(secret)
	for line := range strings.Lines(secret) {
		if line = strings.TrimRight(line, "\r\n"); len(line) >= minLine {
			all = append(all, textForms(line)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// textForms are a text's bytes, the same escaped for JSON and for URLs, and what
// base64 makes of it wherever in an encoded text it stands.
func textForms(secret string) []string {
	quoted, _ := json.Marshal(secret) // a string can always be written; this form is for web pages too
	plain := strictjson.Encode(secret)
	all := []string{
		secret, string(quoted[1 : len(quoted)-1]), string(plain[1 : len(plain)-1]), inASCII(string(plain[1 : len(plain)-1])),
		url.QueryEscape(secret), url.PathEscape(secret),
	}
	if len(secret) >= minEncoded {
		for offset := range 3 {
			all = append(all,
				encodedAt(base64.RawStdEncoding, secret, offset),
				encodedAt(base64.RawURLEncoding, secret, offset))
		}
	}
	return all
}

// inASCII escapes what is no ASCII, as many writers of JSON do unless they are asked not to.
func inASCII(quoted string) string {
	var b strings.Builder
	for _, r := range quoted {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			b.WriteString(plaintext.Escaped(r))
		}
	}
	return b.String()
}

// encodedAt is the part of a base64 text that a secret alone decides, where it
// begins offset bytes after a multiple of three. The characters at its ends also
// hold bits of the neighbours and are left out.
func encodedAt(enc *base64.Encoding, secret string, offset int) string {
	text := enc.EncodeToString(append(make([]byte, offset), secret...))
	from := (offset*8 + 5) / 6
	to := (offset + len(secret)) * 8 / 6
	return text[from:to]
}

// Text hides every form of every secret. Occurrences may overlap, also those of
// different secrets: all of what any of them covers is hidden.
func (m *Mask) Text(text string) string {
	if m == nil {
		return text
	}
	covered := append(m.occurrences(text, 1), m.broken(text)...)
	if len(covered) == 0 {
		return text
	}
	slices.SortFunc(covered, func(a, b span) int { return a.from - b.from })
	var b strings.Builder
	end := 0
	for _, s := range covered {
		if s.from >= end {
			b.WriteString(text[end:s.from])
			b.WriteString(hidden)
		}
		end = max(end, s.to)
	}
	b.WriteString(text[end:])
	return b.String()
}

type span struct{ from, to int }

// occurrences are where the forms of at least so many bytes stand.
func (m *Mask) occurrences(text string, least int) (found []span) {
	for _, form := range m.forms {
		for from := 0; len(form) >= least; {
			i := strings.Index(text[from:], form)
			if i < 0 {
				break
			}
			found = append(found, span{from + i, from + i + len(form)})
			from += i + 1
		}
	}
	return found
}

// broken are the occurrences with line breaks within them.
func (m *Mask) broken(text string) []span {
	if !strings.ContainsAny(text, "\r\n") {
		return nil
	}
	joined := make([]byte, 0, len(text))
	at := make([]int, 0, len(text)) // where each byte stood
	for i := range len(text) {
		if text[i] != '\r' && text[i] != '\n' {
			joined, at = append(joined, text[i]), append(at, i)
		}
	}
	found := m.occurrences(string(joined), minLine)
	for i, s := range found {
		found[i] = span{at[s.from], at[s.to-1] + 1}
	}
	return found
}

// Tree hides them in the strings, keys and numbers of a tree, and of whatever else
// strictjson writes as one. What it is given stays as it is.
func (m *Mask) Tree(v any) any {
	if m == nil {
		return v
	}
	switch v := v.(type) {
	case nil, bool:
		return v
	case string:
		return m.Text(v)
	case strictjson.Number:
		if masked := m.Text(string(v)); masked != string(v) {
			return masked
		}
		return v
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = m.Tree(item)
		}
		return list
	case strictjson.Object:
		object := make(strictjson.Object, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) { // where two keys become one, the last stays
			object[m.Text(key)] = m.Tree(v[key])
		}
		return object
	}
	tree, err := strictjson.Parse(strictjson.Encode(v))
	if err != nil {
		return hidden
	}
	return m.Tree(tree)
}
