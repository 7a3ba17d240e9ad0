package llama

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/llama/footprint"
	"github.com/narratoria/narratoria/model/llama/internal/wire"
	"github.com/narratoria/narratoria/model/llama/pins"
)

// A starter starts the worker of a model. It is used by one goroutine at a time.
type starter struct {
	program string
	file    held
	load    wire.Load // but for the path of the model
	memory  int64
}

func (s *starter) close() { s.file.close() }

// start starts a worker, and says what it is to load.
func (s *starter) start(ctx context.Context) (*child, wire.Load, error) {
	load := s.load
	if err := pins.Supported(runtime.GOOS, runtime.GOARCH); err != nil {
		return nil, load, &model.Error{Kind: model.Unsupported, Message: err.Error(), Err: err}
	}
	file, size, err := s.file.open(ctx)
	if err != nil {
		return nil, load, err
	}
	if load.Context, err = s.fits(file, size); err != nil {
		return nil, load, err
	}
	command := exec.Command(s.program)
	command.Env = environment
	command.ExtraFiles = []*os.File{file}
	load.Model = descriptors + "/3" // the first of ExtraFiles
	ordered(command)
	c, err := run(command)
	if errors.Is(err, fs.ErrNotExist) {
		err = &model.Error{Kind: model.Unsupported, Err: err, Message: fmt.Sprintf("the program narratoria-llama, which runs models, is not at %s; make build makes it", s.program)}
	}
	return c, load, err
}

// environment is all that a worker has of one: nothing by which a library could be put into it, and no
// key. Where llama.cpp gives up it would start a debugger, if it were not told not to.
var environment = []string{"GGML_NO_BACKTRACE=1", "GOTRACEBACK=none", "LC_ALL=C"}

// afterwards is how long the pipes of a worker that has ended may stay open.
const afterwards = time.Second

// run starts a process that speaks the protocol.
func run(command *exec.Cmd) (*child, error) {
	stderr := &head{}
	command.Stderr = stderr
	command.WaitDelay = afterwards
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return nil, err
	}
	var once sync.Once
	stop := func() {
		once.Do(func() {
			_ = command.Process.Kill()
			_ = command.Wait()
		})
	}
	why := func() string {
		said := command.ProcessState.String()
		if line := stderr.line(); line != "" {
			said += ": " + line
		}
		return said
	}
	return conversation(wire.NewWriter(stdin), wire.Replies(stdout), stop, why), nil
}

// A head keeps the beginning of what a worker writes on stderr: there a library says why it gives up.
type head struct {
	mu   sync.Mutex
	kept []byte
}

const mostHead = 4 << 10

func (h *head) Write(data []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, data[:min(len(data), mostHead-len(h.kept))]...)
	return len(data), nil
}

// line is the first line of it.
func (h *head) line() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	first, _, _ := bytes.Cut(bytes.TrimSpace(h.kept), []byte("\n"))
	return plaintext.Line(string(first), 200)
}

// fits looks whether a model fits the memory that it may have, and gives its context.
func (s *starter) fits(file *os.File, bytes int64) (context int, err error) {
	use := footprint.Texts(s.load.Context)
	if s.load.Vectors {
		use = footprint.Vectors(s.load.Context)
	}
	takes, err := footprint.Of(file, bytes, use)
	if err != nil {
		return 0, &model.Error{Kind: model.Unsupported, Message: fmt.Sprintf("its file %s is no model that can be run: %v", s.file.path, err), Err: err}
	}
	limit, where := s.memory, "may be used"
	if limit == 0 {
		limit, where = footprint.Available(), "are left on this device"
	}
	if !takes.Fits(limit) {
		return 0, &model.Error{Kind: model.Unsupported, Message: fmt.Sprintf(
			"it takes %s, and %s %s, so it is not loaded; take a smaller model or context, or end other programs", takes, footprint.Gigabytes(limit), where)}
	}
	return takes.Context, nil
}
