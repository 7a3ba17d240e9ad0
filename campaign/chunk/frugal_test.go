package chunk

import (
	"strings"
	"testing"
)

// Behind what is cut with care no chunk has too many tokens either, nothing is lost, and
// prose is cut between sentences.
func TestLongDocumentsAreCutFrugally(t *testing.T) {
	for name, part := range map[string]string{
		"prose": "In 1612 the keeper wrote of oil and boats. ", "letters": "a", "faces": "\U0001F600", "lines": "a\n", "headings": "# a\n",
		"abbreviations": "Dr. ", "signs": "]?!*", "digits": "1234567", "paragraphs": "a b\n\n", "long paragraphs": strings.Repeat("]?! ", 500) + "\n\n",
	} {
		text := strings.Repeat(part, (2*mostCareful)/len(part))
		chunks, line, at := Split(text), 1, 0
		for _, c := range chunks {
			i := strings.Index(text[at:], c.Text)
			if i < 0 || strings.TrimSpace(text[at:at+i]) != "" {
				t.Fatalf("%s: something is lost before chunk %d", name, c.Index)
			}
			line += strings.Count(text[at:at+i], "\n")
			if c.Line != line {
				t.Fatalf("%s: chunk %d is said to begin in line %d, and does in %d", name, c.Index, c.Line, line)
			}
			line += strings.Count(c.Text, "\n")
			at += i + len(c.Text)
		}
		if strings.TrimSpace(text[at:]) != "" {
			t.Errorf("%s: the end is lost", name)
		}
		for i := 0; i < len(chunks); i += 1 + len(chunks)/40 {
			c := chunks[len(chunks)-1-i]
			if n := c.Tokens(); n > Most {
				t.Errorf("%s: chunk %d has %d tokens", name, c.Index, n)
			}
			if name == "prose" && !strings.HasSuffix(c.Text, ".") {
				t.Errorf("cut within a sentence: %.100q", c.Text)
			}
		}
		if most := len(text)/256 + mostParagraphs + 10; len(chunks) > most {
			t.Errorf("%s: %d chunks", name, len(chunks))
		}
	}
}
