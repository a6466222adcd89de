import { assertionCheck } from './assertion/check.ts'
import { dataTransferCheck } from './data-transfer/check.ts'
import type { StepKindId } from './facts.ts'
import { jwtCheck } from './jwt/check.ts'
import { loopEndCheck } from './loop-end/check.ts'
import { loopStartCheck } from './loop-start/check.ts'
import { oauth2Check } from './oauth2/check.ts'
import type { AnyStep } from './schemas.ts'
import { scriptCheck } from './script/check.ts'
import { sendRequestCheck } from './send-request/check.ts'
import { sqlCheck } from './sql/check.ts'
import type { StepCheck } from './step-check.ts'
import { waitCheck } from './wait/check.ts'

/** What can be said of each kind of step before it runs; not for the page's first screen. */
export const stepChecks = {
  oauth2: oauth2Check,
  'send-request': sendRequestCheck,
  assertion: assertionCheck,
  'data-transfer': dataTransferCheck,
  script: scriptCheck,
  jwt: jwtCheck,
  wait: waitCheck,
  sql: sqlCheck,
  'loop-start': loopStartCheck,
  'loop-end': loopEndCheck,
} satisfies { [K in StepKindId]: StepCheck<Extract<AnyStep, { kind: K }>> }

/** What can be said of a step of its kind; its own is the only one it is ever given. */
export const checkOf = ({ kind }: Pick<AnyStep, 'kind'>): StepCheck<AnyStep> => stepChecks[kind] as StepCheck<AnyStep>
