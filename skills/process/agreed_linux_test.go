package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/snapshot"
	"github.com/narratoria/narratoria/skills/transport"
	"golang.org/x/sys/unix"
)

// scriptSaying is a shell script whose output is a word and where it runs.
func scriptSaying(word string) string {
	return fmt.Sprintf("#!/bin/sh\n"+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"%s","dir":"'"$PWD"'"}}'`+"\n", word)
}

// agreed is a skill from outside with one script, as discovery would hand it over.
func agreed(t testing.TB, script string) *skills.Script {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "torch")
	must(os.MkdirAll(filepath.Join(dir, "scripts"), 0o755))
	must(os.WriteFile(filepath.Join(dir, "skill.json"), []byte("{}"), 0o644))
	must(os.WriteFile(filepath.Join(dir, "scripts", "go.sh"), []byte(script), 0o755))
	return &skills.Script{
		Ref:   plan.ScriptRef{Skill: "torch", Script: "go"},
		Skill: &skills.Skill{Name: "torch", Dir: dir, Digest: digestNow(dir)},
		File:  "scripts/go.sh", Path: filepath.Join(dir, "scripts", "go.sh"),
	}
}

func attemptOf(script *skills.Script) skills.Invocation {
	return skills.Invocation{
		Script:  script,
		Request: protocol.Request{RequestID: "r", Tool: script.Ref.String(), Operation: "go", Input: protocol.Object{}},
		Scope:   skills.Scope{Tool: "t", Script: script.Ref},
	}
}

func says(outcome skills.Outcome) string {
	if outcome.Err != nil {
		return outcome.Err.Message
	}
	return fmt.Sprint(outcome.Done.Output["says"])
}

// A skill runs from its copy, whatever becomes of its directory, until another
// state of it is agreed to; one of --dev runs where it lies, as it is.
func TestRunsFromACopy(t *testing.T) {
	script, store := agreed(t, scriptSaying("one")), snapshot.NewStore(storage(t), nil)
	tr := New(Options{TempRoot: t.TempDir(), Copies: store})
	defer tr.Close()
	expect := func(want, dir string, script *skills.Script) {
		t.Helper()
		outcome := tr.Run(t.Context(), attemptOf(script))
		if got := says(outcome); got != want || outcome.Err == nil && !strings.HasPrefix(fmt.Sprint(outcome.Done.Output["dir"]), dir) {
			t.Errorf("says %q in %v, want %q in %s", got, outcome.Done, want, dir)
		}
	}
	copies := filepath.Dir(filepath.Dir(must1(store.Copy(t.Context(), script.Skill.Dir, script.Skill.Digest)).Dir()))
	expect("one", copies, script)
	must(os.WriteFile(script.Path, []byte(scriptSaying("two")), 0o755))
	expect("one", copies, script)

	dev := *script
	dev.Skill = &skills.Skill{Name: "torch", Dir: script.Skill.Dir, Digest: "of what was read", Dev: true}
	expect("two", script.Skill.Dir, &dev)

	second := *script
	second.Skill = &skills.Skill{Name: "torch", Dir: script.Skill.Dir, Digest: digestNow(script.Skill.Dir)}
	expect("two", copies, &second)
	expect("one", copies, script) // by a plan that was made before

	third := *script
	third.Skill = &skills.Skill{Name: "torch", Dir: script.Skill.Dir, Digest: strings.Repeat("0", 64)}
	expect("torch/go could not be started: the skill has changed since it was loaded; reload the skills to use it as it is now", "", &third)
}

// Where no copies can be kept they last as long as the transport.
func TestRunsWithoutACache(t *testing.T) {
	file, temp := filepath.Join(t.TempDir(), "file"), t.TempDir()
	must(os.WriteFile(file, nil, 0o600))
	tr := New(Options{TempRoot: temp, Copies: snapshot.NewStore(filepath.Join(file, "below"), nil)})
	script := agreed(t, scriptSaying("one"))
	for range 2 {
		if outcome := tr.Run(t.Context(), attemptOf(script)); says(outcome) != "one" || !strings.HasPrefix(fmt.Sprint(outcome.Done.Output["dir"]), temp) {
			t.Errorf("says %q in %v", says(outcome), outcome.Done)
		}
	}
	tr.Close()
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}

// swapping are the ways in which a script is exchanged for another file and back: each
// prepares, and gives what one exchange is.
var swapping = map[string]func(script *skills.Script, evil string) (once func()){
	"renamed": func(script *skills.Script, evil string) func() {
		return func() {
			_ = os.Rename(script.Path, evil+".third")
			_ = os.Rename(evil, script.Path)
			_ = os.Rename(evil+".third", evil)
		}
	},
	"by a link that leads out": func(script *skills.Script, evil string) func() { return link(script, evil) },
	"by a link to what is not hashed": func(script *skills.Script, evil string) func() {
		inside := filepath.Join(script.Skill.Dir, "data", "evil")
		must(os.Rename(evil, inside))
		return link(script, "../data/evil")
	},
	"the directory above, by a link": func(script *skills.Script, evil string) func() { // one in its own place is never followed
		above := filepath.Dir(evil)
		must(os.Mkdir(filepath.Join(above, "well"), 0o755))
		must(os.Rename(script.Skill.Dir, filepath.Join(above, "well", "torch")))
		must(os.CopyFS(filepath.Join(above, "ill"), os.DirFS(filepath.Join(above, "well"))))
		must(os.Rename(evil, filepath.Join(above, "ill", "torch", script.File)))
		must(os.Symlink("well", filepath.Join(above, "now")))
		script.Skill.Dir = filepath.Join(above, "now", "torch")
		script.Path = filepath.Join(script.Skill.Dir, script.File)
		return func() {
			for _, to := range []string{"ill", "well"} {
				must(os.Symlink(to, filepath.Join(above, "next")))
				must(os.Rename(filepath.Join(above, "next"), filepath.Join(above, "now")))
			}
		}
	},
}

// link exchanges a script for a link to another, and for itself again.
func link(script *skills.Script, target string) func() {
	well := filepath.Join(script.Skill.Dir, "data", "well")
	must(os.Link(script.Path, well))
	return func() {
		must(os.Symlink(target, well+".next"))
		must(os.Rename(well+".next", script.Path))
		must(os.Link(well, well+".next"))
		must(os.Rename(well+".next", script.Path))
	}
}

// TestSwappedScript runs a skill whose script is exchanged all the while, as fast as can
// be. Each attempt makes its copy anew, so that each is a race.
func TestSwappedScript(t *testing.T) {
	for how, prepare := range swapping {
		t.Run(how, func(t *testing.T) {
			script := agreed(t, scriptSaying("agreed"))
			must(os.Mkdir(filepath.Join(script.Skill.Dir, "data"), 0o755))
			evil := filepath.Join(filepath.Dir(script.Skill.Dir), "evil")
			must(os.WriteFile(evil, []byte(scriptSaying("changed")), 0o755))
			once := prepare(script, evil)
			var swaps atomic.Int64
			stopping, stopped := make(chan struct{}), make(chan struct{})
			go func() { // until it is to stop
				defer close(stopped)
				for {
					select {
					case <-stopping:
						return
					default:
						once()
						swaps.Add(1)
					}
				}
			}()
			atLeast, runs := int64(soak.Count(100_000)), soak.Count(2_500)
			well, changed, refused := 0, 0, 0
			for n := 0; n < runs || swaps.Load() < atLeast; n++ {
				tr := New(Options{TempRoot: t.TempDir()})
				switch says(tr.Run(t.Context(), attemptOf(script))) {
				case "agreed":
					well++
				case "changed":
					changed++
				default:
					refused++
				}
				tr.Close()
			}
			close(stopping)
			<-stopped
			t.Logf("%d swaps: ran as agreed %d times, refused %d times, ran changed %d times", swaps.Load(), well, refused, changed)
			if changed > 0 {
				t.Errorf("changed bytes ran %d times", changed)
			}
			if well == 0 || refused == 0 {
				t.Errorf("%d swaps, %d runs, %d refused: the test shows nothing", swaps.Load(), well, refused)
			}
		})
	}
}

// replacing are scripts that put something else where their output directory
// was, and name a file in it as an asset. OTHER is a directory of the system's.
var replacing = map[string]string{
	"by a link":        `cd /; mv "$TMPDIR" "$TMPDIR-mine"; ln -s OTHER "$TMPDIR"; name=passwd`,
	"by a bound link":  `cd /; rmdir "$TMPDIR"; ln -s OTHER "$TMPDIR"; name=passwd`,
	"a link in it":     `ln -s OTHER "$TMPDIR/sub"; name=sub/passwd`,
	"a link for it":    `ln -s OTHER/passwd "$TMPDIR/passwd"; name=passwd`,
	"a hard link":      `ln OTHER/passwd "$TMPDIR/passwd"; name=passwd`,
	"a FIFO":           `mkfifo "$TMPDIR/passwd"; name=passwd`,
	"a device":         `mknod "$TMPDIR/passwd" c 1 5; name=passwd`,
	"a path out of it": `name=OTHER/passwd`,
	"a way up":         `name=../../passwd`,
	"a sparse giant":   `truncate -s 1T "$TMPDIR/passwd"; name=passwd`,
}

// TestAssetsStayInTheirBox runs those scripts: nothing of the other directory is
// taken over.
func TestAssetsStayInTheirBox(t *testing.T) {
	for how, body := range replacing {
		t.Run(how, func(t *testing.T) {
			other, assets, temp := t.TempDir(), t.TempDir(), t.TempDir()
			must(os.WriteFile(filepath.Join(other, "passwd"), []byte("root:x:0:0"), 0o644))
			script := agreed(t, "#!/bin/sh\n"+strings.ReplaceAll(body, "OTHER", other)+`
echo '{"version":"0","type":"asset","assetId":"a","kind":"document","mediaType":"application/x-notes","path":"'"$name"'"}'
echo '{"version":"0","type":"done","ok":true}'
`)
			outcome := run(t, Options{TempRoot: temp, Assets: assets}, attemptOf(script))
			if outcome.Err == nil || len(outcome.Assets) > 0 {
				t.Errorf("took %v over", outcome.Assets)
			} else {
				t.Log(outcome.Err.Message)
			}
			for _, dir := range []string{assets, temp} {
				if left, _ := os.ReadDir(dir); len(left) > 0 {
					t.Errorf("%s is left", left[0].Name())
				}
			}
			if _, err := os.Stat(filepath.Join(other, "passwd")); err != nil {
				t.Errorf("what is not the skill's was removed: %v", err)
			}
		})
	}
}

// writing are scripts that fill their output directory.
var writing = map[string]string{
	"more than 512 MiB":  `while :; do head -c 64M /dev/zero > "$TMPDIR/$((i=i+1))"; done`,
	"more than 10000":    `while :; do : > "$TMPDIR/$((i=i+1))"; done`,
	"more than 64 deep":  `cd "$TMPDIR"; while :; do mkdir d && cd d; done`,
	"put more than 512 ": `mkdir "$TMPDIR/d"; cd "$TMPDIR/d"; chmod 0 .; while :; do head -c 64M /dev/zero > "$((i=i+1))"; done`,
}

// TestOutputIsLimitedWhileItIsWritten ends scripts that fill the disk, long
// before their time is up, and nothing of theirs stays.
func TestOutputIsLimitedWhileItIsWritten(t *testing.T) {
	for want, body := range writing {
		t.Run(want, func(t *testing.T) {
			temp := t.TempDir()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			tr := New(Options{TempRoot: temp})
			outcome := tr.Run(ctx, attemptOf(agreed(t, "#!/bin/sh\n"+body+"\n")))
			tr.Close()
			if code(outcome) != transport.CodeDisk || !strings.Contains(outcome.Err.Message, want) {
				t.Errorf("ended with %v, want %s", outcome.Err, want)
			}
			if left, _ := os.ReadDir(temp); len(left) > 0 {
				t.Errorf("%s is left", left[0].Name())
			}
		})
	}
}

// TestQuickScriptsLeaveNoMoreThanTheirData: scripts that are over before anybody has looked,
// each of which leaves more than a data directory takes, one after the other and at once.
// Nothing of it is there when the next one starts, nor when the transport has ended, and a
// later program finds what a killed one has left.
func TestQuickScriptsLeaveNoMoreThanTheirData(t *testing.T) {
	data, temp := t.TempDir(), t.TempDir()
	dir := filepath.Join(data, "torch")
	if err := fallocated(filepath.Join(data, "try"), 1); err != nil {
		t.Skip("this file system gives no room at once: ", err)
	}
	open := func() *Transport { return New(Options{DataRoot: skills.DataRoot{Base: data}, TempRoot: temp}) }
	tr := open()
	run := func(tr *Transport) string {
		body := fmt.Sprintf("#!/bin/sh\nbefore=$(ls \"$HOME\" | wc -l); fallocate -l %d \"$HOME/$$\"\n", MaxDataBytes+(1<<20))
		outcome := tr.Run(t.Context(), attemptOf(agreed(t, body+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"'$before'"}}'`+"\n")))
		if outcome.Err != nil && code(outcome) != transport.CodeDisk { // where the machine is slow it was still there
			t.Error(outcome.Err)
			return ""
		}
		return says(outcome)
	}
	soak.Need(t, "fallocate")
	for range 3 {
		if found := run(tr); found != "0" && !strings.Contains(found, "data directory") {
			t.Errorf("an attempt finds %s files of the one before", found)
		}
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { run(tr) })
	}
	all.Wait()
	must(tr.Close())
	if left := onDiskOf(t, dir); left > 0 {
		t.Errorf("%d bytes are left", left)
	}
	must(fallocated(filepath.Join(dir, "left"), MaxDataBytes+(1<<20)))
	tr = open()
	if found := run(tr); found != "0" && !strings.Contains(found, "data directory") {
		t.Errorf("of a program that was killed %s files are found", found)
	}
	must(tr.Close())
	must(os.WriteFile(filepath.Join(dir, "cache"), []byte("kept"), 0o600))
	tr = open()
	outcome := tr.Run(t.Context(), attemptOf(agreed(t, "#!/bin/sh\n"+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"'$(cat "$HOME/cache")'"}}'`+"\n")))
	if says(outcome) != "kept" {
		t.Errorf("what is within the limits is %q", says(outcome))
	}
	must(tr.Close())
}

// fallocated makes a file that has so many bytes of the disk at once.
func fallocated(name string, size int64) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(unix.Fallocate(int(file.Fd()), 0, 0, size), file.Close())
}

// onDiskOf is what a directory's files take of the disk.
func onDiskOf(t *testing.T, dir string) (size int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(err)
	for _, entry := range entries {
		info, err := entry.Info()
		must(err)
		size += onDisk(info)
	}
	return size
}

// TestDataStaysBelowItsRoot: whatever of the way to a skill's data directory a script has
// exchanged for a link, for a file or for one that is shut, the next attempt gets the
// directory that belongs there, and what the link led to is neither watched nor emptied.
func TestDataStaysBelowItsRoot(t *testing.T) {
	for how, exchange := range map[string]string{
		"a link":      `mv "$D" "$D.old"; ln -s "$OTHER" "$D"`,
		"a file":      `mv "$D" "$D.old"; : > "$D"`,
		"a FIFO":      `mv "$D" "$D.old"; mkfifo "$D"`,
		"nothing":     `mv "$D" "$D.old"`,
		"a shut door": `chmod 0 "$D"`,
	} {
		for _, step := range []string{"skill-data", "skill-data/play", "skill-data/play/monday", "skill-data/play/monday/torch"} {
			base, other := t.TempDir(), t.TempDir()
			for _, below := range []string{"", "play/", "monday/", "play/monday/", "torch/", "monday/torch/", "play/monday/torch/"} {
				must(os.MkdirAll(filepath.Join(other, below), 0o700))
				must(os.WriteFile(filepath.Join(other, below, "kept"), nil, 0o600))
			}
			root := skills.DataRoot{Base: base, Way: "skill-data/play/monday"}
			tr := New(Options{TempRoot: t.TempDir()})
			attempt := func(body string) string {
				inv := attemptOf(agreed(t, "#!/bin/sh\n"+body+"\n"+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"'$(ls "$HOME")'"}}'`+"\n"))
				inv.DataRoot = root
				return says(tr.Run(t.Context(), inv))
			}
			attempt("D='" + filepath.Join(base, step) + "' OTHER='" + other + "'; cd /; " + exchange)
			if got := attempt(`: > "$HOME/mine"`); got != "mine" {
				t.Errorf("%s for %s: the next attempt says %q", how, step, got)
			}
			must(tr.Close())
			if made, err := filepath.EvalSymlinks(filepath.Join(base, "skill-data/play/monday/torch/mine")); err != nil || !strings.HasPrefix(made, base) {
				t.Errorf("%s for %s: its file is %s, %v", how, step, made, err)
			}
			kept := 0
			must(filepath.WalkDir(other, func(_ string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() {
					kept++
				}
				return err
			}))
			if kept != 7 {
				t.Errorf("%s for %s: of 7 files elsewhere there are %d", how, step, kept)
			}
		}
	}
}

// TestDataIsLimited ends a script that fills its data directory, which is empty after it;
// what a script leaves in the directory's place is none for the next.
func TestDataIsLimited(t *testing.T) {
	data, other := t.TempDir(), t.TempDir()
	dir := filepath.Join(data, "torch")
	must(os.WriteFile(filepath.Join(other, "kept"), nil, 0o600))
	tr := New(Options{DataRoot: skills.DataRoot{Base: data}, TempRoot: t.TempDir()})
	attempt := func(body string) skills.Outcome {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		return tr.Run(ctx, attemptOf(agreed(t, "#!/bin/sh\n"+body+"\n"+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"'$(ls "$HOME" | wc -l)'"}}'`+"\n")))
	}
	well := `[ -d "$HOME" ] && : > "$HOME/cache"`
	for how, body := range map[string]string{
		"more than 64 deep":            `cd "$HOME"; while :; do mkdir d && cd d; done`,
		"exchanged for a link":         `cd /; rm -r "$HOME"; ln -s ` + other + ` "$HOME"`,
		"exchanged for a FIFO":         `cd /; rm -r "$HOME"; mkfifo "$HOME"`,
		"shut":                         `: > "$HOME/a"; chmod 0 "$HOME"`,
		"left as it was, with a cache": well,
	} {
		outcome := attempt(body)
		full := strings.HasPrefix(how, "more than")
		if full && (code(outcome) != transport.CodeDisk || !strings.Contains(outcome.Err.Message, "data directory") || !strings.Contains(outcome.Err.Message, how)) {
			t.Errorf("%s: %v", how, outcome.Err)
		}
		if !full && outcome.Err != nil {
			t.Errorf("%s: %v", how, outcome.Err)
		}
		next := attempt(well)
		if next.Err != nil {
			t.Errorf("%s: the next attempt: %v, %s", how, next.Err, next.Stderr)
		}
		if full && says(next) != "1" {
			t.Errorf("%s: the next attempt has %s entries beside its own", how, says(next))
		}
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			t.Errorf("%s: the data directory is %v, %v", how, info, err)
		}
		must(os.RemoveAll(dir))
	}
	tr.Close()
	if _, err := os.Stat(filepath.Join(other, "kept")); err != nil {
		t.Errorf("what is not the skill's was removed: %v", err)
	}
}

// filling is what hosts that are killed run: the hostile behaviours, and one
// that writes.
func filling() []string {
	all := []string{"fill"}
	for how := range hostile {
		all = append(all, how)
	}
	slices.Sort(all)
	return all
}

// hosts are the processes of a killed host that are not a script yet.
func hosts(token string) []int {
	return slices.DeleteFunc(living(token), func(pid int) bool {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		return !bytes.Contains(line, []byte("\x00behave\x00host"))
	})
}

// TestKilledHosts kills the program again and again while it runs hostile skills,
// at any moment from its start on. After the next start there is no process of
// theirs and no file.
func TestKilledHosts(t *testing.T) {
	program := must1(os.Executable())
	hows, left := filling(), 0
	for _, contained := range containments(t) {
		temp, cache := t.TempDir(), storage(t)
		kills := soak.Count(300)
		for i := 0; i < kills || left == 0 && i < 10*kills; i++ {
			how, token := hows[i%len(hows)], newToken()
			host := exec.Command(program, "behave", "host", token, how, strconv.Itoa(int(contained)), temp, cache)
			must(host.Start())
			// Where it is hit is chance, on a busy machine perhaps ever before it has begun: then later.
			waitFor(nil, time.Duration(i*7%60+i/kills*60)*time.Millisecond)
			must(host.Process.Kill())
			_ = host.Wait()
			if entries, _ := os.ReadDir(temp); len(entries) > 0 {
				left++
			}
			next := New(Options{TempRoot: temp, Copies: snapshot.NewStore(cache, nil)})
			next.Close()
			if entries, _ := os.ReadDir(temp); len(entries) > 0 {
				t.Fatalf("%v, %s: %s is left after the next start", contained, how, entries[0].Name())
			}
			if entries, _ := filepath.Glob(filepath.Join(cache, ".*")); len(entries) > 0 {
				t.Fatalf("%v, %s: %s is left after the next start", contained, how, entries[0])
			}
			if pids := survivors(token, lifetime); len(pids) > 0 {
				killAll(pids)
				t.Errorf("%v, %s: %d processes are left after the next start", contained, how, len(pids))
			}
			reapAll()
		}
	}
	if left == 0 {
		t.Error("no kill left anything behind: the test shows nothing")
	}
	t.Logf("%d kills left something to be removed", left)
}

// eight are those that a host of eight runs at once.
var eight = []string{"hang", "long-line", "stderr-flood", "never-reads", "pipe-holder", "daemon", "tree", "fill"}

// hostOfEight is a program that runs eight hostile skills at once, each again as soon as it
// has ended, and is then killed.
func hostOfEight(args []string) int {
	must(BecomeSubreaper())
	token, contained, temp, cache := args[0], containment(args[1][0]-'0'), args[2], args[3]
	tr := New(Options{containment: contained, TempRoot: temp, Copies: snapshot.NewStore(cache, nil), Grace: 50 * time.Millisecond, Launcher: ownLauncher()})
	skill := ownSkill(temp)
	for _, how := range eight {
		go func() { // until killed
			for {
				inv := invocation(how, token)
				inv.Script.Skill = skill
				ctx, cancel := context.WithTimeout(context.Background(), budget)
				tr.Run(ctx, inv)
				cancel()
			}
		}()
	}
	forever()
	return 0
}

// TestKilledHostsOfEight kills the program while it runs eight hostile skills at once. In a
// namespace no process of theirs is left, and nowhere is one after the next start, nor a file.
func TestKilledHostsOfEight(t *testing.T) {
	program, all, temp, cache := must1(os.Executable()), containments(t), t.TempDir(), storage(t)
	kills, files, processes := soak.Count(300), 0, 0
	for i := range kills {
		contained, token := all[i%len(all)], newToken()
		host := exec.Command(program, "behave", "host-of-eight", token, strconv.Itoa(int(contained)), temp, cache)
		must(host.Start())
		if i%4 != 0 { // else it is hit wherever it is
			for deadline := time.Now().Add(3 * time.Second); len(living(token)) < len(eight) && time.Now().Before(deadline); {
				waitFor(nil, 5*time.Millisecond)
			}
		}
		waitFor(nil, time.Duration(i*37%250)*time.Millisecond)
		if len(living(token)) > len(hosts(token)) {
			processes++
		}
		must(host.Process.Kill())
		_ = host.Wait()
		if contained.namespaced() {
			if pids := survivors(token, 2*time.Second); len(pids) > 0 {
				killAll(pids)
				t.Errorf("kill %d, %v: %d processes outlived the program", i, contained, len(pids))
			}
		}
		if entries, _ := os.ReadDir(temp); len(entries) > 0 {
			files++
		}
		next := New(Options{TempRoot: temp, Copies: snapshot.NewStore(cache, nil)})
		next.Close()
		if pids := survivors(token, lifetime); len(pids) > 0 {
			killAll(pids)
			t.Errorf("kill %d, %v: %d processes are left after the next start", i, contained, len(pids))
		}
		if entries, _ := os.ReadDir(temp); len(entries) > 0 {
			t.Fatalf("kill %d, %v: %s is left after the next start: %s", i, contained, entries[0].Name(), whyLeft(filepath.Join(temp, entries[0].Name())))
		}
		if entries, _ := filepath.Glob(filepath.Join(cache, ".*")); len(entries) > 0 {
			t.Fatalf("kill %d, %v: %s is left after the next start", i, contained, entries[0])
		}
		reapAll()
	}
	t.Logf("%d kills: %d hit running skills, %d left files to be removed", kills, processes, files)
	if processes < kills/2 || files < kills/2 {
		t.Error("most kills hit nothing: the test shows too little")
	}
}

// whyLeft says what can be told of a directory that should have been removed: who still has it,
// and what lies in it.
func whyLeft(dir string) string {
	var all []string
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if len(all) < 20 {
			all = append(all, fmt.Sprint(strings.TrimPrefix(path, dir), " ", err))
		}
		return nil
	})
	holders, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, fd := range holders {
		if to, _ := os.Readlink(fd); strings.HasPrefix(to, dir) {
			process := filepath.Dir(filepath.Dir(fd))
			line, _ := os.ReadFile(process + "/cmdline")
			state, _ := os.ReadFile(process + "/stat")
			all = append(all, fmt.Sprintf("%s is open in %q (%.60s)", to, line, state))
		}
	}
	return strings.Join(all, "\n")
}

// reapAll takes leave of all children that have ended. What a killed host leaves comes to
// this process, and thousands of dead ones make each look at all processes a long one.
func reapAll() {
	for {
		if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); pid <= 0 || err != nil && err != unix.EINTR {
			return
		}
	}
}

// What a script keeps while it runs as one character is gone with the attempt, and it finds nothing of
// what it keeps for the player.
func TestDataOfACharacterIsThrownAway(t *testing.T) {
	data := t.TempDir()
	tr := New(Options{DataRoot: skills.DataRoot{Base: data}, TempRoot: t.TempDir()})
	attempt := func(as string) string {
		inv := attemptOf(agreed(t, "#!/bin/sh\nF=$(ls \"$HOME\"); : > \"$HOME/mine$F\"\n"+`echo '{"version":"0","type":"done","ok":true,"output":{"says":"'$F'"}}'`+"\n"))
		inv.Scope.As = as
		return says(tr.Run(t.Context(), inv))
	}
	for i, step := range []struct{ as, want string }{{"", ""}, {"ines", ""}, {"ines", ""}, {"", "mine"}} {
		if got := attempt(step.as); got != step.want {
			t.Errorf("attempt %d as %q finds %q, want %q", i+1, step.as, got, step.want)
		}
	}
	must(tr.Close())
}
