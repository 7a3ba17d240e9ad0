package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/skills/kit"
)

type loreInput struct {
	Query   string      `json:"query"`
	Limit   int         `json:"limit"`
	Filters loreFilters `json:"filters"`
}

type loreFilters struct {
	Source   string   `json:"source"`
	Category string   `json:"category"`
	Mode     string   `json:"mode"`
	Tags     []string `json:"tags"`
}

const (
	usualLore = 3  // snippets that are recalled
	mostLore  = 20 // at most: what the host gives of one search
)

// snippet is a kit.Snippet as the output has it: its relevance stands there even if
// it is 0.
type snippet struct {
	kit.Snippet
	Relevance kit.Thousandths `json:"relevance"`
}

type loreOutput struct {
	Snippets []snippet `json:"snippets"`
	Cut      int       `json:"cut"`
}

// RecallLore is the script recall-lore.
func RecallLore(ctx context.Context, inv *kit.Invocation) error {
	in := loreInput{Limit: usualLore}
	set := config{SimilarityThreshold: 700}
	if err := errors.Join(inv.ReadInput(&in), inv.ReadConfig(&set)); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	found, cut, err := inv.Lore(ctx, in.asked(mostLore))
	if kit.Refusal(err) == kit.CodeTooLarge {
		found, cut, err = inv.Lore(ctx, in.asked(in.Limit))
	}
	if err != nil {
		return err
	}
	out := in.choose(found, set.SimilarityThreshold)
	out.Cut += cut
	inv.Output(out)
	inv.Summary(fmt.Sprintf("%d recalled, %d left out", len(out.Snippets), out.Cut))
	return nil
}

func (in *loreInput) check() error {
	in.Query = strings.TrimSpace(in.Query)
	if in.Limit < 1 || in.Limit > mostLore {
		return kit.Failf(kit.CodeBadInput, "input.limit is %d; expected 1 to %d", in.Limit, mostLore)
	}
	if in.Query == "" {
		return kit.Failf(kit.CodeBadInput, `input.query is missing; expected what to look for in a few words, such as "the lamp and the oil"`)
	}
	mode, err := oneOf("filters.mode", in.Filters.Mode, "strict", "mythic")
	in.Filters.Mode = strings.ToUpper(mode)
	return err
}

func (in *loreInput) asked(limit int) kit.LoreQuery {
	f := in.Filters
	return kit.LoreQuery{
		Query: in.Query, Limit: limit, Mode: f.Mode,
		Category: strings.TrimSpace(f.Category), Source: strings.TrimSpace(f.Source), Tags: said(f.Tags),
	}
}

// nearness is how like the query it is, or that of its nearest matter, whichever is more.
func (in *loreInput) nearness(s kit.Snippet) kit.Thousandths {
	best := s.Likeness
	for matter := range strings.SplitSeq(in.Query, ";") {
		best = max(best, nearness(matter, s.Relevance, s.Title, s.Text))
	}
	return best
}

// choose gives the best of those that reach the threshold.
func (in *loreInput) choose(found []kit.Snippet, threshold kit.Thousandths) loreOutput {
	out := loreOutput{Snippets: []snippet{}}
	for _, s := range found {
		near := in.nearness(s)
		if near >= threshold {
			out.Snippets = append(out.Snippets, snippet{s, near})
		}
	}
	slices.SortStableFunc(out.Snippets, func(a, b snippet) int { return int(b.Relevance - a.Relevance) })
	out.Snippets = fitting(out.Snippets[:min(len(out.Snippets), in.Limit)])
	out.Cut = len(found) - len(out.Snippets)
	return out
}
