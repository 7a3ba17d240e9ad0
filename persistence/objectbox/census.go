package objectbox

// A census is how many objects there are, and the sum of their sums. An object has a sum of its own, by which damage in
// it is found; the census finds one that is gone, or that is there again, for of what damage made the library
// pass over nothing else speaks.
type census struct {
	objects, sums int64
	changed       bool
}

func (c *census) add(sum, n int64) {
	c.objects += n
	c.sums += n * sum
	c.changed = true
}

// taken is the census as it stands in the transaction.
func (t *txn) taken() (*census, error) {
	if t.census != nil {
		return t.census, nil
	}
	o, err := t.get(censusEntity, theOne)
	if err != nil {
		return nil, err
	}
	t.census = &census{}
	if o != nil {
		t.census.objects, t.census.sums = o.numbers[0], o.numbers[1]
	}
	return t.census, nil
}

// count counts an object that is put, or removed where data is nil, and the one of before that it takes the place of.
func (t *txn) count(e *entity, id uint64, data []byte, how int32) error {
	if !e.counted() {
		return nil
	}
	c, err := t.taken()
	if err != nil {
		return err
	}
	if how == replacing {
		if err := t.discount(c, e, id); err != nil {
			return err
		}
	}
	if data == nil {
		return nil
	}
	_, sum, err := parse(e, data)
	c.add(sum, 1)
	return err
}

// discount takes the object of an id from a census, if there is one.
func (t *txn) discount(c *census, e *entity, id uint64) error {
	cursor, err := t.cursor(e)
	if err != nil {
		return err
	}
	var before *byte
	var size uintptr
	switch outcome := t.lib.CursorGet(cursor, id, &before, &size); outcome {
	case 0:
		_, sum, err := parse(e, lent(before, size))
		c.add(sum, -1)
		return err
	case notFound:
		return nil
	}
	return t.lib.last()
}

// putCensus writes what was counted.
func (t *txn) putCensus() error {
	if t.census == nil || !t.census.changed {
		return nil
	}
	err := t.put(censusEntity, &object{id: theOne, numbers: []int64{t.census.objects, t.census.sums}}, replacing)
	t.census.changed = err != nil
	return err
}
