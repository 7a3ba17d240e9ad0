package campaigns_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/campaigns"
)

var update = flag.Bool("update", false, "write what is read in the samples anew")

// What is carried of a sample's prose is what reading it gives.
func TestReadingsAreThoseOfTheSamples(t *testing.T) {
	for _, sample := range campaigns.All() {
		c, _ := campaign.Load(sample.Files, campaign.Options{Label: sample.Name})
		if !c.Sparse() {
			if campaigns.Reading(sample.Name) != nil {
				t.Errorf("%s needs no reading", sample.Name)
			}
			continue
		}
		want, err := json.MarshalIndent(reading.New().Read(c.Setting.Body, c.Premise.Body), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile("readings/"+sample.Name+".json", want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(want, campaigns.Reading(sample.Name)) {
			t.Errorf("%s is read otherwise than what is carried says: run this test with -update", sample.Name)
		}
	}
}

// TestSamples loads each sample as the program carries it: nothing is wrong with
// it, and it begins somewhere, with somebody.
func TestSamples(t *testing.T) {
	for _, sample := range campaigns.All() {
		c, problems := campaign.Load(sample.Files, campaign.Options{Label: sample.Name})
		if problems.Err() != nil {
			t.Error(problems)
		}
		if c == nil {
			continue
		}
		full, err := campaign.Complete(c, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if full.Start() == "" || len(full.People) == 0 {
			t.Errorf("%s begins nowhere, or with nobody", sample.Name)
		}
	}
}
