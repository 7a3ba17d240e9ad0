//go:build unix

package skills

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A file that the user may not read is said to be so, and other skills load.
func TestUnreadableFiles(t *testing.T) {
	if os.Geteuid() == 0 {
		asNobody(t)
		return
	}
	source := t.TempDir()
	dir := writeSkill(t, source, "torch", "")
	writeSkill(t, source, "lamp", "")
	must(t, os.Chmod(filepath.Join(dir, "skill.json"), 0))
	r := discover(t, nil, Source{source, FromUser})
	if l := r.Skipped(); len(l) != 1 || !strings.Contains(l[0].Reason, "may not be read by this user") {
		t.Errorf("skipped: %+v", l)
	}
	if _, ok := r.Skill("lamp"); !ok {
		t.Error("an unreadable neighbour keeps a skill from loading")
	}
}

// nobody is a user that exists everywhere and owns nothing.
const nobody = 65534

// asNobody runs the test again as a user from whom files can be kept: root may
// read everything.
func asNobody(t *testing.T) {
	t.Helper()
	home, err := os.MkdirTemp("", "unreadable-")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	binary := filepath.Join(home, "skills.test")
	program, err := os.ReadFile(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(binary, program, 0o755))
	must(t, os.Chmod(home, 0o777))
	cmd := exec.Command(binary, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = home
	cmd.Env = []string{"TMPDIR=" + home, "HOME=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("as nobody: %v\n%s", err, out)
	}
}
