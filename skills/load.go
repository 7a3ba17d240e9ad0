package skills

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills/snapshot"
)

// A loader reads one skill directory. It goes on after a problem where it can,
// so that an author sees all of them at once.
type loader struct {
	fsys     fs.FS
	dir      string             // absolute, links resolved; "" for a bundled skill
	label    string             // the directory as messages name it
	dev      bool               // it is trusted as it lies there
	listed   *snapshot.Tree     // what the directory holds; nil where nothing is copied
	refused  *contracts.Problem // why it could not be listed
	machine  machine
	skill    *Skill
	sums     map[string]string // SHA-256 by path, of all that was read
	problems contracts.Problems
}

// Names of the files that make a directory a skill, and of the one that its
// author configures it with.
const (
	manifestFile = "skill.json"
	shippedFile  = "config.json"
)

var skillMDFiles = []string{"SKILL.md", "skill.md"} // the first one wins

// isSkill reports whether a directory claims to be a skill.
func isSkill(fsys fs.FS) bool {
	return plainfile.Exists(fsys, manifestFile) || skillMDFile(fsys) != ""
}

// list takes stock of a directory, before any of it is understood. What cannot be
// in a skill is a problem.
func (l *loader) list(root *os.Root, sums *snapshot.Sums) {
	tree, err := snapshot.Read(root, sums)
	if refusal, ok := errors.AsType[*snapshot.Refusal](err); ok {
		l.refused = &contracts.Problem{File: filepath.FromSlash(refusal.Path), Kind: refusal.Kind, Message: refusal.Message}
	} else if err != nil {
		l.unreadable(".", err)
	}
	l.listed = tree
}

// refuse reports what could not be listed, unless whoever read it has.
func (l *loader) refuse() {
	if l.refused == nil {
		return
	}
	quoted := strconv.Quote(filepath.ToSlash(l.refused.File))
	if !slices.ContainsFunc(l.problems, func(p contracts.Problem) bool { return !p.Warning && strings.Contains(p.Message, quoted) }) {
		l.add(*l.refused)
	}
}

// load reads a skill. The skill is only fit for use where the problems hold
// nothing worse than warnings; its name is filled in as far as it is known.
func (l *loader) load() (*Skill, contracts.Problems) {
	l.skill = &Skill{Dir: l.dir, Bundled: l.dir == "", Dev: l.dev, Name: plan.SkillName(filepath.Base(l.label))}
	l.sums = map[string]string{}
	if plainfile.Exists(l.fsys, manifestFile) {
		l.loadManifest()
	} else {
		l.loadSkillMD()
	}
	if !l.skill.Bundled && plainfile.Exists(l.fsys, shippedFile) {
		l.skill.Shipped, _ = l.read(shippedFile, maxManifest)
	}
	l.refuse()
	l.skill.Digest = l.digest()
	return l.skill, l.problems
}

// read reads a file that decides what the skill does.
func (l *loader) read(name string, limit int64) ([]byte, bool) {
	data, err := plainfile.ReadFile(l.fsys, name, limit)
	if err != nil {
		l.unreadable(name, err)
		return nil, false
	}
	l.sum(name, data)
	return data, true
}

// sum notes what was read. It must be what was listed: else somebody is changing
// it, and what is understood would not be what is agreed to.
func (l *loader) sum(name string, data []byte) {
	sum := sha256.Sum256(data)
	l.sums[name] = hex.EncodeToString(sum[:])
	if l.listed == nil {
		return
	}
	switch l.listed.Sum(name) {
	case l.sums[name]:
	case "":
		l.unreadable(name, errNoPart)
	default:
		l.add(contracts.Problem{File: name, Kind: contracts.Unreadable, Message: fmt.Sprintf("%q was changed while it was read", name)})
	}
}

var errNoPart = errors.New(snapshot.DataDir + "/ is no part of a skill")

// digest covers all that was listed or, where nothing is copied, names and
// contents of the files that were read.
func (l *loader) digest() string {
	if l.listed != nil {
		return l.listed.Digest()
	}
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(l.sums)) {
		fmt.Fprintf(hash, "%s %q\n", l.sums[name], name)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

func (l *loader) add(p contracts.Problem) {
	p.File = filepath.Join(l.label, filepath.FromSlash(p.File))
	l.problems = append(l.problems, p)
}

func (l *loader) unreadable(name string, err error) {
	kind := contracts.Unreadable
	if plainfile.LeadsOut(err) {
		kind = contracts.Forbidden
	}
	l.add(contracts.Problem{File: name, Kind: kind, Message: fmt.Sprintf("%q %s", name, plainfile.Why(err))})
}

func (l *loader) warn(file, format string, args ...any) {
	l.add(contracts.Problem{File: file, Kind: contracts.BadValue, Message: fmt.Sprintf(format, args...), Warning: true})
}
