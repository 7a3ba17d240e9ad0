package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A story is what its log says, whenever and wherever it is read: what reduces events has
// no other input. So all code that a reducer can come to is looked through, function by
// function, for what could tell it anything else.

// reducing is where it begins: what makes a state of events and of bytes.
var reducing = []string{
	"story.Fold", "story.State.Apply", "story.State.Stage", "story/event.Decode", "story/event.Encode", "story/event.Chain",
}

// plainPackages of others are functions of their arguments, all but plainNot.
var plainPackages = []string{
	"bytes", "cmp", "crypto/sha256", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash", "io", "iter", "maps", "math", "math/big",
	"math/bits", "mime", "reflect", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
	"golang.org/x/text/unicode/norm", "github.com/go-json-experiment/json/jsontext",
}

var plainNot = map[string]string{
	"fmt.Print": "writes", "fmt.Println": "writes", "fmt.Printf": "writes", "fmt.Scan": "reads", "fmt.Scanln": "reads", "fmt.Scanf": "reads",
	"mime.TypeByExtension": "reads what types the system knows", "mime.ExtensionsByType": "reads what types the system knows",
}

// plainNames are single names of packages that have others too.
var plainNames = map[string]string{
	"sync.OnceValue": "a list made when it is first read, of what stands in the source",
	"sync.Pool":      "room for parsing in", "sync.Pool.Get": "", "sync.Pool.Put": "", "sync.New": "",
	"sync.Mutex.Lock": "of a writer of lines", "sync.Mutex.Unlock": "",
	"sync/atomic.Bool.Load": "whether a state shares what it has with another", "sync/atomic.Bool.Store": "", "sync/atomic.Bool.CompareAndSwap": "",
}

// hiddenFields are what stands in a record beside the event and its position.
var hiddenFields = map[string]string{
	"persistence.Wall": "is when it was written down",
}

// inAnyOrder are the functions that go through a map, how often, and why its order shows
// nowhere. Each was looked at.
var inAnyOrder = map[string]struct {
	times int
	why   string
}{
	"action.reader.end":                {1, "which of several faults is named, and not whether there is one"},
	"internal/strictjson.CloneObject":  {1, byKey},
	"internal/strictjson.appendObject": {1, sortedAfter},
	"internal/strictjson.appendGo":     {1, byKey},
	"protocol.Merge":                   {1, byKey},
	"story.State.made":                 {1, "whether there is one"},
	"story.State.memoryWithdrawn":      {1, byKey},
	"story.State.changeThread":         {1, sortedAfter},
	"story.State.ownData":              {1, byKey},
	"story.clipped":                    {1, byKey},
	"story.clippedPlaces":              {1, byKey},
	"story/mind.Minds.Clip":            {2, byKey},
	"story/world.World.Clip":           {1, byKey},
	"story.State.carriers":             {1, sortedAfter},
	"story/world.World.Holds":          {1, sortedAfter},
	"story/world.World.known":          {1, sortedAfter},
	"story/world.World.lying":          {1, sortedAfter},
	"story/world.World.those":          {1, sortedAfter},
	"story/event.Perception.Sorted":    {1, byKey},
	"story/event.Perception.check":     {1, "which of several faults is named, and not whether there is one"},
	"story/event.Perception.put":       {1, byKey},
	"story/event.perceptionOf":         {1, byKey},
	"story/event.walkTo":               {1, "which of several faults is named, and not whether there is one"},
	"story/kept.FromObject":            {1, byKey},
	"story/kept.Ledger.Object":         {1, byKey},
	"story/kept.Ledger.free":           {1, "numbers are taken off"},
	"story/kept.Ledger.patched":        {1, byKey},
	"story/kept.entry.object":          {1, byKey},
	"story/kept.entryOf":               {1, byKey},
}

const (
	byKey       = "each key is written by itself"
	sortedAfter = "what is found is sorted"
)

// A source is code of ours with what its names stand for.
type source struct {
	files   *token.FileSet
	infos   map[*types.Package]*types.Info
	where   map[types.Object]place    // of functions and of variables of packages
	set     map[types.Object]bool     // the variables of packages that something is assigned to
	methods map[string][]types.Object // by name
}

// A place is where something is declared: the node to look through, nil for a variable
// that nothing is assigned to at once.
type place struct {
	node ast.Node
	pkg  *types.Package
}

// listedSource is a package as go list tells of it.
type listedSource struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// listSource lists packages with all that they need, each after what it imports.
func listSource(t *testing.T, packages ...string) (all []listedSource) {
	t.Helper()
	seeSources(t)
	cmd := exec.Command("go", append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles"}, packages...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedSource
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// loadSource reads a package with all of ours below it.
func loadSource(t *testing.T, pkg string) *source {
	t.Helper()
	s, exports := newSource(), map[string]string{}
	load := &loader{checked: map[string]*types.Package{}}
	load.others = importer.ForCompiler(s.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range listSource(t, module+"/"+pkg) {
		if exports[p.ImportPath] = p.Export; p.ImportPath != module && !strings.HasPrefix(p.ImportPath, module+"/") {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(s.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		if err := s.check(load, p.ImportPath, files); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func newSource() *source {
	return &source{
		files: token.NewFileSet(), infos: map[*types.Package]*types.Info{}, where: map[types.Object]place{},
		set: map[types.Object]bool{}, methods: map[string][]types.Object{},
	}
}

// A loader imports our packages as they were checked, and others as they were compiled.
type loader struct {
	checked map[string]*types.Package
	others  types.Importer
}

func (l *loader) Import(path string) (*types.Package, error) {
	if pkg := l.checked[path]; pkg != nil {
		return pkg, nil
	}
	return l.others.Import(path)
}

// check finds out what the names in a package stand for, and where all is declared.
func (s *source) check(load *loader, path string, files []*ast.File) error {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: load}).Check(path, s.files, files, info)
	if err != nil {
		return err
	}
	load.checked[path], s.infos[pkg] = pkg, info
	for _, file := range files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				f := info.Defs[decl.Name]
				s.where[f] = place{decl, pkg}
				if decl.Recv != nil {
					s.methods[decl.Name.Name] = append(s.methods[decl.Name.Name], f)
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if v, is := spec.(*ast.ValueSpec); is && decl.Tok == token.VAR {
						for _, name := range v.Names {
							s.where[info.Defs[name]] = place{v, pkg}
						}
					}
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					s.assigned(info, to)
				}
			case *ast.IncDecStmt:
				s.assigned(info, n.X)
			}
			return true
		})
	}
	return nil
}

// assigned notes a variable of a package that is assigned to, or to whose inside is.
func (s *source) assigned(info *types.Info, to ast.Expr) {
	for {
		switch e := to.(type) {
		case *ast.IndexExpr:
			to = e.X
		case *ast.SelectorExpr:
			if v := info.Uses[e.Sel]; ofPackage(v) {
				s.set[v] = true
				return
			}
			to = e.X
		case *ast.StarExpr:
			to = e.X
		case *ast.ParenExpr:
			to = e.X
		case *ast.Ident:
			if v := info.Uses[e]; ofPackage(v) {
				s.set[v] = true
			}
			return
		default:
			return
		}
	}
}

// ofPackage reports whether something is a variable that all functions of a package share.
func ofPackage(o types.Object) bool {
	v, is := o.(*types.Var)
	return is && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// name is how something is called here: "story.State.Apply".
func name(o types.Object) string {
	path := strings.TrimPrefix(o.Pkg().Path(), module+"/")
	if f, is := o.(*types.Func); is {
		if recv := f.Signature().Recv(); recv != nil {
			of := recv.Type()
			if p, is := of.(*types.Pointer); is {
				of = p.Elem()
			}
			if n, is := of.(*types.Named); is {
				path += "." + n.Obj().Name()
			}
		}
	}
	return path + "." + o.Name()
}

// hidden goes through all that can be come to from some functions, and gives each place
// where something else than their arguments could be learned, with the names of the
// functions and variables it went through.
func (s *source) hidden(from []string) (found []string, through map[string]bool) {
	through = map[string]bool{}
	seen := map[types.Object]bool{}
	var todo []types.Object
	reach := func(o types.Object) {
		if _, here := s.where[o]; here && !seen[o] {
			seen[o] = true
			todo = append(todo, o)
		}
	}
	missing := map[string]bool{}
	for _, n := range from {
		missing[n] = true
	}
	for o := range s.where {
		if missing[name(o)] {
			delete(missing, name(o))
			reach(o)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(missing)) {
		found = append(found, n+": is not there")
	}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		at := s.where[o]
		say := func(n ast.Node, format string, args ...any) {
			p := s.files.Position(n.Pos())
			found = append(found, fmt.Sprintf("%s (%s:%d): %s", name(o), filepath.Base(p.Filename), p.Line, fmt.Sprintf(format, args...)))
		}
		through[name(o)] = true
		look{s, s.infos[at.pkg], name(o), new(int), map[*ast.CallExpr]bool{}, say, reach}.through(at.node)
	}
	slices.Sort(found)
	return found, through
}

// A look goes through one function or variable.
type look struct {
	*source
	info   *types.Info
	name   string
	times  *int                   // that it goes through a map
	sorted map[*ast.CallExpr]bool // calls whose result is sorted
	say    func(n ast.Node, format string, args ...any)
	reach  func(types.Object)
}

func (l look) through(node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt:
			l.say(n, "what ends first decides")
		case *ast.RangeStmt:
			if _, is := l.info.TypeOf(n.X).Underlying().(*types.Map); is {
				l.inAnyOrder(n)
			}
		case *ast.CallExpr:
			l.sorts(n)
		case *ast.SelectorExpr:
			if v, is := l.info.Uses[n.Sel].(*types.Var); is && v.IsField() && v.Pkg() != nil && hiddenFields[name(v)] != "" {
				l.say(n, "%s %s", name(v), hiddenFields[name(v)])
			}
		case *ast.BinaryExpr:
			if b, is := l.info.TypeOf(n).Underlying().(*types.Basic); is && b.Info()&(types.IsFloat|types.IsComplex) != 0 && l.info.Types[n].Value == nil {
				l.say(n, "reckons with floats, which machines round differently")
			}
		case *ast.Ident:
			l.use(n)
		}
		return true
	})
}

// sorts notes what a call sorts at once: the keys or values of a map.
func (l look) sorts(n *ast.CallExpr) {
	for _, arg := range n.Args {
		inner, is := arg.(*ast.CallExpr)
		if !is {
			continue
		}
		if called := l.called(n); called == "slices.Sorted" || called == "slices.SortedFunc" || called == "slices.SortedStableFunc" {
			l.sorted[inner] = true
		}
	}
	switch called := l.called(n); called {
	case "maps.Keys", "maps.Values", "maps.All", "reflect.Value.MapKeys", "reflect.Value.MapRange":
		if !l.sorted[n] {
			l.inAnyOrder(n)
		}
	}
}

// called is the name of what a call calls.
func (l look) called(n *ast.CallExpr) string {
	fun := n.Fun
	if of, is := fun.(*ast.IndexExpr); is {
		fun = of.X
	}
	var id *ast.Ident
	switch fun := fun.(type) {
	case *ast.SelectorExpr:
		id = fun.Sel
	case *ast.Ident:
		id = fun
	default:
		return ""
	}
	f, is := l.info.Uses[id].(*types.Func)
	if !is || f.Pkg() == nil {
		return ""
	}
	return name(f)
}

func (l look) inAnyOrder(n ast.Node) {
	if *l.times++; *l.times > inAnyOrder[l.name].times {
		l.say(n, "goes through a map in an order of chance")
	}
}

func (l look) use(n *ast.Ident) {
	o := l.info.Uses[n]
	if o == nil || o.Pkg() == nil {
		return
	}
	if _, isName := o.(*types.PkgName); isName {
		return
	}
	_, ours := l.infos[o.Pkg()]
	_, plainName := plainNames[name(o)]
	switch {
	case !ours && plainNot[name(o)] != "":
		l.say(n, "%s %s", name(o), plainNot[name(o)])
	case !ours && !plainName && !slices.Contains(plainPackages, o.Pkg().Path()):
		l.say(n, "uses %s", name(o))
	case ofPackage(o) && l.set[o]:
		l.say(n, "looks at %s, which is assigned to somewhere", name(o))
	}
	if f, is := o.(*types.Func); is {
		if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			for _, method := range l.methods[f.Name()] {
				if of := method.(*types.Func).Signature().Recv().Type(); types.Implements(of, recv.Type().Underlying().(*types.Interface)) {
					l.reach(method)
				}
			}
		}
		o = f.Origin()
	}
	l.reach(o)
}

func TestReducersHaveNoHiddenInput(t *testing.T) {
	s := loadSource(t, "story")
	found, seen := s.hidden(reducing)
	for _, f := range found {
		t.Error(f)
	}
	for name := range inAnyOrder {
		if !seen[name] {
			t.Errorf("no reducer comes to %s any more", name)
		}
	}
	if len(seen) < 300 {
		t.Errorf("only %d functions and variables were looked through", len(seen))
	}
	t.Logf("%d functions and variables", len(seen))
}

// The rule can fail: whatever a reducer could learn from elsewhere is found, in a function
// that it calls, in a method behind an interface, and in a table of functions.
func TestHiddenInputIsFound(t *testing.T) {
	s := newSource()
	load := &loader{checked: map[string]*types.Package{}, others: importer.ForCompiler(s.files, "gc", exported(t, "time", "os", "math/rand/v2", "net", "os/exec", "runtime", "maps", "slices"))}
	parse := func(path, text string) {
		t.Helper()
		file, err := parser.ParseFile(s.files, filepath.Base(path)+".go", text, parser.SkipObjectResolution)
		if err == nil {
			err = s.check(load, module+"/"+path, []*ast.File{file})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	parse("persistence", `package persistence; import "time"; type Record struct { Position int; Wall time.Time }`)
	parse("story", planted)
	for _, want := range []string{
		"story.clock (story.go", "uses time.Now", "uses os.Getenv", "uses math/rand/v2.IntN", "uses net.Dial", "uses os/exec.Command", "uses runtime.NumCPU",
		"story.behind.Do (story.go", "uses os.ReadFile", "looks at story.counter, which is assigned to somewhere", "looks at story.table",
		"what ends first decides", "goes through a map in an order of chance", "reckons with floats", "persistence.Wall is when it was written down",
		"story.keys (story.go", "story.Gone: is not there",
	} {
		found, _ := s.hidden([]string{"story.Fold", "story.Gone"})
		if !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, want) }) {
			t.Errorf("not found: %s, in\n%s", want, strings.Join(found, "\n"))
		}
	}
	if found, _ := s.hidden([]string{"story.Plain"}); len(found) > 0 {
		t.Errorf("found in what has no hidden input: %q", found)
	}
}

const planted = `package story

import (
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/narratoria/narratoria/persistence"
)

func Fold(r persistence.Record) int {
	n := r.Wall.Nanosecond()
	for _, reduce := range reducers {
		n += reduce()
	}
	var d doer = behind{}
	return n + d.Do() + table["a"]
}

type doer interface{ Do() int }
type behind struct{}

func (behind) Do() int { b, _ := os.ReadFile("x"); return len(b) }

type apart struct{}

func (apart) Other() int { return rand.IntN(2) }

var counter int
var table = map[string]int{}

func Count() { counter++; table["a"] = 1 }

var reducers = map[string]func() int{"a": clock, "b": chance, "c": order, "d": ends, "e": float, "f": keys, "g": func() int { return runtime.NumCPU() }}

func clock() int { return int(time.Now().Unix()) + len(os.Getenv("TZ")) + counter }

func chance() int { net.Dial("tcp", "x"); exec.Command("x"); return rand.IntN(6) }

func order() int {
	for _, n := range map[int]int{1: 2, 2: 1} {
		return n
	}
	return 0
}

func keys() int {
	for n := range maps.Keys(map[int]int{1: 2}) {
		return n
	}
	return 0
}

func ends() int {
	c := make(chan int)
	go func() { c <- 1 }()
	return <-c
}

func float() int { x := 0.1; return int(x * 3) }

func Plain(m map[string]int) int {
	n := 0
	for i, key := range slices.Sorted(maps.Keys(m)) {
		n += i * m[key]
	}
	return n
}
`

// exported opens what packages were compiled to, with those that they need.
func exported(t *testing.T, packages ...string) importer.Lookup {
	t.Helper()
	files := map[string]string{}
	for _, p := range listSource(t, packages...) {
		files[p.ImportPath] = p.Export
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}
