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
package chunk

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
	paragraph, line := 0, 1
	for part := range strings.SplitSeq(text, "\n\n") {
		if strings.TrimSpace(part) != "" {
			for _, piece := range pieces(part) {
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

func pieces(paragraph string) []piece {
	var all []piece
	for _, span := range spans(paragraph) {
		text := paragraph[span.start:span.end]
		trimmed := strings.TrimSpace(text)
		if trimmed == "" {
			continue
		}
		before := paragraph[:span.start+strings.Index(text, trimmed)]
		all = append(all, piece{trimmed, strings.Count(before, "\n")})
	}
	return all
}

// A span is a part of a text by its bytes.
type span struct{ start, end int }

func spans(text string) []span {
	if fits(text) {
		return []span{{0, len(text)}}
	}
	return pack(text, sentencesOf(text))
}

// pack joins sentences for as long as their tokens, counted one by one, fit.
func pack(text string, sentences []span) []span {
	var packed []span
	tokens := 0
	for _, sentence := range sentences {
		own, parts := Most, []span{sentence}
		if fits(text[sentence.start:sentence.end]) {
			own = Tokens(text[sentence.start:sentence.end])
		} else {
			parts = cut(text, sentence)
		}
		last := len(packed) - 1
		if last >= 0 && tokens+own <= Most && fits(text[packed[last].start:sentence.end]) {
			packed[last].end = sentence.end
			tokens += own
			continue
		}
		packed, tokens = append(packed, parts...), own
	}
	return packed
}

// window is how much of a sentence without end is looked at at once; 512 tokens of
// prose take half of it.
const window = 4 << 10

// cut cuts what is too long for one chunk and has no sentences.
func cut(text string, long span) []span {
	var parts []span
	for start := long.start; start < long.end; {
		end := start + head(text[start:long.end])
		parts = append(parts, span{start, end})
		start = end
	}
	return parts
}

// head is how many bytes at the front of a text make one chunk: never 0, and
// never within a code point.
func head(text string) int {
	end := wholeRunes(text, min(len(text), window))
	for !fits(text[:end]) {
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

// sentencesOf finds where sentences end. They cover the text.
func sentencesOf(text string) []span {
	ends := sentenceEnds(text)
	var all []span
	start := 0
	for _, end := range slices.Compact(append(ends, len(text))) {
		if end > start && end <= len(text) {
			all = append(all, span{start, end})
			start = end
		}
	}
	return all
}
