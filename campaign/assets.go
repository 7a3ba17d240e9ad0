package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/campaign/media"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// An Asset is a picture below art/ or a sound below music/, or a portrait beside
// a profile.
type Asset struct {
	Path     string
	Media    media.Info
	Bytes    int64
	Keywords []string // of the sidecar, else of the file's name
	Links    []string // the ids of people, places, factions and items that its name speaks of
	// Provenance is nil for what a person made.
	Provenance *Provenance
}

// Generated reports whether a model made the asset.
func (a *Asset) Generated() bool { return a.Provenance != nil }

// A Provenance says how a model made a file.
type Provenance struct {
	SourceModel string `field:"source_model"`
	GeneratedAt string `field:"generated_at"` // ISO 8601
	SeedData    string `field:"seed_data"`
	Version     string `field:"version"`
}

// maxAsset is how large a picture or a sound may be.
const maxAsset = 64 << 20

// Open opens an asset that was found to be one when the campaign was loaded.
func (c *Campaign) Open(asset *Asset) (fs.File, error) { return c.fsys.Open(asset.Path) }

// Read reads an asset.
func (c *Campaign) Read(asset *Asset) ([]byte, error) {
	return plainfile.ReadFile(c.fsys, asset.Path, maxAsset)
}

// Record is what is kept about an asset, of contract asset-metadata, its content
// left out. It reads the file for its checksum.
func (c *Campaign) Record(asset *Asset) (strictjson.Object, error) {
	file, err := c.Open(asset)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, io.LimitReader(file, maxAsset)); err != nil {
		return nil, err
	}
	record := tree{
		"path": asset.Path, "type": asset.Media.Type, "generated": asset.Generated(),
		"keywords": anys(asset.Keywords), "checksum": "sha256:" + hex.EncodeToString(hash.Sum(nil)),
		asset.Media.Type: details(asset.Media),
	}
	if p := asset.Provenance; p != nil {
		record["provenance"] = tree{"source_model": p.SourceModel, "generated_at": p.GeneratedAt, "seed_data": p.SeedData}
	}
	if len(asset.Links) > 0 {
		record["relationships"] = tree{"entity_links": anys(asset.Links)}
	}
	return record, nil
}

func details(info media.Info) tree {
	if info.Type == "image" {
		return tree{"format": info.Format, "width": strictjson.Number(strconv.Itoa(info.Width)), "height": strictjson.Number(strconv.Itoa(info.Height))}
	}
	return tree{"format": info.Format}
}

func anys(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}

const sidecar = ".keywords.txt"

// sidecarKeywords reads keywords, a line each; # begins a comment. It stops at one more
// than are read.
func sidecarKeywords(text string) []string {
	var keywords []string
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(line, "#")
		word = strings.ToLower(strings.TrimSpace(word))
		if word == "" || seen[word] {
			continue
		}
		seen[word] = true
		if keywords = append(keywords, strings.Clone(word)); len(keywords) > maxParts { // not the text with it
			break
		}
	}
	return keywords
}

// nameKeywords are the words of a file's name: "npc_old-wizard2.png" is npc, old
// and wizard.
func nameKeywords(file string) []string {
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	var keywords []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(base), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) > 1 && word != "generated" && !slices.Contains(keywords, word) {
			keywords = append(keywords, word)
		}
	}
	return keywords
}

// links are the ids that a file's name is, once what says its kind is taken off:
// art/characters/npc_wizard.png is of characters/npcs/wizard.
func (n *names) links(file string) []string {
	if owner, ok := strings.CutPrefix(path.Dir(file), "characters/npcs/"); ok {
		return []string{owner}
	}
	stem := linkForm(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	stem = strings.TrimSuffix(stem, "-generated")
	forms := []string{stem}
	for _, prefix := range []string{"npc-", "character-", "portrait-", "place-", "location-", "item-", "faction-"} {
		if rest, ok := strings.CutPrefix(stem, prefix); ok {
			forms = append(forms, rest)
		}
	}
	var found []string
	for _, kind := range []string{"person", "place", "item", "faction"} {
		for _, id := range n.of[kind] {
			if slices.Contains(forms, linkForm(id)) && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	return found
}

func linkForm(name string) string { return strings.ReplaceAll(strings.ToLower(name), "_", "-") }

// Portrait is the picture an author gave a person: the one the profile names,
// portrait.png beside it, else the first picture whose name is the person's.
func (c *Campaign) Portrait(person string) (*Asset, bool) {
	p, ok := c.Someone(person)
	if !ok {
		return nil, false
	}
	if asset, ok := c.Asset(p.Portrait); ok {
		return asset, true
	}
	return find(c.Assets, func(a *Asset) bool { return a.Media.Type == "image" && slices.Contains(a.Links, person) })
}
