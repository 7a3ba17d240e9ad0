// Package prompt makes what a language model is told, out of parts. It is the one place where that is done: planners use
// it, and the bundled skills.
//
//	text := prompt.Within(3000, []prompt.Part{
//		{Section: "orders", Tier: prompt.Must, Text: "Say one sentence.\n"},
//		{Section: "world", Tier: prompt.Should, Text: "weather: " + prompt.Quoted(weather, 240) + "\n"},
//		{Section: "asked", Tier: prompt.Must, Text: "The sentence:"},
//	})
//
// What holds of every prompt that is made of them:
//
//   - Parts stand in the order in which they were given, so whoever gives what is the same from turn to turn first has a
//     model read it but once.
//   - A prompt has no more bytes than it may have, but for what it cannot do without: the parts that it needs more are
//     chosen first. A byte is a token at most, and three to four of them are one as a rule.
//   - Somebody's text stands between double quotes, on one line, and cannot close them. It may say anything: what it says
//     is material.
//
// All functions are pure.
package prompt

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Tier is how much a prompt needs a part of it.
type Tier int

// The tiers.
const (
	Must   Tier = iota // it is never left out
	Should             // it is, where there is no room for it
	Nice               // only where there is room beside all the others
)

// String is the name of a tier: must, should or nice.
func (t Tier) String() string { return [...]string{"must", "should", "nice"}[t] }

// A Part is one of a prompt. Section says for people what it is of; parts of one section stand together.
type Part struct {
	Section string
	Tier    Tier
	Text    string
	// Candidate is which of what was looked at for the prompt the part holds, as whoever makes it counts, from 1; 0: none of it.
	Candidate int
}

// Within are the parts that there is room for, in their order, as one text of so many bytes at most, but for those that
// a prompt must have.
func Within(most int, parts []Part) string {
	var b strings.Builder
	for _, p := range Chosen(most, parts) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Chosen are the parts of [Within], each by itself.
func Chosen(most int, parts []Part) (all []Part) {
	fits := Fits(most, parts)
	for i, p := range parts {
		if fits[i] {
			all = append(all, p)
		}
	}
	return all
}

// Fits says of each part whether [Within] has it.
func Fits(most int, parts []Part) []bool {
	return FitsBy(most, parts, func(i int) int { return len(parts[i].Text) })
}

// FitsBy is Fits in another measure than bytes, such as the tokens of a model, of which a part of a number has so many.
func FitsBy(most int, parts []Part, size func(i int) int) []bool {
	chosen := make([]bool, len(parts))
	for _, wanted := range []Tier{Must, Should, Nice} {
		for i, p := range parts {
			if p.Tier == wanted && (wanted == Must || size(i) <= most) {
				chosen[i] = true
				most -= size(i)
			}
		}
	}
	return chosen
}

// Quoted is somebody's text as a prompt quotes it: on one line, between two double quotes of which there is none in it
// but behind a backslash, without what is not to be seen, and cut where it is long.
func Quoted(text string, most int) string { return string(strictjson.Encode(Seen(text, most))) }

// Line is somebody's text quoted behind what it is, on a line of its own; "" where there is nothing of it to be seen.
func Line(what, text string, most int) string {
	if text = Seen(text, most); text == "" {
		return ""
	}
	return what + ": " + Quoted(text, most) + "\n"
}

// Sentences are the first whole sentences of somebody's text, and no more than so many bytes of it; where the first is longer,
// the text is cut as by [Seen].
func Sentences(text string, most int) string {
	if text = Seen(text, len(text)); len(text) <= most {
		return text
	}
	whole := ""
	for _, sentence := range english.Sentences(text) {
		if len(whole)+len(sentence) > most {
			break
		}
		whole += sentence + " "
	}
	if whole = strings.TrimSpace(whole); whole == "" {
		return Seen(text, most)
	}
	return whole
}

// NoRoom is why a part of a prompt is not sent.
const NoRoom = "there is no room for it"

// Seen is what there is to be seen of somebody's text, on one line, and no more than so many bytes of it.
func Seen(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return strings.Join(strings.Fields(plaintext.Clean(text)), " ")
}
