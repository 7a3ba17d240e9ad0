package portraits_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills-src/portraits"
	"github.com/narratoria/narratoria/skills/kit"
)

var scripts = map[string]kit.Script{
	"generate-portrait": portraits.Generate,
	"lookup-portrait":   portraits.Lookup,
	"update-portrait":   portraits.Update,
}

func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, kit.ByOperation(scripts)) }

// theatre is a playthrough. Without a story all that is kept is in its data
// directory.
type theatre struct {
	*testing.T
	data  string
	story *host.Host // with data where it is not nil
}

// answer is what one invocation gave.
type answer struct {
	Found, Cached, Updated, Placeholder bool
	AssetID, DescriptionHash            string
	AltText                             string `json:"alt_text"`

	png    []byte
	events string
}

func (th theatre) play(script string, input map[string]any) answer {
	th.Helper()
	return th.configured(script, input, map[string]any{"resolution": 256})
}

func (th theatre) configured(script string, input, config map[string]any) (a answer) {
	th.Helper()
	out := th.TempDir()
	features := []string{}
	if th.story != nil {
		features = []string{"data"}
	}
	request, err := json.Marshal(map[string]any{"protocol": map[string]any{"version": "0", "features": features}, "operation": script, "input": input, "config": config, "outputDir": out, "dataDir": th.data})
	if err != nil {
		th.Fatal(err)
	}
	return th.read(out, scripts[script], append(request, '\n'))
}

// read plays a request and reads what came of it.
func (th theatre) read(out string, script kit.Script, request []byte) (a answer) {
	th.Helper()
	story := th.story
	if story == nil {
		story = host.New()
	}
	events, _ := scripttest.PlayOn(th.T, story, script, request)
	for line := range bytes.Lines(events) {
		var event struct {
			Type, Path string
			OK         bool
			Output     json.RawMessage
		}
		err := json.Unmarshal(line, &event)
		if err != nil {
			th.Fatal(err)
		}
		switch {
		case event.Type == "asset":
			if a.png, err = os.ReadFile(filepath.Join(out, event.Path)); err != nil {
				th.Fatal(err)
			}
		case event.Type == "done" && (!event.OK || json.Unmarshal(event.Output, &a) != nil):
			th.Fatalf("%s", events)
		}
	}
	a.events = string(events)
	return a
}

const keeper = "A young woman with long red hair, in a blue coat."

func of(character, description string) map[string]any {
	return map[string]any{"character": character, "description": description}
}

func TestSameDescriptionSameBytes(t *testing.T) {
	one := theatre{T: t, data: t.TempDir()}.play("generate-portrait", of("keeper", keeper))
	two := theatre{T: t, data: t.TempDir()}.play("generate-portrait", of("keeper", keeper))
	if one.Cached || two.Cached || one.AssetID != two.AssetID || !bytes.Equal(one.png, two.png) {
		t.Error("one description gives two pictures")
	}
	other := theatre{T: t, data: t.TempDir()}.play("generate-portrait", of("keeper", "An old man with a grey beard."))
	if other.AssetID == one.AssetID || bytes.Equal(one.png, other.png) || other.DescriptionHash == one.DescriptionHash {
		t.Error("two descriptions give one picture")
	}
}

func TestPicturesAreKept(t *testing.T) {
	th := theatre{T: t, data: t.TempDir()}
	drawn := th.play("generate-portrait", of("keeper", keeper))
	for _, script := range []string{"generate-portrait", "lookup-portrait", "update-portrait"} {
		kept := th.play(script, of("keeper", keeper))
		if !kept.Found || !kept.Cached || !bytes.Equal(kept.png, drawn.png) {
			t.Errorf("%s: %s", script, kept.events)
		}
	}
	if kept := th.play("lookup-portrait", map[string]any{"character": "keeper"}); !kept.Cached {
		t.Error(kept.events)
	}
	if other := th.play("lookup-portrait", of("smuggler", keeper)); other.Found || other.png != nil {
		t.Error(other.events)
	}
}

// What was drawn belongs to the story: another story in the same data directory
// knows nothing of it, and the story alone is enough to draw it again.
func TestPortraitsFollowTheStory(t *testing.T) {
	data := t.TempDir()
	here, elsewhere := theatre{t, data, host.New()}, theatre{t, data, host.New()}
	drawn := here.play("generate-portrait", of("keeper", keeper))
	if a := elsewhere.play("lookup-portrait", of("keeper", keeper)); a.Found {
		t.Error(a.events)
	}
	here.data = t.TempDir()
	again := here.play("lookup-portrait", map[string]any{"character": "keeper"})
	if !again.Found || again.Cached || !bytes.Equal(again.png, drawn.png) {
		t.Error(again.events)
	}
	files, err := filepath.Glob(filepath.Join(data, "portraits", "*.json"))
	if err != nil || len(files) > 0 {
		t.Error("the data directory remembers what belongs to the story", files)
	}
}

// A cache may be lost or spoilt at any time; nobody can tell from the picture.
func TestSpoiltCacheIsDrawnAgain(t *testing.T) {
	for name, spoil := range map[string]func(file string, content []byte) error{
		"lost":    func(file string, _ []byte) error { return os.Remove(file) },
		"cut off": func(file string, content []byte) error { return os.WriteFile(file, content[:len(content)/2], 0o644) },
		"empty":   func(file string, _ []byte) error { return os.WriteFile(file, nil, 0o644) },
		"foreign": func(file string, _ []byte) error { return os.WriteFile(file, []byte("GIF89a"), 0o644) },
		"flipped": func(file string, content []byte) error {
			content = bytes.Clone(content)
			content[len(content)/2] ^= 0x40
			return os.WriteFile(file, content, 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			th := theatre{T: t, data: t.TempDir()}
			drawn := th.play("generate-portrait", of("keeper", keeper))
			files, _ := filepath.Glob(filepath.Join(th.data, "portraits", "*.png"))
			if len(files) != 1 {
				t.Fatal(files)
			}
			if err := spoil(files[0], drawn.png); err != nil {
				t.Fatal(err)
			}
			again := th.play("lookup-portrait", of("keeper", keeper))
			if again.Cached || !bytes.Equal(again.png, drawn.png) {
				t.Error(again.events)
			}
			if whole := th.play("lookup-portrait", of("keeper", keeper)); !whole.Cached {
				t.Error("the picture was not mended")
			}
		})
	}
}

func TestChangedLooks(t *testing.T) {
	for description, changed := range map[string]bool{
		keeper: false,
		"a young woman with LONG red hair -- in a blue coat":                     false,
		"The young woman in the blue coat":                                       false,
		"She says nothing.":                                                      false,
		"A young woman with short red hair, in a blue coat.":                     true,
		"A young woman with long red hair and a scarred cheek, in a blue coat.":  true,
		"A young woman with long red hair, in a blue coat and a woollen hat.":    true,
		"Smoke, tar, brine: the young one whose temper everyone remembers most.": true,
	} {
		th := theatre{T: t, data: t.TempDir()}
		first := th.play("generate-portrait", of("keeper", keeper))
		if found := th.play("lookup-portrait", of("keeper", description)); found.Found == changed {
			t.Errorf("looked up with %q: %v", description, found.Found)
		}
		updated := th.play("update-portrait", of("keeper", description))
		if updated.Updated != changed || bytes.Equal(updated.png, first.png) == changed {
			t.Errorf("%q: updated %v", description, updated.Updated)
		}
		if after := th.play("lookup-portrait", map[string]any{"character": "keeper"}); !bytes.Equal(after.png, updated.png) {
			t.Errorf("%q: the last portrait is not the one found", description)
		}
	}
}

func TestMoodDrawsAnotherFace(t *testing.T) {
	th := theatre{T: t, data: t.TempDir()}
	calm := th.play("generate-portrait", of("keeper", keeper))
	angry := th.play("update-portrait", map[string]any{"character": "keeper", "mood": "furious"})
	if !angry.Updated || bytes.Equal(calm.png, angry.png) || !strings.Contains(angry.AltText, "red hair") || !strings.Contains(angry.AltText, "angry") {
		t.Error(angry.events)
	}
}

func TestStylesAndSizes(t *testing.T) {
	th, seen := theatre{T: t, data: t.TempDir()}, map[string]bool{}
	for _, style := range []string{"realistic", "stylized", "anime", "pixel"} {
		for _, side := range []int{256, 512, 1024} {
			a := th.configured("generate-portrait", of("keeper", keeper), map[string]any{"stylePreset": style, "resolution": side})
			size, err := png.DecodeConfig(bytes.NewReader(a.png))
			if err != nil || size.Width != side || size.Height != side || a.Cached || seen[a.AssetID] {
				t.Errorf("%s %d: %v %v\n%s", style, side, size, err, a.events)
			}
			seen[a.AssetID] = true
			t.Logf("%s %d: %d bytes", style, side, len(a.png))
		}
	}
}

// Whatever comes, a picture goes out.
func TestHostileInput(t *testing.T) {
	th := theatre{T: t, data: t.TempDir()}
	for i, description := range []string{
		strings.Repeat("a very long red beard, ", 40_000),
		"\x1b[31m\x00\u202e red hair \ufffd",
		strings.Repeat("🎭", 5_000),
		strings.Repeat("-", 100_000),
	} {
		a := th.play("generate-portrait", map[string]any{"character": fmt.Sprintf("../../%d\x1b", i), "name": "El\x1bin\n" + strings.Repeat("x", 1000), "description": description})
		if _, err := png.Decode(bytes.NewReader(a.png)); err != nil {
			t.Error(err)
		}
		if strings.ContainsFunc(a.AltText, func(r rune) bool { return r < ' ' }) || len(a.AltText) > 400 {
			t.Errorf("%q", a.AltText)
		}
	}
}

// A data directory that cannot be used costs the cache, not the picture.
func TestNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{"", file, filepath.Join(file, "missing")} {
		if a := (theatre{T: t, data: data}).play("generate-portrait", of("keeper", keeper)); a.png == nil || a.Placeholder {
			t.Errorf("%q: %s", data, a.events)
		}
	}
}

// What takes too long ends as a silhouette, which is not kept: next time there may
// be time.
func TestNoTime(t *testing.T) {
	th := theatre{T: t, data: t.TempDir()}
	late := th.configured("generate-portrait", of("keeper", keeper), map[string]any{"timeout": 0, "resolution": 256})
	if !late.Placeholder || late.png == nil || !strings.Contains(late.events, "took too long") {
		t.Error(late.events)
	}
	if a := th.play("generate-portrait", of("keeper", keeper)); a.Placeholder || a.Cached {
		t.Error(a.events)
	}
}

// A name of ours outside the cache is never followed there.
func TestLinksAreNotFollowed(t *testing.T) {
	th, elsewhere := theatre{T: t, data: t.TempDir()}, t.TempDir()
	if err := os.Symlink(elsewhere, filepath.Join(th.data, "portraits")); err != nil {
		t.Skip(err)
	}
	a := th.play("generate-portrait", of("keeper", keeper))
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 || a.png == nil {
		t.Errorf("%v %v", left, err)
	}
}

func BenchmarkGenerate(b *testing.B) {
	out := b.TempDir()
	request := fmt.Appendf(nil, `{"operation":"generate-portrait","input":{"character":"k","description":%q},"outputDir":%q}`+"\n", keeper, filepath.ToSlash(out))
	for b.Loop() {
		var events bytes.Buffer
		if kit.Serve(b.Context(), bytes.NewReader(request), &events, &events, portraits.Generate) != 0 || !strings.Contains(events.String(), `"ok":true`) {
			b.Fatal(events.String())
		}
	}
}
