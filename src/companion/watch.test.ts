import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { main } from './main.ts'
import { createTestHost } from './testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-watch-'))
afterAll(() => rmSync(folder, { recursive: true }))

const project = (expected: number): string =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'P',
    dataSources: [{ id: 'd', name: 'rows', kind: 'csv', file: 'rows.csv' }],
    suites: [
      {
        id: 's',
        name: 'S',
        cases: [
          {
            id: 'c',
            name: 'C',
            steps: [
              {
                id: 'l',
                kind: 'loop-start',
                name: 'Each',
                dataSource: 'd',
                mapping: [{ column: 'n', variable: 'n', type: 'number' }],
              },
              {
                id: 'a',
                kind: 'assertion',
                name: 'Is small',
                checks: [{ source: 'variable', name: 'n', is: 'less-than', value: expected }],
              },
              { id: 'e', kind: 'loop-end', name: 'Next' },
            ],
          },
        ],
      },
    ],
  })

it('[P6] --watch runs again when the project or its rows change, goes on after a broken file, and ends with the last exit code', async () => {
  const [file, rows] = [join(folder, 'p.aprj'), join(folder, 'rows.csv')]
  writeFileSync(file, project(5))
  writeFileSync(rows, 'n\n1\n2\n')
  const host = createTestHost()
  const ended = main(['run', file, '--watch'], host)
  const until = (holds: () => void) => vi.waitFor(holds, { timeout: 25_000, interval: 20 })
  const waiting = 'Watching 2 files for changes. Press Ctrl+C to stop.\n'
  await until(() => expect(host.said).toBe(waiting))
  expect(host.printed.match(/✓ S > C/g)).toHaveLength(1)
  writeFileSync(rows, 'n\n1\n9\n')
  await until(() => expect(host.printed).toContain('expected: less-than number 5'))
  await until(() => expect(host.said).toBe(waiting.repeat(2)))
  // As editors do: a new file in the place of the old one.
  writeFileSync(join(folder, 'p.tmp'), '{ "format": "aprj", ')
  renameSync(join(folder, 'p.tmp'), file)
  await until(() => expect(host.said).toMatch(/Can't use [^]*Watching 1 file for changes\./))
  writeFileSync(file, project(50))
  await until(() => expect(host.printed.match(/✓ S > C/g)).toHaveLength(2))
  await until(() => expect(host.said.endsWith(waiting)).toBe(true))
  host.interrupt()
  expect(await ended).toBe(0)
}, 60_000)
