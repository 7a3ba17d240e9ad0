package fallback_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/echo"
	"github.com/narratoria/narratoria/model/fallback"
	"github.com/narratoria/narratoria/model/openai"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// chain makes a chain that ends at last.
func chain(t testing.TB, last model.Generator, o fallback.Options) *fallback.Chain {
	c, err := fallback.New(last, &o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A chain of one is that one.
func TestContract(t *testing.T) {
	test.Suite(t, test.Driver{New: func(t *testing.T, b test.Behaviour) model.Generator {
		return chain(t, scripted.New("local", test.Script(b)...), fallback.Options{})
	}})
}

// heard is what was told: a text, and how often it began anew.
type heard struct {
	text strings.Builder
	anew int
}

func (h *heard) tell(p model.Piece) {
	if p.Anew {
		h.text.Reset()
		h.anew++
	}
	h.text.WriteString(p.Text)
}

// Whatever those before do, the one on this device has its text told within 10 s.
func TestTheLastAnswersInTime(t *testing.T) {
	slow := func(ctx context.Context, _ model.Request, text *driver.Text) error {
		for i := 0; ; i++ {
			if err := text.Write(fmt.Sprint(i, " ")); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
		}
	}
	for name, c := range map[string]struct {
		first, second scripted.Step
		after         time.Duration // when the last one begins
		kinds         string
		anew          int
	}{
		"one fails at once":     {scripted.Fail(driver.Refuse(model.Unavailable, "away")), scripted.Say("It is dark."), 0, "unavailable", 0},
		"both fail at once":     {scripted.Fail(driver.Refuse(model.Unavailable, "away")), scripted.Refuse("no"), 0, "unavailable refused", 0},
		"one says nothing":      {scripted.Stall(), scripted.Say("It is dark."), 10 * time.Second, "timeout timeout", 0},
		"one stops in a word":   {scripted.Stall("The la"), scripted.Say("It is dark."), 10 * time.Second, "timeout timeout", 1},
		"one is slow":           {slow, scripted.Say("It is dark."), 10 * time.Second, "timeout timeout", 1},
		"both break off":        {scripted.Break("The "), scripted.Break("A "), 0, "incomplete incomplete", 2},
		"one breaks, one fails": {scripted.Break("The "), scripted.Fail(errors.New("away")), 0, "incomplete unavailable", 1},
		"it loops":              {scripted.Loop("lamp "), scripted.Say("It is dark."), 0, "looping", 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var told []string
				local := scripted.New("local", scripted.Say("It is ", "dark."))
				g := chain(t, local, fallback.Options{
					Before: []model.Generator{scripted.New("hosted", c.first), scripted.New("cheaper", c.second)},
					Told:   func(d model.Degradation) { told = append(told, string(test.KindOf(d.Err))) },
				})
				began := time.Now()
				var h heard
				answer, err := g.Generate(t.Context(), test.Request(), h.tell)
				if err != nil || answer.Text != "It is dark." || h.text.String() != answer.Text || h.anew != c.anew {
					t.Errorf("it says %q, and told %q, anew %d times: %v", answer.Text, h.text.String(), h.anew, err)
				}
				if took := time.Since(began); took != c.after {
					t.Errorf("it took %v, and is to take %v", took, c.after)
				}
				var degraded []string
				for _, d := range answer.Degraded {
					degraded = append(degraded, string(test.KindOf(d.Err)))
				}
				if strings.Join(degraded, " ") != c.kinds || strings.Join(told, " ") != c.kinds {
					t.Errorf("degraded were %q, and told %q", degraded, told)
				}
				if by := map[bool]string{true: "cheaper", false: "local"}[len(degraded) == 1]; answer.By != by {
					t.Errorf("it is by %s", answer.By)
				}
			})
		})
	}
}

// A call of little time leaves half of it for the last.
func TestHalfIsForTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := chain(t, scripted.New("local", scripted.Say("It is dark.")), fallback.Options{Before: []model.Generator{scripted.New("hosted", scripted.Stall())}})
		r := test.Request()
		r.Within = 4 * time.Second
		began := time.Now()
		if answer, err := g.Generate(t.Context(), r, nil); err != nil || answer.By != "local" || time.Since(began) != 2*time.Second {
			t.Errorf("after %v: %+v, %v", time.Since(began), answer, err)
		}
	})
}

// Who failed for a reason that passes rests, and that is told; who refused is asked again.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := &model.Error{Generator: "busy", Kind: model.Limited, Message: "it was asked too much", After: 3 * time.Minute}
		hosted := scripted.New("hosted", scripted.Stall(), scripted.Say("hosted"), scripted.Refuse("no"), scripted.Say("hosted"))
		limited := scripted.New("busy", scripted.Fail(busy), scripted.Say("busy"))
		g := chain(t, echo.New(), fallback.Options{Before: []model.Generator{hosted, limited}, Reach: 2 * time.Second})
		ask := func(by string, degraded ...model.Kind) {
			t.Helper()
			answer, err := g.Generate(t.Context(), test.Request(), nil)
			if err != nil || answer.By != by || len(answer.Degraded) != len(degraded) {
				t.Fatalf("the answer is by %s, after %v: %v", answer.By, answer.Degraded, err)
			}
			for i, d := range answer.Degraded {
				if test.KindOf(d.Err) != degraded[i] {
					t.Errorf("degraded was %v, and is to be %s", d.Err, degraded[i])
				}
			}
		}
		ask("echo", model.Timeout, model.Timeout) // the second had no time
		ask("echo", model.Unavailable, model.Limited)
		ask("echo", model.Unavailable, model.Unavailable)
		time.Sleep(time.Minute)
		ask("hosted")
		ask("echo", model.Refused, model.Unavailable)
		ask("hosted")
		if n := len(hosted.Requests()); n != 4 {
			t.Errorf("it was asked %d times", n)
		}
		time.Sleep(2 * time.Minute)
		ask("busy", model.Missing)
	})
}

func TestAllFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("the disk is on fire")
		g := chain(t, scripted.New("local", scripted.Fail(cause), scripted.Stall()), fallback.Options{Before: []model.Generator{scripted.New("hosted", scripted.Refuse("no"))}})
		_, err := g.Generate(t.Context(), test.Request(), nil)
		if !errors.Is(err, model.Unavailable) || !errors.Is(err, model.Refused) || !errors.Is(err, cause) ||
			err.Error() != "hosted: nobody wrote it: hosted: the model refused: no; local: the disk is on fire" {
			t.Errorf("the error is %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := g.Generate(ctx, test.Request(), nil); !errors.Is(err, model.Cancelled) || !errors.Is(err, context.Canceled) {
			t.Errorf("given up it says %v", err)
		}
	})
}

// A call that is given up asks nobody else.
func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		local := scripted.New("local", scripted.Say("It is dark."))
		g := chain(t, local, fallback.Options{
			Before: []model.Generator{scripted.New("hosted", scripted.Stall())},
			Told:   func(d model.Degradation) { t.Errorf("it is told that %v", d.Err) },
		})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := g.Generate(ctx, test.Request(), nil); !errors.Is(err, model.Cancelled) || len(local.Requests()) > 0 {
			t.Errorf("given up it asks on: %v", err)
		}
	})
}

func TestItEndsOnThisDevice(t *testing.T) {
	hosted, err := openai.New("https://api.example.org/v1", "phi", nil)
	if err != nil {
		t.Fatal(err)
	}
	here, err := openai.New("http://127.0.0.1:8080/v1", "phi", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fallback.New(hosted, nil); err == nil || !strings.Contains(err.Error(), "api.example.org") {
		t.Errorf("the last may be elsewhere: %v", err)
	}
	c := chain(t, here, fallback.Options{Before: []model.Generator{hosted}})
	if host, leaves := model.Leaves(c); host != "api.example.org" || !leaves {
		t.Errorf("it says that requests go to %q", host)
	}
	if _, err := fallback.New(c, nil); err == nil {
		t.Error("the last may be one that asks elsewhere")
	}
	if host, leaves := model.Leaves(chain(t, here, fallback.Options{})); leaves {
		t.Errorf("requests to this device leave it for %q", host)
	}
}

// A paced generator has a speed, and counts a token a byte.
type paced struct {
	model.Generator
	speed model.Speed
}

func (p paced) Speed(context.Context, model.Place) (model.Speed, error) { return p.speed, nil }
func (p paced) Count(_ context.Context, _ model.Place, texts []string) (counted []int, err error) {
	for _, text := range texts {
		counted = append(counted, len(text))
	}
	return counted, nil
}

// A chain is as fast as who is asked first is, and counts as they do.
func TestWhoIsFirstIsMeasured(t *testing.T) {
	plain, quick := scripted.New("plain"), paced{scripted.New("quick"), model.Speed{Read: 1, Write: 2}}
	for name, c := range map[string]struct {
		chain *fallback.Chain
		known bool
	}{
		"alone": {chain(t, quick, fallback.Options{}), true}, "first": {chain(t, plain, fallback.Options{Before: []model.Generator{quick}}), true},
		"last": {chain(t, quick, fallback.Options{Before: []model.Generator{plain}}), false},
	} {
		speed, err := model.SpeedOf(t.Context(), c.chain, model.Place{Task: "plan"})
		if (speed == quick.speed) != c.known || errors.Is(err, model.Unsupported) == c.known {
			t.Errorf("%s: it is %+v: %v", name, speed, err)
		}
		if counted := model.Count(t.Context(), c.chain, model.Place{Task: "plan"}, []string{"abc"}); (len(counted) == 1 && counted[0] == 3) != c.known {
			t.Errorf("%s: counted are %v", name, counted)
		}
	}
}
