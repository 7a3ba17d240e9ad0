// Package memory is the bundled skill memory: what the player lived through, kept
// and found again, and what the campaign's documents tell.
//
//	store-memory   {summary, characters, location, significance, tags, topic, episodic, kind, because}
//	recall-memory  {query, limit, filters: {location, characters, tags, episodic, kind, from, to, sessions_ago}}
//	recall-lore    {query, limit, filters: {source, category, mode, tags}}
//
// Memories belong to the story: they are written and read through the host calls
// memory.write and memory.read, and so follow branches and rollbacks.
//
// store-memory needs a summary, one sentence. significance is "low", "medium",
// which is meant where it is missing, or "high". episodic is "triumph" or "failure"
// for what is never forgotten. kind is "said", "heard", "internal", "perceived" or "action"; where it is missing the host says
// it by the deed. because are handles of what it rests on, "m3". Which
// deed it is of and what came of that is the host's to say.
// Output: {stored: true}.
//
// recall-memory needs a query, filters, or both; without a query it gives the
// latest. limit is 1 to 50, by default 5. Of the filters all must fit: characters
// and tags are lists, all of which must be there, episodic true asks for triumphs and
// failures alone, from and to are minutes of story time. Output: {memories, cut}.
// Each memory is a kit.Memory as the host told it, with the action it is of, its grade
// and the topic's id, the best first, with its relevance from 0 to 1; behind them, beyond the limit, comes what
// is pinned and fits the filters; cut is how many
// more there were that have a word of the query and fit the filters.
//
// recall-lore needs a query; several matters, with semicolons between, are looked for
// each by itself. limit is 1 to 20, by default 3; mode is "strict" for
// what is so or "mythic" for what is said, source a document's file. The host gives
// only what the player may know. Output: {snippets, cut}. Each snippet is a
// kit.Snippet, the best first.
//
// Configuration: similarityThreshold, by default 0.7, is the relevance a memory
// must have to be recalled; see relevance.go for what that means without a model.
// embeddingModel is accepted and has one value.
//
// Errors: bad_input, bad_config, and those of the host calls.
package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/skills/kit"
)

type storeInput struct {
	Summary      string   `json:"summary"`
	Characters   []string `json:"characters"`
	Location     string   `json:"location"`
	Significance string   `json:"significance"`
	Tags         []string `json:"tags"`
	Topic        string   `json:"topic"`
	Episodic     string   `json:"episodic"`
	Kind         string   `json:"kind"`
	Because      []string `json:"because"`
}

// Store is the script store-memory.
func Store(ctx context.Context, inv *kit.Invocation) error {
	var in storeInput
	if err := errors.Join(inv.ReadInput(&in), inv.ReadConfig(&config{})); err != nil {
		return err
	}
	m, err := in.memory()
	if err != nil {
		return err
	}
	if err := inv.Remember(ctx, m); err != nil {
		return err
	}
	inv.Output(map[string]any{"stored": true})
	inv.Summary("Remembered: " + m.Summary)
	return nil
}

func (in storeInput) memory() (kit.Memory, error) {
	summary := strings.TrimSpace(in.Summary)
	if summary == "" {
		return kit.Memory{}, kit.Failf(kit.CodeBadInput, `input.summary is missing; expected what happened, in a sentence, such as "You helped the blacksmith repair his anvil."`)
	}
	significance, err := oneOf("significance", in.Significance, words(action.Significances())...)
	if err != nil {
		return kit.Memory{}, err
	}
	episodic, err := oneOf("episodic", in.Episodic, words(action.Episodes())...)
	if err != nil {
		return kit.Memory{}, err
	}
	kind, err := oneOf("kind", in.Kind, "said", "heard", "internal", "perceived", "action")
	if err != nil {
		return kit.Memory{}, err
	}
	return kit.Memory{
		Kind: kind, Summary: summary, Characters: said(in.Characters), Location: strings.TrimSpace(in.Location),
		Significance: significance, Tags: said(in.Tags), Topic: strings.TrimSpace(in.Topic), Episodic: episodic, Because: said(in.Because),
	}, nil
}

func words[T ~string](list []T) []string {
	all := make([]string, len(list))
	for i, word := range list {
		all[i] = string(word)
	}
	return all
}

// oneOf takes a word of a short list, or none.
func oneOf(name, given string, words ...string) (string, error) {
	word := strings.ToLower(strings.TrimSpace(given))
	if word == "" || slices.Contains(words, word) {
		return word, nil
	}
	return "", kit.Failf(kit.CodeBadInput, "input.%s is %q; expected one of %s", name, brief(given), strings.Join(words, ", "))
}

// brief is as much of a text as a message can show.
func brief(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "..."
	}
	return text
}

// said leaves out what is blank or was there before.
func said(list []string) (kept []string) {
	for _, text := range list {
		if text = strings.TrimSpace(text); text != "" && !slices.Contains(kept, text) {
			kept = append(kept, text)
		}
	}
	return kept
}

type recallInput struct {
	Query   string  `json:"query"`
	Limit   int     `json:"limit"`
	Filters filters `json:"filters"`
}

type filters struct {
	Location   string   `json:"location"`
	Characters []string `json:"characters"`
	Tags       []string `json:"tags"`
	Episodic   bool     `json:"episodic"`
	Kind       string   `json:"kind"`
	From       *int64   `json:"from"`
	To         *int64   `json:"to"`

	SessionsAgo *int64 `json:"sessions_ago"`
}

type config struct {
	EmbeddingModel      string          `json:"embeddingModel"`
	SimilarityThreshold kit.Thousandths `json:"similarityThreshold"`
}

const (
	usual = 5   // memories that are recalled
	most  = 50  // at most
	asked = 100 // of the host, to choose among
)

// recalled is a memory as the output has it: its relevance stands there even if
// it is 0.
type recalled struct {
	kit.Memory
	Relevance kit.Thousandths `json:"relevance"`
}

type recallOutput struct {
	Memories []recalled `json:"memories"`
	Cut      int        `json:"cut"`
}

// Recall is the script recall-memory.
func Recall(ctx context.Context, inv *kit.Invocation) error {
	in := recallInput{Limit: usual}
	set := config{SimilarityThreshold: 700}
	if err := errors.Join(inv.ReadInput(&in), inv.ReadConfig(&set)); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	found, cut, err := inv.Memories(ctx, in.asked(asked))
	if kit.Refusal(err) == kit.CodeTooLarge {
		found, cut, err = inv.Memories(ctx, in.asked(in.Limit))
	}
	if err != nil {
		return err
	}
	out := in.choose(found, set.SimilarityThreshold)
	out.Cut += cut
	inv.Output(out)
	inv.Summary(fmt.Sprintf("%d recalled, %d left out", len(out.Memories), out.Cut))
	return nil
}

func (in *recallInput) check() error {
	in.Query = strings.TrimSpace(in.Query)
	f := in.Filters
	switch {
	case in.Limit < 1 || in.Limit > most:
		return kit.Failf(kit.CodeBadInput, "input.limit is %d; expected 1 to %d", in.Limit, most)
	case f.From != nil && f.To != nil && *f.From > *f.To:
		return kit.Failf(kit.CodeBadInput, "input.filters.from is %d and to is %d; expected from to come first, both in minutes of story time", *f.From, *f.To)
	case f.SessionsAgo != nil && *f.SessionsAgo < 0:
		return kit.Failf(kit.CodeBadInput, "input.filters.sessions_ago is %d; expected 0 for this sitting, 1 for the one before, and so on", *f.SessionsAgo)
	case in.Query == "" && f.empty():
		return kit.Failf(kit.CodeBadInput, `input.query is missing; expected what to look for in a few words, such as "interactions with the blacksmith", or filters`)
	}
	return nil
}

func (f filters) empty() bool {
	return f.Location == "" && len(f.Characters) == 0 && len(f.Tags) == 0 && !f.Episodic && f.Kind == "" && f.From == nil && f.To == nil && f.SessionsAgo == nil
}

// asked is what the host is asked for: more than is wanted, because it ranks by
// another measure than this skill.
func (in *recallInput) asked(limit int) kit.MemoryQuery {
	f := in.Filters
	return kit.MemoryQuery{
		Query: in.Query, Limit: limit, Place: strings.TrimSpace(f.Location), Characters: said(f.Characters), Tags: said(f.Tags),
		Episodic: f.Episodic, Kind: strings.TrimSpace(f.Kind), From: f.From, To: f.To, SessionsAgo: f.SessionsAgo,
	}
}

// choose gives the best of those that reach the threshold, and behind them what else is pinned.
func (in *recallInput) choose(found []kit.Memory, threshold kit.Thousandths) recallOutput {
	best, pinned := []recalled{}, []recalled{}
	for _, m := range found {
		if relevance := relevance(in.Query, m); relevance >= threshold {
			best = append(best, recalled{m, relevance})
		} else if m.Pinned {
			pinned = append(pinned, recalled{m, relevance})
		}
	}
	slices.SortStableFunc(best, func(a, b recalled) int { return int(b.Relevance - a.Relevance) })
	for _, m := range best[min(len(best), in.Limit):] {
		if m.Pinned {
			pinned = append(pinned, m)
		}
	}
	var out recallOutput
	out.Memories = fitting(append(best[:min(len(best), in.Limit)], pinned...))
	out.Cut = len(found) - len(out.Memories)
	return out
}

const room = 240 << 10 // bytes of what an output lists; it may have 256 KiB

// fitting leaves out the last ones of a list that would be too much to send.
func fitting[T any](list []T) []T {
	size := 0
	for i, item := range list {
		text, err := json.Marshal(item)
		if size += len(text); err != nil || size > room {
			return list[:i]
		}
	}
	return list
}
