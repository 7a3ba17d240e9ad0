package campaign_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/golden"
)

// Every file of testdata/broken is a campaign with something wrong in it, and
// under "want" exactly what loading says of it and what is left of it.
func TestBrokenCampaigns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the cases use links and FIFOs")
	}
	golden.Cases(t, "testdata/broken/*.txtar", 40, func(t *testing.T, c *golden.Case) {
		dir := filepath.Join(t.TempDir(), "campaign")
		c.LayOut(t, dir, nil, "want")
		c.Want(t, "want", describe(t, dir))
	})
}

// describe is what loading says, a line each, and what is left.
func describe(t testing.TB, dir string) string {
	t.Helper()
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	var b strings.Builder
	for _, p := range problems {
		line := p.String()
		if strings.ContainsAny(line, "\n\r") || p.File == "" || p.Message == "" {
			t.Errorf("the problem %q is not one line about a file", line)
		}
		fmt.Fprintln(&b, line)
	}
	if c == nil {
		return b.String() + "it cannot be played\n"
	}
	left := "it plays"
	for _, count := range c.Report().Counts {
		if count.N > 0 {
			left += fmt.Sprintf(", %s %d", count.What, count.N)
		}
	}
	return b.String() + left + "\n"
}
