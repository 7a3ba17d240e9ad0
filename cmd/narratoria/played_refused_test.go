package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
)

// saves gives the bytes of all that lies among a user's saves, their beginning
// alone of those that are huge.
func (u *user) saves() map[string]string {
	u.t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(filepath.Join(u.dir, "home", "data", "saves"))
	must(u.t, err)
	for _, entry := range entries {
		file, err := os.Open(filepath.Join(u.dir, "home", "data", "saves", entry.Name()))
		must(u.t, err)
		data, _ := io.ReadAll(io.LimitReader(file, 1<<20)) // nothing of a directory
		must(u.t, file.Close())
		all[entry.Name()] = string(data)
	}
	return all
}

// untouched holds saves to what they were.
func (u *user) untouched(before map[string]string, why string) {
	u.t.Helper()
	after := u.saves()
	for name, data := range before {
		if after[name] != data && !strings.HasSuffix(name, ".lock") {
			u.t.Errorf("%s: %s has changed", why, name)
		}
	}
	for name := range after {
		if _, was := before[name]; !was && !strings.HasSuffix(name, ".lock") {
			u.t.Errorf("%s: %s was left behind", why, name)
		}
	}
}

// Saves that cannot be played on are refused with one line and exit 1, wherever
// they come from, and stay as they are.
func TestPlayedSavesRefused(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	u.plays("--auto", "2", "--seed", "1", "--save", "good", "grey-harbour")
	path := func(name string) string { return filepath.Join("home", "data", "saves", name+".sqlite") }
	good := u.saves()["good.sqlite"]
	u.writes(path("empty"), "")
	u.writes(path("text"), strings.Repeat("It was a dark night. ", 1000))
	u.writes(path("half"), good[:len(good)/2])
	u.writes(path("newer"), good[:60]+"\x00\x00\x03\xe7"+good[64:])
	u.writes(path("database"), good[:68]+"\x00\x00\x00\x00"+good[72:]) // of another program
	must(t, os.Truncate(filepath.Join(u.dir, path("text")), 8<<30))    // huge, of holes
	must(t, os.Mkdir(filepath.Join(u.dir, path("directory")), 0o700))
	before := u.saves()
	for name, want := range map[string]string{
		"empty":     `the save "empty" is damaged, and was left as it is: it is too short for a save`,
		"text":      `the save "text" is damaged, and was left as it is: it is not a save of Narratoria`,
		"half":      `the save "half" is damaged, and was left as it is: `,
		"newer":     `the save "newer" was written by a newer version of Narratoria, and was left as it is; update the program to play it`,
		"database":  `the save "database" is damaged, and was left as it is: it is not a save of Narratoria`,
		"directory": `the save "directory" is damaged, and was left as it is: it is not a plain file`,
		"god":       `there is no save "god"; did you mean "good"?`,
	} {
		for _, args := range [][]string{{"play", "--continue", "--auto", "1", "--json", "--save", name}, {"play", "--continue", "--save", name}, {"story", "log", name}} {
			if said := u.refused(exitFailed, args...); !strings.HasPrefix(said, "narratoria: "+want) {
				t.Errorf("%v: %s", args, said)
			}
			u.untouched(before, name)
		}
	}
	for want, args := range map[string][]string{
		`the save is of the campaign "grey-harbour", not of "minimal"`:                    {"play", "minimal", "--continue", "--save", "good", "--auto", "1"},
		`the story was begun with the seed "1"; continue it with that one or without any`: {"play", "--continue", "--save", "good", "--seed", "2", "--auto", "1"},
		`the save "good" exists already; add --continue to go on with it`:                 {"play", "grey-harbour", "--save", "good", "--auto", "1"},
		`who you are in the save "good" was decided when it began; leave out --answer`:    {"play", "--continue", "--save", "good", "--answer", "name=Jo", "--auto", "1"},
	} {
		if said := u.refused(exitFailed, args...); !strings.HasPrefix(said, "narratoria: "+want) {
			t.Errorf("%v: %s", args, said)
		}
		u.untouched(before, want)
	}
	if turns := u.plays("--continue", "--save", "good", "--auto", "1"); len(turns) != 2 || !turns[0].Resumed {
		t.Errorf("after all that the good one goes on with %d records", len(turns))
	}
	must(t, os.Symlink("nowhere.sqlite", filepath.Join(u.dir, path("link"))))
	want := "narratoria: the save \"link\" cannot be played: its file is a link to what is not there\n"
	if said := u.refused(exitFailed, "play", "--continue", "--save", "link", "--auto", "1"); said != want {
		t.Errorf("it says %s", said)
	}
}

// A save in which no story was begun, because the program was ended before, is no
// other story's: it is asked which it is to be.
func TestPlayedUnbegunSave(t *testing.T) {
	store, _ := userStore(t)
	makeSave(t, store, "monday")
	args := []string{"play", "--continue", "--save", "monday", "--auto", "1", "--json"}
	want := "narratoria: no story was begun in the save \"monday\"; say which it is to be: narratoria play CAMPAIGN --continue --save monday\n"
	if code, out, errs := command(args...); code != exitFailed || out != "" || errs != want {
		t.Errorf("exit %d: %q %q", code, out, errs)
	}
	if code, out, errs := command(append(args, "minimal")...); code != exitOK || strings.Count(out, "\n") != 1 {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// Two who play one save: the second is told who the first is, whoever looks at it sees what was
// told so far, and the first notices nothing.
func TestPlayedByTwo(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	first := u.begins("--seed", "1", "--save", "shared", "--input", "-", proving(t))
	first.next()
	said := u.refused(exitFailed, "play", proving(t), "--continue", "--save", "shared", "--auto", "1", "--json")
	if want := `narratoria: the save "shared" is being played elsewhere, by the process `; !strings.HasPrefix(said, want) {
		t.Errorf("the second player is told: %s", said)
	}
	if _, open, _ := readSessions(u.log("shared"), 1); !open {
		t.Error("beside it the log is read, and no session is open in it")
	}
	u.does("story", "verify", "shared")
	if r := first.choose("start/light"); r.Turn != 2 {
		t.Errorf("the first goes on with turn %d", r.Turn)
	}
	if wrong, _, _ := readSessions(u.log("shared"), 2); wrong != nil {
		t.Errorf("beside it the log says: %q", wrong)
	}
	first.leave()
	if turns := u.plays(proving(t), "--continue", "--save", "shared", "--auto", "1"); turns[0].Turn != 2 || len(turns) != 2 {
		t.Errorf("afterwards the story goes on from turn %d with %d records", turns[0].Turn, len(turns))
	}
}

// An input that is no choice ends the play there: what was told is told and kept,
// one line says what could have been chosen.
func TestPlayedInputRefused(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for i, input := range []string{
		"start/light\nnonsense\n", "start/light\n0\n", "start/light\n-1\n", "start/light\n99999999999999999999\n",
		"start/light\n\x00\xff\xfe\n", "start/light\n" + strings.Repeat("x", 200_000), "1\nstart/lihgt\n", "\ufeff1\nstart/light", "start/light; rm -rf /\n",
	} {
		name := "input-" + string(rune('a'+i))
		u.writes(name, input)
		code, out, errs := u.run("play", "--json", "--seed", "1", "--save", name, "--input", name, proving(t))
		if code != exitFailed || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "narratoria: "+name+":") || !strings.Contains(errs, "is no choice") || len(errs) > 400 {
			t.Errorf("%.20q: exit %d: %.500q", input, code, errs)
		}
		shown := recordsOf(t, out)
		if rest := u.plays("--continue", "--save", name, "--auto", "1", proving(t)); rest[0].Turn != shown[len(shown)-1].Turn {
			t.Errorf("%.20q: turn %d was shown, and turn %d is kept", input, shown[len(shown)-1].Turn, rest[0].Turn)
		}
	}
	if said := u.refused(exitFailed, "play", "--json", "--input", "nowhere", proving(t)); said != "narratoria: the file \"nowhere\" is not there\n" {
		t.Errorf("%s", said)
	}
	if said := u.refused(exitFailed, "play", "--json", "--input", ".", proving(t)); said != "narratoria: the file \".\" is not a plain file\n" {
		t.Errorf("%s", said)
	}
}

// onTerminals is what acts on a terminal, or hides what is there.
const onTerminals = "\x1b\x07\u009b\u202e\u200b\U000e0041"

// hostileCampaign is one whose author means harm: what it names is outside, endless
// or broken, and what it says is for the terminal.
func (u *user) hostileCampaign() string {
	u.t.Helper()
	evil := "\x1b[2J\x1b]52;c;AAAA\x07\u202e\u200b\U000e0041 $(touch EVIL) %s {{.}} "
	write := func(name string, v any) {
		text, err := json.Marshal(v)
		must(u.t, err)
		u.writes(filepath.Join("hostile", name), string(text))
	}
	type o = map[string]any
	write("manifest.json", o{"title": "T" + evil, "version": "1.0.0", "opening": o{"beat": "start", "place": "quay"}})
	u.writes("hostile/world/setting.md", evil+strings.Repeat("x", 200_000))
	write("world/places.json", o{"places": []any{
		o{"id": "quay", "name": "Quay" + evil, "description": strings.Repeat("wide ", 20_000), "exits": []any{"loft", "../../etc"}, "senses": []any{evil, "{name} %n"}},
		o{"id": "loft", "name": "Quay" + evil, "exits": []any{"quay"}, "travel_minutes": 99_999_999},
	}})
	write("characters/npcs/ines/profile.json", o{
		"name": "Ines" + evil, "role": evil, "personality": o{}, "place": "quay", "portrait": "../../../../../../../../etc/passwd",
		"mannerisms": []any{strings.Repeat("{name}", 2000)}, "lines": o{"neutral": []any{evil}},
	})
	loop := func(id string, extra o) o {
		choice := o{"id": id, "text": "Choose " + id + "\r\n" + evil, "stays": true, "leads_to": "start", "prose": []any{evil + "and so on, word by word, for as long as it takes"}}
		for k, v := range extra {
			choice[k] = v
		}
		return choice
	}
	beats := []any{
		o{"id": "start", "title": evil, "once": false, "prose": []any{evil}, "choices": []any{
			loop("add", o{"effects": []any{o{"add": o{"coins": 1_000_000_000}}, o{"set": o{"deep.er.and.deep.er": strings.Repeat("y", 50_000)}}, o{"learn": evil}, o{"remember": o{"text": evil + strings.Repeat("z", 20_000)}}}}),
			loop("throw", o{"check": o{"stat": "nobody", "dice": "99d100", "success": o{"leads_to": "start"}, "failure": o{"leads_to": "start"}}}),
			loop("away", o{"effects": []any{o{"move": "nowhere"}, o{"gain": "/etc"}, o{"reveal": "ines/x"}, o{"world": o{"weather": evil}}, o{"npc": o{"ines.place": "../.."}}}, "minutes": 500_000}),
		}},
		o{"id": "broken", "title": "B", "choices": []any{o{"id": "x", "text": "x", "minutes": -5}}, "conditions": o{"custom": `len("x" * 99999999) > 0`}},
		o{"id": "divides", "title": "D", "conditions": o{"custom": "1/0 > 2"}},
	}
	for i := range 500 {
		beats = append(beats, o{"id": "chain-" + string(rune('a'+i%26)) + strings.Repeat("x", i/26), "title": "C", "conditions": o{"requires_beat": "chain-nobody"}})
	}
	write("plot/beats.json", o{"beats": beats})
	u.writes("hostile/plot/premise.md", "P")
	u.writes("hostile/plot/endings/e.md", "---\nconditions:\n  custom: scene_count > 10 and coins / 0 < 0\n---\n"+evil)
	u.writes("hostile/lore/big.md", strings.Repeat("word ", 100_000))
	u.writes("hostile/skills/evil/skill.json", `{"name": "evil", "version": "1.0.0", "description": "d", "scripts": [{"name": "go", "path": "go.sh", "triggers": ["choose"]}]}`)
	u.writes("hostile/skills/evil/scripts/go.sh", "#!/bin/sh\ntouch '"+filepath.Join(u.dir, "EVIL")+"'\n")
	must(u.t, os.Chmod(filepath.Join(u.dir, "hostile/skills/evil/scripts/go.sh"), 0o755))
	must(u.t, os.Symlink("/etc", filepath.Join(u.dir, "hostile/lore/etc")))
	must(u.t, os.Symlink(".", filepath.Join(u.dir, "hostile/loop")))
	return "hostile"
}

// A campaign that means harm is played with what is left of it: nothing of it acts
// on the terminal or starts, and it is said what was left out.
func TestPlayedHostileCampaign(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	dir := u.hostileCampaign()
	for seed := range soak.Count(20) {
		seed := string(rune('a' + seed))
		for _, how := range [][]string{{"--json"}, nil} {
			code, out, errs := u.run(append([]string{"play", dir, "--auto", "15", "--seed", seed}, how...)...)
			if code != exitOK || !strings.Contains(errs, "it plays without what is wrong") || strings.Contains(errs, "goroutine ") {
				t.Errorf("seed %s: exit %d: %.2000s", seed, code, errs)
			}
			if at := strings.IndexAny(out+errs, onTerminals); at >= 0 {
				t.Errorf("seed %s: what acts on a terminal gets there: %.80q", seed, (out + errs)[max(0, at-40):])
			}
			if how == nil {
				continue
			}
			turns := recordsOf(t, out)
			if len(turns) != 15 {
				t.Errorf("seed %s: %d turns", seed, len(turns))
			}
			for _, r := range turns {
				if wrong := wrongOffer(&r); wrong != "" || strings.TrimSpace(r.Prose) == "" || r.Fallback {
					t.Errorf("seed %s, turn %d: %s, fallback %v, prose %.80q", seed, r.Turn, wrong, r.Fallback, r.Prose)
				}
			}
		}
	}
	if _, err := os.Stat(filepath.Join(u.dir, "EVIL")); err == nil {
		t.Error("something of the campaign was started")
	}
}

// Campaigns without a usable manifest are refused in one line that names the file.
func TestPlayedCampaignsRefused(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for name, text := range map[string]string{
		"empty": "", "list": "[]", "half": `{"title": "T", `, "untitled": `{"version": "1.0.0"}`, "deep": `{"title":"T","version":"1.0.0","x-a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}",
		"huge": `{"title": "` + strings.Repeat("t", 8<<20) + `"}`, "bytes": "\xff\xfe\x00\x80", "twice": `{"title": "T", "title": "U", "version": "1.0.0"}`,
	} {
		u.writes(filepath.Join("campaigns", name, "manifest.json"), text)
		said := u.refused(exitFailed, "play", "--json", "--auto", "1", "--save", "never", filepath.Join("campaigns", name))
		if !strings.HasPrefix(said, "narratoria: "+filepath.Join("campaigns", name, "manifest.json")) || len(said) > 600 {
			t.Errorf("%s: %.700s", name, said)
		}
	}
	if out := u.does("saves"); !strings.HasPrefix(out, "No story was begun yet") {
		t.Errorf("a story was begun: %s", out)
	}
}
