// Package powercut says what may be on a disk when the power goes while a program writes.
//
//	tape, err := powercut.Record(strace, exec.Command(program), dir)
//	disk := tape.Disk()
//	for disk.Next() {                             // one call of the program after the other
//		if err := disk.Cut(random, into); err != nil { ... }
//		// into holds a state of dir that there may be after a cut here
//	}
//
// A tape is what the program asked of the system, recorded with strace: writes, syncs, names
// made, changed and removed. A disk plays it, and knows of each file what was synced and what
// was written since. A cut leaves what was synced; of each write since then it is left to chance
// whether it arrived, in whatever order, and of which of its sectors. Of the names in each
// directory that were changed since it was synced, the first so many changes arrived, and what is
// in a directory whose own name did not arrive is gone with it. That is what POSIX allows, and
// more than most file systems do.
//
// A file that goes from one directory to another may be found under both names, one, or none.
//
// What a program writes through memory that it shares with a file is not seen; SQLite does that
// with its -shm alone, and ObjectBox with its lock.mdb, which they make anew. All else is: a tape of
// which the directory is not what came, to the last byte, is refused.
package powercut

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Tape is what a program did to a directory.
type Tape struct {
	dir    string
	stdout string // the file that takes what the program says
	ops    []op
}

// traced are the calls that a tape has.
const traced = "open,openat,openat2,creat,close,lseek,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync,sync_file_range,msync," +
	"rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,mkdir,mkdirat,copy_file_range,sendfile,splice,io_uring_setup"

// Record runs a command until it ends, and gives what it and all that it starts did to a directory
// that is there and empty. What is written to its stdout, which is Record's, are marks on the tape.
// Errors: the command's, and for calls that a disk could not play.
func Record(strace string, cmd *exec.Cmd, dir string) (*Tape, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	traceDir, err := os.MkdirTemp("", "powercut")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(traceDir)
	trace := filepath.Join(traceDir, "trace")
	args := []string{"-f", "--seccomp-bpf", "-qq", "-y", "-xx", "-s", "268435456", "-e", "signal=none", "-e", "trace=" + traced, "-o", trace}
	cmd.Args = append(append([]string{strace}, args...), cmd.Args...)
	cmd.Path = strace
	t := &Tape{dir: dir, stdout: filepath.Join(traceDir, "stdout")}
	said, err := os.Create(t.stdout)
	if err != nil {
		return nil, err
	}
	defer said.Close()
	cmd.Stdout = said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("run %s: %w", cmd, err)
	}
	file, err := os.Open(trace)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := t.read(file); err != nil {
		return nil, err
	}
	return t, t.whole()
}

// whole compares what a tape comes to with what is there.
func (t *Tape) whole() error {
	disk := t.Disk()
	for disk.Next() {
	}
	left := maps.Clone(disk.now)
	err := filepath.WalkDir(t.dir, func(full string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, inside := t.within(full, nil)
		if !inside {
			return nil
		}
		f := left[name]
		delete(left, name)
		if f == nil || f.isDir != entry.IsDir() {
			return fmt.Errorf("the tape does not make %q", name)
		}
		if f.isDir {
			return nil
		}
		data, err := os.ReadFile(full)
		if err == nil && !bytes.Equal(data, f.content(nil)) {
			err = fmt.Errorf("the tape makes another %q", name)
		}
		return err
	})
	for name := range left {
		err = errors.Join(err, fmt.Errorf("the tape makes %q, which is not there", name))
	}
	return err
}

// Len is how many calls a tape has.
func (t *Tape) Len() int { return len(t.ops) }

// Unsynced is the tape of a program on a disk that ignores what it is told to sync of files of a name.
func (t *Tape) Unsynced(name string) *Tape {
	deaf := &Tape{dir: t.dir, stdout: t.stdout}
	for _, o := range t.ops {
		if path.Base(o.path) != name || o.kind != sync && o.kind != settle {
			deaf.ops = append(deaf.ops, o)
		}
	}
	return deaf
}

// An op is a call that changes what is on the disk, or a mark.
type op struct {
	kind kind
	path string // in the directory; "" is itself
	to   string // a new name
	at   int64  // where it is written; atEnd for behind what is there
	data []byte
	size int64
	mark string

	settled bool // of what was written: it is on the disk
}

type kind int

const (
	create kind = iota // a name for a file without content, if there is no file of that name
	mkdir
	write
	truncate
	sync
	rename
	link // a second name
	remove
	settle // what was written last arrives, as it does when the file was opened so (O_DSYNC)
	mark
)

const atEnd = -1

// A descriptor is how a file was opened.
type descriptor struct {
	at     int64 // how far it was written; atEnd for always behind what is there
	synced bool  // what is written is on the disk when the call returns
}

// read takes lines of strace apart.
func (t *Tape) read(from io.Reader) error {
	begun := map[string]string{} // what a thread began and has not ended
	open := map[string]descriptor{}
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		thread, call, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		call = strings.TrimLeft(call, " ")
		if rest, unfinished := strings.CutSuffix(call, " <unfinished ...>"); unfinished {
			begun[thread] = rest
			continue
		}
		if _, rest, resumed := strings.Cut(call, " resumed>"); resumed && strings.HasPrefix(call, "<... ") {
			call = begun[thread] + rest
		}
		if err := t.add(call, open); err != nil {
			return fmt.Errorf("%w: %.200s", err, line)
		}
	}
}

var errUnknown = errors.New("a call that a disk cannot play")

// add takes one call apart.
func (t *Tape) add(call string, open map[string]descriptor) error {
	name, rest, isCall := strings.Cut(call, "(")
	end := strings.LastIndex(rest, ") ")
	if !isCall || end < 0 {
		return nil // how a thread ended
	}
	args := strings.Split(rest[:end], ", ")
	result := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest[end+1:]), "="))
	if strings.HasPrefix(result, "-") || strings.HasPrefix(result, "?") {
		return nil // it failed
	}
	switch name {
	case "open", "openat", "creat":
		return t.open(name, args, result, open)
	case "write", "pwrite64", "writev", "pwritev":
		return t.write(name, args, result, open)
	case "ftruncate":
		path, inside := t.descriptor(args[0])
		size, err := strconv.ParseInt(args[1], 10, 64)
		return t.put(inside, err, op{kind: truncate, path: path, size: size})
	case "fsync", "fdatasync":
		path, inside := t.descriptor(args[0])
		return t.put(inside, nil, op{kind: sync, path: path})
	case "rename":
		return t.rename(args[0], args[1], "", "", open)
	case "renameat", "renameat2":
		return t.rename(args[1], args[3], args[0], args[2], open)
	case "unlink":
		path, inside := t.named("", args[0])
		return t.put(inside, nil, op{kind: remove, path: path})
	case "unlinkat":
		path, inside := t.named(args[0], args[1])
		return t.put(inside, nil, op{kind: remove, path: path})
	case "mkdir":
		path, inside := t.named("", args[0])
		return t.put(inside, nil, op{kind: mkdir, path: path})
	case "mkdirat":
		path, inside := t.named(args[0], args[1])
		return t.put(inside, nil, op{kind: mkdir, path: path})
	case "lseek":
		if path, inside := t.descriptor(args[0]); inside {
			number, _, _ := strings.Cut(args[0], "<")
			at, err := strconv.ParseInt(result, 10, 64)
			if was, known := open[number+"<"+path]; known && was.at != atEnd {
				open[number+"<"+path] = descriptor{at, was.synced}
			}
			return err
		}
		return nil
	case "close":
		return nil
	}
	for i, arg := range args {
		if _, inside := t.descriptor(arg); inside {
			return errUnknown
		}
		if _, inside := t.named(args[max(0, i-1)], arg); inside {
			return errUnknown
		}
	}
	return nil
}

func (t *Tape) rename(from, to, fromDir, toDir string, open map[string]descriptor) error {
	old, inside := t.named(fromDir, from)
	now, alsoInside := t.named(toDir, to)
	if inside != alsoInside {
		return errUnknown
	}
	if !inside {
		return nil
	}
	for key, d := range open { // whoever has it open, or what is in it, writes on
		number, name, _ := strings.Cut(key, "<")
		if rest, below := strings.CutPrefix(name, old); below && (rest == "" || rest[0] == '/') {
			delete(open, key)
			open[number+"<"+now+rest] = d
		}
	}
	if directory(old) == directory(now) {
		t.ops = append(t.ops, op{kind: rename, path: old, to: now})
	} else {
		t.ops = append(t.ops, op{kind: link, path: old, to: now}, op{kind: remove, path: old})
	}
	return nil
}

func (t *Tape) put(inside bool, err error, o op) error {
	if inside && err == nil {
		t.ops = append(t.ops, o)
	}
	return err
}

func (t *Tape) open(name string, args []string, result string, open map[string]descriptor) error {
	dir, path, flags := "", args[0], args[1]
	switch name {
	case "openat":
		dir, path, flags = args[0], args[1], args[2]
	case "creat":
		flags = "O_WRONLY|O_CREAT|O_TRUNC"
	}
	file, inside := t.named(dir, path)
	if !inside || file == "" {
		return nil
	}
	number, _, _ := strings.Cut(result, "<")
	d := descriptor{synced: strings.Contains(flags, "O_DSYNC") || strings.Contains(flags, "O_SYNC")}
	if strings.Contains(flags, "O_APPEND") {
		d.at = atEnd
	}
	open[number+"<"+file] = d
	if strings.Contains(flags, "O_CREAT") {
		t.ops = append(t.ops, op{kind: create, path: file})
	}
	if strings.Contains(flags, "O_TRUNC") {
		t.ops = append(t.ops, op{kind: truncate, path: file})
	}
	return nil
}

func (t *Tape) write(name string, args []string, result string, open map[string]descriptor) error {
	written, err := strconv.ParseInt(result, 10, 64)
	if err != nil {
		return err
	}
	number, quoted, _ := strings.Cut(args[0], "<")
	positioned := name == "pwrite64" || name == "pwritev"
	texts := args[1:2]
	if name == "writev" || name == "pwritev" {
		texts = vectors(args[1:])
	}
	if full, err := unquoted(`"` + strings.TrimSuffix(quoted, ">") + `"`); err == nil && string(full) == t.stdout {
		data, err := joined(texts)
		t.ops = append(t.ops, op{kind: mark, mark: string(data)})
		return err
	}
	path, inside := t.descriptor(args[0])
	if !inside {
		return nil
	}
	d, known := open[number+"<"+path]
	at := d.at
	switch {
	case !known: // opened we do not know how
		return errUnknown
	case positioned:
		if at, err = strconv.ParseInt(args[len(args)-1], 10, 64); err != nil {
			return err
		}
	case at != atEnd:
		open[number+"<"+path] = descriptor{at + written, d.synced}
	}
	data, err := joined(texts)
	if err == nil && int64(len(data)) < written {
		err = fmt.Errorf("%d bytes of %d", len(data), written)
	}
	err = t.put(true, err, op{kind: write, path: path, at: at, data: data[:min(int64(len(data)), written)]})
	return t.put(d.synced, err, op{kind: settle, path: path})
}

// vectors are the texts of arguments such as [{iov_base="\x2f", iov_len=1}, {iov_base=...}], 2.
func vectors(args []string) (texts []string) {
	for _, arg := range args {
		if _, text, is := strings.Cut(arg, "{iov_base="); is {
			texts = append(texts, text)
		}
	}
	return texts
}

func joined(texts []string) (data []byte, err error) {
	for _, text := range texts {
		some, err := unquoted(text)
		if err != nil {
			return nil, err
		}
		data = append(data, some...)
	}
	return data, nil
}

// descriptor is the file of an argument such as 8<\x2f\x74...>, in the directory.
func (t *Tape) descriptor(arg string) (path string, inside bool) {
	_, quoted, is := strings.Cut(arg, "<")
	if !is {
		return "", false
	}
	full, err := unquoted(`"` + strings.TrimSuffix(quoted, ">") + `"`)
	return t.within(string(full), err)
}

// named is the file of an argument such as "\x2f\x74...", as seen from the directory of a
// descriptor where it does not begin at the root.
func (t *Tape) named(dir, arg string) (file string, inside bool) {
	name, err := unquoted(arg)
	if err != nil || strings.HasPrefix(string(name), "/") {
		return t.within(path.Clean(string(name)), err)
	}
	_, quoted, _ := strings.Cut(dir, "<")
	from, err := unquoted(`"` + strings.TrimSuffix(quoted, ">") + `"`)
	return t.within(path.Join(string(from), string(name)), err)
}

func (t *Tape) within(full string, err error) (string, bool) {
	if err != nil {
		return "", false
	}
	if full == t.dir {
		return "", true
	}
	rel, inside := strings.CutPrefix(full, t.dir+"/")
	return rel, inside && !strings.HasSuffix(rel, "-shm") && path.Base(rel) != "lock.mdb" && !strings.HasSuffix(rel, " (deleted)")
}

func unquoted(arg string) ([]byte, error) {
	quoted, is := strings.CutPrefix(arg, `"`)
	quoted, ends := strings.CutSuffix(quoted, `"`)
	if !is || !ends || len(quoted)%4 != 0 {
		return nil, errors.New("no text")
	}
	data := make([]byte, len(quoted)/4)
	for i := range data {
		n, err := strconv.ParseUint(quoted[4*i+2:4*i+4], 16, 8)
		if err != nil {
			return nil, err
		}
		data[i] = byte(n)
	}
	return data, nil
}

// A Disk is what a directory is on a disk, as a tape plays.
type Disk struct {
	tape    *Tape
	next    int
	now     map[string]*file // as programs see it
	synced  map[string]*file // as it is after a cut
	changed []change         // names that were changed since their directories were synced
	marks   []string
}

// A file is one whatever its name: what was synced, and what was written since.
type file struct {
	isDir   bool
	size    int64
	synced  []byte
	written []op
}

// A change is one of a name; of one that is made, with what has it.
type change struct {
	op
	file *file
}

// in is the directory whose name changes; "" is the tape's own.
func (c change) in() string { return directory(c.path) }

func directory(name string) string {
	dir := path.Dir(name)
	if dir == "." {
		return ""
	}
	return dir
}

// Disk is a disk at the beginning of a tape: an empty directory.
func (t *Tape) Disk() *Disk {
	return &Disk{tape: t, now: map[string]*file{"": {isDir: true}}, synced: map[string]*file{"": {isDir: true}}}
}

// Next plays one call more; false where there is none.
func (d *Disk) Next() bool {
	if d.next == len(d.tape.ops) {
		return false
	}
	o := d.tape.ops[d.next]
	d.next++
	switch o.kind {
	case mark:
		d.marks = append(d.marks, o.mark)
	case create, mkdir:
		if d.now[o.path] == nil {
			d.change(change{o, &file{isDir: o.kind == mkdir}})
		}
	case link:
		d.change(change{op{kind: create, path: o.to}, d.now[o.path]})
	case write, truncate:
		f := d.now[o.path]
		if o.kind == truncate {
			f.size = o.size
		} else {
			if o.at == atEnd {
				o.at = f.size
			}
			f.size = max(f.size, o.at+int64(len(o.data)))
		}
		f.written = append(f.written, o)
	case settle:
		written := d.now[o.path].written
		written[len(written)-1].settled = true
	case sync:
		d.sync(o.path)
	case rename, remove:
		d.change(change{op: o})
	}
	return true
}

// change has programs see a change that may not be on the disk yet.
func (d *Disk) change(c change) {
	c.apply(d.now)
	d.changed = append(d.changed, c)
}

func (c change) apply(names map[string]*file) {
	switch c.kind {
	case create, mkdir:
		names[c.path] = c.file
	case rename:
		for name, f := range names { // it, and what is in it
			if rest, below := strings.CutPrefix(name, c.path); below && (rest == "" || rest[0] == '/') {
				delete(names, name)
				names[c.to+rest] = f
			}
		}
	case remove:
		delete(names, c.path)
	}
}

// Marks is all that the program said so far.
func (d *Disk) Marks() string { return strings.Join(d.marks, "") }

func (d *Disk) sync(path string) {
	f := d.now[path]
	if !f.isDir {
		f.synced, f.written = f.content(nil), nil
		return
	}
	d.changed = slices.DeleteFunc(d.changed, func(c change) bool {
		if c.in() != path {
			return false
		}
		c.apply(d.synced)
		return true
	})
}

// Cut writes what may be there after a cut into a directory that is empty.
func (d *Disk) Cut(random *rand.Rand, into string) error {
	names := d.names(random)
	contents := map[*file][]byte{}                         // a file of two names is one
	for _, name := range slices.Sorted(maps.Keys(names)) { // directories come before what is in them
		f, place := names[name], filepath.Join(into, filepath.FromSlash(name))
		if name == "" {
			continue // it is there
		}
		if names[directory(name)] == nil {
			delete(names, name)
			continue
		}
		if f.isDir {
			if err := os.Mkdir(place, 0o700); err != nil {
				return err
			}
			continue
		}
		if _, known := contents[f]; !known {
			contents[f] = f.content(random)
		}
		if err := os.WriteFile(place, contents[f], 0o600); err != nil {
			return err
		}
	}
	return nil
}

// names are those that there may be: of the changes in each directory the first so many.
func (d *Disk) names(random *rand.Rand) map[string]*file {
	in := map[string]int{}
	for _, c := range d.changed {
		in[c.in()]++
	}
	for _, dir := range slices.Sorted(maps.Keys(in)) {
		in[dir] = random.IntN(in[dir] + 1)
	}
	names := maps.Clone(d.synced)
	for _, c := range d.changed {
		if in[c.in()]--; in[c.in()] >= 0 {
			c.apply(names)
		}
	}
	return names
}

// sector is what a disk writes whole.
const sector = 512

// content is a file with what was written to it, or without a random, all of it.
func (f *file) content(random *rand.Rand) []byte {
	content := slices.Clone(f.synced)
	arrives, torn := func(int) bool { return true }, false
	if random != nil {
		torn = random.IntN(2) == 0
		switch first := random.IntN(len(f.written) + 1); random.IntN(4) {
		case 0:
			arrives = func(int) bool { return false }
		case 1: // all
		case 2:
			arrives = func(i int) bool { return i < first }
		default:
			arrives = func(int) bool { return random.IntN(2) == 0 }
		}
	}
	for i, o := range f.written {
		if !o.settled && !arrives(i) {
			continue
		}
		if o.kind == truncate {
			content = resized(content, o.size)
			continue
		}
		if end := o.at + int64(len(o.data)); end > int64(len(content)) {
			content = resized(content, end)
		}
		for from := int64(0); from < int64(len(o.data)); {
			to := min((o.at+from)/sector*sector+sector-o.at, int64(len(o.data)))
			if !torn || o.settled || random.IntN(4) > 0 {
				copy(content[o.at+from:], o.data[from:to])
			}
			from = to
		}
	}
	return content
}

func resized(content []byte, size int64) []byte {
	if size <= int64(len(content)) {
		return content[:size:size]
	}
	return append(content, make([]byte, size-int64(len(content)))...)
}
