package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/llama/pins"
)

// examined is what doctor says, a line a part, and whether it says that all is well.
func examined(t *testing.T) (lines map[string]string, well bool) {
	t.Helper()
	code, out, errs := command("doctor")
	if errs != "" || code != exitOK && code != exitFailed {
		t.Errorf("exit %d: %s", code, errs)
	}
	lines = map[string]string{}
	for line := range strings.Lines(out) {
		part, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		lines[part] = text
	}
	return lines, code == exitOK
}

// On a bare machine nothing is wrong, and each part that is missing has its command.
func TestDoctorOnABareMachine(t *testing.T) {
	ownDirectories(t)
	t.Setenv("NARRATORIA_LLAMA", "")
	t.Setenv("NARRATORIA_OBJECTBOX", "")
	lines, well := examined(t)
	if !well {
		t.Error("what is missing is taken for wrong")
	}
	for part, want := range map[string]string{
		"llama.cpp":              "so no model runs on this device; to fetch it: narratoria setup llama",
		"narratoria-llama":       "is not beside this one",
		"ObjectBox":              "and only a store objectbox:DIRECTORY needs it; to fetch it: narratoria setup objectbox",
		"model phi-3.5-mini":     "not here, 2394 MB for text; to fetch it: narratoria setup models phi-3.5-mini",
		"model all-minilm-l6-v2": "not here, 92 MB for meaning; to fetch it: narratoria setup models all-minilm-l6-v2",
	} {
		if !strings.Contains(lines[part], want) {
			t.Errorf("%s: %q", part, lines[part])
		}
	}
	code, out, _ := command("doctor", "--json")
	if code != exitOK || !strings.Contains(out, `{"mend":"narratoria setup llama","message":`) || strings.Count(out, "\n") != len(lines) {
		t.Errorf("as JSON: exit %d, %s", code, out)
	}
}

// A library that is not the one that is wanted is wrong, wherever it lies.
func TestDoctorWithAWrongLibrary(t *testing.T) {
	ownDirectories(t)
	t.Setenv("NARRATORIA_LLAMA", "")
	t.Setenv("NARRATORIA_OBJECTBOX", "")
	place := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "libraries")
	if err := os.MkdirAll(filepath.Join(place, "llama"), 0o700); err != nil {
		t.Fatal(err)
	}
	expect := func(part, want string) {
		t.Helper()
		if lines, well := examined(t); well || !strings.Contains(lines[part], want) {
			t.Errorf("well %t: %s: %q", well, part, lines[part])
		}
	}
	expect("llama.cpp", "libggml-base.so is missing; to mend it: narratoria setup llama")
	for name := range pins.Files {
		save(t, filepath.Join(place, "llama", name), "of another release")
	}
	expect("llama.cpp", "is llama.cpp of a release that it does not name, and this program needs b10361; to mend it: narratoria setup llama")
	elsewhere := t.TempDir()
	t.Setenv("NARRATORIA_LLAMA", elsewhere)
	expect("llama.cpp", "; NARRATORIA_LLAMA names that directory; to mend it: unset NARRATORIA_LLAMA && narratoria setup llama")
	t.Setenv("NARRATORIA_LLAMA", filepath.Join(elsewhere, "gone")) // where setup would bring nothing
	expect("llama.cpp", "; NARRATORIA_LLAMA names that directory; to mend it: unset NARRATORIA_LLAMA && narratoria setup llama")
	t.Setenv("NARRATORIA_LLAMA", "")
	must(t, os.RemoveAll(filepath.Join(place, "llama")))
	if _, well := examined(t); !well {
		t.Error("when it is gone, something is wrong still")
	}
	if err := os.MkdirAll(filepath.Join(place, "objectbox"), 0o700); err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(place, "objectbox", "libobjectbox.so"), "of another release")
	expect("ObjectBox", "libobjectbox.so in "+place)
}

// A library that the settings name is theirs to leave out, which no command does.
func TestDoctorWithAWrongLibraryOfTheSettings(t *testing.T) {
	settings(t, `{"models": {"library": "`+t.TempDir()+`"}}`)
	if lines, well := examined(t); well || !strings.HasSuffix(lines["llama.cpp"], `; the settings name that directory: take "library" out of their "models", and then: narratoria setup llama`) {
		t.Errorf("well %t: %q", well, lines["llama.cpp"])
	}
}

// What make native installs is whole.
func TestDoctorAfterMakeNative(t *testing.T) {
	dir := soak.NeedEnv(t, "NARRATORIA_LLAMA")
	ownDirectories(t)
	if lines, well := examined(t); !well || lines["llama.cpp"] != "b10361, whole, in "+dir {
		t.Errorf("well %t: %q", well, lines["llama.cpp"])
	}
	t.Setenv("NARRATORIA_LLAMA", "")
	if code, out, errs := command("setup", "llama", dir); code != exitOK || !strings.HasPrefix(out, "llama.cpp b10361 is in ") {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	if lines, well := examined(t); !well || !strings.Contains(lines["llama.cpp"], "b10361, whole, in "+os.Getenv("NARRATORIA_DATA_DIR")) {
		t.Errorf("well %t: %q", well, lines["llama.cpp"])
	}
	if code, out, _ := command("setup", "llama"); code != exitOK || !strings.Contains(out, "and whole") {
		t.Errorf("again: exit %d: %s", code, out)
	}
	// With another directory in the variable its command mends it alone.
	t.Setenv("NARRATORIA_LLAMA", t.TempDir())
	if lines, well := examined(t); well || !strings.HasSuffix(lines["llama.cpp"], "; to mend it: unset NARRATORIA_LLAMA") {
		t.Errorf("well %t: %q", well, lines["llama.cpp"])
	}
	must(t, os.Unsetenv("NARRATORIA_LLAMA"))
	if lines, well := examined(t); !well {
		t.Errorf("mended, it says %q", lines["llama.cpp"])
	}
}

// MiniLM under another name is what is to be had by its own.
func TestDoctorWithAModelOfAnotherName(t *testing.T) {
	weights := soak.NeedEnv(t, "NARRATORIA_MINILM")
	ownDirectories(t)
	if code, _, errs := command("model", "import", weights, "--name", "mine"); code != exitOK {
		t.Fatal(errs)
	}
	if lines, well := examined(t); !well || !strings.HasSuffix(lines["model mine"], ", which is all-minilm-l6-v2") || lines["model all-minilm-l6-v2"] != "" {
		t.Errorf("well %t: %q, %q", well, lines["model mine"], lines["model all-minilm-l6-v2"])
	}
	if _, out, _ := command("model", "list"); strings.Contains(out, "model pull all-minilm-l6-v2") {
		t.Errorf("it is offered: %s", out)
	}
	if code, out, errs := command("setup", "models", "all-minilm-l6-v2"); code != exitOK || !strings.Contains(out, `The model "mine" is whole`) {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}

// Of a model whose file is shorter than it was, or another, or whose manifest is none, it says that, and the command.
func TestDoctorWithADamagedModel(t *testing.T) {
	ownDirectories(t)
	t.Setenv("NARRATORIA_LLAMA", "")
	file := tinyModel(t)
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	save(t, path, string(file))
	models := filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "models")
	for _, name := range []string{"tiny", inventory.Narrator.Name} {
		if code, _, errs := command("model", "import", path, "--name", name); code != exitOK {
			t.Fatal(errs)
		}
		mend := "; to mend it: narratoria model remove tiny"
		if name != "tiny" {
			mend = "; to mend it: narratoria setup models phi-3.5-mini"
		}
		part, kept := "model "+name, filepath.Join(models, name, "model.gguf")
		if lines, well := examined(t); name == "tiny" && (!well || lines[part] != "whole, text, 1 MB") {
			t.Errorf("well %t: %s: %q", well, part, lines[part])
		}
		for want, damaged := range map[string][]byte{
			"bytes, not the": file[:len(file)-1],
			"and had " + sumOf(file) + " when it came": append(bytes.Clone(file[:len(file)-1]), 'x'),
		} {
			save(t, kept, string(damaged))
			if lines, well := examined(t); well || !strings.Contains(lines[part], want) || !strings.HasSuffix(lines[part], mend) {
				t.Errorf("well %t: %s: %q, not %q", well, part, lines[part], want)
			}
		}
		save(t, filepath.Join(models, name, "model.json"), "{}")
		if lines, well := examined(t); well || !strings.Contains(lines[part], "its manifest: ") || !strings.HasSuffix(lines[part], mend) {
			t.Errorf("well %t: %s: %q", well, part, lines[part])
		}
		must(t, os.RemoveAll(filepath.Join(models, name)))
	}
}

// Another model that was given a known name is not taken for the one that is known by it, and nothing is fetched over it.
func TestAnotherModelOfAKnownName(t *testing.T) {
	ownDirectories(t)
	path := filepath.Join(t.TempDir(), "tiny.gguf")
	save(t, path, string(tinyModel(t)))
	for _, known := range inventory.Known() {
		if code, _, errs := command("model", "import", path, "--name", known.Name); code != exitOK {
			t.Fatal(errs)
		}
		mend := "narratoria model remove " + known.Name + " && narratoria setup models " + known.Name
		if lines, well := examined(t); well || !strings.Contains(lines["model "+known.Name], "another than is published under its name, one of text with the SHA-256 "+sumOf(tinyModel(t))+"; to mend it: "+mend) {
			t.Errorf("well %t: %q", well, lines["model "+known.Name])
		}
		for _, args := range [][]string{{"model", "pull"}, {"setup", "models"}} {
			code, out, errs := command(append(args, known.Name)...)
			if code != exitFailed || !strings.Contains(errs, "published under its name") || !strings.Contains(errs, mend) || strings.Contains(out+errs, "Fetching") {
				t.Errorf("%v: exit %d: %s%s", args, code, out, errs)
			}
		}
	}
	if code, out, errs := command("setup"); code != exitFailed || strings.Contains(out, "all of it is here") || strings.Contains(out, "  all-minilm-l6-v2 ") || !strings.Contains(out, "narratoria model remove phi-3.5-mini && ") {
		t.Errorf("setup: exit %d: %s%s", code, out, errs)
	}
	if code, out, errs := command("setup", "models"); code != exitFailed || strings.Contains(out, "MB") || strings.Count(errs, "published under its name") != 2 {
		t.Errorf("setup models: exit %d: %s%s", code, out, errs)
	}
}

// MiniLM that was cut off is said once, by doctor alone: whoever looks after models is not warned of it beside that.
func TestDoctorWithAModelOfMeaningThatWasCutOff(t *testing.T) {
	weights := soak.NeedEnv(t, "NARRATORIA_MINILM")
	ownDirectories(t)
	name := inventory.Embeddings.Name
	if code, _, errs := command("model", "import", weights, "--name", name); code != exitOK {
		t.Fatal(errs)
	}
	must(t, os.Truncate(filepath.Join(os.Getenv("NARRATORIA_DATA_DIR"), "models", name, "model.gguf"), 100_000))
	lines, well := examined(t) // with nothing on stderr
	if line := lines["model "+name]; well || !strings.Contains(line, "its file has 100000 bytes, not the ") || !strings.HasSuffix(line, "; to mend it: narratoria setup models "+name) {
		t.Errorf("well %t: %q", well, line)
	}
	for _, args := range [][]string{{"model", "list"}, {"setup"}, {"model", "remove", name, "--yes"}} {
		if _, _, errs := command(args...); strings.Contains(errs, "found by meaning") {
			t.Errorf("%v warns: %s", args, errs)
		}
	}
}

// A model by which the settings want to have found is wrong where it is not here.
func TestDoctorOfAModelOfMeaningThatIsNotHere(t *testing.T) {
	settings(t, `{"models": {"embedder": "mine"}}`)
	if lines, well := examined(t); well || !strings.Contains(lines["meaning"], `no such model: "mine"`) || !strings.HasSuffix(lines["meaning"], `; the settings want "mine" as "embedder"`) {
		t.Errorf("well %t: %q", well, lines["meaning"])
	}
}

// It says who is enabled that is elsewhere, what is wrong with one, and that what was agreed to cannot be read.
func TestDoctorOfProviders(t *testing.T) {
	config := settings(t, `{"models": {"providers": {"claude": {"kind": "anthropic", "model": "m"}, "here": {"kind": "llama", "model": "m"}}}}`)
	if lines, well := examined(t); !well || lines["provider claude"] != "" || lines["provider here"] != "" {
		t.Errorf("well %t: %v", well, lines)
	}
	if code, _, errs := command("model", "enable", "claude", "--yes"); code != exitOK {
		t.Fatal(errs)
	}
	if lines, well := examined(t); !well || lines["provider claude"] != `enabled, at api.anthropic.com; neither "text" nor "plan" of the settings names it, so play never asks it` {
		t.Errorf("well %t: %v", well, lines)
	}
	save(t, filepath.Join(config, "config.json"), `{"models": {"providers": {"claude": {"kind": "anthropic", "model": "m"}, "here": {"kind": "llama", "model": "m"}}, "text": ["claude", "here"]}}`)
	if lines, well := examined(t); well || !strings.Contains(lines["providers"], `config.json, "models.text": no such model: "m"`) || lines["provider claude"] != "enabled, at api.anthropic.com; play asks it where a skill that may generate does" {
		t.Errorf("well %t: %v", well, lines)
	}
	save(t, filepath.Join(config, "config.json"), `{"models": {"providers": {"claude": {"kind": "anthropic", "model": "m", "address": "https://elsewhere.example"}, "here": {"kind": "llama"}}}}`)
	if lines, well := examined(t); well || !strings.Contains(lines["provider claude"], "it was enabled at api.anthropic.com, and is at elsewhere.example now") || !strings.Contains(lines["provider here"], `has no "model"`) {
		t.Errorf("well %t: %v", well, lines)
	}
	save(t, filepath.Join(config, "providers.json"), "{}")
	if lines, well := examined(t); well || !strings.Contains(lines["providers"], "delete it to be asked again") {
		t.Errorf("well %t: %v", well, lines)
	}
}

// A file of keys that others can read is wrong, whether a provider is there that wants one or not.
func TestDoctorOfKeysThatOthersCanRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	config := settings(t, "")
	file := filepath.Join(config, "secrets", "model.keys.json")
	save(t, file, `{"api.anthropic.com": "sk-of-a-test-1234567890"}`)
	must(t, os.Chmod(file, 0o644))
	if lines, well := examined(t); well || !strings.Contains(lines["keys"], "chmod 600 "+file) {
		t.Errorf("well %t: %q", well, lines["keys"])
	}
	must(t, os.Chmod(file, 0o600))
	if lines, well := examined(t); !well || lines["keys"] != "" {
		t.Errorf("well %t: %q", well, lines["keys"])
	}
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
