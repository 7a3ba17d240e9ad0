package transcript

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"io"

	"github.com/narratoria/narratoria/campaign/media"
	"github.com/narratoria/narratoria/internal/plaintext"
)

// style is all that the page has of its own beside the story.
const style = `
:root { color-scheme: light dark; --ink: #221c14; --paper: #fbf8f1; --faint: #6d6353; --line: #d9cfbd; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ddcd; --paper: #1b1813; --faint: #a2957f; --line: #3b352b; } }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 38rem; background: var(--paper); color: var(--ink);
  font: 1.125rem/1.6 Georgia, "Iowan Old Style", "Noto Serif", serif; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 3rem 0 0; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.when, .roll { color: var(--faint); font-size: .9rem; margin: 0 0 1rem; }
.chosen { margin: 1.75rem 0 1rem; padding-left: .9rem; border-left: 3px solid var(--line); font-style: italic; }
.ending { margin: 2.5rem 0; text-align: center; font-variant: small-caps; font-size: 1.25rem; }
figure { margin: 1.25rem 0; }
img { max-width: 100%; max-height: 26rem; border-radius: 4px; }
figcaption { color: var(--faint); font-size: .9rem; }
`

// policy forbids the page everything but its own style and the pictures in it.
func policy() string {
	sum := sha256.Sum256([]byte(style))
	return fmt.Sprintf("default-src 'none'; img-src data:; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'", base64.StdEncoding.EncodeToString(sum[:]))
}

// HTML writes it as one page with its pictures in it.
func (t *Transcript) HTML(to io.Writer) error {
	w := &page{bufio.NewWriter(to)}
	w.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n", html.EscapeString(policy()))
	w.put("<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n", html.EscapeString(t.Title), style, text(t.Title))
	if t.Player != "" {
		w.put("<p class=\"when\">%s</p>\n", text(t.Player))
	}
	for _, s := range t.Scenes {
		if len(s.Turns) == 0 {
			continue
		}
		w.put("<section>\n<h2>%s</h2>\n<p class=\"when\">%s</p>\n", text(s.name()), when(s.Turns[0].Minutes))
		w.paragraph("roll", s.Summary)
		for _, turn := range s.Turns {
			w.turn(turn)
		}
		w.put("</section>\n")
	}
	w.put("</body>\n</html>\n")
	return w.Flush()
}

// A page is written; what is wrong with that Flush says.
type page struct{ *bufio.Writer }

func (w *page) put(format string, arguments ...any) { fmt.Fprintf(w, format, arguments...) }

func (w *page) turn(t Turn) {
	w.paragraph("chosen", t.Chosen)
	w.paragraph("roll", t.Check)
	for _, p := range t.Pictures {
		w.picture(p)
	}
	for _, p := range t.Prose {
		w.put("<p dir=\"auto\">%s</p>\n", text(p))
	}
	w.paragraph("ending", t.Ending)
}

func (w *page) paragraph(class, words string) {
	if words != "" {
		w.put("<p class=\"%s\" dir=\"auto\">%s</p>\n", class, text(words))
	}
}

// picture shows one of the kinds that Narratoria knows, whatever it was said to be.
func (w *page) picture(p Picture) {
	info, err := media.Read(bytes.NewReader(p.Data))
	if err != nil || info.Type != "image" {
		if p.Alt != "" {
			w.paragraph("roll", "picture: "+p.Alt)
		}
		return
	}
	w.put("<figure><img alt=\"%s\" src=\"data:%s;base64,%s\"><figcaption dir=\"auto\">%s</figcaption></figure>\n",
		html.EscapeString(p.Alt), info.MediaType(), base64.StdEncoding.EncodeToString(p.Data), text(p.Alt))
}

// text is a clean text with its emphasis, in which HTML sees nothing else.
func text(clean string) string { return plaintext.Emphasis(html.EscapeString(clean), "<em>", "</em>") }
