// Package campaigns carries the sample campaigns in the program, so that it plays
// without any other file.
//
//	for _, sample := range campaigns.All() {
//		c, problems := campaign.Load(sample.Files, campaign.Options{Label: sample.Name})
//	}
package campaigns

import (
	"embed"
	"io/fs"
)

// A Sample is a campaign that the program carries.
type Sample struct {
	Name  string // its directory here
	Files fs.FS
}

//go:embed all:grey-harbour all:minimal
var files embed.FS

// All lists them, the one for a first play first.
func All() []Sample {
	var all []Sample
	for _, name := range []string{"grey-harbour", "minimal"} {
		sub, err := fs.Sub(files, name)
		if err != nil { // only for a name that is no path
			panic("campaigns: " + err.Error())
		}
		all = append(all, Sample{name, sub})
	}
	return all
}
