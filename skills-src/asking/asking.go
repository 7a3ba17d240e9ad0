// Package asking is what bundled skills share that have a model write: of which parts a prompt is made, and what came of
// the answer, for people who look at it.
//
//	told, looked := asking.Choose(3000, parts, candidates)
//	written, err := inv.Generate(ctx, kit.Prompt{System: orders, Sections: told, Considered: looked})
//	said, why := admit(written.Text)
//	asking.Tell(ctx, inv, written, said, string(why))
package asking

import (
	"context"
	"strings"

	"github.com/narratoria/narratoria/prose/prompt"
	"github.com/narratoria/narratoria/skills/kit"
)

// BytesQuoted is how much of a text a prompt has.
const BytesQuoted = 240

const bytesLooked = 1000 // of what was looked at, for people

// Sections are the parts of what a user says, of which those are sent that [prompt.Within] has. Parts of one section that
// stand together and that a prompt must have are one; of others each is left out by itself, by the host too.
func Sections(most int, parts []prompt.Part) []kit.Section {
	told, _ := Choose(most, parts, nil)
	return told
}

// Choose is [Sections], with what was looked at for them, for people: what is held by no part that is sent is said to be left out. A text that
// was looked at is one line, which the host takes.
func Choose(most int, parts []prompt.Part, looked []kit.Candidate) (told []kit.Section, considered []kit.Candidate) {
	sent := map[int]int{} // in which section
	for i, fits := range prompt.Fits(most, parts) {
		s := kit.Section{Name: parts[i].Section, Role: "user", Tier: parts[i].Tier.String(), Text: parts[i].Text}
		if !fits {
			s.Dropped = prompt.NoRoom
		}
		if last := len(told) - 1; last >= 0 && parts[i].Tier == prompt.Must && told[last].Name == s.Name && told[last].Tier == s.Tier {
			told[last].Text += s.Text
		} else {
			told = append(told, s)
		}
		if fits {
			sent[parts[i].Candidate] = len(told)
		}
	}
	for i, c := range looked {
		if c.Dropped == "" {
			if c.Section = sent[i+1]; c.Section == 0 {
				c.Dropped = prompt.NoRoom
			}
		}
		if c.Text = prompt.Seen(c.Text, bytesLooked); c.Text != "" {
			considered = append(considered, c)
		}
	}
	return told, considered
}

// The bounds of what is said of an answer.
const (
	mostLeft   = 8
	bytesOfOne = 300 // of a phrase
)

// Tell says what came of a text: which part of it is used, and where none is, what is to be said against it.
func Tell(ctx context.Context, inv *kit.Invocation, written kit.Generated, used, objection string) {
	text := strings.TrimSpace(written.Text)
	switch {
	case objection != "":
		made(ctx, inv, written, kit.Refused, objection)
	case used == text:
		made(ctx, inv, written, kit.Used, "")
	default:
		before, behind, is := strings.Cut(text, used)
		if !is { // it is put otherwise
			before, behind = text, ""
		}
		made(ctx, inv, written, kit.Mended, "", before, behind)
	}
}

// TellOf says which texts of an answer that has several are not used, of so many.
func TellOf(ctx context.Context, inv *kit.Invocation, written kit.Generated, used int, left []string, objection string) {
	switch {
	case used == 0:
		made(ctx, inv, written, kit.Refused, objection, left...)
	case len(left) > 0:
		made(ctx, inv, written, kit.Mended, objection, left...)
	default:
		made(ctx, inv, written, kit.Used, "")
	}
}

// made says it in phrases that the host takes, whatever a model wrote.
func made(ctx context.Context, inv *kit.Invocation, written kit.Generated, as kit.Made, why string, left ...string) {
	var phrases []string
	for _, phrase := range left {
		if phrase = prompt.Seen(phrase, bytesOfOne); phrase != "" && len(phrases) < mostLeft {
			phrases = append(phrases, phrase)
		}
	}
	_ = inv.Made(ctx, written, as, why, phrases...) // nothing follows from it
}
