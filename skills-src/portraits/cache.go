package portraits

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/skills/kit"
)

// cache is a directory of pictures inside dataDir. It may be missing, full, or
// written to by others: then all is drawn anew.
type cache struct {
	inv  *kit.Invocation
	root string // dataDir
	path string // inside it
}

func openCache(inv *kit.Invocation, location string) cache {
	if !filepath.IsLocal(location) {
		inv.Log("warn", "storageLocation leads out of the skill's data directory; portraits are kept in its portraits directory", nil)
		location = "portraits"
	}
	return cache{inv: inv, root: inv.DataDir, path: filepath.ToSlash(location)}
}

// picture reads a picture back, if it is whole and of the right size.
func (c cache) picture(key string, side int) ([]byte, bool) {
	content, ok := c.read(key + ".png")
	if !ok {
		return nil, false
	}
	size, err := png.DecodeConfig(bytes.NewReader(content))
	whole := err == nil && size.Width == side && size.Height == side && bytes.HasSuffix(content, []byte("IEND\xaeB`\x82"))
	if !whole {
		return nil, false
	}
	_, err = png.Decode(bytes.NewReader(content)) // checks the sums of all its parts
	return content, err == nil
}

// largest is more than any picture needs: what is larger is not ours.
const largest = 8 << 20

func (c cache) read(name string) ([]byte, bool) {
	if c.root == "" {
		return nil, false
	}
	root, err := os.OpenRoot(c.root)
	if err != nil {
		return nil, false
	}
	defer root.Close()
	info, err := root.Lstat(c.path + "/" + name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > largest {
		return nil, false
	}
	content, err := root.ReadFile(c.path + "/" + name)
	return content, err == nil
}

// keep writes a file whole or not at all.
func (c cache) keep(name string, content []byte) {
	if c.root == "" {
		return
	}
	if err := c.write(name, content); err != nil {
		c.inv.Log("warn", "the portrait cannot be kept and will be drawn again when it is needed", map[string]any{"error": err.Error()})
	}
}

func (c cache) write(name string, content []byte) error {
	root, err := os.OpenRoot(c.root)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.MkdirAll(c.path, 0o755); err != nil {
		return err
	}
	part := c.path + "/" + name + "." + short(hashed(c.inv.RequestID)) + ".part"
	if err := root.WriteFile(part, content, 0o644); err != nil {
		return err
	}
	return root.Rename(part, c.path+"/"+name)
}

func encode(picture image.Image) []byte {
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, picture); err != nil {
		return nil // only a picture without pixels cannot be encoded
	}
	return out.Bytes()
}
