package objectbox_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/objectbox"
	"github.com/narratoria/narratoria/story/event"
)

// Keys that have the same hash are told from each other, whichever of them are dropped; of more than
// there are slots one is refused.
func TestKeysOfOneHash(t *testing.T) {
	f, err := open(t, t.TempDir()).Create(t.Context(), saveName, "p-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	objectbox.Collide(f, 3)
	random := rand.New(rand.NewPCG(1, 1))
	there := make(map[event.Hash]string)
	for step := range 300 {
		sum := event.HashOf([]byte{byte(random.IntN(24))})
		_, is := there[sum]
		text := fmt.Sprint("step ", step)
		err := f.Update(t.Context(), func(w persistence.Writer) error {
			if is {
				return w.DropBlob(sum)
			}
			return w.PutBlob(persistence.RawBlob{Sum: sum, Bytes: []byte(text)})
		})
		if err != nil {
			t.Fatal(err)
		}
		if is {
			delete(there, sum)
		} else {
			there[sum] = text
		}
		err = f.View(t.Context(), func(r persistence.Reader) error {
			n := 0
			for _, err := range r.Blobs() {
				if n++; err != nil {
					return err
				}
			}
			for i := range 24 {
				sum := event.HashOf([]byte{byte(i)})
				raw, err := r.Blob(sum)
				if want, is := there[sum]; is && (err != nil || string(raw.Bytes) != want) || !is && !errors.Is(err, persistence.ErrNotFound) {
					t.Fatalf("step %d: %d is %q, %v, want %q", step, i, raw.Bytes, err, want)
				}
			}
			if n != len(there) {
				t.Fatalf("step %d: %d are there, want %d", step, n, len(there))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(there) == 0 {
		t.Error("nothing is left: the test drops all")
	}
	objectbox.Collide(f, 1)
	err = f.Update(t.Context(), func(w persistence.Writer) error {
		for i := range 40 {
			if err := w.PutTurn(event.TurnID(fmt.Sprint("turn-", i)), persistence.Receipt{Branch: event.Trunk, Last: event.Position(i)}); err != nil {
				return err
			}
		}
		return nil
	})
	if !errors.Is(err, persistence.ErrInvalid) {
		t.Errorf("of forty keys of one hash it says %v", err)
	}
}
