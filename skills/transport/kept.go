package transport

import (
	"fmt"
	"strings"

	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// kept is what stays of an attempt's events: all that count, and of the others as many as
// its share has room for. Prose, what else is to be shown, and what is only for the record
// have room each for itself: whoever logs much is heard all the same.
type kept struct {
	share   skills.Share
	events  []protocol.Event
	patches []protocol.Object
	assets  []*protocol.Asset
	failure *protocol.Error // the last one; its details only where there was room for it
	read    int             // events, kept or not
	counted int             // bytes of those that count
	others  [3]int
}

// add takes an event, and reports whether its attempt has room for what counts.
func (k *kept) add(event protocol.Event) (fits bool) {
	k.read++
	switch event := event.(type) {
	case *protocol.StatePatch:
		fits = k.count(event)
		k.patches = append(k.patches, event.Patch) // nobody changes an event
	case *protocol.Asset:
		fits = k.count(event)
		k.assets = append(k.assets, event)
	case *protocol.Done:
		fits = k.count(event)
	default:
		room := k.hasRoom(event)
		if room {
			k.events = append(k.events, event)
		}
		if failure, is := event.(*protocol.Error); is {
			k.failure = failure
			if !room {
				k.failure = brief(failure)
			}
		}
		return true
	}
	if fits {
		k.events = append(k.events, event)
	}
	return fits
}

// count takes the memory of an event into account that counts.
func (k *kept) count(event protocol.Event) (fits bool) {
	if k.share.Counting <= 0 {
		return true
	}
	k.counted += protocol.Held(event)
	return k.counted <= k.share.Counting
}

// hasRoom takes the memory of any other event into account, if there is room for it.
func (k *kept) hasRoom(event protocol.Event) bool {
	kind := kindOf(event)
	most := [...]int{k.share.Others, k.share.Prose, k.share.Others}[kind]
	if most <= 0 {
		return true
	}
	held, of := protocol.Held(event), &k.others[kind]
	if *of+held > most {
		return false
	}
	*of += held
	return true
}

// mostSaid is how much of a message is kept of an error that there is no room for.
const mostSaid = 4 << 10

// brief is what of an error is always kept: it is why its attempt failed.
func brief(failure *protocol.Error) *protocol.Error {
	said := failure.Message
	if len(said) > mostSaid {
		said = strings.Clone(strings.ToValidUTF8(said[:mostSaid], "")) + "…" // a part would keep the whole
	}
	return &protocol.Error{Envelope: protocol.Envelope{RequestID: failure.RequestID}, Code: failure.Code, Message: said}
}

// kindOf is prose, what else is to be shown, or neither.
func kindOf(event protocol.Event) int {
	ui, shown := event.(*protocol.UIEvent)
	switch {
	case !shown:
		return 0
	case ui.Event == protocol.UINarration:
		return 1
	}
	return 2
}

// tooMuch is what is said of an attempt that has no room for what counts.
func (k *kept) tooMuch() string {
	return fmt.Sprintf("its patches, assets, writes and output so far take %d bytes of memory; in a plan of so many tools each has %d", k.counted, k.share.Counting)
}

// leftOut is what is said where something is not kept, or "".
func (k *kept) leftOut() string {
	left := k.read - len(k.events)
	if left == 0 {
		return ""
	}
	return fmt.Sprintf("%d of its %d events are left out: in a plan of so many tools each has %d KiB of memory for prose, and %d KiB for what else is shown and for other lines", left, k.read, k.share.Prose>>10, k.share.Others>>10)
}
