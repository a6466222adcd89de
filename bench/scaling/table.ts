// Prints time against size for every piece of work whose name contains one of the arguments; without arguments for all of them.
import { scalingOf } from './time.ts'
import { works } from './works.ts'

const wanted = process.argv.slice(2)
const heads = ['what', 'n/8, ms', 'n, ms', 'ratio']
const line = (what: string, cells: readonly string[]): string =>
  [what.padEnd(56), ...cells.map((cell) => cell.padStart(8))].join(' | ')

process.stdout.write(`${line(heads[0] ?? '', heads.slice(1))}\n`)
for (const work of works) {
  const name = `${work.group}: ${work.name} (${work.size})`
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
  const { small, large, ratio } = await scalingOf(work)
  process.stdout.write(`${line(name, [small.toFixed(1), large.toFixed(1), ratio.toFixed(1)])}\n`)
}
