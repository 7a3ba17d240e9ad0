package kit

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/protocol"
)

// Asset is a picture, sound or other file for the player.
type Asset struct {
	ID        string // unique within the invocation
	Kind      string // image, audio, video, model, ...
	MediaType string // a MIME type: "image/png"
	Path      string // inside the output directory, relative to it
	Metadata  map[string]any
}

// Asset announces a file that the script has written into its output directory.
// The host copies it once the script is done.
func (inv *Invocation) Asset(a Asset) {
	metadata, err := toObject(a.Metadata)
	inv.send(&protocol.Asset{AssetID: a.ID, Kind: a.Kind, MediaType: a.MediaType, Path: a.Path, Metadata: metadata}, err)
}

// WriteAsset writes the file, making directories on its path, and announces it.
// The path must stay inside the output directory.
func (inv *Invocation) WriteAsset(a Asset, content []byte) error {
	if err := inv.writeFile(a.Path, content); err != nil {
		return fmt.Errorf("asset %q: %w", a.ID, err)
	}
	inv.Asset(a)
	return nil
}

func (inv *Invocation) writeFile(path string, content []byte) error {
	directory, err := os.OpenRoot(inv.OutputDir)
	if err != nil {
		return err
	}
	defer directory.Close()
	if err := directory.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return directory.WriteFile(path, content, 0o644)
}
