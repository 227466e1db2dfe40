package sqlgen

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Sums and averages as of PostgreSQL's type numeric: exact, so that they do not
// depend on the order of the rows, and with the same number of digits. In SQLite
// they are the aggregate functions ferrule_sum(x) and ferrule_avg(x). They take
// integers, doubles (of which 15 digits count, as where PostgreSQL converts one
// to numeric) and decimals as text, and return the digits as text; null over no
// values.

// figure is a running sum, in units of 10 to the power of -scale.
type figure struct {
	average bool
	sum     big.Int
	scale   int
	count   int64
}

// Step adds a value; the driver calls it.
func (f *figure) Step(value any) error {
	var digits string
	switch v := value.(type) {
	case []byte:
		if v == nil { // null
			return nil
		}
		return fmt.Errorf("bytes are no number")
	case int64:
		digits = strconv.FormatInt(v, 10)
	case float64:
		digits = plainDigits(v)
	case string:
		digits = v
	default:
		return fmt.Errorf("%T is no number", v)
	}
	integer, fraction, _ := strings.Cut(digits, ".")
	n, ok := new(big.Int).SetString(integer+fraction, 10)
	if !ok {
		return fmt.Errorf("%q is no number", digits)
	}
	if more := len(fraction) - f.scale; more > 0 {
		f.sum.Mul(&f.sum, power(more))
		f.scale = len(fraction)
	} else {
		n.Mul(n, power(-more))
	}
	f.sum.Add(&f.sum, n)
	f.count++
	return nil
}

// plainDigits formats a double with 15 digits and no exponent.
func plainDigits(v float64) string {
	const doubleDigits = 15
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', doubleDigits, 64), 64)
	if err != nil {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

func power(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Done returns the sum or the average; the driver calls it.
func (f *figure) Done() any {
	switch {
	case f.count == 0:
		return nil
	case f.average:
		return f.quotient()
	default:
		return decimal(&f.sum, f.scale)
	}
}

// quotient divides as PostgreSQL's numeric_div does (select_div_scale): with at
// least 16 significant digits, in groups of four.
func (f *figure) quotient() string {
	const significant, group, maxScale = 16, 4, 1000
	sumWeight, sumFirst := leading(decimal(new(big.Int).Abs(&f.sum), f.scale))
	countWeight, countFirst := leading(strconv.FormatInt(f.count, 10))
	weight := sumWeight - countWeight
	if sumFirst <= countFirst {
		weight--
	}
	scale := min(max(significant-weight*group, f.scale, 0), maxScale)
	n := new(big.Int).Mul(&f.sum, power(scale))
	d := new(big.Int).Mul(big.NewInt(f.count), power(f.scale))
	// Half away from zero: (2n ± d) / 2d.
	half := new(big.Int).Set(d)
	if n.Sign() < 0 {
		half.Neg(half)
	}
	n.Add(n.Lsh(n, 1), half).Quo(n, d.Lsh(d, 1))
	return decimal(n, scale)
}

// leading returns the first nonzero group of four digits, counted from the
// decimal point: its position (0 is the one before the point) and its value.
func leading(digits string) (weight, first int) {
	integer, fraction, _ := strings.Cut(digits, ".")
	for len(integer)%4 != 0 {
		integer = "0" + integer
	}
	for len(fraction)%4 != 0 {
		fraction += "0"
	}
	at := len(integer)/4 - 1
	for all := integer + fraction; len(all) >= 4; all, at = all[4:], at-1 {
		if n, err := strconv.Atoi(all[:4]); err == nil && n != 0 {
			return at, n
		}
	}
	return 0, 0
}

// decimal formats n with the point before its last scale digits.
func decimal(n *big.Int, scale int) string {
	digits := new(big.Int).Abs(n).String()
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale-len(digits)+1) + digits
	}
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	if scale == 0 {
		return sign + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}
