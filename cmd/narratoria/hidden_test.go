package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/hostiletext"
	"github.com/narratoria/narratoria/internal/soak"
)

// hiding is a campaign that is full of a text: in names, titles, choices, lore and files.
func hiding(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	value := func(v any) string {
		data, err := json.Marshal(v)
		must(t, err)
		return string(data)
	}
	object := map[string]any{}
	for name, v := range map[string]string{
		"manifest.json":                     value(map[string]any{"title": "Harbour " + text, "version": "1.0.0", "description": text, "author": text, "tags": []string{text}}),
		"world/setting.md":                  "A harbour.\n\n" + text + "\n",
		"world/places.json":                 value(map[string]any{"places": []any{map[string]any{"id": "quay", "name": "the quay " + text, "description": text, "exits": []string{"inn", text}}, map[string]any{"id": "inn", "name": text}}}),
		"world/items.json":                  value(map[string]any{"items": []any{map[string]any{"id": "rope", "name": "a " + text, "description": text, "at": "quay"}}}),
		"world/constraints.md":              "```constraint\n" + text + "\n```\n",
		"characters/npcs/ines/profile.json": value(map[string]any{"name": "Ines " + text, "role": text, "personality": map[string]any{"traits": []string{text}, "flaws": []string{"proud"}, "virtues": []string{"kind"}}, "place": "quay", text: text}),
		"characters/player/template.json":   value(map[string]any{"preset": map[string]any{"name": "Jo " + text, "appearance": text}, "starting_items": []string{text}}),
		"lore/a.md":                         "---\ntitle: " + strings.ReplaceAll(text, "\n", " ") + "\n---\n" + text + "\n",
		"plot/premise.md":                   "# " + text + "\n\nYou came for the lamp. " + text + "\n",
		"plot/beats.json": value(map[string]any{"beats": []any{map[string]any{
			"id": "start", "title": text, "place": "quay", "cue": text, "mood": text, "prose": []string{"You come to the quay. " + text},
			"choices": []any{map[string]any{"id": "c", "text": "Take " + text, "hint": text, "stays": true, "prose": []string{text}, "effects": []any{map[string]any{"learn": text}, map[string]any{"thread": map[string]any{"id": "t", "title": text}}}}},
			text:      object,
		}}}),
	} {
		save(t, filepath.Join(dir, name), v)
	}
	// Not every system has such names of files.
	name := strings.NewReplacer("/", "_", "\x00", "").Replace(text)
	if len(name) < 200 {
		_ = os.WriteFile(filepath.Join(dir, "lore", name+".md"), []byte(text), 0o644)
	}
	return dir
}

// TestHiddenTextActsOnNoTerminal: what a campaign says, and what is typed, is shown, listed
// and logged without anything hidden in it, and without anything that acts on a terminal.
func TestHiddenTextActsOnNoTerminal(t *testing.T) {
	all := hostiletext.Texts()
	every := len(all) / soak.Count(len(all))
	for i := 0; i < len(all); i += every {
		text := all[(i+i/every)%len(all)] // another placement each time
		ownDirectories(t)
		dir, played, refused := hiding(t, text), false, ""
		for _, args := range [][]string{
			{"campaign", "validate", dir}, {"campaign", "info", dir}, {"play", dir, "--seed=7", "--save", "day"},
			{"play", "--continue", "--save", "day", "--auto", "2", "--json"}, {"saves"}, {"saves", "--json"},
			{"story", "log", "day"}, {"story", "state", "day", "--all"}, {"log"},
		} {
			var out, errs bytes.Buffer
			typed := "1\nask Ines about " + strings.ReplaceAll(text, "\n", " ") + "\n" + strings.ReplaceAll(text, "\n", " ") + "\nlook\njournal\npeople\ninventory\nq\n"
			code := run(context.Background(), args, strings.NewReader(typed), &out, &errs)
			if found := hiddenIn(out.String() + errs.String()); found != "" {
				t.Errorf("%q, %s: %q is in %s", text, args[:2], found, around(out.String()+errs.String(), found))
			}
			if code != exitOK {
				refused += errs.String()
			}
			played = played || args[0] == "play" && code == exitOK && strings.Contains(out.String(), hostiletext.Word)
		}
		if !played {
			t.Errorf("%q: nothing was played with it: %s", text, refused)
		}
	}
}

// hiddenIn is the first of a text that acts on a terminal, or is not seen there; "" for none.
func hiddenIn(text string) string {
	if found := acting(text); found != "" {
		return found
	}
	marks := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("\u034f\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0", r), r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff:
			return string(r)
		case r >= 0x300 && r < 0x370:
			if marks++; marks > 4 {
				return "a heap of marks"
			}
		default:
			marks = 0
		}
	}
	return ""
}

// around quotes a text where something is found.
func around(text, found string) string {
	at := max(strings.Index(text, found), 0)
	return fmt.Sprintf("%q", text[max(0, at-60):min(len(text), at+60)])
}
