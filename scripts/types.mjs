// Type-checks every part with the library it will meet: the engine twice, once as in a worker, once as in Node.
import { spawn } from 'node:child_process'

/** The longest first. */
const parts = ['node', 'page', 'engine-worker', 'engine-node', 'worker']

// Two at a time on one thread each take half the processor time of one on several, which would each find out the same; and less of it
// goes into collecting garbage that nobody will miss.
const args = ['node_modules/typescript/bin/tsc', '--singleThreaded', '-p']
const env = { ...process.env, GOGC: process.env.GOGC ?? '1000' }

const check = (part) =>
  new Promise((resolve) => {
    const tsc = spawn(process.execPath, [...args, `tsconfig.${part}.json`], { stdio: 'inherit', env })
    tsc.on('exit', (code) => resolve(code === 0))
  })

const failed = []
const waiting = [...parts]
const checkWaiting = async () => {
  for (let part = waiting.shift(); part; part = waiting.shift()) if (!(await check(part))) failed.push(part)
}
await Promise.all([checkWaiting(), checkWaiting()])
if (failed.length > 0) {
  console.error(`Types: ${failed.join(', ')} did not check.`)
  process.exit(1)
}
