package model_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/model"
)

func TestErrors(t *testing.T) {
	err := fmt.Errorf("the plan: %w", &model.Error{Generator: "phi", Kind: model.Timeout, Message: "it was late", Err: context.DeadlineExceeded})
	if !errors.Is(err, model.Timeout) || errors.Is(err, model.Limited) || !errors.Is(err, context.DeadlineExceeded) || err.Error() != "the plan: phi: it was late" {
		t.Errorf("the error is %v", err)
	}
	if bare := (&model.Error{Kind: model.Empty}); !errors.Is(bare, model.Empty) || len(bare.Unwrap()) != 1 {
		t.Errorf("without a cause it is %v", bare.Unwrap())
	}
}

func TestLeaves(t *testing.T) {
	for host, here := range map[string]bool{
		"localhost": true, "localhost:8080": true, "127.0.0.1": true, "127.3.2.1:80": true, "[::1]:80": true, "::1": true,
		"localhost.evil": false, "localhost.": false, "api.example.org": false, "127.0.0.1.nip.io": false, "0.0.0.0": false, "10.0.0.1:80": false, "2130706433": false,
	} {
		if got := model.OnDevice(host); got != here {
			t.Errorf("%s is on this device: %v", host, got)
		}
		if name, leaves := model.Leaves(sender(host)); name != host || leaves == here {
			t.Errorf("what goes to %s leaves it: %v", host, leaves)
		}
	}
	for _, of := range []any{nil, 7, sender("")} {
		if _, leaves := model.Leaves(of); leaves {
			t.Errorf("what goes to %v leaves this device", of)
		}
	}
}

type sender string

func (s sender) Host() string { return string(s) }

func TestPlace(t *testing.T) {
	for want, p := range map[string]model.Place{"plan of turn 3": {Task: "plan", Turn: 3}, "plan of turn 3, part again": {Task: "plan", Turn: 3, Part: "again"}} {
		if p.String() != want {
			t.Errorf("it is %q", p)
		}
	}
}
