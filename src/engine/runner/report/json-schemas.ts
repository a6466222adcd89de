import { toJsonSchema } from '@valibot/to-json-schema'
import { runEventSchema } from './events.ts'
import { reportSchema } from './report.ts'

const options = { target: 'draft-07', errorMode: 'throw' } as const

/** The JSON Schema (draft-07) of one line of a run's event stream; for generation and tests only. */
export const eventsJsonSchema = (): Record<string, unknown> => ({
  ...toJsonSchema(runEventSchema, options),
  $id: 'events.schema.json',
  title: 'Event of an Assay run, one JSON object per line; `type` is its kind',
})

/** The JSON Schema (draft-07) of the `json` report; for generation and tests only. */
export const reportJsonSchema = (): Record<string, unknown> => ({
  ...toJsonSchema(reportSchema, options),
  $id: 'report.schema.json',
  title: 'Report of an Assay run',
})
