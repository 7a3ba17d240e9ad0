// Package chunk cuts documents into the pieces that are searched: a paragraph
// each, and where one has more than [Most] tokens of cl100k_base, as many of its
// sentences as fit.
//
//	for _, c := range chunk.Split(text) {
//		fmt.Println(c.Paragraph, c.Tokens(), c.Text)
//	}
//
// A sentence that is too long by itself is cut between words, or where it has
// none between code points; a code point is never cut. Nothing of a text is lost
// but white space at the ends of chunks.
//
// A token is at least one byte long, so that a text of at most 512 bytes needs no
// counting: the vocabulary, which costs tens of milliseconds and megabytes, is
// built when the first longer text is met. All functions may be used
// concurrently.
//
// Whatever a text is, it costs little: of its long paragraphs the first 256 KiB are cut
// with care, which takes a second a megabyte where there are no sentences. Behind them
// sentences are told by their punctuation and lines alone, and what is no words has as
// many tokens as bytes. Behind its 20,000th paragraph they are not kept apart either.
package chunk

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/english/sentence"
)

const (
	// Most is how many tokens a chunk has at most.
	Most = 512
	// Method is what metadata calls this way of cutting.
	Method = "paragraph"
)

// A Chunk is one piece of a document.
type Chunk struct {
	Index     int // its place in the document, from 0
	Paragraph int // that of the paragraph it is of, from 0
	Line      int // where it begins in the text, from 1
	Text      string
}

// Tokens counts the chunk's tokens.
func (c Chunk) Tokens() int { return Tokens(c.Text) }

// Split cuts a text, whose lines end with "\n".
func Split(text string) []Chunk {
	var chunks []Chunk
	cutter := &cutter{mostCareful, words{}}
	paragraph, line := 0, 1
	for more := true; more; {
		part := text
		if paragraph < mostParagraphs {
			part, text, more = strings.Cut(text, "\n\n")
		} else {
			cutter.careful, more = 0, false
		}
		if strings.TrimSpace(part) != "" {
			for _, piece := range cutter.pieces(part) {
				chunks = append(chunks, Chunk{len(chunks), paragraph, line + piece.line, piece.text})
			}
			paragraph++
		}
		line += strings.Count(part, "\n") + 2
	}
	return chunks
}

// A piece is a part of a paragraph and how many lines below its start it begins.
type piece struct {
	text string
	line int
}

func (c *cutter) pieces(paragraph string) []piece {
	var all []piece
	line, counted := 0, 0 // how many lines end in so many bytes
	for _, span := range c.spans(paragraph) {
		text := paragraph[span.start:span.end]
		trimmed := strings.TrimSpace(text)
		if trimmed == "" {
			continue
		}
		begins := span.start + strings.Index(text, trimmed)
		line += strings.Count(paragraph[counted:begins], "\n")
		counted = begins
		all = append(all, piece{trimmed, line})
	}
	return all
}

// A span is a part of a text by its bytes.
type span struct{ start, end int }

// mostParagraphs is how many of a document's are pieces of their own; the rest goes
// together.
const mostParagraphs = 20_000

// mostCareful is how many bytes of a document's long paragraphs are cut with care.
const mostCareful = 256 << 10

// A manner is a way of cutting what is too long for one chunk.
type manner struct {
	tokens    func(text string) int // those it has, or more
	sentences func(text string) iter.Seq2[int, int]
	cut       func(text string, long span) []span // a sentence of too many tokens
}

// A cutter cuts the paragraphs of one document, one after the other.
type cutter struct {
	careful int // how many bytes of long ones are still cut with care
	words   words
}

func (c *cutter) spans(text string) []span {
	if len(text) <= Most {
		return []span{{0, len(text)}}
	}
	how := manner{Tokens, sentence.Spans, cut}
	if c.careful -= len(text); c.careful < 0 {
		how = manner{c.words.tokensAtMost, sentence.PlainSpans, byBytes}
	}
	if how.fits(text) {
		return []span{{0, len(text)}}
	}
	return how.pack(text)
}

func (m manner) fits(text string) bool { return fits(text, m.tokens) }

// fits reports whether a text can be one chunk, counting only where its length
// leaves it open.
func fits(text string, tokens func(string) int) bool {
	switch {
	case len(text) <= Most:
		return true
	case len(text) > Most*longestToken:
		return false
	}
	return tokens(text) <= Most
}

// pack joins sentences for as long as their tokens, counted one by one, fit.
func (m manner) pack(text string) []span {
	var packed []span
	var open []span // sentences that go together
	tokens := 0
	flush := func() {
		packed, tokens, open = append(packed, m.together(text, open)...), 0, open[:0]
	}
	for start, end := range m.sentences(text) {
		if !m.fits(text[start:end]) {
			flush()
			packed = append(packed, m.cut(text, span{start, end})...)
			continue
		}
		own := m.tokens(text[start:end])
		if tokens+own > Most {
			flush()
		}
		open = append(open, span{start, end})
		tokens += own
	}
	flush()
	return packed
}

// together makes sentences one chunk. Side by side they may have more tokens than one by
// one: then it is as many chunks as it takes, each as long as it can be.
func (m manner) together(text string, sentences []span) (chunks []span) {
	for len(sentences) > 0 {
		n := len(sentences)
		for n > 1 && !m.fits(text[sentences[0].start:sentences[n-1].end]) {
			n--
		}
		chunks = append(chunks, span{sentences[0].start, sentences[n-1].end})
		sentences = sentences[n:]
	}
	return chunks
}

// window is how much of a sentence without end is looked at at once; 512 tokens of
// prose take half of it.
const window = 4 << 10

// cut cuts what is too long for one chunk and has no sentences. What comes next is most
// often like what came: no more of it is looked at than twice as much.
func cut(text string, long span) []span {
	var parts []span
	look := window
	for start := long.start; start < long.end; {
		end := start + head(text[start:long.end], look)
		parts = append(parts, span{start, end})
		look = min(2*(end-start), window)
		start = end
	}
	return parts
}

// head is how many bytes at the front of a text make one chunk, of so many that are
// looked at: never 0, and never within a code point.
func head(text string, look int) int {
	end := wholeRunes(text, min(len(text), max(look, Most)))
	for !fits(text[:end], Tokens) {
		end = wholeRunes(text, min(end-1, bytesOf(text[:end], Most)))
	}
	if end == len(text) {
		return end
	}
	if space := strings.LastIndexFunc(text[:end], unicode.IsSpace); space > end/2 {
		return space + 1
	}
	return end
}

// wholeRunes steps back from the middle of a code point, but for the first one.
func wholeRunes(text string, end int) int {
	_, first := utf8.DecodeRuneInString(text)
	for end > first && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return max(end, first)
}
