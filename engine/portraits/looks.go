package portraits

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// Looks is how somebody looks now, in words: sex and age first, since a drawing begins
// with them. What events have said of their appearance counts before what their profile
// says. "" is somebody of whom nothing is known.
func Looks(c *campaign.Campaign, v *story.View, who string) string {
	known, _ := v.Person(who)
	changed := strictjson.AsString(known.Changes["appearance"])
	if who == string(event.Player) {
		return described(strictjson.AsString(v.Persona()["pronouns"]), "", strictjson.AsString(v.Self()["appearance"]), strictjson.AsString(v.Persona()["appearance"]))
	}
	p, ok := c.Someone(who)
	if !ok {
		return changed
	}
	return described(p.Pronouns, string(p.Age), changed, string(p.Appearance))
}

func described(pronouns, age, changed, written string) string {
	parts := []string{sex(pronouns)}
	if age != "" {
		parts = append(parts, "aged "+age+".")
	}
	if changed == "" {
		changed = written
	}
	return strings.TrimSpace(strings.Join(append(parts, changed), " "))
}

func sex(pronouns string) string {
	switch prose.PronounsFor(pronouns).Subject {
	case "she":
		return "A woman,"
	case "he":
		return "A man,"
	}
	return "A person,"
}

// silhouette is a picture of somebody nobody can draw: a head and shoulders, grey
// on grey.
func silhouette() []byte {
	const size = 128
	img := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{color.Gray{0xd8}, color.Gray{0x60}})
	for y := range size {
		for x := range size {
			dx, head, body := x-size/2, y-48, y-128
			if dx*dx+head*head < 26*26 || dx*dx*16/25+body*body < 40*40 {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img) // to memory, of a palette: cannot fail
	return out.Bytes()
}
