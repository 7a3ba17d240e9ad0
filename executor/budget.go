package executor

import "time"

// stopwatch measures how long at least one optional step has been under way. It
// belongs to the run's loop.
type stopwatch struct {
	left    time.Duration // when nothing is under way
	running int
	since   time.Time // the first of those under way began
}

// begin gives what is left for one more.
func (s *stopwatch) begin(now time.Time) time.Duration {
	if s.running == 0 {
		s.since = now
	}
	s.running++
	return s.left - now.Sub(s.since)
}

func (s *stopwatch) end(now time.Time) {
	s.running--
	if s.running == 0 {
		s.left -= now.Sub(s.since)
	}
}
