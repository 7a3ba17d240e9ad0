package kit

import (
	"context"
	"fmt"
	"strconv"

	"github.com/narratoria/narratoria/protocol"
)

// Call asks the host for anything it offers and waits for the reply. A refusal
// is a *protocol.CallError. The script's manifest entry must list the permission
// that the method begins with.
//
// Calls are made one after the other. The context ends waiting for one's turn;
// waiting for the reply ends with the reply or with stdin, since a call that was
// made cannot be taken back.
func (inv *Invocation) Call(ctx context.Context, method string, params any) (map[string]any, error) {
	object, err := toObject(params)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", method, err)
	}
	if err := inv.takeTurn(ctx); err != nil {
		return nil, fmt.Errorf("call %s: %w", method, err)
	}
	defer inv.endTurn()
	id, err := inv.ask(method, object)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", method, err)
	}
	result, err := inv.reply(id)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", method, err)
	}
	return result, nil
}

func (inv *Invocation) takeTurn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case inv.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (inv *Invocation) endTurn() { <-inv.turn }

func (inv *Invocation) ask(method string, params protocol.Object) (id string, err error) {
	inv.mutex.Lock()
	defer inv.mutex.Unlock()
	if inv.ended {
		return "", context.Canceled
	}
	inv.count++
	id = strconv.Itoa(inv.count)
	return id, inv.write(&protocol.Call{ID: id, Method: method, Params: params})
}

func (inv *Invocation) reply(id string) (protocol.Object, error) {
	line, err := inv.readLine()
	if err != nil {
		return nil, fmt.Errorf("no reply: %w", err)
	}
	reply, err := protocol.ParseReply(line)
	switch {
	case err != nil:
		return nil, err
	case reply.ID != id:
		return nil, fmt.Errorf("the reply is to call %q, and call %q waits", reply.ID, id)
	case reply.Err != nil:
		return nil, reply.Err
	}
	return reply.Result, nil
}

// Story reads one value of session state by its dot path, "inventory.torch.lit",
// as the player may know it. It needs the permission story.read.
func (inv *Invocation) Story(ctx context.Context, path string) (value any, found bool, err error) {
	result, err := inv.Call(ctx, "story.read", map[string]string{"path": path})
	if err != nil {
		return nil, false, err
	}
	found, _ = result["found"].(bool)
	return result["value"], found, nil
}
