// Package media tells pictures and sounds by what they begin with, never by
// their names, and reads no more of them than that takes.
//
//	info, err := media.Read(file)
//	info.Format // "png"
//
// Pictures are PNG, JPEG and WebP of at most [MaxPixels], which is known before
// anything is decoded; sounds are MP3, OGG, WAV and FLAC. Anything else is
// refused, and so is a file whose head is broken.
package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the formats that image.DecodeConfig knows
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"
)

// MaxPixels is how large a picture may be.
const MaxPixels = 40_000_000

// maxHead is how much of a file is read to find a picture's size: a JPEG may have
// a thumbnail and a colour profile before it.
const maxHead = 1 << 20

// Info is what the head of a file says.
type Info struct {
	Type          string // "image" or "audio"
	Format        string // "png", "jpeg", "webp", "mp3", "ogg", "wav", "flac"
	Width, Height int    // of pictures
	Seconds       float64
}

// MediaType is the format's name in MIME.
func (i Info) MediaType() string {
	switch i.Format {
	case "mp3":
		return "audio/mpeg"
	case "":
		return ""
	}
	return i.Type + "/" + i.Format
}

var (
	// ErrUnknown says that a file is of no format that is taken.
	ErrUnknown = errors.New("is no PNG, JPEG or WebP picture and no MP3, OGG, WAV or FLAC sound")
	// ErrTooLarge says that a picture has too many pixels.
	ErrTooLarge = errors.New("is too large a picture")
	// ErrBroken says that a picture's head cannot be read.
	ErrBroken = errors.New("is a broken picture")
)

// Read looks at the head of a file.
func Read(r io.Reader) (Info, error) {
	head := make([]byte, 64)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return Info{}, err
	}
	head = head[:n]
	if format := pictureFormat(head); format != "" {
		return picture(format, io.MultiReader(bytes.NewReader(head), io.LimitReader(r, maxHead)))
	}
	if format := soundFormat(head); format != "" {
		info := Info{Type: "audio", Format: format}
		if format == "wav" {
			info.Seconds = wavSeconds(head)
		}
		return info, nil
	}
	return Info{}, ErrUnknown
}

func pictureFormat(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return "png"
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return "jpeg"
	case riff(head, "WEBP"):
		return "webp"
	}
	return ""
}

func soundFormat(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("ID3")), mpegFrame(head):
		return "mp3"
	case bytes.HasPrefix(head, []byte("OggS")):
		return "ogg"
	case riff(head, "WAVE"):
		return "wav"
	case bytes.HasPrefix(head, []byte("fLaC")):
		return "flac"
	}
	return ""
}

func riff(head []byte, form string) bool {
	return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == form
}

// mpegFrame reports whether the head is that of a frame of layer III: eleven bits
// set, a version, the layer, and a bit rate and a sampling rate that exist.
func mpegFrame(head []byte) bool {
	return len(head) >= 4 && head[0] == 0xff && head[1]&0xe6 == 0xe2 && head[1]&0x18 != 0x08 &&
		head[2]&0xf0 != 0xf0 && head[2]&0xf0 != 0 && head[2]&0x0c != 0x0c
}

func picture(format string, r io.Reader) (Info, error) {
	config, decoded, err := image.DecodeConfig(r)
	switch {
	case err != nil:
		return Info{}, fmt.Errorf("%w: %w", ErrBroken, err)
	case decoded != format || config.Width < 1 || config.Height < 1:
		return Info{}, ErrBroken
	case config.Width > MaxPixels/config.Height:
		return Info{}, fmt.Errorf("%w: %d by %d pixels, and at most 40 megapixels are shown", ErrTooLarge, config.Width, config.Height)
	}
	return Info{Type: "image", Format: format, Width: config.Width, Height: config.Height}, nil
}

// wavSeconds is how long a plain WAV file lasts, or 0 where its head is of
// another order than the usual one.
func wavSeconds(head []byte) float64 {
	if len(head) < 44 || string(head[12:16]) != "fmt " || string(head[36:40]) != "data" {
		return 0
	}
	rate := binary.LittleEndian.Uint32(head[28:32])
	if rate == 0 {
		return 0
	}
	return float64(binary.LittleEndian.Uint32(head[40:44])) / float64(rate)
}
