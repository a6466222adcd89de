// The quick part of the tests: types, lint, format, unit.
import { spawnSync } from 'node:child_process'

const steps = [
  ['types', ['scripts/types.mjs']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  [
    'unit',
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', '--outputFile=test-results/unit.json'],
  ],
]

/** Runs all quick checks, also after one has failed, and gives the names of those that did. */
export function runChecks() {
  const failed = []
  for (const [name, args] of steps) {
    console.log(`\n── ${name}`)
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) failed.push(name)
  }
  return failed
}

if (process.argv[1]?.endsWith('check.mjs')) process.exit(runChecks().length === 0 ? 0 : 1)
