package kit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills/kit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func request(t *testing.T, r protocol.Request) io.Reader {
	t.Helper()
	var line bytes.Buffer
	if err := protocol.NewWriter(&line).WriteRequest(&r); err != nil {
		t.Fatal(err)
	}
	return &line
}

func TestWriteAsset(t *testing.T) {
	out, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside.png")
	if err := os.Symlink(outside, filepath.Join(out, "link.png")); err != nil {
		t.Skip("this system makes no links:", err)
	}
	var stdout bytes.Buffer
	kit.Serve(t.Context(), request(t, protocol.Request{OutputDir: out}), &stdout, io.Discard, func(_ context.Context, inv *kit.Invocation) error {
		picture := kit.Asset{ID: "a", Kind: "image", MediaType: "image/png", Path: "deep/in/map.png"}
		if err := inv.WriteAsset(picture, []byte("png")); err != nil {
			return err
		}
		for _, picture.Path = range []string{"../escaped.png", "link.png", outside} {
			if err := inv.WriteAsset(picture, nil); err == nil {
				t.Errorf("%s was written", picture.Path)
			}
		}
		return nil
	})
	content, err := os.ReadFile(filepath.Join(out, "deep", "in", "map.png"))
	if err != nil || string(content) != "png" || !strings.Contains(stdout.String(), `"path":"deep/in/map.png"`) {
		t.Errorf("%q, %v\n%s", content, err, stdout.String())
	}
	for _, file := range []string{outside, filepath.Join(filepath.Dir(out), "escaped.png")} {
		if _, err := os.Stat(file); err == nil {
			t.Error("there is a file", file)
		}
	}
	checkStream(t, stdout.Bytes())
}

// brokenPipe takes some lines and then fails.
type brokenPipe struct{ left int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(p), nil
}

func TestNobodyListens(t *testing.T) {
	for left := range 3 {
		var stderr bytes.Buffer
		cancelled := false
		code := kit.Serve(t.Context(), request(t, protocol.Request{}), &brokenPipe{left}, &stderr, func(ctx context.Context, inv *kit.Invocation) error {
			inv.Log("info", "one", nil)
			inv.Log("info", "two", nil)
			cancelled = ctx.Err() != nil
			return nil
		})
		if code != 1 || !strings.Contains(stderr.String(), "broken pipe") || cancelled != (left < 2) {
			t.Errorf("after %d lines: exit %d, cancelled %t, stderr %q", left, code, cancelled, stderr.String())
		}
	}
}

func TestForgottenGoroutineCannotWriteBehindDone(t *testing.T) {
	var stdout bytes.Buffer
	returned, wrote := make(chan bool), make(chan bool)
	kit.Serve(t.Context(), request(t, protocol.Request{}), &stdout, io.Discard, func(ctx context.Context, inv *kit.Invocation) error {
		go func() { // ends below, when both channels are closed
			<-returned
			inv.Log("info", "too late", nil)
			if _, err := inv.Call(context.WithoutCancel(ctx), "random", nil); err == nil {
				t.Error("a call after done was answered")
			}
			close(wrote)
		}()
		return nil
	})
	close(returned)
	<-wrote
	checkStream(t, stdout.Bytes())
}

// Done may not overtake a reply that a goroutine of the script waits for.
func TestDoneWaitsForTheReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stdin, host := io.Pipe()
		var stdout bytes.Buffer
		release, ended := make(chan bool), make(chan int, 1)
		go func() { // ends when the call has its reply
			ended <- kit.Serve(t.Context(), stdin, &stdout, io.Discard, func(ctx context.Context, inv *kit.Invocation) error {
				go func() { // ends with the reply, or with stdin
					_, _ = inv.Random(ctx, kit.Pseudo, 1, 6, 1)
				}()
				<-release
				return nil
			})
		}()
		defer host.Close()
		_, _ = io.Copy(host, request(t, protocol.Request{Features: []string{"random"}}))
		synctest.Wait() // the call is made
		close(release)
		synctest.Wait() // the script has returned
		if got := stdout.String(); !strings.Contains(got, `"type":"call"`) || strings.Contains(got, `"type":"done"`) {
			t.Fatalf("before the reply:\n%s", got)
		}
		_ = protocol.NewWriter(host).WriteReply(&protocol.Reply{ID: "1", Result: protocol.Object{"values": []any{4}}})
		if code := <-ended; code != 0 {
			t.Errorf("exit %d", code)
		}
		checkStream(t, stdout.Bytes())
	})
}

func TestManyGoroutines(t *testing.T) {
	var stdout bytes.Buffer
	code := kit.Serve(t.Context(), request(t, protocol.Request{}), &stdout, io.Discard, func(_ context.Context, inv *kit.Invocation) error {
		var group sync.WaitGroup
		for i := range 20 {
			group.Go(func() {
				inv.Log("info", "working", map[string]int{"i": i})
				inv.Output(map[string]int{"i": i})
				inv.Summary(fmt.Sprint(i))
			})
		}
		group.Wait()
		return nil
	})
	checkStream(t, stdout.Bytes())
	if lines := bytes.Count(stdout.Bytes(), []byte("\n")); code != 0 || lines != 21 {
		t.Errorf("exit %d, %d lines", code, lines)
	}
}

func TestCancelledScript(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stdout bytes.Buffer
	kit.Serve(ctx, request(t, protocol.Request{Features: []string{"random"}}), &stdout, io.Discard, func(ctx context.Context, inv *kit.Invocation) error {
		cancel()
		_, err := inv.Random(ctx, kit.Pseudo, 1, 6, 1)
		return err
	})
	checkStream(t, stdout.Bytes())
	if !strings.Contains(stdout.String(), `"errorCode":"cancelled"`) || strings.Contains(stdout.String(), `"call"`) {
		t.Error(stdout.String())
	}
}
