package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

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
		RunE: opened(s, &flags, func(ctx context.Context, p *program, _ []string) error {
			if err := p.list(asJSON); err != nil || !watch {
				return err
			}
			return p.watchSkills(ctx, asJSON)
		}),
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one skill a line")
	cmd.Flags().BoolVar(&watch, "watch", false, "go on, and show the list again whenever it changes, until Ctrl-C")
	return cmd
}

// watchSkills shows the list anew for every change until ctx ends.
func (p *program) watchSkills(ctx context.Context, asJSON bool) error {
	var failed error
	opts := skills.WatchOptions{Discover: p.discovery, Also: []string{p.dirs.Config}}
	err := skills.Watch(ctx, p.registry, opts, func(changed *skills.Registry) {
		p.registry = changed
		fmt.Fprintln(p.streams.out)
		failed = errors.Join(failed, p.list(asJSON))
	})
	if errors.Is(err, context.Canceled) {
		return failed
	}
	return err
}

func (p *program) list(asJSON bool) error {
	health, err := p.lastHealth()
	if err != nil { // the list is worth showing without
		fmt.Fprintf(p.streams.err, "narratoria: how skills were last is not known: %v\n", err)
	}
	if asJSON {
		for _, l := range p.registry.Listings() {
			fmt.Fprintln(p.streams.out, safeJSON(p.listingTree(l, health)))
		}
		return nil
	}
	p.table(health)
	p.explain()
	return nil
}

func (p *program) table(health map[string]string) {
	table := tabwriter.NewWriter(p.streams.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SKILL\tVERSION\tSTATUS\tHEALTH\tFROM\tRUNS\tSCRIPTS")
	for _, l := range p.registry.Listings() {
		row := []string{string(l.Name), "-", string(l.Status), "-", string(l.Origin), "-", "-"}
		if l.Skill != nil {
			row[1] = orDash(l.Skill.Version)
			row[6] = orDash(strings.Join(scriptNames(l.Skill), ", "))
			if len(l.Skill.Scripts) > 0 {
				row[3], row[5] = healthOf(health, l.Name), p.runner.place(l.Skill)
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
func (p *program) explain() {
	out := p.streams.out
	for _, l := range p.registry.Listings() {
		explainStatus(out, l)
		if l.Skill != nil && l.Skill.SharedData {
			fmt.Fprintf(out, "\n%s keeps one data directory for all playthroughs.\n", printable(string(l.Name)))
		}
	}
	if trusted := p.registry.Dev(); len(trusted) > 0 {
		fmt.Fprintln(out)
		p.sayTrusted(out)
	}
	fmt.Fprintf(out, "\nScripts run unsandboxed: they can read and write what you can. Containment: %s.\n", p.runner.process.Containment())
	if p.runner.inprocess != nil {
		fmt.Fprintln(out, "Bundled skills run in-process: narratoria-skills is not beside the program.")
	}
	fmt.Fprintf(out, "Put your own skills into %s\n", printable(p.userSkills()))
}

// sayTrusted names the skills of --dev, for whose changes nobody is asked.
func (p *program) sayTrusted(out io.Writer) {
	for _, skill := range p.registry.Dev() {
		fmt.Fprintf(out, "%s is trusted with --dev: whatever lies in %s runs, with all it asks for.\n", skill.Name, printable(skill.Dir))
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

func (p *program) listingTree(l skills.Listing, health map[string]string) strictjson.Object {
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
		tree["runs"], tree["sandboxed"] = p.runner.place(l.Skill), !p.runner.process.Unsandboxed()
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

func healthOf(health map[string]string, name plan.SkillName) string {
	if state, ok := health[string(name)]; ok {
		return state
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
		RunE: opened(s, &flags, func(_ context.Context, p *program, args []string) error {
			return p.enable(args[0], opts, yes)
		}),
	}
	flags.register(cmd)
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&opts.Replace, "replace", false, "let it stand in for the bundled skill of its name")
	return cmd
}

// errUnread keeps what is recorded from being replaced by one line.
var errUnread = errors.New("nothing was changed: what is recorded of the other skills would be lost")

func (p *program) enable(name string, opts skills.EnableOptions, yes bool) error {
	if p.unread != nil {
		return errUnread
	}
	skill, err := p.registry.Candidate(name, opts.Replace)
	if err != nil {
		return err
	}
	asks := skill.Asks()
	fmt.Fprintf(p.streams.out, "%s %s from %s\n", skill.Name, skill.Version, printable(from(skill)))
	for _, line := range grantLines(asks, opts) {
		fmt.Fprintln(p.streams.out, "  "+line)
	}
	if !yes && !asks.Empty() || opts.Replace && !yes {
		if !p.confirmed() {
			return fmt.Errorf("nothing was changed; to agree without being asked, give the same command with --yes")
		}
	}
	if _, err := p.consent.Enable(skill, opts); err != nil {
		return err
	}
	if err := p.consent.Save(); err != nil {
		return err
	}
	fmt.Fprintf(p.streams.out, "%s is enabled.\n", skill.Name)
	return nil
}

func from(skill *skills.Skill) string {
	if skill.Bundled {
		return "the program itself"
	}
	return skill.Dir
}

func grantLines(asks skills.Grant, opts skills.EnableOptions) (lines []string) {
	for _, permission := range asks.Permissions {
		lines = append(lines, "asks for "+string(permission))
	}
	for _, variable := range asks.Env {
		lines = append(lines, "may read the environment variable "+variable)
	}
	if opts.Replace {
		lines = append(lines, "replaces the bundled skill of its name")
	}
	return lines
}

// confirmed asks, where there is somebody to ask.
func (p *program) confirmed() bool {
	if !isTerminal(p.streams.out) {
		return false
	}
	fmt.Fprint(p.streams.out, "Allow this? [y/N] ")
	var answer string
	_, _ = fmt.Fscanln(p.streams.in, &answer)
	return strings.EqualFold(answer, "y") || strings.EqualFold(answer, "yes")
}

func skillsDisableCommand(s streams) *cobra.Command {
	var flags programFlags
	cmd := &cobra.Command{
		Use:   "disable NAME",
		Short: "Switch a skill off and take back what it was allowed",
		Args:  wants("NAME"),
		RunE: opened(s, &flags, func(_ context.Context, p *program, args []string) error {
			return p.disable(args[0])
		}),
	}
	flags.register(cmd)
	return cmd
}

func (p *program) disable(name string) error {
	if p.unread != nil {
		return errUnread
	}
	if !p.known(name) {
		_, err := p.registry.Candidate(name, false)
		return err
	}
	if err := p.consent.Disable(plan.SkillName(name)); err != nil {
		return err
	}
	if err := p.consent.Save(); err != nil {
		return err
	}
	fmt.Fprintf(p.streams.out, "%s is disabled.\n", name)
	return nil
}

func (p *program) known(name string) bool {
	for _, l := range p.registry.Listings() {
		if string(l.Name) == name {
			return true
		}
	}
	return false
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
		if _, err := fmt.Fprintln(out, harmless(strings.TrimSuffix(line.String(), "\n"))); err != nil {
			return err
		}
	}
	return nil
}
