package event_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/narratoria/narratoria/story/event"
)

// Whatever is accepted is the one form of its event; whatever is refused is
// refused with a reason of the two.
func FuzzDecode(f *testing.F) {
	for _, kind := range event.Kinds() {
		encoded, err := event.Encode(sample(kind, true))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(encoded)
	}
	whole, err := event.Encode(said("\u2028 e\u0301 é \U0001f56f"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"branch":"b","kind":"head.moved","v":1}`))
	f.Add([]byte(`{"at":3,"branch":"b","kind":"branch.made","parent":"main","until":2,"v":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := event.DecodeControl(data); err == nil {
			if again, err := event.EncodeControl(c); err != nil || !bytes.Equal(again, data) {
				t.Errorf("%q reads as %+v, which is written %q (%v)", data, c, again, err)
			}
		}
		e, err := event.Decode(data)
		if err != nil {
			if !errors.Is(err, event.ErrInvalid) && !errors.Is(err, event.ErrNewer) {
				t.Errorf("%q: refused without a reason: %v", data, err)
			}
			return
		}
		if again, err := event.Encode(e); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%q reads as %+v, which is written %q (%v)", data, e, again, err)
		}
	})
}
