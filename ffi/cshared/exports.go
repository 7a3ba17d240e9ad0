//go:build cgo

package main

// The headers are written by hand, and are included here: what cgo makes of the exports below
// does not compile when they differ. What others call is in narratoria.c.

// #include <stdlib.h>
// #include "exports.h"
//
// static inline void narratoria_tell(narratoria_sink sink, void *context, char *event) { sink(context, event); }
import "C"

import (
	"sync"
	"unsafe"

	"github.com/narratoria/narratoria/ffi"
)

// opened are the things that handles stand for.
var opened = struct {
	mutex         sync.Mutex
	last          C.narratoria_handle
	engines       map[C.narratoria_handle]*ffi.Engine
	subscriptions map[C.narratoria_handle]subscription
}{engines: map[C.narratoria_handle]*ffi.Engine{}, subscriptions: map[C.narratoria_handle]subscription{}}

// A subscription is one of an engine.
type subscription struct {
	*ffi.Subscription
	of C.narratoria_handle
}

// engine is what a handle stands for; one that stands for nothing gives an engine that says so.
func engine(handle C.narratoria_handle) *ffi.Engine {
	opened.mutex.Lock()
	defer opened.mutex.Unlock()
	if e := opened.engines[handle]; e != nil {
		return e
	}
	return &ffi.Engine{}
}

// given is a text that was given, copied.
func given(text *C.narratoria_text) string { return C.GoString((*C.char)(unsafe.Pointer(text))) }

// tellError sets an error, and gives what a function says of it.
func tellError(to **C.char, err error) C.int32_t {
	if to != nil {
		*to = nil
	}
	if err == nil {
		return 0
	}
	if to != nil {
		*to = C.CString(err.Error())
	}
	return 1
}

//export narratoria_go_new
func narratoria_go_new(config *C.narratoria_text, failed **C.char) C.narratoria_handle {
	e, err := ffi.New(given(config))
	if tellError(failed, err) != 0 {
		return 0
	}
	opened.mutex.Lock()
	defer opened.mutex.Unlock()
	opened.last++
	opened.engines[opened.last] = e
	return opened.last
}

//export narratoria_go_call
func narratoria_go_call(handle C.narratoria_handle, method, params *C.narratoria_text, failed **C.char) *C.char {
	result, err := engine(handle).Call(given(method), given(params))
	if tellError(failed, err) != 0 {
		return nil
	}
	return C.CString(result)
}

//export narratoria_go_cancel
func narratoria_go_cancel(handle C.narratoria_handle, call *C.narratoria_text) C.int32_t {
	if engine(handle).Cancel(given(call)) {
		return 1
	}
	return 0
}

// sink is a C function that is told events.
type sink struct {
	tell    C.narratoria_sink
	context unsafe.Pointer
}

// Event implements ffi.Sink.
func (s sink) Event(json string) {
	text := C.CString(json)
	defer C.free(unsafe.Pointer(text))
	C.narratoria_tell(s.tell, s.context, text)
}

//export narratoria_go_subscribe
func narratoria_go_subscribe(handle C.narratoria_handle, tell C.narratoria_sink, context unsafe.Pointer, params *C.narratoria_text, begun, failed **C.char) C.narratoria_handle {
	if begun != nil {
		*begun = nil
	}
	var to ffi.Sink
	if tell != nil {
		to = sink{tell, context}
	}
	s, err := engine(handle).Subscribe(to, given(params))
	if tellError(failed, err) != 0 {
		return 0
	}
	of := keep(handle, s)
	if of == 0 { // closed meanwhile, and nobody would end it
		s.Close()
		_, err := (&ffi.Engine{}).Subscribe(to, "")
		tellError(failed, err)
		return 0
	}
	if begun != nil {
		*begun = C.CString(s.JSON())
	}
	return of
}

// keep gives a subscription of an engine a handle; 0 where the engine is not open any more.
func keep(engine C.narratoria_handle, s *ffi.Subscription) C.narratoria_handle {
	opened.mutex.Lock()
	defer opened.mutex.Unlock()
	if opened.engines[engine] == nil {
		return 0
	}
	opened.last++
	opened.subscriptions[opened.last] = subscription{s, engine}
	return opened.last
}

//export narratoria_go_unsubscribe
func narratoria_go_unsubscribe(handle C.narratoria_handle) {
	opened.mutex.Lock()
	s, known := opened.subscriptions[handle]
	delete(opened.subscriptions, handle)
	opened.mutex.Unlock()
	if known {
		s.Close()
	}
}

//export narratoria_go_suspend
func narratoria_go_suspend(handle C.narratoria_handle, failed **C.char) C.int32_t {
	return tellError(failed, engine(handle).Suspend())
}

//export narratoria_go_resume
func narratoria_go_resume(handle C.narratoria_handle, failed **C.char) C.int32_t {
	return tellError(failed, engine(handle).Resume())
}

//export narratoria_go_close
func narratoria_go_close(handle C.narratoria_handle, failed **C.char) C.int32_t {
	e := engine(handle)
	opened.mutex.Lock()
	delete(opened.engines, handle)
	var of []subscription
	for n, s := range opened.subscriptions {
		if s.of == handle {
			of = append(of, s)
			delete(opened.subscriptions, n)
		}
	}
	opened.mutex.Unlock()
	err := e.Close()
	for _, s := range of {
		s.Close()
	}
	return tellError(failed, err)
}
