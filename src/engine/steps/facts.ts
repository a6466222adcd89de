import { assertionFacts } from './assertion/facts.ts'
import { dataTransferFacts } from './data-transfer/facts.ts'
import { jwtFacts } from './jwt/facts.ts'
import { loopEndFacts } from './loop-end/facts.ts'
import { loopStartFacts } from './loop-start/facts.ts'
import { oauth2Facts } from './oauth2/facts.ts'
import { scriptFacts } from './script/facts.ts'
import { sendRequestFacts } from './send-request/facts.ts'
import { sqlFacts } from './sql/facts.ts'
import type { StepFacts } from './step-facts.ts'
import { waitFacts } from './wait/facts.ts'

/**
 * Every kind of step by ID, in the order of menus: the only list of kinds. `schemas.ts` has their schemas, `index.ts` their
 * code, `ui/steps/index.ts` their editors.
 */
export const stepFacts = {
  oauth2: oauth2Facts,
  'send-request': sendRequestFacts,
  assertion: assertionFacts,
  'data-transfer': dataTransferFacts,
  script: scriptFacts,
  jwt: jwtFacts,
  wait: waitFacts,
  sql: sqlFacts,
  'loop-start': loopStartFacts,
  'loop-end': loopEndFacts,
}

/** The id of a kind. */
export type StepKindId = keyof typeof stepFacts

/** The ids of {@link stepFacts}, in the order of menus. */
export const stepKindIds = (): StepKindId[] => Object.keys(stepFacts) as StepKindId[]

/** A step of any kind, as the facts know it; `schemas.ts` says what the file holds of it. */
type AnyStep = { [K in StepKindId]: (typeof stepFacts)[K] extends StepFacts<infer S> ? S : never }[StepKindId]

/** The facts of a step's kind, typed for every step. They are only used with steps of this kind. */
export const factsOf = ({ kind }: Pick<AnyStep, 'kind'>): StepFacts<AnyStep> => stepFacts[kind] as StepFacts<AnyStep>

/** The facts of a kind by its name in a report, which may be of another version; undefined if there is none of that name. */
export const factsOfKind = (kind: string | undefined): StepFacts<AnyStep> | undefined =>
  kind !== undefined && Object.hasOwn(stepFacts, kind) ? factsOf({ kind: kind as StepKindId }) : undefined
