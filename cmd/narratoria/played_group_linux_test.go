package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// A memoryGroup is a control group whose processes have so much memory together, with what
// the kernel keeps for them of files. More than that ends them.
type memoryGroup struct {
	t      *testing.T
	dir    string
	killed string // the file that counts whom it ended
}

// newMemoryGroup skips the test where this user may make none.
func newMemoryGroup(t *testing.T, limit int64) memoryGroup {
	t.Helper()
	for _, version := range []struct{ root, limit, swap, killed string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control"},
		{"/sys/fs/cgroup", "memory.max", "memory.swap.max", "memory.events"},
	} {
		if _, err := os.Stat(filepath.Join(version.root, "cgroup.procs")); err != nil {
			continue
		}
		dir, err := os.MkdirTemp(version.root, "narratoria-")
		if err != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(dir) })
		write := func(file string, n int64) error {
			return os.WriteFile(filepath.Join(dir, file), []byte(strconv.FormatInt(n, 10)), 0)
		}
		if write(version.limit, limit) != nil {
			continue
		}
		_ = write(version.swap, map[bool]int64{true: limit}[strings.Contains(version.swap, "memsw")]) // there may be no swap
		return memoryGroup{t, dir, filepath.Join(dir, version.killed)}
	}
	t.Skip("needs a control group for memory of its own")
	return memoryGroup{}
}

// holds has a command run in the group from its first moment on.
func (g memoryGroup) holds(cmd *exec.Cmd) *exec.Cmd {
	inside := exec.Command("sh", append([]string{"-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(g.dir, "cgroup.procs")}, cmd.Args...)...)
	inside.Dir, inside.Env = cmd.Dir, cmd.Env
	return inside
}

// kills is how many processes the group has ended.
func (g memoryGroup) kills() int {
	g.t.Helper()
	data, err := os.ReadFile(g.killed)
	must(g.t, err)
	for line := range strings.Lines(string(data)) {
		if name, n, _ := strings.Cut(strings.TrimSpace(line), " "); name == "oom_kill" {
			kills, err := strconv.Atoi(n)
			must(g.t, err)
			return kills
		}
	}
	g.t.Fatalf("nothing counts whom the group ended: %s", data)
	return 0
}

// The largest campaign is indexed and played where all that runs has a gigabyte together,
// and nobody is ended for it. With an eighth of that the program is, which the same look
// finds.
func TestPlayedInAGigabyte(t *testing.T) {
	soak.Need(t, "sh")
	u := newUser(t)
	dir := u.sampleCampaign("big")
	shapes[0].add(t, dir)
	play := func(limit int64, save string) (told, kills int, errs string) {
		group := newMemoryGroup(t, limit)
		cmd := group.holds(u.command("play", "--json", "--auto", "20", "--seed", "1", "--save", save, dir))
		cmd.Env = append(cmd.Env, "GOMEMLIMIT=512MiB")
		_, out, errs := u.ended(cmd)
		return bytes.Count([]byte(out), []byte("\n")), group.kills(), errs
	}
	for _, save := range []string{"indexes", "finds-it-indexed"} {
		if told, kills, errs := play(1<<30, save); told != 20 || kills > 0 {
			t.Errorf("%s: %d of 20 turns, %d processes ended for memory: %s", save, told, kills, errs)
		}
	}
	most := int64(128 << 20)
	if !soak.Whole() {
		most = 16 << 20
	}
	if _, kills, _ := play(most, "too-little"); kills == 0 {
		t.Errorf("in %d MB nothing was ended for memory: the look finds nothing", most>>20)
	}
}
