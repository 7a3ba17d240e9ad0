package api

import (
	"context"
	"time"
)

func eventMethods() []Method {
	return []Method{
		define("events.subscribe", "Tells the caller what happens from now on, or from an event's number on that is kept; also of a story that is not begun yet. A caller who is slow holds up nobody, and is told what they missed.", subscribe).at(asleepToo),
		define("events.unsubscribe", "Ends a subscription.", unsubscribe).at(always),
		define("events.read", "Gives events from a number on, at once or when there is one, for callers who cannot be told.", readEvents).at(asleepToo),
	}
}

type subscribeParams struct {
	From   int64  `json:"from,omitempty" min:"0" doc:"the number of the first event, from 1; 0 and nothing are from now on"`
	Story  string `json:"story,omitempty" max:"64" doc:"only what happens in it, and what concerns all"`
	Stream string `json:"stream,omitempty" max:"64" doc:"of whoever goes on: refused where it is not this engine's"`
}

// Subscription is what somebody is told by.
type Subscription struct {
	_            struct{} `doc:"what somebody is told events by"`
	Subscription string   `json:"subscription" doc:"its name"`
	Stream       string   `json:"stream" doc:"the stream that the numbers are of; another engine has another"`
	From         int64    `json:"from" doc:"the number of the first event that can come"`
}

func subscribe(_ context.Context, c *Client, p subscribeParams) (Subscription, error) {
	stream := c.engine.stream
	from, err := stream.from(p.From, p.Stream)
	if err != nil {
		return Subscription{}, err
	}
	name, err := c.subscribe(from, p.Story)
	return Subscription{Subscription: name, Stream: stream.id, From: from}, err
}

type unsubscribeParams struct {
	Subscription string `json:"subscription" min:"1" max:"64" doc:"its name"`
}

func unsubscribe(_ context.Context, c *Client, p unsubscribeParams) (Shut, error) {
	return Shut{Found: c.unsubscribe(p.Subscription)}, nil
}

type readEventsParams struct {
	From   int64  `json:"from,omitempty" min:"0" doc:"the number of the first event, from 1; 0 and nothing are the next that happens"`
	Story  string `json:"story,omitempty" max:"64" doc:"only what happens in it, and what concerns all"`
	Stream string `json:"stream,omitempty" max:"64" doc:"of whoever goes on: refused where it is not this engine's"`
	Most   int    `json:"most,omitempty" min:"1" top:"1024" doc:"how many at most; 256 unless given"`
	Wait   int    `json:"wait,omitempty" min:"0" top:"60000" doc:"milliseconds to wait for one where there is none"`
	Call   string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// EventList are some of a stream.
type EventList struct {
	_      struct{} `doc:"some events of a stream"`
	Events []Event  `json:"events" doc:"in order; with lost among them where some were not kept"`
	Stream string   `json:"stream" doc:"the stream that the numbers are of; another engine has another"`
	Next   int64    `json:"next" doc:"the number to go on from"`
}

func readEvents(ctx context.Context, c *Client, p readEventsParams) (EventList, error) {
	stream := c.engine.stream
	number, err := stream.from(p.From, p.Stream)
	if err != nil {
		return EventList{}, err
	}
	most := p.Most
	if most == 0 {
		most = keptEvents / 4
	}
	all := EventList{Stream: stream.id}
	wait := time.NewTimer(time.Duration(p.Wait) * time.Millisecond)
	defer wait.Stop()
	for len(all.Events) < most {
		e, at, news, found := stream.next(number, p.Story)
		number = at
		if found {
			all.Events = append(all.Events, e)
			continue
		}
		if len(all.Events) > 0 || p.Wait == 0 || news == nil {
			break
		}
		select {
		case <-news:
			continue
		case <-wait.C:
		case <-ctx.Done():
			return EventList{}, ctx.Err()
		}
		break
	}
	all.Next = number
	return all, nil
}
