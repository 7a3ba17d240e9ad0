package narratoria

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
)

// A Story is one that is kept, as a list shows it.
type Story struct {
	persistence.Info        // Name, when it was written, and Err where it cannot be opened: then the rest is missing
	Campaign, Title  string // the campaign's id and title
	Place            string // where the player is, as it is called
	Turn             int64  // that it is in; 0 where it was never begun
	Begun, Ended     bool
	Seed             string
}

// Stories lists all that are kept, in order of their names.
func (p *Program) Stories(ctx context.Context) ([]Story, error) {
	infos, err := p.store.List(ctx)
	if err != nil {
		return nil, err
	}
	stories := make([]Story, len(infos))
	for i, info := range infos {
		stories[i] = p.describe(ctx, info)
	}
	return stories, nil
}

// Story is one of them. Errors: *StoryError.
func (p *Program) Story(ctx context.Context, name string) (Story, error) {
	s := p.describe(ctx, p.store.Info(ctx, name))
	return s, storyError(ctx, p.store, name, s.Err)
}

// describe reads what a list shows of a save.
func (p *Program) describe(ctx context.Context, info persistence.Info) Story {
	s := Story{Info: info}
	if info.Err != nil {
		return s
	}
	summary, known := story.SummaryOf(info)
	if !known {
		s.Err = p.ReadStory(ctx, info.Name, func(told *story.Playthrough) error {
			summary = told.State().Summary()
			return nil
		})
	}
	s.Campaign, s.Turn, s.Place, s.Ended, s.Seed = summary.Campaign, summary.Turn, summary.Place, summary.Ended, summary.Seed
	s.Begun = s.Position > 0
	if s.Err == nil {
		s.Title = p.titleOf(s.Campaign)
	}
	return s
}

// Latest is the story of a campaign ("" for any) that was written last. Error: *NoStoryError.
func (p *Program) Latest(ctx context.Context, campaign string) (Story, error) {
	infos, err := p.store.List(ctx)
	if err != nil {
		return Story{}, err
	}
	slices.SortStableFunc(infos, func(a, b persistence.Info) int { return b.Written.Compare(a.Written) })
	none := &NoStoryError{Campaign: campaign}
	for _, info := range infos {
		if info.Err != nil {
			none.Unread = append(none.Unread, Story{Info: info})
			continue
		}
		if s := p.describe(ctx, info); campaign == "" || s.Campaign == campaign {
			return s, s.Err
		}
	}
	return Story{}, none
}

// ReadStory lends a story to somebody who reads, beside whoever plays it.
// Errors: *StoryError, and read's.
func (p *Program) ReadStory(ctx context.Context, name string, read func(*story.Playthrough) error) error {
	save, err := p.store.Open(ctx, name, persistence.Reading)
	if err != nil {
		return storyError(ctx, p.store, name, err)
	}
	defer save.Close()
	told, err := story.Open(ctx, save)
	if err == nil {
		err = read(told)
	}
	return storyError(ctx, p.store, name, err)
}

// DeleteStory deletes a story for ever, with its backups and all that skills kept for it. It refuses one
// that is being played. Errors: *StoryError.
func (p *Program) DeleteStory(ctx context.Context, name string) error {
	if err := p.DeleteSave(ctx, name); err != nil {
		return err
	}
	if _, err := p.backups.Drop(name); err != nil {
		return fmt.Errorf("the save %q is deleted, but not all of its backups: %w", name, err)
	}
	return nil
}

// DeleteSave is DeleteStory, but for the backups, of which the story can be made again.
func (p *Program) DeleteSave(ctx context.Context, name string) error {
	if err := p.store.Delete(ctx, name); err != nil {
		return storyError(ctx, p.store, name, err)
	}
	if err := scratch.RemoveAll(plainfile.Below(p.skillData(name))); err != nil {
		return fmt.Errorf("the save %q is deleted, but not all that skills kept for it: %w", name, err)
	}
	return nil
}

// NameLike is a name that no story has, for another of one's.
func (p *Program) NameLike(ctx context.Context, name string) (string, error) {
	return freeName(ctx, p.store, name)
}

// freeName is a name for a new save of a campaign: its id and the first number
// that nobody has.
func freeName(ctx context.Context, store *persistence.Store, campaign string) (string, error) {
	taken, err := store.Names(ctx)
	if err != nil {
		return "", err
	}
	base := safeName(campaign)
	for n := 1; ; n++ {
		if name := fmt.Sprintf("%s-%d", base, n); !slices.Contains(taken, name) {
			return name, nil
		}
	}
}

// safeName makes a name that a save can have of a directory's.
func safeName(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 40 {
			break
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" || persistence.CheckName(name+"-1") != nil {
		return "story"
	}
	return name
}
