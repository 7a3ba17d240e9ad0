package safezip

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/hostiletext"
)

// made is an archive that a function writes.
func made(t testing.TB, write func(*zip.Writer) error) []byte {
	t.Helper()
	var data bytes.Buffer
	z := zip.NewWriter(&data)
	if err := errors.Join(write(z), z.Close()); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// with is an archive of some files, each saying its own name.
func with(t testing.TB, names ...string) []byte {
	return made(t, func(z *zip.Writer) error {
		for _, name := range names {
			if err := put(z, &zip.FileHeader{Name: name}, name); err != nil {
				return err
			}
		}
		return nil
	})
}

func put(z *zip.Writer, header *zip.FileHeader, content string) error {
	w, err := z.CreateHeader(header)
	if err == nil && !strings.HasSuffix(header.Name, "/") {
		_, err = io.WriteString(w, content)
	}
	return err
}

func open(data []byte, limits Limits) (*Archive, error) {
	return Open(bytes.NewReader(data), int64(len(data)), limits)
}

// readAll reads every file of an archive.
func readAll(a *Archive) (map[string]string, error) {
	all := make(map[string]string)
	for _, name := range a.Names() {
		content, err := a.Open(name)
		if err != nil {
			return all, err
		}
		data, err := io.ReadAll(content)
		if err = errors.Join(err, content.Close()); err != nil {
			return all, err
		}
		all[name] = string(data)
	}
	return all, nil
}

func TestWhatIsInAnArchiveIsRead(t *testing.T) {
	a, err := open(made(t, func(z *zip.Writer) error {
		return errors.Join(
			put(z, &zip.FileHeader{Name: "b/two.txt", Method: zip.Deflate}, strings.Repeat("two", 1000)),
			put(z, &zip.FileHeader{Name: "a.txt"}, "one"), put(z, &zip.FileHeader{Name: "b/"}, ""), put(z, &zip.FileHeader{Name: "empty"}, ""),
			put(z, &zip.FileHeader{Name: "灯台.md"}, "three"))
	}), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(a.Names(), " "); got != "a.txt b/two.txt empty 灯台.md" {
		t.Errorf("it holds %s", got)
	}
	all, err := readAll(a)
	if err != nil || all["a.txt"] != "one" || len(all["b/two.txt"]) != 3000 || all["灯台.md"] != "three" {
		t.Errorf("read %v (%v)", all, err)
	}
	if a.Size("b/two.txt") != 3000 || a.Size("none") != -1 {
		t.Error("the sizes are others")
	}
	if _, err := a.Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	if a, err := open(with(t), Limits{}); err != nil || len(a.Names()) != 0 {
		t.Errorf("an empty archive: %v", err)
	}
}

// Whatever a file is called, either the archive is refused, or the name stays below a directory
// and is the same on every system.
func TestNames(t *testing.T) {
	names := hostiletext.Names()
	for _, name := range hostiletext.Names() {
		names = append(names, "a/"+name, name+"/a", "../"+name)
	}
	taken := 0
	for _, name := range names {
		if len(name) > 0xffff {
			continue // no archive can say it
		}
		a, err := open(with(t, name), Limits{})
		if err != nil {
			if !errors.Is(err, ErrRefused) {
				t.Errorf("%q: %v", name, err)
			}
			continue
		}
		for _, name := range a.Names() {
			taken++
			if !fs.ValidPath(name) || !filepath.IsLocal(name) || strings.ContainsAny(name, "\\:*?\"<>|\x00\n\r\t") || strings.Contains(name+"/", "./") || strings.Contains(name+"/", " /") || strings.Contains("/"+name, "/ ") {
				t.Errorf("%q is taken for a name", name)
			}
		}
	}
	if taken < 50 || len(names) < 300 {
		t.Errorf("of %d names %d are taken", len(names), taken)
	}
	t.Logf("%d names, of which %d are taken", len(names), taken)
}

// at is where a signature stands in an archive last.
func at(data []byte, signature uint32) int {
	return bytes.LastIndex(data, binary.LittleEndian.AppendUint32(nil, signature))
}

// changed is an archive of one file in which a number of the directory's entry is another.
func changed(t testing.TB, offset int, value uint32, width int) []byte {
	data := with(t, "a.txt")
	i := at(data, entrySignature) + offset
	if width == 2 {
		binary.LittleEndian.PutUint16(data[i:], uint16(value))
	} else {
		binary.LittleEndian.PutUint32(data[i:], value)
	}
	return data
}

// overlapping is an archive of so many files that are all the same bytes.
func overlapping(t testing.TB, files int, content string) []byte {
	one := made(t, func(z *zip.Writer) error {
		return put(z, &zip.FileHeader{Name: "f000", Method: zip.Deflate}, content)
	})
	begin := at(one, entrySignature)
	end := at(one, endSignature)
	var data []byte
	data = append(data, one[:begin]...)
	for n := range files {
		entry := bytes.Clone(one[begin:end])
		copy(entry[entrySize:], fmt.Sprintf("f%03d", n))
		data = append(data, entry...)
	}
	tail := bytes.Clone(one[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(files))
	binary.LittleEndian.PutUint16(tail[10:], uint16(files))
	binary.LittleEndian.PutUint32(tail[12:], uint32(files*(end-begin)))
	return append(data, tail...)
}

// raw is an archive of a file whose sizes and sum are said by its header alone.
func raw(t testing.TB, header zip.FileHeader, stored []byte) []byte {
	return made(t, func(z *zip.Writer) error {
		w, err := z.CreateRaw(&header)
		if err == nil {
			_, err = w.Write(stored)
		}
		return err
	})
}

func TestHostileArchives(t *testing.T) {
	mode := func(m fs.FileMode) []byte {
		return made(t, func(z *zip.Writer) error {
			header := &zip.FileHeader{Name: "a"}
			header.SetMode(m)
			return put(z, header, "/etc/passwd")
		})
	}
	plain := with(t, "a.txt", "b.txt")
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	for what, data := range map[string][]byte{
		"no bytes":                          nil,
		"no zip":                            bytes.Repeat([]byte("story"), 1000),
		"a page":                            []byte("<html>" + strings.Repeat(" ", 100)),
		"something before it":               append([]byte("#!/bin/sh\n"), plain...),
		"something behind it":               append(bytes.Clone(plain), "<script>"...),
		"cut short":                         plain[:len(plain)-10],
		"without its beginning":             plain[10:],
		"a link":                            mode(fs.ModeSymlink | 0o777),
		"a device":                          mode(fs.ModeDevice | 0o666),
		"a pipe":                            mode(fs.ModeNamedPipe | 0o666),
		"a socket":                          mode(fs.ModeSocket | 0o666),
		"a terminal":                        mode(fs.ModeDevice | fs.ModeCharDevice | 0o755),
		"two of a name":                     with(t, "a.txt", "a.txt"),
		"names that fold":                   with(t, "readme.md", "README.md"),
		"names that fold elsewhere":         with(t, "straße", "STRASSE"),
		"names of two accents":              with(t, "\u00e9", "e\u0301"),
		"a file and a directory":            with(t, "a", "a/"),
		"a directory with bytes":            bytes.ReplaceAll(with(t, "a_"), []byte("a_"), []byte("a/")),
		"encrypted":                         changed(t, 8, 1, 2),
		"packed otherwise":                  changed(t, 10, 99, 2),
		"longer than it is":                 changed(t, 20, 1000, 4),
		"far longer than it is":             changed(t, 20, 0xfffffff0, 4),
		"larger than it is, and not packed": changed(t, 24, 1<<30, 4),
		"elsewhere":                         changed(t, 42, 3, 4),
		"beyond the end":                    changed(t, 42, 1<<30, 4),
		"a name that is longer":             changed(t, 28, 60_000, 2),
		"one that stands as twenty":         overlapping(t, 20, zeros(100_000)),
		"a bomb": made(t, func(z *zip.Writer) error {
			return put(z, &zip.FileHeader{Name: "a", Method: zip.Deflate}, zeros(64<<20))
		}),
		"a bomb of bombs":         overlapping(t, 900, zeros(1<<20)),
		"a size that no file has": raw(t, zip.FileHeader{Name: "a", UncompressedSize64: 1 << 62, CompressedSize64: 3, Method: zip.Deflate}, []byte("abc")),
		"two large halves": made(t, func(z *zip.Writer) error {
			return errors.Join(put(z, &zip.FileHeader{Name: "a"}, zeros(300<<10)), put(z, &zip.FileHeader{Name: "b"}, zeros(300<<10)))
		}),
		"more files than it says":  countSaid(t, 1),
		"fewer files than it says": countSaid(t, 3),
		"three that are one":       overlapping(t, 3, "abc"),
		"two where one may be":     plain,
	} {
		limits := Limits{}
		switch what {
		case "two large halves":
			limits.Bytes = 512 << 10
		case "two where one may be":
			limits.Files = 1
		}
		a, err := open(data, limits)
		if err == nil {
			_, err = readAll(a)
		}
		if !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// countSaid is an archive of two files that says it has another number.
func countSaid(t testing.TB, n uint16) []byte {
	data := with(t, "a.txt", "b.txt")
	i := at(data, endSignature)
	binary.LittleEndian.PutUint16(data[i+8:], n)
	binary.LittleEndian.PutUint16(data[i+10:], n)
	return data
}

// A file that is said to be smaller or larger than what is in it is refused where that shows.
func TestLiesAboutSizes(t *testing.T) {
	content := []byte(strings.Repeat("the lamp ", 100))
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	if err := errors.Join(put(z, &zip.FileHeader{Name: "a", Method: zip.Deflate}, string(content)), z.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := r.File[0].OpenRaw()
	if err != nil {
		t.Fatal(err)
	}
	bytesStored, err := io.ReadAll(stored)
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[uint64]string{
		0: "is not what the archive says", 1: "is not what the archive says", 899: "is not what the archive says",
		901: "is smaller than the archive says", 5000: "is smaller than the archive says", 900: "",
	} {
		a, err := open(raw(t, zip.FileHeader{
			Name: "a", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(content), CompressedSize64: uint64(len(bytesStored)), UncompressedSize64: said,
		}, bytesStored), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := readAll(a)
		if want == "" && (err != nil || all["a"] != string(content)) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d bytes are said: %v", said, err)
		}
	}
	a, err := open(raw(t, zip.FileHeader{Name: "a", Method: zip.Deflate, CRC32: 1, CompressedSize64: uint64(len(bytesStored)), UncompressedSize64: 900}, bytesStored), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(a); !errors.Is(err, ErrRefused) {
		t.Errorf("another sum: %v", err)
	}
}

// An archive of a million files, and a bomb, are refused in a moment and in little memory.
func TestWhatAnArchiveCosts(t *testing.T) {
	many := made(t, func(z *zip.Writer) error { return put(z, &zip.FileHeader{Name: "f"}, "") })
	begin, end := at(many, entrySignature), at(many, endSignature)
	entry := many[begin:end]
	million := bytes.Clone(many[:begin])
	for range 1_000_000 {
		million = append(million, entry...)
	}
	tail := bytes.Clone(many[end:])
	binary.LittleEndian.PutUint16(tail[8:], 1_000_000&0xffff)
	binary.LittleEndian.PutUint16(tail[10:], 1_000_000&0xffff)
	binary.LittleEndian.PutUint32(tail[12:], uint32(1_000_000*len(entry)))
	million = append(million, tail...)
	for what, data := range map[string][]byte{
		"a million files": million,
		"a bomb": made(t, func(z *zip.Writer) error {
			return put(z, &zip.FileHeader{Name: "a", Method: zip.Deflate}, strings.Repeat("\x00", 256<<20))
		}),
	} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		if _, err := open(data, Limits{}); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", what, err)
		}
		took := time.Since(begun)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 || took > 2*time.Second {
			t.Errorf("%s: it took %v and %d bytes", what, took, used)
		}
	}
}

// Whatever the bytes, the answer comes, and of what is taken every file is as large as was said.
func FuzzOpen(f *testing.F) {
	for _, seed := range [][]byte{with(f, "a.txt", "b/c.txt"), overlapping(f, 3, "abc"), changed(f, 24, 9, 4), nil} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := open(data, Limits{Bytes: 1 << 20})
		if err != nil {
			return
		}
		for _, name := range a.Names() {
			if CheckName(name) != nil {
				t.Errorf("%q is a name", name)
			}
			content, err := a.Open(name)
			if err != nil {
				continue
			}
			if n, err := io.Copy(io.Discard, content); err == nil && n != a.Size(name) {
				t.Errorf("%q has %d bytes and said %d", name, n, a.Size(name))
			}
		}
	})
}
