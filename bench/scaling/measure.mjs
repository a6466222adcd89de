// Time against size.
import { fileURLToPath } from 'node:url'
import { runBuilt } from '../run-built.mjs'

/** Prints the table of what is named, or of everything. */
export const measureScaling = (names = []) => runBuilt('bench/scaling/table.ts', names)

if (process.argv[1] === fileURLToPath(import.meta.url)) await measureScaling(process.argv.slice(2))
