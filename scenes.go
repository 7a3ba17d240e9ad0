package narratoria

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/atomicfile"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/skills/config"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/transcript"
)

// keepScene writes a scene that the last turn has closed into the user's folder, where they want
// that and it weighs enough. It is done beside the game, which goes on: what was told up to a place
// stays as it was told. What cannot be written is warned of, and hinders nothing.
func (g *Game) keepScene() {
	set := g.program.settings.Scenes
	left, did := g.engine.Left()
	if !did || set.Directory == "" || !g.kept || left.Significance.Rank() < set.Significance.Rank() {
		return
	}
	g.writing.Go(func() {
		ctx := context.Background() // it is short, and the game waits for it when it is closed
		if err := g.program.writeScene(ctx, g.name, left); err != nil {
			g.program.warn("the scene that was closed in turn %d of %q is not in the folder for scenes: %v", left.Turn, g.name, err)
		}
	})
}

// writeScene writes a scene of a story that is being played.
func (p *Program) writeScene(ctx context.Context, name string, left engine.LeftScene) error {
	set := p.settings.Scenes
	return p.ReadStory(ctx, name, func(told *story.Playthrough) error {
		opts := p.transcriptOptions(ctx, told, TranscriptOptions{Pictures: set.Format == config.ScenesHTML})
		scene, err := transcript.Closed(ctx, told, left.At, left.Scene, opts)
		if err != nil {
			return err
		}
		return writeScene(filepath.Join(set.Directory, name), scene, set.Format)
	})
}

// SceneFiles is the folder into which the settings have a story's scenes written, and how many files
// are in it; "" where there is none. They are the user's own: what becomes of the story, and what is
// purged of it, leaves them as they are.
func (p *Program) SceneFiles(name string) (dir string, files int, err error) {
	if p.settings.Scenes.Directory == "" || persistence.CheckName(name) != nil {
		return "", 0, nil
	}
	dir = filepath.Join(p.settings.Scenes.Directory, name)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", 0, nil
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			files++
		}
	}
	return dir, files, err
}

// sceneForms are how scenes are written, and what such files end with.
var sceneForms = map[config.SceneFormat]struct {
	ending string
	write  func(*transcript.Transcript, io.Writer) error
}{
	config.ScenesMarkdown: {".md", (*transcript.Transcript).Markdown},
	config.ScenesJSONL:    {".jsonl", (*transcript.Transcript).JSONL},
	config.ScenesHTML:     {".html", (*transcript.Transcript).HTML},
}

// mostTellings is how many files may be of the same scene: it is told again after a rollback.
const mostTellings = 1000

// writeScene writes a scene under a name that is free: "0012-the-long-quay.md".
func writeScene(dir string, t *transcript.Transcript, format config.SceneFormat) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	form, scene := sceneForms[format], t.Scenes[0]
	name := fmt.Sprintf("%04d", scene.Turns[0].Number)
	if place := action.Slug(scene.Name); place != "" {
		name += "-" + place
	}
	for telling := 1; ; telling++ {
		path := filepath.Join(dir, name+form.ending)
		if telling > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", name, telling, form.ending))
		}
		err := atomicfile.New(path, func(w io.Writer) error { return form.write(t, w) })
		if !errors.Is(err, fs.ErrExist) || telling == mostTellings {
			return err
		}
	}
}
