package archive_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/narratoria/narratoria/internal/safezip"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/archive"
	"github.com/narratoria/narratoria/story/event"
)

var update = flag.Bool("update", false, "write the fixture where there is none, and what those that are there come to; never one that is there")

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A teller writes a story for a test.
type teller struct {
	t testing.TB
	p *story.Playthrough
}

func (w teller) turn(what string) {
	w.t.Helper()
	s := w.p.State()
	n := s.Turn.Number + 1
	turn := w.p.Begin(event.TurnID(fmt.Sprintf("%s/%d", w.p.Where().Branch, n)))
	add := func(kind event.Kind, moment event.Moment, data event.Data) {
		_, err := turn.Add(event.Event{Kind: kind, Actor: event.EngineSelf, Moment: moment, Data: data})
		must(w.t, err)
	}
	now := event.Moment{Sequence: s.Moment.Sequence + 1, Label: "Later", Timed: true, Minutes: s.Minutes}
	add(event.TurnOpened, now, event.Data{"turn": "t", "number": n, "seed": "s"})
	add(event.Happened, now, event.Data{"text": what})
	add(event.Narrated, now, event.Data{"text": "It was " + what + ".", "told": strictjson.Object{"big": strictjson.Number("12345678901234567890.50")}})
	add(event.MemoryKept, now, event.Data{"memory": fmt.Sprintf("m-%.40s", what), "knower": "player", "words": what, "significance": "low"})
	blob, err := turn.PutBlob(w.t.Context(), []byte("picture of "+what))
	must(w.t, err)
	add(event.PortraitMade, now, event.Data{"who": "ines", "blob": blob.String(), "media": "image/png", "origin": "drawn"})
	document := turn.Document("main", strictjson.Object{"plan": strictjson.Object{"of": what}, "result": strictjson.Object{"n": strictjson.Number("1e400")}})
	add(event.PlanSettled, now, event.Data{"part": "main", "attempts": 1, "fallback": false, "documents": document.String()})
	_, err = turn.Commit(w.t.Context())
	must(w.t, err)
}

// told is a save with a story of several branches: one leaves out moments, one is purged but for
// what others have of it, one whole; something is hidden, archived, and retired.
func told(t testing.TB, store *persistence.Store) *persistence.Save {
	t.Helper()
	ctx := t.Context()
	save, err := store.Create(ctx, "monday", "p-1")
	must(t, err)
	t.Cleanup(func() { save.Close() })
	p, err := story.Open(ctx, save)
	must(t, err)
	turn := p.Begin("start")
	for _, e := range []event.Event{
		{Kind: event.PlaythroughStarted, Data: event.Data{"campaign": "lighthouse", "version": "1", "digest": "d", "persona": strictjson.Object{"name": "Mira", "place": "quay"}, "parameters": strictjson.Object{}}},
		{Kind: event.EntityAdded, Data: event.Data{"entity": "quay", "type": "place", "name": "The Quay"}},
		{Kind: event.EntityAdded, Data: event.Data{"entity": "ines", "type": "person", "name": "Ines", "place": "quay"}},
	} {
		e.Actor = event.EngineSelf
		_, err := turn.Add(e)
		must(t, err)
	}
	_, err = turn.Commit(ctx)
	must(t, err)
	w := teller{t, p}
	must(t, p.OpenSession(ctx, "test"))
	for _, what := range strings.Fields("one two three four") {
		w.turn(what)
	}
	back := func(turn int64) {
		at, err := p.EndOf(ctx, p.Where().Branch, turn)
		must(t, err)
		must(t, p.Rollback(ctx, at))
	}
	back(3) // take-2
	w.turn("five")
	w.turn("six")
	back(4) // take-3, of take-2
	w.turn("seven")
	must(t, p.Purge(ctx, "take-2"))
	back(2) // take-4
	w.turn("eight")
	must(t, p.Switch(ctx, "take-3"))
	must(t, cmp.Or(p.Purge(ctx, "take-4"), p.Switch(ctx, event.Trunk)))
	turn = p.Begin("long after")
	_, err = turn.Add(event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 2}, Data: event.Data{
		"memory": "m-late", "knower": "player", "words": "late", "significance": "high", "episodic": "triumph",
	}})
	must(t, err)
	_, err = turn.Commit(ctx)
	must(t, cmp.Or(err, p.Undo(ctx)))
	_, err = p.Branch(ctx, "what-if", event.Where{Branch: event.Trunk, Moment: 3}, "without the lamp")
	must(t, err)
	must(t, cmp.Or(p.Regard(ctx, "what-if", event.Archived), p.Hide(ctx, 7), p.CloseSession(ctx, event.Quit)))
	_, err = p.Retire(ctx, story.Retention{Count: 2})
	must(t, err)
	return save
}

func memory() *persistence.Store { return persistence.New(mem.New(), nil) }

func exported(t testing.TB, save *persistence.Save) []byte {
	t.Helper()
	var to bytes.Buffer
	_, err := archive.Write(t.Context(), &to, save, archive.Options{Title: "The Lighthouse", Program: "1.0"})
	must(t, err)
	return to.Bytes()
}

func imported(t testing.TB, store *persistence.Store, data []byte) (*archive.Imported, error) {
	a, err := archive.Open(bytes.NewReader(data), int64(len(data)), safezip.Limits{})
	if err != nil {
		return nil, err
	}
	done, err := a.Import(t.Context(), store, "tuesday", "p-2")
	if err == nil {
		t.Cleanup(func() { done.Save.Close() })
	}
	return done, err
}

// fingerprint is all that a save holds, but for its id: control records, events, rows, blobs.
func fingerprint(t testing.TB, save *persistence.Save) string {
	t.Helper()
	var all strings.Builder
	for raw, err := range save.StoredControls(t.Context()) {
		must(t, err)
		fmt.Fprintf(&all, "%d %s %s %d\n", raw.Sequence, raw.Bytes, raw.Hash, raw.Wall)
	}
	tree, err := save.Tree(t.Context())
	must(t, err)
	for _, b := range tree.Branches() {
		for raw, err := range save.StoredEvents(t.Context(), b.ID, 0) {
			must(t, err)
			fmt.Fprintf(&all, "%s %d %s %s %d\n", raw.Branch, raw.Position, raw.Bytes, raw.Hash, raw.Wall)
			e, err := event.Decode(raw.Bytes)
			must(t, err)
			for _, sum := range e.Blobs() {
				data, err := save.GetBlob(t.Context(), sum)
				must(t, err)
				fmt.Fprintf(&all, "%q\n", data)
			}
		}
	}
	var rows []string
	for raw, err := range save.StoredRows(t.Context(), persistence.Memory) {
		must(t, err)
		rows = append(rows, fmt.Sprintf("%s %s %d %s", raw.Key, raw.Branch, raw.Position, raw.Bytes))
	}
	slices.Sort(rows)
	return all.String() + strings.Join(rows, "\n")
}

// A story that is exported and imported is the same, from every driver into every other; so is
// the export of what was imported.
func TestExportAndImport(t *testing.T) {
	stores := map[string]func() *persistence.Store{"mem": memory, "sqlite": func() *persistence.Store { return persistence.New(sqlite.New(t.TempDir()), nil) }}
	for from, one := range stores {
		for to, other := range stores {
			t.Run(from+" to "+to, func(t *testing.T) {
				save := told(t, one())
				data := exported(t, save)
				done, err := imported(t, other(), data)
				must(t, err)
				if len(done.Differs) > 0 || done.Save.Playthrough() != "p-2" {
					t.Errorf("it came to something else: %+v", done)
				}
				if got, want := fingerprint(t, done.Save), fingerprint(t, save); got != want {
					t.Errorf("imported is\n%s\nand was\n%s", got, want)
				}
				must(t, done.Save.Verify(t.Context()))
				again := exported(t, done.Save)
				if got, want := unzipped(t, again), unzipped(t, data); got["branches/0001.ndjson"] != want["branches/0001.ndjson"] || len(got) != len(want) {
					t.Error("exported again it is another")
				}
				p, err := story.Open(t.Context(), done.Save)
				must(t, err)
				teller{t, p}.turn("nine")
				must(t, done.Save.Verify(t.Context()))
			})
		}
	}
}

// The same story gives the same bytes, and people can read them.
func TestWhatIsInAnArchive(t *testing.T) {
	save := told(t, memory())
	data := exported(t, save)
	if !bytes.Equal(data, exported(t, save)) {
		t.Error("exported twice it is two")
	}
	files := unzipped(t, data)
	for name, part := range map[string]string{
		"README.txt": "The Lighthouse, up to turn 5", "manifest.json": `"campaign": {`, "story.md": "> ", "control.ndjson": `"kind":"branch.purged"`,
		"branches/0001.ndjson": `{"at":1,"event":{"actor":"engine","data":{"campaign":"lighthouse"`, "documents.ndjson": `{"document":{"plan":{"of":"one"}`,
	} {
		if name == "story.md" {
			part = "It was seven\\."
			part = strings.ReplaceAll(part, `\`, "")
		}
		if !strings.Contains(files[name], part) {
			t.Errorf("%s has no %s:\n%.400s", name, part, files[name])
		}
	}
	for name := range files {
		if strings.HasPrefix(name, "assets/") && !strings.HasSuffix(name, ".png") {
			t.Errorf("there is %s", name)
		}
	}
	// A text that would be a thousandth of its size is not packed.
	p, err := story.Open(t.Context(), save)
	must(t, err)
	teller{t, p}.turn(strings.Repeat("lamp ", 400_000))
	if _, err := imported(t, memory(), exported(t, save)); err != nil {
		t.Errorf("a story that repeats itself: %v", err)
	}
}

func unzipped(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	files := make(map[string]string)
	for _, f := range z.File {
		content, err := f.Open()
		must(t, err)
		text, err := io.ReadAll(content)
		must(t, err)
		files[f.Name] = string(text)
	}
	return files
}

func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var to bytes.Buffer
	z := zip.NewWriter(&to)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		must(t, err)
		_, err = io.WriteString(w, files[name])
		must(t, err)
	}
	must(t, z.Close())
	return to.Bytes()
}

// refuses imports an archive that is not as it should be: it is refused, and there is no save.
func refuses(t *testing.T, what string, data []byte, want string) {
	t.Helper()
	store := memory()
	_, err := imported(t, store, data)
	if refused, ok := errors.AsType[*archive.RefusedError](err); !ok || !strings.Contains(refused.Error(), want) {
		t.Errorf("%s: %v; it should say %q", what, err, want)
	}
	if left, err := store.List(t.Context()); err != nil || len(left) != 0 {
		t.Errorf("%s: left is %v (%v)", what, left, err)
	}
}

// lines changes one line of a file, from 0.
func lines(file string, n int, change func(string) string) func(map[string]string) {
	return func(files map[string]string) {
		all := strings.SplitAfter(files[file], "\n")
		all[n] = change(all[n])
		files[file] = strings.Join(all, "")
	}
}

func replaced(file, old, new string) func(map[string]string) {
	return func(files map[string]string) {
		if !strings.Contains(files[file], old) {
			panic("no " + old)
		}
		files[file] = strings.Replace(files[file], old, new, 1)
	}
}

const trunk = "branches/0001.ndjson"

var wrongs = map[string]struct {
	change func(map[string]string)
	want   string
}{
	"no manifest":             {func(f map[string]string) { delete(f, "manifest.json") }, "it is no story of Narratoria's: it has no manifest.json"},
	"another format":          {replaced("manifest.json", "narratoria-story", "epub"), `manifest.json: it says the format "epub"`},
	"a later version":         {replaced("manifest.json", `"version": 1`, `"version": 2`), "update Narratoria to 1.0 or later to import it"},
	"no version":              {replaced("manifest.json", `"version": 1`, `"version": 0`), "there is no version 0"},
	"a manifest that is none": {func(f map[string]string) { f["manifest.json"] = "[]" }, "manifest.json: "},
	"no branches": {func(f map[string]string) {
		f["manifest.json"] = `{"format":"narratoria-story","version":1,"playthrough":"p"}`
	}, "it names no branches"},
	"no playthrough":           {replaced("manifest.json", `"p-1"`, `""`), "manifest.json: playthrough: the id is empty"},
	"another head":             {replaced("manifest.json", `"head": "take-3"`, `"head": "main"`), `the story is told along the branch "take-3", and not along "main"`},
	"a branch elsewhere":       {replaced("manifest.json", trunk, "control.ndjson"), `the events of the branch "main" cannot be in "control.ndjson"`},
	"a branch outside":         {replaced("manifest.json", trunk, "../main.ndjson"), `cannot be in "../main.ndjson"`},
	"a branch without a file":  {func(f map[string]string) { delete(f, trunk) }, trunk + ": it is missing"},
	"a branch of another name": {replaced("manifest.json", `"branch":"take-3"`, `"branch":"take-9"`), `branch "take-9" is not there`},
	"no control records":       {func(f map[string]string) { f["control.ndjson"] = "" }, "is not there"},
	"no documents":             {func(f map[string]string) { delete(f, "documents.ndjson") }, "documents.ndjson: it is missing"},
	"a foreign file":           {func(f map[string]string) { f["run.sh"] = "rm -rf" }, "run.sh: no story's archive has such a file"},
	"a foreign branch":         {func(f map[string]string) { f["branches/9.ndjson"] = "" }, "branches/9.ndjson: no story's archive has such a file"},
	"fewer events than said":   {replaced("manifest.json", `"events":29`, `"events":30`), trunk + ": it has 29 events, and the manifest says 30"},

	"an event with other words":    {lines(trunk, 5, func(l string) string { return strings.Replace(l, "one", "won", 1) }), trunk + ":6: event 6 is damaged: its hash is not that of its bytes and its predecessor"},
	"an event with another hash":   {lines(trunk, 5, func(l string) string { return strings.Replace(l, `"hash":"`, `"hash":"0`, 1) }), trunk + ":6: "},
	"an event less":                {lines(trunk, 5, func(string) string { return "" }), trunk + ":6: it is number 7, and comes after 5"},
	"the first event less":         {lines(trunk, 0, func(string) string { return "" }), trunk + ":1: event 1 is damaged"},
	"the last events less":         {lines(trunk, 28, func(string) string { return "" }), "it has 28 events, and the manifest says 29"},
	"an event twice":               {lines(trunk, 5, func(l string) string { return l + l }), trunk + ":7: it is number 6, and comes after 6"},
	"a branch's events of another": {func(f map[string]string) { f["branches/0003.ndjson"] = f[trunk] }, "event "},
	"an unknown kind":              {lines(trunk, 5, func(l string) string { return strings.Replace(l, `"kind":"happened"`, `"kind":"sung"`, 1) }), trunk + ":6: "},
	"a later kind":                 {rechained(trunk, `"kind":"happened"`, `"kind":"sung"`), `the event kind "sung" (version 1) is not known here: update Narratoria`},
	"a later version of a kind":    {rechained(trunk, `"kind":"happened","moment":{"label":"Later","minutes":0,"sequence":2},"v":1`, `"kind":"happened","moment":{"label":"Later","minutes":0,"sequence":2},"v":9`), "has version 9, and this program knows it up to 1: update Narratoria"},
	"an event that is none":        {rechained(trunk, `"kind":"happened"`, `"kind":"happened","mood":"fair"`), "invalid event"},
	"an event with a number more":  {lines(trunk, 5, func(l string) string { return strings.Replace(l, `"at":6`, `"at":6,"by":"me"`, 1) }), `it has a member "by", and only at, event, hash, wall are known`},
	"no event":                     {lines(trunk, 5, func(string) string { return `{"at":6,"hash":"","wall":""}` + "\n" }), `:6: it has no "event"`},
	"a line that is no object":     {lines(trunk, 5, func(string) string { return "[]\n" }), trunk + ":6: "},
	"a line that is nothing":       {lines(trunk, 5, func(l string) string { return "\n" + l }), trunk + ":6: "},
	"a key twice":                  {lines(trunk, 5, func(l string) string { return strings.Replace(l, `{"at":6`, `{"at":6,"at":6`, 1) }), "stands twice"},
	"no wall clock":                {lines(trunk, 5, func(l string) string { return l[:strings.Index(l, `"wall"`)] + `"wall":"noon"}` + "\n" }), `wall: "noon" is no time`},
	"a line without an end":        {func(f map[string]string) { f[trunk] = strings.TrimSuffix(f[trunk], "\n") }, trunk + ":29: it does not end"},
	"a carriage return": {func(f map[string]string) {
		f["control.ndjson"] = strings.ReplaceAll(f["control.ndjson"], "\n", "\r\n") + "\r"
	}, "control.ndjson:"},
	"a line that is no text": {lines(trunk, 5, func(l string) string { return strings.Replace(l, "one", "\xff", 1) }), trunk + ":6: "},
	"a deep line": {lines(trunk, 5, func(string) string {
		return `{"at":6,"event":` + strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000) + "}\n"
	}), trunk + ":6: "},
	"a line of many values": {lines(trunk, 5, func(string) string { return `{"at":6,"event":[` + strings.Repeat("0,", 1_000_001) + "0]}\n" }), "there are more than 1000000 values"},
	"a long line":           {lines(trunk, 5, func(string) string { return `{"at":6,"event":"` + strings.Repeat("x", 17<<20) + "\"}\n" }), trunk + ":6: it has more than "},

	"a control record less": {lines("control.ndjson", 1, func(string) string { return "" }), "control.ndjson:2: it is number 3, and comes after 1"},
	"another note":          {replaced("control.ndjson", "without the lamp", "with the lamp"), "its hash is not that of its bytes"},
	"a purged branch's events": {func(f map[string]string) { // what was purged is there again
		f["manifest.json"] = strings.Replace(f["manifest.json"], `{"branch":"take-3"`, `{"branch":"take-4","events":1,"file":"branches/9.ndjson","last":18,"state":""},`+"\n"+`    {"branch":"take-3"`, 1)
		f["branches/9.ndjson"] = strings.SplitAfter(f["branches/0002.ndjson"], "\n")[0]
	}, `branches/9.ndjson:1: event `},

	"a picture less":            {func(f map[string]string) { delete(f, asset(f)) }, "an event names it, and it is missing"},
	"a picture more":            {func(f map[string]string) { f["assets/"+event.HashOf([]byte("more")).String()+".png"] = "more" }, "no event names it"},
	"a picture of other bytes":  {func(f map[string]string) { f[asset(f)] += "x" }, "it is called otherwise than its SHA-256"},
	"a picture without a name":  {func(f map[string]string) { f["assets/x.png"] = "x" }, "assets/x.png: it is called otherwise"},
	"a document of other words": {replaced("documents.ndjson", `"of":"one"`, `"of":"won"`), "documents.ndjson:1: sha256: that of the document is "},
	"a document less":           {lines("documents.ndjson", 0, func(string) string { return "" }), "an event names it, and it is missing"},
	"a document more": {lines("documents.ndjson", 0, func(l string) string {
		return `{"document":{},"like":"main","sha256":"` + event.HashOf([]byte("{}")).String() + "\"}\n" + l
	}), "documents.ndjson:1: blob "},
	"no document": {lines("documents.ndjson", 0, func(string) string { return `{"like":"main","sha256":""}` + "\n" }), `it has no "document"`},
}

// asset is the name of a picture.
func asset(files map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "assets/") {
			return name
		}
	}
	panic("there is none")
}

// rechained changes the first event that has a text, and gives it and those after it the hashes
// that they have then: somebody who knows the form wrote it.
func rechained(file, old, new string) func(map[string]string) {
	return func(files map[string]string) {
		var previous event.Hash
		changed := false
		var out strings.Builder
		for l := range strings.Lines(files[file]) {
			if !changed && strings.Contains(l, old) {
				l, changed = strings.Replace(l, old, new, 1), true
			}
			o, err := strictjson.ParseObject([]byte(strings.TrimSuffix(l, "\n")))
			if err != nil {
				panic(err)
			}
			previous = event.Chain(previous, strictjson.Append(nil, o["event"]))
			o["hash"] = previous.String()
			out.Write(append(strictjson.Append(nil, o), '\n'))
		}
		if !changed {
			panic("no " + old)
		}
		files[file] = out.String()
	}
}

func TestWrongArchivesAreRefused(t *testing.T) {
	data := exported(t, told(t, memory()))
	for what, wrong := range wrongs {
		files := unzipped(t, data)
		wrong.change(files)
		refuses(t, what, zipped(t, files), wrong.want)
	}
	refuses(t, "no zip", []byte("Once upon a time there was a lighthouse at the end of the quay."), "is no zip archive")
	refuses(t, "a zip that leads out", zipped(t, map[string]string{"../evil": "x"}), "is no name below a directory")
	if _, err := imported(t, memory(), zipped(t, unzipped(t, data))); err != nil {
		t.Errorf("what is only packed otherwise: %v", err)
	}
	for _, later := range []string{"a later version", "a later kind", "a later version of a kind"} {
		files := unzipped(t, data)
		wrongs[later].change(files)
		if _, err := imported(t, memory(), zipped(t, files)); !errors.Is(err, event.ErrNewer) {
			t.Errorf("%s: %v", later, err)
		}
	}
	t.Logf("%d ways to be wrong", len(wrongs)+2)
}

// Of many who import under one name at once, one has it, and the others change nothing.
func TestManyImportersOfOneName(t *testing.T) {
	save := told(t, memory())
	data, want := exported(t, save), fingerprint(t, save)
	for name, store := range map[string]*persistence.Store{"mem": memory(), "sqlite": persistence.New(sqlite.New(t.TempDir()), nil)} {
		t.Run(name, func(t *testing.T) {
			var all sync.WaitGroup
			var won atomic.Int32
			for range 8 {
				all.Go(func() {
					a, err := archive.Open(bytes.NewReader(data), int64(len(data)), safezip.Limits{})
					if err != nil {
						t.Error(err)
						return
					}
					switch done, err := a.Import(t.Context(), store, "tuesday", "p-2"); {
					case err == nil:
						won.Add(1)
						if err := done.Save.Close(); err != nil {
							t.Error(err)
						}
					case !errors.Is(err, persistence.ErrExists) && !errors.Is(err, persistence.ErrLocked):
						t.Error(err)
					}
				})
			}
			all.Wait()
			there, err := store.Open(t.Context(), "tuesday", persistence.Reading)
			must(t, err)
			defer there.Close()
			if won.Load() != 1 || fingerprint(t, there) != want {
				t.Errorf("%d have won", won.Load())
			}
		})
	}
}

// One bit of an archive that is another: it is refused, or the story is the same.
func TestFlippedBits(t *testing.T) {
	save := told(t, memory())
	data, want := exported(t, save), fingerprint(t, save)
	files := unzipped(t, data)
	names := slices.Sorted(maps.Keys(files))
	r := rand.New(rand.NewPCG(4, 5))
	harmless := 0
	for range soak.Count(2_000) {
		changed := maps.Clone(files)
		name := names[r.IntN(len(names))]
		text := []byte(changed[name])
		if len(text) == 0 {
			continue
		}
		text[r.IntN(len(text))] ^= 1 << r.IntN(8)
		changed[name] = string(text)
		done, err := imported(t, memory(), zipped(t, changed))
		switch _, refused := errors.AsType[*archive.RefusedError](err); {
		case refused:
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case stripWalls(fingerprint(t, done.Save)) != stripWalls(want):
			t.Errorf("%s: a bit is another, and so is the story", name)
		default:
			harmless++
		}
	}
	for range soak.Count(2_000) {
		changed := bytes.Clone(data)
		changed[r.IntN(len(changed))] ^= 1 << r.IntN(8)
		done, err := imported(t, memory(), changed)
		if err == nil && stripWalls(fingerprint(t, done.Save)) != stripWalls(want) {
			t.Error("a bit of the archive is another, and so is the story")
		}
	}
	t.Logf("%d were harmless", harmless)
}

// stripWalls leaves out when something was written down, which no hash covers.
func stripWalls(text string) string {
	var out []string
	for l := range strings.Lines(text) {
		if fields := strings.Fields(l); len(fields) > 3 {
			l = strings.Join(fields[:len(fields)-1], " ")
		}
		out = append(out, l)
	}
	return strings.Join(out, "\n")
}

// Archives of every version that there was are imported for ever, and come to what they came to.
func TestOldArchives(t *testing.T) {
	const newest = "testdata/version-1.zip"
	if _, err := os.Stat(newest); os.IsNotExist(err) && *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(newest, exported(t, told(t, memory())), 0o644))
	}
	archives, err := filepath.Glob("testdata/version-*.zip")
	if err != nil || len(archives) < archive.Version {
		t.Fatalf("there are %v (%v), and %d versions", archives, err, archive.Version)
	}
	for _, name := range archives {
		data, err := os.ReadFile(name)
		must(t, err)
		done, err := imported(t, memory(), data)
		must(t, err)
		must(t, done.Save.Verify(t.Context()))
		ends := make(map[string]string)
		must(t, story.Replay(t.Context(), done.Save, nil, func(b persistence.Branch, s *story.State) {
			o, err := s.Object()
			must(t, err)
			ends[string(b.ID)] = event.HashOf(strictjson.Append(nil, o)).String()
		}))
		got, err := json.MarshalIndent(ends, "", "  ")
		must(t, err)
		golden := name + ".ends.json"
		if *update {
			must(t, os.WriteFile(golden, append(got, '\n'), 0o644))
		}
		want, err := os.ReadFile(golden)
		must(t, err)
		if string(want) != string(got)+"\n" {
			t.Errorf("%s comes to %s", name, got)
		}
	}
}
