// `npm start`: builds if the sources are newer than the build, then serves the app with the demo provider and demo API.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { upToDate } from './up-to-date.mjs'

/** Those of `assay serve`, which looks at their values: what it does not know is rejected before anything is built. */
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

// npm runs scripts in a shell, which SIGTERM to npm ends without a word to this process.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

if (!upToDate()) {
  console.error('Building Assay …')
  // In a process of its own: a server that stays for days keeps none of a build's memory.
  const build = spawn(process.execPath, [resolve(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
  const end = () => {
    build.kill()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
  const [code] = await once(build, 'exit')
  if (code !== 0) process.exit(code ?? 1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end)
}
// In this process: a server of its own would outlive it.
process.argv = [process.execPath, resolve('bin/assay.js'), 'serve', '--demo', ...args]
await import(pathToFileURL(resolve('bin/assay.js')).href)
