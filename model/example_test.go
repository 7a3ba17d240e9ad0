package model_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/fallback"
	"github.com/narratoria/narratoria/model/scripted"
)

// A chain whose first model breaks off: what it told is void, and the one on the device begins again.
func Example() {
	hosted := scripted.New("hosted", scripted.Break("The lamp gu"))
	local := scripted.New("local", scripted.Say("The lamp ", "is out."))
	chain, err := fallback.New(local, &fallback.Options{Before: []model.Generator{hosted}})
	if err != nil {
		panic(err)
	}
	answer, err := chain.Generate(context.Background(), model.Request{
		Place:    model.Place{Task: "prose", Turn: 12},
		Messages: []model.Message{{Role: model.User, Text: "Tell what happens to the lamp."}},
	}, func(p model.Piece) { fmt.Printf("%q anew: %v\n", p.Text, p.Anew) })
	if errors.Is(err, model.Timeout) {
		fmt.Println("it took too long")
	}
	fmt.Println(answer.By, "after", answer.Degraded[0].Err)
	// Output:
	// "The lamp gu" anew: false
	// "The lamp " anew: true
	// "is out." anew: false
	// local after hosted: the text broke off
}
