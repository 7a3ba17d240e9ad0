package skills

import (
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/narratoria/narratoria/plan"
)

// loadSkillMD makes an Agent Skill without skill.json a skill that is a prompt
// alone. Its scripts, if it has any, were written for an agent with a shell and
// do not speak our protocol.
func (l *loader) loadSkillMD() {
	l.skill.Manifest = skillMDFile(l.fsys)
	md, problems := readSkillMD(l.fsys, l.label)
	l.problems = append(l.problems, problems...)
	if md == nil {
		return
	}
	l.sum(l.skill.Manifest, []byte(md.source))
	s := l.skill
	s.DisplayName, s.Description, s.License = md.Name, md.Description, md.License
	s.Author, s.Prompt, s.Priority = md.Metadata["author"], md.Body, defaultPriority
	if problems.Err() == nil { // a bad name may hold anything
		s.Name = plan.SkillName(strings.ToLower(md.Name))
	}
	if version := md.Metadata["version"]; validVersion(version) {
		s.Version = version
	}
}

// promptOf is the body of a SKILL.md that stands beside a skill.json. What is
// wrong with it is no reason to refuse the skill.
func (l *loader) promptOf(name string) string {
	md, problems := readSkillMD(l.fsys, l.label)
	for _, problem := range problems {
		problem.Warning = true
		l.problems = append(l.problems, problem)
	}
	if md == nil {
		return ""
	}
	l.sum(name, []byte(md.source))
	return md.Body
}

func validVersion(version string) bool {
	_, err := semver.StrictNewVersion(version)
	return err == nil
}

// AvailableSkills lists skills as Agent Skills shows them to a model. Names and
// descriptions are escaped, so that none of them can close the list.
func AvailableSkills(skills []*Skill) string {
	var b strings.Builder
	b.WriteString("<available_skills>\n")
	for _, s := range skills {
		b.WriteString("<skill>\n")
		element(&b, "name", string(s.Name))
		element(&b, "description", s.Description)
		element(&b, "location", string(s.Name)+"/"+s.Manifest)
		b.WriteString("</skill>\n")
	}
	b.WriteString("</available_skills>")
	return b.String()
}

var escapeElement = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func element(b *strings.Builder, name, text string) {
	b.WriteString("<" + name + ">\n" + escapeElement.Replace(text) + "\n</" + name + ">\n")
}
