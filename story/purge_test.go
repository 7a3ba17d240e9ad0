package story_test

import (
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Memories are retired by how many they are, how old, and how much they take up; a triumph is
// not, and nothing is where there is no limit.
func TestRetention(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		days := []string{"one", "two", "three", "four", "five"}
		for _, what := range days {
			turn := openTurn(t, p)
			add(t, turn, event.TimePassed, event.Data{"minutes": 1440})
			data := event.Data{"memory": "m-" + what, "knower": "player", "words": what, "significance": "low"}
			if what == "one" {
				data["episodic"] = "triumph"
			}
			add(t, turn, event.MemoryKept, data)
			commit(t, turn)
		}
		was := dump(p.State())
		for _, c := range []struct {
			keep    story.Retention
			retired int64
			found   string
		}{
			{story.Retention{}, 0, "five four three two one"},
			{story.Retention{Count: 4, Days: 10, Bytes: 1 << 20}, 0, "five four three two one"},
			{story.Retention{Days: 2}, 1, "five four three one"},
			{story.Retention{Days: 2}, 0, "five four three one"},
			{story.Retention{Count: 2}, 1, "five four one"},
			{story.Retention{Bytes: 1}, 2, "one"},
		} {
			preview, err := p.RetirePreview(t.Context(), c.keep)
			must(t, err)
			done, err := p.Retire(t.Context(), c.keep)
			must(t, err)
			found := ""
			for _, r := range recall(t, p.State().Player(), story.Query{}) {
				found += " " + r.Memory.Words
			}
			if done != preview || done.Memories != c.retired || found[1:] != c.found {
				t.Errorf("%v: %+v are retired, said were %+v, and found is%s", c.keep, done, preview, found)
			}
		}
		if dump(p.State()) != was {
			t.Error("what is so is otherwise than before")
		}
		if d, err := story.Rebuild(t.Context(), save, nil); err != nil || !d.Same() {
			t.Errorf("the rows are others than the log's: %+v (%v)", d, err)
		}
		if found := recall(t, p.State().Player(), story.Query{}); len(found) != 1 {
			t.Errorf("after a rebuilding found are %v", found)
		}
		reread(t, save, p)
	})
}

// What a purge erases is said before, to the event; what it cannot is refused.
func TestPurge(t *testing.T) {
	eachStore(t, func(t *testing.T, store *persistence.Store) {
		save := create(t, store)
		p := open(t, save)
		begin(t, p)
		play(t, p, "one")
		turn := openTurn(t, p)
		add(t, turn, event.Said, event.Data{"speaker": "ines", "text": "The oil is gone."})
		blob, err := turn.PutBlob(t.Context(), []byte("picture"))
		must(t, err)
		add(t, turn, event.PortraitMade, event.Data{"who": "ines", "blob": blob.String(), "media": "image/png", "origin": "drawn"})
		add(t, turn, event.MemoryKept, event.Data{"memory": "m", "knower": "ines", "words": "secret", "significance": "low"})
		commit(t, turn)
		must(t, p.Rollback(t.Context(), endOf(t, p, 1)))
		got, err := p.PurgePreview(t.Context(), event.Trunk)
		must(t, err)
		if got.Bytes < 300 {
			t.Errorf("%d bytes are erased", got.Bytes)
		}
		got.Bytes = 0
		if want := (story.Erasure{Events: 4, Turns: 1, Messages: 1, Memories: 1, Files: 1}); got != want {
			t.Errorf("erased would be %+v, not %+v", got, want)
		}
		for _, wrong := range [][]event.BranchID{{"take-2"}, {"ghost"}, {event.Trunk, event.Trunk}} {
			_, err := p.PurgePreview(t.Context(), wrong...)
			if err == nil || p.Purge(t.Context(), wrong...) == nil {
				t.Errorf("%v was purged", wrong)
			}
		}
		must(t, p.Purge(t.Context(), event.Trunk))
		must(t, p.Compact(t.Context()))
		if _, err := p.Blob(t.Context(), blob); err == nil {
			t.Error("the picture is there")
		}
		branches, err := p.Branches(t.Context())
		must(t, err)
		if len(branches) != 2 || !branches[0].Purged || branches[1].ID != "take-2" {
			t.Errorf("there are %v", branches)
		}
		play(t, p, "two")
		reread(t, save, p)
	})
}
