package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// unproduced are the words of closed lists that nothing of ours writes yet, each with who
// could: the log knows them, so that they mean the same once somebody does.
var unproduced = map[string]string{
	"action.Use":         "what a thing is for is an author's choice",
	"action.Skip":        "a span of story time, once a player may let one pass",
	"action.Lore":        "lore is told as claims with a source",
	"action.Openly":      "what is not said to be done quietly",
	"event.Inferred":     "a skill's",
	"event.Told":         "a program's that keeps what characters know, and plays nothing",
	"event.Otherwise":    "a program's as well, in words of its own",
	"event.Conversation": "a skill's",
	"event.Agent":        "a skill's",
	"event.ByModel":      "a model's, once one judges",
	"event.Group":        "several people together, once a campaign can name them as one",
}

// Every word of a closed list is written by something of ours, or is known to be nobody's.
func TestWordsThatNothingProduces(t *testing.T) {
	words := map[string]bool{}
	for pkg, dir := range map[string]string{"action": "../action", "event": "../story/event"} {
		for _, name := range closedWords(t, dir) {
			words[pkg+"."+name] = false
		}
	}
	produced := func(file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, is := n.(*ast.SelectorExpr); is {
				if pkg, named := s.X.(*ast.Ident); named {
					word := pkg.Name + "." + strings.TrimSuffix(s.Sel.Name, "Ref") // action.ThreadRef makes one of a Thread
					if _, listed := words[word]; listed {
						words[word] = true
					}
				}
			}
			return true
		})
	}
	for _, dir := range []string{".", "../campaign", "../rules", "../skills-src/storyteller"} {
		eachFile(t, dir, produced)
	}
	// Of the story and of the program these alone write events; all else of them reads them.
	for _, name := range []string{"../story/playthrough.go", "../game.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		produced(file)
	}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		_, nobodys := unproduced[word]
		switch {
		case !words[word] && !nobodys:
			t.Errorf("nothing produces %s: let something, drop it, or say who could", word)
		case words[word] && nobodys:
			t.Errorf("%s is produced, and listed as nobody's", word)
		}
	}
	for word := range unproduced {
		if _, is := words[word]; !is {
			t.Errorf("%s is no word of a closed list", word)
		}
	}
}

// lists are the types whose values are closed lists.
var lists = strings.Fields("Kind RefKind Grade ChangeKind Truth Episode Manner Bearing Scene Significance Source Origin Likeness Closure EntityType Judge Part ChoiceSource ChoiceKind")

// closedWords are the constants of such types in a directory; kinds of events are held by
// their reducers.
func closedWords(t *testing.T, dir string) (names []string) {
	eachFile(t, dir, func(file *ast.File) {
		for _, decl := range file.Decls {
			block, is := decl.(*ast.GenDecl)
			if !is || block.Tok != token.CONST {
				continue
			}
			for _, spec := range block.Specs {
				v := spec.(*ast.ValueSpec)
				if of, named := v.Type.(*ast.Ident); named && slices.Contains(lists, of.Name) && !(of.Name == "Kind" && file.Name.Name == "event") {
					for _, name := range v.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
	})
	return names
}

// eachFile goes through the program's files below a directory.
func eachFile(t *testing.T, dir string, visit func(*ast.File)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), dir+"/"+path, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
