package narratoria

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// An AssetError says that a story has no such picture or sound, or none that can be read.
type AssetError struct{ Asset, Message string }

func (e *AssetError) Error() string { return fmt.Sprintf("the asset %q %s", e.Asset, e.Message) }

// Blob gives the bytes of an asset that the story's save holds, by the Blob of an
// [engine.Asset]. Errors: *AssetError, *StoryError.
func (g *Game) Blob(ctx context.Context, blob string) (data []byte, err error) {
	sum, err := event.ParseHash(blob)
	if err != nil {
		return nil, &AssetError{blob, "is named by no hash"}
	}
	err = g.order(ctx, func(ctx context.Context) error {
		data, err = g.save.GetBlob(ctx, sum)
		if errors.Is(err, persistence.ErrNotFound) {
			return &AssetError{blob, "is not in this story"}
		}
		return err
	})
	return data, err
}

// Art gives the bytes and the media type of a picture or sound of the campaign, by the Path
// of an [engine.Asset]. Error: *AssetError.
func (c *Campaign) Art(path string) (data []byte, media string, err error) {
	asset, is := c.Asset(path)
	if !is {
		return nil, "", &AssetError{path, "is none of this campaign"}
	}
	if data, err = c.Read(asset); err != nil {
		return nil, "", &AssetError{path, "cannot be read: " + err.Error()}
	}
	return data, asset.Media.MediaType(), nil
}
