package gbnf_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/model/llama/gbnf"
)

// TestMatches says of grammars what is of them, and what is not.
func TestMatches(t *testing.T) {
	for text, want := range map[string]struct{ are, not []string }{
		`root ::= "a" | "b" # either`:                           {[]string{"a", "b"}, []string{"", "ab", "c"}},
		"# first\nroot ::=\n  x |\n  y\nx ::= \"1\"\r\ny::=x x": {[]string{"1", "11"}, []string{"", "111"}},
		`root ::= [a-cx-] [^a-c\n] .`:                           {[]string{"ad灯", "-x\n", "xd\""}, []string{"dda", "aaa", "a\na", "ad"}},
		`root ::= "ab"* "c"?`:                                   {[]string{"", "ab", "ababc", "c"}, []string{"abb", "cc", "a"}},
		`root ::= "a"+ ( "b" | "" ){2} [0-9]{1,2} "x"{2,}`:      {[]string{"a0xx", "aabb12xxx", "ab0xx"}, []string{"0xx", "abbb0xx", "a123xx", "a0x"}},
		`root ::= "\x41\u706f\U0001F56F\t\r\n\\\"\[\]"`:         {[]string{"A灯🕯\t\r\n\\\"[]"}, []string{"A"}},
		`root ::= [\]\[\\\x41-\x43]`:                            {[]string{"]", "[", "\\", "B"}, []string{"D", ""}},
		`root ::= "(" root ")" | ""`:                            {[]string{"", "()", "((()))"}, []string{"(", "(()"}},
		`root ::= ( "a" ( "b" | "c"
			)? # goes on
			"d" ){0,3}`: {[]string{"", "ad", "abdacdad"}, []string{"abd ad", "adadadad"}},
		`root ::= a-1 A2` + "\na-1 ::= \"x\"\nA2 ::= \"y\"": {[]string{"xy"}, []string{"x"}},
		`root ::= "a"{3}{2}`:     {[]string{"aaaaaa"}, []string{"aaa", "aaaaa"}},
		`root ::= "a"{0} "b"`:    {[]string{"b"}, []string{"ab"}},
		`root ::= [^"] "\uD800"`: {nil, []string{"a", "a\uFFFD"}},
	} {
		grammar, err := gbnf.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, one := range want.are {
			if !grammar.Matches(one) {
				t.Errorf("of %s is not %q", text, one)
			}
		}
		for _, one := range append(want.not, "\xff", "a\xff") {
			if grammar.Matches(one) {
				t.Errorf("of %s is %q", text, one)
			}
		}
	}
}

// TestNoGrammar: what llama.cpp refuses, or takes and means something else by, is an error.
func TestNoGrammar(t *testing.T) {
	for text, want := range map[string]string{
		``:                                     `no rule "root"`,
		`other ::= "a"`:                        `no rule "root"`,
		`root ::= other`:                       `no rule "other"`,
		`root = "a"`:                           "::= is expected",
		`::= "a"`:                              "a name is expected",
		`root ::= "a`:                          "a letter is expected",
		`root ::= [a`:                          "a letter is expected",
		`root ::= []`:                          "a class has no letter",
		`root ::= ("a"`:                        ") is expected",
		`root ::= "a")`:                        "the end of the line is expected",
		"root ::= \"a\"\n\n other ::= \"a\" %": "line 3 of the grammar: the end of the line",
		`root ::= "\q"`:                        "no such escape",
		`root ::= [\-]`:                        "no such escape",
		`root ::= "\x4"`:                       "2 hexadecimal digits",
		`root ::= "\uZZZZ"`:                    "4 hexadecimal digits",
		`root ::= "\UFFFFFFFF"`:                "8 hexadecimal digits",
		`root ::= * "a"`:                       "nothing to repeat",
		`root ::= ""*`:                         "nothing to repeat",
		`root ::= "a"{`:                        "a number",
		`root ::= "a"{1`:                       ", or } is expected",
		`root ::= "a"{1,2`:                     "} is expected",
		`root ::= "a"{2,1}`:                    "from 2 to 1 times",
		`root ::= "a"{0,2001}`:                 "at most 2000",
		`root ::= "a"{0,2000}`:                 "makes 2000 rules",
		`root ::= ("a" "b"?){1,1000}`:          "makes 2000 rules",
		`root ::= "a"{50}{50}`:                 "makes 2500 rules",
		"root ::= \"a\"\nroot ::= \"b\"":       "there already",
		`root ::= root "a" | "b"`:              `"root" begins with itself`,
		`root ::= x root | "b"` + "\n" + `x ::= "a"?`: "begins with itself",
		`root ::= ("a"?)*`:                            "begins with itself",
		`root ::= [z-a]`:                              "back to one before it",
		`root ::= <think>`:                            "the end of the line",
		"root ::= \"\xff\"":                           "a letter is expected",
		strings.Repeat("#", 5<<20):                    "bytes",
		"root ::= " + strings.Repeat("(", 300) + `"a"` + strings.Repeat(")", 300): "deeper than 200",
	} {
		if _, err := gbnf.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %.60q it is to say %q: %v", text, want, err)
		}
	}
}

// TestBegun: a matcher says on the way whether there is anything to come.
func TestBegun(t *testing.T) {
	grammar, err := gbnf.Parse(`root ::= "ab" "c"?`)
	if err != nil {
		t.Fatal(err)
	}
	m := grammar.Begin()
	for _, step := range []struct {
		text        string
		goes, whole bool
	}{{"a", true, false}, {"b", true, true}, {"c", true, true}, {"c", false, false}, {"", false, false}} {
		if goes := m.Accept(step.text); goes != step.goes || m.Whole() != step.whole {
			t.Errorf("behind %q it goes on: %v, and may end: %v", step.text, goes, m.Whole())
		}
	}
}

// FuzzParse: of any text there is a grammar or an error, and what is written at random by one matches it.
func FuzzParse(f *testing.F) {
	f.Add(`root ::= "a" | [^b-d]{2,3} ( root )? # x`, uint64(1))
	text, err := gbnf.FromSchema([]byte(tree))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, uint64(2))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		grammar, err := gbnf.Parse(text)
		if err != nil {
			return
		}
		if rules, _ := grammar.Size(); rules > 5000 || !grammar.Ends() {
			return
		}
		said := grammar.Random(200, rand.New(rand.NewPCG(seed, 1)).IntN)
		if most, bounded := grammar.Longest(); bounded && len(said) > most {
			t.Errorf("of %s comes %q, which has %d bytes and not %d", text, said, len(said), most)
		}
		if len(said) < 5000 && !strings.ContainsAny(said, "\uFFFD\U0010FFFF") && !grammar.Matches(said) {
			t.Errorf("of %s comes %q, which does not match", text, said)
		}
	})
}
