//go:build unix

package process

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

const doneLine = `{"version":"0","type":"done","ok":true}` + "\n"

// behave is one way of a skill to behave. Its first argument is a token that
// every process it starts carries in its command line too.
func behave(how string, args []string) int {
	token := args[0]
	switch how {
	case "well":
		fmt.Print(doneLine)
	case "hang":
		ignoreSignals()
		say("hanging")
		forever()
	case "garbage":
		ignoreSignals()
		for noise := bytes.Repeat([]byte{0xff, 0x00, '{', '\n'}, 1000); ; {
			_, _ = os.Stdout.Write(noise)
		}
	case "long-line":
		ignoreSignals()
		for part, i := bytes.Repeat([]byte("a"), 1<<20), 0; i < 100; i++ {
			_, _ = os.Stdout.Write(part)
		}
		forever()
	case "stderr-flood":
		ignoreSignals()
		for noise := bytes.Repeat([]byte("all work and no play\n"), 1000); ; {
			_, _ = os.Stderr.Write(noise)
		}
	case "never-reads":
		forever()
	case "pipe-holder":
		child := exec.Command("sleep", token)
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		must(child.Start())
		fmt.Print(doneLine)
	case "pipe-holder-apart":
		child := exec.Command("sleep", token)
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // before it is started, so that no end of the group can be faster
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		must(child.Start())
		fmt.Print(doneLine)
	case "daemon":
		daemonise(token)
		fmt.Print(doneLine)
	case "daemon-without-environment":
		must(shell(token, `exec env -i setsid sh -c 'trap "" TERM HUP; (sleep "$0" & echo); :' "$0"`).Run())
		fmt.Print(doneLine)
	case "tree":
		grow(token)
		ignoreSignals()
		say("grown")
		forever()
	case "report":
		return report()
	case "crash-after-work":
		must(os.WriteFile(filepath.Join(os.Getenv("NARRATORIA_OUTPUT_DIR"), "a.png"), []byte("\x89PNG\r\n\x1a\n"), 0o600))
		fmt.Println(`{"version":"0","type":"state_patch","patch":{"a":1}}`)
		fmt.Println(`{"version":"0","type":"asset","assetId":"a","kind":"image","mediaType":"image/png","path":"a.png"}`)
		fmt.Print(doneLine)
		return 3
	case "log":
		fmt.Fprintln(os.Stderr, `{"level":"warning","msg":"low on oil","lamp":3}`)
		fmt.Fprintln(os.Stderr, "plain words")
		fmt.Fprintln(os.Stderr, `{"level":"loud","msg":"unknown level"}`)
		fmt.Print(doneLine)
	case "wordy": // more than the host reads at once
		for range 3 {
			fmt.Printf(`{"version":"0","type":"log","level":"info","message":"%s"}`+"\n", strings.Repeat("word ", 2_000))
		}
		fmt.Print(doneLine)
	case "after-done":
		fmt.Print(doneLine, "and more\n")
	case "done-then-hang":
		fmt.Print(doneLine)
		forever()
	case "until-stdin-ends":
		_, _ = bufio.NewReader(os.Stdin).ReadString(0)
		fmt.Print(doneLine)
	case "fire-and-forget":
		fmt.Print(`{"version":"0","type":"call","id":"1","method":"random","params":{}}`+"\n", doneLine)
	case "call":
		in := bufio.NewReader(os.Stdin)
		_, _ = in.ReadString('\n')
		fmt.Println(`{"version":"0","type":"call","id":"1","method":"random","params":{}}`)
		reply, _ := in.ReadString('\n')
		fmt.Fprint(os.Stderr, reply)
		fmt.Print(doneLine)
	case "fill":
		for i := 0; ; i++ {
			must(os.WriteFile(filepath.Join(os.Getenv("NARRATORIA_OUTPUT_DIR"), fmt.Sprint(i)), bytes.Repeat([]byte("x"), 1<<16), 0))
		}
	case "unpack":
		must(os.MkdirAll(os.Getenv("NARRATORIA_OUTPUT_DIR")+"/locked/inside", 0o700))
		must(os.Chmod(os.Getenv("NARRATORIA_OUTPUT_DIR")+"/locked", 0))
		fmt.Print(doneLine)
	default:
		return programs[how](args)
	}
	return 0
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
}

func say(message string) {
	fmt.Printf(`{"version":"0","type":"log","level":"info","message":%q}`+"\n", message)
}

func ignoreSignals() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE) }

func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

func shell(token, script string) *exec.Cmd { return exec.Command("sh", "-c", script, token) }

// daemonise leaves a process behind that has a session of its own, no parent of
// ours, no pipe of ours, and ignores what a terminal sends.
func daemonise(token string) {
	must(shell(token, `trap "" TERM HUP; setsid sh -c 'trap "" TERM HUP; (sleep "$0" </dev/null >/dev/null 2>&1 &)' "$0"`).Run())
}

// grow starts 49 processes, seven with six each.
func grow(token string) {
	must(shell(token, `trap "" TERM HUP
for i in 1 2 3 4 5 6 7; do
	sh -c 'trap "" TERM HUP; for j in 1 2 3 4 5 6; do sleep "$0" & done; wait' "$0" &
done`).Run())
}

// report tells what the skill sees of its surroundings.
func report() int {
	request, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	open, _ := os.ReadDir("/proc/self/fd")
	var fds []string
	for _, fd := range open {
		if target, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && !goOwn(target) {
			fds = append(fds, fd.Name()+" "+target)
		}
	}
	dir, _ := os.Getwd()
	output, _ := json.Marshal(map[string]any{"environ": os.Environ(), "fds": fds, "dir": dir, "pid": os.Getpid(), "request": request})
	fmt.Printf(`{"version":"0","type":"done","ok":true,"output":%s}`+"\n", output)
	return 0
}

// goOwn reports whether Go's runtime, or the listing itself, opened a file.
func goOwn(target string) bool {
	return strings.HasPrefix(target, "anon_inode:") || strings.HasPrefix(target, "/proc/") || strings.HasPrefix(target, "/sys/fs/cgroup/")
}

// invocation is one of a skill that behaves in a way and is this very program.
func invocation(how, token string, args ...string) skills.Invocation {
	program, err := os.Executable()
	must(err)
	ref := plan.ScriptRef{Skill: "hostile", Script: plan.ScriptName(how)}
	return skills.Invocation{
		Script: &skills.Script{
			Ref:         ref,
			Skill:       &skills.Skill{Name: "hostile", Dir: filepath.Dir(program)},
			Path:        program,
			Interpreter: append([]string{program, "behave", how, token}, args...),
		},
		Request: protocol.Request{RequestID: "r-" + token, Tool: ref.String(), Operation: how, Input: protocol.Object{}},
		Scope:   skills.Scope{Tool: "t", Script: ref},
	}
}
