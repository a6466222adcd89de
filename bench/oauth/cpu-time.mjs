// Loaded before the program: writes the milliseconds of processor time that the process took to file descriptor 3.
import { writeSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String((user + system) / 1000))
})
