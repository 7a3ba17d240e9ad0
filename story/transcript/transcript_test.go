package transcript_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/hostiletext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// A teller writes a story for a test.
type teller struct {
	t    testing.TB
	save *persistence.Save
	p    *story.Playthrough
	turn *story.Turn
	at   event.Position // of the last event
}

// newTeller begins the story of somebody, at a place of a name.
func newTeller(t testing.TB, player, place string) *teller {
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "monday", "p-1")
	must(t, err)
	p, err := story.Open(t.Context(), save)
	must(t, err)
	w := &teller{t: t, save: save, p: p, turn: p.Begin("start")}
	w.add(event.PlaythroughStarted, event.Data{
		"campaign": "lighthouse", "version": "1", "digest": "d",
		"persona": strictjson.Object{"name": player, "place": "quay"}, "parameters": strictjson.Object{},
	})
	for id, name := range map[string]string{"quay": place, "tower": "the tower"} {
		w.add(event.EntityAdded, event.Data{"entity": id, "type": "place", "name": name})
	}
	w.add(event.EntityAdded, event.Data{"entity": "ines", "type": "person", "name": "Ines", "place": "quay"})
	w.commit()
	return w
}

func (w *teller) add(kind event.Kind, data event.Data) {
	w.t.Helper()
	at, err := w.turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Data: data})
	must(w.t, err)
	w.at = at
}

func (w *teller) commit() {
	_, err := w.turn.Commit(w.t.Context())
	must(w.t, err)
}

// begin opens the next turn.
func (w *teller) begin() {
	s := w.p.State()
	n := s.Turn.Number + 1
	w.turn = w.p.Begin(event.TurnID(fmt.Sprint("turn-", n)))
	_, err := w.turn.Add(event.Event{
		Kind: event.TurnOpened, Actor: event.EngineSelf, Moment: event.Moment{Sequence: s.Moment.Sequence + 1, Timed: true, Minutes: s.Minutes},
		Data: event.Data{"turn": fmt.Sprint("turn-", n), "number": n, "seed": "s"},
	})
	must(w.t, err)
}

func (w *teller) scene(id, place string) {
	w.add(event.SceneOpened, event.Data{"scene": id, "type": "dialogue", "place": place, "present": []string{"player"}})
}

func (w *teller) blob(data []byte) string {
	sum, err := w.turn.PutBlob(w.t.Context(), data)
	must(w.t, err)
	return sum.String()
}

// options read the pictures of the story.
func (w *teller) options() transcript.Options {
	return transcript.Options{
		Blob: func(sum event.Hash) ([]byte, error) { return w.save.GetBlob(w.t.Context(), sum) },
		Asset: func(path string) ([]byte, error) {
			if path != "art/quay.png" {
				return nil, errors.New("there is none")
			}
			return picture(), nil
		},
	}
}

func (w *teller) transcript() *transcript.Transcript {
	w.t.Helper()
	told, err := transcript.Of(w.t.Context(), w.p, event.Where{}, w.options())
	must(w.t, err)
	return told
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// picture is a small PNG.
func picture() []byte {
	var data bytes.Buffer
	_ = png.Encode(&data, image.NewGray(image.Rect(0, 0, 2, 2)))
	return data.Bytes()
}

func waiting() strictjson.Object {
	return action.Action{By: action.Player, Kind: action.Wait, Minutes: 90}.Object()
}

// lighthouse is a story of three turns in two places, of which one is hidden.
func lighthouse(t testing.TB) *teller {
	w := newTeller(t, "Mira", "the Quay")
	w.begin()
	w.scene("scene-1", "quay")
	w.add(event.UISent, event.Data{"event": "campaign_asset", "payload": strictjson.Object{"path": "art/quay.png", "media": "image/png", "alt": "The quay in fog"}})
	w.add(event.UISent, event.Data{"event": "campaign_asset", "payload": strictjson.Object{"path": "sea.ogg", "media": "audio/ogg", "alt": "The sea"}})
	w.add(event.Narrated, event.Data{"text": "Fog lay on the quay.\n\nThe *Constance* was late."})
	w.add(event.ChoicesOffered, event.Data{"choices": []any{strictjson.Object{"id": "wait", "action": waiting(), "text": "Wait.", "source": "made"}}})
	w.commit()

	w.begin()
	w.add(event.ChoiceMade, event.Data{"choice": "wait", "action": waiting(), "text": "Wait.", "typed": "i wait"})
	w.add(event.CheckRolled, event.Data{"who": "player", "formula": "2d6", "rolls": []any{3, 4}, "total": 7, "band": "partial", "stat": "wit"})
	w.add(event.TimePassed, event.Data{"minutes": 90})
	w.add(event.Narrated, event.Data{"text": "This was never told."})
	unsaid := w.at
	w.add(event.Narrated, event.Data{"text": "Nobody came."})
	w.add(event.PortraitMade, event.Data{"who": "ines", "blob": w.blob(picture()), "media": "image/png", "origin": "drawn"})
	w.commit()
	must(t, w.p.Hide(t.Context(), unsaid))

	w.begin()
	w.add(event.SceneClosed, event.Data{"scene": "scene-1", "significance": "high"})
	w.add(event.Moved, event.Data{"who": "player", "to": "tower", "from": "quay"})
	w.scene("scene-2", "tower")
	w.add(event.Narrated, event.Data{"text": "1. The lamp was out."})
	w.add(event.EndingReached, event.Data{"ending": "dark", "title": "The Dark"})
	w.commit()
	return w
}

// The three forms of a story, as they are to be read.
func TestForms(t *testing.T) {
	golden.Cases(t, "testdata/*.txtar", 1, func(t *testing.T, c *golden.Case) {
		c.Explained(t)
		told := lighthouse(t).transcript()
		c.Want(t, "markdown", written(t, told.Markdown))
		c.Want(t, "jsonl", written(t, told.JSONL))
		c.Want(t, "html", written(t, told.HTML))
	})
}

func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var out strings.Builder
	must(t, write(&out))
	return out.String()
}

// A part of a story is a scene, or all from a turn on.
func TestParts(t *testing.T) {
	told := lighthouse(t).transcript()
	for number, turns := range map[int]int{1: 2, 2: 1} {
		scene, err := told.Scene(number)
		must(t, err)
		if len(scene.Scenes) != 1 || len(scene.Scenes[0].Turns) != turns || scene.Scenes[0].Number != number {
			t.Errorf("scene %d is %+v", number, scene.Scenes)
		}
	}
	for _, number := range []int{-1, 0, 3} {
		if _, err := told.Scene(number); !errors.Is(err, transcript.ErrNoScene) {
			t.Errorf("scene %d: %v", number, err)
		}
	}
	if first := told.Scenes[0]; !first.Closed || first.Significance != "high" || told.Scenes[1].Closed {
		t.Errorf("the scenes are %+v", told.Scenes)
	}
	if rest := told.From(2); len(rest.Scenes) != 2 || len(rest.Scenes[0].Turns) != 1 || rest.Scenes[0].Turns[0].Number != 2 {
		t.Errorf("from turn 2 on it is %+v", rest.Scenes)
	}
	if len(told.Scenes[0].Turns) != 2 {
		t.Error("a part has changed the whole")
	}
}

// Nothing that the player did not perceive is told: not what others say among themselves.
func TestWhatThePlayerDidNotPerceiveIsNotTold(t *testing.T) {
	w := newTeller(t, "Mira", "the Quay")
	w.begin()
	for _, e := range []event.Event{
		{Kind: event.Narrated, Data: event.Data{"text": "secret"}},
		{Kind: event.CheckRolled, Data: event.Data{"who": "player", "formula": "2d6", "rolls": []any{1, 1}, "total": 2, "band": "failure", "stat": "secret"}},
		{Kind: event.CheckRolled, Data: event.Data{"who": "ines", "formula": "2d6", "rolls": []any{1, 1}, "total": 2, "band": "failure", "stat": "secret"}},
	} {
		e.Actor, e.Perception = event.EngineSelf, &event.Perception{WitnessedBy: []event.CharacterID{"ines"}}
		_, err := w.turn.Add(e)
		must(t, err)
	}
	w.add(event.FactEstablished, event.Data{"fact": "f", "content": "secret"})
	w.add(event.PlanSettled, event.Data{"part": "main", "attempts": 1, "fallback": false})
	w.commit()
	told := w.transcript()
	for _, form := range []func(io.Writer) error{told.Markdown, told.JSONL, told.HTML} {
		if text := written(t, form); strings.Contains(text, "secret") {
			t.Errorf("it is told:\n%s", text)
		}
	}
}

// vectors are what acts where it is not taken for text.
var vectors = []string{
	`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `"><svg onload=alert(1)>`, `' onmouseover='alert(1)`, `</p><iframe src="https://evil.example">`,
	`<a href="javascript:alert(1)">x</a>`, `<style>@import "https://evil.example"</style>`, `</style><script>1</script>`, `</title><script>1</script>`,
	`<!--><script>1</script>-->`, `<![CDATA[<script>1</script>]]>`, `&lt;script&gt;`, `&#60;script&#62;`, "<scr\x00ipt>alert(1)</scr\x00ipt>", `<scr<script>ipt>alert(1)</script>`,
	`<svg><animate onbegin=alert(1) attributeName=x>`, `<math><mtext><script>1</script>`, `<base href=https://evil.example>`, `<meta http-equiv=refresh content=0>`,
	`<link rel=stylesheet href=https://evil.example>`, `<form action=https://evil.example><button>`, `<object data=https://evil.example>`, `<embed src=x>`, `<video src=x>`,
	`![x](https://evil.example/?q)`, `[x](javascript:alert(1))`, `[x]: https://evil.example`, `<https://evil.example>`, `https://evil.example/a`, `HTTPS://evil.example`,
	`www.evil.example`, `WWW.evil.example`, `me@evil.example`, "```\nhttps://evil.example\n```", `<details open ontoggle=alert(1)>`, `*<b>*`, `**bold**`, `__bold__`, `~~gone~~`, `| a | b |`,
	`# heading`, `- list`, `+ list`, `1. list`, `1) list`, `---`, `===`, `> quoted`, `\<script>`, `$(alert)`, `{{.}}`, `${alert(1)}`, `%3Cscript%3E`, `expression(alert(1))`,
	`data:text/html,<script>1</script>`, `url(https://evil.example)`, `\u003cscript\u003e`, `＜script＞`, `ſcript`, "\u2028<script>\u2029",
}

// tags are all that stand in a page.
var tags = regexp.MustCompile(`^<(!DOCTYPE html|html lang="en"|/?head|/?body|/?section|/?h1|/?h2|/?title|/?style|/?p|/?em|/?figure|/?figcaption|/html` +
	`|meta charset="utf-8"|meta http-equiv="Content-Security-Policy" content="[^"<>]*"|meta name="(viewport|referrer)" content="[^"<>]*"` +
	`|p class="(when|roll|chosen|ending)"( dir="auto")?|p dir="auto"|figcaption dir="auto"` +
	`|img alt="[^"<>]*" src="data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*")>`)

// foreignTag is the first thing in a page that a browser may take for a tag and is none of ours.
func foreignTag(page string) string {
	for i := range len(page) {
		if page[i] == '<' && !tags.MatchString(page[i:]) {
			return page[i:min(len(page), i+60)]
		}
	}
	return ""
}

// hostile is a story in which everything that can be is a text of a stranger's.
func hostile(t testing.TB, text string) *teller {
	w := newTeller(t, text, text)
	w.begin()
	w.scene("scene-1", "quay")
	w.add(event.ChoiceMade, event.Data{"choice": "x", "action": waiting(), "text": text, "typed": text})
	w.add(event.CheckRolled, event.Data{"who": "player", "formula": text, "rolls": []any{1}, "total": 1, "band": text, "stat": text})
	w.add(event.UISent, event.Data{"event": "campaign_asset", "payload": strictjson.Object{"path": text, "media": "image/png", "alt": text}})
	w.add(event.AssetAdded, event.Data{"asset": "a", "blob": w.blob([]byte(text)), "media": "image/svg+xml", "size": len(text), "name": text})
	w.add(event.AssetAdded, event.Data{"asset": "b", "blob": w.blob(picture()), "media": "image/svg+xml", "size": 1, "name": text})
	w.add(event.Narrated, event.Data{"text": text + "\n\nA word and " + text + " after it.\n\n*" + text + "*"})
	w.add(event.EndingReached, event.Data{"ending": "e", "title": text})
	w.commit()
	return w
}

// Whatever a text holds, no page has a tag, an address or a script of it, and no line of Markdown
// is more than text.
func TestHostileTexts(t *testing.T) {
	count := 0
	for _, text := range append(hostiletext.Texts(), vectors...) {
		if strings.Contains(text, "\x00") {
			text = strings.ReplaceAll(text, "\x00", "")
		}
		w := hostile(t, text)
		told, err := transcript.Of(t.Context(), w.p, event.Where{}, transcript.Options{Title: text, Blob: w.options().Blob, Asset: w.options().Asset})
		must(t, err)
		page := written(t, told.HTML)
		if tag := foreignTag(page); tag != "" {
			t.Errorf("%q: the page has %q", text, tag)
		}
		if images := strings.Count(page, "<img "); images != 1 {
			t.Errorf("%q: the page has %d pictures, and one is one", text, images)
		}
		markdown := written(t, told.Markdown)
		for line := range strings.Lines(markdown) {
			if acts := activeMarkdown(line); acts != "" {
				t.Errorf("%q: %q acts in %q", text, acts, line)
			}
		}
		for line := range strings.Lines(written(t, told.JSONL)) {
			if _, err := strictjson.ParseObject([]byte(strings.TrimSuffix(line, "\n"))); err != nil {
				t.Errorf("%q: %v in %q", text, err, line)
			}
		}
		count++
	}
	t.Logf("%d texts, each in 11 places", count)
}

// ownMarkdown is what lines begin with that are no paragraph.
var ownMarkdown = regexp.MustCompile("^(# |## \\d+\\. |> |\\*day -?\\d+, .*\\*\n$|`[^`]*`\n$|\\\\\\[picture: |\\*\\*.*\\*\\*\n$)")

var active = []*regexp.Regexp{
	regexp.MustCompile("(^|[^\\\\])(\\\\\\\\)*([<\\[\\]`_~|&])"), // a tag, a link, a picture, code, stress, a table, an entity
	regexp.MustCompile(`[a-zA-Z]://`), regexp.MustCompile(`(?i)www\.`), regexp.MustCompile(`[^\\]@`),
	regexp.MustCompile(`^ *([#+=-]|\d+[.)])`), // a heading, a list, a rule
}

// activeMarkdown is what in a line is more than text; emphasis may be.
func activeMarkdown(line string) string {
	if strings.HasPrefix(line, "`") {
		if strings.Count(line, "`") != 2 {
			return "code"
		}
		return ""
	}
	line = strings.TrimPrefix(line, ownMarkdown.FindString(line))
	for _, pattern := range active {
		if found := pattern.FindString(line); found != "" {
			return found
		}
	}
	return ""
}

// The checks above can fail.
func TestHostileTextsAreFound(t *testing.T) {
	for _, page := range []string{"<p onclick=x>", "<script>", "<p class=\"when\" onclick=\"x\">", "<img alt=\"x\" src=\"https://evil.example\">", "< p>", "<"} {
		if foreignTag(page) == "" {
			t.Errorf("%q is a page of ours", page)
		}
	}
	for _, text := range vectors[24:33] {
		if activeMarkdown(text) == "" {
			t.Errorf("%q is only text", text)
		}
	}
	if tag := foreignTag(`<p dir="auto">A &lt;b&gt; and <em>C</em></p>`); tag != "" {
		t.Errorf("%q is foreign", tag)
	}
}

// What a page loads and runs is nothing, and the browser is told so.
func TestPolicy(t *testing.T) {
	page := written(t, lighthouse(t).transcript().HTML)
	for _, want := range []string{"default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-", `content="no-referrer"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	page = regexp.MustCompile(`base64,[^"]*"`).ReplaceAllString(page, `"`)
	if found := regexp.MustCompile(`(?i)https?:|//|url\(|@import`).FindString(page); found != "" {
		t.Errorf("the page has the address %q", found)
	}
}

// Pictures are named and not shown where there is no room for more.
func TestRoomForPictures(t *testing.T) {
	w := newTeller(t, "Mira", "the Quay")
	w.begin()
	for range 9 {
		w.add(event.UISent, event.Data{"event": "campaign_asset", "payload": strictjson.Object{"path": "large", "media": "image/png", "alt": "A wall"}})
	}
	w.commit()
	large := append(picture(), make([]byte, 8<<20-len(picture()))...)
	told, err := transcript.Of(t.Context(), w.p, event.Where{}, transcript.Options{Asset: func(string) ([]byte, error) { return large, nil }})
	must(t, err)
	shown := 0
	for _, p := range told.Scenes[0].Turns[0].Pictures {
		if p.Data != nil {
			shown++
		}
	}
	if shown != 8 {
		t.Errorf("%d of 9 pictures of 8 MiB are shown in 64 MiB", shown)
	}
}

func TestPlaceThatIsNotThere(t *testing.T) {
	_, err := transcript.Of(t.Context(), lighthouse(t).p, event.Where{Branch: "ghost"}, transcript.Options{})
	if _, none := errors.AsType[*story.NoPlaceError](err); !none {
		t.Errorf("got %v", err)
	}
}
