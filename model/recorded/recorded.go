// Package recorded is a model whose answers are kept in a file: tests of prompts, and plays that
// are to be the same each time, need no model on the machine.
//
//	g, err := recorded.Open("testdata/tavern.ndjson", nil)         // answers from the file
//	g, err := recorded.Record("testdata/tavern.ndjson", hosted)    // asks, and keeps what comes
//
// An answer is found by its place (task, turn and part) and by nothing else. Where the
// request is not the one that it was given for, that is reported: to Options.Changed, and the
// answer is given all the same; where nobody is to be told, the call fails with model.Changed. A place
// that is not in the file fails with model.Missing.
//
// # The file
//
// NDJSON, a line each, of at most 1 MiB; the file of at most 64. Of two lines of one place the later counts.
//
//	{"task":"prose","turn":12,"part":"dace",
//	 "request":{"messages":[{"role":"system","text":"..."}, ...],"maxTokens":400,"heat":700,"seed":1,
//	            "stop":["..."],"schema":"...","grammar":"..."},
//	 "answer":{"by":"phi@localhost:8080","text":"...","end":"stop","prompt":310,"tokens":42}}
//
// In place of text and end stands "refused":"why" where the model refused. What is empty or 0 is left
// out. What a request says of time is not kept. A line that was not written to its end, since the
// program was ended, is left out when recording goes on, and refused when answers are wanted.
package recorded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
)

// The bounds of a recording.
const (
	mostLine   = 1 << 20
	mostFile   = 64 << 20
	mostValues = 10_000 // of a line
)

// A Change is that a request is not the one its answer was given for.
type Change struct {
	Place model.Place
	// What is different: the first of "messages", "schema", "maxTokens", ... in the order of the alphabet.
	What      string
	Was, Is   string // the first line that differs, of each, shortened
	Generator string // who gave the answer
}

func (c Change) String() string {
	return fmt.Sprintf("the request for the %v is not the one that was recorded: of its %s, %q was %q", c.Place, c.What, c.Is, c.Was)
}

// Options of a player.
type Options struct {
	// Changed is told of requests that have changed, from the goroutine of the call; it may be called
	// concurrently. Where it is nil they fail.
	Changed func(Change)
}

// A record is a line.
type record struct {
	request strictjson.Object
	answer  strictjson.Object
}

// A Player gives the answers of a file. It is safe for concurrent use.
type Player struct {
	file    string
	options Options
	records map[model.Place]record
}

var _ model.Generator = (*Player)(nil)

// Open reads a file of answers. The error names the line that is not as it should be.
func Open(path string, o *Options) (*Player, error) {
	data, err := plainfile.Read(path, mostFile)
	if err != nil {
		return nil, &unreadError{path, err}
	}
	records, whole, err := read(path, data)
	if err == nil && whole < len(data) {
		err = fmt.Errorf("the recording %s breaks off in its last line; recording on takes that line away", path)
	}
	if err != nil {
		return nil, err
	}
	p := &Player{file: path, records: records}
	if o != nil {
		p.options = *o
	}
	return p, nil
}

// An unreadError is why a file cannot be read, in words for people.
type unreadError struct {
	path string
	err  error
}

func (e *unreadError) Error() string {
	return fmt.Sprintf("the recording %s %s", e.path, plainfile.Why(e.err))
}

func (e *unreadError) Unwrap() error { return e.err }

// read reads the lines that are whole, and says how many bytes they are.
func read(path string, data []byte) (map[model.Place]record, int, error) {
	records, whole, number := map[model.Place]record{}, 0, 0
	for line := range bytes.Lines(data) {
		number++
		if line[len(line)-1] != '\n' {
			break
		}
		place, r, err := parse(bytes.TrimRight(line, "\r\n"))
		if err != nil {
			return nil, 0, fmt.Errorf("the recording %s, line %d: %w", path, number, err)
		}
		records[place] = r
		whole += len(line)
	}
	return records, whole, nil
}

// parse reads a line.
func parse(line []byte) (model.Place, record, error) {
	if len(line) > mostLine {
		return model.Place{}, record{}, fmt.Errorf("it is longer than %d KiB", mostLine>>10)
	}
	tree, err := strictjson.ParseObjectWithin(line, strictjson.Limits{Depth: 16, Values: mostValues})
	if err != nil {
		return model.Place{}, record{}, err
	}
	place := model.Place{Task: strictjson.AsString(tree["task"]), Turn: int(strictjson.AsInteger(tree["turn"])), Part: strictjson.AsString(tree["part"])}
	r := record{request: strictjson.AsObject(tree["request"]), answer: strictjson.AsObject(tree["answer"])}
	if place.Task == "" || r.request == nil || r.answer == nil {
		return model.Place{}, record{}, errors.New("it holds no task, no request or no answer")
	}
	return place, r, nil
}

// Name says which file it is.
func (p *Player) Name() string { return "recording " + filepath.Base(p.file) }

// Generate gives the answer of the request's place.
func (p *Player) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	return driver.Generate(ctx, driver.Call{Generator: p.Name()}, r, tell, func(_ context.Context, text *driver.Text) error {
		kept, is := p.records[r.Place]
		if !is {
			return driver.Refuse(model.Missing, "nothing is recorded for the %v", r.Place)
		}
		if change, is := compare(r, kept); is {
			if p.options.Changed == nil {
				return driver.Refuse(model.Changed, "%v", change)
			}
			p.options.Changed(change)
		}
		return say(kept.answer, text)
	})
}

// say says an answer that was kept.
func say(answer strictjson.Object, text *driver.Text) error {
	if why, is := answer["refused"].(string); is {
		return driver.Refuse(model.Refused, "%s", why)
	}
	text.Use(driver.Usage(answer, "prompt", "tokens"))
	if err := text.Write(strictjson.AsString(answer["text"])); err != nil {
		return err
	}
	switch end := model.End(strictjson.AsString(answer["end"])); end {
	case model.Stopped, model.Length:
		text.End(end)
	}
	return nil
}

// requestOf is what is kept of a request.
func requestOf(r model.Request) strictjson.Object {
	messages := make([]any, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = strictjson.Object{"role": string(m.Role), "text": m.Text}
	}
	kept := strictjson.Object{"messages": messages}
	strictjson.Put(kept, "schema", string(r.Form.Schema))
	strictjson.Put(kept, "grammar", r.Form.Grammar)
	strictjson.PutList(kept, "stop", strictjson.FromStrings(r.Stop))
	strictjson.Put(kept, "maxTokens", r.MaxTokens)
	strictjson.Put(kept, "heat", r.Heat)
	strictjson.Put(kept, "seed", r.Seed)
	return kept
}

// compare finds the first thing in which a request differs from that which was recorded.
func compare(r model.Request, kept record) (Change, bool) {
	is := requestOf(r)
	for _, name := range slices.Sorted(maps.Keys(both(is, kept.request))) {
		old, now := strictjson.Encode(kept.request[name]), strictjson.Encode(is[name])
		if bytes.Equal(old, now) {
			continue
		}
		was, became := differing(lines(kept.request[name]), lines(is[name]))
		return Change{Place: r.Place, What: name, Was: was, Is: became, Generator: strictjson.AsString(kept.answer["by"])}, true
	}
	return Change{}, false
}

func both(a, b strictjson.Object) strictjson.Object {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// lines are those of a member: of messages each line of each, behind whose it is.
func lines(v any) (all []string) {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return strings.Split(v, "\n")
	case []any:
		for _, item := range v {
			if message, is := item.(strictjson.Object); is {
				all = append(all, strictjson.AsString(message["role"])+":")
				all = append(all, strings.Split(strictjson.AsString(message["text"]), "\n")...)
			} else {
				all = append(all, lines(item)...)
			}
		}
		return all
	}
	return []string{string(strictjson.Encode(v))}
}

// differing is the first line that is not the same.
func differing(was, is []string) (string, string) {
	at := func(lines []string, i int) string {
		if i < len(lines) {
			return short(lines[i])
		}
		return ""
	}
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			return at(was, i), at(is, i)
		}
	}
	return "", ""
}

func short(line string) string {
	const most = 120
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return line
}

// A Recorder asks a generator, and keeps its answers and refusals. It is safe for concurrent use.
type Recorder struct {
	inner model.Generator
	path  string

	mu   sync.Mutex
	file *os.File
	size int64 // of the lines that are whole
}

var _ model.Generator = (*Recorder)(nil)

// Record keeps in a file, which need not be there, what a generator answers. Lines that are there stay.
func Record(path string, inner model.Generator) (*Recorder, error) {
	whole := 0
	data, err := plainfile.Read(path, mostFile)
	switch {
	case err == nil:
		if _, whole, err = read(path, data); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the recording %s %s: %w", path, plainfile.Why(err), err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the recording %s cannot be written: %w", path, err)
	}
	if err := file.Truncate(int64(whole)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Recorder{inner: inner, path: path, file: file, size: int64(whole)}, nil
}

// Name is that of the generator that is asked.
func (r *Recorder) Name() string { return r.inner.Name() }

// Host is to whom requests are sent; "" where they are not.
func (r *Recorder) Host() string {
	host, _ := model.Leaves(r.inner)
	return host
}

// Close ends the recording. Calls fail after it.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.file.Close()
}

// Generate asks, and keeps what comes. An answer that cannot be kept is none.
func (r *Recorder) Generate(ctx context.Context, request model.Request, tell func(model.Piece)) (model.Answer, error) {
	answer, err := r.inner.Generate(ctx, request, tell)
	kept := strictjson.Object{}
	switch refused, is := errors.AsType[*model.Error](err); {
	case err == nil:
		kept["text"], kept["end"] = answer.Text, string(answer.End)
		strictjson.Put(kept, "prompt", answer.Usage.Prompt)
		strictjson.Put(kept, "tokens", answer.Usage.Text)
		strictjson.Put(kept, "by", answer.By)
	case is && refused.Kind == model.Refused:
		kept["refused"], kept["by"] = refused.Message, refused.Generator
	default:
		return answer, err
	}
	if failed := r.keep(request, kept); failed != nil {
		return model.Answer{}, &model.Error{Generator: r.Name(), Kind: model.Unavailable, Message: fmt.Sprintf("its answer could not be kept in %s: %v", r.path, failed), Err: failed}
	}
	return answer, err
}

// keep writes a line, unless it could not be read again.
func (r *Recorder) keep(request model.Request, answer strictjson.Object) error {
	line := strictjson.Object{"task": request.Place.Task, "turn": request.Place.Turn, "request": requestOf(request), "answer": answer}
	strictjson.Put(line, "part", request.Place.Part)
	text := strictjson.Encode(line)
	if _, _, err := parse(text); err != nil { // with it nothing of the file would be read
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size+int64(len(text))+1 > mostFile {
		return fmt.Errorf("the recording would have more than %d MiB", mostFile>>20)
	}
	_, err := r.file.Write(append(text, '\n'))
	if err == nil {
		err = r.file.Sync()
	}
	if err != nil { // a line that is not whole would spoil the next
		return errors.Join(err, r.file.Truncate(r.size))
	}
	r.size += int64(len(text)) + 1
	return nil
}
