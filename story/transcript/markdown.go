package transcript

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// Markdown writes it for reading as text and for publishing. Pictures are named. Nothing of the
// story becomes a link, a picture, a heading or HTML, but for emphasis by asterisks.
func (t *Transcript) Markdown(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "# %s\n", escaped(t.Title))
	for _, s := range t.Scenes {
		if len(s.Turns) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n## %s%s\n\n*%s*\n", s.number(), escaped(s.name()), when(s.Turns[0].Minutes))
		if s.Summary != "" {
			fmt.Fprintf(w, "\n*In short:* %s\n", escaped(s.Summary))
		}
		for _, turn := range s.Turns {
			markdownTurn(w, turn)
		}
	}
	return w.Flush()
}

func markdownTurn(w io.Writer, t Turn) {
	if t.Chosen != "" {
		fmt.Fprintf(w, "\n> %s\n", escaped(t.Chosen))
	}
	if t.Check != "" {
		fmt.Fprintf(w, "\n`%s`\n", strings.ReplaceAll(t.Check, "`", "'"))
	}
	for _, p := range t.Prose {
		fmt.Fprintf(w, "\n%s\n", escaped(p))
	}
	for _, p := range t.Pictures {
		fmt.Fprintf(w, "\n\\[picture: %s\\]\n", escaped(p.Alt))
	}
	if t.Ending != "" {
		fmt.Fprintf(w, "\n**%s**\n", escaped(t.Ending))
	}
}

// number is what stands before the name.
func (s *Scene) number() string {
	if s.Number == 0 {
		return ""
	}
	return fmt.Sprintf("%d. ", s.Number)
}

func (s *Scene) name() string {
	if s.Name == "" {
		return "Nowhere"
	}
	return english.SentenceCase(s.Name)
}

// Marks of emphasis while a text is escaped. Clean text has none of them.
const begins, ends = "\ue000", "\ue001"

var (
	markdownSigns = regexp.MustCompile("[\\\\`*_\\[\\]<>&|~]|://|@|(?i:www\\.)")
	markdownStart = regexp.MustCompile(`^(\s*)([#+=-]|\d+[.)])`)
)

// escaped is a text in which Markdown sees nothing but emphasis: of a sign, or the last one of
// several, it is said that it is only that.
func escaped(text string) string {
	text = plaintext.Emphasis(text, begins, ends)
	text = markdownSigns.ReplaceAllStringFunc(text, func(sign string) string {
		switch {
		case sign == "://":
			return `\://`
		case len(sign) > 1:
			return sign[:len(sign)-1] + `\.`
		}
		return `\` + sign
	})
	text = markdownStart.ReplaceAllStringFunc(text, func(start string) string {
		return start[:len(start)-1] + `\` + start[len(start)-1:]
	})
	return strings.NewReplacer(begins, "*", ends, "*").Replace(text)
}

// JSONL writes a turn a line, as an object with turn, scene, place, minutes, chosen, typed,
// check, prose (a list of paragraphs), pictures (what they show), offered, ending, and summary, of its whole scene, in the
// last turn of one; what is empty is left out.
func (t *Transcript) JSONL(to io.Writer) error {
	w := bufio.NewWriter(to)
	for _, s := range t.Scenes {
		for i, turn := range s.Turns {
			o := turn.object(s)
			if i == len(s.Turns)-1 {
				strictjson.Put(o, "summary", s.Summary)
			}
			w.WriteString(plaintext.Escape(string(strictjson.Append(nil, o))) + "\n")
		}
	}
	return w.Flush()
}

func (t *Turn) object(of Scene) strictjson.Object {
	o := strictjson.Object{"turn": strictjson.Int(t.Number), "minutes": strictjson.Int(t.Minutes)}
	strictjson.Put(o, "scene", int64(of.Number))
	for name, text := range map[string]string{"place": of.Name, "chosen": t.Chosen, "typed": t.Typed, "check": t.Check, "ending": t.Ending} {
		strictjson.Put(o, name, text)
	}
	var pictures []string
	for _, p := range t.Pictures {
		pictures = append(pictures, p.Alt)
	}
	strictjson.PutList(o, "prose", strictjson.FromStrings(t.Prose))
	strictjson.PutList(o, "pictures", strictjson.FromStrings(pictures))
	strictjson.PutList(o, "offered", strictjson.FromStrings(t.Offered))
	return o
}
