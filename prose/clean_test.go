package prose_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"plain text stays":                         "plain text stays",
		"\x1b[31mred\x1b[0m oil":                   "red oil",
		"\x1b]0;title\x07lamp":                     "lamp",
		"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\": "link",
		"a\u202eb\u2066c\u200bd\ufeffe":            "abcde",
		"bell\a and \x00nul":                       "bell and nul",
		"<b>bold</b> move":                         "bold move",
		"one<br/>two":                              "one two",
		"<<b>script>x":                             "script>x",
		"<script>alert(1)</script>after":           "after",
		"<SCRIPT src=x>y</Script>after":            "after",
		"3 < 4 and 5 > 4":                          "3 < 4 and 5 > 4",
		"a <b unclosed":                            "a b unclosed",
		"first\n\n\n second\r\nline\n \nthird":     "first\n\nsecond line\n\nthird",
		"bad \xff bytes":                           "bad bytes",
		"\u009b31mred":                             "red",
		"Bob\x1b]0;pwn\x1b[2J\x1b[31m at work":     "Bob at work",
		"Bob\x1b]0;pwn":                            "Bob",
		"Bob\x1b]0;pwn\nand Ines":                  "Bob and Ines",
		"Bob\u009d0;pwn\u009c at\u00901;x\a work":  "Bob at work",
		"Bob\x1bP1;pwn\x1b\\ at\x1b_x\x1b\\ work":  "Bob at work",
		"\x1b\x1b[31mred":                          "red",
		"wrong\u009d encoding\u009c here":          "wrong encoding here",
		"\x1b":                                     "",
		"tag\U000e0041s":                           "tags",
		"Ça va, señor — “ja”…":                     "Ça va, señor — “ja”…",
		"หน้าต่างที่นี่ हिन्दी में":                  "หน้าต่างที่นี่ हिन्दी में",
		"Z" + strings.Repeat("\u0300", 900) + "algo": "Z\u0300\u0300\u0300\u0300algo",
		"\u0301 on \u0302nothing":                    "on nothing",
		"a\u0301\u0301\u0301<b>\u0301\u0301</b>":     "a\u0301\u0301\u0301\u0301",
	} {
		if got := prose.Clean(text); got != want {
			t.Errorf("Clean(%q) = %q, want %q", text, got, want)
		}
	}
	if got := prose.CleanLine("the long way to the end of the quay", 20); got != "the long way to the" {
		t.Errorf("cut at %q", got)
	}
}

var tag = regexp.MustCompile(`<[A-Za-z/!?]`)

// hidden says what of a text should have been taken out.
func hidden(text string) string {
	switch {
	case !utf8.ValidString(text):
		return "broken UTF-8"
	case tag.MatchString(text):
		return "a tag"
	case strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }):
		return "a hidden character"
	case strings.Contains(text, "  "), strings.TrimSpace(text) != text:
		return "loose white space"
	}
	return ""
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"<<b>script>", "\x1b[1;31m\x1b]x", "a\u202eb", "<script></script", "\x9b1m", "\n\n\n<p>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := prose.Clean(text)
		if what := hidden(clean); what != "" {
			t.Fatalf("%s left in %q", what, clean)
		}
		if again := prose.Clean(clean); again != clean {
			t.Fatalf("cleaned twice: %q, then %q", clean, again)
		}
	})
}

// FuzzCompose puts hostile text in every field at once.
func FuzzCompose(f *testing.F) {
	f.Add("{you} [wait] <a|b>", int64(1), uint8(0))
	f.Add("\x1b[31m<script>\u202e \"{name}\" [", int64(2), uint8(7))
	f.Add("\"", int64(3), uint8(255))
	f.Add("}}]]>>|", int64(4), uint8(9))
	f.Add("Take the rope. \"Go\" (x) and be you", int64(5), uint8(18))
	f.Fuzz(func(t *testing.T, text string, seed int64, bits uint8) {
		checkHostile(t, hostileScene(text, seed, bits))
	})
}

func hostileScene(text string, seed int64, bits uint8) prose.Scene {
	list := []string{text, text + " and more of it"}
	return prose.Scene{
		Seed: seed, Kind: prose.Kind(text), Style: prose.Style(text), Authored: list[:bits%3], Weather: text, Part: text, Minutes: int(seed), Clock: text, Missing: text, Came: list, Left: list, Arrived: bits&4 != 0,
		Persona: prose.Persona{Name: text, Pronouns: text, Person: []prose.Viewpoint{prose.First, prose.Second, prose.Third}[bits%3], Tense: []prose.Tense{prose.Present, prose.Past}[bits%2]},
		Place:   prose.Place{Name: text, Description: text, Senses: list, ByWeather: map[string][]string{text: list}, ByTime: map[string][]string{text: list}},
		Deed:    hostileDeed(text, bits), Learned: []prose.Learned{{Text: text, Speaker: text, Rumour: bits&16 != 0}},
		Check: &prose.Check{Stat: text, Band: action.Success}, Memory: &prose.Memory{Summary: text, Topic: text},
		People: []prose.Person{{Name: text, Pronouns: text, Mannerisms: list, Lines: map[string][]string{"neutral": list}, Concerned: bits&2 != 0}},
		Lore:   &prose.Lore{Text: text, Source: text, Rumour: bits&8 != 0}, Gained: list, Lost: list,
		Elsewhere: []prose.LastSeen{{Name: text, Where: text}}, Quiet: bits&64 != 0,
		History: prose.History{Turn: int(seed % 50), Told: []prose.Told{{Turn: int(bits)}}},
	}
}

// hostileDeed is one of any kind, of which words and names may be anything.
func hostileDeed(text string, bits uint8) *prose.Deed {
	kind := action.Kinds()[int(bits)%len(action.Kinds())]
	d := did(kind, "person=Ines", "item=a key", "topic=the oil", "place=the quay", "thread=Who?")
	for ref := range d.Names {
		d.Names[ref] = grammar.Noun{Text: text, Pronouns: text}
	}
	d.Action.Words, d.Action.Told, d.Action.Choice = text, text, text
	if bits&32 != 0 {
		d.Names = nil
	}
	return graded(d, action.Grades()[int(bits)%4])
}

func checkHostile(t *testing.T, scene prose.Scene) {
	t.Helper()
	told := prose.Compose(scene)
	if what := hidden(told.Text()); what != "" {
		t.Fatalf("%s left in %q", what, told.Text())
	}
	if len(told.Pieces) == 0 {
		t.Fatal("nothing is told")
	}
	for _, p := range told.Pieces {
		if strings.ContainsAny(p.Text, "{}[]|") && len(scene.Authored) == 0 {
			t.Fatalf("a sign of a form in %q", p.Text)
		}
	}
}

func TestHostileScenes(t *testing.T) {
	parts := []string{"{name}", "[is]", "<a|b>", "\x1b[2J", "\u202e", "<script>", "\"", "“", "you", "Take", "and", " ", ".", "\n\n", "|", "}", "ü", "\xff", "Mr.", "'"}
	for seed := range soak.Count(5000) {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		text := ""
		for range r.IntN(12) {
			text += parts[r.IntN(len(parts))]
		}
		checkHostile(t, hostileScene(text, r.Int64(), uint8(r.Uint32())))
	}
}

// TestCleanIsLinear: a megabyte of beginnings takes no longer than one of text.
func TestCleanIsLinear(t *testing.T) {
	for _, piece := range []string{"<script", "<a", "<<", "\x1b[", "\x1b]", "<b>", "\n\n"} {
		text := strings.Repeat(piece, 1<<20/len(piece))
		begun := time.Now()
		prose.Clean(text)
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%q: %v for a megabyte", piece, took)
		} else {
			t.Logf("%q: %v", piece, took)
		}
	}
}

func TestHiddenIsFound(t *testing.T) {
	for text, want := range map[string]string{"a\x1bb": "a hidden character", "a\u202eb": "a hidden character", "<b>": "a tag", "a  b": "loose white space", "\xff": "broken UTF-8", "fine": ""} {
		if got := hidden(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
