package llama

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/footprint"
	"github.com/narratoria/narratoria/model/llama/internal/tiny"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
	"github.com/narratoria/narratoria/model/test"
)

// workers are the processes of the worker's program, by the program's path, which is a test's own.
func workers(t testing.TB, program string) (pids []int) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && strings.TrimSuffix(to, " (deleted)") == program {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// own gives a test a copy of the worker's program, by which its processes are known.
func own(t *testing.T, o *Options) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "narratoria-llama")
	if err := os.Link(o.Program, path); err != nil {
		t.Fatal(err)
	}
	// The name of a link is the name of the process.
	o.Program = path
	t.Cleanup(func() {
		if left := workers(t, path); len(left) > 0 {
			t.Errorf("workers are left: %v", left)
		}
	})
}

func open(t *testing.T, m Model, o Options) *Generator {
	t.Helper()
	g, err := New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

// long is a request for a text that takes a while.
func long() model.Request {
	r := test.Request()
	r.Form.Grammar = `root ::= [a-z ]{1500}`
	r.Messages[0].Text = strings.Repeat("You tell what happens, and nothing else. ", 10)
	return r
}

// answered looks that a generator says what it has to.
func answered(t *testing.T, g model.Generator) {
	t.Helper()
	r := test.Request()
	r.Form.Grammar = grammar(test.Answer)
	if answer, err := g.Generate(t.Context(), r, nil); err != nil || answer.Text != test.Answer || answer.Usage.Text == 0 || answer.Usage.Prompt == 0 {
		t.Fatalf("it says %+v: %v", answer, err)
	}
}

// tellsLong is how many pieces a text has that is killed in its middle.
const tellsLong = 1500

// When a worker is killed: what has to have come about, and what is waited for beside it. Each is a part of a worker's life.
type moment string

const (
	starting moment = "starting"          // the process is there, and no library in it
	loading  moment = "loading"           // the library is there, and nothing was read
	reading  moment = "reading a prompt"  // which takes a while
	first    moment = "at the first word" // of its text
	middle   moment = "in the middle"
	end      moment = "at the end"
)

var moments = []moment{starting, loading, reading, first, middle, end}

// killing has whoever runs a program's worker be killed in a moment of its life.
type killing struct {
	t       *testing.T
	program string
	random  *rand.Rand
	loads   time.Duration // from the process to the first word of an empty one
	reads   time.Duration // from the call to the first word, of a worker that has loaded its model
}

func (k *killing) kill() {
	for _, pid := range workers(k.t, k.program) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// hasLibrary reports whether a process has loaded llama.cpp.
func hasLibrary(pid int) bool {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	return err == nil && strings.Contains(string(maps), "libllama")
}

// within is a time that is over before another.
func (k *killing) within(d time.Duration) time.Duration {
	return time.Duration(k.random.Int64N(max(1, int64(d))))
}

// at kills the worker in a moment before its first word.
func (k *killing) at(m moment) {
	switch m {
	case starting, loading:
		for {
			pids := workers(k.t, k.program)
			if len(pids) > 0 && (m == starting || hasLibrary(pids[0])) {
				break
			}
		}
		if m == loading {
			<-time.After(k.within(k.loads / 4))
		}
	case reading:
		<-time.After(k.within(k.reads * 3 / 4))
	}
	k.kill()
}

// piece is at which piece of a text the worker is killed, at which the worker may be further on; 0 where it is before the first.
func (k *killing) piece(m moment) int {
	switch m {
	case first:
		return 1
	case middle:
		return 2 + k.random.IntN(tellsLong/2) // what is behind may have been said by then
	case end:
		return tellsLong - k.random.IntN(5)
	}
	return 0
}

// told is a request for a text of so many pieces, figures each, after a prompt that takes a while: with a seed it is read by eight tokens.
func told() model.Request {
	r := long()
	r.Seed = 5
	r.Messages[0].Text = strings.Repeat("You tell what happens, and nothing else. ", 10)
	r.Form.Grammar = fmt.Sprintf("root ::= [0-9]{%d}", tellsLong)
	return r
}

// TestKilled: a worker that is killed, wherever it is, costs the call that it serves alone.
func TestKilled(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	k := &killing{t: t, program: o.Program, random: rand.New(rand.NewPCG(14, 1))}
	k.loads, k.reads = measured(t, m, o)
	failed, calls, early := map[moment]int{}, 0, 0
	// Where others take the processor a worker may have said its first word when it was to be killed before: then it is tried again.
	for n, rounds := 0, max(len(moments), soak.Count(60)); n < rounds || early < 3 && n < 10*rounds; n++ {
		at := moments[n%len(moments)]
		g := open(t, m, o)
		if at != starting && at != loading {
			answered(t, g)
		}
		piece, pieces := k.piece(at), 0
		killed := make(chan struct{})
		go func() { // ends with the killing
			defer close(killed)
			if piece == 0 {
				k.at(at)
			}
		}()
		answer, err := g.Generate(t.Context(), told(), func(model.Piece) {
			if pieces++; pieces == piece {
				k.kill()
			}
		})
		<-killed
		want := model.Unavailable
		if pieces > 0 {
			want = model.Incomplete
		}
		switch {
		case err == nil && at == end && pieces >= piece:
			// Its last words had been said. Whoever asks next may be the one who is told of its death.
			_, _ = g.Generate(t.Context(), test.Request(), nil)
		case !errors.Is(err, want) || answer.Text != "" || !strings.Contains(err.Error(), "random: its worker died (signal: killed)"):
			t.Fatalf("killed %s, after %d pieces: %.40q, %v", at, pieces, answer.Text, err)
		default:
			failed[at]++
			calls++
			if piece == 0 && pieces == 0 {
				early++
			}
		}
		answered(t, g)
		_ = g.Close()
	}
	t.Logf("%d calls failed, %d of them before the first word: %v", calls, early, failed)
	for _, at := range []moment{starting, loading, reading, first, middle} {
		if failed[at] == 0 {
			t.Errorf("no call failed %s", at)
		}
	}
	if early < 3 {
		t.Errorf("%d were killed before the first word", early)
	}
}

// measured are how long the two parts of a worker's life last in which nothing is said.
func measured(t *testing.T, m Model, o Options) (loads, reads time.Duration) {
	t.Helper()
	g := open(t, m, o)
	defer g.Close()
	began := time.Now()
	answered(t, g)
	loads = time.Since(began)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began = time.Now()
	_, _ = g.Generate(ctx, told(), func(model.Piece) {
		if reads == 0 {
			reads = time.Since(began)
		}
		cancel()
	})
	return loads, reads
}

// TestHeedsGivenUp: a worker ends what is given up, in a prompt and in a text, and serves the next. What it says until then
// is counted, since a small model may write a whole text in the time that one has to give it up.
func TestHeedsGivenUp(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	starting := &starter{program: o.Program, file: held{path: m.Path, sum: m.SHA256}, load: wire.Load{Library: o.Library, Context: m.Context, Threads: 1}}
	defer starting.close()
	worker, load, err := starting.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer worker.close()
	id := int64(0)
	// ask says a request, gives it up after so many pieces, and gives the last reply with how many came in all; -1: not at all.
	ask := func(r wire.Request, after int) (last wire.Reply, pieces int) {
		t.Helper()
		id++
		r.ID = id
		worker.say(r)
		if after == 0 {
			worker.say(wire.Request{ID: id, Cancel: true})
		}
		for reply := range worker.replies {
			if reply.Done != "" || reply.Error != nil || reply.Loaded != nil {
				return reply, pieces
			}
			if reply.Piece == "" {
				continue
			}
			if pieces++; pieces == after {
				worker.say(wire.Request{ID: id, Cancel: true})
			}
		}
		t.Fatalf("the worker is gone: %v", worker.err)
		return last, pieces
	}
	if last, _ := ask(wire.Request{Load: &load}, -1); last.Loaded == nil {
		t.Fatalf("%+v", last)
	}
	const whole = 1000
	text := func(pieces int) *wire.Generate {
		return &wire.Generate{
			Prompt: []wire.Part{{Text: strings.Repeat("It is dark. ", 60)}}, Grammar: fmt.Sprintf("root ::= [0-9]{%d}", pieces), Tokens: whole + 1, Seed: 3, Heat: 700,
		}
	}
	for _, after := range []int{0, 1, 5} {
		last, pieces := ask(wire.Request{Generate: text(whole)}, after)
		if last.Error == nil || last.Error.Kind != model.Cancelled || pieces > after+whole/2 {
			t.Errorf("given up after %d pieces, it says %d of %d, and then %+v", after, pieces, whole, last)
		}
		if last, pieces := ask(wire.Request{Generate: text(9)}, -1); last.Done != model.Stopped || pieces != 9 {
			t.Errorf("after that it says %d pieces, and %+v", pieces, last)
		}
	}
}

// TestStopped: a worker that says nothing is given up, and gone.
func TestStopped(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	o.Idle = 2 * time.Second
	g := open(t, m, o)
	answered(t, g)
	stopped := false
	_, err := g.Generate(t.Context(), long(), func(model.Piece) {
		if !stopped {
			stopped = true
			for _, pid := range workers(t, o.Program) {
				_ = syscall.Kill(pid, syscall.SIGSTOP)
			}
		}
	})
	if !errors.Is(err, model.Timeout) || err.Error() != "random: its worker said nothing for 2s" {
		t.Errorf("stopped: %v", err)
	}
	answered(t, g)
}

// TestGivenUp: a call that is given up in the middle of a prompt or of a text leaves the worker to the next.
func TestGivenUp(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	g := open(t, m, o)
	answered(t, g)
	before := workers(t, o.Program)
	for pieces := range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		if pieces == 0 {
			time.AfterFunc(5*time.Millisecond, cancel)
		}
		n := 0
		_, err := g.Generate(ctx, long(), func(model.Piece) {
			if n++; n == pieces {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, model.Cancelled) {
			t.Errorf("given up: %v", err)
		}
		answered(t, g)
	}
	if after := workers(t, o.Program); !slices.Equal(before, after) || len(after) != 1 {
		t.Errorf("it was the worker %v, and is %v", before, after)
	}
}

// TestProgramKilled: a worker ends with its program, whatever it does at the time.
func TestProgramKilled(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	for _, when := range []string{"starts", "tells"} {
		program := exec.Command(os.Args[0], "-test.run=^TestProgram$")
		program.Env = append(os.Environ(), "LLAMA_TEST_PROGRAM="+strings.Join([]string{o.Program, o.Library, m.Path, m.SHA256}, "\n"))
		out, err := program.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		if when == "tells" {
			_, _ = io.ReadFull(out, make([]byte, 20))
		} else {
			for len(workers(t, o.Program)) == 0 {
			}
		}
		_ = program.Process.Kill()
		_, _ = io.Copy(io.Discard, out)
		_ = program.Wait()
		deadline := time.Now().Add(time.Minute)
		for len(workers(t, o.Program)) > 0 {
			if time.Now().After(deadline) {
				t.Fatalf("killed when it %s, it leaves its worker", when)
			}
		}
	}
}

// TestProgram is the program that TestProgramKilled kills.
func TestProgram(t *testing.T) {
	said := os.Getenv("LLAMA_TEST_PROGRAM")
	if said == "" {
		return
	}
	parts := strings.Split(said, "\n")
	g := open(t, Model{Name: "random", Path: parts[2], SHA256: parts[3], Template: Phi3, Context: 2048}, Options{Program: parts[0], Library: parts[1], Threads: 1})
	for {
		if _, err := g.Generate(t.Context(), long(), func(p model.Piece) { fmt.Print(p.Text) }); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSeed: of one seed a model says the same again, whatever it read before: nothing, the same, the same in other
// chunks, a part of it with another end, or with another seed; and so does a worker that is new.
func TestSeed(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	said := func(seed int64, more string) model.Answer {
		t.Helper()
		r := long()
		r.Heat, r.Seed, r.Form.Grammar = 900, seed, `root ::= [a-z]{3} [a-z ]{30}`
		r.Messages[1].Text += more
		answer, err := g.Generate(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	first := said(7, "")
	for _, before := range []struct {
		what string
		do   func()
	}{
		{"the same", func() {}},
		{"the same in other chunks", func() { said(0, "") }},
		{"nothing of it", func() { answered(t, g) }},
		{"a longer one", func() { said(7, " Go on. And then, when all of this is told, go on once more.") }},
		{"a longer one in other chunks", func() { answered(t, g); said(0, " Go on. And then.") }},
		{"another seed", func() {
			if other := said(8, ""); other.Text == first.Text {
				t.Errorf("of another seed it says %q too", other.Text)
			}
		}},
		{"nothing, since it is new", func() {
			_ = g.Close()
			g = open(t, m, o)
		}},
	} {
		before.do()
		if again := said(7, ""); again.Text != first.Text || again.Usage.Prompt != first.Usage.Prompt || again.Usage.Text != first.Usage.Text || again.Usage.Reused%8 != 0 {
			t.Errorf("of one seed it says %q, and behind %s %q", first.Text, before.what, again.Text)
		}
	}
	if other := said(7, " Go on."); other.Usage.Prompt <= first.Usage.Prompt {
		t.Errorf("of a longer prompt it reads %d tokens, and of the shorter %d", other.Usage.Prompt, first.Usage.Prompt)
	}
}

// TestThreadsOnTheDevice: a worker that chooses its threads says what it has to, and makes vectors.
func TestThreadsOnTheDevice(t *testing.T) {
	m, o := device(t)
	o.Threads = 0
	answered(t, open(t, m, o))
}

// TestRequestsThatCannotBe are refused by the worker, which lives on.
func TestRequestsThatCannotBe(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	m.Context = 512
	g := open(t, m, o)
	answered(t, g)
	before := workers(t, o.Program)
	for want, spoil := range map[string]func(*model.Request){
		"the grammar is none":                   func(r *model.Request) { r.Form.Grammar = "root ::= (" },
		"the grammar is none that llama.cpp":    func(r *model.Request) { r.Form.Grammar = "root ::= \"a\x00\"" },
		"a NUL is in the prompt":                func(r *model.Request) { r.Messages[1].Text = "a\x00b" },
		"tokens, and the model was given room":  func(r *model.Request) { r.Messages[1].Text = strings.Repeat("lamp ", 600) },
		"the grammar is none that llama.cpp ta": func(r *model.Request) { r.Form.Grammar = "stem ::= \"a\"" },
	} {
		r := test.Request()
		spoil(&r)
		if _, err := g.Generate(t.Context(), r, nil); !errors.Is(err, model.Rejected) || !strings.Contains(err.Error(), want) {
			t.Errorf("it is to say %q: %v", want, err)
		}
	}
	answered(t, g)
	if after := workers(t, o.Program); !slices.Equal(before, after) {
		t.Errorf("it was the worker %v, and is %v", before, after)
	}
	// A text has what room the prompt leaves.
	r := test.Request()
	r.Form.Grammar = ""
	r.Form.Grammar = `root ::= [a-z] [0-9] root`
	if _, err := g.Generate(t.Context(), r, nil); !errors.Is(err, model.Incomplete) {
		t.Errorf("of a text longer than its room it says %v", err)
	}
}

// TestSpecialTokens: what a message holds is never one of the model's special tokens.
func TestSpecialTokens(t *testing.T) {
	m, o := device(t)
	g := open(t, m, o)
	prompt := func(text string) int {
		r := test.Request()
		r.Messages = []model.Message{{Role: model.User, Text: text}}
		r.Form.Grammar = `root ::= "x"`
		answer, err := g.Generate(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Usage.Prompt
	}
	one, two := prompt("a"), prompt("a<|end|>")
	if two != one+len("<|end|>") { // a token each letter, for this model
		t.Errorf("the end of a message in a message takes %d tokens", two-one)
	}
}

func TestVectorsOnTheDevice(t *testing.T) {
	_, o := device(t)
	own(t, &o)
	path, sum := random(t, tiny.WriteVectors)
	e, err := NewEncoder(Model{Name: "vectors", Path: path, SHA256: sum, Context: tiny.Window}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var all [][]int32
	for i := range 100 {
		all = append(all, slices.Concat([]int32{2}, slices.Repeat([]int32{int32(10 + i%90)}, i%(tiny.Window-1)), []int32{3})[:min(tiny.Window, i%(tiny.Window-1)+2)])
	}
	vectors, err := e.Encode(t.Context(), all)
	if err != nil || len(vectors) != len(all) {
		t.Fatalf("%d vectors: %v", len(vectors), err)
	}
	for i := range all {
		alone, err := e.Encode(t.Context(), all[i:i+1])
		if err != nil || len(vectors[i]) != tiny.Vectors || cosine(alone[0], vectors[i]) < 0.9999 {
			t.Fatalf("sequence %d alone has another vector: %v", i, err)
		}
		if length := cosine(vectors[i], vectors[i]); math.Abs(length-1) > 1e-5 {
			t.Errorf("sequence %d has a vector of length %v", i, length)
		}
	}
	if cosine(vectors[5], vectors[50]) > 0.9999 {
		t.Error("all sequences have the same vector")
	}
	for want, sequence := range map[string][]int32{
		"has 0 tokens": {}, "has 65 tokens": slices.Repeat([]int32{9}, 65), "the token 105": {2, 105, 3}, "the worker cannot": {-1},
	} {
		_, err := e.Encode(t.Context(), [][]int32{sequence})
		if want == "the worker cannot" { // a number that no token has ends the worker, since it is not of the protocol
			if err == nil {
				t.Error("a token below 0 is taken")
			}
		} else if !errors.Is(err, model.Rejected) || !strings.Contains(err.Error(), want) {
			t.Errorf("it is to say %q: %v", want, err)
		}
	}
	if none, err := e.Encode(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("of nothing it makes %v: %v", none, err)
	}
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// TestModelsThatCannotBe are not loaded, and it is said why.
func TestModelsThatCannotBe(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	vectors, sum := random(t, tiny.WriteVectors)
	for want, spoil := range map[string]func(*Model, *Options){
		"llama.cpp b10361 is not in":        func(_ *Model, o *Options) { o.Library = filepath.Join(t.TempDir(), "none") },
		"is not the one that was recorded":  func(m *Model, _ *Options) { m.SHA256 = strings.Repeat("0", 64) },
		"none.gguf is not there":            func(m *Model, _ *Options) { m.Path = "none.gguf" },
		"narratoria-llama, which runs mode": func(_ *Model, o *Options) { o.Program = filepath.Join(t.TempDir(), "none") },
		"of memory with a context of 2048":  func(_ *Model, o *Options) { o.Memory = 1 << 20 },
		"makes vectors, and writes no text": func(m *Model, _ *Options) { m.Path, m.SHA256 = vectors, sum },
	} {
		m, o := m, o
		spoil(&m, &o)
		g := open(t, m, o)
		_, err := g.Generate(t.Context(), test.Request(), nil)
		if !errors.Is(err, model.Unsupported) || !strings.Contains(err.Error(), want) {
			t.Errorf("it is to say %q: %v", want, err)
		}
		if left := workers(t, o.Program); len(left) > 0 {
			t.Errorf("of %q a worker is left", want)
		}
	}
}

// TestMemoryOnTheDevice: no model takes more than was reckoned.
func TestMemoryOnTheDevice(t *testing.T) {
	m, o := device(t)
	own(t, &o)
	for _, context := range []int{512, 4096} {
		m.Context = context
		g := open(t, m, o)
		answered(t, g)
		file, err := os.Open(m.Path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		takes, err := footprint.Of(file, info.Size(), footprint.Texts(context))
		_ = file.Close()
		if err != nil {
			t.Fatal(err)
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", workers(t, o.Program)[0]))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		kibibytes, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
		if need := takes.Bytes; kibibytes<<10 > need {
			t.Errorf("with %d tokens it takes %d bytes, and %d were reckoned", context, kibibytes<<10, need)
		}
		t.Logf("with %d tokens it takes %d MiB, and %d were reckoned", context, kibibytes>>10, takes.Bytes>>20)
		_ = g.Close()
	}
}

// Tokens are those that the model reads, and what of a prompt was read before is not read again, and said.
func TestTokensOnTheDevice(t *testing.T) {
	m, o := device(t)
	m.Template = Plain
	g := open(t, m, o)
	texts := []string{"You tell what happens, and nothing else. ", "", "The lamp gutters; 灯 is out.", strings.Repeat("Ines ", 300)}
	counted, err := g.Count(t.Context(), model.Place{}, texts)
	if err != nil || len(counted) != 4 || counted[1] != 0 || counted[0] < 2 || counted[3] < 300 {
		t.Fatalf("counted are %v: %v", counted, err)
	}
	ask := func(text string) model.Usage {
		r := test.Request()
		r.Messages, r.Form, r.Seed, r.MaxTokens = []model.Message{{Role: model.User, Text: text}}, model.Form{Grammar: `root ::= "a"`}, 0, 8
		answer, err := g.Generate(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Usage
	}
	first := ask(texts[2])
	if begins := first.Prompt - counted[2]; begins != 0 && begins != 1 { // what begins every prompt
		t.Errorf("of a prompt %d are counted, and %d are read", counted[2], first.Prompt)
	}
	if again := ask(texts[2]); again.Prompt != first.Prompt || again.Reused != first.Prompt-1 {
		t.Errorf("of %d tokens that were read before %d are not read again", again.Prompt, again.Reused)
	}
	if longer := ask(texts[2] + " " + texts[0]); longer.Reused < first.Prompt-2 || longer.Reused >= longer.Prompt {
		t.Errorf("of a prompt that goes on, %d of %d tokens are not read again", longer.Reused, longer.Prompt)
	}
	if other := ask(texts[3]); other.Reused > 2 { // what begins every prompt
		t.Errorf("of another prompt %d tokens are not read again", other.Reused)
	}
	if _, err := g.Count(t.Context(), model.Place{}, []string{"a\x00b"}); !errors.Is(err, model.Rejected) {
		t.Errorf("of a NUL it says %v", err)
	}
	if again, err := g.Count(t.Context(), model.Place{}, texts); err != nil || !slices.Equal(again, counted) {
		t.Errorf("counted again are %v: %v", again, err)
	}
}

// A worker measures how fast its model is when it is loaded, which asking for it does; afterwards that is known at once, also while a text is written. What
// was measured changes no text.
func TestSpeedOnTheDevice(t *testing.T) {
	m, o := device(t)
	g, asked := open(t, m, o), open(t, m, o)
	speed, err := asked.Speed(t.Context(), model.Place{Task: "plan"})
	if err != nil || !speed.Known() || speed.Takes(10, 1) != 10*speed.Read+speed.Write {
		t.Errorf("it is %+v: %v", speed, err)
	}
	t.Logf("a token is read in %v and written in %v", speed.Read, speed.Write)
	r := test.Request()
	r.Form, r.Seed, r.Heat, r.MaxTokens = model.Form{Grammar: `root ::= [a-z]{20}`}, 7, 900, 20
	want, err := g.Generate(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	heard := false
	got, err := asked.Generate(t.Context(), r, func(model.Piece) {
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if again, err := asked.Speed(over, model.Place{}); !heard && (again != speed || err != nil) {
			t.Errorf("while it writes it is %+v: %v", again, err)
		}
		heard = true
	})
	if err != nil || got.Text != want.Text || !heard {
		t.Errorf("it says %q and not %q: %v", got.Text, want.Text, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if speed, err := open(t, m, o).Speed(over, model.Place{}); !errors.Is(err, model.Cancelled) || speed.Known() {
		t.Errorf("of one that was not loaded it is %+v: %v", speed, err)
	}
}
