package process

import (
	"runtime"
	"sync"
)

// A spawner starts processes from one operating system thread that lives as long
// as the transport. On Linux a child asks to be killed when its parent dies, and
// to the kernel the parent is the *thread* that made it: started from whatever
// thread a goroutine happens to be on, children would die at random.
//
// The thread is made when it is first needed.
type spawner struct {
	once  sync.Once
	work  chan func()
	ended chan struct{}
	end   sync.Once

	probe  sync.Once
	choice containment
}

// do runs f on the thread and returns when it has.
func (s *spawner) do(f func()) {
	s.once.Do(func() {
		s.work, s.ended = make(chan func()), make(chan struct{})
		go s.serve()
	})
	done := make(chan struct{})
	s.work <- func() {
		defer close(done)
		f()
	}
	<-done
}

// serve ends at close. The thread is not unlocked first and ends with it, because
// settleThread has changed it. That must not be the program's main thread, whose
// marks are those of the program: held for a moment, it is not the next one's.
func (s *spawner) serve() {
	runtime.LockOSThread()
	if onMainThread() {
		defer runtime.UnlockOSThread()
		elsewhere := make(chan struct{})
		go func() {
			runtime.LockOSThread()
			close(elsewhere)
			s.obey()
		}()
		<-elsewhere
		return
	}
	s.obey()
}

// obey runs what is asked for, on the thread it is called on.
func (s *spawner) obey() {
	defer close(s.ended)
	settleThread()
	for f := range s.work {
		f()
	}
}

// start starts the child's command.
func (s *spawner) start(c *child) (err error) {
	s.do(func() { err = c.launch() })
	return err
}

// strongest is what this system allows. It is found out once.
func (s *spawner) strongest() containment {
	s.probe.Do(func() { s.choice = probe() })
	return s.choice
}

// close ends the thread, and with it, on Linux, whatever it started. It is called
// once nothing is started any more, and may be called again.
func (s *spawner) close() {
	s.once.Do(func() {}) // none was needed: none is made now
	s.end.Do(func() {
		if s.work != nil {
			close(s.work)
			<-s.ended
		}
	})
}
