package executor

import "github.com/narratoria/narratoria/plan"

// A schedule decides which steps start when. It is a state machine without
// clock, lock or goroutine: next says what starts now, end what a step's end
// makes of the others. Steps are known by their place in plan order.
//
// A step is ready once all its dependencies have ended. Ready steps start in
// plan order, at most limit at a time. Where a plan is not parallel every step
// is exclusive, which makes it sequential; in a parallel plan those without
// async are. An exclusive step starts when nothing runs and runs alone, and
// while one is ready no step after it in plan order starts: the steps before it
// are finitely many, so it cannot starve.
type schedule struct {
	nodes   []node
	limit   int
	running int
	alone   bool // the one that runs is exclusive
	first   int  // every step before it has started or been skipped
}

type node struct {
	dependants []int
	waits      int // dependencies that have not ended
	exclusive  bool
	begun      bool // started or skipped
}

func newSchedule(p *plan.Plan, limit int) *schedule {
	s := &schedule{nodes: make([]node, len(p.Steps())), limit: limit}
	for i, step := range p.Steps() {
		s.nodes[i].exclusive = !p.Parallel() || !step.Async
		s.nodes[i].waits = len(step.Dependencies)
		for _, id := range step.Dependencies {
			at := p.Position(id)
			s.nodes[at].dependants = append(s.nodes[at].dependants, i)
		}
	}
	return s
}

// next takes the steps that start now; they count as running until their end.
func (s *schedule) next() []int {
	var starts []int
	for s.first < len(s.nodes) && s.nodes[s.first].begun {
		s.first++
	}
	for i := s.first; i < len(s.nodes) && s.running < s.limit && !s.alone; i++ {
		n := &s.nodes[i]
		if n.begun || n.waits > 0 {
			continue
		}
		if n.exclusive && s.running > 0 {
			break
		}
		n.begun = true
		s.alone = n.exclusive
		s.running++
		starts = append(starts, i)
	}
	return starts
}

// end frees a running step's place. Its dependants wait for one thing less;
// unless it was a required step that failed, then all its descendants, optional
// ones too, are skipped and given back in plan order.
func (s *schedule) end(i int, failedRequired bool) (skipped []int) {
	s.running--
	s.alone = false
	if failedRequired {
		return s.skipDescendants(i)
	}
	for _, d := range s.nodes[i].dependants {
		s.nodes[d].waits--
	}
	return nil
}

// skipDescendants relies on plan order: dependants stand behind.
func (s *schedule) skipDescendants(i int) (skipped []int) {
	doomed := make([]bool, len(s.nodes))
	doomed[i] = true
	for at := i; at < len(s.nodes); at++ {
		if !doomed[at] {
			continue
		}
		for _, d := range s.nodes[at].dependants {
			doomed[d] = true
		}
		if !s.nodes[at].begun {
			s.nodes[at].begun = true
			skipped = append(skipped, at)
		}
	}
	return skipped
}

// stop skips and gives back every step that has not begun.
func (s *schedule) stop() (skipped []int) {
	for i := range s.nodes {
		if !s.nodes[i].begun {
			s.nodes[i].begun = true
			skipped = append(skipped, i)
		}
	}
	return skipped
}
