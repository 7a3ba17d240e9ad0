package campaign

import (
	"path"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign/chunk"
)

// A Document is one text of lore: a file below lore/.
type Document struct {
	File        string
	Mode        string // "STRICT": it is so; "MYTHIC": it is told
	Kind        string // one of [Kinds]
	Title       string
	Author      string
	InWorldDate string
	Audience    []string // "public", "narrator", "faction:ID", "character:ID"
	Tags        []string
	Category    string // where none is written, the directory below lore/
	Version     string
	Body        string
	BodyLine    int // where the body begins in the file
}

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

// Chunks cuts the document into what is searched. Lines of chunks are those of
// the file. Long documents take milliseconds: keep what it gives.
func (d *Document) Chunks() []chunk.Chunk {
	chunks := chunk.Split(d.Body)
	for i := range chunks {
		chunks[i].Line += d.BodyLine - 1
	}
	return chunks
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

func (h head) document(file, body string, line int) Document {
	text := titled(file, body)
	kind, tag := kindOf(h.Kind)
	if tag != "" {
		h.Tags = union(h.Tags, []string{tag})
	}
	d := Document{
		File: file, Mode: strings.ToUpper(h.Mode), Kind: kind, Title: h.Title, Author: h.Author,
		InWorldDate: h.InWorldDate, Audience: h.Audience, Tags: h.Tags, Category: h.Category, Version: h.Version,
		Body: body, BodyLine: line,
	}
	for _, field := range []struct {
		into  *string
		value string
	}{
		{&d.Mode, "STRICT"}, {&d.Title, text.Title}, {&d.Title, nameOf(file)}, {&d.Category, categoryOf(file)},
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
