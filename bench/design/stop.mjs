// How long Stop takes in each method: `node bench/design/stop.mjs [--all] [part of a name…]`.
import { runBuilt } from '../run-built.mjs'

process.exitCode = (await runBuilt('bench/design/stop.ts', process.argv.slice(2))) ? 0 : 1
