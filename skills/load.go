package skills

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/plan"
)

// A loader reads one skill directory. It goes on after a problem where it can,
// so that an author sees all of them at once.
type loader struct {
	fsys     fs.FS
	dir      string // absolute, links resolved; "" for a bundled skill
	label    string // the directory as messages name it
	machine  machine
	skill    *Skill
	sums     map[string]string // SHA-256 by path, of all that was read
	problems contracts.Problems
}

// Names of the files that make a directory a skill.
const manifestFile = "skill.json"

var skillMDFiles = []string{"SKILL.md", "skill.md"} // the first one wins

// isSkill reports whether a directory claims to be a skill.
func isSkill(fsys fs.FS) bool {
	return plainfile.Exists(fsys, manifestFile) || skillMDFile(fsys) != ""
}

// load reads a skill. The skill is only fit for use where the problems hold
// nothing worse than warnings; its name is filled in as far as it is known.
func (l *loader) load() (*Skill, contracts.Problems) {
	l.skill = &Skill{Dir: l.dir, Bundled: l.dir == "", Name: plan.SkillName(filepath.Base(l.label))}
	l.sums = map[string]string{}
	if plainfile.Exists(l.fsys, manifestFile) {
		l.loadManifest()
	} else {
		l.loadSkillMD()
	}
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

func (l *loader) sum(name string, data []byte) {
	sum := sha256.Sum256(data)
	l.sums[name] = hex.EncodeToString(sum[:])
}

// digest covers names and contents of all files read.
func (l *loader) digest() string {
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
