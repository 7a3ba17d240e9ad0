// Package wire is what a program and its model worker say to each other: a line of JSON each, both
// ways over pipes.
//
//	program                                          worker
//	  {"id":1,"load":{...}} ─────────────────────────▶  loads the library, and then the model
//	  ◀─ {"id":1,"alive":true} ... {"id":1,"loaded":{..., "speed":[410000,9200000]}}
//	  {"id":2,"generate":{...}} ─────────────────────▶
//	  ◀─ {"id":2,"piece":"The ","usage":[31,1,0]} ... {"id":2,"done":"stop","usage":[31,7,0]}
//	  {"id":3,"encode":[[101,7592,102]]} ────────────▶
//	  ◀─ {"id":3,"vectors":["<base64>"]} ... {"id":3,"done":"stop"}
//	  {"id":4,"count":["The lamp","gutters"]} ───────▶
//	  ◀─ {"id":4,"counted":[2,3]} {"id":4,"done":"stop","usage":[0,0,0]}
//	  {"id":2,"cancel":true} ────────────────────────▶
//	  ◀─ {"id":2,"error":{"kind":"cancelled","message":"it was given up"}}
//
// A speed is how many nanoseconds a token of a prompt takes, and one of a text; a worker that measured none says none.
//
// A usage is of the prompt's tokens, the text's, and those at the beginning of the prompt that were not read again.
//
// The rules that hold for every line:
//
//   - It is one JSON object, read strictly, of at most [MostRequest] or [MostReply] bytes with
//     its end; a member that is not named here, or of another type, is an error, and so is a
//     line that the stream ends in.
//   - A worker has one request at a time. A second one before the first has ended is refused;
//     a cancellation of what has ended is passed over.
//   - A request ends with exactly one line: loaded, done or error. Until then there is a line at
//     least each [Beat], so that silence can be told from work.
//   - The end of the worker's stdin is its end, whatever it does at the time.
package wire

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
)

// The bounds of what is said.
const (
	MostRequest = 32 << 20 // bytes of a line to the worker
	MostReply   = 1 << 20  // bytes of a line from it
	Beat        = 500 * time.Millisecond

	mostValues = 1 << 20 // of a line
	mostDepth  = 8
)

// A Request is one line to the worker. Exactly one of its parts is there.
type Request struct {
	ID       int64
	Load     *Load
	Generate *Generate
	Encode   [][]int32 // token ids
	Count    []string  // texts, of each of which the tokens are counted
	Cancel   bool
}

// Load is the first request to a worker, and comes once.
type Load struct {
	Library string // the directory of the library
	Model   string // the path of the model's file, as the worker can open it
	Context int    // tokens that prompt and text may have together
	Threads int    // 0: as many as are quickest
	Vectors bool   // it makes vectors, and writes no texts
}

// Generate asks for a text.
type Generate struct {
	Prompt  []Part
	Grammar string // in GBNF; "" is none
	Tokens  int    // at most
	Stop    []string
	Seed    int64
	Heat    int // thousandths
}

// A Part of a prompt is a text that is read as it is, or one in which the names of the model's special
// tokens mean them. What a person or a story said is never special.
type Part struct {
	Text    string
	Special bool
}

// A Reply is one line from the worker. Exactly one of its parts is there; Usage stands beside Piece and Done.
type Reply struct {
	ID      int64
	Alive   bool
	Loaded  *Loaded
	Piece   string
	Vectors [][]float32 // in the order of what was to be encoded, each of length 1
	Counted []int       // in the order of what was to be counted
	Done    model.End
	Usage   model.Usage
	Error   *model.Error // its kind and message
}

// Loaded says what a model is like.
type Loaded struct {
	Context    int // tokens
	Dimensions int // of its vectors
	Vocabulary int // tokens that there are
	Speed      model.Speed
}

// errorKinds are those that a worker may give. What else ends a call, its program finds out itself.
var errorKinds = []model.Kind{model.Cancelled, model.Rejected, model.Unsupported, model.Unavailable, model.Malformed, model.TooLong}

// line is the request as it is written, with its end.
func (r Request) line() []byte {
	o := strictjson.Object{"id": strictjson.Int(r.ID)}
	switch {
	case r.Load != nil:
		o["load"] = strictjson.Object{
			"library": r.Load.Library, "model": r.Load.Model, "context": strictjson.Int(r.Load.Context),
			"threads": strictjson.Int(r.Load.Threads), "vectors": r.Load.Vectors,
		}
	case r.Generate != nil:
		o["generate"] = r.Generate.tree()
	case r.Encode != nil:
		all := make([]any, len(r.Encode))
		for i, ids := range r.Encode {
			list := make([]any, len(ids))
			for j, id := range ids {
				list[j] = strictjson.Int(int64(id))
			}
			all[i] = list
		}
		o["encode"] = all
	case r.Count != nil:
		o["count"] = strictjson.FromStrings(r.Count)
	case r.Cancel:
		o["cancel"] = true
	}
	return append(strictjson.Encode(o), '\n')
}

func (g *Generate) tree() strictjson.Object {
	prompt := make([]any, len(g.Prompt))
	for i, part := range g.Prompt {
		if part.Special {
			prompt[i] = strictjson.Object{"special": part.Text}
		} else {
			prompt[i] = strictjson.Object{"text": part.Text}
		}
	}
	return strictjson.Object{
		"prompt": prompt, "grammar": g.Grammar, "tokens": strictjson.Int(g.Tokens), "stop": strictjson.FromStrings(g.Stop),
		"seed": strictjson.Int(g.Seed), "heat": strictjson.Int(g.Heat),
	}
}

func (r Reply) line() []byte {
	o := strictjson.Object{"id": strictjson.Int(r.ID)}
	switch {
	case r.Loaded != nil:
		o["loaded"] = r.Loaded.tree()
	case r.Error != nil:
		o["error"] = strictjson.Object{"kind": string(r.Error.Kind), "message": r.Error.Message}
	case r.Done != "":
		o["done"], o["usage"] = string(r.Done), usage(r.Usage)
	case r.Vectors != nil:
		all := make([]any, len(r.Vectors))
		for i, v := range r.Vectors {
			all[i] = vectorText(v)
		}
		o["vectors"] = all
	case r.Counted != nil:
		all := make([]any, len(r.Counted))
		for i, n := range r.Counted {
			all[i] = strictjson.Int(int64(n))
		}
		o["counted"] = all
	case r.Piece != "":
		o["piece"], o["usage"] = r.Piece, usage(r.Usage)
	default:
		o["alive"] = true
	}
	return append(strictjson.Encode(o), '\n')
}

func (l *Loaded) tree() strictjson.Object {
	o := strictjson.Object{
		"context": strictjson.Int(l.Context), "dimensions": strictjson.Int(l.Dimensions), "vocabulary": strictjson.Int(l.Vocabulary),
	}
	if l.Speed.Known() {
		o["speed"] = []any{strictjson.Int(int64(l.Speed.Read)), strictjson.Int(int64(l.Speed.Write))}
	}
	return o
}

func usage(u model.Usage) []any {
	return []any{strictjson.Int(u.Prompt), strictjson.Int(u.Text), strictjson.Int(u.Reused)}
}

// vectorText is a vector's numbers, four bytes each, least significant first, in base64.
func vectorText(v []float32) string {
	data := make([]byte, 0, 4*len(v))
	for _, x := range v {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(data)
}

func readVector(text string) ([]float32, error) {
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(data) == 0 || len(data)%4 != 0 {
		return nil, fmt.Errorf("a vector is not written as one")
	}
	v := make([]float32, len(data)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		if x := float64(v[i]); math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("a vector holds what is no number")
		}
	}
	return v, nil
}

// A taker takes members out of an object, and remembers the first that is not as it has to be.
type taker struct {
	of  strictjson.Object
	err error
}

func (t *taker) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

// take gives a member, which is not there any more afterwards.
func (t *taker) take(name string) (any, bool) {
	v, is := t.of[name]
	delete(t.of, name)
	return v, is
}

func (t *taker) text(name string) string {
	v, _ := t.take(name)
	text, is := v.(string)
	if !is {
		t.fail("%s is no text", name)
	}
	return text
}

func (t *taker) number(name string, least, most int64) int64 {
	v, _ := t.take(name)
	return t.integer(v, name, least, most)
}

func (t *taker) integer(v any, name string, least, most int64) int64 {
	written, is := v.(strictjson.Number)
	n, err := strconv.ParseInt(string(written), 10, 64)
	if !is || err != nil || n < least || n > most {
		t.fail("%s is no whole number from %d to %d", name, least, most)
	}
	return n
}

func (t *taker) list(name string) []any {
	v, _ := t.take(name)
	return t.asList(v, name)
}

func (t *taker) asList(v any, name string) []any {
	list, is := v.([]any)
	if !is {
		t.fail("%s is no list", name)
	}
	return list
}

func (t *taker) boolean(name string) bool {
	v, _ := t.take(name)
	b, is := v.(bool)
	if !is {
		t.fail("%s is neither true nor false", name)
	}
	return b
}

// object takes a member that is an object, and has read take all of it.
func (t *taker) object(v any, name string, read func(*taker)) {
	o, is := v.(strictjson.Object)
	if !is {
		t.fail("%s is no object", name)
		return
	}
	inner := &taker{of: o}
	read(inner)
	if err := inner.end(); err != nil {
		t.fail("%s: %w", name, err)
	}
}

// end says what was wrong, which a member that nobody took is too.
func (t *taker) end() error {
	for name := range t.of {
		t.fail("there is %.40q, which means nothing here", name)
	}
	return t.err
}

const mostNumber = math.MaxInt32

// readRequest reads a line to a worker.
func readRequest(line []byte) (r Request, err error) {
	t, err := open(line)
	if err != nil {
		return r, err
	}
	r.ID = t.number("id", 1, math.MaxInt64)
	parts := 0
	if v, is := t.take("load"); is {
		parts++
		r.Load = &Load{}
		t.object(v, "load", func(t *taker) {
			*r.Load = Load{
				Library: t.text("library"), Model: t.text("model"), Context: int(t.number("context", 0, mostNumber)),
				Threads: int(t.number("threads", 0, 1024)), Vectors: t.boolean("vectors"),
			}
		})
	}
	if v, is := t.take("generate"); is {
		parts++
		r.Generate = &Generate{}
		t.object(v, "generate", r.Generate.read)
	}
	if v, is := t.take("encode"); is {
		parts++
		r.Encode = [][]int32{}
		for _, item := range t.asList(v, "encode") {
			ids := []int32{}
			for _, id := range t.asList(item, "what is to be encoded") {
				ids = append(ids, int32(t.integer(id, "a token", 0, mostNumber)))
			}
			r.Encode = append(r.Encode, ids)
		}
	}
	if v, is := t.take("count"); is {
		parts++
		r.Count = []string{}
		for _, item := range t.asList(v, "count") {
			text, is := item.(string)
			if !is {
				t.fail("what is to be counted is no text")
			}
			r.Count = append(r.Count, text)
		}
	}
	if _, is := t.of["cancel"]; is {
		parts++
		if r.Cancel = t.boolean("cancel"); !r.Cancel {
			t.fail("cancel is not true")
		}
	}
	if parts != 1 {
		t.fail("it asks for %d things", parts)
	}
	return r, t.end()
}

func (g *Generate) read(t *taker) {
	for _, item := range t.list("prompt") {
		t.object(item, "a part of the prompt", func(t *taker) {
			part := Part{}
			if _, part.Special = t.of["special"]; part.Special {
				part.Text = t.text("special")
			} else {
				part.Text = t.text("text")
			}
			g.Prompt = append(g.Prompt, part)
		})
	}
	g.Grammar, g.Tokens = t.text("grammar"), int(t.number("tokens", 1, model.MostTokens))
	for _, item := range t.list("stop") {
		stop, is := item.(string)
		if !is || stop == "" {
			t.fail("a stop is no text")
		}
		g.Stop = append(g.Stop, stop)
	}
	g.Seed, g.Heat = t.number("seed", math.MinInt64, math.MaxInt64), int(t.number("heat", 0, model.MostHeat))
}

// readReply reads a line from a worker.
func readReply(line []byte) (r Reply, err error) {
	t, err := open(line)
	if err != nil {
		return r, err
	}
	r.ID = t.number("id", 1, math.MaxInt64)
	parts := 0
	if _, is := t.of["alive"]; is {
		parts++
		if r.Alive = t.boolean("alive"); !r.Alive {
			t.fail("alive is not true")
		}
	}
	if v, is := t.take("loaded"); is {
		parts++
		r.Loaded = &Loaded{}
		t.object(v, "loaded", func(t *taker) {
			*r.Loaded = Loaded{
				Context: int(t.number("context", 1, mostNumber)), Dimensions: int(t.number("dimensions", 1, 1<<20)),
				Vocabulary: int(t.number("vocabulary", 1, mostNumber)), Speed: t.speed(),
			}
		})
	}
	if _, is := t.of["piece"]; is {
		parts++
		if r.Piece = t.text("piece"); r.Piece == "" {
			t.fail("a piece is empty")
		}
		r.Usage = t.usage()
	}
	if v, is := t.take("vectors"); is {
		parts++
		r.Vectors = t.vectors(v)
	}
	if v, is := t.take("counted"); is {
		parts++
		r.Counted = []int{}
		for _, n := range t.asList(v, "counted") {
			r.Counted = append(r.Counted, int(t.integer(n, "a count", 0, mostNumber)))
		}
	}
	if _, is := t.of["done"]; is {
		parts++
		if r.Done = model.End(t.text("done")); r.Done != model.Stopped && r.Done != model.Length {
			t.fail("it is done by %.20q", string(r.Done))
		}
		r.Usage = t.usage()
	}
	if v, is := t.take("error"); is {
		parts++
		r.Error = &model.Error{}
		t.object(v, "error", r.readError)
	}
	if parts != 1 {
		t.fail("it says %d things", parts)
	}
	return r, t.end()
}

func (r *Reply) readError(t *taker) {
	r.Error.Kind, r.Error.Message = model.Kind(t.text("kind")), t.text("message")
	for _, kind := range errorKinds {
		if r.Error.Kind == kind && r.Error.Message != "" {
			return
		}
	}
	t.fail("the error %.20q is none that a worker has, or says nothing", string(r.Error.Kind))
}

// speed may be left out.
func (t *taker) speed() (s model.Speed) {
	v, is := t.take("speed")
	if !is {
		return s
	}
	list := t.asList(v, "speed")
	if len(list) != 2 {
		t.fail("speed is not of two numbers")
		return s
	}
	each := func(v any) time.Duration { return time.Duration(t.integer(v, "speed", 1, int64(time.Hour))) }
	return model.Speed{Read: each(list[0]), Write: each(list[1])}
}

func (t *taker) usage() model.Usage {
	list := t.list("usage")
	if len(list) != 3 {
		t.fail("usage is not of three numbers")
		return model.Usage{}
	}
	u := model.Usage{
		Prompt: int(t.integer(list[0], "usage", 0, mostNumber)), Text: int(t.integer(list[1], "usage", 0, mostNumber)),
		Reused: int(t.integer(list[2], "usage", 0, mostNumber)),
	}
	if u.Reused > u.Prompt {
		t.fail("more of the prompt is said to be reused than there is")
	}
	return u
}

func (t *taker) vectors(v any) [][]float32 {
	all := [][]float32{}
	for _, item := range t.asList(v, "vectors") {
		text, _ := item.(string)
		vector, err := readVector(text)
		if err != nil {
			t.fail("%w", err)
		}
		all = append(all, vector)
	}
	if len(all) == 0 {
		t.fail("there is no vector")
	}
	return all
}

func open(line []byte) (*taker, error) {
	o, err := strictjson.ParseObjectWithin(line, strictjson.Limits{Depth: mostDepth, Values: mostValues})
	if err != nil {
		return nil, err
	}
	return &taker{of: o}, nil
}
