import { createHash } from 'node:crypto'

/** Whole numbers below a limit, the same each time. */
function draws(name) {
  let at = 0
  return (limit) => createHash('sha256').update(`${name} ${at++}`).digest().readUInt32BE() % limit
}

const count = (size) => Array.from({ length: size }, (_, at) => at)

const design = (id, method, model) => ({ id, name: id, method, seed: 1, ...model })

/** 200 parameters of two to six values, 50 constraints that forbid two to five of their values together. */
function large() {
  const below = draws('large')
  const levels = count(200).map(() => [2, 2, 2, 3, 3, 4, 5, 6][below(8)])
  const constraints = count(50).map(() => {
    const size = [2, 2, 2, 3, 3, 4, 5][below(7)]
    const chosen = new Set()
    while (chosen.size < size) chosen.add(below(200))
    const [last, ...others] = chosen
    return `IF ${others.map((one) => `[p${one}] = ${below(levels[one])}`).join(' AND ')} THEN [p${last}] <> ${below(levels[last])}`
  })
  return design('large', 'combinations', { parameters: parametersOf(levels), constraints })
}

const parametersOf = (levels) => levels.map((level, at) => ({ name: `p${at}`, values: count(level) }))

const plain = (id, ...parts) =>
  design(id, 'combinations', { parameters: parametersOf(parts.flatMap(([times, level]) => count(times).map(() => level))) })

const machine = (states) =>
  design('machine', 'states', {
    states: count(states).map((at) => `s${at}`),
    initial: 's0',
    coverage: '0-switch',
    transitions: count(states).flatMap((from) =>
      count(3).map((event) => ({
        from: `s${from}`,
        event: `e${event}`,
        to: `s${event === 0 ? (from + 1) % states : (from * 7 + event * 3) % states}`,
        output: `${from % 8}`,
      })),
    ),
  })

/** The models that are published with the sizes of other programs (bench/design/models.ts). */
export const published = [
  ['3^4', [4, 3]],
  ['3^13', [13, 3]],
  ['4^15 3^17 2^29', [15, 4], [17, 3], [29, 2]],
  ['4 3^39 2^35', [1, 4], [39, 3], [35, 2]],
  ['2^100', [100, 2]],
  ['10^20', [20, 10]],
]

/** A project with the designs that the page is measured with. */
export const designProject = () =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'designs',
    name: 'Designs',
    suites: [],
    designs: [plain('small', [2, 2]), large(), machine(500), ...published.map(([name, ...parts]) => plain(name, ...parts))],
  })
