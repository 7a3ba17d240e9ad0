package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What a model found in the prose of a campaign is shown as that, once a story of it was begun: how much, by which model, and what.
func TestCampaignInfoSaysWhatAModelFound(t *testing.T) {
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"choices":[{"index":0,"message":{"content":"{\"entities\":[{\"kind\":\"thing\",\"name\":\"a loose flag\",\"sentence\":32},{\"kind\":\"thing\",\"name\":\"a bomb\",\"sentence\":32}]}"},"finish_reason":"stop"}]}`)
	}))
	t.Cleanup(at.Close)
	settings(t, `{"models": {"providers": {"here": {"kind": "openai", "address": "`+at.URL+`/v1", "model": "m"}}, "text": [], "tasks": {"enrich": ["here"]}}}`)
	does := func(args ...string) string {
		t.Helper()
		code, out, errs := command(args...)
		if code != exitOK || errs != "" {
			t.Fatalf("%q: exit %d: %s", args, code, errs)
		}
		return out
	}
	const found = "Of its prose the model m ("
	for _, of := range []string{"info", "validate"} {
		if out := does("campaign", of, "minimal"); strings.Contains(out, found) {
			t.Errorf("before a story was begun %s says\n%s", of, out)
		}
	}
	does("play", "minimal", "--auto", "1", "--save", "monday", "--json")
	info, valid := does("campaign", "info", "minimal"), does("campaign", "validate", "minimal")
	for _, out := range []string{info, valid} {
		if !strings.Contains(out, found) || !strings.Contains(out, "people 0, places 0, things 1, locks 0, deadlines 0; sentences that are odd 0, that ask something 0.") {
			t.Errorf("it says\n%s", out)
		}
	}
	if !strings.Contains(info, "  thing: a loose flag, by the model m\n") || strings.Contains(info, "bomb") || strings.Count(info, "by the model") != 1 {
		t.Errorf("it lists\n%s", info)
	}
	if out := does("story", "prompt", "monday", "1"); !strings.Contains(out, "enrich (reading-1), by reading with enrich/1") || !strings.Contains(out, `"a bomb" does not stand in the sentence that is named`) {
		t.Errorf("of the first turn is shown\n%s", out)
	}
	if out := does("campaign", "info", "grey-harbour"); strings.Contains(out, found) {
		t.Error("a model found something in a full campaign")
	}
}
