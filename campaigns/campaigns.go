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

//go:embed readings
var readings embed.FS

// Reading is what was read in the prose of a sample of three files when the program was built,
// as package reading keeps it; nil for a sample that needs none.
func Reading(name string) []byte {
	data, err := readings.ReadFile("readings/" + name + ".json")
	if err != nil {
		return nil
	}
	return data
}

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
