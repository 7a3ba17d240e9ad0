package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/model/generation"
)

// planningServer plans every turn alike, and keeps what it was told.
type planningServer struct {
	mu    sync.Mutex
	told  []string // the messages of each request, one after the other
	forms []string // their schemas
}

func (s *planningServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Messages []struct{ Role, Content string }
		Format   struct {
			Schema struct{ Schema json.RawMessage } `json:"json_schema"`
		} `json:"response_format"`
	}
	err := json.NewDecoder(r.Body).Decode(&request)
	text := ""
	for _, m := range request.Messages {
		text += m.Role + ":" + m.Content
	}
	s.mu.Lock()
	s.told, s.forms = append(s.told, text), append(s.forms, string(request.Format.Schema.Schema))
	s.mu.Unlock()
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	said, _ := json.Marshal(`{"reasoning":"They look.","step1":{"do":{"script":"storyteller/narrate","with":{"focus":"the lamp"}}},"step2":{"do":{"script":"nobody/nothing","with":{}}}}`)
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":812,"completion_tokens":31}}`, said)
}

// What a planner was told in a turn is shown to the letter, by the command and by the table; what is hidden later is not.
func TestStoryPromptShowsWhatAModelWasTold(t *testing.T) {
	server := &planningServer{}
	at := httptest.NewServer(server)
	t.Cleanup(at.Close)
	settings(t, `{"models": {"providers": {"here": {"kind": "openai", "address": "`+at.URL+`/v1", "model": "m"}}, "plan": "here"}}`)
	does := func(code int, args ...string) string {
		t.Helper()
		got, out, errs := command(args...)
		if got != code {
			t.Fatalf("%q: exit %d: %s%s", args, got, out, errs)
		}
		return out + errs
	}
	does(exitOK, "play", "grey-harbour", "--auto", "3", "--save", "monday", "--json")
	turns := len(server.told)
	if turns < 3 {
		t.Fatalf("it was asked %d times", turns)
	}
	for turn := 1; turn <= 3; turn++ {
		var g generation.Generation
		if err := json.Unmarshal([]byte(does(exitOK, "story", "prompt", "monday", fmt.Sprint(turn), "--json")), &g); err != nil {
			t.Fatal(err)
		}
		told, role := "", ""
		for _, s := range g.Sections {
			if s.Dropped != "" {
				continue
			}
			if s.Role != role {
				role = s.Role
				told += role + ":"
			}
			told += s.Text
		}
		if !slices.Contains(server.told, told) {
			t.Errorf("of turn %d is shown\n%s\nand told was\n%s", turn, told, server.told[turn-1])
		}
		if g.Task != "plan" || g.By != "planner" || g.Prompt == "" || g.End != generation.Mended || len(g.Left) != 1 || g.Took < 1 || g.Usage.Prompt != 812 || strings.Contains(g.Model, "127.0.0.1") {
			t.Errorf("turn %d is shown as %+v", turn, g)
		}
	}
	shown := does(exitOK, "story", "prompt", "monday", "2")
	for _, part := range []string{"In turn 2, from the view of Jo Sorrel:\n\n1. plan, by planner with plan/4\n   asked of ", " tokens at most, heat 0.", ", of a schema, within ",
		"   mended; written by ", " 812 tokens of prompt and 31 of text\n     left out: ", "     [orders, system, must, ~", "       | You choose how one turn", "[turn, user, must, ~", "   answer:\n       | {\"reasoning\"",
		fmt.Sprintf("   schema, %d bytes:\n       | %s\n   prompt:\n", len(server.forms[1]), server.forms[1])} {
		if !strings.Contains(shown, part) {
			t.Errorf("%q is not shown in\n%s", part, shown)
		}
	}
	if brief := does(exitOK, "story", "prompt", "monday", "2", "--brief"); strings.Contains(brief, " | ") || !strings.Contains(brief, "[orders") || !strings.Contains(brief, "   schema, ") {
		t.Errorf("in brief it is\n%s", brief)
	}
	if got := does(exitOK, "story", "prompt", "monday", "2", "ines"); got != "In turn 2 no model was asked for anything from the view of Ines Vane.\n\nIn this turn models were asked from other views, too:\n  narratoria story prompt monday 2 player\n" {
		t.Errorf("of Ines is shown %s", got)
	}
	if got := does(exitFailed, "story", "prompt", "monday", "3", "--at", "2"); !strings.Contains(got, "there is no turn 3 there; the last is 2") {
		t.Errorf("of a turn that is not there is said %s", got)
	}
	if got := does(exitOK, "call", "story.prompt", `{"story":"monday","turn":2}`); !strings.Contains(got, `"end":"mended"`) || !strings.Contains(got, `"prompt":"plan/4"`) || !strings.Contains(got, "You choose how one turn") {
		t.Errorf("the table gives %s", got)
	}
	does(exitOK, "story", "hide", "monday", "3", "--yes")
	if got := does(exitOK, "story", "prompt", "monday", "2"); strings.Contains(got, " | ") || !strings.Contains(got, "--hidden shows them") {
		t.Errorf("with something hidden is shown\n%s", got)
	}
	if got := does(exitOK, "call", "story.prompt", `{"story":"monday","turn":2}`); !strings.Contains(got, `"withheld":true`) || strings.Contains(got, "You choose how one turn") {
		t.Errorf("with something hidden the table gives %s", got)
	}
	if got := does(exitOK, "story", "prompt", "monday", "2", "--hidden"); !strings.Contains(got, "You choose how one turn") {
		t.Errorf("with what is hidden is shown\n%s", got)
	}
}
