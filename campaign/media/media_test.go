package media_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/campaign/media"
	"github.com/narratoria/narratoria/internal/soak"
)

func encoded(t testing.TB, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewGray(image.Rect(0, 0, 12, 7))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngOf(t testing.TB) []byte {
	return encoded(t, func(b *bytes.Buffer, i image.Image) error { return png.Encode(b, i) })
}

func jpegOf(t testing.TB) []byte {
	return encoded(t, func(b *bytes.Buffer, i image.Image) error { return jpeg.Encode(b, i, nil) })
}

// bomb is the head of a PNG that says it has so many pixels.
func bomb(t testing.TB, width, height uint32) []byte {
	data := pngOf(t)
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

func TestRead(t *testing.T) {
	webp := "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"
	for name, test := range map[string]struct {
		data []byte
		want media.Info
		err  error
	}{
		"png":             {pngOf(t), media.Info{Type: "image", Format: "png", Width: 12, Height: 7}, nil},
		"jpeg":            {jpegOf(t), media.Info{Type: "image", Format: "jpeg", Width: 12, Height: 7}, nil},
		"webp":            {[]byte(webp), media.Info{Type: "image", Format: "webp", Width: 1, Height: 1}, nil},
		"mp3 with a tag":  {[]byte("ID3\x04"), media.Info{Type: "audio", Format: "mp3"}, nil},
		"mp3 frame":       {[]byte("\xff\xfb\x90\x64"), media.Info{Type: "audio", Format: "mp3"}, nil},
		"ogg":             {[]byte("OggS\x00"), media.Info{Type: "audio", Format: "ogg"}, nil},
		"flac":            {[]byte("fLaC\x00"), media.Info{Type: "audio", Format: "flac"}, nil},
		"wav":             {[]byte("RIFF\x00\x00\x00\x00WAVE"), media.Info{Type: "audio", Format: "wav"}, nil},
		"40 megapixels":   {bomb(t, 8000, 5000), media.Info{Type: "image", Format: "png", Width: 8000, Height: 5000}, nil},
		"a bomb":          {bomb(t, 20_000, 20_000), media.Info{}, media.ErrTooLarge},
		"a wide bomb":     {bomb(t, 1<<31-1, 1<<31-1), media.Info{}, media.ErrBroken},
		"cut short":       {pngOf(t)[:20], media.Info{}, media.ErrBroken},
		"jpeg cut short":  {jpegOf(t)[:10], media.Info{}, media.ErrBroken},
		"empty":           {nil, media.Info{}, media.ErrUnknown},
		"svg":             {[]byte(`<svg onload="alert(1)"/>`), media.Info{}, media.ErrUnknown},
		"html as png":     {[]byte("<!doctype html>"), media.Info{}, media.ErrUnknown},
		"gif":             {[]byte("GIF89a"), media.Info{}, media.ErrUnknown},
		"an AAC frame":    {[]byte("\xff\xf1\x50\x80"), media.Info{}, media.ErrUnknown},
		"UTF-16 text":     {[]byte("\xff\xfeh\x00"), media.Info{}, media.ErrUnknown},
		"an endless head": {append([]byte("\xff\xd8\xff\xe1\xff\xff"), make([]byte, 3<<20)...), media.Info{}, media.ErrBroken},
	} {
		got, err := media.Read(bytes.NewReader(test.data))
		if got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s is %+v, %v; want %+v, %v", name, got, err, test.want, test.err)
		}
	}
}

// counting counts what is read of it.
type counting struct {
	data []byte
	read int
}

func (c *counting) Read(p []byte) (int, error) {
	n := copy(p, c.data[min(c.read, len(c.data)):])
	c.read += n
	if n == 0 {
		return 0, errors.New("the end")
	}
	return n, nil
}

// TestOnlyTheHeadIsRead: the size of a picture costs nothing.
func TestOnlyTheHeadIsRead(t *testing.T) {
	file := &counting{data: append(pngOf(t), make([]byte, 10<<20)...)}
	if _, err := media.Read(file); err != nil {
		t.Fatal(err)
	}
	if file.read > 64<<10 {
		t.Errorf("%d bytes were read", file.read)
	}
}

// apng is a picture that says that it moves, and polyglot one that goes on as a page.
func apng(t testing.TB) []byte {
	data := pngOf(t)
	chunk := []byte("\x00\x00\x00\x08acTL\xff\xff\xff\xff\x00\x00\x00\x00")
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return append(append(bytes.Clone(data[:33]), chunk...), data[33:]...)
}

func polyglot(t testing.TB) []byte {
	return append(pngOf(t), "<!doctype html><script>alert(1)</script>"...)
}

// TestMutatedPictures: pictures and bombs that were damaged are taken for pictures of no more
// than 40 megapixels, or not at all, and no more than their heads costs anything.
func TestMutatedPictures(t *testing.T) {
	good := [][]byte{
		pngOf(t), jpegOf(t), apng(t), polyglot(t), append(jpegOf(t), pngOf(t)...), bomb(t, 8000, 5000), bomb(t, 20_000, 20_000), bomb(t, 1, 1<<31-1),
		[]byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"),
		[]byte("RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\x1f\x4e\x00\x1f\x4e\x00"), // 20,000 by 20,000
	}
	draw, taken, refused, slowest := rand.New(rand.NewPCG(3, 3)), 0, 0, time.Duration(0)
	for range soak.Count(10_000) {
		data := bytes.Clone(good[draw.IntN(len(good))])
		for range draw.IntN(4) {
			data[draw.IntN(min(len(data), 64))] ^= byte(1 << draw.IntN(8))
		}
		if draw.IntN(2) == 0 && bytes.HasPrefix(data, []byte("\x89PNG")) { // sums that fit, so that more is believed
			binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
		}
		if draw.IntN(4) == 0 {
			data = data[:draw.IntN(len(data))]
		}
		began := time.Now()
		info, err := media.Read(bytes.NewReader(data))
		slowest = max(slowest, time.Since(began))
		switch {
		case err != nil:
			refused++
		case info.Type == "image" && (info.Width < 1 || info.Height < 1 || info.Width > media.MaxPixels/info.Height):
			t.Errorf("%x is a picture of %d by %d", data[:min(len(data), 64)], info.Width, info.Height)
		default:
			taken++
		}
	}
	t.Logf("%d taken, %d refused, the slowest within %v", taken, refused, slowest)
	if taken == 0 || refused == 0 || slowest > 5*time.Second {
		t.Errorf("%d taken, %d refused, the slowest within %v", taken, refused, slowest)
	}
}

func TestMediaType(t *testing.T) {
	for want, info := range map[string]media.Info{"image/png": {Type: "image", Format: "png"}, "audio/mpeg": {Type: "audio", Format: "mp3"}, "audio/ogg": {Type: "audio", Format: "ogg"}, "": {}} {
		if got := info.MediaType(); got != want {
			t.Errorf("%+v is %q", info, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range [][]byte{pngOf(f), jpegOf(f), bomb(f, 1, 1<<31), []byte("RIFF....WEBPVP8X"), []byte("RIFF....WEBPVP8 "), []byte(strings.Repeat("\xff", 40))} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := media.Read(bytes.NewReader(data))
		if err == nil && info.Type == "image" && (info.Width < 1 || info.Height < 1 || info.Width*info.Height > media.MaxPixels) {
			t.Errorf("a picture of %d by %d is taken", info.Width, info.Height)
		}
	})
}
