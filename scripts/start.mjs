// `npm start`: builds if the sources are newer than the build, then serves the app with the demo provider and demo API.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { upToDate } from './up-to-date.mjs'

/** Those of `assay serve`, which looks at their values: what it does not know is refused before anything is built. */
const options = {
  port: { type: 'string' },
  demo: { type: 'boolean' },
  open: { type: 'boolean' },
  allow: { type: 'string', multiple: true },
  proxy: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}
const args = process.argv.slice(2)
try {
  parseArgs({ args, options })
} catch ({ message }) {
  const known = Object.keys(options).map((name) => `--${name}`)
  console.error(
    `${message.replace(/\. To specify .*/, '.')}\nnpm start -- takes the options of assay serve: ${known.join(', ')}.`,
  )
  process.exit(2)
}

if (!upToDate()) {
  console.error('Building Assay …')
  await import('./build.mjs')
}
const serve = spawn(process.execPath, ['bin/assay.js', 'serve', '--demo', ...args], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => serve.kill(signal))
serve.on('exit', (code) => process.exit(code ?? 1))
