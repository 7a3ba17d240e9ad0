package plan

import (
	"container/heap"
	"slices"
)

// needs is a dependency graph: needs[i] lists the steps that step i waits for,
// all by their place in the document.
type needs [][]int

// order is Kahn's order in which, of all that could come next, the earliest in
// the document does. The graph must have no cycle.
func (n needs) order() []int {
	waiting, dependants := n.reversed()
	ready := &intHeap{}
	for step, count := range waiting {
		if count == 0 {
			heap.Push(ready, step)
		}
	}
	order := make([]int, 0, len(n))
	for ready.Len() > 0 {
		step := heap.Pop(ready).(int)
		order = append(order, step)
		for _, dependant := range dependants[step] {
			if waiting[dependant]--; waiting[dependant] == 0 {
				heap.Push(ready, dependant)
			}
		}
	}
	return order
}

// reversed counts what each step waits for, and lists what waits for it.
func (n needs) reversed() (waiting []int, dependants [][]int) {
	waiting, dependants = make([]int, len(n)), make([][]int, len(n))
	for step, needed := range n {
		waiting[step] = len(needed)
		for _, on := range needed {
			dependants[on] = append(dependants[on], step)
		}
	}
	return waiting, dependants
}

// cycles gives one cycle for each knot of steps that all wait for each other:
// the shortest through the knot's first step, beginning there. Knots come in the
// order of the document. A step that needs itself alone is not among them.
func (n needs) cycles() [][]int {
	var cycles [][]int
	knots := n.knots()
	slices.SortFunc(knots, slices.Compare)
	for _, knot := range knots {
		cycles = append(cycles, n.shortestCycle(knot))
	}
	return cycles
}

// knots are the strongly connected components of more than one step, by
// Tarjan's algorithm; each is sorted.
func (n needs) knots() [][]int {
	t := tarjan{graph: n, index: make([]int, len(n)), low: make([]int, len(n)), onStack: make([]bool, len(n))}
	for step := range n {
		if t.index[step] == 0 {
			t.visit(step)
		}
	}
	return t.found
}

type tarjan struct {
	graph      needs
	next       int
	index, low []int // from 1; 0 is unvisited
	stack      []int
	onStack    []bool
	found      [][]int
}

func (t *tarjan) visit(step int) {
	t.next++
	t.index[step], t.low[step] = t.next, t.next
	t.stack, t.onStack[step] = append(t.stack, step), true
	for _, on := range t.graph[step] {
		if t.index[on] == 0 {
			t.visit(on)
			t.low[step] = min(t.low[step], t.low[on])
		} else if t.onStack[on] {
			t.low[step] = min(t.low[step], t.index[on])
		}
	}
	if t.low[step] == t.index[step] {
		t.pop(step)
	}
}

func (t *tarjan) pop(root int) {
	var knot []int
	for t.onStack[root] {
		last := len(t.stack) - 1
		knot = append(knot, t.stack[last])
		t.onStack[t.stack[last]] = false
		t.stack = t.stack[:last]
	}
	slices.Sort(knot)
	if len(knot) > 1 {
		t.found = append(t.found, knot)
	}
}

// shortestCycle searches breadth first from the knot's first step for the way
// back to it, never leaving the knot.
func (n needs) shortestCycle(knot []int) []int {
	first := knot[0]
	cameFrom := map[int]int{}
	for queue := []int{first}; ; queue = queue[1:] {
		for _, on := range n[queue[0]] {
			if on == first {
				return wayTo(queue[0], first, cameFrom)
			}
			_, seen := cameFrom[on]
			if _, inKnot := slices.BinarySearch(knot, on); inKnot && !seen {
				cameFrom[on] = queue[0]
				queue = append(queue, on)
			}
		}
	}
}

func wayTo(last, first int, cameFrom map[int]int) []int {
	way := []int{last}
	for step := last; step != first; way = append(way, step) {
		step = cameFrom[step]
	}
	slices.Reverse(way)
	return way
}

// intHeap implements [heap.Interface].
type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }

func (h *intHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
