//go:build unix

package transport_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/narratoria/narratoria/protocol"
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

func asset(id, mediaType, path string) *protocol.Asset {
	return &protocol.Asset{AssetID: id, Kind: "image", MediaType: mediaType, Path: path}
}

func TestAssetsAreTakenOver(t *testing.T) {
	out, kept := t.TempDir(), filepath.Join(t.TempDir(), "assets")
	write(t, out, "a.png", smallPNG())
	write(t, out, "deep/er/same.png", smallPNG())
	write(t, out, "notes.xyz", []byte("anything"))
	collector := transport.NewCollector(kept, transport.CollectorOptions{})
	got, err := collector.Collect(context.Background(), "t1", out, []*protocol.Asset{
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
		"FIFO":              {func(p string) error { return syscall.Mkfifo(p, 0o600) }, nil, "not a plain file"},
		"directory":         {func(p string) error { return os.Mkdir(p, 0o700) }, nil, "not a plain file"},
		"device":            {func(p string) error { return syscall.Mknod(p, syscall.S_IFCHR|0o600, 1<<8|3) }, nil, "not a plain file"},
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
			_, err := collector.Collect(context.Background(), "t1", out, []*protocol.Asset{asset("good", "image/png", "good.png"), bad})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if left, _ := os.ReadDir(kept); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
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
