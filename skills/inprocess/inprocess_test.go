package inprocess_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/transport"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const doneLine = `{"version":"0","type":"done","ok":true}` + "\n"

var ref = plan.ScriptRef{Skill: "lamp", Script: "light"}

func run(t *testing.T, limit time.Duration, main inprocess.Func) skills.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	scripts := map[plan.ScriptRef]inprocess.Func{ref: main}
	return inprocess.New(scripts, inprocess.Options{Assets: t.TempDir()}).Run(ctx, invocation())
}

func invocation() skills.Invocation {
	return skills.Invocation{
		Script:  &skills.Script{Ref: ref, Builtin: "light"},
		Request: protocol.Request{RequestID: "r1", Tool: ref.String(), Operation: "light", Input: protocol.Object{}},
		Scope:   skills.Scope{Tool: "t1", Script: ref},
	}
}

func code(outcome skills.Outcome) string {
	if outcome.Err == nil {
		return ""
	}
	return outcome.Err.Code
}

func TestScripts(t *testing.T) {
	for name, test := range map[string]struct {
		main inprocess.Func
		want string
	}{
		"sound": {func(_ context.Context, in io.Reader, out, _ io.Writer) int {
			_, _ = bufio.NewReader(in).ReadString('\n')
			_, _ = io.WriteString(out, `{"version":"0","type":"state_patch","patch":{"lit":true}}`+"\n"+doneLine)
			return 0
		}, ""},
		"never reads": {func(_ context.Context, _ io.Reader, out, _ io.Writer) int {
			_, _ = io.WriteString(out, doneLine)
			return 0
		}, ""},
		"exit": {func(_ context.Context, _ io.Reader, out, _ io.Writer) int {
			_, _ = io.WriteString(out, doneLine)
			return 1
		}, transport.CodeExit},
		"panic": {func(context.Context, io.Reader, io.Writer, io.Writer) int { panic("no oil") }, transport.CodeExit},
		"garbage for ever": {func(_ context.Context, _ io.Reader, out, _ io.Writer) int {
			for {
				if _, err := io.WriteString(out, "garbage\n"); err != nil {
					return 1
				}
			}
		}, "malformed_event"},
		"waits for its context": {func(ctx context.Context, _ io.Reader, _, _ io.Writer) int {
			<-ctx.Done()
			return 0
		}, transport.CodeTimeout},
		"waits for stdin to end": {func(_ context.Context, in io.Reader, _, _ io.Writer) int {
			_, _ = io.Copy(io.Discard, in)
			return 0
		}, "missing_done"},
	} {
		t.Run(name, func(t *testing.T) {
			outcome := run(t, 200*time.Millisecond, test.main)
			if code(outcome) != test.want {
				t.Errorf("ended with %v, want %q", outcome.Err, test.want)
			}
			if name == "panic" && string(outcome.Stderr) != "panic: no oil\n" {
				t.Errorf("stderr is %q", outcome.Stderr)
			}
		})
	}
}

// TestAbandoned is a script that ignores everything: it is left behind, and what
// it still writes fails.
func TestAbandoned(t *testing.T) {
	release, failed := make(chan struct{}), make(chan error, 1)
	outcome := run(t, 50*time.Millisecond, func(_ context.Context, _ io.Reader, out, _ io.Writer) int {
		<-release
		_, err := io.WriteString(out, doneLine)
		failed <- err
		return 0
	})
	if code(outcome) != transport.CodeTimeout || outcome.Duration > time.Second {
		t.Errorf("%v after %v", outcome.Err, outcome.Duration)
	}
	close(release)
	if err := <-failed; err == nil {
		t.Error("a script that was given up could still write")
	}
}

func TestDirectories(t *testing.T) {
	var seen *protocol.Request
	outcome := run(t, 5*time.Second, func(_ context.Context, in io.Reader, out, _ io.Writer) int {
		line, _ := bufio.NewReader(in).ReadBytes('\n')
		seen, _ = protocol.ParseRequest(line)
		_ = os.WriteFile(filepath.Join(seen.OutputDir, "a.txt"), []byte("x"), 0o600)
		fmt.Fprintln(out, `{"version":"0","type":"asset","assetId":"a","kind":"text","mediaType":"text/plain","path":"a.txt"}`)
		_, _ = io.WriteString(out, doneLine)
		return 0
	})
	if outcome.Err != nil || len(outcome.Assets) != 1 || !outcome.Assets[0].Placeholder {
		t.Fatalf("%v, %+v", outcome.Err, outcome.Assets)
	}
	if _, err := os.Stat(seen.OutputDir); !os.IsNotExist(err) {
		t.Error("the output directory is left:", err)
	}
	if _, err := os.Stat(outcome.Assets[0].Path); err != nil {
		t.Error("the asset was not kept:", err)
	}
}

func TestUnknownScript(t *testing.T) {
	outcome := inprocess.New(nil, inprocess.Options{}).Run(t.Context(), invocation())
	if code(outcome) != transport.CodeStart || !strings.Contains(outcome.Err.Message, "lamp/light") {
		t.Errorf("%v", outcome.Err)
	}
}

// A script that is told to end and still speaks when nobody reads any more is broken off at
// once, and not when its grace is over: of half a second each, three tries are well beneath.
func TestNobodyIsLeftSpeaking(t *testing.T) {
	fastest := time.Hour
	for range 3 {
		began := time.Now()
		run(t, time.Millisecond, func(ctx context.Context, _ io.Reader, out, _ io.Writer) int {
			<-ctx.Done()
			for {
				if _, err := io.WriteString(out, "garbage\n"); err != nil {
					return 1
				}
			}
		})
		fastest = min(fastest, time.Since(began))
	}
	if fastest > 400*time.Millisecond {
		t.Errorf("it takes %v", fastest)
	}
}

// What a script keeps while it runs as one character is gone with the attempt, and it finds nothing of
// what it keeps for the player.
func TestDataOfACharacterIsThrownAway(t *testing.T) {
	found := ""
	scripts := map[plan.ScriptRef]inprocess.Func{ref: func(_ context.Context, in io.Reader, out, _ io.Writer) int {
		line, _ := bufio.NewReader(in).ReadString('\n')
		request, err := strictjson.ParseObject([]byte(line))
		dir := strictjson.AsString(request["dataDir"])
		entries, _ := os.ReadDir(dir)
		found = fmt.Sprint(len(entries), err)
		_ = os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600)
		_, _ = io.WriteString(out, doneLine)
		return 0
	}}
	tr := inprocess.New(scripts, inprocess.Options{Assets: t.TempDir(), DataRoot: skills.DataRoot{Base: t.TempDir()}})
	for i, step := range []struct{ as, want string }{{"", "0 <nil>"}, {"ines", "0 <nil>"}, {"ines", "0 <nil>"}, {"", "1 <nil>"}} {
		inv := invocation()
		inv.Scope.As = step.as
		if out := tr.Run(t.Context(), inv); out.Err != nil || found != step.want {
			t.Errorf("attempt %d as %q finds %s (%v), want %s", i+1, step.as, found, out.Err, step.want)
		}
	}
}
