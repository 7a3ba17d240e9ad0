package replan

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/rng"
)

func TestEcho(t *testing.T) {
	family := "👨‍👩‍👧"
	for _, test := range []struct{ words, want string }{
		{"open the door", "open the door"},
		{"", ""},
		{" \t\r\n\u00a0\u2028", ""},
		{"  open \n\n the\tdoor ", "open the door"},
		{"I don't say \"no\"", "I don’t say ”no”"},
		{"été, 日本語, שלום, ไทย, हिन्दी", "été, 日本語, שלום, ไทย, हिन्दी"},
		{"\x1b[31mred\x1b[0m \x1b[2J\x1b[1;1Hhome", "red home"},
		{"\x1b]0;title\x07open\x1b]8;;http://x.test\x1b\\here\x1b]8;;\x1b\\", "openhere"},
		{"\x1b]0;a title without an end", ""},
		{"\u009b31mred", "red"},
		{"\x1bP+q\x1b\\ok\x1bc", "ok"},
		{"a\x00b\x07c\x7fd\u0085e", "abcd e"},
		{"\u202eevil\u202c \u2066x\u2069 \u200fy\u061c", "evil x y"},
		{"z\u200be\u200cr\u200do\u2060 w\ufeffi\u00add\u034fth\u180e", "zero width"},
		{"\U000e0041\U000e0042tags\U000e007f", "tags"},
		{"\u3164\u115f\u1160\uffa0", ""},
		{"\u2800\u2800", ""},
		{"\ue000private\U000f0000", "private"},
		{"\u0378unassigned\ufdd0\uffff", "unassigned"},
		{"bad \xff\xfe utf-8 \xed\xa0\x80", "bad utf-8"},
		{"<script>alert(1)</script>", "‹script›alert(1)‹/script›"},
		{"<img src=x onerror='x()'>", "‹img src=x onerror=’x()’›"},
		{"&lt;b&gt;", "＆lt;b＆gt;"},
		{"![x](http://x.test/y.png)", "!(x)(http://x.test/y.png)"},
		{"**bold** _it_ `code` ~~no~~ # h", "∗∗bold∗∗ ‗it‗ ’code’ ∼∼no∼∼ ＃ h"},
		{"{input} {{.Secret}} ${HOME} %s %d", "(input) ((.Secret)) ＄(HOME) %s %d"},
		{`\x1b[31m \n C:\`, "∕x1b(31m ∕n C:∕"},
		{"$x^2$ | a", "＄xˆ2＄ ¦ a"},
		{"e" + strings.Repeat("\u0301", 100) + "f", "e\u0301\u0301\u0301\u0301f"},
		{"\u0301\u0302 \u0301x", "x"},
		{family, "👨👩👧"},
		{"👍🏽", "👍🏽"},
		{"❤\ufe0f", "❤"},
		{strings.Repeat("a", 200), strings.Repeat("a", 200)},
		{strings.Repeat("a", 201), strings.Repeat("a", 199) + "…"},
		{strings.Repeat("é", 100000), strings.Repeat("é", 199) + "…"},
		{strings.Repeat("e\u0301", 150), strings.Repeat("e\u0301", 99) + "…"},
		{strings.Repeat("🇩🇪", 150), strings.Repeat("🇩🇪", 99) + "…"},
		{strings.Repeat("👍🏽", 150), strings.Repeat("👍🏽", 99) + "…"},
		{strings.Repeat("a", 198) + " " + strings.Repeat("b", 9), strings.Repeat("a", 198) + "…"},
	} {
		if got := echo(test.words); got != test.want {
			t.Errorf("echo(%.60q) = %q, want %q", test.words, got, test.want)
		}
	}
}

// hostile are fragments that did harm somewhere, each of which is tried in
// several places of an innocent sentence.
var hostile = []string{
	"\x1b[31m", "\x1b[999;999H", "\x1b[2J", "\x1b]0;x\x07", "\x1b]52;c;cm0gLXJm\x07", "\x1b]8;;file:///etc/passwd\x1b\\", "\x1b[6n",
	"\x1b", "\u009b2J", "\u009d0;x\u009c", "\x00", "\b\b\b\b", "\r", "\n\n> ", "\v\f", "\x7f", "\u2028", "\u2029",
	"\u202e", "\u2066\u2067\u2068", "\u200f\u200e", "\u061c", "\u200b", "\u200d", "\ufeff", "\u2060\u2061", "\u00ad", "\ufff9\ufffa\ufffb",
	"\U000e0020\U000e0061", "\U0001d173", "\u034f", "\u180e", "\ufe0f\ufe0f", "\u3164", "\u2800",
	strings.Repeat("\u0301", 300), strings.Repeat("\u0489", 40), "\u20dd\u20dd\u20dd\u20dd\u20dd\u20dd",
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--", "]]>", "&#x3c;", "javascript:alert(1)", "\" onmouseover=\"x",
	"![](http://x.test/p.png)", "[a](javascript:x)", "```", "<https://x.test>", "{{7*7}}", "${jndi:ldap://x}", "'; DROP TABLE turns;--", "%n%n%s",
	"$(reboot)", "`id`", "\\input{/etc/passwd}", "[url=x]", "\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "{input}", strings.Repeat("x", 5000),
	strings.Repeat("ﷺ", 300), strings.Repeat("👩‍👩‍👧‍👦", 90), "\ufdd0\U0010ffff",
}

func TestEchoOfHostileWords(t *testing.T) {
	count := 0
	for _, fragment := range hostile {
		for _, words := range []string{
			fragment, "I open " + fragment + " the door", fragment + "I open the door", "I open the door" + fragment,
			strings.Repeat("I open the door ", 12) + fragment + fragment,
		} {
			count++
			checkEcho(t, words)
		}
	}
	if count < 200 {
		t.Errorf("only %d inputs", count)
	}
}

func FuzzEcho(f *testing.F) {
	for _, fragment := range hostile {
		f.Add("I open " + fragment + " the door")
	}
	f.Fuzz(checkEcho)
}

// checkEcho holds an echo against the promise in other words than the code's: of
// each rune it asks what it is, not what it was made from.
func checkEcho(t *testing.T, words string) {
	got := echo(words)
	switch {
	case !utf8.ValidString(got):
		t.Fatalf("echo(%q) = %q is not UTF-8", words, got)
	case utf8.RuneCountInString(got) > 200:
		t.Fatalf("echo(%q) has %d runes", words, utf8.RuneCountInString(got))
	case strings.TrimSpace(got) != got || strings.Contains(got, "  "):
		t.Fatalf("echo(%q) = %q has loose space", words, got)
	case strings.ContainsAny(got, "<>&\"'`[]{}|\\*_~#$^"):
		t.Fatalf("echo(%q) = %q has markup", words, got)
	case echo(got) != got:
		t.Fatalf("echo(%q) = %q, and the echo of that is %q", words, got, echo(got))
	}
	marks := 0
	for i, r := range got {
		if r != ' ' && (unicode.In(r, unicode.C, unicode.Z, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800') {
			t.Fatalf("echo(%q) = %q has %U", words, got, r)
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks > 4 || marks > 0 && i == 0 {
			t.Fatalf("echo(%q) = %q has %d marks at byte %d", words, got, marks, i)
		}
	}
}

func TestTemplate(t *testing.T) {
	seen := map[string]int{}
	for i := range 200 {
		seed := rng.FromString(string(rune('a' + i)))
		text := template("sing & dance", seed)
		if text != template("sing & dance", seed) {
			t.Fatal("one turn, two answers")
		}
		seen[text]++
	}
	for _, want := range []string{
		"The narrator pauses, considering your words: 'sing ＆ dance'",
		"Your action 'sing ＆ dance' echoes in the stillness...",
	} {
		if seen[want] < 50 {
			t.Errorf("%q was chosen %d times of 200", want, seen[want])
		}
	}
	for _, nothing := range []string{"", " \n", "\u200b", "\x1b[0m", "\xff"} {
		if got := template(nothing, rng.Seed{}); got != "The story continues, though the path is unclear..." {
			t.Errorf("%q is answered by %q", nothing, got)
		}
	}
}
