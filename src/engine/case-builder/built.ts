import * as v from 'valibot'
import { stepSchema, type Step, type Variable } from '#engine/project/format/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { Action } from './actions.ts'
import type { RawCheck } from './actions.ts'
import type { Workbench } from './workbench.ts'

/** A request with what it needs, before it is in a case. */
export interface Built {
  action: Action
  before: Step[]
  request: SendRequestStep
  checks: RawCheck[]
  variables: Variable[]
  projectVariables: Variable[]
}

/** A step of the file format from what differs from its defaults. */
export const makeStep = (bench: Workbench, raw: object): Step => v.parse(stepSchema, { id: bench.newId(), ...raw })
