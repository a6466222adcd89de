import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Step } from '#engine/project/schema.ts'
import { grantTitles } from './texts.ts'

type Describe = { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => string }

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** One line per kind for the step list: what the step does. */
export const describeStep: Describe = {
  oauth2: (step) => `OAuth2 · ${grantTitles[step.grantType]} → ${step.variableName}`,
  'send-request': (step) => `${step.method} ${step.url || '(no URL yet)'}`,
  assertion(step) {
    const [first] = step.checks
    if (!first) return 'no checks yet'
    const subject = first.path ?? (first.name === undefined ? sourceFacts[first.source].title : `${first.source} ${first.name}`)
    return `${counted(step.checks.length, 'check', 'checks')} · ${subject}${first.not ? ' not' : ''} ${first.is.replaceAll('-', ' ')}`
  },
  'data-transfer'(step) {
    const [first] = step.transfers
    if (!first) return 'no transfers yet'
    const more = step.transfers.length > 1 ? ` and ${step.transfers.length - 1} more` : ''
    return `${first.path ?? first.name ?? first.source} → ${first.to || '(no variable yet)'}${more}`
  },
  jwt: (step) => `${step.algorithm} → ${step.variableName}`,
  wait: (step) => `${step.seconds} s`,
  sql: (step) => step.query.trim().replaceAll(/\s+/g, ' ') || 'no query yet',
  'loop-start': (step) => `each row · ${counted(step.mapping.length, 'variable', 'variables')}`,
  'loop-end': () => 'back to the loop start',
}
