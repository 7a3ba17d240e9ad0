package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ctrl-C while a model reads a campaign goes on without it, and any other signal ends the play, soon.
func TestPlayedWithoutWaitingForAModelThatReads(t *testing.T) {
	asked := make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else it is not seen that nobody waits any more
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	for signal, goesOn := range map[os.Signal]bool{os.Interrupt: true, syscall.SIGTERM: false} {
		u := newUser(t)
		u.writes("home/config/config.json", `{"models": {"providers": {"here": {"kind": "openai", "address": "`+server.URL+`/v1", "model": "m"}}, "text": [], "tasks": {"enrich": ["here"]}}}`)
		cmd := u.command("play", "minimal", "--json", "--auto", "2", "--save", "monday")
		var out strings.Builder
		cmd.Stdout = &out
		must(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		select {
		case <-asked:
		case <-time.After(time.Minute):
			t.Fatal("no model is asked")
		}
		began := time.Now()
		must(t, cmd.Process.Signal(signal))
		err := cmd.Wait()
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%v is heeded after %v", signal, took)
		}
		if turns := strings.Count(out.String(), "\n"); (err == nil) != goesOn || (turns == 2) != goesOn {
			t.Errorf("with %v %d turns are told: %v", signal, turns, err)
		}
	}
}
