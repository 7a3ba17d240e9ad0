package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
)

// A bomb is a file that is made to cost. said is what has to be said of it, with its line,
// or "" where it is taken.
type bomb struct {
	name, file string
	text       func() string // nil for a gigabyte of zeros after head
	said       string
	head       string
}

// repeated is a text as large as one of a campaign may be.
func repeated(part string) func() string {
	return func() string { return strings.Repeat(part, (4<<20)/len(part)) }
}

func of(text string) func() string { return func() string { return text } }

// keys are an object of so many.
func keys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"%x":0`, i)
	}
	return "{" + b.String()[1:] + "}"
}

func headings() string {
	var b strings.Builder
	for i := 0; b.Len() < 4<<20-10; i++ {
		fmt.Fprintf(&b, "#%x\n", i)
	}
	return b.String()
}

// aliases multiply tenfold with each line.
func aliases() string {
	text := "---\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 12; i++ {
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	return text + "---\nA.\n"
}

func manifestWith(hints string) string {
	return `{"title":"T","version":"1.0.0","hints":` + hints + "}"
}

// The first of each group is part of every run.
var bombs = [][]bomb{
	{
		{name: "a lore line of a gigabyte", file: "lore/x.md", head: "In one line ", said: "lore/x.md:1:1: is too large: more than 4 MiB"},
		{name: "front matter of 4 MB", file: "lore/x.md", text: of("---\n" + strings.Repeat("a: b\n", 800_000) + "---\nA.\n"), said: "lore/x.md:2:1: the YAML has"},
		{name: "front matter without end", file: "lore/x.md", text: of("---\n" + strings.Repeat("a: b\n", 800_000)), said: "lore/x.md:1:1: the front matter is not closed"},
	}, {
		{name: "a line of dots", file: "lore/x.md", text: repeated(".")},
		{name: "a line of letters", file: "lore/x.md", text: repeated("a")},
		{name: "a line of faces", file: "lore/x.md", text: repeated("\U0001F600")},
		{name: "a line of prose", file: "lore/x.md", text: repeated("In 1612 the keeper wrote of oil and boats. ")},
		{name: "a line of abbreviations", file: "lore/x.md", text: repeated("Dr. ")},
	}, {
		{name: "a million headings, all unlike", file: "lore/x.md", text: headings},
		{name: "a million headings", file: "lore/x.md", text: repeated("# a\n")},
		{name: "headings with blank lines", file: "lore/x.md", text: repeated("# a\n\n")},
		{name: "two million lines", file: "lore/x.md", text: repeated("a\n")},
		{name: "a million paragraphs", file: "lore/x.md", text: repeated("a\n\n")},
		{name: "rules between lines", file: "lore/x.md", text: repeated("a\n---\n")},
		{name: "long paragraphs without words", file: "lore/x.md", text: repeated(strings.Repeat("]?!*", 500) + "\n\n")},
	}, {
		{name: "a list nested 100,000 deep", file: "lore/x.md", text: of(strings.Repeat("- ", 100_000) + "a")},
		{name: "quotations nested four million deep", file: "lore/x.md", text: repeated(">")},
		{name: "brackets never closed", file: "lore/x.md", text: repeated("[")},
	}, {
		{name: "YAML of aliases", file: "lore/x.md", text: aliases, said: "lore/x.md:2:1: aliases and anchors are not allowed"},
		{name: "YAML nested deep", file: "lore/x.md", text: of("---\na: " + strings.Repeat("[", 60_000) + "\n---\nA.\n"), said: "lore/x.md:2:1: this is no YAML"},
		{name: "YAML of 20,000 aliases", file: "lore/x.md", text: of("---\na: &a [x]\nb: [" + strings.Repeat("*a,", 20_000) + "*a]\n---\nA.\n"), said: "lore/x.md:2:1: aliases"},
	}, {
		{name: "JSON nested 100,000 deep", file: "manifest.json", text: of(manifestWith(strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000))), said: "manifest.json:1:10039: "},
		{name: "objects nested 100,000 deep", file: "manifest.json", text: of(strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)), said: "manifest.json:1:50001: "},
	}, {
		{name: "400,000 keys", file: "characters/npcs/wren/profile.json", text: func() string { return keys(400_000) }, said: ": /30d3f: the document holds more values than are read"},
		{name: "ten million keys", file: "manifest.json", text: func() string { return manifestWith(keys(10_000_000)) }, said: "manifest.json:1:1: is too large: more than 4 MiB"},
		{name: "two million numbers", file: "manifest.json", text: of(manifestWith("[0" + strings.Repeat(",0", 2_000_000) + "]")), said: "manifest.json:1:400034: "},
		{name: "199,000 faults", file: "world/places.json", text: of(`{"places":[0` + strings.Repeat(",0", 199_000) + "]}"), said: "world/places.json:1:12: /places/0"},
	}, {
		{name: "blocks of constraints", file: "world/constraints.md", text: repeated("```constraint\nid: a\nhold: 'true'\n```\n"), said: "world/constraints.md:4002:1: has 113359 blocks, of which the first 1000 are read"},
		{name: "blocks of rules", file: "world/rules.md", text: repeated("```rules\n```\n"), said: "world/rules.md:2002:1: has 322638 blocks"},
		{name: "a block of 800,000 lines", file: "world/rules.md", text: of("```rules\n" + strings.Repeat("a: b\n", 800_000)), said: "world/rules.md:2:1: the YAML has"},
		{name: "700,000 secrets", file: "characters/npcs/wren/secrets.md", text: repeated("# a\nb\n"), said: "secrets.md:2001:1: has 699050 secrets, of which the first 1000 are read"},
		{name: "500,000 keywords", file: "art/locations/harbour.png.keywords.txt", text: headings},
		{name: "a premise of 4 MB", file: "plot/premise.md", text: repeated("Wren keeps the Lamp of the Harbour. ")},
	}, {
		{name: "a sound of a gigabyte", file: "music/x.wav", head: "RIFF\xff\xff\xff\xffWAVEfmt \x10\x00\x00\x00", said: "music/x.wav: has 1073741824 bytes; pictures and sounds have at most"},
		{name: "a sound that says it is endless", file: "music/x.wav", text: of("RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff\x01\x00\xff\xff\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00\x00\x00data\xff\xff\xff\xff")},
		{name: "a sound with a tag of 256 MB", file: "music/x.mp3", text: repeated("ID3\x04\x00\x00\x7f\x7f\x7f\x7fAPIC\x7f\x7f\x7f\x7f")},
		{name: "a sound of pages without end", file: "music/x.ogg", text: repeated("OggS\x00\x02\xff\xff\xff\xff\xff\xff\xff\xff")},
		{name: "a sound with a block of 16 MB", file: "music/x.flac", text: repeated("fLaC\x00\xff\xff\xff")},
		{name: "a sound that is none", file: "music/x.ogg", text: repeated("\x00"), said: "music/x.ogg: is no PNG, JPEG or WebP picture and no MP3, OGG, WAV or FLAC sound"},
	},
}

// What one file of a campaign may cost, whatever is in it: in processor time, beside what
// the sample costs, and in memory that is resident, with the 35 MB that a start takes.
const (
	bombTime   = 4 * time.Second
	bombMemory = (35 + 128) << 20
)

// Files that are made to cost are refused by line, or taken, at little cost: when they are
// looked at, and, where they are lore or a sound, when they are indexed and played.
func TestPlayedBombs(t *testing.T) {
	u := newUser(t)
	least := spends(t, 0, bombMemory, exitOK, "campaign", "validate", u.sampleCampaign("sample")).time
	for _, group := range bombs {
		for i, b := range group {
			if i > 0 && !soak.Whole() {
				break
			}
			t.Run(b.name, func(t *testing.T) {
				u := newUser(t)
				dir := u.sampleCampaign("bomb")
				b.lay(t, dir)
				said, code := b.said, exitOK
				if said != "" {
					code = exitFailed
				}
				looked := spends(t, least, bombMemory, -1, "campaign", "validate", dir)
				if !strings.Contains(looked.said, said) || said != "" && looked.code != code {
					t.Errorf("exit %d, not said: %q: %.1000s", looked.code, said, looked.said)
				}
				t.Logf("looked at in %v with %d MB", looked.time.Round(time.Millisecond), looked.resident>>20)
				if strings.HasPrefix(b.file, "lore/") || strings.HasPrefix(b.file, "music/") {
					played := spends(t, least, bombMemory, exitOK, "play", "--json", "--auto", "2", "--seed", "1", dir)
					t.Logf("played in %v with %d MB", played.time.Round(time.Millisecond), played.resident>>20)
				}
			})
		}
	}
}

func (b bomb) lay(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, b.file)
	if b.text != nil {
		save(t, path, b.text())
		return
	}
	save(t, path, b.head)
	must(t, os.Truncate(path, 1<<30)) // the rest is zeros, which nothing keeps
}

// So are documents that are no part of a campaign: a state to start from, a plan, what a
// skill is made of, and settings.
func TestPlayedBombsOfDocuments(t *testing.T) {
	list := strings.Repeat("[],", 1_300_000)
	deep := strings.Repeat(`{"a":`, 400_000) + "1" + strings.Repeat("}", 400_000)
	const plan = `{"requestId":"0c37b703-cf92-83e3-959e-a27ccd1469d2","narrative":null,"tools":[],"parallel":true,"disabledSkills":[],"metadata":{"generationAttempt":1,"parentPlanId":null}}`
	const manifest = `{"name":"bomb","version":"1.0.0","description":"A bomb."`
	state, run := []string{"plan", "run", "plan.json", "--state", "bomb"}, []string{"plan", "run", "bomb"}
	skills := []string{"skills", "list", "--skills", "skills"}
	for _, b := range []struct {
		name, file, text, said string
		args                   []string
	}{
		{"a state of a list", "bomb", `{"a":[` + list + "[]]}", "bomb:1:600002: /a/199998: the document holds more values than are read", state},
		{"a state of 199,000 keys", "bomb", keys(199_000), "", state},
		{"a state 400,000 deep", "bomb", deep, "bomb:1:50001: ", state},
		{"a state of a gigabyte", "bomb", "", "the state file \"bomb\" is too large: more than 6 MiB", state},
		{"a plan of 300,000 keys", "bomb", keys(300_000), "bomb:1:1: the plan has", run},
		{"a plan 400,000 deep", "bomb", deep, "bomb:1:1: the plan has", run},
		{"a plan of a gigabyte", "bomb", "", "the file \"bomb\" is too large: more than 6 MiB", run},
		{"a manifest of 80,000 keys", "skills/bomb/skill.json", keys(80_000), "skills/bomb/skill.json:1:585838: /10026", skills},
		{"a manifest 100,000 deep", "skills/bomb/skill.json", manifest + `,"x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}", "skill.json:1:", skills},
		{"a manifest of a gigabyte", "skills/bomb/skill.json", "", `skills/bomb/skill.json: "skill.json" is too large: more than 1 MiB`, skills},
		{"SKILL.md of aliases", "skills/bomb/SKILL.md", "---\nname: bomb\ndescription: &a [x]\nlicense: [" + strings.Repeat("*a,", 20_000) + "*a]\n---\nA.\n", "SKILL.md:3:", skills},
		{"SKILL.md of a megabyte of headings", "skills/bomb/SKILL.md", "---\nname: bomb\ndescription: A bomb.\n---\n" + strings.Repeat("# a\n", 200_000), "", skills},
		{"SKILL.md of a gigabyte", "skills/bomb/SKILL.md", "", `skills/bomb/SKILL.md: "SKILL.md" is too large: more than`, skills},
		{"settings of 20,000 keys", "home/config/config.json", keys(20_000), "config.json:1:", skills},
		{"settings of a gigabyte", "home/config/config.json", "", "home/config/config.json: the file of the program's settings is too large: more than 256 KiB", skills},
	} {
		t.Run(b.name, func(t *testing.T) {
			u := newUser(t)
			u.writes("plan.json", plan)
			path := filepath.Join(u.dir, b.file)
			must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			save(t, path, b.text)
			if b.text == "" {
				save(t, path, "{")
				must(t, os.Truncate(path, 1<<30))
			}
			s := u.spend(b.args...)
			t.Logf("exit %d after %v with %d MB", s.code, s.time.Round(time.Millisecond), s.resident>>20)
			if s.time > bombTime || s.resident > bombMemory {
				t.Errorf("%v of the processor, %d MB", s.time, s.resident>>20)
			}
			if !strings.Contains(s.said, b.said) || b.said == "" && s.code != exitOK {
				t.Errorf("exit %d, not said: %q: %.600s", s.code, b.said, s.said)
			}
		})
	}
}

// A spending is what a run cost and said.
type spending struct {
	time     time.Duration // of the processor
	resident int
	code     int
	said     string
}

// spends has the program run, and holds it to what a bomb may cost. Beside other work the
// same takes longer, so that it is the best of three that counts, each of a user for whom
// nothing is indexed yet.
func spends(t *testing.T, least time.Duration, memory, code int, args ...string) spending {
	t.Helper()
	s := newUser(t).spend(args...)
	for range 2 {
		if s.time <= least+bombTime {
			break
		}
		if again := newUser(t).spend(args...); again.time < s.time {
			s = again
		}
	}
	if code >= 0 && s.code != code {
		t.Errorf("%s: exit %d: %.1000s", args[0], s.code, s.said)
	}
	if s.time > least+bombTime {
		t.Errorf("%s takes %v of the processor", args[0], s.time)
	}
	if s.resident > memory {
		t.Errorf("%s has %d MB resident", args[0], s.resident>>20)
	}
	return s
}

// oversee runs a program and says on descriptor 3 what it spent: its exit code, seconds of
// processors, and kilobytes that were resident.
const oversee = `
import os, resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
spent = resource.getrusage(resource.RUSAGE_CHILDREN)
os.write(3, b"%d %f %d" % (code, spent.ru_utime + spent.ru_stime, spent.ru_maxrss))
`

// spend runs the program. A child counts the memory of whoever started it too, until it is a
// program of its own, so that it is started by a small one: a test under the race detector
// has 200 MB.
func (u *user) spend(args ...string) (s spending) {
	u.t.Helper()
	read, write, err := os.Pipe()
	must(u.t, err)
	defer read.Close()
	cmd := exec.Command(soak.Need(u.t, "python3"), append([]string{"-c", oversee, u.program}, args...)...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = &said, &said, []*os.File{write}
	ran := u.as(cmd).Run()
	must(u.t, write.Close())
	must(u.t, ran)
	var seconds float64
	if _, err = fmt.Fscan(read, &s.code, &seconds, &s.resident); err != nil {
		u.t.Fatalf("%v: %s", err, said.String())
	}
	s.time, s.resident, s.said = time.Duration(seconds*float64(time.Second)), s.resident<<10, said.String()
	return s
}
