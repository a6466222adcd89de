import { predicateFacts } from '#engine/checks/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import type { Transfer } from '#engine/steps/data-transfer/schema.ts'

/** A check as users read it: `json $.state equals "open"`. */
export const checkText = ({ source, path, name, not, is, value, operation }: Check): string =>
  [
    source,
    path ?? name ?? '',
    not ? 'not' : '',
    predicateFacts[is].title,
    operation ?? '',
    value === undefined ? '' : JSON.stringify(value),
  ]
    .filter(Boolean)
    .join(' ')

/** A transfer as users read it: `$.id → ${order_id}`. */
export const transferText = ({ source, path, name, to }: Transfer): string => `${path ?? name ?? source} → \${${to}}`
