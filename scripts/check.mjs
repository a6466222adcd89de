// The quick part of the tests: the unit tests, and beside them types, lint and format.
import { spawn } from 'node:child_process'
import { briefly } from './briefly.mjs'

/** In a log colours and a line for each of some thousand tests bury what went wrong. */
const inLog = !process.stdout.isTTY
const manner = inLog ? ['--reporter=dot', '--silent=passed-only'] : ['--reporter=default']

/** Has the terminal; the others say what they have to say when they are done. */
const unit = [
  'unit',
  [...briefly, 'node_modules/vitest/vitest.mjs', 'run', ...manner, '--reporter=json', '--outputFile=test-results/unit.json'],
]
const steps = [
  ['types', ['scripts/types.mjs']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['words', ['scripts/words.mjs']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
]

/**
 * Runs one step; gives its exit code and, if it doesn't have the terminal, what it wrote. A step that passed has nothing to say as errors:
 * the type checker writes there that it was closed.
 */
const run = (args, stdio) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio, env: inLog ? { ...process.env, NO_COLOR: '1' } : process.env })
    const pieces = []
    const add = (stream) => (piece) => pieces.push({ stream, piece })
    child.stdout?.on('data', add(child.stdout))
    child.stderr?.on('data', add(child.stderr))
    child.on('close', (code) => {
      const shown = pieces.filter(({ stream }) => code !== 0 || stream === child.stdout)
      resolve({ code, output: Buffer.concat(shown.map(({ piece }) => piece)).toString() })
    })
  })

/**
 * Runs all quick checks, also after one has failed, and then those of `more`, `[name, args]`, which have nothing to do with the
 * unit tests either. Gives the names of those that failed.
 */
export async function runChecks(more = []) {
  const failed = []
  const heading = (name) => console.log(`\n── ${name}`)
  async function beside() {
    const said = []
    for (const [name, args] of [...steps, ...more]) {
      const { code, output } = await run(args, ['ignore', 'pipe', 'pipe'])
      if (code !== 0) failed.push(name)
      said.push([name, output])
    }
    return said
  }
  const others = beside()
  heading(unit[0])
  const { code } = await run(unit[1], 'inherit')
  if (code !== 0) failed.push(unit[0])
  for (const [name, output] of await others) {
    heading(name)
    process.stdout.write(output)
  }
  return failed
}

if (process.argv[1]?.endsWith('check.mjs')) process.exit((await runChecks()).length === 0 ? 0 : 1)
