import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { emptyReport } from './report-parts.ts'
import { eventsJsonSchema, reportJsonSchema } from './json-schemas.ts'
import { failingRun } from '../testing/failing-run.ts'

describe('JSON Schemas', () => {
  it.each([
    ['events', eventsJsonSchema],
    ['report', reportJsonSchema],
  ])('public/%s.schema.json is current (UPDATE_SCHEMAS=1 writes it)', (name, schema) => {
    const file = new URL(`../../../../public/${name}.schema.json`, import.meta.url)
    const text = `${JSON.stringify(schema(), null, 2)}\n`
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, text)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('the events and the report of a run conform', async () => {
    const events = new Validator(JSON.parse(JSON.stringify(eventsJsonSchema())) as object, '7')
    const report = emptyReport()
    for (const event of await failingRun()) {
      expect(events.validate(JSON.parse(JSON.stringify(event))).errors).toEqual([])
      fold(report, event)
    }
    const validator = new Validator(JSON.parse(JSON.stringify(reportJsonSchema())) as object, '7')
    expect(validator.validate(JSON.parse(JSON.stringify(report))).errors).toEqual([])
    expect(validator.validate({ ...report, counts: {} }).valid).toBe(false)
  })
})
