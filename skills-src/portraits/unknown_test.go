package portraits_test

import (
	"bytes"
	"testing"
)

// Of whom nothing is known, each has a face, and always the same one; what little is
// said shows.
func TestNothingKnownIsNoSilhouette(t *testing.T) {
	seen := map[string][]byte{}
	for name, request := range map[string]map[string]any{
		"stranger": {"character": "stranger"}, "stranger, in words": of("stranger", "A person,"),
		"old man": of("stranger", "A man, aged 70."), "other": {"character": "other"},
	} {
		th := theatre{T: t, data: t.TempDir()}
		a := th.play("update-portrait", request)
		if again := th.play("update-portrait", request); a.png == nil || a.Placeholder || !bytes.Equal(a.png, again.png) {
			t.Errorf("%s: %s", name, a.events)
		}
		for other, png := range seen {
			same := other[:5] == name[:5] && name[:5] == "stran"
			if bytes.Equal(png, a.png) != same {
				t.Errorf("%s and %s: the same picture: %v", name, other, !same)
			}
		}
		seen[name] = a.png
	}
}
