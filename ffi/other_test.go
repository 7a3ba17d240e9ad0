//go:build linux && !race

package ffi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// The tests here build the program for other languages, which takes a while: once, and not
// again under the race detector, of which those would know nothing.

// run runs a program in a directory, and gives what it says.
func run(t testing.TB, dir string, env []string, name string, args ...string) string {
	t.Helper()
	said, _ := measured(t, dir, env, name, args...)
	return said
}

// measured is run that gives the most memory, too, that the program had resident, in bytes.
func measured(t testing.TB, dir string, env []string, name string, args ...string) (string, int64) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	said, err := cmd.CombinedOutput()
	if err != nil {
		const most = 8 << 10
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said[max(0, len(said)-most):])
	}
	return string(said), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
}

func root(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	must(t, err)
	return dir
}

// bound is a directory with what gobind makes of this package for all languages, once.
var bound = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "narratoria-ffi-test-")
	if err != nil {
		return "", err
	}
	tidy = func() { _ = os.RemoveAll(dir) }
	cmd := exec.Command("go", "tool", "gobind", "-outdir="+dir, "./ffi")
	cmd.Dir, cmd.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return dir, fmt.Errorf("%w: %s", err, said)
	}
	return dir, nil
})

// exported is what other languages must have of this package.
var exported = map[string][]string{
	"java": {
		`Engine new_\(String configJSON\) throws Exception`, `String call\(String method, String paramsJSON\) throws Exception`,
		`boolean cancel\(String call\)`, `Subscription subscribe\(Sink sink, String paramsJSON\) throws Exception`,
		`void suspend\(\) throws Exception`, `void resume\(\) throws Exception`, `void close\(\) throws Exception`, `void close\(\);`, `String json\(\)`,
		`interface Sink`, `void event\(String json\)`,
	},
	"objc": {
		`FfiEngine\* _Nullable FfiNew\(NSString\* _Nullable configJSON, NSError\*`, `call:\(NSString\* _Nullable\)method paramsJSON:.*error:`,
		`\(BOOL\)cancel:`, `subscribe:\(id<FfiSink> _Nullable\)sink paramsJSON:.*error:`, `\(BOOL\)suspend:`, `\(BOOL\)resume:`, `\(BOOL\)close:`, `\(void\)close;`,
		`@protocol FfiSink`, `\(void\)event:\(NSString\* _Nullable\)json`,
	},
}

// gobind carries all that is exported, and leaves nothing out.
func TestNothingIsSkipped(t *testing.T) {
	dir, err := bound()
	must(t, err)
	for language, wanted := range exported {
		var all bytes.Buffer
		must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		}))
		if at := skipped.FindString(all.String()); at != "" {
			t.Errorf("%s: %s", language, at)
		}
		for _, want := range wanted {
			if !regexp.MustCompile(want).MatchString(all.String()) {
				t.Errorf("%s has no %s", language, want)
			}
		}
	}
}

var skipped = regexp.MustCompile(`(?i).*skipped.*`)

// The look for what was left out finds it.
func TestSkippedIsFound(t *testing.T) {
	if !skipped.MatchString("// skipped function Call with unsupported parameter or return types\n") {
		t.Error("it is not found")
	}
}

// A story is what drives others: its calls, and what comes of them as the program plays it.
type story struct {
	program string   // the play by `narratoria play --json`, a line a turn
	script  string   // its calls, a line each
	others  []string // calls besides, whose results are held against the Go package's
}

// played is a play of Grey Harbour by the program itself.
var played = sync.OnceValues(func() (story, error) {
	dir, err := os.MkdirTemp("", "narratoria-ffi-test-")
	if err != nil {
		return story{}, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "narratoria")
	build := exec.Command("go", "build", "-o", program, "./cmd/narratoria")
	build.Dir, build.Env = "..", append(os.Environ(), "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return story{}, fmt.Errorf("%w: %s", err, said)
	}
	play := exec.Command(program, "play", "grey-harbour", "--auto", "60", "--json", "--seed", "11", "--no-endings", "--save", "a")
	for _, name := range []string{"DATA", "CONFIG", "STATE", "CACHE"} {
		play.Env = append(play.Env, "NARRATORIA_"+name+"_DIR="+filepath.Join(dir, strings.ToLower(name)))
	}
	out, err := play.Output()
	if err != nil {
		return story{}, err
	}
	s := story{program: string(out), others: []string{
		"story.people\t" + `{"story":"a"}`, "story.know\t" + `{"story":"a"}`, "story.state\t" + `{"story":"a"}`, "campaign.list\t{}",
		"story.chose\t{}", "story.choose\t" + `{"story":"a","choice":"nothing"}`, "story.last\t" + `{"story":`, "skills.list\t" + `{"é☃𝄞":1}`,
	}}
	s.script = "story.play\t" + `{"campaign":"grey-harbour","seed":"11","noEndings":true,"story":"a"}` + "\n"
	for i, line := range strings.Split(strings.TrimSuffix(s.program, "\n"), "\n") {
		var record struct{ Choice struct{ ID string } }
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			return story{}, err
		}
		if i > 0 {
			params, _ := json.Marshal(map[string]string{"story": "a", "choice": record.Choice.ID})
			s.script += "story.choose\t" + string(params) + "\n"
		}
	}
	s.script += strings.Join(s.others, "\n") + "\n"
	return s, nil
})

// holds holds what another language was given against the program's play, and what it was
// told against what must have happened.
func (s story) holds(t *testing.T, results, events string) {
	t.Helper()
	got := strings.Split(strings.TrimSuffix(results, "\n"), "\n")
	want := strings.Split(strings.TrimSuffix(s.program, "\n"), "\n")
	if len(want) != 60 || len(got) != len(want)+len(s.others) {
		t.Fatalf("%d results of %d turns", len(got), len(want))
	}
	got[0] = recordOf(t, got[0])
	for turn := range want {
		if got[turn] != want[turn] {
			t.Fatalf("turn %d:\n%s\nwant\n%s", turn+1, got[turn], want[turn])
		}
	}
	for i, wanted := range []string{`{"people":[`, `"known":[{`, `{"state":{`, `{"campaigns":[`, `! {"code":"unknown_method"`, `! {"code":"no_choice"`, `! {"code":"bad_json"`, `"pointer":"/é☃𝄞"`} {
		if !strings.Contains(got[60+i], wanted) {
			t.Errorf("%s gives %s", s.others[i], got[60+i])
		}
	}
	turns := 0
	for i, line := range strings.Split(strings.TrimSuffix(events, "\n"), "\n") {
		var event struct {
			Number int
			Kind   string
		}
		must(t, json.Unmarshal([]byte(line), &event))
		if event.Number != i+1 {
			t.Fatalf("the event %d comes as number %d", event.Number, i+1)
		}
		if event.Kind == "turn" {
			turns++
		}
	}
	if turns != 60 {
		t.Errorf("it was told of %d turns", turns)
	}
}

// drive has another language play the story, by a command that gets the paths of the script,
// the results and the events.
func (s story) drive(t *testing.T, command func(paths ...string) []string) (resident int64) {
	t.Helper()
	dir := t.TempDir()
	script, results, events := filepath.Join(dir, "script"), filepath.Join(dir, "results"), filepath.Join(dir, "events")
	must(t, os.WriteFile(script, []byte(s.script), 0o600))
	words := command(config(filepath.Join(dir, "data")), script, results, events)
	_, resident = measured(t, dir, nil, words[0], words[1:]...)
	got, err := os.ReadFile(results)
	must(t, err)
	told, err := os.ReadFile(events)
	must(t, err)
	s.holds(t, string(got), string(told))
	return resident
}

// mostMemory is what an application may have resident without a model.
const mostMemory = 400 << 20

// A C program and Python's ctypes play by the C library what the program plays, byte for
// byte; what an application does wrong is answered.
func TestCLibrary(t *testing.T) {
	soak.Need(t, "gcc")
	s, err := played()
	must(t, err)
	dir := t.TempDir()
	library, program := filepath.Join(dir, "libnarratoria.so"), filepath.Join(dir, "drive")
	run(t, root(t), []string{"CGO_ENABLED=1"}, "go", "build", "-buildmode=c-shared", "-o", library, "./ffi/cshared")
	run(t, dir, nil, "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I"+filepath.Join(root(t), "ffi", "cshared"),
		"-o", program, filepath.Join(root(t), "ffi", "testdata", "drive.c"), library, "-lpthread", "-Wl,-rpath,"+dir)
	t.Run("C", func(t *testing.T) {
		resident := s.drive(t, func(paths ...string) []string { return append([]string{program, "play"}, paths...) })
		t.Logf("60 turns in %d MB", resident>>20)
		if resident > mostMemory {
			t.Errorf("%d MB are resident, and %d may be", resident>>20, mostMemory>>20)
		}
	})
	t.Run("misuse", func(t *testing.T) {
		if said := run(t, dir, nil, program, "misuse", config(t.TempDir())); said != "well\n" {
			t.Errorf("it says %q", said)
		}
	})
	t.Run("host", func(t *testing.T) {
		program, data := filepath.Join(dir, "host"), t.TempDir()
		run(t, dir, nil, "gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I"+filepath.Join(root(t), "ffi", "cshared"),
			"-o", program, filepath.Join(root(t), "ffi", "testdata", "host.c"), "-ldl", "-lpthread")
		said, well := strings.CutSuffix(run(t, dir, nil, program, library, config(data), data), "well\n")
		if !well || said == "" {
			t.Errorf("it says %q", said)
		}
		for line := range strings.Lines(said) { // what a child of fork was answered
			if got := codeIn(t, line); got != "unavailable" {
				t.Errorf("%s has the code %q", line, got)
			}
		}
	})
	t.Run("Python", func(t *testing.T) {
		python := soak.Need(t, "python3")
		s.drive(t, func(paths ...string) []string {
			return append([]string{python, filepath.Join(root(t), "ffi", "testdata", "drive.py"), library}, paths...)
		})
	})
	t.Run("header", func(t *testing.T) { // is C++, too
		soak.Need(t, "g++")
		run(t, dir, nil, "g++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", filepath.Join(root(t), "ffi", "cshared", "narratoria.h"))
	})
}

// androidLog is what the classes that gobind makes for Android write their log by.
const androidLog = "#include <stdio.h>\n#define ANDROID_LOG_INFO 4\n#define ANDROID_LOG_FATAL 7\n#define __android_log_print(level, tag, ...) fprintf(stderr, __VA_ARGS__)\n"

// The classes that gobind makes play on a JVM, through JNI, what the program plays, byte for
// byte; errors are exceptions, what is done wrong is answered, and nothing is left behind.
func TestJava(t *testing.T) {
	soak.Need(t, "gcc")
	compiler := soak.Need(t, "javac")
	soak.Need(t, "java")
	s, err := played()
	must(t, err)
	dir := jvm(t, compiler)
	java := func(words ...string) []string {
		return append([]string{"java", "-Xmx128m", "-Djava.library.path=" + dir, "-cp", filepath.Join(dir, "classes"), "Drive"}, words...)
	}
	t.Run("play", func(t *testing.T) {
		s.drive(t, func(paths ...string) []string { return java(append([]string{"play"}, paths...)...) })
	})
	t.Run("misuse", func(t *testing.T) {
		words := java("misuse", config(t.TempDir()))
		if said := run(t, dir, nil, words[0], words[1:]...); !strings.HasSuffix(said, "well\n") {
			t.Errorf("it says %.8000q", said)
		}
	})
	t.Run("leaks", func(t *testing.T) { leaks(t, dir, java) })
	t.Run("plugin", func(t *testing.T) { plugin(t, s, dir, compiler) })
}

// plugin compiles the Kotlin of the Flutter plugin, with what of Android and Flutter it needs
// standing in, and plays the story over its channels.
func plugin(t *testing.T, s story, dir, compiler string) {
	jars, err := filepath.Glob(filepath.Join(soak.NeedEnv(t, "NARRATORIA_KOTLIN"), "*.jar"))
	must(t, err)
	if len(jars) == 0 {
		t.Fatal("there is no compiler in NARRATORIA_KOTLIN")
	}
	kotlin, classes := strings.Join(jars, ":"), filepath.Join(dir, "classes")
	stubs, err := filepath.Glob(filepath.Join("testdata", "stubs", "*.java"))
	must(t, err)
	var sources []string
	for _, stub := range stubs {
		text, err := os.ReadFile(stub)
		must(t, err)
		name := strings.TrimSuffix(filepath.Base(stub), ".java")
		to := filepath.Join(dir, "stubs", filepath.Join(strings.Split(name, ".")...)+".java")
		must(t, os.MkdirAll(filepath.Dir(to), 0o700))
		must(t, os.WriteFile(to, text, 0o600))
		sources = append(sources, to)
	}
	run(t, dir, nil, compiler, append([]string{"-nowarn", "-d", classes}, sources...)...)
	run(t, dir, nil, "java", "-cp", kotlin, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-Werror", "-no-stdlib", "-no-reflect", "-jvm-target", "17",
		"-cp", classes+":"+kotlin, "-d", classes, filepath.Join(root(t), "flutter", "android", "src", "main", "kotlin"))
	run(t, dir, nil, compiler, "-nowarn", "-d", classes, "-cp", classes+":"+kotlin, filepath.Join(root(t), "ffi", "testdata", "DrivePlugin.java"))
	s.drive(t, func(paths ...string) []string {
		return append([]string{"java", "-Xmx128m", "-Djava.library.path=" + dir, "-cp", classes + ":" + kotlin, "DrivePlugin", t.TempDir()}, paths[1:]...)
	})
}

// jvm builds the library and the classes, as for Android, and what that has stands in for.
func jvm(t *testing.T, compiler string) string {
	t.Helper()
	dir := t.TempDir()
	made, err := bound()
	must(t, err)
	must(t, os.CopyFS(dir, os.DirFS(made)))
	sources := filepath.Join(dir, "src", "gobind")
	entries, err := os.ReadDir(sources)
	must(t, err)
	for _, entry := range entries {
		path := filepath.Join(sources, entry.Name())
		if strings.HasSuffix(path, ".m") || strings.Contains(path, "_darwin.") || strings.Contains(path, ".objc.") || entry.Name() == "ref.h" {
			must(t, os.Remove(path))
			continue
		}
		text, err := os.ReadFile(path)
		must(t, err)
		text = bytes.ReplaceAll(text, []byte("_android."), []byte("_jvm."))
		text = bytes.ReplaceAll(text, []byte("#cgo LDFLAGS: -llog"), nil)
		text = bytes.ReplaceAll(text, []byte("-Werror"), []byte("-Wno-incompatible-pointer-types")) // the JDK's jni.h has void** there
		must(t, os.Remove(path))
		must(t, os.WriteFile(strings.Replace(path, "_android.", "_jvm.", 1), text, 0o600))
	}
	write := func(path, text string) {
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write(filepath.Join(sources, "android", "log.h"), androidLog)
	context, err := os.ReadFile(filepath.Join("testdata", "stubs", "android.content.Context.java"))
	must(t, err)
	write(filepath.Join(dir, "java", "android", "content", "Context.java"), string(context))
	module(t, dir)
	home, err := filepath.EvalSymlinks(compiler)
	must(t, err)
	include := filepath.Join(filepath.Dir(filepath.Dir(home)), "include")
	run(t, dir, []string{
		"CGO_ENABLED=1", "CGO_CFLAGS=-D__GOBIND_ANDROID__ -I" + include + " -I" + filepath.Join(include, "linux") + " -I" + sources,
	}, "go", "build", "-mod=mod", "-overlay="+faulty(t, dir), "-buildmode=c-shared", "-o", "libgojni.so", "./src/gobind")
	var files []string
	must(t, filepath.WalkDir(filepath.Join(dir, "java"), func(path string, entry fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".java" {
			files = append(files, path)
		}
		return err
	}))
	run(t, dir, nil, compiler, append([]string{"-Xlint:-options", "-nowarn", "-d", filepath.Join(dir, "classes"), filepath.Join(root(t), "ffi", "testdata", "Drive.java")}, files...)...)
	return dir
}

// faulty is the overlay by which a library has two faults more, that calls of test.panic and
// test.nil find.
func faulty(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(root(t), "ffi", "ffi.go")
	text, err := os.ReadFile(file)
	must(t, err)
	const begins = "(resultJSON string, err error) {\n\tdefer rescue(&err)\n"
	const faults = "\tif method == \"test.panic\" {\n\t\tpanic(\"a fault of a test's\")\n\t}\n\tif method == \"test.nil\" {\n\t\te = nil\n\t}\n"
	if !bytes.Contains(text, []byte(begins)) {
		t.Fatal("package ffi has no Call that faults could be put into")
	}
	with, overlay := filepath.Join(dir, "faulty.go.txt"), filepath.Join(dir, "overlay.json")
	must(t, os.WriteFile(with, bytes.Replace(text, []byte(begins), []byte(begins+faults), 1), 0o600))
	list, err := json.Marshal(map[string]map[string]string{"Replace": {file: with}})
	must(t, err)
	must(t, os.WriteFile(overlay, list, 0o600))
	return overlay
}

// module makes a module of what gobind made, with just the versions of ours.
func module(t *testing.T, dir string) {
	t.Helper()
	own, err := os.ReadFile(filepath.Join(root(t), "go.mod"))
	must(t, err)
	text := regexp.MustCompile(`(?m)^(module|tool) .*$`).ReplaceAllString(string(own), "")
	text = "module gobind\n" + text + "\nrequire github.com/narratoria/narratoria v0.0.0\nreplace github.com/narratoria/narratoria => " + root(t) + "\n"
	must(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o600))
	sums, err := os.ReadFile(filepath.Join(root(t), "go.sum"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600))
}

// mostAfterwards is what may be in use when all engines are closed, also while the
// application still refers to them.
const mostAfterwards = 64 << 20

// leaks compares what is there after a thousand calls and a hundred engines with what is
// there after two thousand and two hundred.
func leaks(t *testing.T, dir string, java func(...string) []string) {
	words := java("leaks", config(t.TempDir()), "1000", "100")
	said := run(t, dir, nil, words[0], words[1:]...)
	var seen []struct {
		Info                     struct{ Memory, Threads int }
		Java, Files, JavaThreads int
		Told                     int
	}
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "{") {
			seen = append(seen, struct {
				Info                     struct{ Memory, Threads int }
				Java, Files, JavaThreads int
				Told                     int
			}{})
			must(t, json.Unmarshal([]byte(line), &seen[len(seen)-1]))
		}
	}
	if len(seen) != 2 {
		t.Fatalf("it says %s", said)
	}
	first, second := seen[0], seen[1]
	t.Logf("after one round %+v, after two %+v", first, second)
	if second.Info.Threads > first.Info.Threads || second.Files > first.Files || second.JavaThreads > first.JavaThreads+8 || // one for each thread of the system that ever told something
		second.Info.Memory > first.Info.Memory+16<<20 || second.Info.Memory > mostAfterwards || second.Java > first.Java+8<<20 || second.Told == 0 {
		t.Errorf("something is left: after one round %+v, after two %+v", first, second)
	}
}
