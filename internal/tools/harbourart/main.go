// Command harbourart draws and sounds the sample campaign: the harbour at dusk,
// three portraits, and a loop of sea wash with a distant bell. It takes no
// input and uses a fixed seed, so running it again rewrites the same files.
//
//	go run ./internal/tools/harbourart            # writes campaigns/grey-harbour
//	go run ./internal/tools/harbourart -out DIR
//
// Every picture is built of filled shapes on a canvas (canvas.go), far things
// first. The sound is filtered noise and a few decaying sines (sound.go).
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", filepath.Join("campaigns", "grey-harbour"), "the campaign's directory")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "harbourart:", err)
		os.Exit(1)
	}
}

// run writes every file below dir, which is made if it is missing.
func run(dir string) error {
	pictures := map[string]func() image.Image{
		"art/locations/harbour.png":           harbour,
		"characters/npcs/ines/portrait.png":   ines,
		"characters/npcs/tobias/portrait.png": tobias,
		"characters/npcs/wren/portrait.png":   wren,
	}
	for name, draw := range pictures {
		var b bytes.Buffer
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&b, draw()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := write(dir, name, b.Bytes()); err != nil {
			return err
		}
	}
	return write(dir, "music/ambient/harbour.wav", wav(seaAndBell()))
}

// write puts one file below dir and makes the directories it needs.
func write(dir, name string, data []byte) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
