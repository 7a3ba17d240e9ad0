package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// traced lets a command run without a network, with every call noted that could
// reach one: of the host and of all that it starts.
func (u *user) traced(args ...string) (trace string) {
	u.t.Helper()
	trace, errs := u.tracing(exitOK, args...)
	if errs != "" {
		u.t.Fatal(errs)
	}
	return trace
}

// tracedSaying is traced where something is said on stderr, too, and the program ends so.
func (u *user) tracedSaying(code int, args ...string) string {
	u.t.Helper()
	trace, _ := u.tracing(code, args...)
	return trace
}

func (u *user) tracing(want int, args ...string) (trace, errs string) {
	u.t.Helper()
	strace := soak.Need(u.t, "strace")
	file := filepath.Join(u.dir, "trace")
	cmd := u.as(exec.Command(strace, append([]string{
		"-f", "-qq", "-e", "trace=%network,execve,open,openat,openat2,io_uring_setup", "-e", "signal=none", "-o", file, u.program,
	}, args...)...))
	cmd.SysProcAttr = withoutNetwork(u.t)
	code, out, errs := u.ended(cmd)
	if code != want {
		u.t.Fatalf("exit %d: %s\n%.500s", code, errs, out)
	}
	text, err := os.ReadFile(file)
	must(u.t, err)
	return string(text), errs
}

// withoutNetwork is a network namespace with nothing in it, inside a user namespace
// for whoever is not root.
func withoutNetwork(t *testing.T) *syscall.SysProcAttr {
	t.Helper()
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
	try := exec.Command("true")
	try.SysProcAttr = attr
	if err := try.Run(); err != nil {
		if os.Getenv("NARRATORIA_NEED_ALL") != "" {
			t.Fatalf("this run must not skip, but needs a network namespace: %v", err)
		}
		t.Skip("needs a network namespace: ", err)
	}
	return attr
}

var (
	// networkCalls are what a program begins with that wants to speak to another.
	// Pairs of sockets reach nobody.
	networkCalls = regexp.MustCompile(`^\d+ +(socket|connect|bind|listen|sendto|sendmsg|sendmmsg|io_uring_setup)\(`)
	// lookUps are the files that names of machines are looked up by.
	lookUps = regexp.MustCompile(`^\d+ +open\w*\(.*"(/etc/(resolv\.conf|hosts|nsswitch\.conf|gai\.conf|host\.conf)|/(var/)?run/(nscd|systemd/resolve)/.*)"`)
	started = regexp.MustCompile(`(?m)^\d+ +execve\("([^"]*)"`)
)

// reaches are the lines of a trace in which somebody reached for the network, or
// for the address of a name.
func reaches(trace string) (all []string) {
	for line := range strings.Lines(trace) {
		if networkCalls.MatchString(line) || lookUps.MatchString(line) {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return all
}

// programsOf counts what a trace saw begin.
func programsOf(trace string) map[string]int {
	n := map[string]int{}
	for _, found := range started.FindAllStringSubmatch(trace, -1) {
		n[filepath.Base(found[1])]++
	}
	return n
}

// A story is played without a network, and nobody asks for one: neither the host
// nor a skill, neither a connection nor a name.
func TestPlayedWithoutNetwork(t *testing.T) {
	turns := max(10, soak.Count(60))
	trace := newUser(t).traced("play", "--auto", strconv.Itoa(turns), "--no-endings", "--seed", "1", "--save", "alone", "--json", "grey-harbour")
	for _, line := range reaches(trace) {
		t.Error(line)
	}
	if n := programsOf(trace); n["narratoria-skills"] < turns {
		t.Errorf("the trace saw %v begin in %d turns: skills are not in it", n, turns)
	}
}

// A skill that does ask is seen: for a connection, and for a name.
func TestPlayedNetworkIsSeen(t *testing.T) {
	soak.Need(t, "python3")
	for name, body := range map[string]string{
		"connects": `socket.create_connection(("192.0.2.1", 9), 1)`,
		"asks":     `socket.getaddrinfo("example.org", 80)`,
	} {
		u := newUser(t)
		u.dropIn(map[string]string{
			"skill.json": `{"name": "caller", "version": "1.0.0", "description": "Calls home.",
 "scripts": [{"name": "call", "path": "call.py", "interpreter": "python3", "description": "Calls.", "timeout": 20000, "triggers": ["lamp"]}]}`,
			"scripts/call.py": "import socket\ntry:\n    " + body + "\nexcept OSError:\n    pass\n" + `print('{"version":"0","type":"done","ok":true}')` + "\n",
		}, "caller")
		u.writes("choices", "start/light\n")
		trace := u.traced("play", "--json", "--seed", "1", "--input", "choices", proving(t))
		if len(reaches(trace)) == 0 {
			t.Errorf("a skill that %s is not seen", name)
		}
	}
}

// The reading of traces tells what reaches out from what does not.
func TestReaches(t *testing.T) {
	for line, want := range map[string]bool{
		`12 socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 5`:                  true,
		`12 socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) = 5`:                           true,
		`12 socket(AF_UNIX, SOCK_STREAM, 0) = 5`:                                       true,
		`123  connect(5, {sa_family=AF_INET, sin_port=htons(9)}, 16) = -1 ENETUNREACH`: true,
		`12 io_uring_setup(8, {}) = 5`:                                                 true,
		`12 openat(AT_FDCWD, "/etc/resolv.conf", O_RDONLY|O_CLOEXEC) = 5`:              true,
		`12 openat(AT_FDCWD, "/etc/hosts", O_RDONLY <unfinished ...>`:                  true,
		`12 open("/etc/nsswitch.conf", O_RDONLY) = 3`:                                  true,
		`12 socketpair(AF_UNIX, SOCK_STREAM, 0, [5, 6]) = 0`:                           false,
		`12 openat(AT_FDCWD, "/home/jo/etc/hosts.txt", O_RDONLY) = 5`:                  false,
		`12 execve("/usr/bin/sh", ["sh", "-c", "connect(5)"], 0xc0 /* 9 vars */) = 0`:  false,
		`12 openat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3`:              false,
	} {
		if got := len(reaches(line)) > 0; got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
