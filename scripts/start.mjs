// `npm start`: builds if the sources are newer than the build, then serves the app with the demo provider and demo API.
import { spawn } from 'node:child_process'
import { upToDate } from './up-to-date.mjs'

if (!upToDate()) {
  console.error('Building Assay …')
  await import('./build.mjs')
}
const serve = spawn(process.execPath, ['bin/assay.js', 'serve', '--demo', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => serve.kill(signal))
serve.on('exit', (code) => process.exit(code ?? 1))
