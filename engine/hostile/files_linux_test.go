package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// fill makes empty files until it is ended.
func fill(dir string) int {
	for i := 0; ; i++ {
		if os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0) != nil {
			return forever()
		}
	}
}

// grow takes room on the disk, without the work of writing it, until it is ended.
func grow(dir string) int {
	for i := 0; ; i++ {
		file, err := os.Create(filepath.Join(dir, fmt.Sprint(i)))
		must(err)
		if i == 40 || unix.Fallocate(int(file.Fd()), 0, 0, 64<<20) != nil {
			return forever()
		}
		file.Close()
	}
}

// dig nests directories until it is ended.
func dig(dir string, levels int) {
	must(os.Chdir(dir))
	for range levels {
		if os.Mkdir("d", 0o700) != nil || os.Chdir("d") != nil {
			forever()
		}
	}
}

// ofFiles put things where they may write, and take away what is there.
var ofFiles = []misdeed{
	{name: "more files than the output directory takes", want: "disk_limit", long: true, does: func(*script) int { return fill(outputDir()) }},
	{name: "more bytes than the output directory takes", want: "disk_limit", does: func(*script) int { return grow(outputDir()) }},
	{name: "1,000 directories one in another", want: "disk_limit", does: func(*script) int { dig(outputDir(), 1_000); return forever() }},
	{name: "1,000 directories one in another, and done", want: "|disk_limit", does: func(s *script) int { dig(outputDir(), 1_000); return s.done() }},
	{name: "files in a directory that nobody may read", want: "disk_limit", does: func(*script) int {
		must(os.Mkdir(inOutput("shut"), 0o700))
		must(os.Chdir(inOutput("shut")))
		must(os.Chmod(".", 0))
		if os.Geteuid() != 0 {
			must(os.Chmod(inOutput("shut"), 0o300))
		}
		return grow(".")
	}},
	{name: "more files than the data directory takes", want: "disk_limit", long: true, does: func(*script) int { return fill(dataDir()) }},
	{name: "more bytes than the data directory takes", want: "disk_limit", does: func(*script) int { return grow(dataDir()) }},
	{name: "directories deep in the data directory", want: "disk_limit", does: func(*script) int { dig(dataDir(), 1_000); return forever() }},
	{name: "too much data, left behind in time", want: "|disk_limit", does: func(s *script) int {
		for i := range 18 {
			file, err := os.Create(filepath.Join(dataDir(), fmt.Sprint(i)))
			must(err)
			_ = unix.Fallocate(int(file.Fd()), 0, 0, 64<<20)
			file.Close()
		}
		return s.done()
	}},
	{name: "the data directory exchanged for a link", does: func(s *script) int {
		must(os.Chdir("/"))
		must(os.RemoveAll(dataDir()))
		must(os.Symlink("/etc", dataDir()))
		return s.done()
	}},
	{name: "the data directory exchanged for a FIFO", does: func(s *script) int {
		must(os.RemoveAll(dataDir()))
		must(syscall.Mkfifo(dataDir(), 0o600))
		return s.done()
	}},
	{name: "a file that grows without a name", want: "timeout", does: func(*script) int {
		file, err := os.Create(inOutput("gone"))
		must(err)
		must(os.Remove(file.Name()))
		for size := int64(1 << 20); size <= 64<<20; size += 1 << 20 {
			_ = unix.Fallocate(int(file.Fd()), 0, 0, size)
		}
		return forever()
	}},
	{name: "100 files of a terabyte of nothing", does: func(s *script) int {
		for i := range 100 {
			write(inOutput(fmt.Sprint(i)), 0)
			must(os.Truncate(inOutput(fmt.Sprint(i)), 1<<40))
		}
		return s.done()
	}},
	{name: "FIFOs and sockets", does: func(s *script) int {
		for i := range 200 {
			must(syscall.Mkfifo(inOutput(fmt.Sprint("fifo", i)), 0o600))
		}
		fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		must(err)
		must(os.Chdir(outputDir()))
		must(syscall.Bind(fd, &syscall.SockaddrUnix{Name: "socket"}))
		return s.done()
	}},
	{name: "a FIFO as an asset", want: "asset_refused", does: func(s *script) int {
		must(syscall.Mkfifo(inOutput("fifo"), 0o600))
		s.asset("a", "fifo")
		return s.done()
	}},
	{name: "links to everywhere, and in a circle", does: func(s *script) int {
		for i, target := range []string{"/", "/etc", "..", ".", "loop", outputDir(), dataDir()} {
			must(os.Symlink(target, inOutput(fmt.Sprint("l", i))))
		}
		must(os.Symlink("loop", inOutput("loop")))
		return s.done()
	}},
	{name: "a link as an asset", want: "asset_refused", does: func(s *script) int {
		must(os.Symlink("/etc/passwd", inOutput("passwd")))
		s.asset("a", "passwd")
		return s.done()
	}},
	{name: "9,000 names for one file", does: func(s *script) int {
		write(inOutput("one"), 10)
		for i := range 9_000 {
			must(os.Link(inOutput("one"), inOutput(fmt.Sprint(i))))
		}
		return s.done()
	}},
	{name: "names that are hard to say", does: func(s *script) int {
		for _, name := range []string{"\n", "\x1b[2J", "\xff\xfe", "-rf", " ", "~", strings.Repeat("é", 127), "CON", "a\\b", escapes} {
			write(inOutput(name), 1)
			write(filepath.Join(dataDir(), name), 1)
		}
		return s.done()
	}},
	{name: "an output directory of mode 000", does: func(s *script) int {
		write(inOutput("a"), 1)
		must(os.Chmod(outputDir(), 0))
		must(os.Chmod(dataDir(), 0))
		return s.done()
	}},
	{name: "the output directory renamed", does: func(s *script) int {
		write(inOutput("a"), 1)
		must(os.Rename(outputDir(), outputDir()+"-mine"))
		return s.done()
	}},
	{name: "files from elsewhere mounted for an asset", want: "asset_outside|asset_refused", does: func(s *script) int {
		elsewhere := filepath.Join(filepath.Dir(outputDir()), "elsewhere")
		must(os.Mkdir(elsewhere, 0o700))
		must(os.WriteFile(filepath.Join(elsewhere, "a.txt"), []byte("theirs"), 0o600))
		must(os.Mkdir(inOutput("m"), 0o700))
		_ = unix.Mount(elsewhere, inOutput("m"), "", unix.MS_BIND, "")
		s.asset("a", "m/a.txt")
		return s.done()
	}},
	{name: "a file for an asset that another is mounted upon", does: func(s *script) int {
		theirs := filepath.Join(filepath.Dir(outputDir()), "theirs.txt")
		must(os.WriteFile(theirs, []byte("theirs"), 0o600))
		must(os.WriteFile(inOutput("a.txt"), []byte("mine"), 0o600))
		if unix.Mount(theirs, inOutput("a.txt"), "", unix.MS_BIND, "") == nil {
			return 1 // it was let
		}
		s.asset("a", "a.txt")
		return s.done()
	}},
	{name: "files that nobody can remove", does: func(s *script) int {
		for _, name := range []string{inOutput("kept"), filepath.Join(dataDir(), "kept")} {
			file, err := os.Create(name)
			must(err)
			if unix.IoctlSetPointerInt(int(file.Fd()), unix.FS_IOC_SETFLAGS, unix.STATX_ATTR_IMMUTABLE) == nil {
				return 1 // it was let
			}
			file.Close()
		}
		return s.done()
	}},
	{name: "the output directory exchanged for a link", does: func(s *script) int {
		must(os.Rename(outputDir(), outputDir()+"-mine"))
		must(os.Symlink("/etc", outputDir()))
		return s.done()
	}},
	{name: "files beside the output directory", does: func(s *script) int {
		for i := range 100 {
			write(filepath.Join(filepath.Dir(outputDir()), fmt.Sprint("beside", i)), 1000)
		}
		_ = os.Remove(filepath.Join(filepath.Dir(outputDir()), ".narratoria-owner"))
		return s.done()
	}},
	{name: "files of all times", does: func(s *script) int {
		for i, at := range []time.Time{time.Unix(0, 0), time.Unix(-1<<31, 0), time.Unix(1<<33, 0)} {
			write(inOutput(fmt.Sprint(i)), 1)
			must(os.Chtimes(inOutput(fmt.Sprint(i)), at, at))
			must(os.Chtimes(dataDir(), at, at))
			must(os.Chtimes(outputDir(), at, at))
		}
		return s.done()
	}},
	{name: "programs that change who runs them", does: func(s *script) int {
		must(os.Mkdir(inOutput("d"), 0o700))
		must(os.Chmod(inOutput("d"), 0o777|os.ModeSticky|os.ModeSetgid))
		write(inOutput("su"), 10)
		must(os.Chmod(inOutput("su"), 0o755|os.ModeSetuid))
		return s.done()
	}},
	{name: "its own copy changed", does: func(s *script) int {
		_ = os.Chmod(".", 0o700)
		_ = os.Chmod("scripts", 0o700)
		_ = os.Chmod("scripts/run.sh", 0o700)
		_ = os.WriteFile("scripts/run.sh", []byte("#!/bin/sh\nexit 9\n"), 0o700)
		_ = os.WriteFile("new", nil, 0o600)
		return s.done()
	}},
	{name: "its own copy taken away", does: func(s *script) int {
		dir, err := os.Getwd()
		must(err)
		_ = os.Chmod(dir, 0o700)
		_ = os.Chmod(filepath.Dir(dir), 0o700)
		_ = os.RemoveAll(dir)
		return s.done()
	}},
	{name: "255 assets", does: func(s *script) int { return assets(s, 255) }},
	{name: "256 assets", does: func(s *script) int { return assets(s, 256) }},
	{name: "257 assets", want: "too_many_assets", does: func(s *script) int { return assets(s, 257) }},
	{name: "assets with names of half a MiB", want: "malformed_event", does: func(s *script) int { return notes(s, 512<<10) }},
	{name: "assets with names of 250 bytes and much about them", does: func(s *script) int { return notes(s, 250) }},
	{name: "an asset above", want: "asset_outside", does: func(s *script) int { s.asset("a", "../../../etc/passwd"); return s.done() }},
	{name: "an asset elsewhere", want: "asset_outside", does: func(s *script) int { s.asset("a", "/etc/passwd"); return s.done() }},
	{name: "an asset that is not there", want: "asset_refused", does: func(s *script) int { s.asset("a", "none"); return s.done() }},
	{name: "an asset of a terabyte", want: "asset_refused", does: func(s *script) int {
		write(inOutput("a"), 0)
		must(os.Truncate(inOutput("a"), 1<<40))
		s.asset("a", "a")
		return s.done()
	}},
	{name: "the same asset twice", want: "duplicate_asset", does: func(s *script) int { write(inOutput("a"), 1); s.asset("a", "a"); s.asset("a", "a"); return s.done() }},
	{name: "an asset whose names are escape sequences", does: func(s *script) int {
		write(inOutput(escapes), 1)
		s.event("asset", "assetId", escapes, "kind", escapes, "mediaType", "application/x-notes", "path", escapes, "metadata", map[string]any{escapes: escapes})
		return s.done()
	}},
}

// notes gives a dozen assets whose ids are of a size, and 100 KiB about each.
func notes(s *script, size int) int {
	for i := range 12 {
		write(inOutput(fmt.Sprint(i)), 1)
		s.event("asset", "assetId", fmt.Sprint(i, strings.Repeat("n", size)), "kind", "document", "mediaType", "application/x-notes", "path", fmt.Sprint(i),
			"metadata", map[string]any{"x": strings.Repeat("x", 100<<10)})
	}
	return s.done()
}

func assets(s *script, count int) int {
	for i := range count {
		write(inOutput(fmt.Sprint(i)), i)
		s.asset(fmt.Sprint(i), fmt.Sprint(i))
	}
	return s.done()
}
