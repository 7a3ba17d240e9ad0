package story_test

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

func Example() {
	ctx := context.Background()
	save, err := persistence.New(mem.New(), nil).Create(ctx, "monday-evening", "p-1")
	if err != nil {
		panic(err)
	}
	defer save.Close()
	p, err := story.Open(ctx, save)
	if err != nil {
		panic(err)
	}

	start := p.Begin("start")
	for _, e := range []event.Event{
		{Kind: event.PlaythroughStarted, Data: event.Data{
			"campaign": "lighthouse", "version": "1", "digest": "",
			"persona":    strictjson.Object{"name": "Mira", "place": "quay"},
			"parameters": strictjson.Object{"clock": 8 * 60},
		}},
		{Kind: event.EntityAdded, Data: event.Data{"entity": "ines", "type": "person", "name": "Ines", "place": "quay"}},
		{Kind: event.Said, Data: event.Data{"speaker": "ines", "text": "The lamp is out."}},
		{Kind: event.RelationChanged, Data: event.Data{"who": "ines", "whom": "player", "by": 12500}},
	} {
		e.Actor = event.EngineSelf
		if _, err := start.Add(e); err != nil {
			panic(err)
		}
	}
	if _, err := start.Commit(ctx); err != nil {
		panic(err)
	}

	view := p.State().Player().Object()
	fmt.Println(string(strictjson.Append(nil, view["$relations"])))
	fmt.Println(string(strictjson.Append(nil, view["$journal"])))
	// Output:
	// {"ines":12.5}
	// [{"id":"e1","text":"Ines says: “The lamp is out.”","turns_ago":0}]
}
