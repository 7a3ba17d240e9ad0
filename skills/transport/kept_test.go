package transport_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// outcomeOf is that of an attempt with so much of its plan's memory, whose script has
// permissions and writes these lines and done.
func outcomeOf(t *testing.T, share skills.Share, lines ...string) skills.Outcome {
	t.Helper()
	inv := invocation()
	inv.Share = share
	inv.Script.Permissions = []skills.Permission{skills.Data}
	inv.Scope.Granted = inv.Script.Permissions
	exchange := transport.Begin(inv, transport.Options{Session: &smallHost{}})
	stream := strings.NewReader(strings.Join(append(lines, `{"version":"0","type":"done","ok":true}`), "\n") + "\n")
	exchange.Converse(context.Background(), nowhere{io.Discard}, stream)
	return exchange.Outcome(context.Background(), transport.Exit{})
}

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }

// TestSharesOfWhatCounts: patches and writes have room together, and calls that write
// nothing take none.
func TestSharesOfWhatCounts(t *testing.T) {
	long := strings.Repeat("x", 8_000)
	share := skills.Share{Counting: 20_000, Prose: 1, Others: 1}
	patch := fmt.Sprintf(`{"version":"0","type":"state_patch","patch":{"a":"%s"}}`, long)
	call := func(id int, method string) string {
		return fmt.Sprintf(`{"version":"0","type":"call","id":"%d","method":"data.%s","params":{"key":"%s"}}`, id, method, long)
	}
	for _, c := range []struct {
		lines []string
		fits  bool
	}{
		{[]string{patch, patch}, true},
		{[]string{patch, patch, patch}, false},
		{[]string{call(1, "set"), call(2, "set")}, true},
		{[]string{call(1, "set"), call(2, "set"), call(3, "set")}, false},
		{[]string{patch, call(1, "set"), call(2, "get"), call(3, "get"), call(4, "get")}, true},
		{[]string{patch, patch, call(1, "set")}, false},
	} {
		out := outcomeOf(t, share, c.lines...)
		if c.fits != (out.Err == nil) {
			t.Errorf("%.60q: %v", c.lines, out.Err)
		}
		if out.Err != nil && (out.Err.Code != string(protocol.TooManyValues) || len(out.Patches)+len(out.Effects) > 0) {
			t.Errorf("%.60q: %+v", c.lines, out)
		}
	}
}

// TestSharesOfTheRest: prose, what else is shown and other lines have room each for
// itself; what has none is left out, said so, and fails nothing.
func TestSharesOfTheRest(t *testing.T) {
	ui := func(name string) string {
		return fmt.Sprintf(`{"version":"0","type":"ui_event","event":"%s","payload":{"text":"%s"}}`, name, strings.Repeat("x", 1_000))
	}
	log := `{"version":"0","type":"log","level":"info","message":"` + strings.Repeat("x", 1_000) + `"}`
	lines := []string{log, log, log, ui("sound"), ui("sound"), ui("sound"), ui("narration"), ui("narration"), ui("narration")}
	out := outcomeOf(t, skills.Share{Counting: 20_000, Prose: 3_500, Others: 1_600}, lines...)
	if out.Err != nil || len(out.Events) != 1+1+2+1 || len(out.Warnings) != 1 || !strings.HasPrefix(out.Warnings[0], "5 of its 10 events are left out") {
		t.Errorf("%v, %d events, %q", out.Err, len(out.Events), out.Warnings)
	}
	if out := outcomeOf(t, skills.Share{}, lines...); len(out.Events) != 10 || len(out.Warnings) > 0 {
		t.Errorf("without a share %d events, %q", len(out.Events), out.Warnings)
	}
}

// TestSharesOfErrors: why an attempt failed is said however much it logged before, with its
// details where there is room for them.
func TestSharesOfErrors(t *testing.T) {
	failed := `{"version":"0","type":"done","ok":false}`
	fails := func(details, message string) string {
		return fmt.Sprintf(`{"version":"0","type":"error","errorCode":"boom","errorMessage":"%s","details":{"a":"%s"}}`, message, details)
	}
	share := skills.Share{Counting: 20_000, Prose: 1, Others: 8_000}
	for _, c := range []struct {
		line    string
		details bool
		message string
	}{
		{fails("why", "no"), true, "no"},
		{fails(strings.Repeat("x", 8_000), "no"), false, "no"},
		{fails("why", strings.Repeat("ä", 5_000)), false, strings.Repeat("ä", 2_048) + "…"},
		{fails("why", "a"+strings.Repeat("ä", 5_000)), false, "a" + strings.Repeat("ä", 2_047) + "…"},
	} {
		err := outcomeOf(t, share, c.line, failed).Err
		if err == nil || err.Code != "boom" || err.Message != c.message || (err.Details != nil) != c.details {
			t.Errorf("%.100q: %.200v", c.line, err)
		}
		if err := outcomeOf(t, skills.Share{}, c.line, failed).Err; err == nil || err.Details == nil {
			t.Errorf("%.100q: without a share %.200v", c.line, err)
		}
	}
}
