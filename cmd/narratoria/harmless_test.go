package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

// acts are texts that would do something on a terminal.
const acts = "a\x1b[31mb\u202ec\u009b31md\x7f\x1b]0;title\x07"

// What the program says goes to the terminal without anything in it that acts there, and
// without quoting a whole file.
func TestWhatIsSaidDoesNotActOnATerminal(t *testing.T) {
	for _, args := range [][]string{
		{"play", "--" + acts}, {acts}, {"play", acts}, {"saves", "delete", acts}, {"story", "log", acts},
		{"skills", "enable", acts}, {"campaign", "validate", acts}, {"plan", "run", acts}, {"play", "--save", acts},
		{"play", "--auto", acts}, {"skills", acts}, {"log", "--" + acts}, {"play", "--skills", acts, "--auto", "1"},
	} {
		ownDirectories(t)
		code, out, errs := command(args...)
		if code == exitOK || out+errs == "" {
			t.Errorf("%q: exit %d: %q %q", args, code, out, errs)
		}
		if found := acting(out + errs); found != "" {
			t.Errorf("%q: %s in %q", args, found, errs)
		}
	}
	_, _, errs := command("play", strings.Repeat("x", 1<<20))
	if len(errs) > 2*longestLine {
		t.Errorf("a megabyte of a name becomes %d bytes", len(errs))
	}
}

// acting is the first rune of a text that acts on a terminal, "" for none.
func acting(text string) string {
	for _, r := range text {
		if r != '\n' && !unicode.IsPrint(r) {
			return string(rune(r))
		}
	}
	return ""
}

// A skill's events are printed as the same JSON, and act on nothing.
func TestEventsOfASkillDoNotActOnATerminal(t *testing.T) {
	ownDirectories(t)
	recording := t.TempDir() + "/events.ndjson"
	text, err := json.Marshal(acts)
	must(t, err)
	save(t, recording, `{"version":"0","type":"log","level":"info","message":`+string(text)+`}`+"\n"+
		"{\"version\":\"0\",\"type\":\"done\",\"ok\":true,\"output\":{\"raw\u009b\":\"x\u202ey\U000e0041\"}}\n")
	code, out, errs := command("skills", "run", "--replay", recording)
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if found := acting(out + errs); found != "" {
		t.Errorf("%q in %q", found, out)
	}
	decoder, messages := json.NewDecoder(bytes.NewReader([]byte(out))), []map[string]any{}
	for decoder.More() {
		var message map[string]any
		must(t, decoder.Decode(&message))
		messages = append(messages, message)
	}
	if len(messages) != 2 || messages[0]["message"] != acts || messages[1]["output"].(map[string]any)["raw\u009b"] != "x\u202ey\U000e0041" {
		t.Errorf("it is other JSON: %q", out)
	}
}
