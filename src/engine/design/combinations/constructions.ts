/** Known arrays for pairs of parameters without rules, where nothing has to be searched. Rows of value numbers. */

/** The least N with C(N - 1, ⌈N / 2⌉) >= k: as few rows as pairs of k parameters of two values need (Kleitman and Spencer 1973). */
export function leastBinaryRows(count: number): number {
  for (let rows = 4; ; rows++) if (choose(rows - 1, Math.ceil(rows / 2)) >= count) return rows
}

function choose(from: number, size: number): number {
  let result = 1
  for (let at = 1; at <= size; at++) result = (result * (from - size + at)) / at
  return Math.round(result)
}

/** Rows for k parameters of two values: the columns are the ⌈N / 2⌉-element sets of N - 1 rows, below a row of zeros. */
export function binaryRows(count: number): number[][] {
  const size = leastBinaryRows(count)
  const rows = Array.from({ length: size }, () => Array.from({ length: count }, () => 0))
  const chosen: number[] = []
  let column = 0
  const fill = (from: number): void => {
    if (column === count) return
    if (chosen.length === Math.ceil(size / 2)) {
      for (const row of chosen) (rows[row] ?? [])[column] = 1
      column++
      return
    }
    for (let row = from; row < size; row++) {
      chosen.push(row)
      fill(row + 1)
      chosen.pop()
    }
  }
  fill(1)
  return rows
}

/** Orders of the fields that are made below: primes, and 4, 8, 9 by an irreducible polynomial (its lower coefficients). */
const fields: readonly { order: number; prime: number; polynomial?: readonly number[] }[] = [
  ...[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31].map((order) => ({ order, prime: order })),
  { order: 4, prime: 2, polynomial: [1, 1] },
  { order: 8, prime: 2, polynomial: [1, 1, 0] },
  { order: 9, prime: 3, polynomial: [1, 0] },
].toSorted((a, b) => a.order - b.order)

/** The rows of Bose's orthogonal array that has at least these levels, if any: q² rows for up to q + 1 parameters (Bose 1938). */
export function orthogonalRows(levels: readonly number[]): number[][] | undefined {
  const most = Math.max(...levels)
  const field = fields.find(({ order }) => order >= most && order + 1 >= levels.length)
  if (field === undefined) return undefined
  const { order } = field
  const rows: number[][] = []
  for (let x = 0; x < order; x++)
    for (let y = 0; y < order; y++)
      rows.push(levels.map((level, at) => (at === 0 ? x : at === 1 ? y : add(y, multiply(x, at - 1, field), field)) % level))
  return rows
}

type Field = (typeof fields)[number]

const digitsOf = (value: number, { prime, polynomial }: Field): number[] => {
  const digits: number[] = []
  for (let at = 0; at < (polynomial?.length ?? 1); at++, value = Math.floor(value / prime)) digits.push(value % prime)
  return digits
}

const numberOf = (digits: readonly number[], { prime }: Field): number =>
  digits.reduceRight((sum, digit) => sum * prime + digit, 0)

function add(a: number, b: number, field: Field): number {
  const other = digitsOf(b, field)
  return numberOf(
    digitsOf(a, field).map((digit, at) => (digit + (other[at] ?? 0)) % field.prime),
    field,
  )
}

function multiply(a: number, b: number, field: Field): number {
  const { prime, polynomial = [0] } = field
  if (field.polynomial === undefined) return (a * b) % prime
  const degree = polynomial.length
  const product = Array.from({ length: 2 * degree - 1 }, () => 0)
  for (const [i, x] of digitsOf(a, field).entries())
    for (const [j, y] of digitsOf(b, field).entries()) product[i + j] = ((product[i + j] ?? 0) + x * y) % prime
  for (let at = product.length - 1; at >= degree; at--) {
    const carried = product[at] ?? 0
    // x^degree = -(the lower coefficients).
    for (const [low, coefficient] of polynomial.entries())
      product[at - degree + low] = ((product[at - degree + low] ?? 0) + (prime - coefficient) * carried) % prime
  }
  return numberOf(product.slice(0, degree), field)
}
