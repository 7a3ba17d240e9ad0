package sqlite_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/narratoria/narratoria/persistence"
)

// mounting has a command start a program where a directory lies in another place, too, for
// that program alone.
func mounting(command *exec.Cmd, dir, other, program string) *exec.Cmd {
	command.Path, command.Args = "/bin/sh", []string{"sh", "-c", `mount --bind "$1" "$2" && exec "$3"`, "sh", dir, other, program}
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	return command
}

// Who comes to the save by a directory that is mounted in two places is kept out, too, and
// keeps others out.
func TestTheLockHoldsThroughABindMount(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	store := begun(t, dir, 1)
	if why := mounting(exec.Command("/bin/sh"), dir, other, "/bin/true").Run(); why != nil {
		if os.Getenv("NARRATORIA_NEED_ALL") != "" {
			t.Fatal(why)
		}
		t.Skipf("nothing can be mounted here: %v", why)
	}
	// bound plays in dir as it lies at other, which it does for nobody else.
	bound := func() (player *exec.Cmd, said string, release io.Closer) {
		player = play(t, "hold", other)
		player = mounting(player, dir, other, player.Path)
		input, err := player.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		output, err := player.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := player.Start(); err != nil {
			t.Fatal(err)
		}
		return player, firstLine(t, output), input
	}

	save, err := store.Open(t.Context(), saveName, persistence.Writing)
	if err != nil {
		t.Fatal(err)
	}
	second, said, input := bound()
	if want := fmt.Sprintf("locked by %d after ", os.Getpid()); !strings.HasPrefix(said, want) {
		t.Errorf("the second player says %q, want %q", said, want)
	}
	_ = input.Close()
	if err := second.Wait(); err != nil {
		t.Error(err)
	}
	if err := save.Close(); err != nil {
		t.Fatal(err)
	}

	first, said, input := bound()
	if said != "open" {
		t.Errorf("the first player says %q", said)
	}
	_, err = store.Open(t.Context(), saveName, persistence.Writing)
	if want := fmt.Sprintf("is open for playing elsewhere, by the process %d", first.Process.Pid); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
	_ = input.Close()
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
}
