package process

import (
	"context"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/narratoria/narratoria/skills/process/launcher"
)

// A gate holds a launcher back until this program is known to live.
type gate struct{ ours, theirs *os.File }

// gated makes a command that becomes the given one behind a gate. Without a launcher it is
// the command itself, and the gate is nil.
func gated(command *exec.Cmd, launch []string) (*exec.Cmd, *gate, error) {
	if len(launch) == 0 {
		return command, nil, nil
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.SetNonblock(pair[0], true); err != nil { // else no deadline ends its reading
		_, _ = unix.Close(pair[0]), unix.Close(pair[1])
		return nil, nil, err
	}
	g := &gate{os.NewFile(uintptr(pair[0]), "gate"), os.NewFile(uintptr(pair[1]), "gate")}
	behind := *command
	behind.Path = launch[0]
	behind.Args = append(append([]string{}, launch...), command.Args...)
	behind.ExtraFiles = []*os.File{launcher.Gate - 3: g.theirs}
	return &behind, g, nil
}

// open lets the launcher, which was started, execute the script, and gives the error where
// that cannot be executed. One that does not get that far while there is time, or is killed
// meanwhile, has no error here: it is overseen as any script is.
func (g *gate) open(ctx context.Context, path string) error {
	if g == nil {
		return nil
	}
	defer g.ours.Close()
	_ = g.theirs.Close() // else there is no end of file
	if _, err := g.ours.Write([]byte{1}); err != nil {
		return nil
	}
	defer context.AfterFunc(ctx, func() { _ = g.ours.SetReadDeadline(time.Now()) })()
	answer, err := io.ReadAll(io.LimitReader(g.ours, 4))
	if err != nil || len(answer) < 4 {
		return nil
	}
	return &os.PathError{Op: "fork/exec", Path: path, Err: syscall.Errno(binary.LittleEndian.Uint32(answer))}
}

// drop closes the gate of a launcher that was not started.
func (g *gate) drop() {
	if g != nil {
		closeAll([]*os.File{g.ours, g.theirs})
	}
}
