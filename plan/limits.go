package plan

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/contracts"
)

// Options of a check. Zero fields mean the default.
type Options struct {
	MaxTools int // 32
	MaxEdges int // dependencies in all; 64
	MaxBytes int // of the document; 32 KiB for each of MaxTools
	// NewID makes the requestId for a plan whose document has none. Nil refuses
	// such a plan, as the schema does.
	NewID func() ID
}

func (o Options) withDefaults() Options {
	if o.MaxTools <= 0 {
		o.MaxTools = 32
	}
	if o.MaxEdges <= 0 {
		o.MaxEdges = 64
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = o.MaxTools * 32 << 10
	}
	return o
}

// overLimit says which limit a document breaks, or nothing. It reads no further than
// the first tool or dependency too many, so a plan of a hundred thousand tools
// is refused without ever becoming a tree. What is not JSON is left to the
// schema's check, which explains it.
func overLimit(file string, data []byte, limits Options) Problems {
	start := data[:min(len(data), limits.MaxBytes)]
	c := counter{dec: jsontext.NewDecoder(bytes.NewBuffer(start)), limits: limits}
	c.members(func(name string) {
		if name == "tools" {
			c.elements(c.tool)
		}
	})
	if c.broken == "" && len(data) > limits.MaxBytes {
		c.broken = fmt.Sprintf("the plan has %d bytes, and the limit is %d", len(data), limits.MaxBytes)
	}
	if c.broken == "" {
		return nil
	}
	problems := Problems{{File: file, Pointer: c.where, Kind: contracts.Limit, Message: c.broken}}
	problems.Locate(start)
	return problems
}

// counter counts tools and their dependencies in one pass without a tree. Once
// something is broken, or is not JSON, it reads nothing more.
type counter struct {
	dec          *jsontext.Decoder
	limits       Options
	tools, edges int
	where        string
	broken       string
	stopped      bool
}

func (c *counter) tool() {
	c.tools++
	if c.tools > c.limits.MaxTools {
		c.stop("the plan has more than %d tools", c.limits.MaxTools)
		return
	}
	c.members(func(name string) {
		if name == "dependencies" {
			c.elements(c.edge)
		}
	})
}

func (c *counter) edge() {
	c.edges++
	if c.edges > c.limits.MaxEdges {
		c.stop("the plan's tools have more than %d dependencies in all", c.limits.MaxEdges)
	}
}

// stop breaks the count at the element that is about to be read.
func (c *counter) stop(format string, limit int) {
	_, length := c.dec.StackIndex(c.dec.StackDepth())
	c.where = fmt.Sprintf("%s/%d", parent(c.dec, length), length)
	c.broken, c.stopped = fmt.Sprintf(format, limit), true
}

// parent is the pointer of the array being read, whose last element read so far,
// if any, is what the decoder itself points to.
func parent(dec *jsontext.Decoder, elementsRead int64) string {
	here := dec.StackPointer()
	if elementsRead > 0 {
		here = here.Parent()
	}
	return string(here)
}

// members calls visit with each member's name of the object that comes next. A
// visit may read the member's value; what it leaves unread is skipped.
func (c *counter) members(visit func(name string)) {
	if !c.open('{') {
		return
	}
	for !c.stopped && c.dec.PeekKind() != '}' {
		name, err := c.dec.ReadToken()
		if err != nil {
			c.stopped = true
			return
		}
		before := c.dec.InputOffset()
		visit(name.String())
		if !c.stopped && c.dec.InputOffset() == before {
			c.stopped = c.dec.SkipValue() != nil
		}
	}
	c.close()
}

// elements calls visit before each element of the array that comes next.
func (c *counter) elements(visit func()) {
	if !c.open('[') {
		return
	}
	for !c.stopped && c.dec.PeekKind() != ']' {
		before := c.dec.InputOffset()
		visit()
		if !c.stopped && c.dec.InputOffset() == before {
			c.stopped = c.dec.SkipValue() != nil
		}
	}
	c.close()
}

func (c *counter) open(kind jsontext.Kind) bool {
	if c.stopped || c.dec.PeekKind() != kind {
		return false
	}
	_, err := c.dec.ReadToken()
	c.stopped = err != nil
	return err == nil
}

func (c *counter) close() {
	if !c.stopped {
		_, err := c.dec.ReadToken()
		c.stopped = err != nil
	}
}
