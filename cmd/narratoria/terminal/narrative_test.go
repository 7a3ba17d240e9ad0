package terminal

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
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
		s.Narrative("Something else\x1b[2J altogether.")
		s.Narrative("")
		s.Narrative(r.Narrative)
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
		s.Narrative(r.Narrative) // and nobody took it back
		s.Screen.Record(&other)
		if !strings.Contains(out.String(), other.Prose) {
			t.Errorf("%q", out.String())
		}
	})
}

// What is told in parts is shown in parts, each once: the next has more, and the record the rest, without a heading amid it.
func TestNarrativeInParts(t *testing.T) {
	var out bytes.Buffer
	s := NewScreen(&out, Manner{})
	r := answer("ask")
	r.Choice, r.Check, r.Rolls = nil, nil, nil
	r.Narrative, r.Prose = "", "You wait.\n\nThe fog lies thick. The lamps are smudges.\n\nA bell rings."
	s.Narrative("You wait.")
	s.Narrative("You wait.\n\nThe fog lies thick.")
	s.Narrative("You wait.\n\nThe fog lies thick. The lamps are smudges.")
	s.Record(r)
	if want := "\nYou wait.\n\nThe fog lies thick.\nThe lamps are smudges.\n\nA bell rings.\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q first", out.String(), want)
	}
	for _, once := range []string{"You wait.", "fog", "lamps", "bell"} {
		if strings.Count(out.String(), once) != 1 {
			t.Errorf("%q is shown %d times in %q", once, strings.Count(out.String(), once), out.String())
		}
	}
}
