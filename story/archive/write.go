package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// Options of an archive. The zero value is usable.
type Options struct {
	Title   string // of the campaign, for people; its id unless given
	Program string // version of the program
}

// Write writes a save as an archive, whoever plays it meanwhile, and gives its manifest. Errors:
// persistence's, and those of writing.
func Write(ctx context.Context, to io.Writer, save *persistence.Save, opts Options) (Manifest, error) {
	told, err := story.Open(ctx, save)
	if err != nil {
		return Manifest{}, err
	}
	w := &writer{ctx: ctx, zip: zip.NewWriter(to), save: save, told: told, opts: opts}
	if err := w.all(); err != nil {
		return w.manifest, err
	}
	return w.manifest, w.zip.Close()
}

// A writer writes one archive.
type writer struct {
	ctx      context.Context
	zip      *zip.Writer
	save     *persistence.Save
	told     *story.Playthrough
	opts     Options
	manifest Manifest
	blobs    []blob
	named    map[event.Hash]bool
}

// A blob is what events name.
type blob struct {
	sum   event.Hash
	media string
	like  string // of a document; "" for other bytes
}

func (w *writer) all() error {
	state := w.told.State()
	w.named = make(map[event.Hash]bool)
	w.manifest = Manifest{
		Version: Version, Program: w.opts.Program, Playthrough: w.save.Playthrough(), Title: w.opts.Title, Head: w.told.Where().Branch,
		Turn: state.Turn.Number, Reducers: story.ReducerVersion, Campaign: Campaign(state.Campaign), Player: state.Player().Name(string(event.Player)),
	}
	if w.manifest.Title == "" {
		w.manifest.Title = state.Campaign.ID
	}
	if err := w.branches(); err != nil {
		return err
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{readmeFile, w.readme}, {manifestFile, w.writeManifest}, {proseFile, w.prose}, {controlFile, w.control},
	} {
		if err := w.file(file.name, file.write); err != nil {
			return err
		}
	}
	for _, b := range w.manifest.Branches {
		if err := w.file(b.File, func(to io.Writer) error { return w.events(to, b.ID) }); err != nil {
			return err
		}
	}
	if err := w.file(documentsFile, w.documents); err != nil {
		return err
	}
	return w.assets()
}

// branches looks through all events, for what the manifest says of them and for what they name.
func (w *writer) branches() error {
	counts := make(map[event.BranchID]int64)
	return story.Replay(w.ctx, w.save, func(r persistence.Record, _ *story.State) error {
		counts[r.Branch]++
		w.name(r.Event)
		return nil
	}, func(b persistence.Branch, s *story.State) {
		w.manifest.Branches = append(w.manifest.Branches, Branch{
			ID: b.ID, File: fmt.Sprintf("%s%04d.ndjson", branchesDir, len(w.manifest.Branches)+1),
			Events: counts[b.ID], Last: max(s.Position, b.At), State: s.Digest().String(),
		})
	})
}

// name notes the blobs that an event names, each once.
func (w *writer) name(e event.Event) {
	for _, sum := range e.Blobs() {
		if w.named[sum] {
			continue
		}
		w.named[sum] = true
		b := blob{sum: sum, media: e.Text("media")}
		switch e.Kind {
		case event.PlanSettled:
			b.like = e.Text("part")
		case event.Generated:
			b.like = string(e.Kind)
		}
		w.blobs = append(w.blobs, b)
	}
}

// dense is how many times less a text may take up in the archive: whoever reads one stops where
// it becomes much more.
const dense = 50

// entry is less than what a file takes up in the archive beside its bytes.
const entry = 128

// file writes a file packed, or plainly where it could be taken for one that is made to be large.
func (w *writer) file(name string, write func(io.Writer) error) error {
	var packed bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err != nil {
		return err
	}
	sum, size := crc32.NewIEEE(), &counter{}
	buffered := bufio.NewWriterSize(io.MultiWriter(deflate, sum, size), 1<<16)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := deflate.Close(); err != nil {
		return err
	}
	if size.n > dense*int64(packed.Len()+entry) {
		to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		return write(to)
	}
	to, err := w.zip.CreateRaw(&zip.FileHeader{
		Name: name, Method: zip.Deflate, CRC32: sum.Sum32(), CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(size.n),
	})
	if err == nil {
		_, err = to.Write(packed.Bytes())
	}
	return err
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func (w *writer) readme(to io.Writer) error {
	m := w.manifest
	_, err := fmt.Fprintf(to, `This is a story that was played with Narratoria: %s, up to turn %d.

story.md           what was told, to read
manifest.json      whose story it is, and of which campaign
branches/          every event of it, one a line: all that is so follows from them
control.ndjson     where its branches part, and along which it is told
documents.ndjson   the plans of its turns, and what came of them
assets/            its pictures and sounds

Whoever has Narratoria and the campaign %q goes on with it:

  narratoria story import FILE
`, strings.Join(strings.Fields(m.Title), " "), m.Turn, m.Campaign.ID)
	return err
}

func (w *writer) writeManifest(to io.Writer) error {
	_, err := to.Write(append(indented(nil, w.manifest.object(), "\n"), '\n'))
	return err
}

// indented is an object with each member on a line of its own, and each element of a list.
func indented(data []byte, o strictjson.Object, line string) []byte {
	open := byte('{')
	for _, key := range slices.Sorted(maps.Keys(o)) {
		data = append(append(append(data, open), line...), "  "...)
		data = append(strictjson.Append(data, key), ": "...)
		open = ','
		switch v := o[key].(type) {
		case strictjson.Object:
			data = indented(data, v, line+"  ")
		case []any:
			data = append(data, '[')
			for i, item := range v {
				if i > 0 {
					data = append(data, ',')
				}
				data = strictjson.Append(append(append(data, line...), "    "...), item)
			}
			data = append(append(append(data, line...), "  "...), ']')
		default:
			data = strictjson.Append(data, v)
		}
	}
	return append(append(data, line...), '}')
}

// prose is what was told, where anything was.
func (w *writer) prose(to io.Writer) error {
	if w.told.State().Turn.Number == 0 {
		return nil
	}
	t, err := transcript.Of(w.ctx, w.told, event.Where{}, transcript.Options{Title: w.manifest.Title})
	if err != nil {
		return err
	}
	return t.Markdown(to)
}

func (w *writer) control(to io.Writer) error {
	for raw, err := range w.save.StoredControls(w.ctx) {
		if err == nil {
			err = putLine(to, "control", raw.Bytes, raw.Sequence, raw.Hash, raw.Wall)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) events(to io.Writer, branch event.BranchID) error {
	for raw, err := range w.save.StoredEvents(w.ctx, branch, 0) {
		if err == nil {
			err = putLine(to, "event", raw.Bytes, int64(raw.Position), raw.Hash, raw.Wall)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// putLine writes a record, which is an object in its one form and so can stand in another.
func putLine(to io.Writer, name string, record []byte, at int64, hash event.Hash, wall int64) error {
	tree, err := strictjson.ParseObject(record)
	if err != nil {
		return err
	}
	_, err = to.Write(append(strictjson.Append(nil, strictjson.Object{
		"at": strictjson.Int(at), name: tree, "hash": hash.String(), "wall": time.Unix(0, wall).UTC().Format(time.RFC3339Nano),
	}), '\n'))
	return err
}

// largestDocument is how large a document is that stands in a line; others are among the assets.
const largestDocument = 4 << 20

// documents are texts that are objects in their one form; others are among the assets.
func (w *writer) documents(to io.Writer) error {
	for i, b := range w.blobs {
		if b.like == "" {
			continue
		}
		data, err := w.save.GetBlob(w.ctx, b.sum)
		if err != nil {
			return err
		}
		document, err := strictjson.ParseObjectWithin(data, strictjson.Limits{Values: maxValues - 10})
		if err != nil || len(data) > largestDocument || !bytes.Equal(strictjson.Append(nil, document), data) {
			w.blobs[i].like = ""
			continue
		}
		_, err = to.Write(append(strictjson.Append(nil, strictjson.Object{"document": document, "like": b.like, "sha256": b.sum.String()}), '\n'))
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) assets() error {
	for _, b := range w.blobs {
		if b.like != "" {
			continue
		}
		data, err := w.save.GetBlob(w.ctx, b.sum)
		if err == nil {
			err = w.file(assetsDir+b.sum.String()+endings[b.media], func(to io.Writer) error { _, err := to.Write(data); return err })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// endings are those of files, by their media type; others have none.
var endings = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif",
	"audio/mpeg": ".mp3", "audio/ogg": ".ogg", "audio/wav": ".wav", "audio/flac": ".flac", "text/plain": ".txt", "application/json": ".json",
}
