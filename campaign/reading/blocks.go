package reading

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// mostRead is how many bytes of a text are read.
const mostRead = 64 << 10

// A block is a paragraph or an item of a list, on one line.
type block struct {
	text    string
	section string // the heading above it, in small letters
	lead    string // what stands in bold at its beginning
	item    bool
}

// blocksOf takes Markdown apart. What is fenced or quoted code is left out, and so are the
// sections that say how the story is to be told.
func blocksOf(text string) []block {
	text = text[:min(len(text), mostRead)]
	var all []block
	var words []string
	current, section, fenced, skip := block{}, "", false, false
	end := func() {
		current.text = plaintext.Line(plain(strings.Join(words, " ")), mostRead)
		if current.text != "" && !skip {
			all = append(all, current)
		}
		words, current = nil, block{section: section}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		bare := strings.TrimSpace(line)
		if strings.HasPrefix(bare, "```") {
			end()
			fenced = !fenced
			continue
		}
		switch {
		case fenced, strings.HasPrefix(bare, "|"), strings.HasPrefix(bare, "---"):
			end()
		case bare == "":
			end()
		case strings.HasPrefix(bare, "#"):
			end()
			section = strings.ToLower(strings.Trim(bare, "# \t"))
			skip = english.OneOf(english.FirstWord(section), "tone style mood notes themes genre voice")
			current.section = section
		default:
			if rest, is := bullet(bare); is {
				end()
				current.item = true
				current.lead, bare = bold(rest)
			}
			words = append(words, bare)
		}
	}
	end()
	return all
}

// bullet takes the sign off an item of a list.
func bullet(line string) (string, bool) {
	for _, sign := range []string{"- ", "* ", "+ ", "• "} {
		if rest, is := strings.CutPrefix(line, sign); is {
			return strings.TrimSpace(rest), true
		}
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 && digits < 4 && len(line) > digits+1 && (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ' {
		return strings.TrimSpace(line[digits+2:]), true
	}
	return line, false
}

// bold is what stands in bold at the beginning of an item.
func bold(item string) (lead, text string) {
	for _, sign := range []string{"**", "__"} {
		if rest, is := strings.CutPrefix(item, sign); is {
			if lead, _, closed := strings.Cut(rest, sign); closed {
				return strings.Trim(lead, " .:"), item
			}
		}
	}
	return "", item
}

// plain takes the signs of emphasis out of Markdown.
func plain(text string) string {
	return strings.NewReplacer("**", "", "__", "", "*", "", "`", "", " _", " ", "_ ", " ", "_.", ".", "_,", ",").Replace(strings.Trim(text, "> "))
}
