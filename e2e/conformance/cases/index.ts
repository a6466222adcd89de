import type { ConformanceCase } from '../case.ts'
import { authorizationAnswerCases } from './authorization-answer.ts'
import { badInputCases } from './bad-input.ts'
import { cacheCases } from './cache.ts'
import { deviceCases } from './device.ts'
import { dpopCases } from './dpop.ts'
import { grantCases } from './grants.ts'
import { implicitCases } from './implicit.ts'
import { keyCases } from './keys.ts'
import { negativeCases } from './negative.ts'
import { pushedRequestCases } from './pushed-requests.ts'
import { refreshCases } from './refresh.ts'
import { requestObjectCases } from './request-objects.ts'
import { secretCases } from './secrets.ts'
import { settingsCases } from './settings.ts'
import { tokenAnswerCases } from './token-answer.ts'

/** Every case that runs alike in Node and in a browser. */
export const conformanceCases: ConformanceCase[] = [
  ...settingsCases,
  ...tokenAnswerCases,
  ...badInputCases,
  ...authorizationAnswerCases,
  ...implicitCases,
  ...pushedRequestCases,
  ...requestObjectCases,
  ...dpopCases,
  ...negativeCases,
  ...cacheCases,
  ...refreshCases,
  ...deviceCases,
  ...keyCases,
  ...secretCases,
  ...grantCases,
]
