// Sizes and times of combinations. `node bench/design/measure.mjs 10`: with ten seconds of work for fewer tests; a file behind it is written
// with what the other programs made.
import { fileURLToPath } from 'node:url'
import { runBuilt } from '../run-built.mjs'

/** Prints the table; false if a limit is passed. */
export const measureDesign = (seconds = 1, record) =>
  runBuilt('bench/design/table.ts', [String(seconds), ...(record ? [record] : [])])

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await measureDesign(Number(process.argv[2] ?? 1), process.argv[3])) ? 0 : 1
