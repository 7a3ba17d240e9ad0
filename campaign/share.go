package campaign

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/contracts"
)

// All documents are held while a campaign is being loaded, so that what is wrong can be told
// with its place. What one file may hold is bounded; these bound all of them together, and lie
// above 100,000 beats with conditions, or the heads of 20,000 texts.
const (
	mostValues = 3_500_000
	mostBytes  = 64 << 20
	jsonObject = 4  // values that an object takes the room of
	yamlValue  = 10 // values that one of YAML does, which has a place of its own and is read slowly
)

// A share is what the documents that were read hold.
type share struct {
	values, bytes int
	told          bool // that one was left out
}

// affords takes a document's share before anything is made of it, or leaves it out and says
// so of the first that is.
func (l *loader) affords(file string, text []byte, values int) bool {
	if l.share.values+values <= mostValues && l.share.bytes+len(text) <= mostBytes {
		l.share.values += values
		l.share.bytes += len(text)
		return true
	}
	if !l.share.told {
		l.share.told = true
		l.report(contracts.Problem{
			File: file, Kind: contracts.Limit, Message: "is left out, and so is each file after it that is too much: the documents of the campaign hold more than is read",
			Expected: fmt.Sprintf("at most %d values and %d MiB of JSON and of front matter together, where an object counts as %d and a value of front matter as %d", mostValues, mostBytes>>20, jsonObject, yamlValue),
		})
	}
	return false
}

// valuesOfJSON is how many values and names a text has, found without making anything of it:
// before each but the first stands one of these signs, outside of texts. Of what is no JSON it
// is anything.
func valuesOfJSON(text []byte) int {
	values, quoted := 1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			values += jsonObject
		case c == '[' || c == ',' || c == ':':
			values++
		}
	}
	return values
}

// valuesOfYAML is about how many a text of YAML has, times what each is counted as.
func valuesOfYAML(text string) int {
	if text == "" {
		return 0
	}
	values := 1
	for _, before := range []string{"\n", ",", "[", "{", "- "} {
		values += strings.Count(text, before)
	}
	return yamlValue * values
}
