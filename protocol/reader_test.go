package protocol_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/narratoria/narratoria/protocol"
)

// A read error is no protocol error, is told as it is, and is final; half a line
// before it is not taken for a line.
func TestReadErrorsAreWrapped(t *testing.T) {
	broken := errors.New("the pipe burst")
	source := io.MultiReader(strings.NewReader(goodLog+strings.TrimSpace(goodDone)), iotest.ErrReader(broken))
	reader := protocol.NewReader(source, protocol.ReaderOptions{})
	if _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	_, err := reader.Next()
	if !errors.Is(err, broken) || err == broken {
		t.Errorf("got %v", err)
	}
	if _, again := reader.Next(); again != err {
		t.Errorf("then %v", again)
	}
	if verdict := protocol.Judge(nil, err, 0); verdict != protocol.Broken {
		t.Errorf("judged %s", verdict)
	}
}

// What only the transport can see ends the stream like any other fault.
func TestRefuse(t *testing.T) {
	line := `{"version":"0","type":"asset","assetId":"a","kind":"image","mediaType":"image/png","path":"../../x"}` + "\n"
	reader := protocol.NewReader(strings.NewReader(line+goodDone), protocol.ReaderOptions{})
	if _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	violation := reader.Refuse(protocol.AssetOutside, `"../../x" leaves the output directory`)
	want := `line 1: asset_outside: "../../x" leaves the output directory: ` + strings.TrimSpace(line)
	if violation.Error() != want {
		t.Errorf("got %s\nwant %s", violation, want)
	}
	if event, err := reader.Next(); event != nil || err != error(violation) {
		t.Errorf("after the refusal came %v, %v", event, err)
	}
}

// Done is told before the script's end is known: the reader must not wait for it.
func TestDoneIsNotHeldBack(t *testing.T) {
	output, script := io.Pipe()
	go func() { _, _ = script.Write([]byte(goodDone)) }() // ends when the reader has read
	reader := protocol.NewReader(output, protocol.ReaderOptions{})
	if _, err := reader.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.Next(); err != io.EOF {
		t.Errorf("after done: %v", err)
	}
}

func TestExcerptsAreSafeAndShort(t *testing.T) {
	for _, line := range []string{
		strings.Repeat("x", 120), strings.Repeat("x", 121), strings.Repeat("é", 121), strings.Repeat("\x1b", 50), strings.Repeat("\xff", 500),
		"\x1b]0;title\a", "\u202e\u2066\u200f\u061c", "\U000e0001\U0001f600", "tab\tbell\a", "\u2028\u0085",
	} {
		_, end := readAll([]byte(line), protocol.ReaderOptions{})
		excerpt := end.(*protocol.Violation).Excerpt
		for _, r := range excerpt {
			if r != '…' && r != 'é' && r != '\U0001f600' && (r < ' ' || r > '~') {
				t.Errorf("%q is shown as %q", line, excerpt)
			}
		}
		if n := utf8.RuneCountInString(excerpt); n > 120 || (len(line) == 120 && excerpt != line) {
			t.Errorf("%q is shown in %d characters: %s", line, n, excerpt)
		}
	}
}

func TestLimitsHaveDefaults(t *testing.T) {
	got := protocol.Limits{Events: 5, Line: -1}.WithDefaults()
	if want := (protocol.Limits{Line: 1 << 20, Events: 5, Bytes: 8 << 20, Assets: 256, Output: 256 << 10, Depth: 64, LineValues: 10_000, Values: 100_000, State: 1 << 20}); got != want {
		t.Errorf("got %+v", got)
	}
}
