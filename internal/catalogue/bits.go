package catalogue

// bits is a set of articles.
type bits []uint64

func newBits(n int) bits         { return make(bits, (n+63)/64) }
func (b bits) set(i uint32)      { b[i/64] |= 1 << (i % 64) }
func (b bits) has(i uint32) bool { return b[i/64]&(1<<(i%64)) != 0 }
