package model

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"
)

// A Generator writes texts. It is safe for concurrent use.
type Generator interface {
	// Name says for people, and in what is recorded, which model it is, and where.
	Name() string
	// Generate writes one text. tell is given it in pieces of whole characters, from the
	// goroutine that called, before Generate returns; it may be nil. The error is an *Error.
	Generate(ctx context.Context, r Request, tell func(Piece)) (Answer, error)
}

// A Request is what is asked for. Whoever is given one does not change it.
type Request struct {
	Place    Place
	Messages []Message // at least one, none of them empty
	Form     Form

	MaxTokens int           // of the answer; 0: DefaultMaxTokens
	Within    time.Duration // in which the call is over; 0: what the driver takes for right
	Stop      []string      // ends the text where one of them would begin
	// Seed asks for the same text again, of whoever can give it; 0 does not ask.
	Seed int64
	// Heat, in thousandths, is how far from the likeliest word a text may go: 0 is not at all.
	Heat int
}

// The bounds of a request, and of an answer.
const (
	DefaultMaxTokens = 1024
	MostTokens       = 32 << 10
	MostPrompt       = 4 << 20   // bytes of all messages
	MostText         = 256 << 10 // bytes of an answer
	MostHeat         = 2000
)

// A Place is what a request is for. It is not sent to a model: answers are kept and found by it.
type Place struct {
	Task string // "plan", "prose", ...
	Turn int    // 0 where it is for no turn
	Part string // of the task: an attempt, a character; or ""
}

func (p Place) String() string {
	text := fmt.Sprintf("%s of turn %d", p.Task, p.Turn)
	if p.Part != "" {
		text += ", part " + p.Part
	}
	return text
}

// A Message is one of a conversation.
type Message struct {
	Role Role
	Text string
}

// A Role is whose message it is. The names are fixed on the wire.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// A Form is what a text has to be. The zero Form is any.
type Form struct {
	// Schema is a JSON Schema: the text is one JSON value, read strictly. That it holds to
	// the schema, Check looks.
	Schema []byte
	// Grammar is a grammar in GBNF, for those who write by one; others answer Unsupported.
	Grammar string
	// Check says what is wrong with a whole text; nil: nothing is. It may be called concurrently.
	Check func(text string) error
}

// A Piece is the next part of a text.
type Piece struct {
	Text string
	// Anew says that the pieces before this one are void, since somebody else begins the text.
	Anew bool
}

// An Answer is a whole text.
type Answer struct {
	Text  string
	End   End
	Usage Usage
	By    string // the name of the generator that wrote it
	// Degraded are those who were to write it and did not, in the order in which they were asked.
	Degraded []Degradation
}

// An End is why a text ends. The names are fixed in files.
type End string

// The ends.
const (
	Stopped End = "stop"   // it is finished, or one of Request.Stop would have come
	Length  End = "length" // it has as many tokens as it may have
)

// Usage is how many tokens a call took, 0 where that was not said.
type Usage struct {
	Prompt, Text int
	Reused       int // of the prompt's, those at its beginning that were read for a call before and not again
}

// Writes reports whether a generator may be asked for the texts of a task. One that has a method of that name says so itself; any other may
// be asked for all.
func Writes(g Generator, task string) bool {
	of, says := g.(interface{ Writes(task string) bool })
	return !says || of.Writes(task)
}

// A Counter is a generator that counts tokens as its model does. It is safe for concurrent use.
type Counter interface {
	Generator
	// Count is how many tokens each text has by itself, for whoever is asked for what a request of that place is for; side by
	// side they have so many at most, or hardly more. The error is an *Error.
	Count(ctx context.Context, of Place, texts []string) ([]int, error)
}

// CountTime is how long [Count] waits for a model, which may be loaded just then, or be writing.
const CountTime = 200 * time.Millisecond

// Count counts by a generator, where it counts and does so at once; nil is that it does not.
func Count(ctx context.Context, g Generator, of Place, texts []string) []int {
	if len(texts) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, CountTime)
	defer cancel()
	counted, err := CountBy(ctx, g, of, texts)
	if err != nil || len(counted) != len(texts) {
		return nil
	}
	return counted
}

// CountBy counts by a generator, for one that stands before it. The error is an *Error: Unsupported where it does not count.
func CountBy(ctx context.Context, g Generator, of Place, texts []string) ([]int, error) {
	counter, is := g.(Counter)
	if !is {
		return nil, &Error{Generator: g.Name(), Kind: Unsupported, Message: "it counts no tokens"}
	}
	return counter.Count(ctx, of, texts)
}

// A Speed is how long a model takes for a token of a prompt that it reads and for one that it writes, as was measured when it was loaded. Of the
// zero Speed nothing is known.
type Speed struct{ Read, Write time.Duration }

// Known reports whether it was measured.
func (s Speed) Known() bool { return s.Read > 0 && s.Write > 0 }

// Takes is how long a call is reckoned to take that has so many tokens read and so many written; 0 where nothing is known.
func (s Speed) Takes(read, written int) time.Duration {
	return s.Read*time.Duration(read) + s.Write*time.Duration(written)
}

// A Measured is a generator whose model's speed is measured. It is safe for concurrent use.
type Measured interface {
	Generator
	// Speed is that of whoever is asked for what a request of that place is for. Where it is loaded first, that is waited for. The error is an
	// *Error: Unsupported where nobody measures.
	Speed(ctx context.Context, of Place) (Speed, error)
}

// SpeedOf is the speed of a generator, for one that stands before it too. The error is an *Error: Unsupported where nobody measures.
func SpeedOf(ctx context.Context, g Generator, of Place) (Speed, error) {
	measured, is := g.(Measured)
	if !is {
		return Speed{}, &Error{Generator: g.Name(), Kind: Unsupported, Message: "its speed is not measured"}
	}
	return measured.Speed(ctx, of)
}

// A Degradation is that a generator did not give the answer it was asked for.
type Degradation struct {
	Generator string // its name
	Err       error  // why, an *Error
}

// Check says what is wrong with a request: a mistake of the program that makes it.
func (r Request) Check() error {
	size := 0
	for i, m := range r.Messages {
		if m.Role != System && m.Role != User && m.Role != Assistant {
			return fmt.Errorf("message %d is by %q", i, m.Role)
		}
		if m.Text == "" {
			return fmt.Errorf("message %d is empty", i)
		}
		size += len(m.Text)
	}
	switch {
	case size == 0:
		return fmt.Errorf("there is no message")
	case size > MostPrompt:
		return fmt.Errorf("the messages have %d bytes, at most %d are sent", size, MostPrompt)
	case !isName(r.Place.Task), r.Place.Part != "" && !isName(r.Place.Part), r.Place.Turn < 0:
		return fmt.Errorf("the place (%q, %d, %q) is no task, turn and part", r.Place.Task, r.Place.Turn, r.Place.Part)
	case r.MaxTokens < 0, r.MaxTokens > MostTokens:
		return fmt.Errorf("%d tokens are wanted, at most %d can be", r.MaxTokens, MostTokens)
	case r.Heat < 0, r.Heat > MostHeat:
		return fmt.Errorf("the heat is %d, not from 0 to %d", r.Heat, MostHeat)
	case r.Within < 0:
		return fmt.Errorf("the call has %v", r.Within)
	case r.Form.Schema != nil && r.Form.Grammar != "":
		return fmt.Errorf("there are a schema and a grammar")
	}
	for _, stop := range r.Stop {
		if stop == "" {
			return fmt.Errorf("an empty text would stop it")
		}
	}
	return nil
}

// isName reports whether a text can be part of the name of a file: ^[a-z0-9][a-z0-9-]{0,63}$. It is
// no pattern, since one would be compiled by every program that has vectors made.
func isName(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && (c != '-' || i == 0) {
			return false
		}
	}
	return text != "" && len(text) <= 64
}

// Tokens is how many tokens the answer may have.
func (r Request) Tokens() int {
	if r.MaxTokens == 0 {
		return DefaultMaxTokens
	}
	return r.MaxTokens
}

// Leaves says to which host a generator, or an embedder, sends what it is given, when that is
// not this device. Those that send something say so by a method Host; "" of it is this device.
func Leaves(of any) (host string, leaves bool) {
	if sender, is := of.(interface{ Host() string }); is {
		host = sender.Host()
	}
	return host, host != "" && !OnDevice(host)
}

// OnDevice reports whether a host, as it stands in an address with or without a port, is this
// device: the name localhost, or an address that loops back.
func OnDevice(host string) bool {
	if at, err := netip.ParseAddrPort(host); err == nil {
		return at.Addr().Unmap().IsLoopback()
	}
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ip.Unmap().IsLoopback()
	}
	name, _, _ := strings.Cut(host, ":")
	return name == "localhost"
}
