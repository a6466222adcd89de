// Loaded into a measured process: tells the parent its highest resident memory, in MiB, when it ends.
import { writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS / 1024)))
