package architecture

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// Whoever waits goes by time.Now and what is reckoned from it, which counts on when the
// clock of the wall is put forward or back. What takes that away from a time, or makes one
// of something else, is for showing and for files, in these functions alone.
var byTheWall = map[string]string{
	"cmd/narratoria.writtenAt": "shows when a story was played last",
	"cmd/narratoria.storyTree": "shows when a story was played last",
	"cmd/narratoria.logLine":   "shows when something happened",
	"api.saveOf":               "shows when a story was played last",
	"api.entryOf":              "shows when something happened",
	"internal/runlog":          "writes and reads when something happened",
	"model/llama.unchanged":    "knows by the time of a file that it was written since it was read",
	"campaign/enrichment":      "notes when a model was asked, for people to read",
	"lore":                     "notes when an index was used, to remove those that were not for longest; all can be made again",
	"persistence":              "notes beside an event when it was written down, which nobody goes by",
	"story/archive":            "writes and reads beside events when they were written down, which nobody goes by",
	"persistence/backup":       "names backups by when they were made, and reads it there",
	"skills/snapshot":          "knows by the times of files that a skill may have changed, and how long a copy lay unused",
	"skills/process":           "knows by the time of a directory that nobody put another there",
	"skills/transport":         "knows by the time of a file that it changed while it was read",
}

// wallCalls take the reading of the steady clock off a time, or make a time without one.
var wallCalls = []string{
	"time.Unix", "time.UnixMilli", "time.UnixMicro", "time.Date", "time.Parse", "time.ParseInLocation",
	"time.Time.UTC", "time.Time.Local", "time.Time.In", "time.Time.Round", "time.Time.Truncate", "time.Time.AddDate",
	"time.Time.Unix", "time.Time.UnixNano", "time.Time.UnixMilli", "time.Time.UnixMicro", "io/fs.FileInfo.ModTime",
}

// walls are the places that use such a call, each as the function or package it is in.
func (s *source) walls() (found []string) {
	for o, at := range s.where {
		ast.Inspect(at.node, func(n ast.Node) bool {
			id, is := n.(*ast.Ident)
			if !is {
				return true
			}
			used := s.infos[at.pkg].Uses[id]
			if used == nil || used.Pkg() == nil || !slices.Contains(wallCalls, name(used)) {
				return true
			}
			found = append(found, name(o)+" uses "+name(used))
			return true
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// allowedWall reports whether somebody may go by the wall: a function, or a whole package.
func allowedWall(who string) bool {
	pkg := who[:strings.LastIndex(who, "/")+1]
	rest, _, _ := strings.Cut(who[len(pkg):], ".")
	return byTheWall[who] != "" || byTheWall[pkg+rest] != ""
}

func TestTimeoutsGoByTheSteadyClock(t *testing.T) {
	found := loadSource(t, "cmd/narratoria").walls()
	for _, f := range found {
		if who, _, _ := strings.Cut(f, " "); !allowedWall(who) {
			t.Errorf("%s: a clock that is put back or forward would be believed", f)
		}
	}
	if len(found) == 0 {
		t.Error("nobody shows a time, so this test looks for the wrong thing")
	}
}

// The rule can fail.
func TestWallsAreFound(t *testing.T) {
	s := newSource()
	load := &loader{checked: map[string]*types.Package{}, others: importer.ForCompiler(s.files, "gc", exported(t, "time", "os"))}
	file, err := parser.ParseFile(s.files, "a.go", `package replan
		import ("time"; "os")
		func late(until int64) bool { return time.Now().UnixNano() > until }
		func young(f os.FileInfo) bool { return time.Since(f.ModTime()) < time.Hour }
		func day(t time.Time) time.Time { return t.Round(0) }
		func well(until time.Time) bool { return time.Until(until) > 0 && time.Now().Add(time.Second).Before(until) }
	`, parser.SkipObjectResolution)
	if err == nil {
		err = s.check(load, module+"/replan", []*ast.File{file})
	}
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"replan.day uses time.Time.Round", "replan.late uses time.Time.UnixNano", "replan.young uses io/fs.FileInfo.ModTime"}
	if found := s.walls(); !slices.Equal(found, want) || allowedWall("replan.late") {
		t.Errorf("found %q", found)
	}
}
