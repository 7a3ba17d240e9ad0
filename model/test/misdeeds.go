package test

import (
	"bufio"
	"io"

	"github.com/narratoria/narratoria/model"
)

// A Misdeed is what a server does instead of answering: it writes that, and may wait for the other side's end. It says whether the
// connection is over.
type Misdeed func(to io.Writer, from *bufio.Reader) (done bool, err error)

// Misdeeds are all that a server of this protocol may do wrong, by what it is: each behaviour of its model, and each fault of the wire in
// the middle of an answer.
func (p Protocol) Misdeeds() map[string]Misdeed {
	all := map[string]Misdeed{}
	for b := range kinds {
		all["it "+string(b)] = func(to io.Writer, from *bufio.Reader) (bool, error) { return p.behave(b, to, from) }
	}
	w := Wire{Events: p.Say(model.Stopped, Pieces()...), Protocol: p}
	for _, f := range faults {
		all[f.name] = func(to io.Writer, from *bufio.Reader) (bool, error) {
			whole := w.whole()
			return true, f.do(w, whole, len(whole)/2|1, to, from)
		}
	}
	return all
}
