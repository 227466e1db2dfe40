package catalogue

import (
	"bufio"
	"bytes"
	"testing"
	"unsafe"

	"ferrule/internal/content"
	"ferrule/internal/search"
)

func encodeIndex(t testing.TB, x *index, mark string) []byte {
	t.Helper()
	var b bytes.Buffer
	a := &archive{out: bufio.NewWriter(&b)}
	if a.payload(x, header("a"), &mark); a.err == nil {
		a.err = a.out.Flush()
	}
	if a.err != nil {
		t.Fatal(a.err)
	}
	return b.Bytes()
}

// decodeIndex decodes a copy of data that is aligned as a memory mapping is.
func decodeIndex(data []byte) (x *index, mark string, err error) {
	words := make([]uint64, len(data)/alignment+1)
	aligned := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(data))
	copy(aligned, data)
	x = &index{}
	a := &archive{in: aligned}
	a.payload(x, header("a"), &mark)
	return x, mark, a.err
}

// FuzzArchive checks that the payload of an index file is rejected or decoded to an
// index that encodes to no more bytes and decodes to the same again.
func FuzzArchive(f *testing.F) {
	small := &index{
		revision: 7, builtFrom: []content.Tag{{Collection: "products", ID: "sku"}}, synonyms: []search.Synonym{{Language: "de-DE", Word: "Knie", Means: "Winkel"}},
		codes: []string{"de-DE", "fr-FR"}, ids: []int64{3}, articles: []uint32{0, 2}, byID: []uint32{0}, created: []int64{-1}, skuRank: []uint32{0},
		nameRank: [][]uint32{{0}, {0}}, variations: []int64{5, 6}, stock: []int32{1, 0}, every: []uint32{0},
		columns: []*column{{
			id: 1, numeric: true, slug: "dn", unit: "mm", names: []string{"DN", "DN"}, sets: [][]uint16{{}, {0}}, of: newPages([]uint16{1, 0}),
			values: []value{{key: "80", texts: []string{"80", "80"}, number: 80, isNum: true, sort: 1, id: 2}},
		}},
		ranked: []*category{{id: 1, slug: "flanges", titles: []string{"Flansche", "Brides"}, products: []uint32{0}}},
		facts:  facts{all: "dn80", starts: []uint32{0, 4}},
	}
	valid := encodeIndex(f, small, "mark")
	f.Add(valid)
	f.Add(valid[:len(valid)/2])
	f.Add(encodeIndex(f, &index{}, ""))
	for at := alignment * 2; at < len(valid); at += 5 * alignment { // lengths that are too large
		damaged := bytes.Clone(valid)
		copy(damaged[at:], "\xff\xff\xff\x7f")
		f.Add(damaged)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, mark, err := decodeIndex(data)
		if err != nil {
			return
		}
		once := encodeIndex(t, x, mark)
		if len(once) > len(data) {
			t.Errorf("%d bytes are encoded to %d", len(data), len(once))
		}
		again, mark, err := decodeIndex(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice := encodeIndex(t, again, mark); !bytes.Equal(once, twice) {
			t.Errorf("encoded again, the index differs:\n%q\n%q", once, twice)
		}
	})
}
