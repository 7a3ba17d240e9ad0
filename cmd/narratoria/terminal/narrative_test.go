package terminal

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/engine"
)

// A turn's beginning is shown while it is played, and then not again; one that was
// taken back is said to be, and the prose that came in its place is whole.
func TestNarrativeWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := &Session{Screen: NewScreen(&out, Manner{}), Progress: &Progress{Out: &out}}
		r := answer("ask")
		s.Progress.Begin("playing")
		wait(t, patience)
		s.Narrative(r, "Something else\x1b[2J altogether.")
		s.Narrative(r, "")
		s.Narrative(r, r.Narrative)
		before := out.String()
		s.Progress.End()
		s.Screen.Record(r)
		all, after := out.String(), out.String()[len(before):]
		if !strings.Contains(before, "Something else altogether.\n") || !strings.Contains(before, "told anew") || strings.Contains(before, "\x1b[2J") {
			t.Errorf("%q", before)
		}
		if erased := strings.Index(before, "\r\x1b[K\n"); erased < 0 && !strings.Contains(before, "…\r\x1b[K") {
			t.Errorf("it is written into what progress shows: %q", before)
		}
		if strings.Count(all, r.Narrative) != 1 || strings.Contains(after, r.Narrative) || !strings.Contains(after, "Nobody paid") {
			t.Errorf("%q and then %q", before, after)
		}
		out.Reset()
		s.Screen.Record(r) // shown again, whole
		if strings.Count(out.String(), r.Narrative) != 1 {
			t.Errorf("%q", out.String())
		}

		out.Reset()
		other := *r
		other.Narrative, other.Prose = "", "It went another way."
		s.Narrative(r, r.Narrative) // and nobody took it back
		s.Screen.Record(&other)
		if !strings.Contains(out.String(), other.Prose) {
			t.Errorf("%q", out.String())
		}
	})
}

// What is told in parts is shown in parts, each once: the next has more, and the record the rest, with the heading before all of it.
func TestNarrativeInParts(t *testing.T) {
	var out bytes.Buffer
	s := NewScreen(&out, Manner{})
	r := answer("ask")
	r.Choice, r.Check, r.Rolls = nil, nil, nil
	r.Narrative, r.Prose = "", "You wait.\n\nThe fog lies thick. The lamps are smudges.\n\nA bell rings."
	s.Narrative(r, "You wait.")
	s.Narrative(r, "You wait.\n\nThe fog lies thick.")
	s.Narrative(r, "You wait.\n\nThe fog lies thick. The lamps are smudges.")
	s.Record(r)
	if want := "\nThe Long Quay, day 1, 16:40, fog\n\nYou wait.\n\nThe fog lies thick.\nThe lamps are smudges.\n\nA bell rings.\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q first", out.String(), want)
	}
	for _, once := range []string{"You wait.", "fog lies", "lamps", "bell"} {
		if strings.Count(out.String(), once) != 1 {
			t.Errorf("%q is shown %d times in %q", once, strings.Count(out.String(), once), out.String())
		}
	}
}

// What a turn prints is the same, in the same order, whether it is shown while it is played or when it is over: the deed, where that is, what was rolled, the prose, the choices.
func TestOneOrder(t *testing.T) {
	var atOnce, inParts bytes.Buffer
	NewScreen(&atOnce, Manner{}).Record(answer("ask"))
	s := NewScreen(&inParts, Manner{})
	for range 2 { // once for a turn that came to nothing
		s.anew()
		inParts.Reset()
		known := answer("ask")
		known.Prose, known.Narrative, known.Choices, known.Degraded = "", "", nil, nil
		s.place = ""
		s.Narrative(known, "You let the question stand.")
	}
	s.Record(answer("ask"))
	if diff := cmp.Diff(atOnce.String(), inParts.String()); diff != "" {
		t.Errorf("(-at once +in parts):\n%s", diff)
	}
	at := -1
	for _, part := range []string{"> Ask Ines", "The Long Quay, day", "[roll]", "[dice]", "You let the question", "\n1. Press her."} {
		next := strings.Index(inParts.String(), part)
		if next <= at {
			t.Errorf("%q is at %d, behind %d, in:\n%s", part, next, at, inParts.String())
		}
		at = next
	}
}

// A turn that came to nothing while it was shown leaves nothing behind: the next has its own heading.
func TestNothingIsLeftOfATurnThatFailed(t *testing.T) {
	s, out := played(t, harbour(), "")
	_, err := s.wait(t.Context(), false, func(context.Context) (*engine.Record, error) {
		s.Narrative(answer("ask"), "You let the question stand.")
		return nil, context.Canceled
	})
	out.Reset()
	s.Show(answer("ask"))
	if err == nil || !strings.Contains(out.String(), "The Long Quay, day") || !strings.Contains(out.String(), "You let the question") {
		t.Errorf("after %v:\n%s", err, out)
	}
}
