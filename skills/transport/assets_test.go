//go:build unix

package transport_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/transport"
)

// hugePNG is a header that promises an image nobody wants to unpack.
func hugePNG(width, height uint32) []byte {
	header := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(header[4:], width)
	binary.BigEndian.PutUint32(header[8:], height)
	header[12] = 8
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(header))
}

func write(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// opened is an output directory, held.
func opened(t *testing.T, dir string) transport.Output {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return transport.Output{Root: root, Dir: dir}
}

func asset(id, mediaType, path string) *protocol.Asset {
	return &protocol.Asset{AssetID: id, Kind: "image", MediaType: mediaType, Path: path}
}

func TestAssetsAreTakenOver(t *testing.T) {
	out, kept := t.TempDir(), filepath.Join(t.TempDir(), "assets")
	write(t, out, "a.png", smallPNG())
	write(t, out, "deep/er/same.png", smallPNG())
	write(t, out, "notes.xyz", []byte("anything"))
	collector := transport.NewCollector(kept, transport.CollectorOptions{})
	got, err := collector.Collect(context.Background(), "t1", opened(t, out), []*protocol.Asset{
		asset("a", "image/png", "a.png"), asset("b", "image/PNG; q=1", filepath.Join(out, "deep/er/same.png")), asset("c", "application/x-notes", "notes.xyz"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, placeholder := range []bool{false, false, true} {
		data, err := os.ReadFile(got[i].Path)
		if err != nil || int64(len(data)) != got[i].Size || got[i].Placeholder != placeholder || got[i].Tool != "t1" {
			t.Errorf("%+v: %d bytes, %v", got[i], len(data), err)
		}
	}
	if got[0].SHA256 != got[1].SHA256 || got[1].MediaType != "image/png" {
		t.Errorf("%+v and %+v", got[0], got[1])
	}
	if left, _ := os.ReadDir(kept); len(left) != 2 {
		t.Errorf("%d files are kept, want 2", len(left))
	}
}

// TestAssetsRefused holds a sound asset and then a bad one: nothing of either is kept.
func TestAssetsRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.png")
	if err := os.WriteFile(secret, smallPNG(), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		bad   func(path string) error
		asset *protocol.Asset
		want  string
	}{
		"symbolic link":     {func(p string) error { return os.Symlink("/etc/passwd", p) }, nil, "symbolic link"},
		"link within":       {func(p string) error { return os.Symlink("good.png", p) }, nil, "symbolic link"},
		"through a link":    {func(p string) error { return os.Symlink(filepath.Dir(secret), p) }, asset("x", "image/png", "bad/secret.png"), "does not exist in the output directory"},
		"hard link":         {func(p string) error { return os.Link(secret, p) }, nil, "hard link"},
		"FIFO":              {func(p string) error { return syscall.Mkfifo(p, 0o600) }, nil, "not a plain file but a FIFO"},
		"socket":            {socket, nil, "not a plain file but a socket"},
		"sparse giant":      {sparse(1 << 40), nil, "too large"},
		"directory":         {func(p string) error { return os.Mkdir(p, 0o700) }, nil, "not a plain file but a directory"},
		"device":            {func(p string) error { return syscall.Mknod(p, syscall.S_IFCHR|0o600, 1<<8|3) }, nil, "not a plain file but a device"},
		"missing":           {func(string) error { return nil }, nil, "write the file before the asset line"},
		"too large":         {func(p string) error { return os.WriteFile(p, append(smallPNG(), make([]byte, 5000)...), 0o600) }, nil, "too large"},
		"too large in all":  {func(p string) error { return os.WriteFile(p, append(smallPNG(), make([]byte, 3950)...), 0o600) }, nil, "too large"},
		"not what it says":  {func(p string) error { return os.WriteFile(p, []byte("<html>"), 0o600) }, nil, "content is not image/png"},
		"empty":             {func(p string) error { return os.WriteFile(p, nil, 0o600) }, nil, "content is not image/png"},
		"image bomb":        {func(p string) error { return os.WriteFile(p, hugePNG(20_000, 20_000), 0o600) }, nil, "20000 x 20000 pixels"},
		"broken image":      {func(p string) error { return os.WriteFile(p, smallPNG()[:20], 0o600) }, nil, "cannot be read"},
		"wave that is webp": {func(p string) error { return os.WriteFile(p, []byte("RIFF....WEBP...."), 0o600) }, asset("x", "audio/wav", "bad"), "content is not audio/wav"},
		"traversal":         {func(string) error { return nil }, asset("x", "image/png", "../secret.png"), "leaves the output directory"},
		"no media type":     {func(p string) error { return os.WriteFile(p, smallPNG(), 0o600) }, asset("x", "image/", "bad"), "no media type"},
	} {
		t.Run(name, func(t *testing.T) {
			out, kept := t.TempDir(), t.TempDir()
			write(t, out, "good.png", smallPNG())
			if err := test.bad(filepath.Join(out, "bad")); err != nil {
				t.Skipf("needs what this machine refuses: %v", err)
			}
			bad := test.asset
			if bad == nil {
				bad = asset("x", "image/png", "bad")
			}
			collector := transport.NewCollector(kept, transport.CollectorOptions{One: 4096, All: 4096})
			_, err := collector.Collect(context.Background(), "t1", opened(t, out), []*protocol.Asset{asset("good", "image/png", "good.png"), bad})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if left, _ := os.ReadDir(kept); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
		})
	}
}

// An attempt's assets go where it says, else where its transport takes them, and have no more
// bytes than its share.
func TestAssetsOfAnAttempt(t *testing.T) {
	usual, own := t.TempDir(), filepath.Join(t.TempDir(), "own")
	for name, test := range map[string]struct {
		inv  skills.Invocation
		dir  string
		want string // "" is taken over
	}{
		"as usual":         {skills.Invocation{}, usual, ""},
		"its own place":    {skills.Invocation{Assets: own}, own, ""},
		"its share":        {skills.Invocation{Share: skills.Share{Assets: 4_000}}, usual, ""},
		"beyond its share": {skills.Invocation{Assets: own, Share: skills.Share{Assets: 3_999}}, own, "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			write(t, out, "a", bytes.Repeat([]byte("a"), 2_000))
			write(t, out, "b", bytes.Repeat([]byte("b"), 2_000))
			collector := transport.CollectorOf(test.inv, transport.NewCollector(usual, transport.CollectorOptions{}))
			taken, err := collector.Collect(t.Context(), "t1", opened(t, out), []*protocol.Asset{asset("a", "application/x-notes", "a"), asset("b", "application/x-notes", "b")})
			switch {
			case test.want != "":
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v, %v", taken, err)
				}
			case err != nil || len(taken) != 2 || filepath.Dir(taken[0].Path) != test.dir:
				t.Errorf("%v, %v", taken, err)
			}
		})
	}
}

func TestAssetPathsOutside(t *testing.T) {
	for path, inside := range map[string]bool{
		"a.png": true, "/out/a.png": true, "/out/b/../a.png": true, "b/../a.png": true, "/out/..a.png": true,
		"../a.png": false, "/etc/passwd": false, "/out/../a.png": false, "/output/a.png": false, "b/../../a": false, "/out": false, ".": false,
	} {
		inv := invocation()
		inv.Request.OutputDir = "/out"
		lines := fmt.Sprintf(`{"version":"0","type":"asset","assetId":"a","kind":"image","mediaType":"image/png","path":%q}`+"\n"+doneLine, path)
		exchange := transport.Begin(inv, transport.Options{})
		exchange.Converse(context.Background(), nopStdin{io.Discard}, strings.NewReader(lines))
		outcome := exchange.Outcome(context.Background(), transport.Exit{})
		if got := outcome.Err == nil; got != inside {
			t.Errorf("%s: %v", path, outcome.Err)
		}
		if !inside && outcome.Err != nil && outcome.Err.Code != string(protocol.AssetOutside) {
			t.Errorf("%s: %v", path, outcome.Err)
		}
	}
}

func socket(path string) error {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	return syscall.Bind(fd, &syscall.SockaddrUnix{Name: path})
}

// sparse makes a file of which nothing is on the disk.
func sparse(size int64) func(path string) error {
	return func(path string) error {
		if err := os.WriteFile(path, smallPNG(), 0o600); err != nil {
			return err
		}
		return os.Truncate(path, size)
	}
}

// replacements are what a script can put in its output directory's place; other
// is a directory that is not its own, with a.png in it.
var replacements = map[string]func(out, other string) error{
	"by a link": func(out, other string) error { return os.Symlink(other, out) },
	"by another directory": func(out, other string) error {
		return os.CopyFS(out, os.DirFS(other))
	},
	"by the other one itself": func(out, other string) error { return os.Rename(other, out) },
	"by a FIFO":               func(out, _ string) error { return syscall.Mkfifo(out, 0o600) },
	"by nothing":              func(string, string) error { return nil },
}

// A script that puts something else where its output directory was gives none of
// that away. The negative control opens the directory by its name, as one would.
func TestReplacedOutputDirectory(t *testing.T) {
	for name, replace := range replacements {
		t.Run(name, func(t *testing.T) {
			base, kept := t.TempDir(), t.TempDir()
			out, other := filepath.Join(base, "out"), filepath.Join(base, "system")
			write(t, other, "a.png", smallPNG())
			write(t, out, "mine", nil)
			held := opened(t, out)
			if err := os.Rename(out, out+"-moved"); err != nil {
				t.Fatal(err)
			}
			if err := replace(out, other); err != nil {
				t.Fatal(err)
			}
			named := []*protocol.Asset{asset("a", "image/png", "a.png")}
			collector := transport.NewCollector(kept, transport.CollectorOptions{})
			taken, err := collector.Collect(t.Context(), "t1", held, named)
			if err == nil || !strings.Contains(err.Error(), "replaced") || len(taken) > 0 {
				t.Errorf("took %v, %v", taken, err)
			}
			if left, _ := os.ReadDir(kept); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
			if name == "by nothing" || name == "by a FIFO" {
				return
			}
			again := opened(t, out)
			again.Dir, _ = filepath.EvalSymlinks(out)
			if taken, err := collector.Collect(t.Context(), "t1", again, named); err != nil || len(taken) != 1 {
				t.Errorf("opened by its name: %v, %v: the test shows nothing", taken, err)
			}
		})
	}
}

// growing is a context that lets a file grow whenever it is asked whether it has
// ended, which is before every read.
type growing struct {
	context.Context
	file *os.File
	by   []byte
}

func (g growing) Err() error {
	_, err := g.file.Write(g.by)
	return errors.Join(err, g.Context.Err())
}

// What grows, or changes without growing, while it is taken is not taken in part.
func TestAssetsThatChangeWhileTaken(t *testing.T) {
	for name, flags := range map[string]int{"grows": os.O_WRONLY | os.O_APPEND, "changes": os.O_WRONLY} {
		out, kept := t.TempDir(), t.TempDir()
		write(t, out, "notes", make([]byte, 1<<20))
		old := time.Now().Add(-time.Hour)
		_ = os.Chtimes(filepath.Join(out, "notes"), old, old)
		file, err := os.OpenFile(filepath.Join(out, "notes"), flags, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		collect := func(ctx context.Context) ([]plan.Asset, error) {
			return transport.NewCollector(kept, transport.CollectorOptions{}).Collect(
				ctx, "t1", opened(t, out), []*protocol.Asset{asset("a", "application/x-notes", "notes")})
		}
		taken, err := collect(growing{t.Context(), file, make([]byte, 100)})
		if err == nil || !strings.Contains(err.Error(), "changed while it was taken") || len(taken) > 0 {
			t.Errorf("%s: took %v, %v", name, taken, err)
		}
		if left, _ := os.ReadDir(kept); len(left) > 0 {
			t.Errorf("%s: %s is left", name, left[0].Name())
		}
		if _, err := collect(t.Context()); err != nil {
			t.Errorf("%s: once it is still: %v", name, err)
		}
	}
}

// Files are exchanged for links to a secret while they are taken, thousands of
// times a second: the secret never comes in.
func TestAssetsSwappedWhileTaken(t *testing.T) {
	base := t.TempDir()
	out := filepath.Join(base, "out")
	secret := bytes.Repeat([]byte("secret"), 1000)
	write(t, base, "secret", secret)
	write(t, out, "good", bytes.Repeat([]byte("public"), 1000))
	held := opened(t, out)
	stopping, stopped := make(chan struct{}), make(chan struct{})
	go func() { // until stopped
		defer close(stopped)
		at, next := filepath.Join(out, "asset"), filepath.Join(out, "next")
		for i := 0; ; i++ {
			select {
			case <-stopping:
				return
			default:
			}
			_ = os.Remove(next)
			switch i % 3 {
			case 0:
				_ = os.Symlink("../secret", next)
			case 1:
				_ = os.Link(filepath.Join(base, "secret"), next)
			default:
				_ = os.WriteFile(next, bytes.Repeat([]byte("public"), 1000), 0o600)
			}
			_ = os.Rename(next, at)
		}
	}()
	kept := t.TempDir()
	collector := transport.NewCollector(kept, transport.CollectorOptions{})
	taken, leaked := 0, 0
	for range soak.Count(100_000) {
		assets, err := collector.Collect(t.Context(), "t1", held, []*protocol.Asset{asset("a", "application/x-notes", "asset")})
		if err == nil {
			taken++
			if data, _ := os.ReadFile(assets[0].Path); bytes.Contains(data, []byte("secret")) {
				t.Fatal("the secret was taken in")
			}
		}
		if data, _ := os.ReadFile(filepath.Join(out, "asset")); bytes.Contains(data, []byte("secret")) {
			leaked++
		}
	}
	close(stopping)
	<-stopped
	if taken == 0 || leaked == 0 {
		t.Errorf("taken %d times, and by its name the secret was read %d times: the test shows nothing", taken, leaked)
	}
	t.Logf("taken %d times; by its name the secret would have come in %d times", taken, leaked)
}
