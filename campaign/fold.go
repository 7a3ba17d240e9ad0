package campaign

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// What an author wrote wrong in one place is missed in many: a comma less in places.json, and
// nobody knows where they live. Such problems are put below the one that they come from, which
// stands first:
//
//	what lacks a name  ──is the name in what was left out?──▶ the problem that it was left out for
//	                   └──is its whole file not there?──────▶ a problem that says so
//	                   └──else──▶ the first that lacks it
//	what is said alike more than three times ──▶ the first of them

// alikeAtMost is how many problems that say the same are listed each by itself.
const alikeAtMost = 3

// Kinds of what nothing can call by a name: ways to a place, and effects that something waits for.
const (
	lostWay    = "way"
	lostEffect = "effect"
)

// fold puts sorted problems below those that they follow from.
func (l *loader) fold(all contracts.Problems) contracts.Problems {
	f := folding{all: all, below: map[int][]int{}, lost: l.losses(all)}
	f.lacking(l)
	f.alike()
	return f.folded()
}

// A folding is problems that are being put below others.
type folding struct {
	all   contracts.Problems
	done  []bool // is below another
	below map[int][]int
	lost  lost
	added contracts.Problems // of files that are not there
}

func (f *folding) put(followers []int, below int) {
	for _, i := range followers {
		if i != below {
			f.done[i] = true
			f.below[below] = append(f.below[below], i)
		}
	}
}

// lacking goes through the problems that lack a name.
func (f *folding) lacking(l *loader) {
	f.done = make([]bool, len(f.all))
	same, order := map[contracts.Name][]int{}, []contracts.Name{}
	for i := range f.all {
		name := f.all[i].Lacks
		if name == (contracts.Name{}) {
			continue
		}
		if cause, is := f.lost.cause(name, f.all[i].Nearest != ""); is {
			f.put([]int{i}, cause)
			continue
		}
		if name.Kind == lostWay || name.Kind == lostEffect {
			continue
		}
		if same[name] == nil {
			order = append(order, name)
		}
		same[name] = append(same[name], i)
	}
	order = f.withParents(same, order)
	order = f.withoutFiles(l, same, order)
	for _, name := range order {
		f.underFirst(same[name])
	}
}

// withParents has what lacks "arrival/inn" be what lacks "arrival", where something does.
func (f *folding) withParents(same map[contracts.Name][]int, order []contracts.Name) []contracts.Name {
	return slices.DeleteFunc(order, func(name contracts.Name) bool {
		for _, parent := range parents(name) {
			if len(same[parent]) > 0 && parent != name {
				same[parent] = append(same[parent], same[name]...)
				return true
			}
		}
		return false
	})
}

// parents are what a name that is not there may be missing with.
func parents(name contracts.Name) []contracts.Name {
	first, _, both := strings.Cut(name.ID, "/")
	switch {
	case name.Kind == "choice" && both:
		return []contracts.Name{{Kind: "beat", ID: first}}
	case (name.Kind == "secret" || name.Kind == "fact") && both:
		return []contracts.Name{{Kind: "person", ID: first}}
	case name.Kind == "being":
		return []contracts.Name{{Kind: "person", ID: name.ID}, {Kind: "faction", ID: name.ID}, {Kind: "place", ID: name.ID}, {Kind: "item", ID: name.ID}}
	case name.Kind == "state":
		return []contracts.Name{{Kind: "person", ID: name.ID}}
	}
	return nil
}

// underFirst puts what lacks the same name below the first error of it, but for a few that say the same.
func (f *folding) underFirst(same []int) {
	slices.Sort(same)
	first := slices.IndexFunc(same, func(i int) bool { return !f.all[i].Warning && f.all[i].Kind == contracts.UnknownName })
	if first < 0 {
		first = 0
	}
	head := f.all[same[first]]
	other := func(i int) bool { return f.all[i].Kind != head.Kind || f.all[i].Message != head.Message }
	if len(same) > alikeAtMost || slices.ContainsFunc(same, other) {
		f.put(same, same[first])
	}
}

// fileOf are the files that declare names of some kinds and may be missing.
var fileOf = map[string]string{"place": "world/places.json", "faction": "world/factions.json", "item": "world/items.json", "fact": knowledgeFile, "occasion": occasionsFile}

// withoutFiles puts what lacks names of a file below a problem that says that it is not there.
func (f *folding) withoutFiles(l *loader, same map[contracts.Name][]int, order []contracts.Name) []contracts.Name {
	for _, kind := range sortedKeys(fileOf) {
		file := fileOf[kind]
		ofKind := func(name contracts.Name) bool { return name.Kind == kind && !strings.Contains(name.ID, "/") }
		var lacking []int
		for _, name := range order {
			if ofKind(name) {
				lacking = append(lacking, same[name]...)
			}
		}
		if l.has(file) || len(lacking) <= alikeAtMost {
			continue
		}
		slices.Sort(lacking)
		f.put(lacking, f.missing(file, kind))
		order = slices.DeleteFunc(order, ofKind)
	}
	return order
}

// missing is the problem that a file is not there: that another one has nearly its name, where that is so.
func (f *folding) missing(file, kind string) int {
	p := contracts.Problem{File: file, Kind: contracts.Unreadable, Message: fmt.Sprintf("is not there, and each %s that is named should be in it", kind)}
	for i := range f.all {
		if f.all[i].Nearest == file && f.all[i].Pointer == "" {
			f.all[i].Warning = false
			return i
		}
	}
	f.added = append(f.added, p)
	return len(f.all) + len(f.added) - 1
}

// alike puts what is said of many places below the first of them, but for what a whole file is left out for:
// each of those has to be looked at.
func (f *folding) alike() {
	type said struct {
		kind                       contracts.Kind
		message, expected, nearest string
		warning                    bool
	}
	same, order := map[said][]int{}, []said{}
	for i, p := range f.all {
		if f.done[i] || p.Kind == contracts.Syntax || p.Kind == contracts.Unreadable || p.Lacks != (contracts.Name{}) {
			continue
		}
		s := said{p.Kind, p.Message, p.Expected, p.Nearest, p.Warning}
		if same[s] == nil {
			order = append(order, s)
		}
		same[s] = append(same[s], i)
	}
	for _, s := range order {
		if all := same[s]; len(all) > alikeAtMost {
			f.put(all, all[0])
		}
	}
}

// folded are the problems that are below no other, those first from which others follow.
func (f *folding) folded() contracts.Problems {
	every, heads := slices.Concat(f.all, f.added), contracts.Problems{}
	var with func(i int) contracts.Problem
	with = func(i int) contracts.Problem {
		p := every[i]
		for _, j := range f.below[i] {
			follower := with(j)
			p.Follows = append(append(p.Follows, follower), follower.Follows...)
			p.Follows[len(p.Follows)-1-len(follower.Follows)].Follows = nil
		}
		return p
	}
	for i := range every {
		if i >= len(f.all) || !f.done[i] {
			heads = append(heads, with(i))
		}
	}
	slices.SortStableFunc(heads, func(a, b contracts.Problem) int { return cmp.Compare(causes(b), causes(a)) })
	return heads
}

// causes is 1 of a problem from which others of another kind follow, else 0.
func causes(p contracts.Problem) int {
	if slices.ContainsFunc(p.Follows, func(other contracts.Problem) bool { return other.Message != p.Message }) {
		return 1
	}
	return 0
}

// lost are the names of all that was left out, each with the problem that it was left out for.
type lost struct {
	names map[contracts.Name]int
	some  map[string]int // by kind: something of it is lost that nobody can name
}

// cause finds the problem for which a name is not there. One that is like another is taken for that, and
// not for one of those that nobody can name.
func (l lost) cause(name contracts.Name, like bool) (int, bool) {
	for _, name := range append([]contracts.Name{name}, parents(name)...) {
		if cause, is := l.names[name]; is {
			return cause, true
		}
	}
	cause, is := l.some[name.Kind]
	return cause, is && !like
}

// losses finds what was left out, by sorted problems.
func (l *loader) losses(all contracts.Problems) lost {
	found := lost{names: map[contracts.Name]int{}, some: map[string]int{}}
	unread := map[string]int{} // the first error of each file
	for i, p := range all {
		if _, known := unread[p.File]; !known && !p.Warning && p.Lacks == (contracts.Name{}) {
			unread[p.File] = i
		}
	}
	for _, s := range l.sources {
		first, wrong := unread[s.file]
		delete(unread, s.file)
		switch {
		case !wrong:
		case s.tree == nil:
			found.add(s.file, s.json, first)
		default:
			for _, left := range s.left {
				if i := firstWithin(all, first, s.file, left.at); i >= 0 {
					found.add(s.file, strictjson.Encode(left.part), i)
				}
			}
		}
	}
	for _, file := range sortedKeys(unread) {
		found.add(file, nil, unread[file])
	}
	return found
}

// firstWithin is the first error of a part of a file, from some problem on.
func firstWithin(all contracts.Problems, from int, file, at string) int {
	for i := from; i < len(all) && all[i].File == file; i++ {
		p := all[i]
		if !p.Warning && p.Lacks == (contracts.Name{}) && (p.Pointer == at || strings.HasPrefix(p.Pointer, at+"/")) {
			return i
		}
	}
	return -1
}

// add takes in what a file, or the text of a part of it, would have declared. Where no id can be read in
// it, it may have had any.
func (l lost) add(file string, text []byte, cause int) {
	w := written(text)
	for _, kind := range declaredIn(file) {
		names := w.ids
		switch kind {
		case "person":
			names = append(w.names, path.Base(path.Dir(file)))
		case "ending":
			names = append(names, strings.TrimSuffix(path.Base(file), path.Ext(file)))
		case "state":
			names = w.fields
		case lostWay, lostEffect:
			names = w.words
		}
		if len(names) == 0 {
			l.some[kind] = cause
		}
		for _, id := range names {
			l.name(kind, id, cause)
		}
	}
}

func (l lost) name(kind, id string, cause int) {
	name := contracts.Name{Kind: kind, ID: id}
	if _, known := l.names[name]; !known {
		l.names[name] = cause
	}
}

// declaredIn are the kinds of the names that a file declares.
func declaredIn(file string) []string {
	switch {
	case file == "world/places.json":
		return []string{"place", lostWay}
	case file == "world/factions.json":
		return []string{"faction"}
	case file == "world/items.json":
		return []string{"item"}
	case file == knowledgeFile:
		return []string{"fact"}
	case file == occasionsFile:
		return []string{"occasion", "state", lostWay, lostEffect}
	case strings.HasPrefix(file, npcs):
		return []string{"person"} // and with them their secrets
	case file == "plot/beats.json", strings.HasPrefix(file, "plot/beats/"):
		return []string{"beat", "choice", "state", lostWay, lostEffect}
	case strings.HasPrefix(file, "plot/endings/"):
		return []string{"ending"}
	}
	return nil
}

// What stands in quotes in a text of JSON that may be broken: ids, names, the first part of fields, and all
// that is no field.
type quoted struct{ ids, names, fields, words []string }

// written reads it. A text of JSON has no line break in it: what goes wrong in a line ends with it.
func written(text []byte) (found quoted) {
	for line := range bytes.Lines(text) {
		for field := ""; ; {
			text, after, is := nextQuoted(line)
			if !is {
				break
			}
			line = after
			word, err := strconv.Unquote(text)
			switch isField := bytes.HasPrefix(bytes.TrimLeft(after, " \t\r"), []byte{':'}); {
			case err != nil:
				field = ""
			case isField:
				field, _, _ = strings.Cut(word, ".")
				found.fields = append(found.fields, field)
			default:
				found.words = append(found.words, word)
				switch field {
				case "id":
					found.ids = append(found.ids, word)
				case "name":
					found.names = append(found.names, word)
				}
				field = ""
			}
		}
	}
	return found
}

// nextQuoted is the next text in quotes, and what stands after it.
func nextQuoted(line []byte) (quoted string, after []byte, is bool) {
	begin := bytes.IndexByte(line, '"')
	for i := begin + 1; begin >= 0 && i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return string(line[begin : i+1]), line[i+1:], true
		}
	}
	return "", nil, false
}
