package hostile

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ofProcesses start processes, will not end, or would rather be something else.
var ofProcesses = []misdeed{
	{name: "no end, whoever asks", want: "timeout", does: func(s *script) int { ignoreSignals(); s.log("hanging"); s.say(""); return forever() }},
	{name: "a busy loop on every core", want: "timeout", does: func(*script) int {
		ignoreSignals()
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, -20)
		for range 2 * runtime.NumCPU() {
			go func() {
				for n := 1; n != 0; n++ {
					n |= 1
				}
			}()
		}
		return forever()
	}},
	{name: "stops itself", want: "timeout", does: func(s *script) int {
		_ = syscall.Kill(0, syscall.SIGSTOP)
		return forever()
	}},
	{name: "stops its children", does: func(s *script) int {
		for range 5 {
			must(s.linger(true).Process.Signal(syscall.SIGSTOP))
		}
		return s.done()
	}},
	{name: "a daemon", does: func(s *script) int {
		s.sh(`trap "" TERM HUP; setsid sh -c 'trap "" TERM HUP; (sleep "$0" </dev/null >/dev/null 2>&1 &)' "$0"`)
		return s.done()
	}},
	{name: "a daemon without an environment", does: func(s *script) int {
		s.sh(`exec env -i setsid sh -c 'trap "" TERM HUP; (sleep "$0" </dev/null >/dev/null 2>&1 &) ; :' "$0"`)
		return s.done()
	}},
	{name: "a tree of 50", want: "timeout", does: func(s *script) int {
		s.sh(`for i in 1 2 3 4 5 6 7; do sh -c 'trap "" TERM HUP; for j in 1 2 3 4 5 6; do sleep "$0" & done; wait' "$0" & done`)
		return forever()
	}},
	{name: "200 children, each in a session of its own", does: func(s *script) int {
		for range 200 {
			s.linger(true)
		}
		return s.done()
	}},
	{name: "a child that is never the same", does: func(s *script) int {
		must(again("relay", s.token).Start())
		return s.done()
	}},
	{name: "a grandchild that holds stdout", does: func(s *script) int {
		child := exec.Command("sleep", s.token)
		child.Stdout, child.SysProcAttr = os.Stdout, &syscall.SysProcAttr{Setsid: true}
		must(child.Start())
		return s.done()
	}},
	{name: "a grandchild that writes on", does: func(s *script) int {
		child := exec.Command("sh", "-c", `trap "" TERM HUP PIPE; while :; do echo '{"version":"0","type":"done","ok":true}'; echo noise >&2; done`, s.token)
		child.Stdout, child.Stderr, child.SysProcAttr = os.Stdout, os.Stderr, &syscall.SysProcAttr{Setsid: true}
		must(child.Start())
		return s.done()
	}},
	{name: "stdout closed while it runs", want: "timeout", does: func(*script) int { os.Stdout.Close(); return forever() }},
	{name: "every descriptor closed", want: "timeout", does: func(*script) int {
		for fd := range 3 {
			_ = syscall.Close(fd)
		}
		return forever()
	}},
	{name: "another program in its place", want: "timeout", does: func(s *script) int {
		sleep, err := exec.LookPath("sleep")
		must(err)
		must(syscall.Exec(sleep, []string{"sleep", s.token}, os.Environ()))
		return 1
	}},
	{name: "itself in its place, again and again", want: "timeout", does: func(s *script) int {
		cmd := again("itself in its place, again and again", s.token)
		must(syscall.Exec(cmd.Path, cmd.Args, os.Environ()))
		return 1
	}},
	{name: "arguments and variables without end", want: "timeout", does: func(s *script) int {
		cmd := again("no end, whoever asks", s.token)
		for range 10 {
			cmd.Args = append(cmd.Args, strings.Repeat("a", 100<<10))
			cmd.Env = append(cmd.Environ(), "X="+strings.Repeat("x", 100<<10))
		}
		must(cmd.Start())
		return forever()
	}},
	{name: "a bad exit after done", want: "exit_status", does: func(s *script) int { s.patch(`{"a":1}`); s.done(); return 3 }},
	{name: "its own end by a signal", want: "signal|exit_status", does: func(s *script) int {
		s.patch(`{"a":1}`)
		s.done()
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL) // which a namespace's first process does not hear
		return 9
	}},
	{name: "an end to everybody in reach", want: "signal|exit_status", does: func(s *script) int {
		s.linger(true)
		if os.Getpid() == 1 { // anywhere else that would be the user's whole session
			_ = syscall.Kill(-1, syscall.SIGKILL)
		}
		s.done()
		return 9
	}},
	{name: "a core dump", does: func(s *script) int {
		s.sh(`ulimit -c unlimited; sh -c 'kill -SEGV $$'; :`)
		return s.done()
	}},
	{name: "limits lifted as far as they go", does: func(s *script) int {
		for _, what := range []int{unix.RLIMIT_NOFILE, unix.RLIMIT_NPROC, unix.RLIMIT_CORE, unix.RLIMIT_FSIZE, unix.RLIMIT_AS} {
			var limit unix.Rlimit
			must(unix.Getrlimit(what, &limit))
			limit.Cur = limit.Max
			must(unix.Setrlimit(what, &limit))
		}
		var open []*os.File
		for range 4_000 {
			file, err := os.Open("/dev/null")
			if err != nil {
				break
			}
			open = append(open, file)
		}
		code := s.done()
		runtime.KeepAlive(open)
		return code
	}},
	{name: "300 MiB of memory of its own", want: "timeout", does: func(*script) int {
		held := make([]byte, 300<<20)
		for i := 0; i < len(held); i += 4096 {
			held[i] = 1
		}
		defer runtime.KeepAlive(held)
		return forever()
	}},
	{name: "namespaces of its own", want: "timeout", does: func(s *script) int {
		cmd := exec.Command("sleep", s.token)
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Setsid: true, Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
		}
		_ = cmd.Start() // where it may not, it has tried
		return forever()
	}},
	{name: "a parent to all who lose theirs", want: "timeout", does: func(s *script) int {
		runtime.LockOSThread()
		must(unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
		must(unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0))
		must(unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0))
		ignoreSignals()
		s.sh(`(setsid sleep "$0" </dev/null >/dev/null 2>&1 &)`)
		return forever()
	}},
	{name: "a loop of children without an environment", does: func(s *script) int {
		s.sh(`exec env -i sh -c '(trap "" TERM; while :; do sleep 0.01; done </dev/null >/dev/null 2>&1 & ) ; :' "$0"`)
		return s.done()
	}},
}

// relay starts itself anew and goes, so that nobody has its number for long.
func relay(token string) int {
	time.Sleep(time.Millisecond)
	cmd := again("relay", token)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	must(cmd.Start())
	return 0
}
