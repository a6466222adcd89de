import * as v from 'valibot'
import { stepSchema, type Step } from './schema.ts'

/** What a new step refers to, if its kind needs it. */
export interface StepReferences {
  connection: string
  dataSource: string
}

/** A step of a kind with the defaults of the file format. */
export function newStep(kind: Step['kind'], id: string, name: string, refers: StepReferences): Step {
  return v.parse(stepSchema, { id, kind, name, ...required(kind, refers) })
}

/** The keys that the format has no default for. */
function required(kind: Step['kind'], { connection, dataSource }: StepReferences): object {
  switch (kind) {
    case 'oauth2':
      return { grantType: 'ClientCredentials' }
    case 'send-request':
      return { url: '' }
    case 'wait':
      return { seconds: 1 }
    case 'sql':
      return { connection }
    case 'loop-start':
      return { dataSource }
    default:
      return {}
  }
}
