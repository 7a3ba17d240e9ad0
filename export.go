package narratoria

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// TranscriptOptions of a transcript. The zero value is one without pictures.
type TranscriptOptions struct {
	Pictures bool
	Campaign *Campaign // whose pictures they are; nil for that which the program carries under its id
}

// Transcript is what the player was told in a story up to a place, and what they chose; see
// [transcript.Of].
func (p *Program) Transcript(ctx context.Context, told *story.Playthrough, at event.Where, opts TranscriptOptions) (*transcript.Transcript, error) {
	c := opts.Campaign
	if src, is := carried(told.State().Campaign.ID); c == nil && is {
		c, _ = p.load(ctx, src) // else it has no title and no pictures
	}
	of := transcript.Options{}
	if c != nil {
		of.Title = c.Manifest.Title
	}
	if opts.Pictures {
		of.Blob = func(sum event.Hash) ([]byte, error) { return told.Blob(ctx, sum) }
		if c != nil {
			of.Asset = c.asset
		}
	}
	return transcript.Of(ctx, told, at, of)
}

// asset reads a picture of a campaign's.
func (c *Campaign) asset(path string) ([]byte, error) {
	asset, is := c.Asset(path)
	if !is {
		return nil, fmt.Errorf("the campaign has no %q", path)
	}
	return c.Read(asset)
}
