// Type-checks every part with the library it will meet: the engine twice, once as in a worker, once as in Node.
import { spawn } from 'node:child_process'

const parts = ['engine-worker', 'engine-node', 'worker', 'page', 'node']

const check = (part) =>
  new Promise((resolve) => {
    const tsc = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${part}.json`], { stdio: 'inherit' })
    tsc.on('exit', (code) => resolve(code === 0))
  })

const results = []
for (const part of parts) results.push(await check(part))
if (results.includes(false)) {
  console.error(`Types: ${parts.filter((_, index) => !results[index]).join(', ')} did not check.`)
  process.exit(1)
}
