// Loaded into a measured process: tells the parent its highest resident memory, in MiB, when it ends.
import { existsSync, readFileSync, writeSync } from 'node:fs'

const status = '/proc/self/status'

/** Linux counts for a process also what its parent had when it was started; its own peak is in its status. */
const peak = () =>
  existsSync(status) ? Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]) : process.resourceUsage().maxRSS

process.on('exit', () => writeSync(3, String(peak() / 1024)))
