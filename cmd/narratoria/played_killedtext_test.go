package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// asksFor is what is in no request but one for a task.
var asksFor = map[string]string{
	"plan": "storyteller/narrate", "speech": "You say:", "prose": "The next sentence:", "choices": "The JSON object:", "summary": "The summary:",
}

// A stalling server answers everything alike, but for a text of one task, of which nothing comes.
type stallingServer struct {
	mu    sync.Mutex
	task  string // "" for none
	after int    // so many of its texts
	asked chan struct{}
}

func (s *stallingServer) stalls(task string, after int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.task, s.after = task, after
}

// stall reports whether nothing comes of a request.
func (s *stallingServer) stall(body string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.task == "" || !strings.Contains(body, asksFor[s.task]) {
		return false
	}
	s.after--
	return s.after < 0
}

func (s *stallingServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if s.stall(string(body)) {
		select {
		case s.asked <- struct{}{}:
		default:
		}
		<-r.Context().Done()
		return
	}
	said := "It is cold tonight."
	if strings.Contains(string(body), asksFor["plan"]) {
		said = `{"reasoning":"They look.","step1":{"do":{"script":"storyteller/narrate","with":{"focus":"the lamp"}}}}`
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"content":%q},"finish_reason":"stop"}]}`, said)
}

// town writes a campaign in which nobody has a line of their author's, and next to nothing is said of its places.
func (u *user) town() string {
	u.writes("town/manifest.json", `{"title": "Town", "version": "1.0.0", "opening": {"place": "square", "time": "1887-10-30T09:00"}}`)
	u.writes("town/plot/premise.md", "# Premise\n\nYou have come to the town.\n")
	u.writes("town/world/places.json", `{"places": [{"id": "square", "name": "the Square", "description": "A square.", "exits": ["inn"]}, {"id": "inn", "name": "the Inn", "description": "A low room.", "exits": ["square"]}]}`)
	u.writes("town/characters/player/template.json", `{"preset": {"name": "Jo", "background": "A sailor.", "appearance": "Plain."}, "stats": [{"id": "tact", "name": "Tact", "default": 10, "words": ["ask"]}]}`)
	for who, place := range map[string]string{"ada": "square", "bea": "inn"} {
		u.writes("town/characters/npcs/"+who+"/profile.json", fmt.Sprintf(`{"name": %q, "role": "keeper", "personality": {}, "pronouns": "she", "place": %q}`, strings.ToUpper(who[:1])+who[1:], place))
	}
	return "town"
}

// A play that is killed while a model writes a plan, what somebody says, how a place looks, the choices or the summary of a scene goes on
// where it was: the turn that was being told is told once, and nothing that was shown is lost.
func TestPlayedAndKilledInAText(t *testing.T) {
	deeds := []string{"talk:ada", "go:inn", "talk:bea", "go:square", "talk:ada", "go:inn"}
	last := int64(len(deeds) + 1)
	for task := range asksFor {
		t.Run(task, func(t *testing.T) {
			server := &stallingServer{asked: make(chan struct{}, 1)}
			at := httptest.NewServer(server)
			t.Cleanup(at.Close)
			u := newUser(t)
			u.writes("home/config/config.json", `{"models": {"providers": {"here": {"kind": "openai", "address": "`+at.URL+`/v1", "model": "m"}}, "text": ["here"], "plan": "here", "tasks": {"choices": ["here"], "summary": ["here"]}}}`)
			play := func(from int64, more ...string) []string {
				u.writes("deeds", strings.Join(deeds[from:], "\n")+"\n")
				return append([]string{"play", u.town(), "--json", "--no-endings", "--save", killedSave, "--input", "deeds"}, more...)
			}
			server.stalls(task, map[string]int{"plan": 2, "choices": 8}[task])
			cmd := u.command(play(0)...)
			out, err := cmd.StdoutPipe()
			must(t, err)
			must(t, cmd.Start())
			select {
			case <-server.asked:
			case <-time.After(time.Minute):
				t.Error("nobody asks for such a text")
			}
			must(t, cmd.Process.Kill())
			shown := int64(0)
			for lines := bufio.NewReader(out); ; {
				line, err := lines.ReadString('\n')
				if err != nil {
					break
				}
				shown = recordOf(t, line).Turn
			}
			_ = cmd.Wait() // says that it was killed
			server.stalls("", 0)
			begun, from := []string(nil), int64(0)
			if strings.Contains(u.does("saves"), killedSave) {
				turns := int64(0)
				for _, e := range u.log(killedSave) {
					if e.Kind == "narrated" {
						turns++
					}
				}
				begun, from = []string{"--continue"}, max(turns-1, 0)
			}
			code, printed, errs := u.run(play(from, begun...)...)
			rest := recordsOf(t, printed)
			if code != exitOK || len(rest) == 0 {
				t.Fatalf("it does not go on: exit %d: %s", code, errs)
			}
			if first := rest[0]; first.Turn < shown || shown > 0 && !first.Resumed {
				t.Errorf("it goes on at turn %d (resumed %v), and turn %d was shown", first.Turn, first.Resumed, shown)
			}
			for i, r := range rest {
				if r.Turn != rest[0].Turn+int64(i) || r.Prose == "" || len(r.Choices) < 3 {
					t.Errorf("turn %d comes behind %d others from %d on, with %d choices: %s", r.Turn, i, rest[0].Turn, len(r.Choices), r.Prose)
				}
			}
			if end := rest[len(rest)-1].Turn; end != last {
				t.Errorf("it ends with turn %d, not %d", end, last)
			}
			if open, crashed := u.holdLog(last); open || crashed > 1 || shown > 0 && crashed != 1 {
				t.Errorf("%d sessions are closed as crashed; the last is open: %v", crashed, open)
			}
			t.Logf("killed when %d turns were shown", shown)
		})
	}
}
