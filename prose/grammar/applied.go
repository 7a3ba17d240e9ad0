package grammar

import (
	"github.com/narratoria/narratoria/internal/english"
)

// applied is a line of what is used on something, as one of what that does, for who words a choice
// says so: "use the key on the ossuary" is "open the ossuary with the key".
func applied(l *line) *line {
	at := skipped(l.words, 0)
	n := leading(l.words[at:], applying)
	if n == 0 {
		return nil
	}
	for i := at + n + 1; i+1 < len(l.words); i++ {
		if w := l.words[i]; english.OneOf(w, "on in into with to opens fits unlocks turns works") {
			return newLine(l.typed(0, at) + " open " + l.span(i+1+count(l.words[i+1:], "in on with"), len(l.words)) + " with " + l.span(at+n, i))
		}
	}
	return nil
}

var applying = bound("(use/try/put/fit/insert/turn/apply/employ/stick) (out)?|(see/try/check/find out/test) (if/whether)")
