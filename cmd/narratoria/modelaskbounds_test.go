package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A time that is given ends the waiting for somebody who is patient, too, by the settings or by --patient.
func TestAskWithin(t *testing.T) {
	settings(t, `{"models": {"providers": {"people": {"kind": "files", "directory": "`+t.TempDir()+`", "patient": true}}, "text": ["people"]}}`)
	for _, args := range []string{"model ask --within 10ms hello", "model ask --by people --within 10ms hello", "model ask --by people --patient --within 10ms hello"} {
		if code, _, errs := command(strings.Fields(args)...); code != exitFailed || !strings.Contains(errs, "it was not done") {
			t.Errorf("%s: exit %d: %s", args, code, errs)
		}
	}
}

// Each reason is said once, of one that is asked by its name and of those that the settings name.
func TestAskSaysEachErrorOnce(t *testing.T) {
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }))
	defer at.Close()
	of := func(model string) string {
		return `{"kind": "openai", "address": "` + at.URL + `/v1", "model": "` + model + `"}`
	}
	settings(t, `{"models": {"providers": {"one": `+of("nope")+`, "two": `+of("neither")+`}, "text": ["one", "two"]}}`)
	for args, reasons := range map[string]int{"model ask hello": 2, "model ask --by one hello": 1} {
		code, _, errs := command(strings.Fields(args)...)
		if code != exitFailed || strings.Count(errs, "(404 of ") != reasons || strings.Count(errs, "config.json") != 1 {
			t.Errorf("%s: exit %d: %s", args, code, errs)
		}
	}
}

// How long the parts of a turn took is shown where somebody asks for it, with each turn.
func TestTimingsAreShown(t *testing.T) {
	settings(t, "")
	for args, times := range map[string]int{"play grey-harbour --seed 3 --auto 3 --timings": 3, "play grey-harbour --seed 3 --auto 3": 0} {
		if code, out, errs := command(strings.Fields(args)...); code != exitOK || strings.Count(out, "[time] ") != times || strings.Count(out, "plan and play: ") != times {
			t.Errorf("%s: exit %d: %s%s", args, code, out, errs)
		}
	}
}
