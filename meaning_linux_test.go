package narratoria_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/minilm"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// meaningWorker builds the worker's program beside this test, where a program looks for it.
var meaningWorker = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	path := filepath.Join(filepath.Dir(self), "narratoria-llama")
	build := exec.Command("go", "build", "-o", path, "./cmd/narratoria-llama")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil {
		_, _ = os.Stderr.Write(out)
	}
	return path, err
})

// withMeaning is a data directory that has MiniLM in its inventory. No worker is left of what is tried with it.
func withMeaning(t testing.TB) (data string) {
	t.Helper()
	weights := soak.NeedEnv(t, "NARRATORIA_MINILM")
	soak.NeedEnv(t, "NARRATORIA_LLAMA")
	_, err := meaningWorker()
	must(t, err)
	data = t.TempDir()
	_, err = inventory.In(filepath.Join(data, "models")).Import(t.Context(), "all-minilm-l6-v2", weights, nil)
	must(t, err)
	t.Cleanup(func() {
		if left := meaningWorkers(t); len(left) > 0 {
			t.Errorf("workers are left: %v", left)
		}
	})
	return data
}

// meaningWorkers are the processes of the worker that this test has begun.
func meaningWorkers(t testing.TB) (pids []int) {
	t.Helper()
	program, err := meaningWorker()
	must(t, err)
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	must(t, err)
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && strings.TrimSuffix(to, " (deleted)") == program {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			pids = append(pids, pid)
		}
	}
	return pids
}

const (
	withoutMeaning     = "What is alike in meaning could not be looked for, so memories were found by their words and parts of them."
	loreWithoutMeaning = "What is alike in meaning could not be looked for, so lore was found by its words."
)

// degradedIn is how many records say that they did without meaning, of lines of records.
func degradedIn(lines []string) (n int) {
	for _, line := range lines {
		if strings.Contains(line, withoutMeaning) {
			n++
		}
	}
	return n
}

// told is what a player reads of a record. Where its events stand is another place where one more says what was degraded.
func told(t *testing.T, line string) string {
	t.Helper()
	record, err := strictjson.ParseObject([]byte(line))
	must(t, err)
	told := strictjson.AsString(record["prose"])
	for _, choice := range strictjson.AsObjects(record["choices"]) {
		told += "\n" + strictjson.AsString(choice["text"])
	}
	return told
}

// keptAlone has nothing made by any model: it fails where vectors are missing.
type keptAlone struct{ minilm.Embedder }

func (*keptAlone) Embed(context.Context, []string) ([][]float32, error) { return nil, context.Canceled }

// TestMeaningInPlay: with the model on this device stories are played by it, their memories keep its vectors, and nothing
// of it is left when the game is closed, nor is there before there is something to embed.
func TestMeaningInPlay(t *testing.T) {
	data := withMeaning(t)
	p := open(t, narratoria.Options{Data: data})
	if pids := meaningWorkers(t); len(pids) > 0 {
		t.Errorf("opening the program has begun %v", pids)
	}
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "meant", NoEndings: true})
	lines, err := plays(t.Context(), g, 1, 30)
	must(t, err)
	if pids := meaningWorkers(t); len(pids) != 1 {
		t.Errorf("%d workers while it is played", len(pids))
	}
	if n := degradedIn(lines); n > 0 {
		t.Errorf("%d turns did without meaning", n)
	}
	must(t, g.Close(t.Context()))
	recalls := func(name string) (by []bool) {
		must(t, p.ReadStory(t.Context(), name, func(told *story.Playthrough) error {
			found, err := told.State().As(event.Player).Recall(t.Context(), story.Query{Text: "who kept the lamp"})
			for _, m := range found {
				by = append(by, m.ByMeaning)
			}
			return err
		}))
		return by
	}
	must(t, p.Meant(func() error {
		if by := recalls("meant"); len(by) == 0 || slices.Contains(by, false) {
			t.Errorf("what nobody plays is searched by meaning: %v", by)
		}
		return nil
	}))
	if by := recalls("meant"); len(by) == 0 || slices.Contains(by, true) {
		t.Errorf("without the model it is said to be searched by meaning: %v", by)
	}
	if pids := meaningWorkers(t); len(pids) > 0 {
		t.Errorf("the game is closed, and %v are there", pids)
	}
	must(t, p.Close(t.Context()))
	again := replayed(t, data)
	if !slices.Equal(lines, again) {
		t.Error("the same play of the same seed told something else")
	}

	store := persistence.New(sqlite.New(filepath.Join(data, "saves")), &persistence.Options{Embedder: &keptAlone{}, KeepVectors: true})
	save, err := store.Open(t.Context(), "meant", persistence.Reading)
	must(t, err)
	defer save.Close()
	found, err := save.SemanticSearch(t.Context(), persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Memory, Knower: event.Player}, persistence.Query{Text: ""})
	must(t, err)
	kept := 0
	for raw, err := range vectorsKept(t, data, "meant") {
		must(t, err)
		if raw.Model == minilm.Name+"/384" {
			kept++
		}
	}
	if kept < 10 || len(found) < 20 {
		t.Errorf("of %d memories %d texts have vectors", len(found), kept)
	}
}

// replayed plays the same again, in a story of another name.
func replayed(t *testing.T, data string) []string {
	t.Helper()
	p := open(t, narratoria.Options{Data: data})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "again", NoEndings: true})
	lines, err := plays(t.Context(), g, 1, 30)
	must(t, err)
	must(t, p.Close(t.Context()))
	return lines
}

// vectorsKept are those that a save has.
func vectorsKept(t *testing.T, data, name string) func(yield func(persistence.RawVectors, error) bool) {
	t.Helper()
	return func(yield func(persistence.RawVectors, error) bool) {
		file, err := sqlite.New(filepath.Join(data, "saves")).Open(context.Background(), name, persistence.Reading)
		must(t, err)
		defer file.Close()
		must(t, file.View(context.Background(), func(r persistence.Reader) error {
			for raw, err := range r.Vectors(minilm.Name + "/384") {
				if !yield(raw, err) {
					break
				}
			}
			return nil
		}))
	}
}

// TestMeaningThatDies: its worker is killed again and again while a story is played, at random moments from its start on, at some of which it
// has served already. Each turn is told, and another worker comes.
func TestMeaningThatDies(t *testing.T) {
	p := open(t, narratoria.Options{Data: withMeaning(t)})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	random := rand.New(rand.NewPCG(1, 2))
	ctx, cancel := context.WithCancel(t.Context())
	var killed atomic.Int64
	var killing sync.WaitGroup
	killing.Go(func() { // ends with ctx
		for ctx.Err() == nil {
			pids := meaningWorkers(t)
			wait := 20 * time.Millisecond
			if len(pids) > 0 {
				wait = time.Duration(random.IntN(3000)) * time.Millisecond
			}
			select {
			case <-time.After(wait):
			case <-ctx.Done():
			}
			for _, pid := range pids {
				if syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed.Add(1)
				}
			}
		}
	})
	var lines []string
	choice, want := "", int64(soak.Count(50))
	for deadline := time.Now().Add(8 * time.Minute); killed.Load() < want && time.Now().Before(deadline); {
		record, err := g.Play(t.Context(), choice)
		if err != nil {
			t.Errorf("turn %d: %v", len(lines)+1, err)
			break
		}
		choice = record.Choices[(len(lines)*7+2)%len(record.Choices)].ID
		lines = append(lines, line(record))
	}
	cancel()
	killing.Wait()
	t.Logf("%d workers were killed in %d turns, of which %d did without meaning", killed.Load(), len(lines), degradedIn(lines))
	if killed.Load() < want {
		t.Errorf("%d were killed, and should be %d", killed.Load(), want)
	}
}

// warnedOf is a program that may warn, and what it has warned of.
func warnedOf(t *testing.T, data string) (p *narratoria.Program, warned func() []string) {
	t.Helper()
	var mu sync.Mutex
	var said []string
	p, err := narratoria.Open(narratoria.Options{Data: data, Warn: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, text)
	}})
	must(t, err)
	t.Cleanup(func() { must(t, p.Close(context.Background())) })
	return p, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(said)
	}
}

// TestMeaningThatFails: with a worker that stands still, a library that is another's, or a model with another byte, every turn is told,
// the first that searched says that it did without, and why is told once. What is found then is what is found where there is no model.
func TestMeaningThatFails(t *testing.T) {
	const turns = 16
	bare := start(t, open(t, narratoria.Options{}), narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	plain, err := plays(t.Context(), bare, 1, turns)
	must(t, err)
	tells := func(t *testing.T, p *narratoria.Program) {
		t.Helper()
		g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
		began := time.Now()
		lines, err := plays(t.Context(), g, 1, turns)
		must(t, err)
		degraded := degradedIn(lines)
		t.Logf("%d of %d turns did without meaning, in %v", degraded, turns, time.Since(began))
		if degraded == 0 {
			t.Error("no turn says so")
		}
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, loreWithoutMeaning) }) {
			t.Error("no turn says so of lore")
		}
		for i, line := range lines {
			if got, want := told(t, line), told(t, plain[i]); got != want {
				t.Errorf("turn %d is told otherwise than without a model:\n%s\n%s", i+1, got, want)
				break
			}
		}
		must(t, g.Close(t.Context()))
	}
	t.Run("a library of another release", func(t *testing.T) {
		data := withMeaning(t)
		other := t.TempDir()
		files, err := filepath.Glob(filepath.Join(os.Getenv("NARRATORIA_LLAMA"), "*"))
		must(t, err)
		for _, file := range files {
			must(t, os.Symlink(file, filepath.Join(other, filepath.Base(file))))
		}
		must(t, os.Remove(filepath.Join(other, "libllama.so")))
		must(t, os.WriteFile(filepath.Join(other, "libllama.so"), []byte("\x7fELF of another release"), 0o600))
		t.Setenv("NARRATORIA_LLAMA", other)
		p, warned := warnedOf(t, data)
		tells(t, p)
		if said := warned(); len(said) != 1 || !strings.Contains(said[0], "of a release that it does not name") {
			t.Errorf("warned %q", said)
		}
	})
	t.Run("a model with another byte", func(t *testing.T) {
		data := withMeaning(t)
		p, warned := warnedOf(t, data)
		file, err := os.OpenFile(filepath.Join(data, "models", "all-minilm-l6-v2", "model.gguf"), os.O_RDWR, 0)
		must(t, err)
		_, err = file.WriteAt([]byte("?"), 40_000_000)
		must(t, err)
		must(t, file.Close())
		tells(t, p)
		if said := warned(); len(said) != 1 || !strings.Contains(said[0], "is not the one that was recorded") || !strings.HasSuffix(said[0], "; to mend it: narratoria setup models all-minilm-l6-v2") {
			t.Errorf("warned %q", said)
		}
	})
	t.Run("a model that was cut off while it was played", func(t *testing.T) {
		data := withMeaning(t)
		p, warned := warnedOf(t, data)
		must(t, os.Truncate(filepath.Join(data, "models", "all-minilm-l6-v2", "model.gguf"), 100_000))
		tells(t, p)
		if said := warned(); len(said) > 1 {
			t.Errorf("warned %q", said)
		}
	})
	t.Run("a model that was cut off before", func(t *testing.T) {
		data := withMeaning(t)
		must(t, os.Truncate(filepath.Join(data, "models", "all-minilm-l6-v2", "model.gguf"), 100_000))
		var warned []string
		p, err := narratoria.Open(narratoria.Options{Data: data, Warn: func(text string) { warned = append(warned, text) }})
		must(t, err)
		defer p.Close(context.Background())
		if len(warned) > 0 {
			t.Errorf("before a story is opened it warns %q", warned)
		}
		g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true, Seed: "1"})
		must(t, err)
		if len(warned) != 1 || !strings.Contains(warned[0], "damaged") || !strings.Contains(warned[0], "doctor") {
			t.Errorf("warned %q", warned)
		}
		lines, err := plays(t.Context(), g, 1, turns)
		must(t, err)
		if !slices.Equal(lines, plain) {
			t.Error("it is told otherwise than without a model")
		}
	})
	t.Run("a worker that stands still", func(t *testing.T) {
		p := open(t, narratoria.Options{Data: withMeaning(t)})
		g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
		_, err := plays(t.Context(), g, 1, 3)
		must(t, err)
		stopped := meaningWorkers(t)
		for _, pid := range stopped {
			must(t, syscall.Kill(pid, syscall.SIGSTOP))
		}
		record, err := g.Last(t.Context())
		must(t, err)
		var lines []string
		for range turns { // to and fro, as nobody's hand on the story
			began := time.Now()
			record, err = g.Play(t.Context(), record.Choices[len(lines)%len(record.Choices)].ID)
			must(t, err)
			lines = append(lines, line(record))
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("a turn took %v", took)
			}
		}
		if len(stopped) != 1 || degradedIn(lines) == 0 {
			t.Errorf("%d workers were stopped, %d turns of %d did without meaning", len(stopped), degradedIn(lines), turns)
		}
	})
}

// TestGivenUpInTheMiddleOfASearch: a turn that is given up while it waits for the model ends at once, and the next one is told.
func TestGivenUpInTheMiddleOfASearch(t *testing.T) {
	p := open(t, narratoria.Options{Data: withMeaning(t)})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	_, err := plays(t.Context(), g, 1, 6)
	must(t, err)
	record, err := g.Last(t.Context())
	must(t, err)
	var took []time.Duration // of those that were given up while they waited
	for turn := range 6 {
		stopped := meaningWorkers(t)
		for _, pid := range stopped {
			must(t, syscall.Kill(pid, syscall.SIGSTOP))
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan time.Time, 1)
		go func() { // ends with the turn
			if next, err := g.Play(ctx, record.Choices[turn%len(record.Choices)].ID); err == nil {
				record = next
			} else if ctx.Err() == nil {
				t.Error(err)
			}
			ended <- time.Now()
		}()
		select {
		case <-ended: // it searched for nothing
			cancel()
		case <-time.After(time.Second): // half of what it would wait
			given := time.Now()
			cancel()
			took = append(took, (<-ended).Sub(given))
		}
		for _, pid := range stopped {
			must(t, syscall.Kill(pid, syscall.SIGCONT))
		}
		next, err := g.Play(t.Context(), record.Choices[turn%len(record.Choices)].ID)
		must(t, err)
		record = next
	}
	if len(took) == 0 {
		t.Fatal("no turn waited")
	}
	atOnce(t, took)
}

// loreBlocks is how many blocks of lore's vectors are kept in a data directory.
func loreBlocks(t *testing.T, data string) (n int) {
	t.Helper()
	worlds, err := sqlite.New(filepath.Join(data, "saves")).Worlds(t.Context(), persistence.Reading)
	must(t, err)
	defer worlds.Close()
	must(t, worlds.View(t.Context(), func(r persistence.WorldReader) error {
		keys, err := r.Keys("vectors/")
		n = len(keys)
		return err
	}))
	return n
}

// longHarbour is the sample with so many paragraphs of lore beside its own.
func longHarbour(t *testing.T, paragraphs int) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "long-harbour")
	must(t, os.CopyFS(dir, os.DirFS("campaigns/grey-harbour")))
	var text strings.Builder
	text.WriteString("# Ledger\n")
	for i := range paragraphs {
		text.WriteString("\nOn day " + strconv.Itoa(i) + " the clerk counted " + strconv.Itoa(i*7919%50021) + " herring and " + strconv.Itoa(i*104729%3001) + " barrels of salt, and wrote nothing of the weather.\n")
	}
	must(t, os.WriteFile(filepath.Join(dir, "lore", "ledger.md"), []byte(text.String()), 0o600))
	return dir
}

// TestLoreIsReadMeanwhile: nobody waits for much lore to be read for its meaning, with a seed or without, and a game that is closed in the
// middle of it is closed at once. What was read is kept, and the next game goes on where that was.
func TestLoreIsReadMeanwhile(t *testing.T) {
	data := withMeaning(t)
	const paragraphs = 12_000
	dir := longHarbour(t, paragraphs)
	blocks := 0
	for _, seed := range []string{"", "1"} {
		p, err := narratoria.Open(narratoria.Options{Data: data}) // which warns of a document without an author
		must(t, err)
		began := time.Now()
		g, err := p.Start(t.Context(), narratoria.GameOptions{Campaign: dir, Unkept: true, NoEndings: true, Seed: seed})
		must(t, err)
		lines, err := plays(t.Context(), g, 1, 5)
		must(t, err)
		played := time.Since(began)
		for deadline := time.Now().Add(time.Minute); loreBlocks(t, data) < blocks+3 && time.Now().Before(deadline); {
			time.Sleep(500 * time.Millisecond)
			record, err := g.Last(t.Context())
			must(t, err)
			_, err = g.Play(t.Context(), record.Choices[0].ID) // where the model was too slow, the next turn has it begin again
			must(t, err)
		}
		closing := time.Now()
		must(t, p.Close(t.Context()))
		closed := time.Since(closing)
		now := loreBlocks(t, data)
		t.Logf("with the seed %q: five turns in %v, closed in %v, %d of %d blocks; %d turns did without meaning", seed, played, closed, now, paragraphs/32+1, degradedIn(lines))
		if now < blocks+3 || now > paragraphs/64 || closed > 5*time.Second {
			t.Errorf("%d blocks are kept, before it were %d", now, blocks)
		}
		blocks = now
	}
}

// TestLoreInPlay: the vectors of a campaign's own lore are there before a story with a seed begins, and made once.
func TestLoreInPlay(t *testing.T) {
	data := withMeaning(t)
	p := open(t, narratoria.Options{Data: data})
	for range 2 {
		g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
		_, err := plays(t.Context(), g, 1, 1)
		must(t, err)
		if n := loreBlocks(t, data); n != 2 {
			t.Errorf("%d blocks", n)
		}
		must(t, g.Close(t.Context()))
	}
}
