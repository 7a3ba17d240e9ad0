package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// bigFile is as large as a text of a campaign may be, but for its front matter.
const bigFile = 4<<20 - 1000

// shapes are large campaigns, each the sample with more in it.
var shapes = []struct {
	name    string
	lore    bool // it has some to be indexed
	resides int  // megabytes, whole
	add     func(t *testing.T, dir string)
}{
	{"100 MB of lore in 26 files", true, 300, func(t *testing.T, dir string) {
		for i := range 26 {
			save(t, filepath.Join(dir, fmt.Sprintf("lore/annals-%02d.md", i)), fmt.Sprintf("---\ntitle: Volume %d of the annals\n---\n", i)+annals(uint64(i), soak.Count(bigFile), "\n\n"))
		}
	}},
	{"one file of short lines", true, 300, func(t *testing.T, dir string) {
		save(t, filepath.Join(dir, "lore/lines.md"), annals(1, max(2<<20, soak.Count(bigFile)), "\n"))
	}},
	{"one file of a single line", true, 300, func(t *testing.T, dir string) {
		save(t, filepath.Join(dir, "lore/line.md"), annals(1, max(2<<20, soak.Count(bigFile)), " "))
	}},
	{"100,000 beats in a circle", false, 300, func(t *testing.T, dir string) {
		circle(t, dir, soak.Count(100_000))
	}},
}

// annals are so many bytes of sentences, with something between them; a blank line only
// after some.
func annals(seed uint64, size int, between string) string {
	random := rand.New(rand.NewPCG(seed, 7))
	words := strings.Fields("the keeper of lamp oil boats wrote that nobody had seen winter light tower stores and flour rope sold harbour men Pask Ines Wren Tobias Coad")
	var b strings.Builder
	for n := 1; b.Len() < size; n++ {
		fmt.Fprintf(&b, "In %d", 1500+random.IntN(400))
		for range 6 + random.IntN(9) {
			b.WriteString(" " + words[random.IntN(len(words))])
			if random.IntN(4) == 0 {
				b.WriteString(strconv.FormatInt(random.Int64N(20_000)+1e6, 36))
			}
		}
		b.WriteString(".")
		if between != "\n\n" || n%5 == 0 {
			b.WriteString(between)
		} else {
			b.WriteString(" ")
		}
	}
	return b.String()[:size]
}

// circle adds beats each of which requires the next, and the last the first.
func circle(t *testing.T, dir string, beats int) {
	const each = 10_000 // in a file
	for first := 0; first < beats; first += each {
		var list []any
		for i := first; i < min(beats, first+each); i++ {
			list = append(list, map[string]any{"id": fmt.Sprint("c", i), "title": fmt.Sprint("C ", i), "description": "It happens again.", "conditions": map[string]any{"requires_beat": fmt.Sprint("c", (i+1)%beats)}})
		}
		data, err := json.Marshal(map[string]any{"beats": list})
		must(t, err)
		save(t, filepath.Join(dir, fmt.Sprintf("plot/beats/90-%02d.json", first/each)), string(data))
	}
}

// sampleCampaign is a copy of the sample, of this user.
func (u *user) sampleCampaign(name string) (dir string) {
	u.t.Helper()
	dir = filepath.Join(u.dir, name)
	must(u.t, os.CopyFS(dir, os.DirFS("../../campaigns/grey-harbour")))
	return dir
}

// A sitting is what a play cost.
type sitting struct {
	first    time.Duration // to the first prompt
	turns    []time.Duration
	resident int // the most memory, in bytes
}

func (s *sitting) turn() time.Duration {
	slices.Sort(s.turns)
	return s.turns[len(s.turns)/2]
}

// sits plays the first choice for so many turns, and measures them from outside.
func (u *user) sits(turns int, args ...string) (s sitting) {
	u.t.Helper()
	cmd := u.command(append([]string{"play", "--json", "--input", "-"}, args...)...)
	in, err := cmd.StdinPipe()
	must(u.t, err)
	out, err := cmd.StdoutPipe()
	must(u.t, err)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	began := time.Now()
	must(u.t, cmd.Start())
	records := bufio.NewReaderSize(out, 1<<20)
	for n := range turns + 1 {
		if _, err := records.ReadBytes('\n'); err != nil {
			_ = cmd.Wait()
			u.t.Fatalf("turn %d: %v: %s", n, err, errs.String())
		}
		took := time.Since(began)
		if n == 0 {
			s.first = took
		} else {
			s.turns = append(s.turns, took)
		}
		if n < turns {
			began = time.Now()
			_, err := io.WriteString(in, "1\n")
			must(u.t, err)
		}
	}
	s.resident = peakOf(u.t, cmd)
	must(u.t, in.Close())
	_, _ = io.Copy(io.Discard, records)
	if err := cmd.Wait(); err != nil {
		u.t.Fatalf("%v: %s", err, errs.String())
	}
	return s
}

// peakOf is the most memory that a command, which waits for something, had resident.
func peakOf(t *testing.T, cmd *exec.Cmd) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	must(t, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	must(t, err)
	return kilobytes << 10
}

// Large campaigns play like small ones, in bounded memory: what is large about them is not
// in their saves, and what was indexed once is not indexed again.
func TestPlayedBigCampaigns(t *testing.T) {
	const turns = 9
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			u := newUser(t)
			dir := u.sampleCampaign("big")
			small := u.sits(turns, "--seed", "1", "grey-harbour")
			shape.add(t, dir)
			first := u.sits(turns, "--seed", "1", "--save", "first", dir)
			worlds := filepath.Join(u.dir, "home/data/saves/worlds.db")
			indexed, err := os.ReadFile(worlds)
			if (err == nil) != shape.lore {
				t.Fatalf("an index: %v, want one: %t", err, shape.lore)
			}
			second := u.sits(turns, "--seed", "1", "--save", "second", dir)
			again, _ := os.ReadFile(worlds)
			if !bytes.Equal(indexed, again) {
				t.Error("the second start has written the index again")
			}
			t.Logf("first prompt %v, then %v (sample %v); a turn %v, %.2f times the sample's %v; %d MB and %d MB resident (sample %d); %d MB of index",
				first.first.Round(time.Millisecond), second.first.Round(time.Millisecond), small.first.Round(time.Millisecond), second.turn().Round(time.Millisecond),
				float64(second.turn())/float64(small.turn()), small.turn().Round(time.Millisecond), first.resident>>20, second.resident>>20, small.resident>>20, len(indexed)>>20)
			most := shape.resides
			if !soak.Whole() {
				most /= 2
			}
			if resident := max(first.resident, second.resident); resident > most<<20 {
				t.Errorf("%d MB are resident, want %d at most", resident>>20, most)
			}
			if saved := fileSize(t, filepath.Join(u.dir, "home/data/saves/second.sqlite")); saved > 2<<20 {
				t.Errorf("a save of ten turns has %d bytes, of which a campaign's are none", saved)
			}
			// Far above what is wanted and far below what it cost when every turn went
			// through everything: machines are shared.
			if limit := 8*small.turn() + time.Second; second.turn() > limit {
				t.Errorf("a turn takes %v, %v in the sample", second.turn(), small.turn())
			}
		})
	}
}

func fileSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

// A story of large lore is the same however the index came about: killed at any moment and
// gone on with, by two at once, over a file that is broken, or where none can be kept.
func TestPlayedWhileIndexing(t *testing.T) {
	lore := func(u *user) string {
		dir := u.sampleCampaign("big")
		for i := range 5 {
			save(t, filepath.Join(dir, fmt.Sprintf("lore/annals-%02d.md", i)), annals(uint64(i), 2<<20, "\n\n"))
		}
		return dir
	}
	u := newUser(t)
	dir := lore(u)
	play := []string{"play", "--json", "--auto", "6", "--seed", "1", dir}
	_, want, _ := u.run(play...)
	if strings.Count(want, "\n") != 6 {
		t.Fatalf("the story was not played: %.300s", want)
	}
	saves := filepath.Join(u.dir, "home/data/saves")
	forget := func() { must(t, os.RemoveAll(saves)) }
	same := func(what, out string) {
		t.Helper()
		if out != want {
			t.Errorf("%s: it is another story", what)
		}
	}
	t.Run("killed", func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 9))
		for kill := range soak.Count(100) {
			if kill%5 == 0 {
				forget()
			}
			cmd := u.command(play...)
			must(t, cmd.Start())
			for began := time.Now(); time.Since(began) < 30*time.Second; { // until the index has been begun, and a moment more
				if _, err := os.Stat(filepath.Join(saves, "worlds.db")); err == nil {
					break
				}
				time.Sleep(time.Millisecond)
			}
			time.Sleep(time.Duration(random.Int64N(int64(600 * time.Millisecond)))) // the moment of the kill, any of which will do
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		_, out, _ := u.run(play...)
		same("after kills", out)
	})
	t.Run("by two at once", func(t *testing.T) {
		forget()
		var outs [2]bytes.Buffer
		var both [2]*exec.Cmd
		for i := range both {
			both[i] = u.command(play...)
			both[i].Stdout = &outs[i]
			must(t, both[i].Start())
		}
		for i := range both {
			must(t, both[i].Wait())
			same("of two", outs[i].String())
		}
	})
	t.Run("over a broken file", func(t *testing.T) {
		data, err := os.ReadFile(filepath.Join(saves, "worlds.db"))
		must(t, err)
		for what, broken := range map[string][]byte{"text": bytes.Repeat([]byte("no index "), 1000), "cut off": data[:len(data)/2], "empty": nil} {
			must(t, os.WriteFile(filepath.Join(saves, "worlds.db"), broken, 0o600))
			_, out, errs := u.run(play...)
			same(what, out)
			if strings.Count(errs, "is damaged; it is made anew") != 1 {
				t.Errorf("%s: it says %q", what, errs)
			}
			if _, _, errs = u.run(play...); strings.Contains(errs, "damaged") {
				t.Errorf("%s: it was not made anew: %q", what, errs)
			}
		}
	})
	t.Run("where none can be kept", func(t *testing.T) {
		forget()
		must(t, os.MkdirAll(filepath.Join(saves, "worlds.db/in the way"), 0o700))
		code, out, errs := u.run(play...)
		if code != exitOK || strings.Count(out, "\n") != 6 || strings.Count(errs, "Of the lore only the first") != 1 {
			t.Errorf("exit %d, %d turns: %q", code, strings.Count(out, "\n"), errs)
		}
	})
}
