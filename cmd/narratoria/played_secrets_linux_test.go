package main

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// canaries are the secrets that a skill is given: half of them by the user, half out of
// variables.
func canaries() (all []string) {
	for i := range 50 {
		all = append(all, fmt.Sprintf("canary-%02d-\"%c\\é/&x%d", i, 'a'+i%26, i*7919))
	}
	return all
}

// needles are what a search for a secret looks for: its bytes, also escaped for JSON and
// for a URL, and what base64 makes of it at each offset, but for the ends.
func needles(secret string) []string {
	quoted, _ := json.Marshal(secret)
	plain := strictjson.Append(nil, secret)
	all := []string{secret, string(quoted[1 : len(quoted)-1]), string(plain[1 : len(plain)-1]), url.QueryEscape(secret), url.PathEscape(secret)}
	for offset := range 3 {
		coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("-", offset) + secret + "--"))
		all = append(all, coded[4:len(coded)-4])
	}
	return all
}

// leaks is all that the skill says: every secret in every place that it can write to, in
// forms that take turns.
func leaks(secrets []string) (stdout, stderr string) {
	var out, errs bytes.Buffer
	say := func(kind string, fields map[string]any) {
		fields["version"], fields["type"] = "0", kind
		line, _ := json.Marshal(fields)
		out.Write(append(line, '\n'))
	}
	for i, secret := range secrets {
		coded := base64.StdEncoding.EncodeToString([]byte("user:" + secret))
		text := []string{
			"The keeper says " + secret + " to nobody.",
			"Authorization: Bearer " + secret,
			"See https://lamps.example/?key=" + url.QueryEscape(secret) + " today.",
			"It reads " + coded + " on the wall.",
			"It is " + secret[:9] + "\n" + secret[9:] + " in two lines.",
		}[i%5]
		fmt.Fprintln(&errs, text)
		fmt.Fprintln(&errs, secret)
		say("log", map[string]any{"level": "error", "message": text, "fields": map[string]any{text: secret}})
		say("ui_event", map[string]any{"event": "narration", "payload": map[string]any{"text": text, "speaker": secret}})
		say("state_patch", map[string]any{"patch": map[string]any{"lamps": map[string]any{fmt.Sprint("k", i): []any{text, secret, coded}, secret: true}}})
		say("call", map[string]any{"id": fmt.Sprint(i), "method": "data.set", "params": map[string]any{"key": fmt.Sprint("k", i), "value": map[string]any{"of": text, "is": secret}}})
		say("asset", map[string]any{"assetId": secret, "kind": "image", "mediaType": "image/png", "path": "p.png", "metadata": map[string]any{"caption": text}})
		say("error", map[string]any{"errorCode": "unavailable", "errorMessage": text, "details": map[string]any{"key": secret}})
	}
	say("done", map[string]any{"ok": true, "summary": strings.Join(secrets, " "), "output": map[string]any{"keys": secrets}})
	return out.String(), errs.String()
}

// leakySkill tells what it was given. how is what its script does; where its fields are no
// secrets, they are settings as any other.
func (u *user) leakySkill(how string, secrets []string, secret bool) {
	u.t.Helper()
	properties, own, plain := map[string]any{}, map[string]any{}, map[string]any{}
	for i, value := range secrets {
		name, schema := fmt.Sprintf("key%02d", i), map[string]any{"type": "string"}
		switch variable := fmt.Sprintf("NARRATORIA_CANARY_%02d", i); {
		case !secret:
			plain[name] = value
		case i%2 == 0:
			schema["x-sensitive"], own[name] = true, value
		default:
			schema["x-env-var"], plain[name] = variable, "${"+variable+"}"
			u.t.Setenv(variable, value)
		}
		properties[name] = schema
	}
	written := func(v any) string {
		data, err := json.Marshal(v)
		must(u.t, err)
		return string(data)
	}
	stdout, stderr := leaks(secrets)
	u.dropIn(map[string]string{
		"skill.json": `{"name": "leaky", "version": "1.0.0", "description": "Tells what it was given.",
 "scripts": [{"name": "tell", "path": "tell.sh", "interpreter": "sh", "description": "Tells.", "timeout": 20000, "permissions": ["data"], "triggers": ["lamp", "lantern"]}]}`,
		"config-schema.json": written(map[string]any{"type": "object", "properties": properties, "additionalProperties": false}),
		"scripts/tell.sh":    "here=$(dirname \"$0\")\nread -r request\necho \"$request\" >&2\n" + how,
		"scripts/out.ndjson": stdout, "scripts/err.txt": stderr,
	}, "leaky")
	u.writes("home/config/skills/leaky.json", written(plain))
	u.writes("home/config/secrets/leaky.json", written(own))
	must(u.t, os.Chmod(filepath.Join(u.dir, "home/config/secrets/leaky.json"), 0o600))
	u.does("skills", "enable", "leaky", "--yes")
}

// What the scripts do: tell everything and go on well; say it in a line that is no event;
// end in the midst of it.
const (
	tellsAll  = "cat \"$here/err.txt\" >&2\nprintf 'no picture' > \"$NARRATORIA_OUTPUT_DIR/p.png\"\nwhile IFS= read -r line; do printf '%s\\n' \"$line\"; case $line in *'\"type\":\"call\"'*) read -r reply;; esac; done < \"$here/out.ndjson\"\n"
	saysRaw   = "cat \"$here/err.txt\"\n"
	endsEarly = "cat \"$here/err.txt\" >&2\nhead -3 \"$here/out.ndjson\"\nexit 3\n"
	hangs     = "echo > \"$NARRATORIA_DATA_DIR/started\"\nsleep 20\n"
)

// found are the secrets that stand in a text, or in what the user keeps; the skill itself
// and the user's own configuration hold them by right.
func (u *user) found(secrets []string, shown string) (found map[string]bool) {
	u.t.Helper()
	texts := map[string]string{"what was shown": shown}
	must(u.t, filepath.WalkDir(u.dir, func(path string, entry fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(u.dir, path)
		switch {
		case err != nil || rel == "home/config" || rel == "home/data/skills":
			return fs.SkipDir
		case entry.Type().IsRegular():
			data, err := os.ReadFile(path)
			must(u.t, err)
			texts[rel] = string(data)
		}
		return nil
	}))
	found = map[string]bool{}
	for where, text := range texts {
		maps.Copy(found, u.foundIn(where, text, secrets))
	}
	return found
}

// foundIn are the secrets that stand in one text.
func (u *user) foundIn(where, text string, secrets []string) map[string]bool {
	found := map[string]bool{}
	for _, secret := range secrets {
		for _, needle := range needles(secret) {
			if strings.Contains(text, needle) {
				found[where+": "+secret] = true
			}
		}
	}
	return found
}

// A skill that tells all it knows tells no secret that it was given: not in prose, state,
// choices, data, captions, errors, logs or traces, and so in no save and on no terminal.
// The same search finds every one where they are settings as any other.
func TestPlayedSecretsStayOut(t *testing.T) {
	for _, test := range []struct {
		name, how string
		secret    bool
	}{{"told", tellsAll, true}, {"as a line", saysRaw, true}, {"in the midst", endsEarly, true}, {"no secrets", tellsAll, false}} {
		t.Run(test.name, func(t *testing.T) {
			u, secrets := newUser(t), canaries()
			u.leakySkill(test.how, secrets, test.secret)
			l := u.begins("--seed", "1", "--save", "lamps", "--input", "-", proving(t))
			l.next()
			r := l.choose("start/light")
			must(t, l.in.Close())
			_ = l.cmd.Wait()
			shown := fmt.Sprint(r) + l.err.String()
			for _, args := range [][]string{
				{"story", "state", "lamps", "--all"}, {"story", "log", "lamps"}, {"log"}, {"skills", "list"}, {"skills", "run", "leaky/tell"},
				{"play", "--continue", "--save", "lamps", "--input", "/dev/null"},
			} {
				_, out, errs := u.run(args...)
				shown += out + errs
			}
			for _, form := range []string{"markdown", "jsonl", "html"} {
				u.does("story", "export", "lamps", "--out", filepath.Join(u.dir, "lamps."+form), "--format", form)
			}
			whole := filepath.Join(t.TempDir(), "lamps.zip")
			u.does("story", "export", "lamps", "--out", whole)
			_, kept, errs := u.run("story", "log", "lamps", "--documents", "--json") // what stands in the save, unpacked
			found := u.found(secrets, shown+errs)
			for what := range u.foundIn("exported", unzipped(t, whole), secrets) {
				found[what] = true
			}
			for what := range u.foundIn("unpacked", kept, secrets) {
				found[what] = true
			}
			if test.secret {
				for what := range found {
					t.Errorf("%.200s", what)
				}
				if !strings.Contains(shown, "***") {
					t.Errorf("it was not told: %.3000s", shown)
				}
				return
			}
			for _, where := range []string{"what was shown", "unpacked", "exported"} {
				n := 0
				for what := range found {
					if strings.HasPrefix(what, where) {
						n++
					}
				}
				if n < len(secrets) {
					t.Errorf("%s: the search finds %d of %d", where, n, len(secrets))
				}
			}
		})
	}
}

// unzipped is all that stands in an archive.
func unzipped(t *testing.T, path string) string {
	t.Helper()
	archive, err := zip.OpenReader(path)
	must(t, err)
	defer archive.Close()
	var all strings.Builder
	for _, file := range archive.File {
		r, err := file.Open()
		must(t, err)
		_, err = io.Copy(&all, r)
		must(t, errors.Join(err, r.Close()))
	}
	return all.String()
}

// The trace of a program that is made to crash while a skill has secrets shows none.
func TestPlayedCrashShowsNoSecrets(t *testing.T) {
	u, secrets := newUser(t), canaries()
	u.leakySkill(hangs, secrets, true)
	l := u.begins("--seed", "1", "--save", "lamps", "--input", "-", proving(t))
	l.next()
	_, err := fmt.Fprintln(l.in, "start/light")
	must(t, err)
	started := filepath.Join(u.dir, "home/data/skill-data/play/lamps/leaky/started")
	for limit := time.After(20 * time.Second); ; {
		if _, err := os.Stat(started); err == nil {
			break
		}
		select {
		case <-limit:
			t.Fatal("the skill is not called for")
		case <-time.After(5 * time.Millisecond):
		}
	}
	must(t, l.cmd.Process.Signal(syscall.SIGQUIT))
	_ = l.cmd.Wait()
	if !strings.Contains(l.err.String(), "goroutine ") {
		t.Errorf("it left no trace: %s", l.err.String())
	}
	for what := range u.found(secrets, l.err.String()) {
		t.Errorf("%.200s", what)
	}
}
