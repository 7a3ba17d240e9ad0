package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// A server that has no such model is told of once in a play, with the setting to look at, and not in its own words, which may repeat what it was asked.
func TestAServerWithoutTheModelIsToldOfOnce(t *testing.T) {
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error": {"message": "Canary 7Jq2vWx9 does not exist"}}`)
	}))
	defer at.Close()
	for _, asked := range []string{`"text": [], "plan": "here"`, `"text": [], "tasks": {"choices": ["here"]}`, `"text": [], "tasks": {"summary": ["here"], "significance": ["here"]}`} {
		config := settings(t, `{"models": {"providers": {"here": {"kind": "openai", "address": "`+at.URL+`/v1", "model": "nope"}}, `+asked+`}}`)
		code, out, errs := command("play", "grey-harbour", "--seed", "3", "--auto", "6")
		said := strings.Join(strings.Fields(out), " ")
		const want = `[note] The server of the model here answers with the status 404: it has no model "nope", or its address is another. So nothing comes of it; look at "model" and "address" of "models.providers.here" in config.json`
		if code != exitOK || strings.Count(said, want) != 1 || strings.Count(said, "status 404") != 1 || strings.Contains(out+errs, "7Jq2") {
			t.Errorf("%s: exit %d: %s%s", asked, code, out, errs)
		}
		if _, _, errs := command("model", "ask", "--by", "here", "hello"); !strings.Contains(errs, "(404 of ") || !strings.Contains(errs, "Canary") || !strings.Contains(errs, filepath.Join(config, "config.json")) || strings.Count(errs, "(404 of ") != 1 {
			t.Errorf("model ask: %s", errs)
		}
	}
}

// One that is to plan and is not enabled is told of with how to enable it.
func TestAPlannerThatIsNotEnabled(t *testing.T) {
	settings(t, `{"models": {"providers": {"far": {"kind": "openai", "address": "http://203.0.113.1:1/v1", "model": "m"}}, "text": [], "plan": "far"}}`)
	code, out, _ := command("play", "grey-harbour", "--seed", "3", "--auto", "3")
	if said := strings.Join(strings.Fields(out), " "); code != exitOK || strings.Count(said, `The model far is not enabled, so nothing is sent there ("narratoria model enable far" enables it), so rules plan`) != 1 {
		t.Errorf("exit %d: %s", code, out)
	}
}

// An address without http:// is spoken of wherever somebody looks: with the file, the key and what is wanted.
func TestAnAddressThatIsNone(t *testing.T) {
	for address, wanted := range map[string]string{"localhost:8099": "http://localhost:8099", "http:///v1": "http://localhost:8080/v1"} {
		for _, asked := range []string{`"text": [], "plan": "here"`, `"text": ["here"]`} {
			config := settings(t, `{"models": {"providers": {"here": {"kind": "openai", "address": "`+address+`", "model": "m"}}, `+asked+`}}`)
			for _, args := range [][]string{{"play", "grey-harbour", "--seed", "3", "--auto", "1"}, {"doctor"}, {"model", "providers"}} {
				_, out, errs := command(args...)
				for _, part := range []string{filepath.Join(config, "config.json"), `"models.providers.here.address"`, "has to begin with http:// or https://, such as \"" + wanted + `"`} {
					if !strings.Contains(out+errs, part) {
						t.Errorf("%q of %s, %s: no %s in %s%s", args, address, asked, part, out, errs)
					}
				}
			}
		}
	}
}
