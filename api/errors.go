package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/mind"
	"github.com/narratoria/narratoria/story/transcript"
)

// A Code says what sort of thing went wrong. The list only grows, and the names are fixed
// on the wire.
type Code string

// The codes, with what they mean and what a caller does about them: see [Codes].
const (
	BadJSON       Code = "bad_json"
	UnknownMethod Code = "unknown_method"
	BadParams     Code = "bad_params"
	TooLarge      Code = "too_large"
	Busy          Code = "busy"
	Cancelled     Code = "cancelled"
	Closed        Code = "closed"
	Suspended     Code = "suspended"
	Unavailable   Code = "unavailable"
	NotFound      Code = "not_found"
	Exists        Code = "exists"
	InUse         Code = "in_use"
	NoChoice      Code = "no_choice"
	Unclear       Code = "unclear"
	Ended         Code = "ended"
	NothingToUndo Code = "nothing_to_undo"
	Lost          Code = "lost"
	Invalid       Code = "invalid"
	NotAgreed     Code = "not_agreed"
	OlderCopy     Code = "older_copy"
	NewerSave     Code = "newer_save"
	Damaged       Code = "damaged"
	DiskFull      Code = "disk_full"
	Disk          Code = "disk"
	Failed        Code = "failed"
	Fault         Code = "fault"
)

// A Meaning is what a code says, and its hint.
type Meaning struct {
	Code  Code
	Means string
	Hint  string // what to do about it, where the error itself has no better
	Retry bool   // the same call may do later
}

// Codes is the closed list.
var Codes = []Meaning{
	{BadJSON, "the parameters are not JSON as it is taken here", "send one JSON object: UTF-8, no name twice, nothing after it", false},
	{UnknownMethod, "there is no such method", "engine.methods lists them", false},
	{BadParams, "the parameters are not what the method asks for; data.problems names each", "hold them against the method's schema, which engine.methods has", false},
	{TooLarge, "something is larger than is taken", "send less, or ask for less at a time", false},
	{Busy, "too much goes on at a time", "wait until a call has come back, or close a story that is not played", true},
	{Cancelled, "the call was given up before it had done anything", "call again if it is still wanted", true},
	{Closed, "the engine was closed", "open another", false},
	{Suspended, "the engine is suspended, and has nothing open", "call engine.resume first", true},
	{Unavailable, "this cannot be had here", "see the message for what can", false},
	{NotFound, "there is no such thing; data.nearest is what was probably meant", "list what there is", false},
	{Exists, "it is there already", "take another name, or go on with the one that is there", false},
	{InUse, "another program has the story, or the directory, open, or has gone on with the story since it was opened here", "close it there and call again; where it has gone on, close the story here and continue it anew", true},
	{NoChoice, "the choice is not among those that can be taken", "take an id of the last record's choices, which story.last gives", false},
	{Unclear, "what was given in words means nothing that can be, or one of several; data.among lists them", "ask which is meant, and give its id", false},
	{Ended, "the story has ended", "begin another, or go back in this one", false},
	{NothingToUndo, "there is no turn to take back, or nothing to undo", "go on from here", false},
	{Lost, "events of that number are not kept any more, or never were; data.oldest and data.newest say which are", "go on from data.oldest, and read story.last for where the story is", false},
	{Invalid, "a campaign, a skill, a model, a configuration or settings are not as they must be; data.problems names the places", "mend what the problems name", false},
	{NotAgreed, "the skill asks for more than was agreed to; data.asks lists it", "show the player what it asks for, and call again with agree", false},
	{OlderCopy, "the save is an older copy of the story, of which turns are missing", "put the later one back, or play with older: true", false},
	{NewerSave, "the save was written by a newer version", "update the program", false},
	{Damaged, "the save is damaged, and was left as it is", "put a copy of it back; saves.verify names the place", false},
	{DiskFull, "the disk is full; nothing that was shown is lost", "make room and call again", true},
	{Disk, "the store cannot be read or written", "see who may write the data directory, and whether its disk is well; where a server keeps the stories, whether it can be reached", true},
	{Failed, "it did not work", "the message says why", false},
	{Fault, "a fault of the program", "report it; the engine goes on", false},
}

// meaning is what a code says.
func meaning(c Code) Meaning {
	i := slices.IndexFunc(Codes, func(m Meaning) bool { return m.Code == c })
	return Codes[i]
}

// An Error is why a call gave nothing. It is data: whoever shows it takes the message, and
// whoever decides by it the code.
type Error struct {
	Code    Code
	Message string // for people: what happened, to what
	Hint    string // what to do about it

	// What else there is to say; most errors have none of it.
	Problems contracts.Problems // what is wrong, place by place
	Nearest  string             // the name that was probably meant
	Among    []Option           // what it may have meant
	Asks     []string           // what a skill asks for
	Oldest   int64              // events that are kept; 0 for none
	Newest   int64
	Process  int64 // which has what is in use; 0 where that is not known

	cause error
}

func (e *Error) Error() string { return e.Message }
func (e *Error) Unwrap() error { return e.cause }

// JSON is the error on one line: {"code", "message", "hint", "retry", "data"}.
func (e *Error) JSON() []byte { return appendJSON(nil, e.wire()) }

// A Failure is an error as it stands on the wire.
type Failure struct {
	_       struct{}    `doc:"why a call gave nothing"`
	Code    string      `json:"code" doc:"one of the closed list"`
	Message string      `json:"message" doc:"for people: what happened, to what"`
	Hint    string      `json:"hint" doc:"what to do about it"`
	Retry   bool        `json:"retry" doc:"the same call may do later"`
	Data    FailureData `json:"data" doc:"what else there is to say"`
}

// FailureData is what else an error says.
type FailureData struct {
	_        struct{}  `doc:"what else an error says; most of it is left out"`
	Problems []Problem `json:"problems,omitempty" doc:"what is wrong, place by place"`
	Nearest  string    `json:"nearest,omitempty" doc:"the name that was probably meant"`
	Among    []Option  `json:"among,omitempty" doc:"what the words may have meant"`
	Asks     []string  `json:"asks,omitempty" doc:"what a skill asks for"`
	Oldest   int64     `json:"oldest,omitempty" doc:"the first event that is kept, or will be"`
	Newest   int64     `json:"newest,omitempty" doc:"and the last; left out where there was none yet"`
	Process  int64     `json:"process,omitempty" doc:"the process that has what is in use, where it is known"`
}

// A Problem is one thing that is wrong with one place of a document.
type Problem struct {
	_        struct{} `doc:"one thing that is wrong with one place of a document"`
	File     string   `json:"file,omitempty" doc:"the document, where it is a file"`
	Line     int      `json:"line,omitempty" doc:"from 1"`
	Column   int      `json:"column,omitempty" doc:"from 1, in bytes"`
	Pointer  string   `json:"pointer,omitempty" doc:"RFC 6901; left out for the whole document"`
	Kind     string   `json:"kind" doc:"syntax, wrong_type, missing, unknown_field, bad_value, duplicate, unknown_name, cycle, limit, forbidden or unreadable"`
	Message  string   `json:"message" doc:"what is wrong"`
	Expected string   `json:"expected,omitempty" doc:"what should stand there"`
	Nearest  string   `json:"nearest,omitempty" doc:"the name that was probably meant"`
	Warning  bool     `json:"warning,omitempty" doc:"it is taken all the same"`
	Follows  bool     `json:"follows,omitempty" doc:"it needs no mending of its own: it comes of the last problem before it that has no such mark, or says the same of another place"`
}

func problemsOf(all contracts.Problems) []Problem {
	listed := make([]Problem, 0, len(all))
	for _, p := range all {
		listed = append(listed, problemOf(p))
		for _, other := range p.Follows.All() {
			following := problemOf(other)
			following.Follows = true
			listed = append(listed, following)
		}
	}
	return listed
}

func problemOf(p contracts.Problem) Problem {
	return Problem{
		File: p.File, Line: p.Line, Column: p.Column, Pointer: p.Pointer, Kind: string(p.Kind),
		Message: p.Message, Expected: p.Expected, Nearest: p.Nearest, Warning: p.Warning,
	}
}

func (e *Error) wire() Failure {
	m := meaning(e.Code)
	f := Failure{Code: string(e.Code), Message: e.Message, Hint: e.Hint, Retry: m.Retry, Data: FailureData{
		Problems: problemsOf(e.Problems), Nearest: e.Nearest, Among: e.Among, Asks: e.Asks,
		Oldest: e.Oldest, Newest: e.Newest, Process: e.Process,
	}}
	if f.Hint == "" {
		f.Hint = m.Hint
	}
	return f
}

// ErrorOf is the *Error of whatever a call, or a package below, gave; nil for nil.
func ErrorOf(err error) *Error {
	if err == nil {
		return nil
	}
	if made, is := errors.AsType[*Error](err); is {
		return made
	}
	made := &Error{Code: codeOf(err), Message: err.Error(), cause: err}
	if made.Code == Cancelled {
		made.Message = meaning(Cancelled).Means
	}
	if unclear, is := errors.AsType[*narratoria.UnclearError](err); is {
		if made.Among = optionsOf(unclear.Among); len(made.Among) == 0 {
			made.Hint = "ask the player to say it otherwise, or to take one of the choices, which story.last gives"
		}
	}
	if choice, is := errors.AsType[*engine.ChoiceError](err); is {
		made.Nearest = choice.Nearest
	}
	if story, is := errors.AsType[*narratoria.StoryError](err); is {
		made.Nearest = story.Nearest
	}
	if unknown, is := errors.AsType[*mind.UnknownError](err); is {
		made.Nearest = unknown.Nearest
		for _, meant := range unknown.Among {
			made.Among = append(made.Among, Option{ID: meant.ID, Text: meant.Text})
		}
	}
	if none, is := errors.AsType[*narratoria.NoCampaignError](err); is {
		made.Nearest = none.Nearest
	}
	if made.Code == NotFound {
		made.Hint = whereListed(err)
	}
	if wrong, is := errors.AsType[*narratoria.OptionsError](err); is { // here it is a parameter
		made.Problems = contracts.Problems{{Pointer: "/" + strings.ToLower(wrong.Option[:1]) + wrong.Option[1:], Kind: contracts.BadValue, Message: wrong.Message}}
		made.Message = made.Problems.Error()
	}
	if used, is := errors.AsType[*narratoria.InUseError](err); is {
		made.Process = int64(used.PID)
	}
	if locked, is := errors.AsType[*persistence.LockedError](err); is {
		made.Process = int64(locked.PID)
	}
	if problems, is := errors.AsType[contracts.Problems](err); is {
		made.Problems = problems
	}
	if wrong, is := errors.AsType[*narratoria.MisconfiguredError](err); is {
		made.Problems = wrong.Problems
	}
	if made.Code == Exists && isA[*story.PinnedError](err) {
		made.Hint = "it is at hand; story.unpin ends that"
	}
	if made.Code == BadParams && made.Problems == nil { // which of them is said in words
		made.Problems = contracts.Problems{{Kind: contracts.BadValue, Message: made.Message}}
	}
	return made
}

// whereListed says which method lists what there is of what is not there; "" where none does.
func whereListed(err error) string {
	switch {
	case isA[*narratoria.NoStoryError](err), isA[*narratoria.StoryError](err):
		return "saves.list lists what there is"
	case isA[*narratoria.NoCampaignError](err):
		return "give a directory, or one that campaign.list lists"
	case isA[*story.PinnedError](err):
		return "story.recall says which are pinned"
	case isA[*story.NoPlaceError](err):
		return "story.branches lists the branches, and the turn that each is in"
	case isA[*narratoria.AssetError](err):
		return "take one of a record's assets, which story.last gives"
	}
	return ""
}

// codeOf sorts the errors of the packages below.
func codeOf(err error) Code {
	for _, known := range []struct {
		code Code
		is   func(error) bool
	}{
		{Unclear, isA[*narratoria.UnclearError]},
		{NoChoice, isA[*engine.ChoiceError]},
		{NotFound, isA[*narratoria.NoStoryError]},
		{NotFound, isA[*narratoria.NoCampaignError]},
		{NotFound, isA[*narratoria.AssetError]},
		{Exists, func(err error) bool { place, is := errors.AsType[*story.NoPlaceError](err); return is && place.Taken }},
		{BadParams, func(err error) bool {
			place, is := errors.AsType[*story.NoPlaceError](err)
			return is && place.Misnamed
		}},
		{NotFound, isA[*story.NoPlaceError]},
		{Unclear, func(err error) bool {
			unknown, is := errors.AsType[*mind.UnknownError](err)
			return is && len(unknown.Among) > 0
		}},
		{NotFound, isA[*mind.UnknownError]},
		{Exists, func(err error) bool { pin, is := errors.AsType[*story.PinnedError](err); return is && pin.Pinned }},
		{NotFound, isA[*story.PinnedError]},
		{InUse, isA[*narratoria.InUseError]},
		{Invalid, isA[*narratoria.MisconfiguredError]},
		{Fault, isA[*engine.RefusedError]},
		{Fault, isA[*narratoria.FaultError]},
		{Disk, func(err error) bool { return isA[*narratoria.UnkeptError](err) && !isGivenUp(err) }},
		{BadParams, isA[*narratoria.OptionsError]},
		{Invalid, isA[*engine.SaveError]},
		{Invalid, isA[contracts.Problems]},
	} {
		if known.is(err) {
			return known.code
		}
	}
	for _, known := range sentinels {
		if errors.Is(err, known.err) {
			return known.code
		}
	}
	return Failed
}

// isGivenUp reports whether it is for its context that something did not come about.
func isGivenUp(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func isA[T error](err error) bool {
	_, is := errors.AsType[T](err)
	return is
}

var sentinels = []struct {
	err  error
	code Code
}{
	{engine.ErrEnded, Ended},
	{story.ErrNoTurn, NothingToUndo},
	{story.ErrNothingToUndo, NothingToUndo},
	{persistence.ErrFull, DiskFull},
	{persistence.ErrLocked, InUse},
	{persistence.ErrConflict, InUse},
	{persistence.ErrNamedTwice, Disk},
	{persistence.ErrNewer, NewerSave},
	{persistence.ErrOlder, OlderCopy},
	{persistence.ErrCorrupt, Damaged},
	{persistence.ErrBroken, Disk},
	{persistence.ErrDisk, Disk},
	{persistence.ErrUnreachable, Disk},
	{persistence.ErrReadOnly, Disk},
	{persistence.ErrExists, Exists},
	{persistence.ErrInvalid, BadParams},
	{persistence.ErrNotFound, NotFound},
	{narratoria.ErrClosed, Closed},
	{context.Canceled, Cancelled},
	{context.DeadlineExceeded, Cancelled},
	{transcript.ErrNoScene, NotFound},
	{fs.ErrNotExist, NotFound},
	{fs.ErrPermission, Disk},
}

// wrongParam refuses a parameter, or with "" all of them together.
func wrongParam(pointer, format string, args ...any) *Error {
	problems := contracts.Problems{{Pointer: pointer, Kind: contracts.BadValue, Message: fmt.Sprintf(format, args...)}}
	return &Error{Code: BadParams, Message: problems.Error(), Problems: problems}
}

func refusal(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
