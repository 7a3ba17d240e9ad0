package files_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/files"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answers are what somebody writes into the file of an answer, "" for nothing.
var answers = map[test.Behaviour]string{
	test.Behaving:  test.Answer + "\n",
	test.Nothing:   "\n",
	test.Refusing:  "I will not.\n",
	test.Looping:   strings.Repeat("lamp ", 1000),
	test.NotUTF8:   "The la\xffmp",
	test.Endless:   strings.Repeat("All work and no play makes a dull story. ", 8000),
	test.Unasked:   "It is dark.\n",
	test.WrongJSON: test.Wrong,
}

// person answers what is asked, the first turn by a behaviour.
func person(t *testing.T, b test.Behaviour) func(request string) {
	return func(request string) {
		said := answers[test.Behaving]
		name := files.AnswerTo(request)
		if strings.HasPrefix(filepath.Base(request), "prose-12-") {
			if said = answers[b]; b == test.Refusing {
				name = strings.Replace(name, ".answer.", ".refused.", 1)
			}
		}
		if said == "" {
			return
		}
		if err := atomicfile.Write(name, []byte(said)); err != nil {
			t.Error(err)
		}
	}
}

func suite(t *testing.T, patient bool) {
	test.Suite(t, test.Driver{
		Patient: patient,
		Never: map[test.Behaviour]string{
			test.MidWord: "a file says nothing of its end: what was taken is the answer",
			test.CutJSON: "a file says nothing of tokens: it is JSON or it is not",
		},
		Kinds: map[test.Behaviour]model.Kind{test.Endless: model.Malformed}, // the file is not read
		New: func(t *testing.T, b test.Behaviour) model.Generator {
			g, err := files.Open(t.TempDir(), &files.Options{Patient: patient, Waiting: person(t, b)})
			if err != nil {
				t.Fatal(err)
			}
			return g
		},
	})
}

func TestContract(t *testing.T)        { suite(t, false) }
func TestContractPatient(t *testing.T) { suite(t, true) }

// open opens a directory with one who answers.
func open(t *testing.T, o files.Options) (*files.Generator, string) {
	dir := filepath.Join(t.TempDir(), "answers")
	g, err := files.Open(dir, &o)
	if err != nil {
		t.Fatal(err)
	}
	return g, dir
}

// Whoever is slow has a day, where the call has half a minute.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := open(t, files.Options{Patient: true, Look: time.Minute, Waiting: func(request string) {
			time.AfterFunc(24*time.Hour, func() { person(t, test.Behaving)(request) })
		}})
		began := time.Now()
		answer, err := g.Generate(t.Context(), test.Request(), nil)
		if took := time.Since(began); err != nil || answer.Text != test.Answer || took < 24*time.Hour {
			t.Errorf("after %v: %q, %v", took, answer.Text, err)
		}
	})
}

func TestWhatIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := ""
		g, dir := open(t, files.Options{Waiting: func(request string) {
			data, err := os.ReadFile(request)
			if err != nil {
				t.Error(err)
			}
			page = string(data)
			if info, err := os.Stat(request); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("others may read it: %v", err)
			}
			if err := os.WriteFile(strings.Replace(request, ".request.md", ".answer.txt", 1), []byte(test.JSON+"\r\n"), 0o600); err != nil {
				t.Error(err)
			}
		}})
		r := test.Request()
		r.Form, r.Seed, r.Stop = model.Form{Schema: []byte(test.Schema)}, 7, []string{"END"}
		answer, err := g.Generate(t.Context(), r, nil)
		if err != nil || answer.Text != test.JSON {
			t.Errorf("it says %q: %v", answer.Text, err)
		}
		want := "# The prose of turn 13, part dace\n\nAt most 4000 tokens. It ends where one of these would come: [\"END\"]. Heat 700 of 1000. Seed 7.\n" +
			"\n## system\n\nYou tell what happens.\n\n## user\n\n" + test.Answer + "\n\n## The answer is JSON of this schema\n\n```json\n" + test.Schema + "\n```\n"
		if page != want {
			t.Errorf("the request is\n%s\nand is to be\n%s", page, want)
		}
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(left) != 1 || !strings.HasPrefix(filepath.Base(left[0]), "prose-13-dace-") || !strings.HasSuffix(left[0], ".answer.txt") {
			t.Errorf("left is %v: %v", left, err)
		}
		// The same request is answered at once, another one is not by this answer.
		began := time.Now()
		if answer, err = g.Generate(t.Context(), r, nil); err != nil || answer.Text != test.JSON || time.Since(began) > 0 {
			t.Errorf("again it says %q after %v: %v", answer.Text, time.Since(began), err)
		}
		r.Messages[1].Text, page = "Another.", ""
		if _, err = g.Generate(t.Context(), r, nil); err != nil || page == "" {
			t.Errorf("a changed request is not written: %v", err)
		}
	})
}

// What is being written is not taken.
func TestAnAnswerThatGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := open(t, files.Options{Waiting: func(request string) {
			name := strings.Replace(request, ".request.md", ".answer.txt", 1)
			for i := range 5 {
				time.AfterFunc(time.Duration(i)*200*time.Millisecond, func() {
					if err := os.WriteFile(name, []byte(strings.Repeat("It is dark. ", i)), 0o600); err != nil {
						t.Error(err)
					}
				})
			}
		}})
		if answer, err := g.Generate(t.Context(), test.Request(), nil); err != nil || answer.Text != strings.Repeat("It is dark. ", 4) {
			t.Errorf("it says %q: %v", answer.Text, err)
		}
	})
}

func TestWhatCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := open(t, files.Options{Waiting: func(request string) {
			if err := os.Mkdir(strings.Replace(request, ".request.md", ".answer.txt", 1), 0o700); err != nil {
				t.Error(err)
			}
		}})
		if _, err := g.Generate(t.Context(), test.Request(), nil); !errors.Is(err, model.Malformed) {
			t.Errorf("a directory is taken: %v", err)
		}
	})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Open(filepath.Join(file, "requests"), nil); err == nil || !strings.Contains(err.Error(), "since "+file+" is no directory; name another") {
		t.Errorf("requests are written into a file: %v", err)
	}
	g, dir := open(t, files.Options{})
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := g.Generate(ctx, test.Request(), nil); !errors.Is(err, model.Unavailable) && !errors.Is(err, model.Malformed) {
		t.Errorf("where no directory is: %v", err)
	}
	if _, err := files.Open(filepath.Join(dir, "x"), nil); err == nil {
		t.Error("it is opened below a file")
	}
}
