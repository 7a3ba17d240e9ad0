package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/plaintext"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

func skillsCommands(s streams) *cobra.Command {
	return group("skills", "List, allow and try skills",
		skillsListCommand(s), skillsEnableCommand(s), skillsDisableCommand(s), skillsRunCommand(s))
}

func skillsListCommand(s streams) *cobra.Command {
	var flags programFlags
	var asJSON, watch bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Show every skill, how it is, and why one cannot be used",
		Args:  wants(),
		RunE: opened(s, &flags, func(ctx context.Context, p *narratoria.Program, _ []string) error {
			registry, err := p.Skills()
			if err != nil {
				return err
			}
			if err := list(s, p, registry, asJSON); err != nil || !watch {
				return err
			}
			return watchSkills(ctx, s, p, asJSON)
		}),
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one skill a line")
	cmd.Flags().BoolVar(&watch, "watch", false, "go on, and show the list again whenever it changes, until Ctrl-C")
	return cmd
}

// watchSkills shows the list anew for every change until ctx ends.
func watchSkills(ctx context.Context, s streams, p *narratoria.Program, asJSON bool) error {
	var failed error
	err := p.WatchSkills(ctx, func(changed *skills.Registry) {
		fmt.Fprintln(s.out)
		failed = errors.Join(failed, list(s, p, changed, asJSON))
	})
	if errors.Is(err, context.Canceled) {
		return failed
	}
	return err
}

func list(s streams, p *narratoria.Program, registry *skills.Registry, asJSON bool) error {
	runs, err := p.Containment()
	if err != nil {
		return err
	}
	health, err := p.SkillHealth()
	if err != nil { // the list is worth showing without
		fmt.Fprintf(s.err, "narratoria: how skills were last is not known: %v\n", err)
	}
	if asJSON {
		for _, l := range registry.Listings() {
			fmt.Fprintln(s.out, safeJSON(listingTree(l, runs, health)))
		}
		return nil
	}
	table(s.out, registry, runs, health)
	explain(s.out, p, registry, runs)
	return nil
}

func table(out io.Writer, registry *skills.Registry, runs narratoria.Containment, health map[plan.SkillName]skills.HealthState) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SKILL\tVERSION\tSTATUS\tHEALTH\tFROM\tRUNS\tSCRIPTS")
	for _, l := range registry.Listings() {
		row := []string{string(l.Name), "-", string(l.Status), "-", string(l.Origin), "-", "-"}
		if l.Skill != nil {
			row[1] = orDash(l.Skill.Version)
			row[6] = orDash(strings.Join(scriptNames(l.Skill), ", "))
			if len(l.Skill.Scripts) > 0 {
				row[3], row[5] = healthOf(health, l.Name), runs.Of(l.Skill)
			}
		}
		for i, cell := range row {
			row[i] = printable(cell)
		}
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
}

// explain says below the table what no column has room for.
func explain(out io.Writer, p *narratoria.Program, registry *skills.Registry, runs narratoria.Containment) {
	for _, l := range registry.Listings() {
		explainStatus(out, l)
		if l.Skill != nil && l.Skill.SharedData {
			fmt.Fprintf(out, "\n%s keeps one data directory for all playthroughs.\n", printable(string(l.Name)))
		}
	}
	if trusted := registry.Dev(); len(trusted) > 0 {
		fmt.Fprintln(out)
		for _, skill := range trusted {
			fmt.Fprintln(out, printable(narratoria.Trusted(skill)))
		}
	}
	fmt.Fprintf(out, "\nScripts run unsandboxed: they can read and write what you can. Containment: %s.\n", runs.Processes)
	switch {
	case runs.Alone:
		fmt.Fprintln(out, "Bundled skills run in-process: narratoria-skills is not beside the program.")
	case runs.InProcess:
		fmt.Fprintln(out, "Bundled skills run in-process, as the settings say.")
	}
	fmt.Fprintf(out, "Put your own skills into %s\n", printable(p.SkillsDir()))
}

// reportSkills says which skills cannot be used, after something did not work.
func reportSkills(out io.Writer, p *narratoria.Program) {
	registry, err := p.Skills()
	if err != nil {
		return
	}
	for _, l := range registry.Listings() {
		if l.Status != skills.Ready {
			fmt.Fprintf(out, "skill %s is %s: %s\n", printable(string(l.Name)), l.Status, printable(l.Reason))
		}
	}
}

// explainStatus says why a skill cannot be used, with everything its author has
// to mend, and what to look at in one that can.
func explainStatus(out io.Writer, l skills.Listing) {
	switch {
	case l.Problems.Err() != nil:
		fmt.Fprintf(out, "\n%s (%s) is %s:\n", printable(string(l.Name)), printable(l.Dir), l.Status)
	case l.Status != skills.Ready:
		fmt.Fprintf(out, "\n%s (%s) is %s: %s\n", printable(string(l.Name)), printable(l.Dir), l.Status, printable(l.Reason))
	case len(l.Problems) > 0:
		fmt.Fprintf(out, "\n%s (%s) is %s, but:\n", printable(string(l.Name)), printable(l.Dir), l.Status)
	}
	for _, problem := range l.Problems {
		fmt.Fprintf(out, "  %s\n", printable(problem.String()))
	}
}

func listingTree(l skills.Listing, runs narratoria.Containment, health map[plan.SkillName]skills.HealthState) strictjson.Object {
	tree := strictjson.Object{
		"name": string(l.Name), "status": string(l.Status), "origin": string(l.Origin), "directory": l.Dir,
	}
	if l.Reason != "" {
		tree["reason"] = l.Reason
	}
	if len(l.Problems) > 0 {
		lines := make([]string, len(l.Problems))
		for i, problem := range l.Problems {
			lines[i] = problem.String()
		}
		tree["problems"] = lines
	}
	if l.Skill != nil {
		tree["version"], tree["description"] = l.Skill.Version, l.Skill.Description
		tree["scripts"], tree["health"] = scriptNames(l.Skill), healthOf(health, l.Name)
		tree["runs"], tree["sandboxed"] = runs.Of(l.Skill), !runs.Unsandboxed
	}
	return tree
}

func scriptNames(skill *skills.Skill) []string {
	names := []string{}
	for _, script := range skill.Scripts {
		names = append(names, string(script.Ref.Script))
	}
	return names
}

func healthOf(health map[plan.SkillName]skills.HealthState, name plan.SkillName) string {
	if state, ok := health[name]; ok {
		return string(state)
	}
	return string(skills.Healthy)
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func skillsEnableCommand(s streams) *cobra.Command {
	var flags programFlags
	var opts skills.EnableOptions
	var yes bool
	cmd := &cobra.Command{
		Use:   "enable NAME",
		Short: "Let a skill have what it asks for",
		Args:  wants("NAME"),
		RunE: opened(s, &flags, func(_ context.Context, p *narratoria.Program, args []string) error {
			return enable(s, p, args[0], opts, yes)
		}),
	}
	flags.register(cmd)
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&opts.Replace, "replace", false, "let it stand in for the bundled skill of its name")
	return cmd
}

func enable(s streams, p *narratoria.Program, name string, opts skills.EnableOptions, yes bool) error {
	err := p.EnableSkill(name, opts, func(skill *skills.Skill) error {
		name = string(skill.Name)
		asks := skill.Asks()
		fmt.Fprintf(s.out, "%s %s from %s\n", skill.Name, skill.Version, printable(from(skill)))
		for _, line := range append(runLines(skill), grantLines(asks, opts)...) {
			fmt.Fprintln(s.out, "  "+line)
		}
		if !yes && (!asks.Empty() || opts.Replace) && !confirmed(s, "Allow this?") {
			return errors.New("nothing was changed; to agree without being asked, give the same command with --yes")
		}
		return nil
	})
	if err == nil {
		fmt.Fprintf(s.out, "%s is enabled.\n", name)
	}
	return err
}

func from(skill *skills.Skill) string {
	if skill.Bundled {
		return "the program itself"
	}
	return skill.Dir
}

// runLines are the commands by which a skill's scripts are started, without what only this
// machine decides: where the skill lies.
func runLines(skill *skills.Skill) (lines []string) {
	for _, script := range skill.Scripts {
		if script.File != "" {
			lines = append(lines, "runs "+printable(strings.Join(append(slices.Clone(script.Interpreter), script.File), " ")))
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "which can do on this machine all that you can: read and change your files, and reach the network; enable it only if you trust whoever wrote it")
	}
	return lines
}

func grantLines(asks skills.Grant, opts skills.EnableOptions) (lines []string) {
	for _, permission := range asks.Permissions {
		lines = append(lines, fmt.Sprintf("asks for %s: it %s", permission, permission.Means()))
	}
	for _, variable := range asks.Env {
		lines = append(lines, fmt.Sprintf("may read the environment variable %s, which is often a secret such as a key", variable))
	}
	if opts.Replace {
		lines = append(lines, "replaces the bundled skill of its name: what that one told or decided, this one does")
	}
	return lines
}

func skillsDisableCommand(s streams) *cobra.Command {
	var flags programFlags
	cmd := &cobra.Command{
		Use:   "disable NAME",
		Short: "Switch a skill off and take back what it was allowed",
		Args:  wants("NAME"),
		RunE: opened(s, &flags, func(_ context.Context, p *narratoria.Program, args []string) error {
			if err := p.DisableSkill(args[0]); err != nil {
				return err
			}
			fmt.Fprintf(s.out, "%s is disabled.\n", args[0])
			return nil
		}),
	}
	flags.register(cmd)
	return cmd
}

// writeEvents prints events as the protocol writes them, a line each.
func writeEvents(out io.Writer, events []protocol.Event) error {
	var line bytes.Buffer
	w := protocol.NewWriter(&line)
	for _, event := range events {
		line.Reset()
		if err := w.Write(event); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, plaintext.Escape(strings.TrimSuffix(line.String(), "\n"))); err != nil {
			return err
		}
	}
	return nil
}
