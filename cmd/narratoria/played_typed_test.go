package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/story/event"
)

// typedPlays are small plays in a player's own words, with what each line means.
var typedPlays = map[string][][2]string{
	"grey-harbour": {
		{"search the quay", "search:quay"},
		{"find out why the Tooth is dark", "pursue:dark-light"},
		{"half moon", "go:inn"},
		{"ask wren why the tooth is dark", "ask:wren#why-the-tooth-is-dark"},
		{"show the whalebone fid to wren", "show:wren:fid#the-whalebone-fid"},
		{"I'd like to talk with Septimus Gaunt", "talk:gaunt"},
		{"rest", "wait"},
		{"x fid", "examine:fid"},
		{"go to the long quay", "go:quay"},
		{"head for the net loft, please", "go:net-loft"},
		{"have a word with ines", "talk:ines"},
		{"ask for help", "ask-help:ines"},
	},
	"minimal": {
		{"talk to the abbot", "opening/talk-abbot-celestin-step-1-1"},
		{"ask Celestin about the debt", "opening/asked-abbot-celestin-thread-4"},
		{"win the abbot over", "befriend:abbot-celestin"},
		{"press celestin", "press:abbot-celestin"},
		{"walk to the foundry", "go:foundry"},
		{"inspect saint orla", "opening/do-step-1-1"},
		{"look around", "opening/examine-step-1-2"},
		{"search", "opening/search-step-3-1"},
		{"think", "recall"},
		{"go back to the refectory", "go:refectory"},
	},
}

// Whole plays by typed lines alone: each line is the deed that is meant, and the story is
// the same, byte for byte, as by the deeds' ids. The log keeps the words, of those alone
// that were typed.
func TestPlayedByTypedLines(t *testing.T) {
	t.Parallel()
	for campaign, play := range typedPlays {
		u := newUser(t)
		var lines, ids []string
		for _, deed := range play {
			lines, ids = append(lines, deed[0]), append(ids, deed[1])
		}
		u.writes("lines", strings.Join(lines, "\n"))
		u.writes("ids", strings.Join(ids, "\n"))
		typed := u.plays("--seed", "1", "--save", "typed", "--input", "lines", campaign)
		named := u.plays("--seed", "1", "--save", "named", "--input", "ids", campaign)
		keeps(t, campaign, typed, fewestOfAll, len(play)+1)
		same(t, campaign, typed, named)
		var taken []string
		for _, r := range typed[1:] {
			taken = append(taken, r.Choice.ID)
		}
		if diff := cmp.Diff(ids, taken); diff != "" {
			t.Errorf("%s (-want +got):\n%s", campaign, diff)
		}
		if diff := cmp.Diff(lines, u.typed("typed")); diff != "" {
			t.Errorf("%s: words in the log (-want +got):\n%s", campaign, diff)
		}
		if words := u.typed("named"); strings.Join(words, "") != "" || len(words) != len(ids) {
			t.Errorf("%s: nothing was typed, and the log has %q", campaign, words)
		}
	}
}

// same reports the first turn in which two plays are not told alike.
func same(t *testing.T, what string, one, other []told) {
	t.Helper()
	for i := range min(len(one), len(other)) {
		if one[i].line != other[i].line {
			t.Errorf("%s: turn %d differs:\n%s\n%s", what, one[i].Turn, one[i].line, other[i].line)
			return
		}
	}
	if len(one) != len(other) {
		t.Errorf("%s: %d turns and %d", what, len(one), len(other))
	}
}

// typed are the words of each choice that was made in a save, "" where it was named.
func (u *user) typed(save string) (all []string) {
	u.t.Helper()
	for _, e := range u.log(save) {
		if e.Kind == event.ChoiceMade {
			all = append(all, e.Text("typed"))
		}
	}
	return all
}

// Numbers, ids, texts and typed lines may be mixed: what they mean is told, and how they
// were given leaves no trace in it.
func TestPlayedMixedInput(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	mixed := u.begins("--seed", "7", "--input", "-", "grey-harbour")
	shown := []told{mixed.next()}
	var ids []string
	typed := []string{"rest", "search", "look around", "think"}
	for i := range 12 {
		last := shown[len(shown)-1]
		at := i % len(last.Choices)
		line := []string{"1", last.Choices[at].ID, " " + strings.ToUpper(last.Choices[at].Text) + ". ", typed[i/4%len(typed)]}[i%4]
		shown = append(shown, mixed.choose(line))
		ids = append(ids, shown[len(shown)-1].Choice.ID)
	}
	mixed.leave()
	u.writes("ids", strings.Join(ids, "\n"))
	same(t, "by ids", shown, u.plays("--seed", "7", "--input", "ids", "grey-harbour"))
}

// hopeless are lines that nothing can be made of, and ones that could be several deeds.
var hopeless = map[string]string{
	"ask wren": "ask:wren#why-the-tooth-is-dark", "sing a song": "nothing that can be done here", "ask the moon about wren": "nobody called",
	"спроси Рен о башне": "is not understood", "灯台について聞く": "is not understood", "curl http://example.org | sh": "is not understood", "$(reboot)": "is not understood",
	"wait\x00": "no text", "\x1b[2Jwait": "no text", "wait \xff\xfe": "no text", "don't wait": "is not understood",
	strings.Repeat("wait ", 1<<18): "too long", "wait and search": "is not understood", "go to the moon": "is not understood", "ask wren about why the": "is not understood",
}

// A line that cannot be read ends the play there with one line that names it, from a file
// and from stdin; the turn before stands, and the next play goes on from it.
func TestPlayedTypedLinesRefused(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	n := 0
	for line, want := range hopeless {
		n++
		name := "typed-" + string(rune('a'+n))
		u.writes(name, "# to the inn\ngo to the half moon\n"+line+"\n1\n")
		code, out, errs := u.run("play", "--json", "--seed", "1", "--save", name, "--input", name, "grey-harbour")
		if code != exitFailed || strings.Count(errs, "\n") != 1 || len(errs) > 700 || !strings.HasPrefix(errs, "narratoria: "+name+":3: in turn 2 ") || !strings.Contains(errs, want) {
			t.Errorf("%.40q: exit %d: %.800q", line, code, errs)
		}
		if shown := recordsOf(t, out); len(shown) != 2 || len(u.typed(name)) != 1 {
			t.Errorf("%.40q: %d turns were shown, and %d choices are kept", line, len(shown), len(u.typed(name)))
		}
		stdin := u.command("play", "--json", "--seed", "1", "--input", "-", "grey-harbour")
		stdin.Stdin = strings.NewReader("go to the half moon\n" + line + "\n")
		if code, _, errs := u.ended(stdin); code != exitFailed || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "narratoria: stdin:2: in turn 2 ") {
			t.Errorf("stdin: %.40q: exit %d: %.500q", line, code, errs)
		}
	}
}

// At the prompt nothing ends: a line that means nothing is answered, one that means
// several things is asked about, and what is typed next is the answer or anything else.
// A turn that is played again keeps the words it was typed in.
func TestPlayedAtThePrompt(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	cmd := u.command("play", "grey-harbour", "--seed", "1", "--save", "prompt")
	cmd.Stdin = strings.NewReader("go to the half moon\nsing\nask wren\nwhy the tooth is dark\ntalk\nlook\ntalk\n1\nretry\n?\n" + strings.Repeat("x", 1<<20) + "\nrest\n")
	code, out, errs := u.ended(cmd)
	if code != exitOK || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, want := range []string{
		"(Go to the Half Moon)\n", "\"sing\" is nothing that can be done here.", "Which do you mean?\n", "(Ask Wren Tallis why the Tooth is dark)\n", "(Talk with Septimus Gaunt)\n",
		"Or type what you do, such as: ask ines about the oil", "That line is too long.", "(Wait a while at the Half Moon)\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("there is no %q in:\n%s", want, out)
		}
	}
	if diff := cmp.Diff([]string{"go to the half moon", "ask wren", "talk", "rest"}, u.typed("prompt")); diff != "" {
		t.Errorf("what stands in the log (-want +got):\n%s\n%s", diff, out)
	}
}

// Two choices of one text are asked about, each by a number and its id; a file of choices
// is told the ids to write.
func TestPlayedChoicesOfOneText(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	u.writes("twins/manifest.json", `{"title": "Twins", "version": "1.0.0"}`)
	u.writes("twins/plot/beats.json", `{"beats": [{"id": "a", "title": "A", "prose": "It begins.", "choices": [
		{"id": "one", "text": "Light the lamp", "prose": "The first burns."}, {"id": "two", "text": "Light the lamp.", "prose": "The second burns."}]}]}`)
	cmd := u.command("play", "twins", "--seed", "1", "--save", "twins")
	cmd.Stdin = strings.NewReader("light the lamp\n2\n")
	code, out, errs := u.ended(cmd)
	for _, want := range []string{"Which do you mean?\n", "1. Light the lamp (a/one)\n", "2. Light the lamp. (a/two)\n", "The second burns."} {
		if code != exitOK || !strings.Contains(out, want) {
			t.Errorf("exit %d, %s: there is no %q in:\n%s", code, errs, want, out)
		}
	}
	u.writes("lines", "light the lamp\n")
	if code, _, errs := u.run("play", "twins", "--json", "--input", "lines"); code != exitFailed || !strings.Contains(errs, "write one of them: a/one, a/two") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if _, out, _ := u.run("campaign", "validate", "twins"); !strings.Contains(out, "plot/beats.json:2") || !strings.Contains(out, `the choices "one" and "two" read alike`) {
		t.Errorf("%s", out)
	}
}
