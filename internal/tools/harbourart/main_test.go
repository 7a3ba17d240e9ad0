package main

import (
	"bytes"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestRun draws everything twice: the same bytes, of the sizes that are promised.
func TestRun(t *testing.T) {
	first, second := drawn(t), drawn(t)
	for name, data := range first {
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s: two runs differ", name)
		}
	}
	sizes := map[string][2]int{
		"art/locations/harbour.png":           {960, 540},
		"characters/npcs/ines/portrait.png":   {512, 512},
		"characters/npcs/tobias/portrait.png": {512, 512},
		"characters/npcs/wren/portrait.png":   {512, 512},
	}
	for name, want := range sizes {
		c, err := png.DecodeConfig(bytes.NewReader(first[name]))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := [2]int{c.Width, c.Height}; got != want {
			t.Errorf("%s: %v pixels, want %v", name, got, want)
		}
	}
	if n := len(first["music/ambient/harbour.wav"]); n != 44+2*samples {
		t.Errorf("harbour.wav: %d bytes, want %d", n, 44+2*samples)
	}
}

// TestSoundLoops asks that the end of the sound runs into its start: the step
// across the seam is no larger than the steps inside it.
func TestSoundLoops(t *testing.T) {
	s := seaAndBell()
	largest := 0.0
	for i := 1; i < len(s); i++ {
		largest = max(largest, s[i]-s[i-1], s[i-1]-s[i])
	}
	if seam := max(s[0]-s[len(s)-1], s[len(s)-1]-s[0]); seam > largest {
		t.Errorf("the step at the seam is %.4f, the largest inside %.4f", seam, largest)
	}
}

func drawn(t *testing.T) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
