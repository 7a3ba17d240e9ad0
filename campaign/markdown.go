package campaign

import "strings"

// A block is a fenced part of a Markdown text: what stands between two lines of
// three backquotes, the first of which may say of what kind it is.
type block struct {
	kind string
	line int // of its first line, in the text
	text string
	open bool // the file ended before it did
}

// blocks takes the fenced parts out of a text that are of one kind. What is left
// keeps its lines.
func blocks(text, kind string) (found []block, rest string) {
	var open *block
	var kept strings.Builder
	line, at, from := 0, 0, 0 // from is where the open block's text begins
	for l := range strings.Lines(text) {
		line++
		begins := at
		at += len(l)
		fence := strings.HasPrefix(strings.TrimLeft(l, " "), "```")
		switch {
		case open == nil && fence && fenceKind(l) == kind:
			open, from = &block{kind: kind, line: line + 1}, at
		case open != nil && fence:
			open.text = text[from:begins]
			found = append(found, *open)
			open = nil
		case open == nil:
			kept.WriteString(l)
			continue
		}
		kept.WriteByte('\n')
	}
	if open != nil { // the file ends the block
		open.text, open.open = text[from:], true
		found = append(found, *open)
	}
	return found, kept.String()
}

func fenceKind(line string) string {
	return strings.TrimSpace(strings.TrimLeft(strings.TrimLeft(line, " "), "`"))
}

// A section is a heading and what stands below it; the first one may have none.
type section struct {
	title, body string
	line        int
}

// sections cuts a text at its headings, whatever their level, but not within
// fences.
func sections(text string) []section {
	var all []section
	var body strings.Builder
	current, line, fenced := section{line: 1}, 0, false
	end := func() {
		current.body = strings.TrimSpace(body.String())
		if current.title != "" || current.body != "" {
			all = append(all, current)
		}
		body.Reset()
	}
	for l := range strings.Lines(text) {
		line++
		if strings.HasPrefix(l, "```") {
			fenced = !fenced
		}
		if title, ok := heading(l); ok && !fenced {
			end()
			current = section{title: title, line: line}
			continue
		}
		body.WriteString(l)
	}
	end()
	return all
}

func heading(line string) (string, bool) {
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	rest := line[marks:]
	if marks == 0 || marks > 6 || !strings.HasPrefix(rest, " ") {
		return "", false
	}
	title := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "#"))
	return title, title != ""
}

// titled takes the first heading off a text.
func titled(file, text string) Text {
	t := Text{File: file, Body: strings.TrimSpace(text)}
	first, rest, _ := strings.Cut(t.Body, "\n")
	if title, ok := heading(first); ok {
		t.Title, t.Body = title, strings.TrimSpace(rest)
	}
	return t
}

// slug makes an id of words: lower case, hyphens between.
func slug(words string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(words) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	id := b.String()
	return strings.TrimRight(id[:min(len(id), 64)], "-")
}
