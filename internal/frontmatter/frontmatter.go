// Package frontmatter reads the little YAML that stands in Markdown: front matter
// between two lines "---", and fenced blocks.
//
//	header, body, bodyLine, err := frontmatter.Split(text)
//	document, err := frontmatter.Parse(header, 2)
//	document.Tree         // {"mode": "mythic", "tags": ["sea"]}
//	document.Place("/tags/0") // 3, 8
//
// Trees are of package strictjson's kinds, so that one validator serves YAML and
// JSON. Small means: mappings, lists, text, whole numbers, decimals, true, false
// and null; no aliases, anchors or tags, which descriptions never need and a
// memory bomb does; no key twice; at most [MaxBytes] and [MaxDepth]. What only
// YAML takes for something else than text (dates, "yes", 0x10, 1_000) is text. Whoever
// wants text alone, however it may look, reads it with [Document.Text].
package frontmatter

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Limits of one document.
const (
	MaxBytes = 64 << 10
	MaxDepth = 16
)

// A Fault is a kind of [Error].
type Fault int

// The faults there are.
const (
	Refused    Fault = iota // YAML that this package does not read
	Unclosed                // the second "---" is missing
	NoYAML                  // the message is why it is none
	NotMapping              // the text is a list, or a text
)

// An Error says where a text stops being what this package reads.
type Error struct {
	Fault   Fault
	Line    int // in the file
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

// A Document is a mapping and where its parts stand.
type Document struct {
	Tree   strictjson.Object
	line   int
	places map[string]place
}

// A place is where a value stands, and its key where it is a member's; a scalar also in
// the text it was written in.
type place struct {
	line, column int
	keyLine      int
	scalar       bool
	text         string
}

// Place gives line and column, in the file, of the value at an RFC 6901 pointer,
// or of the nearest that is there.
func (d *Document) Place(pointer string) (line, column int) {
	for {
		if at, ok := d.places[pointer]; ok {
			return at.line, at.column
		}
		cut := strings.LastIndexByte(pointer, '/')
		if cut < 0 {
			return d.line, 1
		}
		pointer = pointer[:cut]
	}
}

// KeyLine is the line, in the file, where a member's key stands, 0 where there is no such
// member.
func (d *Document) KeyLine(pointer string) int { return d.places[pointer].keyLine }

// Text is the scalar at a pointer as it was written, without its quotes: 1.0 is "1.0", true
// is "true", and nothing is "". is is false for a list or a mapping, and where nothing is.
func (d *Document) Text(pointer string) (text string, is bool) {
	at := d.places[pointer]
	return at.text, at.scalar
}

// Parse reads a text that begins in some line of a file. The error is an
// *[Error].
func Parse(text string, line int) (*Document, error) {
	d := &Document{Tree: strictjson.Object{}, line: line, places: map[string]place{}}
	if len(text) > MaxBytes {
		return nil, &Error{Refused, line, fmt.Sprintf("the YAML has %d bytes; at most %d are read", len(text), MaxBytes)}
	}
	if !utf8.ValidString(text) {
		return nil, &Error{Refused, line, "the YAML is not UTF-8 text"}
	}
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		return nil, d.syntax(err)
	}
	if len(root.Content) == 0 {
		return d, nil // blank, or only comments
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, &Error{NotMapping, d.at(top), `expected lines such as "title: The lamp"`}
	}
	tree, err := d.value(top, 0, "", 0)
	if err != nil {
		return nil, err
	}
	d.Tree = tree.(strictjson.Object)
	return d, nil
}

func (d *Document) at(node *yaml.Node) int { return d.line + node.Line - 1 }

func (d *Document) refuse(node *yaml.Node, format string, args ...any) *Error {
	return &Error{Refused, d.at(node), fmt.Sprintf(format, args...)}
}

// advice says what to do about what people most often write.
var advice = map[string]string{
	"mapping values are not allowed in this context": "a text with a colon in it needs quotes",
	"found character that cannot start any token":    "indent with spaces, and put quotes around a text that begins with a sign",
	"found unexpected end of stream":                 "a quoted text is not closed",
}

// syntax turns the library's error, which names a line in its text, into ours.
func (d *Document) syntax(err error) *Error {
	message, line := strings.TrimPrefix(err.Error(), "yaml: "), 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, text, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			message, line = text, max(1, n)
		}
	}
	if also := advice[message]; also != "" {
		message += "; " + also
	}
	return &Error{NoYAML, d.line + line - 1, message}
}

func (d *Document) value(node *yaml.Node, keyLine int, pointer string, depth int) (any, error) {
	if err := d.check(node, depth); err != nil {
		return nil, err
	}
	at := place{line: d.at(node), column: node.Column, keyLine: keyLine}
	at.scalar, at.text = node.Kind == yaml.ScalarNode, node.Value
	d.places[pointer] = at
	switch node.Kind {
	case yaml.MappingNode:
		return d.mapping(node, pointer, depth)
	case yaml.SequenceNode:
		return d.sequence(node, pointer, depth)
	}
	return scalar(node), nil
}

func (d *Document) check(node *yaml.Node, depth int) error {
	switch {
	case depth > MaxDepth:
		return d.refuse(node, "the YAML is nested deeper than %d levels", MaxDepth)
	case node.Kind == yaml.AliasNode || node.Anchor != "":
		return d.refuse(node, "aliases and anchors are not allowed here")
	case node.Style&yaml.TaggedStyle != 0:
		return d.refuse(node, "tags are not allowed here")
	}
	return nil
}

func (d *Document) mapping(node *yaml.Node, pointer string, depth int) (any, error) {
	object := strictjson.Object{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if err := d.check(key, depth); err != nil {
			return nil, err
		}
		if key.Kind != yaml.ScalarNode {
			return nil, d.refuse(key, "a name must be text")
		}
		if _, twice := object[key.Value]; twice {
			return nil, d.refuse(key, "the field %q stands twice", key.Value)
		}
		value, err := d.value(node.Content[i+1], d.at(key), pointer+"/"+strictjson.Token(key.Value), depth+1)
		if err != nil {
			return nil, err
		}
		object[key.Value] = value
	}
	return object, nil
}

func (d *Document) sequence(node *yaml.Node, pointer string, depth int) (any, error) {
	list := make([]any, len(node.Content))
	for i, item := range node.Content {
		value, err := d.value(item, 0, pointer+"/"+strconv.Itoa(i), depth+1)
		if err != nil {
			return nil, err
		}
		list[i] = value
	}
	return list, nil
}

// Pointer is the RFC 6901 pointer to a member by its keys.
func Pointer(keys ...string) string {
	pointer := ""
	for _, key := range keys {
		pointer += "/" + strictjson.Token(key)
	}
	return pointer
}

// number is what JSON calls one: YAML has more kinds.
var number = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$`)

func scalar(node *yaml.Node) any {
	if node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return node.Value
	}
	switch node.Value {
	case "true", "false":
		return node.Value == "true"
	case "null", "~", "":
		return nil
	}
	if number.MatchString(node.Value) {
		return strictjson.Number(node.Value)
	}
	return node.Value
}

// Split takes the front matter off a text: what stands between a first line
// "---" and the next one. header is "" where there is none; bodyLine is where the
// body begins, and 1 where there is no front matter. Line ends become "\n", and a byte
// order mark is dropped. The error is an *[Error] that is [Unclosed].
func Split(text string) (header, body string, bodyLine int, err error) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", text, 1, nil
	}
	if body, ok := strings.CutPrefix(rest, "---\n"); ok {
		return "", body, 3, nil
	}
	header, body, ok = strings.Cut(rest+"\n", "\n---\n")
	if !ok {
		return "", text, 1, &Error{Unclosed, 1, `the front matter is not closed by a second line "---"`}
	}
	return header, strings.TrimSuffix(body, "\n"), strings.Count(header, "\n") + 4, nil
}
