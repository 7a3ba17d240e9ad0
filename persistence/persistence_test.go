package persistence_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story/event"
)

var remark = event.Event{Kind: event.TimePassed, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1}, Data: event.Data{"minutes": 5}}

// forged is a store whose save has been written to past this package.
func forged(t *testing.T, forge func(persistence.Writer) error) *persistence.Store {
	t.Helper()
	driver := mem.New()
	store := persistence.New(driver, nil)
	save, err := store.Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := save.Append(t.Context(), persistence.Batch{Branch: event.Trunk, Turn: "t-1", Events: []event.Event{remark}}); err != nil {
		t.Fatal(err)
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := driver.Open(t.Context(), "monday", persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Update(t.Context(), forge); err != nil {
		t.Fatal(err)
	}
	return store
}

// putEvent appends bytes as an event, with everything around it in order.
func putEvent(w persistence.Writer, bytes string) error {
	tip, err := w.Tip(event.Trunk)
	if err != nil {
		return err
	}
	head := event.Chain(tip.Hash, []byte(bytes))
	if err := w.PutEvent(persistence.RawEvent{Branch: event.Trunk, Position: tip.Position + 1, Bytes: []byte(bytes), Hash: head}); err != nil {
		return err
	}
	return w.PutTurn("forged", persistence.Receipt{Branch: event.Trunk, First: tip.Position + 1, Last: tip.Position + 1, Head: head})
}

func putControl(w persistence.Writer, bytes string) error {
	return w.PutControl(persistence.RawControl{Sequence: 1, Bytes: []byte(bytes), Hash: event.Chain(event.Hash{}, []byte(bytes))})
}

// What a newer program wrote is named with its version, what nobody wrote is
// damage; neither is skipped.
func TestWhatCannotBeReadIsNotSkipped(t *testing.T) {
	for name, test := range map[string]struct {
		forge func(persistence.Writer) error
		want  error
		says  string
	}{
		"an event of a new kind": {
			func(w persistence.Writer) error { return putEvent(w, `{"actor":"a","kind":"duel.fought","v":1}`) },
			persistence.ErrNewer, `event 2: written by a newer version of Narratoria: the event kind "duel.fought" (version 1)`,
		},
		"an event of a new version": {
			func(w persistence.Writer) error {
				return putEvent(w, `{"actor":"a","data":{"minutes":5},"kind":"time.passed","moment":{"sequence":1},"v":2}`)
			},
			persistence.ErrNewer, `"time.passed" has version 2, and this program knows it up to 1`,
		},
		"an event that is none": {
			func(w persistence.Writer) error { return putEvent(w, `{"actor":"a"}`) },
			persistence.ErrCorrupt, `event 2 of the branch "main" is damaged`,
		},
		"a control record of a new kind": {
			func(w persistence.Writer) error {
				return putControl(w, `{"branch":"main","kind":"branch.burnt","v":1}`)
			},
			persistence.ErrNewer, `control record "branch.burnt" (version 1) is not known here: update Narratoria`,
		},
		"a control record of a branch that is not there": {
			func(w persistence.Writer) error { return putControl(w, `{"branch":"ghost","kind":"head.moved","v":1}`) },
			persistence.ErrCorrupt, `branch "ghost" is not there`,
		},
		"a branch that leaves from beyond the end": {
			func(w persistence.Writer) error {
				return putControl(w, `{"at":7,"branch":"b","kind":"branch.made","parent":"main","v":1}`)
			},
			persistence.ErrCorrupt, `it left "main" at 7, which now ends at 1`,
		},
		"a blob that is not what it is called": {
			func(w persistence.Writer) error {
				sum := event.HashOf([]byte("picture"))
				if err := w.PutBlob(persistence.RawBlob{Sum: sum, Bytes: []byte("another")}); err != nil {
					return err
				}
				return putEvent(w, picture(sum))
			},
			persistence.ErrCorrupt, `of event 2 of the branch "main" is damaged: its checksum is not that of its bytes`,
		},
		"a blob that is missing": {
			func(w persistence.Writer) error { return putEvent(w, picture(event.HashOf([]byte("picture")))) },
			persistence.ErrCorrupt, `of event 2 of the branch "main" is damaged: it is missing`,
		},
		"a row that is not what was written": {
			func(w persistence.Writer) error {
				return w.PutRow(persistence.RawRow{Kind: persistence.Memory, Key: "m", Branch: event.Trunk, Position: 1, Bytes: []byte(`{"v":1}`)})
			},
			persistence.ErrCorrupt, `memory "m" is damaged`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := readAll(t.Context(), forged(t, test.forge))
			if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want %v with %q", err, test.want, test.says)
			}
		})
	}
	if err := readAll(t.Context(), forged(t, func(persistence.Writer) error { return nil })); err != nil {
		t.Errorf("and without a forgery: %v", err)
	}
}

func picture(sum event.Hash) string {
	return `{"actor":"engine","data":{"asset":"p","blob":"` + sum.String() + `","media":"image/png","size":7},"kind":"asset.added","v":1}`
}

func readAll(ctx context.Context, store *persistence.Store) error {
	save, err := store.Open(ctx, "monday", persistence.Reading)
	if err != nil {
		return err
	}
	defer save.Close()
	return save.Verify(ctx)
}

// Every search is told to whoever watches over speed, with its scope.
func TestSearchesAreObserved(t *testing.T) {
	var seen []persistence.Searched
	clock := time.Unix(0, 0)
	store := persistence.New(mem.New(), &persistence.Options{
		Now:      func() time.Time { clock = clock.Add(time.Millisecond); return clock },
		Searched: func(s persistence.Searched) { seen = append(seen, s) },
	})
	save, err := store.Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	scope := persistence.Scope{At: save.At(event.Trunk), Kind: persistence.Lore, Knower: "mira"}
	if _, err := save.TextSearch(t.Context(), scope, persistence.Query{Text: "lamp"}); err != nil {
		t.Fatal(err)
	}
	want := persistence.Searched{Save: "monday", Operation: "search", Scope: scope, Took: time.Millisecond}
	if len(seen) != 1 || fmt.Sprint(seen[0]) != fmt.Sprint(want) {
		t.Errorf("got %+v", seen)
	}
}

func ExampleSave_TextSearch() {
	ctx := context.Background()
	store := persistence.New(mem.New(), nil)
	save, err := store.Create(ctx, "monday-evening", "p-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer save.Close()
	kept := func(key persistence.Key, knower event.CharacterID, text string) persistence.Change {
		return persistence.Change{Op: persistence.OpStore, Row: persistence.Row{Kind: persistence.Memory, Key: key, Knower: knower, Text: text}}
	}
	_, err = save.Append(ctx, persistence.Batch{
		Branch: event.Trunk, Expected: 0, Turn: "turn-1",
		Events: []event.Event{{
			Kind: event.TimePassed, Actor: event.EngineSelf, Moment: event.Moment{Sequence: 1},
			Data: event.Data{"minutes": 10},
		}},
		Rows: []persistence.Change{
			kept("m-1", "mira", "The player helped to carry the lamp."),
			kept("m-2", "mira", "A boat came in late."),
			kept("m-3", "tom", "The lamp was mine to carry."),
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := save.TextSearch(ctx, persistence.Scope{
		At: save.At(event.Trunk), Kind: persistence.Memory, Knower: "mira",
	}, persistence.Query{Text: "who carried the lamp?", Limit: 3})
	for _, f := range found {
		fmt.Println(f.Row.Text, f.Score.Relevance)
	}
	fmt.Println(err)
	// Output:
	// The player helped to carry the lamp. 1000
	// <nil>
}
