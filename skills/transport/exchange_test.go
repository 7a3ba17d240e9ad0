package transport_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

const doneLine = `{"version":"0","type":"done","ok":true}` + "\n"

type nopStdin struct{ io.Writer }

func (nopStdin) Close() error { return nil }

// work is a sound script that leaves one of everything.
var work = []string{
	`{"version":"0","type":"log","level":"info","message":"to work"}`,
	`{"version":"0","type":"state_patch","patch":{"lamp":{"lit":true}}}`,
	`{"version":"0","type":"asset","assetId":"a","kind":"image","mediaType":"image/png","path":"a.png"}`,
	`{"version":"0","type":"call","id":"c","method":"data.set","params":{"key":"k","value":1}}`,
	`{"version":"0","type":"ui_event","event":"narration","payload":{"text":"It burns."}}`,
	`{"version":"0","type":"state_patch","patch":{"lamp":{"oil":3}}}`,
	`{"version":"0","type":"done","ok":true}`,
}

func smallPNG() []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2)))
	return b.Bytes()
}

// TestFailedAttemptsLeaveNoTrace ends the work in every way at every place.
func TestFailedAttemptsLeaveNoTrace(t *testing.T) {
	ends := map[string]struct {
		line string
		exit transport.Exit
	}{
		"gone":      {},
		"exit 1":    {exit: transport.Exit{Code: 1}},
		"killed":    {exit: transport.Exit{Signal: "signal: killed"}},
		"late":      {exit: transport.Exit{Stopped: context.DeadlineExceeded}},
		"cancelled": {exit: transport.Exit{Stopped: context.Canceled}},
		"closed":    {exit: transport.Exit{Stopped: transport.ErrClosed}},
		"garbage":   {line: "\xff"},
		"blank":     {line: " "},
		"says no":   {line: `{"version":"0","type":"done","ok":false}`},
		"version":   {line: `{"version":"1","type":"log","level":"info","message":""}`},
		"reserved":  {line: `{"version":"0","type":"state_patch","patch":{"$world":{}}}`},
		"outside":   {line: `{"version":"0","type":"asset","assetId":"z","kind":"image","mediaType":"image/png","path":"/etc/passwd"}`},
		"no file":   {line: `{"version":"0","type":"asset","assetId":"z","kind":"image","mediaType":"image/png","path":"nothing.png"}`},
	}
	for name, end := range ends {
		for at := range len(work) + 1 {
			lines := append(append([]string{}, work[:at]...), end.line)
			if end.line == "" {
				lines = lines[:at]
			} else if name == "no file" {
				lines = append(lines, work[at:]...)
			}
			outcome, left := replayWork(t, lines, end.exit)
			whole := at == len(work) && end.exit == (transport.Exit{}) // what follows done is ignored
			if whole != (outcome.Err == nil) {
				t.Errorf("%s after line %d: %v", name, at, outcome.Err)
			}
			if traces := len(outcome.Patches) + len(outcome.Assets) + len(outcome.Effects) + left; !whole && traces > 0 {
				t.Errorf("%s after line %d leaves %d patches, %d assets, %d effects and %d files", name, at,
					len(outcome.Patches), len(outcome.Assets), len(outcome.Effects), left)
			} else if whole && traces != 5 {
				t.Errorf("%s: the whole work leaves %d traces, want 5", name, traces)
			}
		}
	}
}

func replayWork(t *testing.T, lines []string, exit transport.Exit) (outcome skills.Outcome, files int) {
	t.Helper()
	out, kept := t.TempDir(), t.TempDir()
	if err := os.WriteFile(out+"/a.png", smallPNG(), 0o600); err != nil {
		t.Fatal(err)
	}
	inv := invocation()
	inv.Script.Permissions = []skills.Permission{skills.Data}
	inv.Scope.Granted = inv.Script.Permissions
	inv.Request.OutputDir = out
	root, err := os.OpenRoot(out)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	exchange := transport.Begin(inv, transport.Options{
		Session: &smallHost{}, Assets: transport.NewCollector(kept, transport.CollectorOptions{}), Output: root,
	})
	exchange.Converse(context.Background(), nopStdin{io.Discard}, strings.NewReader(strings.Join(lines, "\n")))
	outcome = exchange.Outcome(context.Background(), exit)
	left, err := os.ReadDir(kept)
	if err != nil {
		t.Fatal(err)
	}
	return outcome, len(left)
}

// TestVerdicts are the ends of the specification and of design.md's small print.
func TestVerdicts(t *testing.T) {
	failed := `{"version":"0","type":"error","errorCode":"first","errorMessage":"a"}` + "\n" +
		`{"version":"0","type":"error","errorCode":"rate_limited","errorMessage":"b","details":{"after":3}}` + "\n" +
		`{"version":"0","type":"done","ok":false,"summary":"no"}`
	for _, test := range []struct {
		lines    string
		exit     transport.Exit
		category plan.Category
		code     string
	}{
		{doneLine, transport.Exit{}, "", ""},
		{doneLine, transport.Exit{Code: 1}, plan.ProcessError, transport.CodeExit},
		{doneLine, transport.Exit{Signal: "signal: killed"}, plan.ProcessError, transport.CodeSignal},
		{doneLine, transport.Exit{Stopped: context.DeadlineExceeded}, plan.TimedOut, transport.CodeTimeout},
		{doneLine + "garbage", transport.Exit{}, "", ""},
		{"", transport.Exit{}, plan.ProcessError, "missing_done"},
		{"", transport.Exit{Code: 3}, plan.ProcessError, transport.CodeExit},
		{"", transport.Exit{Stopped: context.DeadlineExceeded}, plan.TimedOut, transport.CodeTimeout},
		{"", transport.Exit{Stopped: transport.ErrClosed}, plan.ProcessError, transport.CodeCancelled},
		{"", transport.Exit{Start: errors.New("no")}, plan.ProcessError, transport.CodeStart},
		{"garbage\n" + doneLine, transport.Exit{Code: 1}, plan.InvalidJSON, "malformed_event"},
		{"garbage\n", transport.Exit{Stopped: context.DeadlineExceeded}, plan.InvalidJSON, "malformed_event"},
		{strings.Repeat("x", 2<<20), transport.Exit{}, plan.ProcessError, "line_too_long"},
		{failed, transport.Exit{}, plan.ToolFailure, "rate_limited"},
		{failed, transport.Exit{Code: 1}, plan.ProcessError, transport.CodeExit},
		{`{"version":"0","type":"done","ok":false}`, transport.Exit{}, plan.ToolFailure, transport.CodeFailed},
	} {
		exchange := transport.Begin(invocation(), transport.Options{})
		exchange.Converse(context.Background(), nopStdin{io.Discard}, strings.NewReader(test.lines))
		err := exchange.Outcome(context.Background(), test.exit).Err
		if err == nil {
			err = &plan.ToolError{}
		} else if !strings.Contains(err.Message, "lamp/light") && err.Category != plan.ToolFailure {
			t.Errorf("%q does not name the script", err.Message)
		}
		if err.Category != test.category || err.Code != test.code {
			t.Errorf("%.40q, %+v: %s %s, want %s %s", test.lines, test.exit, err.Category, err.Code, test.category, test.code)
		}
	}
}

// An attempt that was called off before its script was started has no stream to
// judge by.
func TestEndedBeforeItBegan(t *testing.T) {
	for code, exit := range map[string]transport.Exit{
		transport.CodeTimeout:   {Stopped: context.DeadlineExceeded},
		transport.CodeCancelled: {Stopped: context.Canceled},
		transport.CodeStart:     {Start: errors.New("no")},
	} {
		outcome := transport.Begin(invocation(), transport.Options{}).Outcome(t.Context(), exit)
		if outcome.Err == nil || outcome.Err.Code != code || outcome.Done != nil {
			t.Errorf("%+v: %+v, want %s", exit, outcome.Err, code)
		}
	}
}

func TestListenHearsWhatWasTaken(t *testing.T) {
	var heard []protocol.Type
	inv := invocation()
	inv.Listen = func(e protocol.Event) { heard = append(heard, e.Type()) }
	lines := work[0] + "\n" + work[2] + "\n" + doneLine
	transport.Replay([]byte(strings.Replace(lines, "a.png", "../a.png", 1)), transport.ReplayOptions{}).Run(context.Background(), inv)
	if fmt.Sprint(heard) != "[log]" {
		t.Errorf("heard %v: an asset that is refused is not for showing", heard)
	}
}

func TestReplay(t *testing.T) {
	lines := []byte(work[1] + "\n" + work[2] + "\n" + doneLine)
	replay := transport.Replay(lines, transport.ReplayOptions{})
	for range 2 {
		outcome := replay.Run(context.Background(), invocation())
		if outcome.Err != nil || len(outcome.Patches) != 1 || len(outcome.Warnings) != 1 {
			t.Errorf("%v, %d patches, warnings %q", outcome.Err, len(outcome.Patches), outcome.Warnings)
		}
	}
	if outcome := transport.Replay(lines, transport.ReplayOptions{Exit: 1}).Run(context.Background(), invocation()); outcome.Err == nil {
		t.Error("a recorded exit 1 was accepted")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	if outcome := replay.Run(ctx, invocation()); outcome.Err == nil || outcome.Err.Category != plan.TimedOut {
		t.Errorf("without time: %v", outcome.Err)
	}
}

// TestNobodyReads holds the request against a script that never reads and never
// ends: cutting its output off is enough.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inv := invocation()
		inv.Request.Input = protocol.Object{"text": strings.Repeat("x", 16<<20)}
		_, stdin := io.Pipe()
		events, _ := io.Pipe()
		time.AfterFunc(time.Second, func() { events.CloseWithError(os.ErrDeadlineExceeded) })
		exchange := transport.Begin(inv, transport.Options{})
		if !exchange.Converse(t.Context(), stdin, events) {
			t.Error("a cut is not the script's fault")
		}
		outcome := exchange.Outcome(t.Context(), transport.Exit{Stopped: context.DeadlineExceeded})
		if outcome.Err.Category != plan.TimedOut || outcome.Duration != time.Second {
			t.Errorf("%v after %v", outcome.Err, outcome.Duration)
		}
	})
}

func TestPermissionOf(t *testing.T) {
	for method, want := range map[string]skills.Permission{
		"random": skills.Random, "data.get": skills.Data, "data.a.b": skills.Data, "story.read": skills.StoryRead,
		"story.record": skills.StoryRecord, "story.record.note": skills.StoryRecord,
		"story": "", "story.write": "", "database": "", "": "", ".": "", "Random": "",
	} {
		if got, known := transport.PermissionOf(method); got != want || known != (want != "") {
			t.Errorf("%q belongs to %q, %v", method, got, known)
		}
	}
}
