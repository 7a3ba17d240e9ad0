package executor

import (
	"container/heap"
	"slices"

	"github.com/narratoria/narratoria/plan"
)

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
//
// No step is looked at before it is ready, and none twice, so that a plan costs as
// much as its steps and edges are many.
type schedule struct {
	nodes   []node
	limit   int
	running int
	alone   bool // the one that runs is exclusive
	ready   inPlanOrder
}

type node struct {
	dependants []int
	waits      int // dependencies that have not ended
	exclusive  bool
	begun      bool // started or skipped
}

// inPlanOrder is a heap of steps, the first in plan order on top.
type inPlanOrder []int

func (q inPlanOrder) Len() int           { return len(q) }
func (q inPlanOrder) Less(a, b int) bool { return q[a] < q[b] }
func (q inPlanOrder) Swap(a, b int)      { q[a], q[b] = q[b], q[a] }
func (q *inPlanOrder) Push(step any)     { *q = append(*q, step.(int)) }
func (q *inPlanOrder) Pop() any {
	last := len(*q) - 1
	step := (*q)[last]
	*q = (*q)[:last]
	return step
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
		if s.nodes[i].waits == 0 {
			s.ready = append(s.ready, i) // in order, which is a heap
		}
	}
	return s
}

// next takes the steps that start now; they count as running until their end.
func (s *schedule) next() []int {
	var starts []int
	for len(s.ready) > 0 && s.running < s.limit && !s.alone {
		n := &s.nodes[s.ready[0]]
		if n.exclusive && s.running > 0 {
			break
		}
		n.begun = true
		s.alone = n.exclusive
		s.running++
		starts = append(starts, heap.Pop(&s.ready).(int))
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
		if s.nodes[d].waits--; s.nodes[d].waits == 0 && !s.nodes[d].begun {
			heap.Push(&s.ready, d)
		}
	}
	return nil
}

// skipDescendants skips those not skipped yet. None of them is ready or has started,
// since each waits for this step; and below one that was skipped before all were.
func (s *schedule) skipDescendants(of int) (skipped []int) {
	left := []int{of}
	for len(left) > 0 {
		at := left[len(left)-1]
		left = left[:len(left)-1]
		for _, d := range s.nodes[at].dependants {
			if !s.nodes[d].begun {
				s.nodes[d].begun = true
				skipped = append(skipped, d)
				left = append(left, d)
			}
		}
	}
	slices.Sort(skipped)
	return skipped
}

// stop skips and gives back every step that has not begun.
func (s *schedule) stop() (skipped []int) {
	s.ready = nil
	for i := range s.nodes {
		if !s.nodes[i].begun {
			s.nodes[i].begun = true
			skipped = append(skipped, i)
		}
	}
	return skipped
}
