package hostile

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// five once made a turn last 65 s, the program hold 5.2 GB, and a save grow by 14 MB in
// four turns.
var five = []misdeed{
	{name: "90,000 keys, then 9,900 tiny patches", want: "too_many_values", does: func(s *script) int {
		s.patch(keys(0, 90_000))
		for i := range 9_900 {
			s.patch(fmt.Sprintf(`{"%d":2}`, i))
		}
		return s.done()
	}},
	{name: "40 patches 9,000 levels deep", want: "too_deep", does: func(s *script) int {
		for range 40 {
			s.patch(nested(9_000, "1"))
		}
		return s.done()
	}},
	{name: "9,000 patches of one key", does: func(s *script) int {
		for i := range 9_000 {
			s.patch(fmt.Sprintf(`{"k%d":{}}`, i))
		}
		return s.done()
	}},
	{name: "seven lines of empty objects", want: "too_many_values", does: func(s *script) int {
		for i := range 7 {
			s.patch(fmt.Sprintf(`{"list%d":[`, i), strings.TrimSuffix(strings.Repeat("{},", 340_000), ","), "]}")
		}
		return s.done()
	}},
	{name: "175,000 keys kept for ever", want: "too_many_values", does: func(s *script) int {
		for i := range 20 {
			s.patch(keys(i*8_750, 8_750))
		}
		return s.done()
	}},
}

const escapes = "\x1b]0;title\x07\x1b[2J\x1b[31mred\u202ekcab\u2066\u0085\u200b\U000e0041"

// ofLines write lines, and do nothing else.
var ofLines = []misdeed{
	{name: "garbage for ever", want: "malformed_event", does: func(s *script) int {
		ignoreSignals()
		for {
			s.say("\xff\x00{\n")
		}
	}},
	{name: "a line without end", want: "line_too_long", does: func(s *script) int {
		ignoreSignals()
		for {
			s.say(strings.Repeat("a", 1<<16))
		}
	}},
	{name: "a slow drip of valid lines", want: "timeout", does: func(s *script) int {
		ignoreSignals()
		for {
			s.log("still here")
			s.say("")
			time.Sleep(time.Millisecond)
		}
	}},
	{name: "a slow drip of one line", want: "timeout", does: func(s *script) int {
		ignoreSignals()
		s.say(`{"version":"0","type":"log","level":"info","message":"`)
		for {
			s.say("a")
			time.Sleep(time.Millisecond)
		}
	}},
	{name: "half a line, then nothing", want: "timeout", does: func(s *script) int {
		s.say(doneLine[:20])
		return forever()
	}},
	{name: "half a line, then stdout closed", want: "malformed_event", does: func(s *script) int {
		s.say(doneLine[:20])
		os.Stdout.Close()
		return forever()
	}},
	{name: "done, then a flood", want: "timeout", does: func(s *script) int {
		ignoreSignals()
		for s.done(); ; {
			s.say(strings.Repeat("more\n", 10_000))
		}
	}},
	{name: "done, then nothing", want: "timeout", does: func(s *script) int { s.done(); return forever() }},
	{name: "done twice, and patches after it", does: func(s *script) int {
		s.done()
		s.patch(keys(0, 100_000))
		return s.done()
	}},
	{name: "10,001 log events", want: "too_many_events", does: func(s *script) int {
		for range 10_000 {
			s.log("")
		}
		return s.done()
	}},
	{name: "9,999 log events", does: func(s *script) int {
		for range 9_999 {
			s.event("log", "level", "error", "message", strings.Repeat("x", 700), "fields", map[string]any{"a": escapes})
		}
		return s.done()
	}},
	{name: "nine MiB of log", want: "too_many_bytes", does: func(s *script) int {
		for range 10 {
			s.log(strings.Repeat("x", 900<<10))
		}
		return s.done()
	}},
	{name: "a byte order mark", want: "malformed_event", does: func(s *script) int { s.put("\ufeff"); return s.done() }},
	{name: "UTF-16", want: "malformed_event", does: func(s *script) int {
		for _, r := range doneLine {
			s.put(string([]byte{byte(r), 0}))
		}
		s.say("")
		return 0
	}},
	{name: "a million blank lines", want: "malformed_event", does: func(s *script) int { s.say(strings.Repeat("\n", 1_000_000)); return s.done() }},
	{name: "half a character in a key", want: "malformed_event", does: func(s *script) int { s.patch(`{"a\ud800":1}`); return s.done() }},
	{name: "the same key twice", want: "malformed_event", does: func(s *script) int { s.patch(`{"a":1,"a":{}}`); return s.done() }},
	{name: "numbers with exponents out of all measure", does: func(s *script) int {
		for i := range 1_000 {
			s.patch(fmt.Sprintf(`{"n%d":1e%d,"m%d":-0.0e-999999999999999999999,"o":1e400}`, i, 1<<40, i))
		}
		return s.done()
	}},
	{name: "a number of 900,000 digits", does: func(s *script) int { s.patch(`{"n":`, strings.Repeat("7", 900_000), `}`); return s.done() }},
	{name: "keys with control characters", does: func(s *script) int {
		for i := range 500 {
			s.patch(fmt.Sprintf(`{"\u001b[2J\u0000\u202e\n%d":{"\u0007":1,"":2,".":3,"a.b":4,"\\":5}}`, i))
		}
		return s.done()
	}},
	{name: "a key of 900,000 letters", does: func(s *script) int { s.patch(`{"`, strings.Repeat("k", 900_000), `":1}`); return s.done() }},
	{name: "keys of the program's own", want: "reserved_key", does: func(s *script) int { s.patch(`{"$world":null,"$time":{"minutes":0}}`); return s.done() }},
	{name: "keys made and taken away in turn", does: func(s *script) int {
		for i := range 4_500 {
			s.patch(fmt.Sprintf(`{"k%d":{"a":{"b":[1,2,3]}}}`, i%7))
			s.patch(fmt.Sprintf(`{"k%d":null}`, i%7))
		}
		return s.done()
	}},
	{name: "a deep tree made and taken away in turn", want: "too_many_values", does: func(s *script) int {
		for range 700 {
			s.patch(nested(60, "1"))
			s.patch(nested(30, "null"))
		}
		return s.done()
	}},
	{name: "patches as wide as can be", does: func(s *script) int {
		for i := range 7 {
			s.patch(keys(i*9_900, 9_900))
		}
		return s.done()
	}},
	{name: "an array at every level", want: "too_deep", does: func(s *script) int {
		s.patch(`{"a":`, strings.Repeat("[", 100_000), strings.Repeat("]", 100_000), `}`)
		return s.done()
	}},
	{name: "6 MiB of patches of one key", want: "too_much_state", does: func(s *script) int {
		for range 100 {
			s.patch(`{"k":"`, strings.Repeat("v", 60_000), `"}`)
		}
		return s.done()
	}},
	{name: "the id of another attempt", want: "foreign_request", does: func(s *script) int {
		s.event("done", "ok", true, "requestId", "018f6f2e-7c1d-7c3a-9d52-5f0c1f6a2b11")
		return s.flush()
	}},
	{name: "an output too large", want: "output_too_large", does: func(s *script) int {
		s.event("done", "ok", true, "output", map[string]any{"a": strings.Repeat("x", 300<<10)})
		return s.flush()
	}},
	{name: "an output as large as can be", does: func(s *script) int {
		s.event("done", "ok", true, "summary", strings.Repeat("s", 700<<10), "output", map[string]any{escapes: strings.Repeat("x", 250<<10)})
		return s.flush()
	}},
	{name: "9,998 errors, and then no", want: "boom", does: func(s *script) int {
		for range 9_998 {
			s.event("error", "errorCode", "boom", "errorMessage", escapes+strings.Repeat("e", 500), "details", map[string]any{"a": 1})
		}
		s.event("done", "ok", false, "summary", escapes)
		return s.flush()
	}},
	{name: "escape sequences and hidden text", does: func(s *script) int {
		s.narrate(escapes)
		s.event("log", "level", "warn", "message", escapes, "fields", map[string]any{escapes: escapes})
		s.event("ui_event", "event", escapes, "payload", map[string]any{"x": escapes})
		s.event("error", "errorCode", "x"+escapes, "errorMessage", escapes)
		s.event("done", "ok", true, "summary", escapes, "output", map[string]any{"told": escapes})
		return s.flush()
	}},
	{name: "seven MiB of narration", does: func(s *script) int {
		for range 1_000 {
			s.narrate(strings.Repeat("all work and no play ", 340))
		}
		return s.done()
	}},
	{name: "9,990 pieces of narration", does: func(s *script) int {
		for range 9_990 {
			s.narrate("a\u0300\u0300\u0300\u0300\u0300\u0300")
		}
		return s.done()
	}},
	{name: "3,000 choices of ids that nobody has", does: func(s *script) int {
		for range 2 {
			var choices []string
			var details []any
			for i := range 1_500 {
				choices, details = append(choices, fmt.Sprint(escapes, "do ", i)), append(details, map[string]any{"id": fmt.Sprint("a/", i), "because": []string{"m999"}})
			}
			s.event("ui_event", "event", "narrative_choice", "payload", map[string]any{"choices": choices, "details": details})
		}
		return s.done()
	}},
	{name: "9,990 events that nobody knows", does: func(s *script) int {
		for i := range 9_990 {
			s.event("ui_event", "event", fmt.Sprint("e", i), "payload", map[string]any{})
		}
		return s.done()
	}},
	{name: "7 MiB of events that nobody knows", does: func(s *script) int {
		for i := range 100 {
			s.event("ui_event", "event", fmt.Sprint("e", i), "payload", map[string]any{"x": strings.Repeat("x", 70<<10)})
		}
		return s.done()
	}},
	{name: "dice of 9,000 eyes, 90,000 in all", does: func(s *script) int {
		for range 10 {
			s.event("ui_event", "event", "dice_roll", "payload", map[string]any{"formula": "9000d6", "rolls": make([]int, 9_000), "total": 7})
		}
		return s.done()
	}},
	{name: "narration of which nothing can be seen", does: func(s *script) int {
		s.narrate("\u202e")
		s.narrate("\u200b \u2066\x1b")
		return s.done()
	}},
	{name: "a type that there is not", want: "unknown_type", does: func(s *script) int { s.event("exec", "path", "/bin/sh"); return s.done() }},
	{name: "a version that there is not", want: "wrong_version", does: func(s *script) int {
		s.say(`{"version":"1","type":"done","ok":true}` + "\n")
		return 0
	}},
	{name: "a call without a permission", want: "unknown_type", does: func(s *script) int { s.event("call", "id", "1", "method", "data.list"); return s.done() }},
	{name: "nothing at all", want: "missing_done", does: func(*script) int { return 0 }},
	{name: "a flood of stderr", want: "timeout", does: func(*script) int {
		ignoreSignals()
		for noise := []byte(strings.Repeat(`{"level":"error","msg":"`+escapes+"\"}\n", 1_000)); ; {
			_, _ = os.Stderr.Write(noise)
		}
	}},
}

func (s *script) flush() int { s.say(""); return 0 }
