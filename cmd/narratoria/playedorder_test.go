package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// With a model that words choices, for which the prose is shown before they are there, a play prints what it prints without, in the same order.
func TestAPlayPrintsTheSameWhereAModelWordsChoices(t *testing.T) {
	var asked atomic.Int64
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(w, `{"choices": [{"index": 0, "message": {"content": "Sure thing."}, "finish_reason": "stop"}]}`)
	}))
	defer at.Close()
	play := func() string {
		t.Helper()
		code, out, errs := command("play", "grey-harbour", "--seed", "3", "--auto", "12")
		if code != exitOK {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return out
	}
	userStore(t)
	without := play()
	settings(t, `{"models": {"providers": {"here": {"kind": "openai", "address": "`+at.URL+`/v1", "model": "m"}}, "text": [], "tasks": {"choices": ["here"]}}}`)
	if diff := cmp.Diff(without, play()); diff != "" || asked.Load() == 0 {
		t.Errorf("asked %d times (-without +with):\n%s", asked.Load(), diff)
	}
	if n := strings.Count(without, "\nThe "); n < 4 || !strings.Contains(without, "[roll]") {
		t.Errorf("there is little to compare in:\n%s", without)
	}
}
