package runlog

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// hidden stands where a secret stood.
const hidden = "***"

// minEncoded is the length in bytes from which a secret is looked for in base64
// too. A shorter one has so few certain characters there that ordinary words
// would be hidden.
const minEncoded = 4

// minLine is the length from which one line of a longer secret, such as a key in
// PEM form, is a secret too: a skill's output is logged line by line.
const minLine = 8

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
	quoted, _ := json.Marshal(secret) // a string can always be written
	all := []string{secret, string(quoted[1 : len(quoted)-1]), url.QueryEscape(secret), url.PathEscape(secret)}
	if len(secret) >= minEncoded {
		for offset := range 3 {
			all = append(all,
				encodedAt(base64.RawStdEncoding, secret, offset),
				encodedAt(base64.RawURLEncoding, secret, offset))
		}
	}
	return all
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

// mask hides every form of every secret in a text. Occurrences may overlap, also
// those of different secrets: all of what any of them covers is hidden.
func mask(text string, secrets []string) string {
	covered := occurrences(text, secrets)
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

func occurrences(text string, secrets []string) (found []span) {
	for _, secret := range secrets {
		for from := 0; ; {
			i := strings.Index(text[from:], secret)
			if i < 0 {
				break
			}
			found = append(found, span{from + i, from + i + len(secret)})
			from += i + 1
		}
	}
	return found
}

// maskTree masks the strings, keys and numbers of a tree, and of whatever else
// strictjson writes as one.
func maskTree(v any, secrets []string) any {
	switch v := v.(type) {
	case nil, bool:
		return v
	case string:
		return mask(v, secrets)
	case strictjson.Number:
		if masked := mask(string(v), secrets); masked != string(v) {
			return masked
		}
		return v
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = maskTree(item, secrets)
		}
		return list
	case strictjson.Object:
		object := make(strictjson.Object, len(v))
		for key, item := range v {
			object[mask(key, secrets)] = maskTree(item, secrets)
		}
		return object
	}
	tree, err := strictjson.Parse(strictjson.Append(nil, v))
	if err != nil {
		return hidden
	}
	return maskTree(tree, secrets)
}
