// Package safezip reads zip archives that anybody may have made.
//
//	archive, err := safezip.Open(file, size, safezip.Limits{})
//	content, err := archive.Open("manifest.json")
//
// Everything that an archive says of itself is looked at before anything of it is unpacked:
// how many files it has, what they are called, how large they are and where they stand. A file
// that is read gives as many bytes as was said, or an error. Nothing is ever written by this
// package.
//
// An archive is refused whole when anything in it is not as it should be: a name that leads out
// of a directory, or is another one on some system; a link or a device; two files of one name; a
// size that is a lie; bytes that stand for several files. So is one that is not plainly a zip
// from its first byte to its last.
package safezip

import (
	"archive/zip"
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// ErrRefused is why an archive is not read; see [Error].
var ErrRefused = errors.New("the archive is refused")

// An Error is an [ErrRefused] that says what is wrong with the archive, or with a file of it.
type Error struct {
	File   string // "" for the archive itself
	Reason string
}

func (e *Error) Error() string {
	if e.File == "" {
		return e.Reason
	}
	return fmt.Sprintf("%.80q %s", e.File, e.Reason)
}

// Is makes errors.Is(err, ErrRefused) hold.
func (e *Error) Is(target error) bool { return target == ErrRefused }

func refused(file, format string, arguments ...any) error {
	return &Error{file, fmt.Sprintf(format, arguments...)}
}

// Limits of an archive. The zero value of each is the usual one.
type Limits struct {
	Files int   // 20,000
	Bytes int64 // of all files together, unpacked: 512 MiB
	Ratio int64 // how often the bytes of the archive they may be, from the first MiB on: 100
}

func (l Limits) withDefaults() Limits {
	return Limits{Files: cmp.Or(l.Files, 20_000), Bytes: cmp.Or(l.Bytes, 512<<20), Ratio: cmp.Or(l.Ratio, 100)}
}

// freely is how much is unpacked of any archive, however small.
const freely = 1 << 20

// An Archive is one that may be read. It is safe for concurrent use if what it is read from is.
type Archive struct {
	files map[string]*zip.File
	names []string
}

// Open looks through an archive of so many bytes. The errors are *Error and those of reading.
func Open(r io.ReaderAt, size int64, limits Limits) (*Archive, error) {
	limits = limits.withDefaults()
	directory, err := directoryOf(r, size, limits.Files)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // which is for us to say
		return nil, refused("", "is no zip archive that can be read: %v", err)
	}
	a := &Archive{files: make(map[string]*zip.File, len(z.File))}
	total, folded := int64(0), make(map[string]string, len(z.File))
	for _, f := range z.File {
		if err := check(f); err != nil {
			return nil, err
		}
		if size := f.UncompressedSize64; size > uint64(limits.Bytes) || total+int64(size) > limits.Bytes {
			return nil, refused("", "holds more than %d bytes when it is unpacked", limits.Bytes)
		}
		total += int64(f.UncompressedSize64)
		name := strings.TrimSuffix(f.Name, "/")
		if other, taken := folded[fold(name)]; taken {
			return nil, refused(f.Name, "and %.80q are one name on some systems", other)
		}
		folded[fold(name)] = f.Name
		if !strings.HasSuffix(f.Name, "/") {
			a.files[f.Name], a.names = f, append(a.names, f.Name)
		}
	}
	if total > freely && total/limits.Ratio > size {
		return nil, refused("", "holds %d bytes in %d, more than %d times as much", total, size, limits.Ratio)
	}
	slices.Sort(a.names)
	return a, apart(z.File, directory)
}

// fold is what names have in common that are one where letters are not told by their case, or by
// how their accents are written.
func fold(name string) string { return norm.NFC.String(cases.Fold().String(norm.NFD.String(name))) }

// The end of a zip's directory, and a file's entry in it.
const (
	endSignature, endSize     = 0x06054b50, 22
	entrySignature, entrySize = 0x02014b50, 46
)

// directoryOf finds where the directory of an archive begins, and looks whether it has so many
// entries as it should and no more than may be: a reader of it takes memory for each. Nothing may
// follow it, and no other form of it be there.
func directoryOf(r io.ReaderAt, size int64, most int) (int64, error) {
	if size < endSize {
		return 0, refused("", "is no zip archive")
	}
	end := make([]byte, endSize)
	if _, err := r.ReadAt(end, size-endSize); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if binary.LittleEndian.Uint32(end) != endSignature || binary.LittleEndian.Uint16(end[20:]) != 0 {
		return 0, refused("", "is no zip archive, or one with something behind it")
	}
	count, bytes, offset := int(binary.LittleEndian.Uint16(end[10:])), int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	switch {
	case count == 0xffff || offset == 0xffffffff:
		return 0, refused("", "is a zip archive of the larger form, which is not read")
	case binary.LittleEndian.Uint16(end[4:]) != 0 || binary.LittleEndian.Uint16(end[8:]) != uint16(count):
		return 0, refused("", "is a part of a zip archive")
	case offset+bytes != size-endSize:
		return 0, refused("", "is no zip archive, or one with something before it")
	case count > most:
		return 0, refused("", "holds %d files, more than %d", count, most)
	}
	return offset, countEntries(io.NewSectionReader(r, offset, bytes), count)
}

// countEntries looks whether a directory has so many entries, to its last byte.
func countEntries(r io.Reader, want int) error {
	buffered, entry := bufio.NewReader(r), make([]byte, entrySize)
	for n := 0; ; n++ {
		_, err := io.ReadFull(buffered, entry)
		if errors.Is(err, io.EOF) && n == want {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if err != nil || n == want || binary.LittleEndian.Uint32(entry) != entrySignature {
			return refused("", "has another number of files than it says")
		}
		rest := 0
		for _, at := range []int{28, 30, 32} { // the name, what else there is, a comment
			rest += int(binary.LittleEndian.Uint16(entry[at:]))
		}
		if _, err := buffered.Discard(rest); err != nil {
			return refused("", "has a directory that ends too soon")
		}
	}
}

const encrypted = 1

// check refuses a file by what the directory says of it.
func check(f *zip.File) error {
	directory := strings.HasSuffix(f.Name, "/")
	switch mode := f.Mode(); {
	case CheckName(strings.TrimSuffix(f.Name, "/")) != nil:
		return CheckName(strings.TrimSuffix(f.Name, "/"))
	case mode&fs.ModeSymlink != 0:
		return refused(f.Name, "is a link")
	case !mode.IsRegular() && !(directory && mode.IsDir()):
		return refused(f.Name, "is no file")
	case directory && f.UncompressedSize64 != 0:
		return refused(f.Name, "is a directory with bytes of its own")
	case f.Flags&encrypted != 0:
		return refused(f.Name, "is encrypted")
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return refused(f.Name, "is packed in a way that is not read")
	case f.Method == zip.Store && f.CompressedSize64 != f.UncompressedSize64:
		return refused(f.Name, "is not packed, and yet of another size than it takes up")
	}
	return nil
}

// longestName is how many bytes a name may have, with its directories.
const longestName = 255

// CheckName refuses a name that leads out of a directory, or that not every system can have.
func CheckName(name string) error {
	switch {
	case name == "" || len(name) > longestName:
		return refused(name, "is a name of %d bytes", len(name))
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable):
		return refused(name, "has characters that no name has")
	case strings.ContainsAny(name, `\:*?"<>|`):
		return refused(name, "has a character that some systems do not take")
	case path.IsAbs(name) || path.Clean(name) != name:
		return refused(name, "is no name below a directory")
	}
	for part := range strings.SplitSeq(name, "/") {
		base, _, _ := strings.Cut(strings.ToLower(part), ".")
		switch {
		case part == "." || part == "..":
			return refused(name, "is no name below a directory")
		case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") || strings.HasPrefix(part, " "):
			return refused(name, "is another name on some systems")
		case isDevice(base):
			return refused(name, "is a device's name on Windows")
		}
	}
	return nil
}

func unprintable(r rune) bool { return !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co) }

func isDevice(base string) bool {
	if len(base) == 4 && (strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")) {
		return base[3] >= '0' && base[3] <= '9'
	}
	return base == "con" || base == "prn" || base == "aux" || base == "nul"
}

// apart looks whether each file has bytes of its own, before the directory.
func apart(files []*zip.File, directory int64) error {
	type place struct {
		from, to int64
		name     string
	}
	places := make([]place, 0, len(files))
	for _, f := range files {
		from, err := f.DataOffset()
		if err != nil {
			return refused(f.Name, "is not where the archive says")
		}
		to := from + int64(f.CompressedSize64)
		if f.CompressedSize64 > uint64(directory) || to > directory {
			return refused(f.Name, "ends where the archive has other things")
		}
		places = append(places, place{from, to, f.Name})
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for i := 1; i < len(places); i++ {
		if places[i].from < places[i-1].to || places[i].from == places[i-1].from {
			return refused(places[i].name, "stands where %.80q stands", places[i-1].name)
		}
	}
	return nil
}

// Names are those of the files, sorted.
func (a *Archive) Names() []string { return slices.Clone(a.names) }

// Size is how many bytes a file has, -1 where there is none of that name.
func (a *Archive) Size(name string) int64 {
	f, there := a.files[name]
	if !there {
		return -1
	}
	return int64(f.UncompressedSize64)
}

// Open opens a file of the archive. It gives as many bytes as the archive says and ends with
// io.EOF, or gives an error: *Error for bytes that are not what the archive says. Errors:
// fs.ErrNotExist.
func (a *Archive) Open(name string) (io.ReadCloser, error) {
	f, there := a.files[name]
	if !there {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	content, err := f.Open()
	if err != nil {
		return nil, refused(name, "cannot be unpacked: %v", err)
	}
	return &file{content, name}, nil
}

// A file is one that is being read. The reader below looks whether it has as many bytes as the
// archive says, and the sum that it says.
type file struct {
	io.ReadCloser
	name string
}

func (f *file) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, refused(f.name, "is smaller than the archive says")
	}
	return n, refused(f.name, "is not what the archive says, and cannot be unpacked: %v", err)
}
