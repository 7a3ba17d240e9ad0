package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// onTerminal runs the program where all it reads and writes is a terminal, until it shows
// something, and gives what it showed. Enter is pressed at the start; it is killed at the end.
func (u *user) onTerminal(until string, args ...string) (shown string) {
	u.t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	must(u.t, err)
	defer master.Close()
	must(u.t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetUint32(int(master.Fd()), unix.TIOCGPTN)
	must(u.t, err)
	must(u.t, unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100}))
	slave, err := os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	must(u.t, err)
	cmd := u.command(args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	must(u.t, cmd.Start())
	must(u.t, slave.Close())
	late := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	defer func() {
		late.Stop()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	_, err = master.WriteString("\r")
	must(u.t, err)
	var all bytes.Buffer
	for piece := make([]byte, 4096); ; {
		n, err := master.Read(piece)
		all.Write(piece[:n])
		if bytes.Contains(all.Bytes(), []byte(until)) {
			return all.String()
		}
		if err != nil {
			u.t.Fatalf("%q never came: %v: %q", until, err, all.String())
		}
	}
}

var indexed = regexp.MustCompile(`indexing the lore, ([0-9]+) of ([0-9]+) MB, this once`)

// Whoever waits for the index of large lore is shown how far it is, at its first start and
// not again; nobody is whose lore is small.
func TestPlayedProgress(t *testing.T) {
	u := newUser(t)
	dir := u.sampleCampaign("big")
	const files, size = 8, 4 << 20
	for i := range files {
		save(t, filepath.Join(dir, fmt.Sprintf("lore/annals-%02d.md", i)), annals(uint64(i), size, "\n\n"))
	}
	const prompt = "Type the number of a choice"
	var done []int
	for _, said := range indexed.FindAllStringSubmatch(u.onTerminal(prompt, "play", "--seed", "1", dir), -1) {
		now, _ := strconv.Atoi(said[1])
		done = append(done, now)
		if all, _ := strconv.Atoi(said[2]); all < files*size/1_000_000 || all > files*size/1_000_000+1 {
			t.Errorf("it says %q, and there are %d bytes", said[0], files*size)
		}
	}
	if done = slices.Compact(done); len(done) < 3 || !slices.IsSorted(done) {
		t.Errorf("it was shown how far it is at %v MB", done)
	}
	for _, campaign := range []string{dir, "grey-harbour"} {
		if shown := u.onTerminal(prompt, "play", "--seed", "2", campaign); indexed.MatchString(shown) {
			t.Errorf("%s is indexed: %q", campaign, shown)
		}
	}
}
