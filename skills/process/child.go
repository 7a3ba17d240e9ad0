package process

import (
	"context"
	"os"
	"os/exec"
	"time"

	"github.com/narratoria/narratoria/skills/transport"
)

// A child is one started script: the leader of its tree.
type child struct {
	command     *exec.Cmd
	containment containment
	grip        grip // what the system needs to reach the whole tree
	id          string
	stdin       *stdin
	stdout      *os.File
	stderr      *os.File
	gone        chan struct{} // closed when the leader is reaped and its tree dealt with
}

// start starts a command in the transport's containment, behind the launcher where there is
// one. Its process is waited for by a goroutine that ends when it is gone.
func (t *Transport) start(ctx context.Context, command *exec.Cmd, launch []string) (*child, error) {
	started, gate, err := gated(command, launch)
	if err != nil {
		return nil, err
	}
	c := &child{command: started, containment: t.contained(), id: invocationID(command.Env), gone: make(chan struct{})}
	theirs, err := c.connect()
	if err != nil {
		gate.drop()
		return nil, err
	}
	started.SysProcAttr = c.containment.attributes()
	for tries := 0; ; tries++ {
		if err = t.spawner.start(c); !busy(err) || tries == 100 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	closeAll(theirs)
	if err != nil {
		gate.drop()
		closeAll([]*os.File{c.stdin.File, c.stdout, c.stderr})
		return nil, err
	}
	t.running.Add(1)
	go func() {
		defer t.running.Done()
		defer close(c.gone)
		c.wait()
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.closing, cancel)()
	if err := gate.open(ctx, command.Path); err != nil {
		<-c.gone
		closeAll([]*os.File{c.stdin.File, c.stdout, c.stderr})
		return nil, err
	}
	return c, nil
}

// connect makes the three pipes and gives the ends that are the script's. Files,
// not writers, so that no goroutine of exec copies between them.
func (c *child) connect() (theirs []*os.File, err error) {
	var ours []*os.File
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	inR, inW := pipe()
	outR, outW := pipe()
	errR, errW := pipe()
	theirs, ours = []*os.File{inR, outW, errW}, []*os.File{inW, outR, errR}
	if err != nil {
		closeAll(theirs)
		closeAll(ours)
		return nil, err
	}
	c.command.Stdin, c.command.Stdout, c.command.Stderr = inR, outW, errW
	c.stdin, c.stdout, c.stderr = &stdin{File: inW}, outR, errR
	return theirs, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}

// stdin is the host's end of a script's stdin. On Linux it also tells how much
// of it the script has left unread.
type stdin struct{ *os.File }

// exit says how the leader ended. One that is still not gone was given up.
func (c *child) exit(stopped error) transport.Exit {
	select {
	case <-c.gone:
	default:
		return transport.Exit{Signal: "killed, but it is still there", Stopped: stopped}
	}
	exit := transport.Exit{Code: c.command.ProcessState.ExitCode(), Stopped: stopped}
	if exit.Code < 0 {
		exit.Signal = c.command.ProcessState.String()
	}
	return exit
}
