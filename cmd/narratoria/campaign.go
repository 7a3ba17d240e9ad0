package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/contracts"
)

func campaignCommands(s streams) *cobra.Command {
	return group("campaign", "Check a campaign and see what is understood of it",
		campaignValidateCommand(s), campaignInfoCommand(s))
}

func campaignValidateCommand(s streams) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:   "validate DIR",
		Short: "List what is wrong with a campaign, with file and line",
		Args:  wants("DIR"),
		RunE: action(func(ctx context.Context, args []string) error {
			return campaignValidate(ctx, s, args[0], all)
		}),
	}
	cmd.Flags().BoolVar(&all, "all", false, "list also what follows from a mistake, and all places with the same one")
	return cmd
}

func campaignValidate(ctx context.Context, s streams, dir string, all bool) error {
	defer within(checkingMemory)()
	c, problems := narratoria.ReadCampaign(dir)
	printProblems(s.out, problems, all)
	if c == nil {
		fmt.Fprintln(s.out, "There is no campaign here that can be played.")
		return errReported
	}
	judged := c.Report().Judged
	for _, j := range judged {
		fmt.Fprintf(s.out, "%s is judged, not computed: %q\n", j.Of, j.Words)
	}
	wrong, warnings, follow := problems.Count()
	fmt.Fprintf(s.out, "%s %s: %s, %s, %s in words.\n", printable(c.Manifest.Title), c.Manifest.Version,
		plural(wrong, "error"), plural(warnings, "warning"), plural(len(judged), "condition"))
	switch {
	case all || follow == 0:
	case follow == 1:
		fmt.Fprintln(s.out, "1 more follows from these, or says the same of another place; --all lists it.")
	default:
		fmt.Fprintf(s.out, "%d more follow from these, or say the same of other places; --all lists them.\n", follow)
	}
	if full := enriched(ctx, s, c); full != c {
		fmt.Fprintln(s.out, foundByModel(full))
	}
	if wrong > 0 {
		fmt.Fprintln(s.out, "It can be played; what the errors are about is left out.")
		return errReported
	}
	return nil
}

// printProblems lists problems, with what follows from each below it where all is wanted.
func printProblems(out io.Writer, problems contracts.Problems, all bool) {
	for _, p := range problems {
		fmt.Fprintln(out, printable(p.String()))
		if !all {
			continue
		}
		for _, other := range p.Follows.All() {
			fmt.Fprintln(out, "  "+printable(other.String()))
		}
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func campaignInfoCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "info DIR",
		Short: "Show what is understood of a campaign",
		Args:  wants("DIR"),
		RunE: action(func(ctx context.Context, args []string) error {
			return campaignInfo(ctx, s, args[0])
		}),
	}
}

func campaignInfo(ctx context.Context, s streams, dir string) error {
	defer within(checkingMemory)()
	c, problems := narratoria.ReadCampaign(dir)
	if c == nil {
		return problems
	}
	full := enriched(ctx, s, c)
	if full == c {
		var err error
		if full, err = campaign.Complete(c, nil); err != nil {
			return err
		}
	}
	printReport(s.out, full.Report())
	if full.Extracted {
		printExtracted(s.out, full)
	}
	if wrong, warnings, _ := problems.Count(); wrong+warnings > 0 {
		fmt.Fprintf(s.out, "\n%s, %s. See: narratoria campaign validate %s\n", plural(wrong, "error"), plural(warnings, "warning"), printable(dir))
	}
	return nil
}

func printReport(out io.Writer, r campaign.Report) {
	author := ""
	if r.Author != "" {
		author = ", by " + r.Author
	}
	fmt.Fprintf(out, "%s %s%s\n\n", printable(r.Title), r.Version, printable(author))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, count := range r.Counts {
		fmt.Fprintf(table, "%s\t%d\n", count.What, count.N)
	}
	fmt.Fprintf(table, "opening\t%s\n", printable(r.Opening))
	fmt.Fprintf(table, "player\t%s\n", r.Player)
	fmt.Fprintf(table, "rules (%s)\t%s\n", whose(r.RulesAuthored), printable(r.Rules))
	if len(r.State) > 0 {
		fmt.Fprintf(table, "state\t%s\n", printable(strings.Join(r.State, ", ")))
	}
	_ = table.Flush() // to memory; the writer below it has its own errors
	printList(out, "Checked in everything that is told", r.Constraints)
	printList(out, "Endings scored by the choices made", r.Scored)
	judged := make([]string, len(r.Judged))
	for i, j := range r.Judged {
		judged[i] = fmt.Sprintf("%s: %q", j.Of, j.Words)
	}
	printList(out, "Judged, not computed", judged)
	printList(out, "People whose portraits are drawn, as there is no picture of them", r.Faceless)
	printList(out, "Pictures and sounds that nothing names", r.Unused)
}

func whose(authored bool) string {
	if authored {
		return "the campaign's"
	}
	return "default"
}

func printList(out io.Writer, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", title)
	for _, line := range lines {
		fmt.Fprintln(out, "  "+printable(line))
	}
}

// enriched is a campaign of few files with what a model found in its prose, where the settings have one read and a story was begun; else the
// campaign itself. What keeps that from being known is told, and hinders nothing.
func enriched(ctx context.Context, s streams, c *campaign.Campaign) *campaign.Campaign {
	if !c.Sparse() {
		return c
	}
	full := c
	if err := with(ctx, s, programFlags{}, func(p *narratoria.Program) (err error) {
		full, err = p.Enriched(ctx, c)
		return err
	}); err != nil {
		fmt.Fprintf(s.err, "narratoria: what a model may have found in its prose is not known: %v\n", err)
		return c
	}
	return full
}

// foundByModel says how much of a campaign a model found, and which.
func foundByModel(c *campaign.Campaign) string {
	of := c.Reading.Completed
	people, places, things := of.Count(c.Reading)
	deadline := 0
	if of.Deadline {
		deadline = 1
	}
	return fmt.Sprintf("Of its prose the model %s (%s) found what rules did not: people %d, places %d, things %d, locks %d, deadlines %d; sentences that are odd %d, that ask something %d. "+
		"All of these are the author's words, and none was generated; but a model may take something for what it is not.",
		printable(of.Model), of.At, people, places, things, len(of.Locks), deadline, len(of.Oddities), len(of.Questions))
}

// printExtracted shows what was found in the prose of a campaign that has nobody
// or nowhere of its own, and what of that a model found.
func printExtracted(out io.Writer, c *campaign.Campaign) {
	var found []string
	note := func(kind, id, name string) {
		by := ""
		if c.Reading.Completed.Has(id) {
			by = ", by the model " + c.Reading.Completed.Model
		}
		found = append(found, kind+": "+name+by)
	}
	for _, p := range c.Places {
		note("place", p.ID, p.Name)
	}
	for _, p := range c.People {
		note("person", p.ID, p.Name)
	}
	for _, i := range c.Items {
		note("thing", i.ID, i.Name)
	}
	printList(out, "Found in the prose, as the campaign has few files", found)
	if c.Reading.Completed != nil {
		fmt.Fprintf(out, "\n%s\n", foundByModel(c))
	}
}
