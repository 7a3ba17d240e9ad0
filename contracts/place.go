package contracts

import (
	"bytes"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Locate fills in line and column of the problems, and of their causes, from
// the pointers they carry, and sorts them in the order of the document: an
// unknown field stands where its key does, everything else where its value
// begins, or where its container does when it is not there. The text is read
// once, however many problems there are.
func (ps Problems) Locate(data []byte) {
	if len(ps) == 0 {
		return
	}
	root := &place{}
	root.want(ps)
	root.offset = skipToToken(data, 0)
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true)) // it was read before: there are none
	_ = root.find(dec, data)                                                              // what is not found stands at its container
	root.fill(ps, linesOf(data))
	ps.Sort()
}

// place is one value of a document, reached by the pointers that are wanted.
type place struct {
	children    map[string]*place // by RFC 6901 token, unescaped
	key, offset int
}

func (p *place) want(ps Problems) {
	for _, problem := range ps {
		at := p
		for token := range jsontext.Pointer(problem.Pointer).Tokens() {
			at = at.child(token)
		}
		p.want(problem.Causes)
	}
}

func (p *place) child(token string) *place {
	if p.children == nil {
		p.children = map[string]*place{}
	}
	if p.children[token] == nil {
		p.children[token] = &place{key: -1, offset: -1}
	}
	return p.children[token]
}

// find reads the value that comes next and sets the offsets of what is wanted
// in it. Where the text stops being JSON the rest stays unset.
func (p *place) find(dec *jsontext.Decoder, data []byte) error {
	kind := dec.PeekKind()
	if p.children == nil || (kind != '{' && kind != '[') {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for index := 0; dec.PeekKind() != '}' && dec.PeekKind() != ']'; index++ {
		if err := p.findChild(index, kind == '{', dec, data); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (p *place) findChild(index int, member bool, dec *jsontext.Decoder, data []byte) error {
	token, key := strconv.Itoa(index), -1
	if member {
		key = skipToToken(data, int(dec.InputOffset()))
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		token = name.String()
	}
	child := p.children[token]
	if child == nil {
		return dec.SkipValue()
	}
	child.key, child.offset = key, skipToToken(data, int(dec.InputOffset()))
	return child.find(dec, data)
}

// fill gives each problem its line and column.
func (p *place) fill(ps Problems, starts lines) {
	for i := range ps {
		ps[i].Line, ps[i].Column = starts.position(p.of(ps[i]))
		p.fill(ps[i].Causes, starts)
	}
}

// lines are the offsets at which the lines of a text begin, so that many problems
// are placed in one reading of it.
type lines []int

func linesOf(data []byte) lines {
	starts := lines{0}
	for i, b := range data {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// position gives line and column, both from 1.
func (l lines) position(offset int) (line, column int) {
	line = sort.SearchInts(l, offset+1)
	return line, offset - l[line-1] + 1
}

// of is the offset of a problem: its own, or that of the last container on the
// way to it.
func (p *place) of(problem Problem) int {
	at, offset := p, p.offset
	for token := range jsontext.Pointer(problem.Pointer).Tokens() {
		if at = at.children[token]; at.offset < 0 {
			return offset
		}
		offset = at.offset
	}
	if problem.Kind == UnknownField && at.key >= 0 {
		return at.key
	}
	return offset
}

// skipToToken steps over the white space and punctuation that the decoder leaves
// before the token it reads next.
func skipToToken(data []byte, offset int) int {
	for offset < len(data) && strings.IndexByte(" \t\r\n,:", data[offset]) >= 0 {
		offset++
	}
	return offset
}
