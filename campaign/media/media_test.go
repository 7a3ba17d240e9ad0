package media_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign/media"
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
