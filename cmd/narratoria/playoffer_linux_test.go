package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/cmd/narratoria/terminal"
	"github.com/narratoria/narratoria/internal/native"
	"github.com/narratoria/narratoria/model/inventory"
)

// An offered play is a player who types, and what comes of it.
type offeredPlay struct {
	player
	out, errs bytes.Buffer
	offer     modelOffer
	fetches   []string
}

// offersTo makes a program with these settings of models, whose player types this.
func offersTo(t *testing.T, models, typed string) *offeredPlay {
	t.Helper()
	settings(t, `{"models": {`+models+`}}`)
	program, err := narratoria.Open(narratoria.Options{Shared: true})
	must(t, err)
	t.Cleanup(func() { _ = program.Close(context.Background()) })
	worker := filepath.Join(t.TempDir(), "narratoria-llama")
	save(t, worker, "")
	o := &offeredPlay{}
	o.player = player{streams: streams{strings.NewReader(typed), &o.out, &o.errs, new(string)}, flags: &playFlags{}, program: program}
	o.session = &terminal.Session{
		Screen: terminal.NewScreen(&o.out, terminal.Manner{Width: 80}), Lines: terminal.ReadLines(strings.NewReader(typed)), Prompt: true, Progress: &terminal.Progress{},
	}
	t.Cleanup(o.session.Lines.Close)
	o.offer = modelOffer{
		worker: worker, library: native.Library{Title: "llama.cpp", Package: native.Package{Bytes: 11e6}}, model: inventory.Embeddings,
		fetch: func(_ context.Context, library, model bool) error {
			o.fetches = append(o.fetches, strings.Repeat("library ", btoi(library))+strings.Repeat("model", btoi(model)))
			return nil
		},
	}
	return o
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

const meant = `"embedder": "all-minilm-l6-v2"`

// TestOfferedOnce: a person is asked once, with the size, and Enter plays without.
func TestOfferedOnce(t *testing.T) {
	o := offersTo(t, meant, "\n2\n")
	for range 2 {
		if fetched, err := o.offered(t.Context(), o.offer); fetched || err != nil {
			t.Errorf("fetched %t: %v", fetched, err)
		}
	}
	if len(o.fetches) != 0 || strings.Count(o.out.String(), "Fetch 103 MB first") != 1 || !strings.Contains(o.out.String(), "the model all-minilm-l6-v2 from\n   huggingface.co") {
		t.Errorf("fetched are %q; it says %s", o.fetches, &o.out)
	}
	o = offersTo(t, "", "2\n") // as the settings are where nobody has set anything
	if fetched, err := o.offered(t.Context(), o.offer); !fetched || err != nil || len(o.fetches) != 1 || o.fetches[0] != "library model" {
		t.Errorf("fetched %t, %q: %v", fetched, o.fetches, err)
	}
	o = offersTo(t, meant, "2\n")
	save(t, filepath.Join(o.program.LibraryDir("llama"), "libllama.so"), "")
	if _, err := o.offered(t.Context(), o.offer); err != nil || len(o.fetches) != 1 || o.fetches[0] != "model" || !strings.Contains(o.out.String(), "Fetch 92 MB first") {
		t.Errorf("fetched are %q: %v", o.fetches, err)
	}
}

// TestNotOffered: where nobody is to be asked, or nothing would come of it, nothing is asked.
func TestNotOffered(t *testing.T) {
	for name, c := range map[string]struct {
		models string
		change func(o *offeredPlay)
	}{
		"by --auto":                      {meant, func(o *offeredPlay) { o.flags.auto = 3 }},
		"by --input":                     {meant, func(o *offeredPlay) { o.flags.input = "-" }},
		"by --json":                      {meant, func(o *offeredPlay) { o.flags.asJSON = true }},
		"no terminal":                    {meant, func(o *offeredPlay) { o.session.Prompt = false }},
		"no model is wanted":             {`"embedder": "lexical"`, func(*offeredPlay) {}},
		"another is wanted":              {`"embedder": "mine"`, func(*offeredPlay) {}},
		"without the program for models": {meant, func(o *offeredPlay) { o.offer.worker = "none" }},
		"everything is here, whole or not": {meant, func(o *offeredPlay) {
			save(t, filepath.Join(o.program.LibraryDir("llama"), "libllama.so"), "")
			save(t, filepath.Join(o.program.ModelsDir(), inventory.Embeddings.Name, "model.json"), "{}")
		}},
	} {
		o := offersTo(t, c.models, "2\n")
		c.change(o)
		if fetched, err := o.offered(t.Context(), o.offer); fetched || err != nil || len(o.fetches) != 0 || o.out.Len() != 0 || exists(filepath.Join(o.program.LibrariesDir(), offeredFile)) {
			t.Errorf("%s: fetched %t, %q: %v, %s", name, fetched, o.fetches, err, &o.out)
		}
	}
}

// TestOfferThatComesToNothing: that it cannot be fetched, or is given up, keeps nobody from playing; who leaves is asked again.
func TestOfferThatComesToNothing(t *testing.T) {
	o := offersTo(t, meant, "2\n")
	o.offer.fetch = func(context.Context, bool, bool) error { return errors.New("no server had it") }
	if fetched, err := o.offered(t.Context(), o.offer); fetched || err != nil || !strings.Contains(o.errs.String(), "no server had it\nThe story is played without; narratoria setup fetches it later.") {
		t.Errorf("fetched %t: %v, %s", fetched, err, &o.errs)
	}
	o = offersTo(t, meant, "q\n")
	if _, err := o.offered(t.Context(), o.offer); !errors.Is(err, terminal.ErrLeft) || exists(filepath.Join(o.program.LibrariesDir(), offeredFile)) {
		t.Errorf("who leaves: %v", err)
	}
	// Ctrl-C ends the fetching, and not the play.
	o = offersTo(t, meant, "2\n")
	interrupts := make(chan os.Signal, 2)
	o.session.Interrupt = interrupts
	o.offer.fetch = func(ctx context.Context, _, _ bool) error {
		interrupts <- os.Interrupt
		must(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
		<-ctx.Done()
		return ctx.Err()
	}
	if fetched, err := o.offered(t.Context(), o.offer); fetched || err != nil || len(interrupts) != 0 {
		t.Errorf("ended: fetched %t: %v, %d are heard of", fetched, err, len(interrupts))
	}
}
