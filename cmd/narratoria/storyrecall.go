package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func storyRecallCommand(s streams) *cobra.Command {
	var a asking
	var kind string
	var limit int
	cmd := &cobra.Command{
		Use:   "recall NAME [CHARACTER [TEXT]]",
		Short: "Show what somebody in a story remembers, or what of it bears on a text",
		Long: `Show what somebody in a story remembers, each memory with its number; with TEXT what of it
bears on that, best first, found as in play: by meaning where a model of it is here and has read the memories,
which it does while the story is played; else by words and parts of them. It says which. It is what that
character remembers and no more. CHARACTER is an id, a name or a word of it; the player unless given. Those
that are pinned are marked with a *.`,
		Args: wantsAtLeast("NAME", "CHARACTER"),
		RunE: action(func(ctx context.Context, args []string) error {
			if len(args) > 3 {
				return fmt.Errorf("TEXT is %q, and there is %q beside it; put a text of several words into quotation marks", args[2], args[3])
			}
			of, err := experience(kind)
			if err != nil {
				return err
			}
			at, err := a.place()
			if err != nil {
				return err
			}
			q := story.Query{Kind: of, Limit: limit}
			if len(args) > 2 {
				q.Text = args[2]
			}
			return locating(args[0], with(ctx, s, programFlags{}, func(program *narratoria.Program) error {
				read := func(p *story.Playthrough) error {
					where, err := at.find(ctx, p)
					if err != nil {
						return err
					}
					state, err := p.Shown(ctx, where, 0)
					if err != nil {
						return err
					}
					who, err := state.FindPerson(append(args[1:], string(event.Player))[0])
					if err != nil {
						return err
					}
					return recalled(ctx, s, program.MeaningModel(), state.As(who), q, a.asJSON)
				}
				if q.Text == "" {
					return program.ReadStory(ctx, args[0], read)
				}
				return program.Meant(func() error { return program.ReadStory(ctx, args[0], read) })
			}))
		}),
	}
	a.addTo(cmd, "print JSON, one memory a line: {memory, text, kind, pinned, relevance, likeness, byMeaning, turn, minutes}")
	cmd.Flags().StringVar(&kind, "kind", "", "only memories of a kind: said, heard, internal, perceived or action")
	cmd.Flags().IntVar(&limit, "limit", 0, "how many at most; all unless given")
	return cmd
}

// experience reads a kind of memory, "" for any.
func experience(kind string) (event.Experience, error) {
	all := event.Experiences()
	if kind == "" || slices.Contains(all, event.Experience(kind)) {
		return event.Experience(kind), nil
	}
	return "", fmt.Errorf("there is no kind of memory %q; they are %s", kind, english.Join(inText(all)))
}

func inText(all []event.Experience) (words []string) {
	for _, one := range all {
		words = append(words, string(one))
	}
	return words
}

// recalled shows memories: all in the order in which they were kept, and those found best first.
func recalled(ctx context.Context, s streams, model string, v *story.View, q story.Query, asJSON bool) error {
	if q.Limit < 0 {
		return fmt.Errorf("--limit is %d; it may be 0 for all", q.Limit)
	}
	found, err := v.Recall(ctx, q)
	if err != nil {
		return err
	}
	if q.Text == "" {
		slices.Reverse(found)
	}
	for _, m := range found {
		pinned := isPinned(v, m)
		if asJSON {
			fmt.Fprintln(s.out, safeJSON(recalledTree(v, m, pinned)))
			continue
		}
		mark := " "
		if pinned {
			mark = "*"
		}
		fmt.Fprintln(s.out, printable(fmt.Sprintf("%5s%s %s", m.Handle, mark, strings.Join(strings.Fields(v.Words(&m.Memory)), " "))))
	}
	if len(found) == 0 && !asJSON {
		none := " remembers nothing like that."
		if q.Text == "" && q.Kind == "" {
			none = " remembers nothing yet."
		}
		fmt.Fprintln(s.out, printable(english.SentenceCase(v.Name(string(v.Who())))+none))
	}
	if q.Text != "" && !asJSON {
		fmt.Fprintln(s.out, "\n"+foundBy(model, found))
	}
	return nil
}

// foundBy says how memories were searched, where there is a model of meaning or none.
func foundBy(model string, found []story.Recalled) string {
	switch {
	case slices.ContainsFunc(found, func(m story.Recalled) bool { return m.ByMeaning }):
		return fmt.Sprintf("Found by meaning, with %s.", model)
	case len(found) == 0 && model != "":
		return fmt.Sprintf("Looked for with %s, or by words where it has not read these memories yet.", model)
	case model != "":
		return fmt.Sprintf("Found by words and parts of them: %s has not read these memories yet, which it does while the story is played, or it cannot be run, which narratoria doctor looks at.", model)
	}
	return "Looked for by words and parts of them; a model of meaning, which finds what is said in other words, is fetched with: narratoria setup"
}

func isPinned(v *story.View, m story.Recalled) bool {
	return slices.ContainsFunc(v.Pinned(), func(p story.Recalled) bool { return p.Handle == m.Handle })
}

func recalledTree(v *story.View, m story.Recalled, pinned bool) strictjson.Object {
	tree := strictjson.Object{
		"memory": m.Handle, "text": v.Words(&m.Memory), "pinned": pinned, "turn": strictjson.Int(m.Memory.Turn), "minutes": strictjson.Int(m.Memory.Minutes),
		"relevance": strictjson.Int(int64(m.Relevance)), "likeness": strictjson.Int(int64(m.Likeness)), "byMeaning": m.ByMeaning,
	}
	strictjson.Put(tree, "kind", string(m.Memory.Kind))
	return tree
}

func storyPinCommand(s streams) *cobra.Command {
	return pinCommand(s, (*story.Playthrough).Pin, "has it at hand: “%s”", "pinned", &cobra.Command{
		Use:   "pin NAME CHARACTER MEMORY",
		Short: "Have somebody in a story have a memory at hand, whatever is asked",
		Long: `Have somebody in a story have a memory at hand from now on, whatever is asked and however old
it grows, along the branch that the story is told along. MEMORY is its number in recall of that
character, such as m3, words that stand in it and in no other, or the number of an event in story log:
of that what they remember, and where they remember nothing what they perceived. Skills find it under $pinned.`,
	})
}

func storyUnpinCommand(s streams) *cobra.Command {
	return pinCommand(s, (*story.Playthrough).Unpin, "has it at hand no more: “%s”", "unpinned", &cobra.Command{
		Use:   "unpin NAME CHARACTER MEMORY",
		Short: "Have somebody in a story have a memory at hand no more",
		Long: `Have somebody in a story have a memory at hand no more. They remember it as they do others.
MEMORY is its number in recall of that character, words that stand in it and in no other, or the number of the event.`,
	})
}

// pinCommand pins or unpins.
func pinCommand(s streams, do func(*story.Playthrough, context.Context, event.CharacterID, string) (story.Recalled, error), says, key string, cmd *cobra.Command) *cobra.Command {
	var asJSON bool
	cmd.Args = wants("NAME", "CHARACTER", "MEMORY")
	cmd.RunE = action(func(ctx context.Context, args []string) error {
		return changeSave(ctx, s, args[0], func(p *story.Playthrough) error {
			who, err := p.State().FindPerson(args[1])
			if err != nil {
				return err
			}
			m, err := do(p, ctx, who, args[2])
			if err != nil {
				return err
			}
			v := p.State().As(who)
			if asJSON {
				fmt.Fprintln(s.out, safeJSON(strictjson.Object{"character": string(who), "memory": m.Handle, "pinned": key == "pinned"}))
				return nil
			}
			words := strings.Join(strings.Fields(v.Words(&m.Memory)), " ")
			fmt.Fprintln(s.out, printable(english.SentenceCase(v.Name(string(who)))+" "+fmt.Sprintf(says, words)))
			return nil
		})
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: {character, memory, pinned}")
	return cmd
}
