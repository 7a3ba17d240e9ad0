package skills

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/soak"
)

// The Agent Skills reference library says in three files of Python tests what a
// SKILL.md may hold. They are straight lines of assignments, files and
// assertions, so a small interpreter runs them against our code. A line it does
// not know fails the test.
func TestAgentSkillsCases(t *testing.T) {
	dir := soak.Cases(t, "agent-skills")
	ran := 0
	for _, file := range []string{"test_parser.py", "test_prompt.py", "test_validator.py"} {
		source, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range pythonTests(string(source)) {
			ran++
			t.Run(c.name, func(t *testing.T) {
				p := python{t: t, tmp: t.TempDir(), vars: map[string]string{}}
				p.run(c.body)
				if p.assertions == 0 {
					t.Error("the case asserted nothing")
				}
			})
		}
	}
	if ran != 40 {
		t.Errorf("ran %d cases, want 40", ran)
	}
}

type pythonTest struct{ name, body string }

func pythonTests(source string) []pythonTest {
	var all []pythonTest
	for _, part := range strings.Split(source, "\ndef ")[1:] {
		name, _, _ := strings.Cut(part, "(")
		_, body, _ := strings.Cut(part, ":\n")
		all = append(all, pythonTest{name, body})
	}
	return all
}

// python is one test of the reference library being run.
type python struct {
	t          *testing.T
	tmp        string
	vars       map[string]string
	problems   contracts.Problems
	md         *SkillMD
	err        error
	result     string
	found      string
	assertions int
}

var pythonText = `(f?)"""([^"]*(?:"[^"]+)*)"""|(f?)"((?:[^"\\]|\\.)*)"`

// pythonLines are the statements the cases are made of.
var pythonLines = []struct {
	pattern string
	do      func(p *python, m []string)
}{
	{`"""[^"]*"""`, func(*python, []string) {}}, // a docstring
	{`(\w+) = "(.)" \* (\d+)(?:  #.*)?`, func(p *python, m []string) {
		n, _ := strconv.Atoi(m[3])
		p.vars[m[1]] = strings.Repeat(m[2], n)
	}},
	{`(\w+) = tmp_path / (\S+)`, func(p *python, m []string) { p.vars[m[1]] = filepath.Join(p.tmp, p.text(m[2])) }},
	{`(\w+)\.mkdir\(\)`, func(p *python, m []string) { p.must(os.Mkdir(p.vars[m[1]], 0o755)) }},
	{`\((\w+) / "([^"]+)"\)\.write_text\((` + pythonText + `)\)`, func(p *python, m []string) {
		p.must(os.WriteFile(filepath.Join(p.vars[m[1]], m[2]), []byte(p.text(m[3])), 0o644))
	}},
	{`(\w+)\.write_text\(("[^"]*")\)`, func(p *python, m []string) {
		p.must(os.WriteFile(p.vars[m[1]], []byte(p.text(m[2])), 0o644))
	}},
	{`errors = validate\((.+)\)`, func(p *python, m []string) { p.problems = ValidateSkillMD(p.dir(m[1])) }},
	{`metadata, body = parse_frontmatter\(content\)`, func(p *python, _ []string) { p.md, p.err = ParseSkillMD(p.vars["content"]); p.must(p.err) }},
	{`props = read_properties\((.+)\)`, func(p *python, m []string) { p.read(p.dir(m[1])); p.must(p.err) }},
	{`d = props\.to_dict\(\)`, func(*python, []string) {}},
	{`result = to_prompt\(\[(.*)\]\)`, func(p *python, m []string) { p.prompt(m[1]) }},
	{`result = find_skill_md\(skill_dir\)`, func(p *python, _ []string) { p.find(p.vars["skill_dir"]) }},
	{`with pytest\.raises\(\w+, match="([^"]*)"\):\s+(.*)`, func(p *python, m []string) { p.raises(m[1], m[2]) }},

	{`assert errors == \[\](?:, f".*")?`, func(p *python, _ []string) { p.check(len(p.problems) == 0, p.problems) }},
	{`assert len\(errors\) == (\d+)`, func(p *python, m []string) { p.check(fmt.Sprint(len(p.problems)) == m[1], p.problems) }},
	{`assert "([^"]*)" in errors\[0\]`, func(p *python, m []string) { p.check(strings.Contains(p.problems[0].Message, m[1]), p.problems) }},
	{`assert any\("([^"]*)" in e(?: and "([^"]*)" in e)? for e in errors\)`, func(p *python, m []string) {
		p.check(slices.ContainsFunc(p.problems, func(q contracts.Problem) bool {
			return strings.Contains(q.Message, m[1]) && strings.Contains(q.Message, m[2])
		}), p.problems)
	}},
	{`assert (?:metadata|d)\["([^"]*)"\] == "([^"]*)"`, func(p *python, m []string) { p.check(p.field(m[1]) == m[2], p.md) }},
	{`assert props\.metadata == (\{.*\})`, func(p *python, m []string) {
		var want map[string]string
		p.must(json.Unmarshal([]byte(m[1]), &want))
		p.check(fmt.Sprint(want) == fmt.Sprint(p.md.Metadata), p.md)
	}},
	{`assert props\.(\w+) == "([^"]*)"`, func(p *python, m []string) {
		p.check(p.field(strings.ReplaceAll(m[1], "_", "-")) == m[2], p.md)
	}},
	{`assert "([^"]*)" in body`, func(p *python, m []string) { p.check(strings.Contains(p.md.Body, m[1]), p.md) }},
	{`assert result is not None`, func(p *python, _ []string) { p.check(p.found != "", "nothing found") }},
	{`assert result is None`, func(p *python, _ []string) { p.check(p.found == "", p.found) }},
	{`assert result\.name(\.lower\(\))? == "([^"]*)"`, func(p *python, m []string) {
		p.check(p.found == m[2] || (m[1] != "" && strings.ToLower(p.found) == m[2]), p.found)
	}},
	{`assert result == ("[^"]*")`, func(p *python, m []string) { p.check(p.result == p.text(m[1]), p.result) }},
	{`assert result\.count\("([^"]*)"\) == (\d+)`, func(p *python, m []string) {
		p.check(fmt.Sprint(strings.Count(p.result, m[1])) == m[2], p.result)
	}},
	{`assert ("[^"]*") not in result`, func(p *python, m []string) { p.check(!strings.Contains(p.result, p.text(m[1])), p.result) }},
	{`assert ("[^"]*") in result`, func(p *python, m []string) { p.check(strings.Contains(p.result, p.text(m[1])), p.result) }},
	{`content = (` + pythonText + `)`, func(p *python, m []string) { p.vars["content"] = p.text(m[1]) }},
	{`(\w+) = ("[^"]*")(?:  #.*)?`, func(p *python, m []string) { p.vars[m[1]] = p.text(m[2]) }},
	{`#.*`, func(*python, []string) {}},
}

// run carries out a test's body, statement by statement.
func (p *python) run(body string) {
	for body = strings.TrimSpace(body); body != ""; body = strings.TrimSpace(body) {
		rest, ok := p.step(body)
		if !ok {
			p.t.Fatalf("cannot run the case from here:\n%s", body)
		}
		body = rest
	}
}

func (p *python) step(body string) (rest string, ok bool) {
	for _, line := range pythonLines {
		m := regexp.MustCompile(`\A(?:` + line.pattern + `)[ \t]*(?:\n|\z)`).FindStringSubmatch(body)
		if m != nil {
			line.do(p, m)
			return body[len(m[0]):], true
		}
	}
	return body, false
}

func (p *python) check(ok bool, got any) {
	p.t.Helper()
	p.assertions++
	if !ok {
		p.t.Errorf("assertion %d does not hold of %v", p.assertions, got)
	}
}

func (p *python) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// text is a literal, or a variable's value.
func (p *python) text(expression string) string {
	m := regexp.MustCompile(`\A(?:` + pythonText + `)\z`).FindStringSubmatch(expression)
	if m == nil {
		return p.vars[expression]
	}
	if m[4] != "" {
		unquoted, err := strconv.Unquote(`"` + m[4] + `"`)
		p.must(err)
		return unquoted
	}
	if m[1] == "" {
		return m[2]
	}
	return regexp.MustCompile(`\{(\w+)\}`).ReplaceAllStringFunc(m[2], func(name string) string { return p.vars[strings.Trim(name, "{}")] })
}

func (p *python) dir(expression string) string {
	if rest, ok := strings.CutPrefix(expression, "tmp_path"); ok {
		return filepath.Join(p.tmp, strings.Trim(rest, ` /"`))
	}
	return p.vars[expression]
}

func (p *python) read(dir string) {
	root, err := os.OpenRoot(dir)
	p.must(err)
	defer root.Close()
	var problems contracts.Problems
	p.md, problems = readSkillMD(plainfile.FS{Root: root}, dir)
	p.err = problems.Err()
}

func (p *python) find(dir string) {
	root, err := os.OpenRoot(dir)
	p.must(err)
	defer root.Close()
	p.found = skillMDFile(plainfile.FS{Root: root})
}

// raises runs a statement that must fail with a message. The library has two
// texts for a file that is not there; we have the validator's.
func (p *python) raises(match, statement string) {
	if strings.HasPrefix(statement, "parse_frontmatter") {
		_, p.err = ParseSkillMD(p.vars["content"])
	} else {
		p.read(p.dir(strings.TrimSuffix(strings.TrimPrefix(statement, "read_properties("), ")")))
	}
	if match == "SKILL.md not found" {
		match = "Missing required file: SKILL.md"
	}
	p.check(p.err != nil && regexp.MustCompile(match).MatchString(p.err.Error()), p.err)
}

func (p *python) field(name string) string {
	return map[string]string{
		"name": p.md.Name, "description": p.md.Description, "license": p.md.License, "allowed-tools": p.md.AllowedTools,
	}[name]
}

// prompt discovers the case's skills and lists them.
func (p *python) prompt(list string) {
	if list == "" {
		p.result = AvailableSkills(nil)
		return
	}
	found := Discover(DiscoverOptions{Sources: []Source{{p.tmp, FromFlag}}, Bundled: os.DirFS(p.t.TempDir())})
	if n := strings.Count(list, ",") + 1; len(found.Skills()) != n {
		p.t.Fatalf("discovered %d skills, want %d: %v", len(found.Skills()), n, found.Listings())
	}
	p.result = AvailableSkills(found.Skills())
}
