// Package snapshot makes sure that what runs of a skill is what was agreed to.
//
// A skill is a directory that its author, an update or the skill itself may
// change at any moment, also between the moment somebody looked at it and the
// moment it starts. So two things are done with it:
//
//	tree, err := snapshot.Read(root, sums)       // what is there, by content
//	copy, err := store.Copy(ctx, dir, tree.Digest())
//	... run scripts in copy.Dir() ...
//
// [Read] lists everything in the directory but data/, with hashes. Consent is
// given to the digest of that list. A [Store] keeps private, read-only copies by
// digest: one is made by reading the directory a second time, and the bytes that
// are written into it are the bytes that are hashed, so that a copy either has
// the digest or does not come to be. Nobody has to win a race against whoever
// swaps files: whatever is read in whatever order, what has this digest was
// agreed to.
//
// What a directory may hold is files, directories, and relative links that stay
// inside; all else is a [Refusal], which says why in a sentence.
package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/contracts"
)

// Limits of one skill's directory.
const (
	MaxBytes   = 512 << 20 // of all files together
	MaxEntries = 20_000    // files, directories and links
	MaxDepth   = 64        // directories one in another
)

// DataDir is the directory in a skill that is not part of it.
const DataDir = "data"

// kind is what an entry is; the letters are part of the digest.
type kind byte

const (
	file      kind = 'f'
	program   kind = 'x' // a file that may be executed
	directory kind = 'd'
	link      kind = 'l'
)

// An entry is one file, directory or link.
type entry struct {
	path   string // slashes, below the skill's directory
	kind   kind
	sha256 string // of a file
	target string // of a link
}

// A Tree is all that a skill's directory holds, but for data/.
type Tree struct {
	entries []entry // by path
	byPath  map[string]int
}

func newTree(entries []entry) *Tree {
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	t := &Tree{entries: entries, byPath: make(map[string]int, len(entries))}
	for i, e := range entries {
		t.byPath[e.path] = i
	}
	return t
}

// Digest is a hash, in hex, over the paths, kinds and contents of all entries.
func (t *Tree) Digest() string {
	hash := sha256.New()
	fmt.Fprintln(hash, "narratoria skill 1")
	for _, e := range t.entries {
		fmt.Fprintf(hash, "%c %q %s%q\n", e.kind, e.path, e.sha256, e.target)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// Sum is the SHA-256, in hex, of the file that a path leads to, or "" where it
// leads to none.
func (t *Tree) Sum(name string) string {
	const links = 40 // as many as systems follow
	rest, at := strings.Split(name, "/"), "."
	for followed := 0; len(rest) > 0; {
		step := path.Join(at, rest[0])
		rest = rest[1:]
		if step == "." {
			at = step
			continue
		}
		i, ok := t.byPath[step]
		if !ok {
			return ""
		}
		if e := t.entries[i]; e.kind == link {
			if followed++; followed > links {
				return ""
			}
			rest = append(strings.Split(e.target, "/"), rest...)
			continue
		}
		at = step
	}
	if i, ok := t.byPath[at]; ok {
		return t.entries[i].sha256
	}
	return ""
}

// A Refusal is what is wrong with one thing in a skill's directory.
type Refusal struct {
	Path    string // slashes, below the skill's directory
	Kind    contracts.Kind
	Message string // a sentence without its full stop
}

func (r *Refusal) Error() string { return r.Message }

func refuse(kind contracts.Kind, name, format string, args ...any) error {
	return &Refusal{Path: name, Kind: kind, Message: fmt.Sprintf("%q ", name) + fmt.Sprintf(format, args...)}
}

// checkLink refuses a link that leaves the directory, or might. A relative path
// that goes up only at its beginning, and no further than to the top, stays
// inside wherever links among its steps lead, for each of them does so too.
func checkLink(name, target string) error {
	const help = "; put the file itself there, or trust the directory as it is with --dev"
	slashed := strings.TrimRight(target, "/")
	if slashed == "" || strings.HasPrefix(target, "/") || strings.ContainsAny(target, "\\:\x00") {
		return refuse(contracts.Forbidden, name, "is a link that leads out of the skill's directory, to %q%s", target, help)
	}
	depth, down := strings.Count(name, "/"), false
	for step := range strings.SplitSeq(slashed, "/") {
		switch {
		case step == "" || step == ".":
		case step != "..":
			down = true
		case down:
			return refuse(contracts.Forbidden, name, "is a link that goes down and up again, to %q; let it name its target directly", target)
		default:
			if depth--; depth < 0 {
				return refuse(contracts.Forbidden, name, "is a link that leads out of the skill's directory, to %q%s", target, help)
			}
		}
	}
	if inside := path.Join(path.Dir(name), slashed); inside == DataDir || strings.HasPrefix(inside, DataDir+"/") {
		return refuse(contracts.Forbidden, name, "is a link into %s/, which is no part of the skill", DataDir)
	}
	return nil
}
