package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/frontmatter"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// A SkillMD is what an Agent Skills SKILL.md says of its skill: YAML front
// matter between two lines "---", then the prompt.
type SkillMD struct {
	Name          string // in Unicode's NFKC form
	Description   string
	License       string
	Compatibility string
	AllowedTools  string
	Metadata      map[string]string
	Body          string

	source string
	front  *frontmatter.Document
}

// Limits of the Agent Skills specification, in characters.
const (
	maxMDName          = 64
	maxMDDescription   = 1024
	maxMDCompatibility = 500
)

var mdFields = []string{"name", "description", "license", "compatibility", "allowed-tools", "metadata"}

// skillMDFile is the name of a directory's SKILL.md, or "".
func skillMDFile(fsys fs.FS) string {
	for _, name := range skillMDFiles {
		if plainfile.Exists(fsys, name) {
			return name
		}
	}
	return ""
}

// A frontMatterError is where front matter stops being what SKILL.md may hold.
type frontMatterError struct {
	line    int
	message string
}

func (e *frontMatterError) Error() string { return e.message }

// ParseSkillMD reads the text of a SKILL.md. It takes mappings of text alone:
// no aliases, no anchors, no tags, no field twice. Whether the fields hold what
// they may is for [SkillMD.Check].
func ParseSkillMD(content string) (*SkillMD, error) {
	header, body, bodyLine, err := frontmatter.Split(content)
	if err != nil {
		return nil, &frontMatterError{1, "the YAML frontmatter is not properly closed by a second line \"---\""}
	}
	if bodyLine == 1 {
		return nil, &frontMatterError{1, "the file must start with YAML frontmatter, a line \"---\""}
	}
	front, err := frontmatter.Parse(header, 2)
	if wrong, ok := errors.AsType[*frontmatter.Error](err); ok && wrong.Fault != frontmatter.NotMapping {
		return nil, &frontMatterError{wrong.Line, "Invalid YAML: " + wrong.Message}
	}
	if err != nil || len(front.Tree) == 0 {
		return nil, &frontMatterError{2, "the front matter must be a YAML mapping, lines such as \"name: my-skill\""}
	}
	md := &SkillMD{Body: strings.TrimSpace(body), source: content, front: front}
	return md, md.fill()
}

func (md *SkillMD) fill() (err error) {
	for _, field := range []struct {
		name string
		into *string
	}{
		{"name", &md.Name}, {"description", &md.Description}, {"license", &md.License},
		{"compatibility", &md.Compatibility}, {"allowed-tools", &md.AllowedTools},
	} {
		if *field.into, err = md.text(field.name); err != nil {
			return err
		}
	}
	md.Name = norm.NFKC.String(strings.TrimSpace(md.Name))
	return md.fillMetadata()
}

func (md *SkillMD) fillMetadata() (err error) {
	metadata, there := md.front.Tree["metadata"]
	if !there {
		return nil
	}
	members, ok := metadata.(strictjson.Object)
	if !ok {
		line, _ := md.front.Place("/metadata")
		return &frontMatterError{line, "metadata must be a mapping of names to text"}
	}
	md.Metadata = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if md.Metadata[name], err = md.text("metadata", name); err != nil {
			return err
		}
	}
	return nil
}

// text is a field's text as it is written, 1.0 as "1.0", and "" where there is none.
func (md *SkillMD) text(keys ...string) (string, error) {
	pointer := frontmatter.Pointer(keys...)
	text, is := md.front.Text(pointer)
	if !is && md.front.KeyLine(pointer) > 0 {
		line, _ := md.front.Place(pointer)
		return "", &frontMatterError{line, "Invalid YAML: expected text, not a list or a mapping"}
	}
	return text, nil
}

// Check says what of a SKILL.md, in a directory of some name, the Agent Skills
// specification does not allow. What does not keep the skill from being used is
// a warning. Files are named as given.
func (md *SkillMD) Check(file, directory string) contracts.Problems {
	c := mdCheck{md: md, file: file}
	c.unexpected()
	if c.required("name", md.Name) {
		c.name(directory)
	}
	if c.required("description", md.Description) {
		c.length("description", md.Description, maxMDDescription)
	}
	c.length("compatibility", md.Compatibility, maxMDCompatibility)
	return c.problems
}

type mdCheck struct {
	md       *SkillMD
	file     string
	problems contracts.Problems
}

func (c *mdCheck) add(kind contracts.Kind, field string, warning bool, format string, args ...any) {
	c.problems = append(c.problems, contracts.Problem{
		File: c.file, Line: max(1, c.md.front.KeyLine(frontmatter.Pointer(field))), Column: 1,
		Kind: kind, Message: fmt.Sprintf(format, args...), Warning: warning,
	})
}

func (c *mdCheck) required(field, value string) bool {
	if strings.TrimSpace(value) != "" {
		return true
	}
	if _, ok := c.md.front.Tree[field]; ok {
		c.add(contracts.Missing, field, false, "the field %q must not be empty", field)
	} else {
		c.missing(field)
	}
	return false
}

// missing reports a required field, or the one that was probably meant to be it.
func (c *mdCheck) missing(field string) {
	for _, found := range slices.Sorted(maps.Keys(c.md.front.Tree)) {
		if c.standsFor(found) == field {
			c.add(contracts.Missing, found, false, "Missing required field in frontmatter: %s (found %q)", field, found)
			return
		}
	}
	c.add(contracts.Missing, field, false, "Missing required field in frontmatter: %s", field)
}

// standsFor is the required field that an unknown one was probably meant to be,
// or "".
func (c *mdCheck) standsFor(field string) string {
	if slices.Contains(mdFields, field) {
		return ""
	}
	meant := nearest.Name(field, []string{"name", "description"})
	if _, there := c.md.front.Tree[meant]; there {
		return ""
	}
	return meant
}

func (c *mdCheck) unexpected() {
	for _, field := range slices.Sorted(maps.Keys(c.md.front.Tree)) {
		if slices.Contains(mdFields, field) || c.standsFor(field) != "" {
			continue
		}
		c.add(contracts.UnknownField, field, true, "Unexpected fields in frontmatter: %s (known are %s)", field, strings.Join(mdFields, ", "))
		c.problems[len(c.problems)-1].Nearest = nearest.Name(field, mdFields)
	}
}

func (c *mdCheck) length(field, value string, most int) {
	if n := utf8.RuneCountInString(value); n > most {
		c.add(contracts.Limit, field, true, "the %s exceeds %d characters (it has %d)", field, most, n)
	}
}

func (c *mdCheck) name(directory string) {
	name := c.md.Name
	if n := utf8.RuneCountInString(name); n > maxMDName {
		c.add(contracts.Limit, "name", false, "the name exceeds the %d character limit (it has %d)", maxMDName, n)
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") {
		c.add(contracts.BadValue, "name", false, "the name %q cannot start or end with a hyphen", name)
	}
	if strings.Contains(name, "--") {
		c.add(contracts.BadValue, "name", true, "the name %q has consecutive hyphens", name)
	}
	if strings.ToLower(name) != name {
		c.add(contracts.BadValue, "name", true, "the name %q must be lowercase", name)
	}
	if i := strings.IndexFunc(name, notInName); i >= 0 {
		c.add(contracts.BadValue, "name", false, "the name %q has invalid characters: only letters, digits and hyphens may stand in it", name)
	}
	if norm.NFKC.String(directory) != name {
		c.add(contracts.BadValue, "name", true, "the directory %q must match skill name %q", directory, name)
	}
}

func notInName(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// ValidateSkillMD holds a directory to the Agent Skills specification, strictly:
// warnings count as well. Loading is more lenient, see [Discover].
func ValidateSkillMD(dir string) contracts.Problems {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return contracts.Problems{{File: dir, Kind: contracts.Unreadable, Message: "the directory does not exist"}}
	case err != nil:
		return contracts.Problems{{File: dir, Kind: contracts.Unreadable, Message: plainfile.Why(err)}}
	case !info.IsDir():
		return contracts.Problems{{File: dir, Kind: contracts.Unreadable, Message: "Not a directory"}}
	}
	root, err := plainfile.FollowDir(dir)
	if err != nil {
		return contracts.Problems{{File: dir, Kind: contracts.Unreadable, Message: plainfile.Why(err)}}
	}
	defer root.Close()
	_, problems := readSkillMD(plainfile.FS{Root: root}, dir)
	return problems
}

// readSkillMD reads and checks the SKILL.md of a directory.
func readSkillMD(fsys fs.FS, label string) (*SkillMD, contracts.Problems) {
	name := skillMDFile(fsys)
	if name == "" {
		return nil, contracts.Problems{{File: label, Kind: contracts.Missing, Message: "Missing required file: SKILL.md"}}
	}
	file := filepath.Join(label, name)
	content, err := plainfile.ReadText(fsys, name, maxPrompt)
	if err != nil {
		return nil, contracts.Problems{{File: file, Kind: contracts.Unreadable, Message: fmt.Sprintf("%q %s", name, plainfile.Why(err))}}
	}
	md, err := ParseSkillMD(content)
	if problem, ok := errors.AsType[*frontMatterError](err); ok {
		return nil, contracts.Problems{{File: file, Line: problem.line, Column: 1, Kind: contracts.Syntax, Message: problem.message}}
	}
	return md, md.Check(file, filepath.Base(label))
}
