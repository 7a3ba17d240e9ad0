package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Code names the rule of the protocol that a stream broke. The list is closed.
type Code string

// What can be wrong with a stream. [Code.Malformed] tells the two kinds apart.
const (
	MalformedEvent  Code = "malformed_event"  // not one strict JSON object, or a field missing, of the wrong type or too long
	UnknownType     Code = "unknown_type"     // a type that is not in the list
	WrongVersion    Code = "wrong_version"    // a version other than "0"
	ReservedKey     Code = "reserved_key"     // a patch that touches a "$" key
	DuplicateAsset  Code = "duplicate_asset"  // an assetId used twice
	ForeignRequest  Code = "foreign_request"  // a requestId of another invocation
	AssetOutside    Code = "asset_outside"    // an asset path that leaves the output directory
	AssetRefused    Code = "asset_refused"    // an asset that is missing, not a plain file, or over its limit
	CallOutstanding Code = "call_outstanding" // done while a call has no reply yet
	DuplicateCall   Code = "duplicate_call"   // a call id used twice
	MissingDone     Code = "missing_done"     // the stream ended without done
	LineTooLong     Code = "line_too_long"    // one line over Limits.Line
	TooManyEvents   Code = "too_many_events"  // over Limits.Events
	TooManyBytes    Code = "too_many_bytes"   // over Limits.Bytes
	TooManyAssets   Code = "too_many_assets"  // over Limits.Assets
	OutputTooLarge  Code = "output_too_large" // done.output over Limits.Output
	TooManyCalls    Code = "too_many_calls"   // over the host's limit of calls
	TooDeep         Code = "too_deep"         // a line over Limits.Depth
	TooManyValues   Code = "too_many_values"  // over Limits.LineValues or Limits.Values
	TooMuchState    Code = "too_much_state"   // over Limits.State, or more than the skill may keep
)

// Malformed reports whether the code speaks of a line's content (an execution
// result's category invalid_json) rather than of limits and endings (process_error).
func (c Code) Malformed() bool {
	switch c {
	case MissingDone, LineTooLong, TooManyEvents, TooManyBytes, TooManyAssets, OutputTooLarge, TooManyCalls, AssetRefused,
		TooDeep, TooManyValues, TooMuchState:
		return false
	}
	return true
}

// A Violation is how a stream broke the protocol. Nothing after it is read.
type Violation struct {
	Code    Code
	Line    int    // of the stream, from 1; for [MissingDone] the last there was, so 0 in an empty stream
	Excerpt string // the start of that line, made safe to print; at most 120 characters
	Message string // what is wrong and what was expected
}

// Error is the violation on one line:
//
//	line 2: malformed_event: "level" must be one of debug, info, warn, error, and is "loud": {"version":"0",...
func (v *Violation) Error() string {
	text := fmt.Sprintf("%s: %s", v.Code, v.Message)
	if v.Line > 0 {
		text = fmt.Sprintf("line %d: %s", v.Line, text)
	}
	if v.Excerpt != "" {
		text += ": " + v.Excerpt
	}
	return text
}

// A fault is a broken rule before it is known in which line it was broken.
type fault struct {
	code    Code
	message string
}

func (f *fault) Error() string { return f.message }

func faultf(code Code, format string, args ...any) *fault {
	return &fault{code, fmt.Sprintf(format, args...)}
}

const (
	excerptLength = 120 // characters of a line that a violation shows
	quoteLength   = 40  // characters of one foreign value inside a message
)

// excerpt shows the start of foreign text on one line of a terminal or log
// without letting it act there: control characters (and with them ANSI
// sequences), directional marks, invisible characters and bytes that are not
// UTF-8 are written as escapes.
func excerpt(text []byte) string {
	var shown strings.Builder
	for length := 0; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		piece := printable(r, text[:size])
		room := excerptLength
		if len(text) > size {
			room-- // for the ellipsis
		}
		if length += utf8.RuneCountInString(piece); length > room {
			return shown.String() + "…"
		}
		shown.WriteString(piece)
		text = text[size:]
	}
	return shown.String()
}

func printable(r rune, raw []byte) string {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		return fmt.Sprintf(`\x%02x`, raw[0])
	case unicode.IsPrint(r):
		return string(r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// quote is a foreign value inside a message: quoted, safe to print, not long.
func quote(s string) string {
	if utf8.RuneCountInString(s) <= quoteLength {
		return strconv.Quote(s)
	}
	runes := []rune(s[:min(len(s), quoteLength*utf8.UTFMax)])
	return strconv.Quote(string(runes[:quoteLength])) + "…"
}
