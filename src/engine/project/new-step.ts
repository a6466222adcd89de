import * as v from 'valibot'
import { factsOf } from '#engine/steps/facts.ts'
import { stepSchema, type Step } from './format/schema.ts'

/** What a new step refers to, if its kind needs it. */
export interface StepReferences {
  connection: string
  dataSource: string
}

/** A step of a kind with the defaults of the file format. */
export function newStep(kind: Step['kind'], id: string, name: string, offered: StepReferences): Step {
  const { initial, refers: { connection, dataSource } = {} } = factsOf({ kind })
  return v.parse(stepSchema, {
    id,
    kind,
    name,
    ...initial,
    ...(connection === undefined ? {} : { [connection]: offered.connection }),
    ...(dataSource === undefined ? {} : { [dataSource]: offered.dataSource }),
  })
}
