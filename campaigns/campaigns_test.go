package campaigns_test

import (
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
)

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
