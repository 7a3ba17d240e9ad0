// Package files is a model that is whoever writes files: a person who works on prompts, or a
// program that asks a model of its own.
//
//	g, err := files.Open("answers", &files.Options{Patient: true})
//	answer, err := g.Generate(ctx, request, nil)
//
// A request becomes a file, and the answer is read from one beside it:
//
//	answers/prose-12-dace-5e1f0c9a.request.md    what is asked, to be read by people
//	answers/prose-12-dace-5e1f0c9a.answer.txt    the text, as it is to be told
//	answers/prose-12-dace-5e1f0c9a.refused.txt   or why there will be none
//
// The name is made of the place and of a sum of the request, so that a request that was changed
// has another, and an old answer is never taken for one to it; one that is there already is taken at
// once, and stays. Else it is taken when it is not empty and two looks found it the same. A line end at
// its end is no part of it. The request is removed when the call is over.
//
// A patient generator waits for as long as its caller does, whatever time the request has: people
// are slow. One that is not takes Options.Within for its time where the request says none.
package files

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
)

// DefaultLook is the time between two looks for an answer.
const DefaultLook = 250 * time.Millisecond

// Options of a generator.
type Options struct {
	Patient bool          // calls have no deadline of their own
	Within  time.Duration // of a call that says nothing; 0: driver.DefaultWithin
	Look    time.Duration // between two looks; 0: DefaultLook
	// Waiting is told of each request that was written, by its path, from the goroutine of the call; nil:
	// nobody is.
	Waiting func(path string)
}

// A Generator has files be answered. It is safe for concurrent use.
type Generator struct {
	dir     string
	options Options
}

var _ model.Generator = (*Generator)(nil)

// Open makes a generator of a directory, which is made where it is missing.
func Open(dir string, o *Options) (*Generator, error) {
	g := &Generator{dir: dir}
	if o != nil {
		g.options = *o
	}
	g.options.Look = cmp.Or(g.options.Look, DefaultLook)
	if g.options.Waiting == nil {
		g.options.Waiting = func(string) {}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unmade(dir, err)
	}
	return g, nil
}

// unmade says why there can be no directory for requests.
func unmade(dir string, err error) error {
	of, is := errors.AsType[*fs.PathError](err)
	switch {
	case is && errors.Is(of.Err, syscall.ENOTDIR):
		return fmt.Errorf("requests cannot be written into %s, since %s is no directory; name another, or move what is there away", dir, of.Path)
	case is:
		return fmt.Errorf("the directory for requests, %s, cannot be made: %s: %w", dir, of.Path, of.Err)
	}
	return fmt.Errorf("the directory for requests, %s, cannot be made: %w", dir, err)
}

// How the files of a request and of its answer end.
const (
	requestEnd = ".request.md"
	answerEnd  = ".answer.txt"
)

// AnswerTo is the path of the answer to the request of a path.
func AnswerTo(request string) string { return strings.TrimSuffix(request, requestEnd) + answerEnd }

// Name says which directory it is.
func (g *Generator) Name() string { return "files in " + filepath.Base(g.dir) }

// Generate writes the request, and waits for the answer.
func (g *Generator) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	call := driver.Call{Generator: g.Name(), Within: g.options.Within, Patient: g.options.Patient}
	return driver.Generate(ctx, call, r, tell, func(ctx context.Context, text *driver.Text) error {
		asked := page(r)
		name := filepath.Join(g.dir, nameOf(r, asked))
		request := name + requestEnd
		said, refused, err := g.found(name)
		if err == nil && said == "" && !refused {
			if err := atomicfile.Write(request, asked); err != nil {
				return driver.Refuse(model.Unavailable, "the request could not be written: %v", err)
			}
			defer os.Remove(request)
			g.options.Waiting(request)
			said, refused, err = g.wait(ctx, name)
		}
		switch {
		case err != nil:
			return err
		case refused:
			return driver.Refuse(model.Refused, "it was refused: %s", strings.TrimSpace(said))
		}
		if err := text.Write(said); err != nil {
			return err
		}
		text.End(model.Stopped)
		return nil
	})
}

// wait looks for an answer until there is one, or the call is over.
func (g *Generator) wait(ctx context.Context, name string) (string, bool, error) {
	look := time.NewTicker(g.options.Look)
	defer look.Stop()
	before := ""
	for {
		select {
		case <-ctx.Done():
			return "", false, ctx.Err()
		case <-look.C:
		}
		said, refused, err := g.found(name)
		if err != nil || said != "" && said == before {
			return said, refused, err
		}
		before = said
	}
}

// found is what is there of an answer, "" where nothing is yet.
func (g *Generator) found(name string) (said string, refused bool, err error) {
	for _, kind := range []string{answerEnd, ".refused.txt"} {
		data, err := plainfile.Read(name+kind, model.MostText)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return "", false, driver.Refuse(model.Malformed, "the answer %s %s", filepath.Base(name+kind), plainfile.Why(err))
		case len(data) > 0:
			text := strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r")
			return cmp.Or(text, "\n"), kind == ".refused.txt", nil // a line end alone is an answer, too: it says nothing
		}
	}
	return "", false, nil
}

// nameOf is the name of a request's files, without what they are.
func nameOf(r model.Request, asked []byte) string {
	sum := sha256.Sum256(asked)
	name := fmt.Sprintf("%s-%d", r.Place.Task, r.Place.Turn)
	if r.Place.Part != "" {
		name += "-" + r.Place.Part
	}
	return name + "-" + hex.EncodeToString(sum[:4])
}

// page is a request for people.
func page(r model.Request) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# The %v\n\nAt most %d tokens.", r.Place, r.Tokens())
	if len(r.Stop) > 0 {
		fmt.Fprintf(&b, " It ends where one of these would come: %q.", r.Stop)
	}
	if r.Heat > 0 {
		fmt.Fprintf(&b, " Heat %d of 1000.", r.Heat)
	}
	if r.Seed != 0 {
		fmt.Fprintf(&b, " Seed %d.", r.Seed)
	}
	b.WriteString("\n")
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", m.Role, m.Text)
	}
	if r.Form.Schema != nil {
		fmt.Fprintf(&b, "\n## The answer is JSON of this schema\n\n```json\n%s\n```\n", r.Form.Schema)
	}
	if r.Form.Grammar != "" {
		fmt.Fprintf(&b, "\n## The answer is of this grammar\n\n```gbnf\n%s\n```\n", r.Form.Grammar)
	}
	return []byte(b.String())
}
