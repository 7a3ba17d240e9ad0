package narratoria_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/narratoria/narratoria"
)

// A story that nobody keeps, played by a program of its own: README.md has the same text.
func Example() {
	ctx := context.Background()
	program, err := narratoria.Open(narratoria.Options{Temporary: true})
	if err != nil {
		log.Fatal(err)
	}
	defer program.Close(ctx)
	game, err := program.Start(ctx, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, Seed: "1"})
	if err != nil {
		log.Fatal(err)
	}
	record, err := game.Play(ctx, "") // the opening
	for err == nil && record.Turn < 3 {
		fmt.Println(record.Scene.Time, record.Scene.Name)
		fmt.Println("  >", record.Choices[0].Text)
		record, err = game.Play(ctx, record.Choices[0].ID)
	}
	if err == nil {
		record, err = game.Type(ctx, "wait") // in words of one's own
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Scene.Time, record.Choice.Text, "and", len(record.Choices), "choices follow")
	// Output:
	// 16:40 the Long Quay
	//   > Read the numbers chalked along the harbour wall
	// 16:50 the Long Quay
	//   > Ask the old man splicing rope about the wreck
	// 17:35 Wait a while at the Long Quay and 4 choices follow
}

// Whoever shows a game to others reads what happens in it, and goes on from any number
// when the line was lost.
func ExampleGame_Events() {
	ctx := context.Background()
	program, err := narratoria.Open(narratoria.Options{Temporary: true})
	if err != nil {
		log.Fatal(err)
	}
	game, err := program.Start(ctx, narratoria.GameOptions{Campaign: "minimal", Unkept: true, Seed: "1"})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := game.Play(ctx, ""); err != nil {
		log.Fatal(err)
	}
	if err := program.Close(ctx); err != nil {
		log.Fatal(err)
	}
	for e, err := range game.Events(ctx, 1) {
		if err != nil {
			log.Fatal(err)
		}
		if e.Kind != narratoria.Portrait {
			fmt.Println(strings.TrimSpace(fmt.Sprint(e.Number, " ", e.Kind, " ", e.Text)))
		}
	}
	// Output:
	// 1 opened play
	// 2 stage playing
	// 3 stage choosing
	// 4 turn
	// 5 closed quit
}
