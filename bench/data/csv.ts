import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import Papa from 'papaparse'
import { openSource } from '../../src/engine/data/index.ts'
import type { SourceContext } from '../../src/engine/data/source-kind.ts'

/** Goes through a CSV file, by papaparse alone or as a loop does, and prints milliseconds, rows and the peak of memory in MiB. */
const [how, path = ''] = process.argv.slice(2)

const byPapa = (): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0
    const stream = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: ',' })
    stream.on('data', () => rows++)
    stream.on('end', () => resolve(rows))
    stream.on('error', reject)
    createReadStream(path, { highWaterMark: 65_536 }).pipe(stream)
  })

async function byEngine(): Promise<number> {
  const context = {
    files: { read: async () => undefined, open: async () => createReadStream(path, { highWaterMark: 65_536 }), missingHint: '' },
  } as unknown as SourceContext
  const source = { id: 'd', name: 'rows', description: '', kind: 'csv' as const, text: '', file: 'rows.csv' }
  const opened = await openSource(source, context)
  let rows = 0
  for await (const some of opened.rows(context)) rows += some.length
  return rows
}

const ways: Record<string, () => Promise<number>> = { stream: byPapa, engine: byEngine }
await stat(path)
const begun = performance.now()
const rows = await ways[how ?? 'engine']?.()
const ms = performance.now() - begun
console.log(JSON.stringify({ ms, rows, mib: process.resourceUsage().maxRSS / 1024 }))
