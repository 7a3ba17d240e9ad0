package campaign

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/chunk"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/frontmatter"
	"github.com/narratoria/narratoria/internal/plainfile"
)

// A Document is one text of lore: a file below lore/. What it says stays in the file; see
// [Campaign.Body].
type Document struct {
	File        string
	Mode        string // "STRICT": it is so; "MYTHIC": it is told
	Kind        string // one of [Kinds]
	Title       string
	Untitled    bool // no author gave it a title: Title is its file's name, and nobody speaks of it
	Author      string
	InWorldDate string
	Audience    []string // "public", "narrator", "faction:ID", "character:ID"
	Tags        []string
	Category    string // where none is written, the directory below lore/
	Version     string
	BodyLine    int               // where the body begins in the file
	Bytes       int64             // of the file
	Sum         [sha256.Size]byte // of the file
}

// Public reports whether the document is for everybody.
func (d *Document) Public() bool { return slices.Contains(d.Audience, "public") }

// How much of lore is looked through for what people can tell; all of it is searched.
const (
	MostTold     = 400     // sentences, of all public lore in the order of the files
	MostToldText = 1 << 16 // bytes of one document
)

// Kinds are the kinds of documents. What an author calls otherwise is OTHER, and
// the author's word becomes a tag.
var Kinds = []string{"CHRONICLE", "SCRIPTURE", "BALLAD", "RUMOR", "PROPAGANDA", "MEMOIR", "TEXTBOOK", "BESTIARY", "GM_NOTES", "SYSTEM_OUTPUT", "OTHER"}

// kindOf is the kind that a word means, and the word where it means none.
func kindOf(word string) (kind, tag string) {
	kind = strings.ReplaceAll(strings.ToUpper(word), "RUMOUR", "RUMOR")
	if word == "" || slices.Contains(Kinds, kind) {
		return firstOf(kind, "OTHER"), ""
	}
	return "OTHER", strings.ToLower(word)
}

// Body reads what a document says, with "\n" at the ends of its lines. It is what was
// checked when the campaign was loaded: a file that has changed since is refused.
func (c *Campaign) Body(d *Document) (string, error) {
	text, err := plainfile.ReadText(c.fsys, d.File, maxText)
	if err != nil {
		return "", fmt.Errorf("%s %s", d.File, plainfile.Why(err))
	}
	if sha256.Sum256([]byte(text)) != d.Sum {
		return "", fmt.Errorf("%s has changed since the campaign was opened; open it again", d.File)
	}
	_, body, _, err := frontmatter.Split(text)
	return body, err
}

// Chunks cuts a document into what is searched. Lines of chunks are those of the file.
// Long documents take seconds: keep what it gives. Errors: Body's.
func (c *Campaign) Chunks(d *Document) ([]chunk.Chunk, error) {
	body, err := c.Body(d)
	if err != nil {
		return nil, err
	}
	chunks := chunk.Split(body)
	for i := range chunks {
		chunks[i].Line += d.BodyLine - 1
	}
	return chunks, nil
}

// head is the front matter of lore as it is written.
type head struct {
	Mode        string   `field:"mode"`
	Kind        string   `field:"kind"`
	Title       string   `field:"title"`
	Author      string   `field:"author"`
	InWorldDate string   `field:"in_world_date"`
	Audience    []string `field:"audience"`
	Tags        []string `field:"tags"`
	Category    string   `field:"category"`
	Version     string   `field:"version"`
}

// document is the one of a file; title is the first heading of its body.
func (h head) document(file, title string) Document {
	kind, tag := kindOf(h.Kind)
	if tag != "" {
		h.Tags = union(h.Tags, []string{tag})
	}
	d := Document{
		File: file, Mode: strings.ToUpper(h.Mode), Kind: kind, Title: h.Title, Author: h.Author,
		InWorldDate: h.InWorldDate, Audience: h.Audience, Tags: h.Tags, Category: h.Category, Version: h.Version,
	}
	d.Untitled = h.Title == "" && title == ""
	for _, field := range []struct {
		into  *string
		value string
	}{
		{&d.Mode, "STRICT"}, {&d.Title, title}, {&d.Title, nameOf(file)}, {&d.Category, categoryOf(file)},
	} {
		if *field.into == "" {
			*field.into = field.value
		}
	}
	if len(d.Audience) == 0 {
		d.Audience = []string{"public"}
	}
	return d
}

// nameOf is a file's name in words.
func nameOf(file string) string {
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.NewReplacer("_", " ", "-", " ").Replace(base)
}

// categoryOf is the directory of a file below lore/.
func categoryOf(file string) string {
	dir := strings.TrimPrefix(path.Dir(file), "lore")
	return strings.Trim(dir, "/")
}

// A loreText is what is kept of a document's text while the campaign is being loaded.
type loreText struct {
	title  string
	line   int
	bytes  int64
	sum    [sha256.Size]byte
	body   int // bytes of it
	spoken int // how many sentences it has, about, as far as they are looked through
}

func loreTextOf(text, body string, line int) loreText {
	return loreText{
		title: strings.Clone(titled("", body).Title), // not the text with it
		line:  line, bytes: int64(len(text)), sum: sha256.Sum256([]byte(text)),
		body: len(body), spoken: sentenceEnds(body[:min(len(body), MostToldText)]),
	}
}

// sentenceEnds counts what looks like the end of a sentence.
func sentenceEnds(text string) (n int) {
	for i := range len(text) - 1 {
		if strings.IndexByte(".!?", text[i]) >= 0 && strings.IndexByte(" \n\"", text[i+1]) >= 0 {
			n++
		}
	}
	return n
}

// reportUntitled warns of documents that nobody brings up, at the first of them.
func (l *loader) reportUntitled(d *Document, others int) {
	also := ""
	if others > 0 {
		also = fmt.Sprintf(", and neither have %d other documents", others)
	}
	l.report(contracts.Problem{File: d.File, Line: d.BodyLine, Column: 1, Kind: contracts.Missing, Warning: true, Message: `has no title, so nobody brings it up by one` + also + `; begin it with a heading, such as "# The dark tower", or give it a "title" in its front matter`})
}

// checkTold warns where people cannot tell all that is in public lore.
func (l *loader) checkTold() {
	sentences, last, untitled := 0, "", []*Document(nil)
	for i := range l.c.Lore {
		d := &l.c.Lore[i]
		if !d.Public() {
			continue
		}
		if d.Untitled {
			untitled = append(untitled, d)
		}
		r := l.texts[d.File]
		if sentences <= MostTold {
			last = d.File
		}
		sentences += r.spoken
		if r.body > MostToldText {
			l.report(contracts.Problem{File: d.File, Line: d.BodyLine, Column: 1, Kind: contracts.Limit, Warning: true, Message: fmt.Sprintf("is long: people tell only of what stands in its first %d KiB, and all of it is found by searching", MostToldText>>10)})
		}
	}
	if len(untitled) > 0 {
		l.reportUntitled(untitled[0], len(untitled)-1)
	}
	if sentences > MostTold {
		l.report(contracts.Problem{File: last, Kind: contracts.Limit, Warning: true, Message: fmt.Sprintf("is about as far as people can tell of the lore: they know %d sentences of it, in the order of the files, and the rest is found by searching", MostTold)})
	}
}
