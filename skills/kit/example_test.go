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

// describe has a model say what a place is like, and says it plainly where there is none.
func describe(ctx context.Context, inv *kit.Invocation) error {
	written, err := inv.Generate(ctx, kit.Prompt{System: "You describe places, in one sentence.", Text: "The lamp room, at night.", MaxTokens: 60})
	switch {
	case kit.Refusal(err) == kit.CodeUnavailable:
		written.Text = "You see nothing out of the ordinary."
	case err != nil:
		return err
	}
	inv.Narrate(written.Text, "")
	return nil
}

func ExampleInvocation_Generate() {
	request := `{"requestId":"r1","tool":"lamp/describe","operation":"describe","input":{},"protocol":{"version":"0","features":["calls","generate"]}}`
	for _, reply := range []string{
		`{"version":"0","type":"reply","id":"1","ok":true,"result":{"text":"The lamp gutters.","end":"stop","by":"phi-3.5-mini","tokens":{"prompt":21,"text":6}}}`,
		`{"version":"0","type":"reply","id":"1","ok":false,"error":{"code":"unavailable","message":"generate: the model was not done in time"}}`,
	} {
		kit.Serve(context.Background(), strings.NewReader(request+"\n"+reply+"\n"), os.Stdout, os.Stderr, describe)
	}
	// Output:
	// {"version":"0","type":"call","id":"1","method":"generate","params":{"maxTokens":60,"messages":[{"role":"system","text":"You describe places, in one sentence."},{"role":"user","text":"The lamp room, at night."}]}}
	// {"version":"0","type":"ui_event","event":"narration","payload":{"speaker":"","text":"The lamp gutters."}}
	// {"version":"0","type":"done","ok":true}
	// {"version":"0","type":"call","id":"1","method":"generate","params":{"maxTokens":60,"messages":[{"role":"system","text":"You describe places, in one sentence."},{"role":"user","text":"The lamp room, at night."}]}}
	// {"version":"0","type":"ui_event","event":"narration","payload":{"speaker":"","text":"You see nothing out of the ordinary."}}
	// {"version":"0","type":"done","ok":true}
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
