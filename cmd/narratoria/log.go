package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/runlog"
)

func logCommand(s streams) *cobra.Command {
	var filter runlog.Filter
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what was planned and executed, and what came of it",
		Args:  wants(),
		RunE: opened(s, &programFlags{}, func(_ context.Context, p *narratoria.Program, _ []string) error {
			return showLog(s, p, filter)
		}),
	}
	cmd.Flags().StringVar(&filter.PlanID, "plan", "", "only what belongs to the plan of this id")
	return cmd
}

func showLog(s streams, p *narratoria.Program, filter runlog.Filter) error {
	shown := 0
	err := p.ReadLog(filter, func(e runlog.Entry) {
		shown++
		fmt.Fprintln(s.out, logLine(e))
	})
	if err == nil && shown == 0 && filter.PlanID != "" {
		return fmt.Errorf("the log in %s has nothing about the plan %q", p.LogDir(), filter.PlanID)
	}
	return err
}

// logLine is an entry for people: time, kind, what it is about, how it ended.
func logLine(e runlog.Entry) string {
	parts := []string{e.Time.Local().Format("2006-01-02 15:04:05.000"), string(e.Kind)}
	for _, part := range []string{e.PlanID, about(e), e.Outcome, e.Code} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if e.Duration > 0 {
		parts = append(parts, fmt.Sprintf("%.1f ms", float64(e.Duration.Microseconds())/1000))
	}
	if e.Message != "" {
		parts = append(parts, "- "+e.Message)
	}
	return printable(strings.Join(parts, "  "))
}

// about names the plan's attempt and skills, or the step and its attempt.
func about(e runlog.Entry) string {
	switch {
	case e.Tool != "" || e.Script != "":
		return fmt.Sprintf("%s %s attempt %d", e.Tool, e.Script, e.ToolAttempt)
	case e.Attempt > 0:
		text := fmt.Sprintf("attempt %d", e.Attempt)
		if e.ParentID != "" {
			text += " after " + e.ParentID
		}
		if len(e.Skills) > 0 {
			text += " with " + strings.Join(e.Skills, ", ")
		}
		return text
	}
	return strings.Join(e.Skills, ", ")
}
