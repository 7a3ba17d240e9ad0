package protocol

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// maxSeed is the largest integer that every language holds exactly.
const maxSeed = 1<<53 - 1

// ParseRequest reads the line a script gets first. As scripts should, it ignores
// fields it does not know, and takes those a host left out as empty.
func ParseRequest(line []byte) (*Request, error) {
	object, _, problem := decodeObject(line, strictjson.Limits{})
	if problem != nil {
		return nil, fmt.Errorf("request: %w", problem)
	}
	f := &fields{rest: object}
	request := &Request{
		RequestID: f.optionalText("requestId"),
		Tool:      f.optionalText("tool"),
		Operation: f.optionalText("operation"),
		Input:     orEmpty(f.optionalObject("input")),
		Features:  f.protocol(),
		Config:    orEmpty(f.optionalObject("config")),
		Seed:      f.optionalInteger("seed", maxSeed),
		OutputDir: f.optionalText("outputDir"),
		DataDir:   f.optionalText("dataDir"),
		Results:   orEmpty(f.optionalObject("results")),
	}
	if f.fault != nil {
		return nil, fmt.Errorf("request: %w", f.fault)
	}
	return request, nil
}

// protocol reads the features out of {"version":"0","features":[...]}, which a
// host that knows only the four first fields does not send.
func (f *fields) protocol() (features []string) {
	if _, present := f.rest["protocol"]; !present {
		return nil
	}
	inner := &fields{rest: f.object("protocol")}
	inner.version()
	features = inner.texts("features")
	if f.fault == nil {
		f.fault = inner.fault
	}
	return features
}

// ParseReply reads the answer to a call.
func ParseReply(line []byte) (*Reply, error) {
	object, _, problem := decodeObject(line, strictjson.Limits{})
	if problem != nil {
		return nil, fmt.Errorf("reply: %w", problem)
	}
	f := &fields{rest: object}
	f.version()
	f.oneOf("type", string(TypeReply))
	reply := &Reply{ID: f.identifier("id")}
	if f.boolean("ok") {
		reply.Result = orEmpty(f.optionalObject("result"))
	} else {
		reply.Err = f.callError()
	}
	if f.fault != nil {
		return nil, fmt.Errorf("reply: %w", f.fault)
	}
	return reply, nil
}

func (f *fields) callError() *CallError {
	inner := &fields{rest: f.object("error")}
	failure := &CallError{Code: inner.identifier("code"), Message: inner.text("message")}
	if f.fault == nil {
		f.fault = inner.fault
	}
	return failure
}
