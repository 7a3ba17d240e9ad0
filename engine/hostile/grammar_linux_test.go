package hostile

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A babbler is a skill whose output is drawn from a grammar of what skills may write: whole
// streams that are valid, some with a line that nearly is, some with one that is broken.
// What it says follows from the seed of its request.
type babbler struct {
	*script
	draw   *rand.Rand
	output string // its output directory
	asks   bool
	asked  int
	named  int // assets
}

// babble reads a request and answers it. ctx ends a script that is a goroutine; a process
// is ended from outside.
func babble(ctx context.Context, in io.Reader, out io.Writer) int {
	b := &babbler{script: &script{in: bufio.NewReader(in), out: bufio.NewWriterSize(out, 4<<10)}}
	line, err := b.in.ReadString('\n')
	if err != nil {
		return 1
	}
	var request struct {
		Seed      uint64
		OutputDir string
		Protocol  struct{ Features []string }
	}
	must(json.Unmarshal([]byte(line), &request))
	b.draw, b.output, b.asks = rand.New(rand.NewPCG(11, request.Seed)), request.OutputDir, len(request.Protocol.Features) > 0
	return b.speak(ctx)
}

// speak is a whole stream, and gives the exit code.
func (b *babbler) speak(ctx context.Context) int {
	lines := b.draw.IntN(40)
	if b.chance(20) {
		lines = b.draw.IntN(2_000)
	}
	odd, at := b.draw.IntN(100), b.draw.IntN(lines+1)
	for i := range lines {
		line := b.line()
		switch {
		case i != at || odd < 70:
		case odd < 88:
			line = b.nearly(line)
		default:
			line = b.broken(line)
		}
		b.put(line + b.newline())
		if b.chance(10) {
			b.say("")
		}
		if b.chance(300) {
			b.pause(ctx, time.Duration(b.draw.IntN(50))*time.Millisecond)
		}
	}
	return b.end(ctx)
}

func (b *babbler) chance(oneIn int) bool { return b.draw.IntN(oneIn) == 0 }

func pick[T any](b *babbler, of ...T) T { return of[b.draw.IntN(len(of))] }

func (b *babbler) newline() string {
	if b.chance(10) {
		return "\r\n"
	}
	return "\n"
}

func (b *babbler) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// end is how it comes to one, or does not.
func (b *babbler) end(ctx context.Context) int {
	switch b.draw.IntN(40) {
	case 0: // no done
	case 1:
		b.done()
		return 3
	case 2:
		b.put(doneLine + doneLine + b.line())
	case 3:
		b.put(doneLine)
		b.say(b.broken(b.line()))
		b.pause(ctx, time.Hour)
	case 4:
		b.say("")
		b.pause(ctx, time.Hour)
	case 5:
		b.put(b.nearly(strings.TrimSpace(doneLine)))
	case 6:
		b.put(strings.TrimSpace(doneLine))
	case 7, 8, 9:
		b.put(`{"version":"0","type":"done","ok":false,"summary":` + b.text() + "}\n")
	default:
		b.put(`{"version":"0","type":"done","ok":true,"summary":` + b.text() + `,"output":` + b.object(2) + "}\n")
	}
	b.say("")
	return 0
}

// line is a valid event.
func (b *babbler) line() string {
	kind, fields := "", ""
	switch b.draw.IntN(8) {
	case 0:
		kind, fields = "log", `"level":`+pick(b, `"debug"`, `"info"`, `"warn"`, `"error"`)+`,"message":`+b.text()+`,"fields":`+b.object(2)
	case 1, 2:
		kind, fields = "state_patch", `"patch":`+b.object(4)
	case 3:
		kind, fields = "ui_event", `"event":"narration","payload":{"text":`+b.text()+`,"speaker":`+b.text()+`}`
	case 4:
		kind, fields = "ui_event", `"event":"narrative_choice","payload":{"choices":[`+b.text()+`,`+b.text()+`],"details":[{"id":`+b.text()+`},{"id":"talk:ines","difficulty":"hard"}]}`
	case 5:
		kind, fields = "ui_event", `"event":`+b.name()+`,"payload":`+b.object(3)
	case 6:
		kind, fields = "error", `"errorCode":`+pick(b, `"rate_limited"`, `"network_error"`, `"boom"`, b.name())+`,"errorMessage":`+b.text()+`,"details":`+b.object(2)
	case 7:
		if b.asks && b.chance(2) {
			return b.call()
		}
		return b.assetLine()
	}
	if b.chance(5) {
		fields += `,"timestamp":"2026-11-22T17:00:00Z"`
	}
	if b.chance(10) {
		fields += `,"x-note":` + b.value(2)
	}
	return `{"version":"0","type":"` + kind + `",` + fields + "}"
}

func (b *babbler) assetLine() string {
	b.named++
	name := fmt.Sprintf("a%d", b.named)
	media := pick(b, "text/plain", "application/x-notes", "application/x-notes", "text/markdown", "model/gltf+json", "image/png")
	if !b.chance(8) {
		_ = os.WriteFile(filepath.Join(b.output, name), []byte(pick(b, "notes", "\x89PNG\r\n\x1a\n", "", escapes)), 0o600)
	}
	path := name
	if b.chance(40) {
		path = pick(b, "../"+name, "/etc/passwd", filepath.Join(b.output, name), "a\x00", ".")
	}
	return fmt.Sprintf(`{"version":"0","type":"asset","assetId":%s,"kind":%s,"mediaType":%s,"path":%s,"metadata":%s}`,
		quoted(name), pick(b, `"image"`, `"document"`, b.name()), quoted(media), quoted(path), b.object(2))
}

// call asks, and most often reads the reply behind it before the stream goes on: so what it
// gives is the line after.
func (b *babbler) call() string {
	b.asked++
	method := pick(b, methods...)
	b.say(fmt.Sprintf(`{"version":"0","type":"call","id":"c%d","method":%s,"params":%s}`+"\n", b.asked, quoted(method), b.params(method)))
	if !b.chance(30) {
		_, _ = b.in.ReadString('\n')
	}
	return `{"version":"0","type":"log","level":"info","message":` + quoted("asked "+method) + `}`
}

var methods = []string{
	"random", "story.read", "story.record", "memory.read", "memory.write", "relation.read", "relation.write", "lore.read",
	"data.get", "data.set", "data.delete", "data.list", "generate", "embed", "data.sett",
}

// params are good ones for a method, but one time in four anything.
func (b *babbler) params(method string) string {
	if b.chance(4) {
		return b.object(3)
	}
	switch method {
	case "random":
		return fmt.Sprintf(`{"min":%d,"max":%d,"count":%d}`, b.draw.IntN(10), b.draw.IntN(100), b.draw.IntN(1_100))
	case "story.read":
		return `{"path":` + pick(b, `""`, `"$world"`, `"$people"`, `"k1.k2"`, b.name()) + `}`
	case "story.record":
		return pick(b,
			`{"kind":"happened","text":`+b.text()+`,"who":["ines","nobody"],"tags":[`+b.name()+`]}`,
			`{"kind":"thread","thread":`+b.name()+`,"title":`+b.name()+`,"summary":`+b.text()+`}`,
			`{"kind":"fact","content":`+b.text()+`}`)
	case "memory.read":
		return `{"query":` + b.text() + `,"limit":` + fmt.Sprint(b.draw.IntN(120)) + `}`
	case "memory.write":
		return `{"summary":` + b.text() + `,"characters":["ines"],"topic":` + b.name() + `,"because":[` + pick(b, "", `"m1"`, `"e1"`) + `]}`
	case "relation.read":
		return pick(b, `{}`, `{"who":"ines"}`, `{"who":`+b.name()+`}`)
	case "relation.write":
		return pick(b, `{"who":"ines","by":`+fmt.Sprint(b.draw.IntN(240)-120)+`,"reason":`+b.text()+`,"significance":"low"}`, `{"who":"ines","score":5,"unit_minutes":100,"keep":900}`)
	case "lore.read":
		return `{"query":` + b.text() + `,"mode":` + pick(b, `"STRICT"`, `"MYTHIC"`, `"RUMOUR"`) + `}`
	case "data.list":
		return `{"prefix":` + pick(b, `""`, `"k"`) + `}`
	case "data.set":
		return `{"key":` + b.name() + `,"value":` + b.value(4) + `}`
	}
	return `{"key":` + b.name() + `}`
}

// name is a JSON string that is mostly one of a few.
func (b *babbler) name() string {
	if b.chance(6) {
		return b.text()
	}
	return quoted(fmt.Sprint("k", b.draw.IntN(12)))
}

var words = []string{
	"lamp", "quay", "Ines", "the key", "oil", "\n", "é", "e\u0301", "\u202e", "\x1b[31m", "\u2028", "😀", "\u200b", "<b>", "{{.}}", "%s", `"`, `\`, "$world", "../..", strings.Repeat("word ", 300),
}

func (b *babbler) text() string {
	var out []string
	for range 1 + b.draw.IntN(12) {
		out = append(out, pick(b, words...))
	}
	return quoted(strings.Join(out, " "))
}

func quoted(text string) string {
	line, err := json.Marshal(text)
	must(err)
	return string(line)
}

func (b *babbler) object(depth int) string {
	var fields []string
	seen := map[string]bool{}
	for range b.draw.IntN(6) {
		if key := b.name(); !seen[key] && !strings.HasPrefix(key, `"$`) {
			seen[key] = true
			fields = append(fields, key+":"+b.value(depth-1))
		}
	}
	return "{" + strings.Join(fields, ",") + "}"
}

func (b *babbler) value(depth int) string {
	switch n := b.draw.IntN(10); {
	case n < 3 && depth > 0:
		return b.object(depth)
	case n < 4 && depth > 0:
		return "[" + b.value(depth-1) + "," + b.value(depth-1) + "]"
	case n < 6:
		return b.text()
	}
	return pick(b, "null", "true", "false", "0", "-0", "1e400", "9007199254740993", "0.1", "-12.5e-3", "[]", "{}", `""`)
}

// nearly is a line with one thing wrong that a person would hardly see.
func (b *babbler) nearly(line string) string {
	return pick(b,
		strings.Replace(line, `"0"`, pick(b, `0`, `"1"`, `"0.0"`, `null`), 1),
		strings.Replace(line, `"type":"`, pick(b, `"Type":"`, `"type":"x`, `"type":null,"t":"`), 1),
		strings.TrimSuffix(line, "}")+`,"requestId":"018f6f2e-7c1d-7c3a-9d52-5f0c1f6a2b11"}`,
		strings.TrimSuffix(line, "}")+`,"version":"0"}`,
		strings.Replace(line, `:{`, `:[`, 1),
		strings.Replace(line, `:"`, `:1,"`, 1),
		strings.Replace(line, `"patch":{`, `"patch":{"$world":null,`, 1),
		strings.Replace(line, `"level":"`, `"level":"very `, 1),
		strings.TrimSuffix(line, "}")+`,"type":"log"}`,
		`{"version":"0","type":"asset","assetId":"a1","kind":"image","mediaType":"image/png","path":"a1"}`,
		`{"version":"0","type":"call","id":"c1","method":"random","params":{}}`,
		line+" "+line,
		" ",
	)
}

// broken is a line that is none.
func (b *babbler) broken(line string) string {
	at := b.draw.IntN(len(line))
	return pick(b,
		line[:at],
		line[:at]+string(rune(b.draw.IntN(0x110000)))+line[at:],
		line[:at]+"\xff"+line[at:],
		line[:at]+"\x00"+line[at:],
		line[:at]+"\n"+line[at:],
		strings.Repeat(line, 1+(1<<20)/len(line)),
		strings.Repeat("[", 10_001),
		`{"version":"0","type":"state_patch","patch":`+nested(9_999, "1")+"}",
		`{"version":"0","type":"state_patch","patch":{"a":[`+strings.TrimSuffix(strings.Repeat("{},", 20_000), ",")+"]}}",
		"\ufeff"+line,
	)
}
