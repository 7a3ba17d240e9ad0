package driver

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
)

// A Text is one that is being written. It belongs to the goroutine of the call.
type Text struct {
	tell    func(model.Piece)
	stops   []string
	secrets []string

	told  strings.Builder
	held  string // what came and is not told yet
	round circle
	size  int
	end   model.End
	usage model.Usage
}

func newText(stops, secrets []string, tell func(model.Piece)) *Text {
	if tell == nil {
		tell = func(model.Piece) {}
	}
	return &Text{tell: tell, stops: stops, secrets: secrets}
}

// errStopped is Write's error when one of the request's stops has come: the text is whole.
var errStopped = errors.New("the text has come to a stop")

// Write takes the next bytes, which may end within a character. An error ends the text, and so
// does End.
func (t *Text) Write(piece string) error {
	if t.end != "" {
		return Refuse(model.Malformed, "the text goes on after its end")
	}
	if t.size += len(piece); t.size > model.MostText {
		return Refuse(model.TooLong, "the text has more than %d KiB", model.MostText>>10)
	}
	if t.round.turns(piece) {
		return Refuse(model.Looping, "the model repeats the same few letters for ever")
	}
	t.held += piece
	if !utf8.ValidString(t.held[:len(t.held)-begun(t.held)]) {
		return notUTF8()
	}
	stop := earliest(t.held, t.stops)
	if stop < 0 {
		stop = len(t.held)
	}
	if earliest(t.held[:stop], t.secrets) >= 0 {
		return Refuse(model.Malformed, "the text holds the key that it was asked for with; the server is not one to be trusted")
	}
	if stop < len(t.held) {
		t.release(stop)
		t.held, t.end = "", model.Stopped
		return errStopped
	}
	t.release(len(t.held) - max(begun(t.held), beginning(t.held, t.stops), beginning(t.held, t.secrets)))
	return nil
}

func notUTF8() error { return Refuse(model.Malformed, "the text is not UTF-8") }

// release tells the first bytes of what is held.
func (t *Text) release(n int) {
	piece := t.held[:n]
	if t.held = t.held[n:]; piece != "" {
		t.told.WriteString(piece)
		t.tell(model.Piece{Text: piece})
	}
}

// End says why the text is whole. Without it, it is not.
func (t *Text) End(end model.End) { t.end = end }

// Ended reports whether End was called.
func (t *Text) Ended() bool { return t.end != "" }

// Use says what the call took. What is 0 is not said; the last word counts.
func (t *Text) Use(u model.Usage) {
	if u.Prompt > 0 {
		t.usage.Prompt = u.Prompt
	}
	if u.Text > 0 {
		t.usage.Text = u.Text
	}
	if u.Reused > 0 {
		t.usage.Reused = u.Reused
	}
}

// Usage reads what a call took from two members of an object; one that is no number is not said.
func Usage(of strictjson.Object, prompt, text string) model.Usage {
	return model.Usage{Prompt: int(strictjson.AsInteger(of[prompt])), Text: int(strictjson.AsInteger(of[text]))}
}

// close looks at the whole, and gives what of it is the answer.
func (t *Text) close(form model.Form) (string, error) {
	switch {
	case t.end == "":
		return "", Refuse(model.Incomplete, "the text broke off")
	case begun(t.held) > 0:
		return "", notUTF8()
	}
	t.release(len(t.held))
	text := t.told.String()
	if blank(text) {
		return "", Refuse(model.Empty, "the model said nothing")
	}
	if form.Schema != nil {
		text = salvaged(text)
	}
	return text, formed(text, t.end, form)
}

// earliest is where the first of some words begins, -1 where none is.
func earliest(text string, words []string) int {
	first := -1
	for _, word := range words {
		if i := strings.Index(text, word); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// beginning is how many of a text's last bytes one of some words may begin with.
func beginning(text string, words []string) int {
	longest := 0
	for _, word := range words {
		for n := min(len(word)-1, len(text)); n > longest; n-- {
			if strings.HasSuffix(text, word[:n]) {
				longest = n
			}
		}
	}
	return longest
}

// begun is how many of a text's last bytes are the beginning of a character.
func begun(text string) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(text)); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRuneInString(last) {
				return n
			}
			return 0
		}
	}
	return 0
}

// What is a circle: a stretch of at most longestTurn bytes that comes again so many times on end, and
// in so many bytes in all. A token is shorter; no prose, and no plan, comes near.
const (
	longestTurn = 32
	leastTurns  = 48
	leastRound  = 384
)

// A circle finds out that a text repeats one token: for each length of a stretch it knows how
// many bytes on end are the same as those that stand that far before them.
type circle struct {
	last [longestTurn]byte // the bytes before, at their number modulo its length
	seen int
	same [longestTurn + 1]int
}

func (c *circle) turns(piece string) bool {
	for i := range len(piece) {
		for length := 1; length <= min(longestTurn, c.seen); length++ {
			if c.last[(c.seen-length)%longestTurn] != piece[i] {
				c.same[length] = 0
				continue
			}
			if c.same[length]++; c.same[length] >= max(leastRound, leastTurns*length) {
				return true
			}
		}
		c.last[c.seen%longestTurn] = piece[i]
		c.seen++
	}
	return false
}
