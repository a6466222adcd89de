// Sizes and times of combinations. `node bench/design/measure.mjs 10`: with ten seconds of work for fewer tests.
import { fileURLToPath } from 'node:url'
import { runBuilt } from '../run-built.mjs'

/** Prints the table; false if a limit is passed. */
export const measureDesign = (seconds = 1) => runBuilt('bench/design/table.ts', [String(seconds)])

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await measureDesign(Number(process.argv[2] ?? 1))) ? 0 : 1
