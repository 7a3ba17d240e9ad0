package portraits_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

func nothing() skills.Host { return host.New() }

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// painter answers for the skill that draws.
type painter func(ctx context.Context, inv skills.Invocation) skills.Outcome

func (p painter) Run(ctx context.Context, inv skills.Invocation) skills.Outcome { return p(ctx, inv) }

func registry(bundled bool) *skills.Registry {
	if !bundled {
		return skills.Discover(skills.DiscoverOptions{Bundled: fstest.MapFS{}})
	}
	return skills.Discover(skills.DiscoverOptions{Bundled: skills.Bundled(), Features: host.New().Features()})
}

func studio(t *testing.T, r *skills.Registry, draws painter) *portraits.Studio {
	t.Helper()
	s := portraits.Open(t.Context(), portraits.Options{
		Catalogue: func() *plan.Catalogue { return r.Catalogue(nil) },
		Executor: func(seed rng.Seed) executor.Options {
			return executor.Options{Runner: draws, Lookup: r.Script, Seed: seed, Concurrency: 1}
		},
		Seed: rng.FromString("7"),
	})
	t.Cleanup(s.Close)
	return s
}

func job(who string) portraits.Job { return portraits.Job{Who: who, Name: who, Looks: "tall"} }

func drawn(pictures []portraits.Picture) (all []string) {
	for _, p := range pictures {
		all = append(all, p.Who+" "+string(p.Origin))
	}
	return all
}

// done ends an attempt well, with a picture where there is one.
func done(assets ...plan.Asset) skills.Outcome {
	end := &protocol.Done{OK: true, Output: protocol.Object{}}
	return skills.Outcome{Events: []protocol.Event{end}, Done: end, Assets: assets}
}

func failing(context.Context, skills.Invocation) skills.Outcome {
	return skills.Outcome{Err: &plan.ToolError{Code: "no_ink", Category: plan.ProcessError, Message: "no ink"}}
}

// Everybody who is wanted is drawn once, one after the other, and taken once; a turn that
// could not be written gives them back for the next.
func TestEachIsDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		picture := filepath.Join(t.TempDir(), "ines.png")
		if err := os.WriteFile(picture, []byte("a picture"), 0o600); err != nil {
			t.Fatal(err)
		}
		var at, most atomic.Int64
		s := studio(t, registry(true), func(_ context.Context, inv skills.Invocation) skills.Outcome {
			most.Store(max(most.Load(), at.Add(1)))
			defer at.Add(-1)
			time.Sleep(time.Second)
			if inv.Request.Input["character"] == "ines" {
				return done(plan.Asset{AssetID: "p", Path: picture, MediaType: "image/png"})
			}
			return done()
		})
		s.Draw(nothing)
		if s.Drawing() != nil {
			t.Error("nobody is wanted, and something is drawn")
		}
		s.Want(job("ines"))
		s.Want(job("ines"))
		s.Draw(nothing)
		s.Want(job("ines")) // who is being drawn
		s.Want(job("wren"))
		s.Draw(nothing)
		<-s.Drawing()
		pictures := s.Take()
		if got := drawn(pictures); !slices.Equal(got, []string{"ines drawn", "wren silhouette"}) || most.Load() != 1 {
			t.Errorf("drawn: %q, at most %d at once", got, most.Load())
		}
		if string(pictures[0].Data) != "a picture" || pictures[1].Failed != "character-portraits" || len(pictures[1].Data) == 0 {
			t.Errorf("%+v", pictures[1])
		}
		if s.Take() != nil || s.Drawing() != nil || !s.Tried("wren") || s.Tried("pask") {
			t.Error("a picture is taken twice, or who was tried is not known")
		}
		s.Return(pictures)
		s.Want(job("ines")) // is there already
		s.Draw(nothing)
		if got := drawn(s.Take()); len(got) != 2 {
			t.Errorf("given back: %q", got)
		}
	})
}

// Without a skill, and with one that fails, there are silhouettes.
func TestAPictureIsNeverMissing(t *testing.T) {
	for name, r := range map[string]*skills.Registry{"none": registry(false), "failing": registry(true)} {
		t.Run(name, func(t *testing.T) {
			s := studio(t, r, failing)
			s.Want(job("ines"))
			s.Draw(nothing)
			<-s.Drawing()
			p := s.Take()
			if len(p) != 1 || p[0].Origin != event.Silhouette || len(p[0].Data) == 0 || (p[0].Failed != "") != (name == "failing") {
				t.Errorf("%+v", p)
			}
		})
	}
}

// A turn waits so long and no longer, and once; Close ends what still draws.
func TestWhatIsLateIsWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := studio(t, registry(true), func(ctx context.Context, _ skills.Invocation) skills.Outcome {
			<-ctx.Done()
			return skills.Outcome{Err: &plan.ToolError{Code: "timeout", Category: plan.TimedOut, Message: "it took too long"}}
		})
		s.Want(job("ines"))
		s.Draw(nothing)
		began := time.Now()
		late := s.Await(3 * time.Second)
		if took := time.Since(began); len(late) != 1 || late[0].Who != "ines" || took != 3*time.Second {
			t.Errorf("late are %v after %v", late, took)
		}
		if again := s.Await(3 * time.Second); again != nil || time.Since(began) != 3*time.Second {
			t.Errorf("it is waited for again: %v", again)
		}
		s.Close()
		if got := drawn(s.Take()); !slices.Equal(got, []string{"ines silhouette"}) {
			t.Errorf("after it was ended: %q", got)
		}
	})
}

// Pictures wait for the next turn in memory, and have a bound there, all of them together; and
// where they lay until they were read, nothing lies.
func TestPicturesThatWaitAreBounded(t *testing.T) {
	const large = 40 << 20
	dir := filepath.Join(t.TempDir(), "drawing")
	r := registry(true)
	s := portraits.Open(t.Context(), portraits.Options{
		Catalogue: func() *plan.Catalogue { return r.Catalogue(nil) },
		Executor: func(seed rng.Seed) executor.Options {
			return executor.Options{Lookup: r.Script, Seed: seed, Concurrency: 1, Assets: dir, Runner: painter(func(_ context.Context, inv skills.Invocation) skills.Outcome {
				path := filepath.Join(inv.Assets, "picture")
				if err := errors.Join(os.Mkdir(inv.Assets, 0o700), os.WriteFile(path, make([]byte, large), 0o600)); err != nil {
					t.Error(err)
				}
				return done(plan.Asset{Path: path, MediaType: "image/png", Size: large})
			})}
		},
		Seed: rng.FromString("7"),
	})
	defer s.Close()
	draw := func(who ...string) []portraits.Picture {
		for _, w := range who {
			s.Want(job(w))
		}
		s.Draw(nothing)
		<-s.Drawing()
		return s.Take()
	}
	pictures := draw("ines", "ned")
	if got := drawn(pictures); !slices.Equal(got, []string{"ines drawn", "ned silhouette"}) || pictures[0].By == "" || pictures[1].Failed == "" {
		t.Errorf("%q", got)
	}
	if got := drawn(draw("oda")); !slices.Equal(got, []string{"oda drawn"}) {
		t.Errorf("when they are taken: %q", got)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was drawn lies about: %v", err)
	}
}
