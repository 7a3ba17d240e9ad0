package kit_test

import (
	"context"
	"os"
	"strings"

	"github.com/narratoria/narratoria/skills/kit"
)

func lightTorch(ctx context.Context, inv *kit.Invocation) error {
	var input struct {
		Room string `json:"room"`
	}
	if err := inv.ReadInput(&input); err != nil {
		return err
	}
	inv.Patch(map[string]any{"rooms": map[string]any{input.Room: map[string]any{"lit": true}}})
	inv.Narrate("The torch catches, and the dark steps back.", "")
	return nil
}

// The script of the package's page, and what it answers.
func Example() {
	request := `{"requestId":"r1","tool":"torch/light-torch","operation":"light-torch","input":{"room":"cellar"}}`
	kit.Serve(context.Background(), strings.NewReader(request), os.Stdout, os.Stderr, lightTorch)
	// Output:
	// {"version":"0","type":"state_patch","patch":{"rooms":{"cellar":{"lit":true}}}}
	// {"version":"0","type":"ui_event","event":"narration","payload":{"speaker":"","text":"The torch catches, and the dark steps back."}}
	// {"version":"0","type":"done","ok":true}
}
