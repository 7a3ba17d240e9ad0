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

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// CollectorOptions limit what a [Collector] takes. Zero fields mean the default.
type CollectorOptions struct {
	One int64 // bytes of one asset; 16 MiB, since the store has it in memory four times when it is put there
	All int64 // bytes of all assets of one attempt; 256 MiB
}

// A Collector takes assets over from output directories into a directory of its
// own, where a file's name is the hash of its bytes. It may be used concurrently.
//
// An output directory belongs to foreign code. It is opened when it is made and
// never again by its name, which the script can give to anything. Files are opened
// below it whatever links lie there, and only plain files with one name are
// taken: no symbolic links, FIFOs, sockets or devices, no hard link, which could
// be to a file that was never the script's to give, and nothing that changes while
// it is taken. What a file holds is judged by the bytes that were taken.
type Collector struct {
	dir     string
	options CollectorOptions
}

// An Output is an output directory.
type Output struct {
	Root *os.Root // as it was made
	Dir  string   // the path the script was given
}

// incoming is how directories begin in which assets are taken over.
const incoming = ".incoming-"

// NewCollector keeps assets in dir, which is made when the first one comes.
func NewCollector(dir string, options CollectorOptions) *Collector {
	if options.One <= 0 {
		options.One = 16 << 20
	}
	if options.All <= 0 {
		options.All = 256 << 20
	}
	return &Collector{dir, options}
}

// Sweep removes what programs that are gone had taken over halfway.
func (c *Collector) Sweep() { scratch.Sweep(c.dir, incoming, nil) }

// Collect takes all the assets an attempt named, or none: with an error nothing
// of them is left in the directory.
func (c *Collector) Collect(ctx context.Context, tool plan.ToolID, output Output, named []*protocol.Asset) (assets []plan.Asset, err error) {
	if err := output.inPlace(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, fmt.Errorf("the directory for assets cannot be made: %w", err)
	}
	staged, err := scratch.Open(c.dir, incoming)
	if err != nil {
		return nil, fmt.Errorf("the directory for assets cannot be written: %w", err)
	}
	defer staged.Close()
	left := c.options.All
	for _, event := range named {
		asset, err := c.stage(ctx, output, staged.Path(), event, &left)
		if err != nil {
			return nil, fmt.Errorf("asset %q: %w", event.AssetID, err)
		}
		asset.Tool = tool
		assets = append(assets, asset)
	}
	return assets, c.keep(staged.Path(), assets)
}

// inPlace refuses an output directory whose name leads elsewhere. Nothing there
// would be opened; but whoever put it there believes that it would.
func (o Output) inPlace() error {
	made, err := o.Root.Stat(".")
	if err != nil {
		return fmt.Errorf("the output directory cannot be opened: %w", err)
	}
	if now, err := os.Lstat(o.Dir); err != nil || !os.SameFile(made, now) {
		return errors.New("its output directory was replaced by something else; write into the directory that is there")
	}
	return nil
}

// stage copies one file into the attempt's staging directory.
func (c *Collector) stage(ctx context.Context, output Output, staged string, event *protocol.Asset, left *int64) (plan.Asset, error) {
	rel, ok := inside(output.Dir, event.Path)
	if !ok {
		return plan.Asset{}, errors.New("its path leaves the output directory")
	}
	mediaType, _, err := mime.ParseMediaType(event.MediaType)
	if err != nil {
		return plan.Asset{}, fmt.Errorf("%q is no media type", event.MediaType)
	}
	file, err := openPlain(output.Root, rel)
	if err != nil {
		return plan.Asset{}, err
	}
	defer file.Close()
	taken, err := c.take(ctx, file, staged, min(c.options.One, *left))
	if err != nil {
		return plan.Asset{}, err
	}
	known, err := judge(taken.path, mediaType)
	if err != nil {
		return plan.Asset{}, err
	}
	*left -= taken.size
	return plan.Asset{
		AssetID: event.AssetID, Kind: event.Kind, MediaType: mediaType, Metadata: strictjson.CloneObject(event.Metadata),
		Path: filepath.Join(c.dir, taken.sha256), SHA256: taken.sha256, Size: taken.size, Placeholder: !known,
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
	if err == nil && !os.SameFile(before, after) {
		err = errChanging
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
		return fmt.Errorf("it is not a plain file but %s", plainfile.Kind(info.Mode()))
	case names(info) > 1:
		return errors.New("it is a hard link to another file; copy the file into the output directory")
	}
	return nil
}

var errChanging = errors.New("it was changed while it was taken over; end everything that writes it before the script ends")

// A takenFile is an asset's copy in the staging directory.
type takenFile struct {
	path   string
	sha256 string
	size   int64
}

// take copies at most limit bytes into the staging directory, under their hash,
// of a file that stays as it is.
func (c *Collector) take(ctx context.Context, file *os.File, staged string, limit int64) (takenFile, error) {
	before, err := file.Stat()
	if err != nil {
		return takenFile{}, err
	}
	if before.Size() > limit {
		return takenFile{}, fmt.Errorf("it is too large: an asset may have %d bytes and all of one attempt %d", c.options.One, c.options.All)
	}
	hash, part, size, err := copyOf(ctx, file, staged, before.Size()+1)
	if err != nil {
		return takenFile{}, fmt.Errorf("it cannot be copied: %w", err)
	}
	after, err := file.Stat()
	switch {
	case err != nil:
		return takenFile{}, err
	case size != before.Size() || after.Size() != size || !after.ModTime().Equal(before.ModTime()) || names(after) > 1 || !stillNamed(file):
		return takenFile{}, errChanging
	}
	taken := takenFile{filepath.Join(staged, hash), hash, size}
	return taken, os.Rename(part, taken.path)
}

// copyOf copies at most limit bytes into a new file.
func copyOf(ctx context.Context, file io.Reader, staged string, limit int64) (hash, path string, size int64, err error) {
	out, err := os.CreateTemp(staged, "part-")
	if err != nil {
		return "", "", 0, err
	}
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(out, sum), io.LimitReader(until{ctx, file}, limit))
	return hex.EncodeToString(sum.Sum(nil)), out.Name(), size, errors.Join(err, out.Close())
}

// judge holds what was taken against its media type.
func judge(path, mediaType string) (known bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	return checkMedia(file, mediaType)
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
