// Package scripttest plays the host to a script in a test, over pipes and in the
// language any process would speak, and compares what it answers with a
// transcript:
//
//	-- request --    the request line; its features decide what the host offers
//	-- story --      the playthrough it is asked in, where it needs one: see [Story]
//	-- events --     what the script writes, without its calls
//	-- effects --    the writes it stages, where there are any
//
// In a request "$WORK" stands for an empty directory, for outputDir and dataDir. A
// story is JSON, in as many lines as it likes:
//
//	{"turn": 12, "minutes": 900, "people": {"ines": "Ines"}, "factions": {"lamp": "The Lamp"},
//	 "memories": [{"summary": "Ines lent you her key.", "characters": ["ines"], "turn": 3, "minutes": 120}],
//	 "relations": [{"who": "ines", "score": 22.5, "changed": 800, "begun": true}],
//	 "lore": [{"title": "The lamp", "text": "The lamp was lit ...", "source": "lamp.md", "mode": "STRICT"}],
//	 "model": ["The lamp gutters."]}
//
// Run the tests with -update to rewrite the last two.
package scripttest

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/kit"
)

// Transcripts plays every transcript of testdata.
func Transcripts(t *testing.T, script kit.Script) {
	golden.Cases(t, "testdata/*.txtar", 1, func(t *testing.T, c *golden.Case) {
		request := bytes.ReplaceAll(c.Files[0].Data, []byte("$WORK"), []byte(filepath.ToSlash(t.TempDir())))
		played := c.Files[:1:1]
		var story *Story
		if text := c.File("story"); text != nil {
			played = append(played, txtar.File{Name: "story", Data: text})
			var err error
			if story, err = ReadStory(text); err != nil {
				t.Fatal("the story: ", err)
			}
		}
		events, effects := PlayIn(t, story, script, request)
		played = append(played, txtar.File{Name: "events", Data: events})
		if len(effects) > 0 {
			played = append(played, txtar.File{Name: "effects", Data: effects})
		}
		c.WantFiles(t, played)
	})
}

// Play runs a script on one request line and gives its events and the effects it
// staged, a line each. It fails the test for a stream that breaks the protocol.
func Play(t *testing.T, script kit.Script, request []byte) (events, effects []byte) {
	t.Helper()
	return PlayIn(t, nil, script, request)
}

// PlayIn is Play in a story; nil is none.
func PlayIn(t *testing.T, story *Story, script kit.Script, request []byte) (events, effects []byte) {
	t.Helper()
	if story == nil {
		return PlayOn(t, host.New(), script, request)
	}
	scope := newScope()
	scope.State = func() protocol.Object { return story.SessionState(t) }
	return play(t, host.Of(story.Base(t)).Open(scope), script, request)
}

// PlayOn is Play on a host. To one without a story, which goes on, it commits what the
// script keeps.
func PlayOn(t *testing.T, answers skills.Host, script kit.Script, request []byte) (events, effects []byte) {
	t.Helper()
	session := answers.Open(newScope())
	events, effects = play(t, session, script, request)
	if alone, ok := answers.(*host.Host); ok {
		alone.Commit(session.Effects())
	}
	return events, effects
}

func newScope() skills.Scope {
	return skills.Scope{
		Script: plan.ScriptRef{Skill: "skill", Script: "script"},
		Seed:   rng.FromString("42"),
	}
}

func play(t *testing.T, session skills.Session, script kit.Script, request []byte) (events, effects []byte) {
	t.Helper()
	stdin, toScript := io.Pipe()
	fromScript, stdout := io.Pipe()
	heard := make(chan error, 1)
	go func() { // ends with the script's stdout
		heard <- listen(t, session, request, toScript, fromScript, &events)
	}()
	code := kit.Serve(t.Context(), stdin, stdout, t.Output(), script)
	stdout.Close()
	if err := <-heard; err != nil || code != 0 {
		t.Fatalf("exit %d, %v, after\n%s", code, err, events)
	}
	for _, effect := range session.Effects() {
		effects = fmt.Appendf(effects, "%s %s\n", effect.Method, strictjson.Encode(effect.Params))
	}
	return events, effects
}

// listen is the host's side of the conversation.
func listen(t *testing.T, session skills.Session, request []byte, stdin io.WriteCloser, stdout io.Reader, events *[]byte) error {
	defer stdin.Close()
	if _, err := stdin.Write(request); err != nil {
		return err
	}
	var written bytes.Buffer
	reader, replies, log := protocol.NewReader(stdout, protocol.ReaderOptions{Calls: true}), protocol.NewWriter(stdin), protocol.NewWriter(&written)
	defer func() { *events = written.Bytes() }()
	for {
		event, err := reader.Next()
		if err == io.EOF {
			_, err := reader.Drain()
			return err
		}
		if err != nil {
			return err
		}
		call, ok := event.(*protocol.Call)
		if !ok {
			_ = log.Write(event)
			continue
		}
		reply := &protocol.Reply{ID: call.ID}
		reply.Result, reply.Err = session.Call(t.Context(), call.Method, call.Params)
		reader.Replied(call.ID)
		if err := replies.WriteReply(reply); err != nil {
			return err
		}
	}
}
