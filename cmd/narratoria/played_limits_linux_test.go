package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// scarce are ways of lacking what the system gives, in shell: the rest of the line is the
// program, which they become.
var scarce = map[string]string{
	"64 descriptors": `ulimit -n 64; exec "$@"`,
	"40 descriptors": `ulimit -n 40; exec "$@"`,
	"no inodes":      `mount -t tmpfs -o size=64m,nr_inodes=48 none home && cp -r kept/. home/ && i=0; while touch home/full$i; do i=$((i+1)); done 2>/dev/null; "$@"; code=$?; cp home/config/consent.json after; exit $code`,
	"no place":       `mount -t tmpfs -o size=1m none home && cp -r kept/. home/; dd if=/dev/zero of=home/full bs=4k 2>/dev/null; "$@"; code=$?; cp home/config/consent.json after; exit $code`,
	"a temporary directory that cannot be written": `mount -t tmpfs -o ro none tmp && exec "$@"`,
	"files of 64 KiB at most":                      `trap '' XFSZ; ulimit -f 128; exec "$@"`,
}

// TestPlayedOnLittle: with next to nothing left of what the system gives every turn is
// answered, and what is configured is whole.
func TestPlayedOnLittle(t *testing.T) {
	soak.Need(t, "sh")
	soak.Need(t, "mount")
	for name, script := range scarce {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := range (soak.Count(100) + len(scarce) - 1) / len(scarce) {
				u := newUser(t)
				u.does("skills", "disable", "echo")
				must(t, os.CopyFS(filepath.Join(u.dir, "kept"), os.DirFS(filepath.Join(u.dir, "home"))))
				do := func(args ...string) (int, string, string) {
					cmd := u.as(exec.Command("sh", append([]string{"-c", script, "sh", u.program}, args...)...))
					cmd.SysProcAttr = ownMounts()
					late := time.AfterFunc(5*turnLimit, func() { _ = cmd.Process.Kill() })
					defer late.Stop()
					return u.ended(cmd)
				}
				code, out, errs := do("play", "minimal", "--auto", "4", "--seed", strconv.Itoa(n), "--json")
				turns := recordsOf(t, out)
				if code != exitOK || len(turns) != 4 {
					t.Errorf("exit %d, %d turns: %.600s", code, len(turns), errs)
				}
				for _, r := range turns {
					if wrong := wrongOffer(&r); wrong != "" || len(strings.Fields(r.Prose)) < fewestOfAll {
						t.Errorf("turn %d: %s\n%s", r.Turn, wrong, r.Prose)
					}
				}
				config := filepath.Join(u.dir, "home", "config", "consent.json")
				if strings.Contains(script, "after") {
					config = filepath.Join(u.dir, "after")
				}
				code, _, errs = do("skills", "disable", "dice-roller")
				kept, err := os.ReadFile(config)
				must(t, err)
				var consent struct {
					Skills map[string]struct{ Enabled *bool }
				}
				if err := json.Unmarshal(kept, &consent); err != nil || consent.Skills["echo"].Enabled == nil {
					t.Errorf("exit %d, and the configuration is %q: %v", code, kept, err)
				}
				if _, changed := consent.Skills["dice-roller"]; changed != (code == exitOK) || code != exitOK && strings.Count(errs, "\n") != 1 {
					t.Errorf("exit %d: %s, and the skill is off: %v", code, errs, changed)
				}
			}
		})
	}
}

// A skill for whose copy the user's cache has no room runs from one that lasts as long as the
// program does.
func TestPlayedWithAFullCache(t *testing.T) {
	soak.Need(t, "python3")
	soak.Need(t, "mount")
	u := newUser(t)
	u.dropIn(lampSkill, "lamplighter")
	u.writes("home/data/skills/lamplighter/lib/model.bin", strings.Repeat("m", 200<<10))
	u.writes("choices", "start/light\n")
	const full = `mkdir -p home/data/cache && mount -t tmpfs -o size=64k none home/data/cache || { echo no disk; exit 0; }
"$0" play "$1" --seed 1 --json --input choices; code=$?
find home/data/cache -type f -path '*making*' >&2; exit $code`
	cmd := u.as(exec.Command("sh", "-c", full, u.program, proving(t)))
	cmd.Env = append(cmd.Env, "NARRATORIA_CACHE_DIR="+filepath.Join(u.dir, "home", "data", "cache"))
	cmd.SysProcAttr = ownMounts()
	code, out, errs := u.ended(cmd)
	if strings.HasPrefix(out, "no disk") {
		t.Skip("needs a disk of its own")
	}
	turns := recordsOf(t, out)
	if code != exitOK || errs != "" || len(turns) != 2 {
		t.Fatalf("exit %d, %d turns: %s", code, len(turns), errs)
	}
	if lit := turns[1]; !lit.plans("lamplighter/count") || !strings.Contains(lit.Prose, "counts one lamp more") || len(lit.Degraded) > 0 {
		t.Errorf("the skill did not run: %q\n%s", lit.Degraded, lit.Prose)
	}
}
