package transport

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // so that image.DecodeConfig reads them
	_ "image/jpeg" //
	_ "image/png"  //
	"io"
	"slices"

	_ "golang.org/x/image/webp"
)

// maxPixels is what an image may have when it is unpacked: a file of 50 KB can
// stand for a gigabyte of pixels.
const maxPixels = 40_000_000

// A signature is what the bytes of a media type begin with: one of the starts,
// at an offset.
type signature struct {
	offset int
	starts []string
}

// signatures are the media types the program shows or plays. Anything else
// becomes a placeholder.
var signatures = map[string][]signature{
	"image/png":         {{0, []string{"\x89PNG\r\n\x1a\n"}}},
	"image/jpeg":        {{0, []string{"\xff\xd8\xff"}}},
	"image/gif":         {{0, []string{"GIF87a", "GIF89a"}}},
	"image/webp":        {{0, []string{"RIFF"}}, {8, []string{"WEBP"}}},
	"audio/mpeg":        {{0, []string{"ID3", "\xff\xfb", "\xff\xf3", "\xff\xf2", "\xff\xfa"}}},
	"audio/ogg":         {{0, []string{"OggS"}}},
	"audio/wav":         {{0, []string{"RIFF"}}, {8, []string{"WAVE"}}},
	"audio/flac":        {{0, []string{"fLaC"}}},
	"video/mp4":         {{4, []string{"ftyp"}}},
	"video/webm":        {{0, []string{"\x1a\x45\xdf\xa3"}}},
	"model/gltf-binary": {{0, []string{"glTF"}}},
}

// otherNames are further names of the same types.
var otherNames = map[string]string{
	"image/jpg": "image/jpeg", "audio/mp3": "audio/mpeg", "audio/x-wav": "audio/wav",
	"audio/wave": "audio/wav", "audio/x-flac": "audio/flac",
}

// checkMedia holds a file against its media type, and reports whether the type
// is one the program shows. A file that is something else than it says is refused.
func checkMedia(file io.ReadSeeker, mediaType string) (known bool, err error) {
	if other, ok := otherNames[mediaType]; ok {
		mediaType = other
	}
	signature, known := signatures[mediaType]
	if !known {
		return false, nil
	}
	start := make([]byte, 16)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return true, fmt.Errorf("it cannot be read: %w", err)
	}
	if !matches(start[:n], signature) {
		return true, fmt.Errorf("its content is not %s", mediaType)
	}
	if mediaType[:6] != "image/" {
		return true, nil
	}
	return true, checkImage(file)
}

func matches(start []byte, all []signature) bool {
	return !slices.ContainsFunc(all, func(s signature) bool {
		return len(start) < s.offset || !slices.ContainsFunc(s.starts, func(want string) bool {
			return bytes.HasPrefix(start[s.offset:], []byte(want))
		})
	})
}

// checkImage looks at the header alone: unpacking comes later, or never.
func checkImage(file io.ReadSeeker) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	config, format, err := image.DecodeConfig(file)
	if err != nil {
		return fmt.Errorf("its image cannot be read: %w", err)
	}
	if pixels := int64(config.Width) * int64(config.Height); pixels > maxPixels {
		return fmt.Errorf("its %s image has %d x %d pixels; at most %d million are taken", format, config.Width, config.Height, maxPixels/1_000_000)
	}
	return nil
}
