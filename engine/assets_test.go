package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// picture is one of so many bytes, unlike those of other numbers.
func picture(number uint64, size int) []byte {
	data := make([]byte, size)
	binary.BigEndian.PutUint64(data, number)
	return data
}

// stepsOf are plans whose steps are these scripts, one after the other.
func stepsOf(scripts ...string) plan.Planner {
	return plannerFunc(func(_ context.Context, request plan.Request) ([]byte, error) {
		d := plan.Document{ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Disabled: request.Disabled}
		for _, script := range scripts {
			d.Tools = append(d.Tools, plan.Tool{ID: plan.ToolID(strings.ReplaceAll(script, "/", "-")), Path: script})
		}
		return d.JSON(), nil
	})
}

// pictures are how many each skill gave the story in a turn.
func pictures(t *testing.T, g *Game) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, r := range g.log(t) {
		if turn := g.story.State().Turn; r.Event.Kind == event.AssetAdded && r.Position > turn.First {
			n[r.Event.Text("skill")]++
		}
	}
	return n
}

// lying are the files below a directory.
func lying(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return nil // it need not be there
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A turn has room for so many bytes of pictures and sounds, and a story for so many of each
// skill's. What is more is left out, in the order of the plan, the player is told whose, and
// the story plays on; and nothing lies about of what the save has, or has not.
func TestPicturesHaveAShare(t *testing.T) {
	const large = 16 << 20
	drawn := uint64(0)
	paint := func(a *act) error {
		for range 5 {
			drawn++
			if err := a.give("large", picture(drawn, large)); err != nil {
				return err
			}
		}
		return a.give("first", picture(2, large)) // which the story has, since its first turn
	}
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"memory/store-memory":   func(a *act) error { drawn++; return a.give("small", picture(drawn, 1000)) },
		"dice-roller/roll-dice": paint,
	})
	b.opts.Planner = stepsOf("memory/store-memory", "dice-roller/roll-dice")
	b.opts.Assets = t.TempDir()
	g := b.open()
	const turnIsFull, storyIsFull = "than a turn has room for", `"dice-roller" makes more pictures and sounds than a story has room for`
	choice := ""
	for _, want := range []struct {
		large int // that are kept, but for the one that the story has
		says  []string
	}{
		{3, []string{turnIsFull}}, {3, []string{turnIsFull}}, {2, []string{storyIsFull}}, {0, []string{storyIsFull}},
	} {
		r := must(t, g, choice)
		choice = r.Choices[0].ID
		got := pictures(t, g)
		again := 1
		if got["memory"] != 2 || got["dice-roller"] != want.large+again {
			t.Errorf("turn %d: %v", r.Turn, got)
		}
		for _, says := range []string{turnIsFull, storyIsFull} {
			if mentions(r, says) != slices.Contains(want.says, says) {
				t.Errorf("turn %d: %q", r.Turn, r.Degraded)
			}
		}
		if r.Prose == "" || len(r.Choices) < 3 {
			t.Errorf("turn %d: %s", r.Turn, r.JSON())
		}
		if files := lying(t, b.opts.Assets); len(files) > 0 {
			t.Errorf("turn %d leaves %d files", r.Turn, len(files))
		}
	}
	may := assetsBegun + assetsPlayed*int(g.story.State().Turn.Number)
	if has := g.story.State().Written("dice-roller").Assets; has > may || has < 8*large {
		t.Errorf("the skill gave %d bytes, of %d", has, may)
	}
	replayed(t, g)
}

// So many small ones are kept in a turn, too: each is written to the disk by itself.
func TestPicturesAreCounted(t *testing.T) {
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{"dice-roller/roll-dice": func(a *act) error {
		for i := range 2 * mostOfSkill {
			if err := a.give("small", picture(uint64(i), 100)); err != nil {
				return err
			}
		}
		return nil
	}})
	b.opts.Planner = stepsOf("dice-roller/roll-dice")
	b.opts.Assets = t.TempDir()
	g := b.open()
	r := must(t, g, "")
	if got := pictures(t, g); got["dice-roller"] != mostOfSkill || !mentions(r, "than a turn has room for") {
		t.Errorf("%v, %q", got, r.Degraded)
	}
}

// Of a plan that failed no picture lies about while the next is carried out, and one that was
// changed once it was taken over is left out.
func TestPicturesOfFailedPlansAreGone(t *testing.T) {
	tries, lay := 0, 0
	b := at(t, written(t, harbour)).with(map[string]func(a *act) error{
		"memory/store-memory": func(a *act) error {
			lay += len(lying(t, filepath.Dir(a.taken)))
			tries++
			if err := a.give("kept", picture(1, 1000)); err != nil {
				return err
			}
			return errors.Join(a.give("changed", picture(2, 1000)), os.WriteFile(a.assets[1].Path, picture(3, 1000), 0o600))
		},
		"dice-roller/roll-dice": func(*act) error { return errors.New("no") },
	})
	b.opts.Planner = plannerFunc(func(ctx context.Context, request plan.Request) ([]byte, error) {
		if request.Attempt < 3 {
			return stepsOf("memory/store-memory", "dice-roller/roll-dice").Plan(ctx, request)
		}
		return stepsOf("memory/store-memory").Plan(ctx, request)
	})
	b.opts.Assets = t.TempDir()
	g := b.open()
	must(t, g, "")
	if got := pictures(t, g); tries < 3 || lay > 0 || got["memory"] != 2 {
		t.Errorf("after %d tries, of which the last keeps the turn, %v is kept, and %d files lay about", tries, got, lay)
	}
}

// Who has no room left for a portrait has drawn nobody: a silhouette stands there.
func TestPortraitsWithoutRoom(t *testing.T) {
	turn := at(t, sample(t, "grey-harbour")).open().begun()
	for i, who := range []string{"player", turn.w.People[0].ID} {
		turn.arrive(portraits.Picture{
			Job: portraits.Job{Who: who, Name: who, Looks: "tall"}, Data: picture(uint64(i), 40<<20), Media: "image/png",
			Origin: event.Drawn, By: "character-portraits",
		})
	}
	first, second := turn.state().Portraits[event.Player], turn.state().Portraits[event.CharacterID(turn.w.People[0].ID)]
	if first.Origin != event.Drawn || second.Origin != event.Silhouette || len(turn.degraded) != 1 {
		t.Errorf("%v and %v, %q", first, second, turn.degraded)
	}
	if has := turn.state().Written("character-portraits").Assets; has != story.AssetSize(40<<20, false) {
		t.Errorf("counted are %d bytes", has)
	}
}
