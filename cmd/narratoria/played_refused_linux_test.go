package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// A FIFO among the saves, or for a manifest, is refused: nobody waits for what will
// never come.
func TestPlayedWaitsForNobody(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	u.plays("--auto", "1", "--seed", "1", "--save", "good", "minimal")
	must(t, syscall.Mkfifo(filepath.Join(u.dir, "home", "data", "saves", "pipe.sqlite"), 0o600))
	must(t, os.Mkdir(filepath.Join(u.dir, "pipes"), 0o700))
	must(t, syscall.Mkfifo(filepath.Join(u.dir, "pipes", "manifest.json"), 0o600))
	for want, args := range map[string][]string{
		`narratoria: the save "pipe" is damaged, and was left as it is: it is not a plain file`: {"play", "--continue", "--save", "pipe", "--auto", "1", "--json"},
		`narratoria: pipes/manifest.json: is not a plain file`:                                  {"play", "pipes", "--auto", "1", "--json"},
		`narratoria: the file "pipes/manifest.json" is not a plain file`:                        {"play", "minimal", "--input", "pipes/manifest.json", "--json"},
	} {
		cmd := u.command(args...)
		late := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		code, out, errs := u.ended(cmd)
		late.Stop()
		if code != exitFailed || out != "" || errs != want+"\n" {
			t.Errorf("%v: exit %d: %q %q", args, code, out, errs)
		}
	}
	if out := u.does("saves"); !strings.Contains(out, "\nThe save \"pipe\" cannot be opened: it is not a plain file\n") || !strings.Contains(out, "good") {
		t.Errorf("%s", out)
	}
}

// onFullDisk plays on a disk of so many KiB until it is full, looks at the save,
// and goes on once there is room. It prints how the three of them ended.
const onFullDisk = `mkdir -p home && mount -t tmpfs -o size="$1"k none home || { echo no disk; exit 0; }
"$0" play grey-harbour --auto 30 --seed 1 --save full --json > shown 2> said; echo "$?"
"$0" story log full --json > log 2> log-said; echo "$?"
mount -o remount,size=200m home
if [ -s shown ]; then set -- --continue; else set -- grey-harbour; fi
"$0" play "$@" --auto 30 --seed 1 --save full --json > rest 2> rest-said; echo "$?"
"$0" saves > list
`

// withinLimit is the same where no file may have more than so many KiB, until it may.
const withinLimit = `mkdir -p home
(ulimit -S -f $(($1 * 2)); "$0" play grey-harbour --auto 30 --seed 1 --save full --json > shown 2> said; echo "$?"
"$0" story log full --json > log 2> log-said; echo "$?")
if [ -s shown ]; then set -- --continue; else set -- grey-harbour; fi
"$0" play "$@" --auto 30 --seed 1 --save full --json > rest 2> rest-said; echo "$?"
"$0" saves > list
`

// A disk that fills up at any point of a story: the player is told in one line, no
// turn that was shown is lost or half there, and the story goes on once there is
// room.
func TestPlayedOnAFullDisk(t *testing.T) {
	soak.Need(t, "sh")
	soak.Need(t, "mount")
	whole := newUser(t).plays("--auto", "60", "--seed", "1", "grey-harbour")
	sizes := []int{48, 320, 1000} // in KiB: no save, hardly an opening, some turns
	for i := range soak.Count(100) {
		sizes = append(sizes, 100+i*25)
	}
	for _, size := range sizes {
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			cmd := u.as(exec.Command("sh", "-c", onFullDisk, u.program, strconv.Itoa(size)))
			cmd.SysProcAttr = ownMounts()
			code, out, errs := u.ended(cmd)
			if strings.HasPrefix(out, "no disk") || cmd.ProcessState == nil {
				if os.Getenv("NARRATORIA_NEED_ALL") != "" {
					t.Fatalf("this run must not skip, but needs a disk of its own: %s", errs)
				}
				t.Skip("needs a disk of its own: ", errs)
			}
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, errs)
			}
			holdFull(t, u, whole, strings.Fields(out))
		})
	}
}

// So does a limit of how large files may be, as a quota is one of all.
func TestPlayedToTheLimitOfFiles(t *testing.T) {
	soak.Need(t, "sh")
	whole := newUser(t).plays("--auto", "60", "--seed", "1", "grey-harbour")
	for _, size := range []int{32, 500, 1000} { // in KiB: no save, and some turns
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			code, out, errs := u.ended(u.as(exec.Command("sh", "-c", withinLimit, u.program, strconv.Itoa(size))))
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, errs)
			}
			holdFull(t, u, whole, strings.Fields(out))
		})
	}
}

// ownMounts lets a command mount what only it sees.
func ownMounts() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
}

func holdFull(t *testing.T, u *user, whole []told, codes []string) {
	t.Helper()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(u.dir, name))
		must(t, err)
		return string(data)
	}
	shown, said := recordsOf(t, read("shown")), read("said")
	if codes[0] != "1" || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "narratoria: the disk is full") {
		t.Errorf("a full disk: exit %s: %s", codes[0], said)
	}
	last := int64(0)
	for _, r := range shown {
		last = r.Turn
		if diff := unlike(whole, r); diff != "" && len(r.Degraded) == 0 {
			t.Error(diff) // with a word of what was missing it may differ: pictures had no room
		}
	}
	if last > 0 && codes[1] != "0" {
		t.Errorf("while the disk is full the story cannot be read: %s", read("log-said"))
	}
	rest, said := recordsOf(t, read("rest")), read("rest-said")
	if codes[2] != "0" || said != "" || len(rest) == 0 {
		t.Fatalf("with room again: exit %s: %s", codes[2], said)
	}
	if first := rest[0]; last > 0 && (first.Turn != last || !first.Resumed) {
		t.Errorf("turn %d was shown last, and it goes on with turn %d, resumed %v", last, first.Turn, first.Resumed)
	}
	for i, r := range rest {
		if r.Turn != rest[0].Turn+int64(i) {
			t.Errorf("turn %d comes as number %d after %d", r.Turn, i, rest[0].Turn)
		}
	}
	t.Logf("full after turn %d; went on to turn %d", last, rest[len(rest)-1].Turn)
}
