package test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// planned is an event that names a document.
func planned(data []byte) event.Event {
	return event.Event{Kind: event.PlanSettled, Actor: event.EngineSelf, Data: event.Data{
		"part": "main", "attempts": 1, "fallback": false, "documents": event.HashOf(data).String(),
	}}
}

// plan is a document like another, and 20 kB of it.
func plan(n int) []byte {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, `{"id":"m%d","summary":"the lamp of the %d"}`, i*7919%1000, i%(n%5+7))
	}
	return fmt.Appendf(nil, `{"turn":%d,"moves":[%s]}`, n, b.String())
}

// document appends an event with a document beside it.
func (w *world) document(like string, data []byte) error {
	w.Helper()
	return w.documentOn(event.Trunk, like, data)
}

func (w *world) documentOn(branch event.BranchID, like string, data []byte) error {
	w.Helper()
	tip, _, err := w.save.Tip(w.ctx, branch)
	w.must(err)
	b := w.batch(branch, tip)
	b.Events, b.Documents = []event.Event{planned(data)}, []persistence.Document{{Like: like, Data: data}}
	_, err = w.save.Append(w.ctx, b)
	return err
}

// holds looks whether bytes come out by their hash.
func (w *world) holds(data []byte) {
	w.Helper()
	got, err := w.save.GetBlob(w.ctx, event.HashOf(data))
	w.must(err)
	if !bytes.Equal(got, data) {
		w.Fatalf("%d bytes came out of %d", len(got), len(data))
	}
}

func documents() []testCase {
	return []testCase{
		{"a document comes with the event that names it", func(w *world) {
			w.must(w.document("plan", plan(1)))
			w.holds(plan(1))
			w.must(w.save.Verify(w.ctx))
			w.reopen(persistence.Reading)
			w.holds(plan(1))
		}},
		{"an event without its document is refused, and neither is there", func(w *world) {
			b := w.batch(event.Trunk, 0)
			b.Events = []event.Event{planned(plan(1))}
			b.Documents = []persistence.Document{{Like: "plan", Data: plan(2)}}
			_, err := w.save.Append(w.ctx, b)
			w.fails(err, persistence.ErrNotFound)
			_, err = w.save.GetBlob(w.ctx, event.HashOf(plan(2)))
			w.fails(err, persistence.ErrNotFound)
			w.is(w.story(w.save.At(event.Trunk)), "")
		}},
		{"a conflict keeps no document", func(w *world) {
			w.tell(event.Trunk, "a")
			b := w.batch(event.Trunk, 0)
			b.Events = []event.Event{planned(plan(1))}
			b.Documents = []persistence.Document{{Like: "plan", Data: plan(1)}}
			_, err := w.save.Append(w.ctx, b)
			w.fails(err, persistence.ErrConflict)
			_, err = w.save.GetBlob(w.ctx, event.HashOf(plan(1)))
			w.fails(err, persistence.ErrNotFound)
			w.must(w.document("plan", plan(2))) // and none is packed against it
			w.holds(plan(2))
			w.reopen(persistence.Reading)
			w.holds(plan(2))
		}},
		{"a turn that is known keeps no other document", func(w *world) {
			b := w.batch(event.Trunk, 0)
			b.Events = []event.Event{planned(plan(1))}
			b.Documents = []persistence.Document{{Like: "plan", Data: plan(1)}}
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			b.Documents = []persistence.Document{{Like: "plan", Data: plan(2)}}
			receipt, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.is(receipt.Repeated, true)
			_, err = w.save.GetBlob(w.ctx, event.HashOf(plan(2)))
			w.fails(err, persistence.ErrNotFound)
		}},
		{"hundreds that are alike, in three openings", func(w *world) {
			for n := range 200 {
				w.must(w.document("plan", plan(n)))
				if n%70 == 69 {
					w.reopen(persistence.Writing)
				}
			}
			for _, n := range []int{0, 1, 63, 64, 65, 69, 70, 100, 139, 199} {
				w.holds(plan(n))
			}
			w.must(w.save.Verify(w.ctx))
			w.reopen(persistence.Reading)
			for n := range 200 {
				w.holds(plan(199 - n))
			}
		}},
		{"several of one append, of several names and of one", func(w *world) {
			b := w.batch(event.Trunk, 0)
			for n := range 6 {
				b.Events = append(b.Events, planned(plan(n)))
				b.Documents = append(b.Documents, persistence.Document{Like: fmt.Sprint(n % 2), Data: plan(n)})
			}
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.must(w.document("0", plan(9)))
			w.reopen(persistence.Writing)
			for _, n := range []int{0, 1, 2, 3, 4, 5, 9} {
				w.holds(plan(n))
			}
		}},
		{"the same document twice, in one append and in two", func(w *world) {
			same := plan(1)
			b := w.batch(event.Trunk, 0)
			b.Events = []event.Event{planned(same), planned(same)}
			b.Documents = []persistence.Document{{Like: "a", Data: same}, {Like: "b", Data: same}}
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			w.must(w.document("a", same))
			w.reopen(persistence.Writing)
			w.must(w.document("a", same))
			w.holds(same)
			w.must(w.save.Verify(w.ctx))
		}},
		{"documents that are like nothing: no bytes, one, every byte there is, four megabytes", func(w *world) {
			bytesOf := make([]byte, 256)
			for i := range bytesOf {
				bytesOf[i] = byte(i)
			}
			long := bytes.Repeat(plan(3), 4<<20/len(plan(3))+1)
			all := [][]byte{{}, {0}, bytesOf, long, plan(1), {}}
			for _, data := range all {
				w.must(w.document("odd", data))
			}
			for _, data := range all {
				w.holds(data)
			}
			w.reopen(persistence.Reading)
			for _, data := range all {
				w.holds(data)
			}
		}},
		{"too large a document", func(w *world) {
			w.fails(w.document("plan", make([]byte, persistence.MaxBlob+1)), persistence.ErrInvalid)
			w.is(w.story(w.save.At(event.Trunk)), "")
		}},
		{"the caller's bytes stay the caller's", func(w *world) {
			data := plan(1)
			w.must(w.document("plan", data))
			clear(data)
			got, err := w.save.GetBlob(w.ctx, event.HashOf(plan(1)))
			w.must(err)
			clear(got)
			w.holds(plan(1))
			w.must(w.document("plan", plan(2)))
			w.reopen(persistence.Reading)
			w.holds(plan(2))
		}},
		{"a picture that is a document too", func(w *world) {
			_, err := w.save.PutBlob(w.ctx, plan(1))
			w.must(err)
			w.must(w.document("plan", plan(1)))
			w.must(w.document("plan", plan(2)))
			sum, err := w.save.PutBlob(w.ctx, plan(2))
			w.must(err)
			w.is(sum, event.HashOf(plan(2)))
			w.holds(plan(1))
			w.holds(plan(2))
		}},
	}
}

// summaries are what a list says without reading the story.
func summaries() []testCase {
	said := func(n int64) strictjson.Object { return strictjson.Object{"turn": strictjson.Int(n)} }
	tell := func(w *world, branch event.BranchID, n int64) {
		w.Helper()
		tip, _, err := w.save.Tip(w.ctx, branch)
		w.must(err)
		b := w.batch(branch, tip, "x")
		b.Summary = said(n)
		_, err = w.save.Append(w.ctx, b)
		w.must(err)
	}
	// listed is what the list says of the one save, which is right in any case.
	listed := func(w *world, want any) {
		w.Helper()
		infos, err := w.store.List(w.ctx)
		w.must(err)
		w.is(len(infos), 1)
		w.must(infos[0].Err)
		w.is(fmt.Sprint(infos[0].Summary["turn"]), fmt.Sprint(want))
		whole, err := w.save.Info(w.ctx)
		w.must(err)
		infos[0].Summary = nil
		w.is(infos[0], whole)
		w.is(w.store.Info(w.ctx, saveName).Position, whole.Position)
	}
	return []testCase{
		{"a list says what the last append said", func(w *world) {
			listed(w, nil)
			for n := range int64(3) {
				tell(w, event.Trunk, n)
				listed(w, n)
			}
			w.must(w.save.Close())
			w.save, _ = w.store.Open(w.ctx, saveName, persistence.Reading)
			listed(w, 2)
		}},
		{"an append that says nothing leaves none", func(w *world) {
			tell(w, event.Trunk, 1)
			w.tell(event.Trunk, "a")
			listed(w, nil)
			tell(w, event.Trunk, 2)
			listed(w, 2)
		}},
		{"it is of the head alone", func(w *world) {
			tell(w, event.Trunk, 1)
			w.fork("side", event.Trunk, 1)
			listed(w, 1) // a branch that nobody went to changes nothing
			tell(w, "side", 7)
			listed(w, 1)
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.HeadMoved, Branch: "side"}))
			listed(w, nil)
			tell(w, "side", 8)
			listed(w, 8)
			tell(w, event.Trunk, 2)
			listed(w, 8)
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.HeadRestored, Branch: event.Trunk}))
			listed(w, nil)
		}},
		{"what is said of branches leaves it as it is", func(w *world) {
			tell(w, event.Trunk, 1)
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.EventHidden, Branch: event.Trunk, At: 1}))
			w.must(w.save.Control(w.ctx, event.Control{Kind: event.BranchMarked, Branch: event.Trunk, Status: event.Archived}))
			listed(w, 1)
			w.reopen(persistence.Writing)
			listed(w, 1)
		}},
		{"a turn that is known says nothing new", func(w *world) {
			b := w.batch(event.Trunk, 0, "x")
			b.Summary = said(1)
			_, err := w.save.Append(w.ctx, b)
			w.must(err)
			b.Summary = said(9)
			_, err = w.save.Append(w.ctx, b)
			w.must(err)
			listed(w, 1)
		}},
		{"names are listed without a look at the saves", func(w *world) {
			other, err := w.store.Create(w.ctx, "a-first", "p-2")
			w.must(err)
			w.must(other.Close())
			names, err := w.store.Names(w.ctx)
			w.must(err)
			w.is(names, []string{"a-first", saveName})
		}},
		{"a save that is not there says so", func(w *world) {
			if info := w.store.Info(w.ctx, "tuesday"); !errors.Is(info.Err, persistence.ErrNotFound) || info.Name != "tuesday" {
				w.Errorf("got %+v", info)
			}
			w.fails(w.store.Info(w.ctx, "../x").Err, persistence.ErrInvalid)
		}},
	}
}
