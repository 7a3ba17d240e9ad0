// Package asking is what bundled skills share that have a model write: of which parts a prompt is made, and what came of
// the answer, for people who look at it.
//
//	written, err := inv.Generate(ctx, kit.Prompt{System: orders, Sections: asking.Sections(3000, parts)})
//	said, why := admit(written.Text)
//	asking.Tell(ctx, inv, written, said, string(why))
package asking

import (
	"context"
	"strings"

	"github.com/narratoria/narratoria/prose/prompt"
	"github.com/narratoria/narratoria/skills/kit"
)

// Sections are the parts of what a user says, of which those are sent that [prompt.Within] has. Parts of one section that
// stand together and are needed as much are one.
func Sections(most int, parts []prompt.Part) (all []kit.Section) {
	for i, fits := range prompt.Fits(most, parts) {
		s := kit.Section{Name: parts[i].Section, Role: "user", Tier: parts[i].Tier.String(), Text: parts[i].Text}
		if !fits {
			s.Dropped = prompt.NoRoom
		}
		if last := len(all) - 1; last >= 0 && all[last].Name == s.Name && all[last].Tier == s.Tier && all[last].Dropped == s.Dropped {
			all[last].Text += s.Text
			continue
		}
		all = append(all, s)
	}
	return all
}

// BytesQuoted is how much of a text a prompt has that [Sent] looks into.
const BytesQuoted = 240

const bytesLooked = 1000 // of what was looked at, for people

// Sent is what was looked at for a prompt, with that said to be left out which stands in none of the sections that are sent, each as
// it is quoted there behind what it is. A text is one line, which the host takes.
func Sent(looked []kit.Candidate, told []kit.Section, what string) (all []kit.Candidate) {
	var sent strings.Builder
	for _, s := range told {
		if s.Dropped == "" {
			sent.WriteString(s.Text)
		}
	}
	for _, c := range looked {
		if c.Dropped == "" && !strings.Contains(sent.String(), prompt.Line(what, c.Text, BytesQuoted)) {
			c.Dropped = prompt.NoRoom
		}
		if c.Text = prompt.Seen(c.Text, bytesLooked); c.Text != "" {
			all = append(all, c)
		}
	}
	return all
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
