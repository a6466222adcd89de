import { expect, it } from 'vitest'
import { importToRun } from '#engine/case-builder/first-run.ts'
import { hostileImports } from '../attack/hostile-imports.ts'
import { attacks, createDraw } from '../attack/index.ts'
import { fuzzRuns, sized } from '../e2e/fuzz-runs.ts'

/** `npm run attack` makes thousands, of seeds that are drawn. */
const tries = { files: fuzzRuns(500), canaries: fuzzRuns(200), runs: fuzzRuns(400) }

it.each<[string, keyof typeof tries]>([
  ['[R1] mutated project files crash nothing, hang nothing, and every refusal has its text', 'files'],
  ['[R41] no secret stands in an output, wherever it was used and however it came back', 'canaries'],
  [
    '[R42] no run that a page asks the companion for reaches or reads what it was not allowed to, or goes on after a Stop',
    'runs',
  ],
])('%s', async (_title, name) => {
  const started = await attacks[name]?.start()
  const found: string[] = []
  for (let seed = 0; seed < tries[name]; seed++) {
    const tried = await started?.once(createDraw(seed))
    found.push(...(tried?.found ?? ['there is no such attack']).map((flaw) => `seed ${seed}, ${tried?.row}: ${flaw}`))
  }
  await started?.close()
  expect(found).toEqual([])
})

it('[R47] small hostile imports of every format end with a project, or with a message and what to do', async () => {
  // `npm run attack` takes all of them, in full size.
  for (const { name, file, text } of hostileImports.filter((_, at) => at % 4 === 0)) {
    const bytes = new TextEncoder().encode(text(sized(0.2, 0.01)))
    let ids = 0
    const read = await importToRun('auto', { name: file, files: [{ path: file, bytes }] }, () => `i${++ids}`)
    if (!read.ok) expect(`${name}: ${read.error.message} ${read.error.hint}`).not.toMatch(/undefined|\[object/)
  }
})
