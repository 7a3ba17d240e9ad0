package transport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// CollectorOptions limit what a [Collector] takes. Zero fields mean the default.
type CollectorOptions struct {
	One int64 // bytes of one asset; 64 MiB
	All int64 // bytes of all assets of one attempt; 256 MiB
}

// A Collector takes assets over from output directories into a directory of its
// own, where a file's name is the hash of its bytes. It may be used concurrently.
//
// An output directory belongs to foreign code. Files are opened through os.Root,
// below the directory whatever links lie in it, and only plain files with one
// name are taken: no symbolic links, FIFOs or devices, and no hard link, which
// could be to a file that was never the script's to give.
type Collector struct {
	dir     string
	options CollectorOptions
}

// NewCollector keeps assets in dir, which is made when the first one comes.
func NewCollector(dir string, options CollectorOptions) *Collector {
	if options.One <= 0 {
		options.One = 64 << 20
	}
	if options.All <= 0 {
		options.All = 256 << 20
	}
	return &Collector{dir, options}
}

// Collect takes all the assets an attempt named, or none: with an error nothing
// of them is left in the directory.
func (c *Collector) Collect(ctx context.Context, tool plan.ToolID, outputDir string, named []*protocol.Asset) (assets []plan.Asset, err error) {
	root, err := os.OpenRoot(outputDir)
	if err != nil {
		return nil, fmt.Errorf("the output directory cannot be opened: %w", err)
	}
	defer root.Close()
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, fmt.Errorf("the directory for assets cannot be made: %w", err)
	}
	staged, err := os.MkdirTemp(c.dir, ".incoming-")
	if err != nil {
		return nil, fmt.Errorf("the directory for assets cannot be written: %w", err)
	}
	defer os.RemoveAll(staged)
	left := c.options.All
	for _, event := range named {
		asset, err := c.stage(ctx, root, outputDir, staged, event, &left)
		if err != nil {
			return nil, fmt.Errorf("asset %q: %w", event.AssetID, err)
		}
		asset.Tool = tool
		assets = append(assets, asset)
	}
	return assets, c.keep(staged, assets)
}

// stage copies one file into the attempt's staging directory.
func (c *Collector) stage(ctx context.Context, root *os.Root, outputDir, staged string, event *protocol.Asset, left *int64) (plan.Asset, error) {
	rel, ok := inside(outputDir, event.Path)
	if !ok {
		return plan.Asset{}, errors.New("its path leaves the output directory")
	}
	file, err := openPlain(root, rel)
	if err != nil {
		return plan.Asset{}, err
	}
	defer file.Close()
	mediaType, _, err := mime.ParseMediaType(event.MediaType)
	if err != nil {
		return plan.Asset{}, fmt.Errorf("%q is no media type", event.MediaType)
	}
	known, err := checkMedia(file, mediaType)
	if err != nil {
		return plan.Asset{}, err
	}
	hash, size, err := c.copy(ctx, file, staged, min(c.options.One, *left))
	if err != nil {
		return plan.Asset{}, err
	}
	*left -= size
	return plan.Asset{
		AssetID: event.AssetID, Kind: event.Kind, MediaType: mediaType, Metadata: strictjson.CloneObject(event.Metadata),
		Path: filepath.Join(c.dir, hash), SHA256: hash, Size: size, Placeholder: !known,
	}, nil
}

// openPlain opens a plain file and nothing else. What is not plain is refused
// before it is opened, since opening a device does something to it, and looked
// at again behind the open, should it have been exchanged.
func openPlain(root *os.Root, rel string) (*os.File, error) {
	before, err := root.Lstat(rel)
	if err != nil {
		return nil, errors.New("its file does not exist in the output directory; write the file before the asset line")
	}
	if err := plainFile(before); err != nil {
		return nil, err
	}
	file, err := root.OpenFile(rel, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, fmt.Errorf("its file cannot be read: %w", err)
	}
	after, err := file.Stat()
	if err == nil {
		err = plainFile(after)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

func plainFile(info os.FileInfo) error {
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		return errors.New("it is a symbolic link; write the file itself into the output directory")
	case !info.Mode().IsRegular():
		return errors.New("it is not a plain file")
	case names(info) > 1:
		return errors.New("it is a hard link to another file; copy the file into the output directory")
	}
	return nil
}

// copy copies at most limit bytes into the staging directory, under their hash.
func (c *Collector) copy(ctx context.Context, file io.ReadSeeker, staged string, limit int64) (hash string, size int64, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", 0, err
	}
	out, err := os.CreateTemp(staged, "part-")
	if err != nil {
		return "", 0, fmt.Errorf("it cannot be copied: %w", err)
	}
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(out, sum), io.LimitReader(until{ctx, file}, limit+1))
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return "", 0, fmt.Errorf("it cannot be copied: %w", err)
	}
	if size > limit {
		return "", 0, fmt.Errorf("it is too large: an asset may have %d bytes and all of one attempt %d", c.options.One, c.options.All)
	}
	hash = hex.EncodeToString(sum.Sum(nil))
	return hash, size, os.Rename(out.Name(), filepath.Join(staged, hash))
}

// keep moves what was staged to its place. A file that is there already has the
// same bytes, so that replacing it changes nothing.
func (c *Collector) keep(staged string, assets []plan.Asset) error {
	moved := map[string]bool{}
	for _, asset := range assets {
		if moved[asset.SHA256] {
			continue
		}
		if err := os.Rename(filepath.Join(staged, asset.SHA256), asset.Path); err != nil {
			return fmt.Errorf("asset %q cannot be kept: %w", asset.AssetID, err)
		}
		moved[asset.SHA256] = true
	}
	return nil
}
