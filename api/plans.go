package api

import (
	"bytes"
	"context"
	"reflect"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
)

func planMethods() []Method {
	return []Method{
		playing("plan.run", "Checks a plan and carries it out without a story. A refused one has a result, too, with what is wrong in its problems.", runPlan),
		define("log.read", "Reads what was planned and executed, oldest first.", readLog),
	}
}

type planParams struct {
	Plan  Free   `json:"plan" doc:"the plan: contracts/plan-json.schema.json"`
	State Free   `json:"state,omitempty" doc:"session state to begin with"`
	Seed  string `json:"seed,omitempty" doc:"text that all randomness and all ids derive from"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// executed is a plan's result, which writes itself: contracts/execution-result.schema.json.
type executed struct{ text []byte }

func (executed) asType() reflect.Type           { return reflect.TypeFor[Free]() }
func (x executed) appendJSON(dst []byte) []byte { return append(dst, x.text...) }

// PlanResult is what came of a plan.
type PlanResult struct {
	_      struct{} `doc:"what came of a plan"`
	Result executed `json:"result" doc:"contracts/execution-result.schema.json"`
}

func runPlan(ctx context.Context, c *Client, p planParams) (PlanResult, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return PlanResult{}, err
	}
	result, err := program.RunPlan(ctx, narratoria.PlanRun{
		Name: "plan", Document: strictjson.Append(nil, p.Plan), Limits: plan.Options{}, State: p.State, Seed: p.Seed,
	})
	if err != nil {
		return PlanResult{}, err
	}
	var text bytes.Buffer
	err = result.WriteJSON(&text, p.Seed == "")
	return PlanResult{Result: executed{bytes.TrimSpace(text.Bytes())}}, err
}

type logParams struct {
	Plan string `json:"plan,omitempty" doc:"only what belongs to the plan of this id"`
	Most int    `json:"most,omitempty" min:"1" top:"10000" doc:"the latest so many; 100 unless given"`
}

// LogEntry is one line of the run log.
type LogEntry struct {
	_       struct{} `doc:"one line of the run log"`
	Time    string   `json:"time" doc:"2026-11-25T14:05:00.123Z"`
	Kind    string   `json:"kind" doc:"what it is about"`
	Level   string   `json:"level,omitempty" doc:"debug, info, warn or error"`
	Plan    string   `json:"plan,omitempty" doc:"the plan's id"`
	Attempt int      `json:"attempt,omitempty" doc:"of the plan within its turn"`
	Tool    string   `json:"tool,omitempty" doc:"the step"`
	Script  string   `json:"script,omitempty" doc:"NAME/SCRIPT"`
	Skills  []string `json:"skills,omitempty" doc:"that it is about"`
	Outcome string   `json:"outcome,omitempty" doc:"success, failed, skipped, timeout, refused, or a state of health"`
	Code    string   `json:"code,omitempty" doc:"of the error"`
	Message string   `json:"message,omitempty" doc:"in words"`
	Micros  int64    `json:"microseconds,omitempty" doc:"how long it took"`
}

// Log is some of the run log.
type Log struct {
	_       struct{}   `doc:"some of the run log"`
	Entries []LogEntry `json:"entries" doc:"oldest first"`
}

func readLog(_ context.Context, c *Client, p logParams) (Log, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Log{}, err
	}
	most := p.Most
	if most == 0 {
		most = 100
	}
	var log Log
	err = program.ReadLog(runlog.Filter{PlanID: p.Plan}, func(e runlog.Entry) {
		if len(log.Entries) == 2*most {
			log.Entries = append(log.Entries[:0], log.Entries[most:]...)
		}
		log.Entries = append(log.Entries, entryOf(e))
	})
	if over := len(log.Entries) - most; over > 0 {
		log.Entries = log.Entries[over:]
	}
	return log, err
}

func entryOf(e runlog.Entry) LogEntry {
	return LogEntry{
		Time: e.Time.UTC().Format(time.RFC3339Nano), Kind: string(e.Kind), Level: string(e.Level), Plan: e.PlanID, Attempt: e.Attempt,
		Tool: e.Tool, Script: e.Script, Skills: e.Skills, Outcome: e.Outcome, Code: e.Code, Message: e.Message, Micros: e.Duration.Microseconds(),
	}
}
