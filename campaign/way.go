package campaign

import (
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A way leads from the top of a document to the value that is being read. It is put into
// words when there is something to say of that value, and not at each on the way: most
// values of most documents are as they should be.
type way []step

// A step leads to a member of an object, or to an element of a list.
type step struct {
	name  string
	place int // in the list; noPlace of a member
}

const noPlace = -1

func toMember(name string) step { return step{name, noPlace} }
func toElement(place int) step  { return step{place: place} }

func (w *way) into(s step) { *w = append(*w, s) }

func (w *way) back() { *w = (*w)[:len(*w)-1] }

// String is the way as an RFC 6901 pointer.
func (w way) String() string {
	var b strings.Builder
	for _, s := range w {
		b.WriteByte('/')
		if s.place == noPlace {
			b.WriteString(strictjson.Token(s.name))
		} else {
			b.WriteString(strconv.Itoa(s.place))
		}
	}
	return b.String()
}
