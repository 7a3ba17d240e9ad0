package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// joined are the functions that make a path of a directory and something that is not
// written there, each with the reason why nothing leads out of the directory. A new one
// needs a reason, too: what comes from outside passes skills.ValidName,
// persistence.CheckName or fs.ValidPath first, or is opened below an os.Root.
var joined = map[string]string{
	"api/apigen/main.go run":                           "names that are written there",
	"campaign/load.go inLabel":                         "a label for messages; nothing is opened by it",
	"internal/plainfile/below.go In":                   "the name of a skill that has scripts, by its manifest's schema, in both callers",
	"internal/plainfile/below.go Path":                 "what the field was made of, in runner.go; the host opens each step below an os.Root",
	"internal/powercut/powercut.go Cut":                "a name that a program of the tests made, below a directory of theirs",
	"internal/powercut/powercut.go named":              "what a trace says was opened; nothing is opened by it",
	"internal/runlog/segment.go segmentPath":           "a number",
	"internal/runlog/segment.go segments":              "names that were listed there",
	"internal/scratch/remove.go lift":                  "names that were listed there, below an os.Root",
	"internal/scratch/remove.go Remove":                "a name that was listed there, and is only said",
	"cmd/narratoria/models.go pullModel":               "a name of the program's own, of a model that it knows",
	"model/inventory/bring.go Assemble":                "a name of the program's own, in a model's part",
	"model/inventory/bring.go bring":                   "a model's name: checkName, in the same function",
	"model/inventory/bring.go absent":                  "a model's name: checkName, in bring, which asks it",
	"model/inventory/bring.go place":                   "a model's name: checkName, in bring, which alone calls it",
	"model/inventory/bring.go convert":                 "a name of the program's own, in a directory that the user names or in a model's part",
	"model/inventory/bring.go made":                    "a name of the program's own, in a model's part",
	"model/inventory/bring.go fileIn":                  "a name that was listed there",
	"model/inventory/bring.go recorded":                "a name of the program's own, in a model's part",
	"model/inventory/inventory.go Path":                "a model's name: checkName is before each opening of it",
	"model/inventory/inventory.go Model":               "a model's name: checkName, in the same function",
	"model/inventory/inventory.go Remove":              "a model's name: checkName, in the same function",
	"model/inventory/inventory.go part":                "a model's name: checkName, in both callers",
	"model/inventory/inventory.go old":                 "a model's name: checkName, in all callers",
	"model/inventory/inventory.go changing":            "a name of the program's own",
	"model/files/files.go Generate":                    "task, turn and part, which model.Request.Check has looked at, and a sum",
	"cmd/narratoria/libraries/libraries.go Dir":        "a library's name, which is written in its pins",
	"cmd/narratoria/libraries/libraries.go bring":      "a library's name, which is written in its pins",
	"cmd/narratoria/libraries/taking.go fromDirectory": "names that are written in the pins, in a directory that the user names",
	"cmd/narratoria/libraries/taking.go take":          "names that are written in the pins, never a package's own",
	"cmd/narratoria/playoffer.go offered":              "a name of the program's own",
	"internal/native/native.go Check":                  "names that are written in the pins",
	"model/provider/consent.go LoadConsent":            "a name of the program's own",
	"model/llama/pins/pins.go ofRelease":               "names that are written there",
	"persistence/sqlite/migrate.go migrations":         "the program's own files",
	"persistence/postgres/connect.go migrations":       "the program's own files",
	"persistence/postgres/pgtest/pgtest.go command":    "a name that is written there, in all callers",
	"persistence/objectbox/objectbox.go path":          "a save's name: persistence.CheckName is before every driver",
	"models.go LibraryDir":                             "names of libraries that are written in the callers and in the pins",
	"persistence/test/power.go Recorded":               "a name that is written there",
	"persistence/test/power.go afterCut":               "a name that is written there",
	"persistence/objectbox/folder.go inside":           "names that are written there and in the pins, with a number, or that were listed there",
	"persistence/sqlite/sqlite.go path":                "a save's name: persistence.CheckName is before every driver",
	"persistence/sqlite/sqlite.go eraseForms":          "the same, and endings of the program's own",
	"persistence/backup/backup.go path":                "a name that parse has read, which is a save's and a time, or that was made of these",
	"backups.go BackupsDir":                            "the scheme of an address that was opened, and a sum",
	"notes.go notesWay":                                "a save's name: persistence.CheckName, when the save was made, copied or deleted; a store's as in BackupsDir",
	"persistence/stores/stores.go Directory":           "what the user wrote, which may name any directory",
	"persistence/stores/stores.go DirectoryIdentity":   "what the user wrote, as an identity; nothing is opened by it",
	"persistence/sqlite/worlds.go Worlds":              "a name of the program's own",
	"persistence/sqlite/worlds.go lockWorlds":          "a name of the program's own",
	"persistence/sqlite/worlds.go heldWorlds":          "a name of the program's own",
	"persistence/sqlite/worlds.go DropWorlds":          "a name of the program's own",
	"place.go findPlace":                               "the name of the settings' file, which is only said",
	"program.go beside":                                "the program's own name",
	"runner.go homeOf":                                 "a number",
	"skills/config/settings.go LoadSettings":           "the name of the settings' file",
	"scenes.go SceneFiles":                             "a save's name: persistence.CheckName, in the same function",
	"scenes.go writeScene":                             "below the user's own folder: a save's name, and a number with a place's letters and digits",
	"skills/config/settings.go absolute":               "the user's own settings, which may name any directory",
	"skills/config/store.go userFile":                  "a skill's name: skills.ValidName, in all three callers",
	"skills/config/store.go secretsFile":               "the same",
	"skills/consent.go LoadConsent":                    "the name of the consent's file",
	"skills/discover.go search":                        "names that were listed there",
	"skills/load.go add":                               "a label for messages",
	"skills/load_manifest.go loadManifest":             "a label for messages",
	"skills/load_manifest.go fillSchema":               "a label for messages; the file is opened below an os.Root",
	"skills/process/copies.go runsFrom":                "a script's path: insidePath, in skills, when it was loaded",
	"skills/process/outputs.go make":                   "a name that it makes itself",
	"skills/process/quota.go directory":                "names that were listed there, below an os.Root",
	"skills/scripts.go useFile":                        "a script's path: insidePath, in the same function",
	"skills/skillmd.go readSkillMD":                    "a label for messages",
	"skills/snapshot/read.go directory":                "names that were listed there, below an os.Root",
	"skills/snapshot/snapshot.go Sum":                  "a path by whole parts that was read there; nothing is opened by it",
	"skills/snapshot/snapshot.go checkLink":            "where a link leads, to refuse it if that is out",
	"skills/snapshot/store.go publish":                 "a digest that was computed",
	"skills/snapshot/store.go open":                    "a digest that was computed",
	"skills/snapshot/sweep.go byUse":                   "names that were listed there",
	"skills/snapshot/sweep.go remove":                  "names that were listed there, below an os.Root",
	"skills/transport/assets.go stage":                 "a hash that was computed",
	"skills/transport/assets.go take":                  "a hash that was computed",
	"skills/transport/assets.go keep":                  "a hash that was computed",
	"skills/watch.go skillDirectories":                 "names that were listed there",
	"skills/watch.go below":                            "names that were listed there",
}

// TestPathsAreMadeInFewPlaces: paths of foreign names are made where it was looked at.
func TestPathsAreMadeInFewPlaces(t *testing.T) {
	places := joins(t, "../..")
	for _, place := range places {
		if joined[place] == "" {
			t.Errorf("%s joins a path of more than its directory and what is written there: check the name, and say here why it cannot lead out", place)
		}
	}
	for place := range joined {
		if !slices.Contains(places, place) {
			t.Errorf("%s joins no path any more: take it off the list", place)
		}
	}
}

// The look finds a path that is made of a foreign name, and no other.
func TestAPathOfAForeignNameIsFound(t *testing.T) {
	for code, foreign := range map[string]bool{
		`filepath.Join(dir, name)`:          true,
		`path.Join(dir, "a", name+".json")`: true,
		`filepath.Join(dir, "saves")`:       false,
		`filepath.Join(name)`:               false,
		`strings.Join(names, separator)`:    false,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte("package x\nfunc f() { "+code+" }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if found := joins(t, dir); len(found) > 0 != foreign {
			t.Errorf("%s: %q", code, found)
		}
	}
}

// joins are the functions below root, tests and tools left out, that join a path of more than
// its first part and texts that are written there.
func joins(t *testing.T, root string) (places []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (slices.Contains([]string{"testdata", "tools", "soak", "golden"}, entry.Name()) || strings.HasPrefix(entry.Name(), ".") && path != root):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			f, is := declaration.(*ast.FuncDecl)
			if is && joinsForeign(f) {
				places = append(places, filepath.ToSlash(rel)+" "+f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return places
}

func joinsForeign(f *ast.FuncDecl) (foreign bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if !is {
			return true
		}
		called, is := call.Fun.(*ast.SelectorExpr)
		if !is || called.Sel.Name != "Join" || len(call.Args) < 2 {
			return true
		}
		if from, is := called.X.(*ast.Ident); !is || from.Name != "filepath" && from.Name != "path" {
			return true
		}
		for _, part := range call.Args[1:] {
			if _, written := part.(*ast.BasicLit); !written {
				foreign = true
			}
		}
		return true
	})
	return foreign
}
