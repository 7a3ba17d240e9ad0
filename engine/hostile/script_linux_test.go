package hostile

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
)

// A script is the skill's side of a misdeed. In a process it has the directories and the
// standard files that skills get; as a goroutine, see the fuzzer, pipes in memory.
type script struct {
	in    *bufio.Reader
	out   *bufio.Writer
	token string // stands in the command line of every process it starts
}

// inProcess is the script that this very process is.
func inProcess(token string) *script {
	return &script{in: bufio.NewReader(os.Stdin), out: bufio.NewWriterSize(os.Stdout, 64<<10), token: token}
}

const doneLine = `{"version":"0","type":"done","ok":true}` + "\n"

// put writes what it is given, and flushes nothing.
func (s *script) put(text string) { _, _ = s.out.WriteString(text) }

// say writes at once.
func (s *script) say(text string) {
	s.put(text)
	_ = s.out.Flush()
}

func (s *script) event(kind string, fields ...any) {
	s.put(`{"version":"0","type":"` + kind + `"`)
	for i := 0; i+1 < len(fields); i += 2 {
		value, err := json.Marshal(fields[i+1])
		must(err)
		s.put(fmt.Sprintf(`,%q:%s`, fields[i], value))
	}
	s.put("}\n")
}

func (s *script) log(message string) { s.event("log", "level", "info", "message", message) }

// patch writes a state patch of this JSON text.
func (s *script) patch(parts ...string) {
	s.put(`{"version":"0","type":"state_patch","patch":`)
	for _, part := range parts {
		s.put(part)
	}
	s.put("}\n")
}

func (s *script) narrate(text string) {
	s.event("ui_event", "event", "narration", "payload", map[string]any{"text": text})
}

func (s *script) asset(id, path string) {
	s.event("asset", "assetId", id, "kind", "document", "mediaType", "application/x-notes", "path", path)
}

func (s *script) done() int { s.say(doneLine); return 0 }

// request reads the request, without which no reply comes.
func (s *script) request() { _, _ = s.in.ReadString('\n') }

// call asks, with parameters of this JSON text, and reads the reply. It reports false when
// there is nobody to answer any more.
func (s *script) call(id int, method, params string) bool {
	s.say(fmt.Sprintf(`{"version":"0","type":"call","id":"%d","method":%q,"params":%s}`+"\n", id, method, params))
	_, err := s.in.ReadString('\n')
	return err == nil
}

// storm asks over and over, as much as one attempt may.
func (s *script) storm(method string, params func(i int) string) int {
	s.request()
	for i := range 1_000 {
		if !s.call(i, method, params(i)) {
			return 1
		}
	}
	return s.done()
}

// The two directories of an attempt.
func outputDir() string { return os.Getenv("NARRATORIA_OUTPUT_DIR") }
func dataDir() string   { return os.Getenv("NARRATORIA_DATA_DIR") }

func inOutput(name string) string { return filepath.Join(outputDir(), name) }

func write(path string, size int) {
	must(os.WriteFile(path, bytes.Repeat([]byte("x"), size), 0o600))
}

// must ends a script whose misdeed did not even succeed: a code that no test wants.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
}

func ignoreSignals() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE) }

func forever() int {
	for {
		time.Sleep(time.Hour)
	}
}

// linger starts a process that outlives whoever starts it if it can.
func (s *script) linger(apart bool) *exec.Cmd {
	cmd := exec.Command("sleep", s.token)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: apart}
	must(cmd.Start())
	return cmd
}

// sh runs a shell script, in which $0 is the token.
func (s *script) sh(text string) { must(exec.Command("sh", "-c", text, s.token).Run()) }

// again is this program doing another misdeed.
func again(how, token string) *exec.Cmd {
	program, err := os.Executable()
	must(err)
	return exec.Command(program, "misdeed", how, token)
}

// keys is a JSON object of so many keys that nothing had before.
func keys(first, count int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range count {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `"%d":1`, first+i)
	}
	b.WriteString("}")
	return b.String()
}

func nested(levels int, inside string) string {
	return strings.Repeat(`{"a":`, levels) + inside + strings.Repeat("}", levels)
}
