import { expectedTypes, predicateFacts, type PredicateName } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { quote, valueOf } from './code.ts'
import { answerCode } from './conforms.ts'
import type { RuntimeName } from './runtime/index.ts'
import { schemaCode } from './json-schema.ts'
import type { LookedAt } from './checked-request.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'
import { deepCode, hasTemplate, inline, patternCode } from './values.ts'

/** A check that is being written. */
interface Judged {
  check: Check
  /** The code of what was found. */
  actual: string
  request: LookedAt | undefined
  script: Script
}

type PredicateWriter = (judged: Judged) => string

const needs = ({ check }: Judged, fits: boolean): void => {
  if (!fits) throw new NoCounterpart(texts.expected(check.is))
}

const isScalar = (one: unknown): boolean => typeof one === 'string' || typeof one === 'number'

const plain =
  (name: RuntimeName): PredicateWriter =>
  ({ actual, script }) =>
    `${script.use(name)}(${actual})`

const call =
  (name: RuntimeName, fits: (value: unknown) => boolean = () => true): PredicateWriter =>
  (judged) => {
    needs(judged, fits(judged.check.value))
    return `${judged.script.use(name)}(${judged.actual}, ${expectedCode(judged)})`
  }

const order =
  (rule: string): PredicateWriter =>
  (judged) => {
    needs(judged, isScalar(judged.check.value))
    return `${judged.script.use('compare')}(${judged.actual}, ${expectedCode(judged)}) ${rule}`
  }

const isText = (value: unknown): boolean => typeof value === 'string'

const equals: PredicateWriter = (judged) => {
  const { value } = judged.check
  const isDeep = (typeof value === 'object' && value !== null) || hasTemplate(value)
  return isDeep ? call('equal')(judged) : `${judged.actual} === ${expectedCode(judged)}`
}

const between: PredicateWriter = (judged) => {
  const { check, actual, script } = judged
  const bounds: unknown[] = Array.isArray(check.value) ? check.value : []
  needs(judged, bounds.length === 2 && bounds.every(isScalar))
  const [low, high] = bounds.map((bound) => inline(deepCode(bound, script)))
  const compare = script.use('compare')
  return `${compare}(${actual}, ${low}) >= 0 && ${compare}(${actual}, ${high}) <= 0`
}

const isType: PredicateWriter = (judged) => {
  const { check, actual, script } = judged
  needs(
    judged,
    expectedTypes.some((one) => one === check.value),
  )
  return check.value === 'integer'
    ? `Number.isInteger(${actual})`
    : `${script.use('typeOf')}(${actual}) === ${quote(String(check.value))}`
}

const predicates: Readonly<Record<PredicateName, PredicateWriter>> = {
  equals,
  contains: call('contains'),
  'starts-with': call('startsWith', isText),
  'ends-with': call('endsWith', isText),
  matches: ({ check, actual, script }) => `${script.use('matches')}(${actual}, ${patternCode(check.value, script)})`,
  exists: ({ actual }) => `${actual} !== undefined`,
  'is-empty': ({ actual, script }) => `${script.use('lengthOf')}(${actual}) === 0`,
  'is-type': isType,
  'less-than': order('< 0'),
  'at-most': order('<= 0'),
  'greater-than': order('> 0'),
  'at-least': order('>= 0'),
  between,
  'one-of': call('oneOf', Array.isArray),
  'has-length'(judged) {
    needs(judged, typeof judged.check.value === 'number')
    return `${judged.script.use('lengthOf')}(${judged.actual}) === ${expectedCode(judged)}`
  },
  'matches-schema': ({ check, actual, script }) => schemaCode(check.value, actual, script),
  'matches-snapshot': ({ check, actual, script }) => snapshotCode(check, actual, script),
  'is-json': plain('isJson'),
  'is-iso-date': plain('isIsoDate'),
  'is-uuid': plain('isUuid'),
  'conforms-to-api': ({ check, request, script }) => answerCode(check, request, script),
}

/** Whether what was found is what the rule wants. */
export function holdsCode(judged: Judged): string {
  const code = predicates[judged.check.is](judged)
  if (!judged.check.not) return code
  if (code.endsWith(' !== undefined')) return code.replace(/!== undefined$/, '=== undefined')
  return /^\w+\([^()]*\)$/.test(code) ? `!${code}` : `!(${code})`
}

/** Variables hold texts: one that stands alone for what is a number is compared as the number that it spells. */
function expectedCode({ check, actual, script }: Judged): string {
  const { value, is, source } = check
  const code = inline(deepCode(value, script))
  const alone = typeof value === 'string' && /^\$\{[^${}]+\}$/.test(value)
  const compares = predicateFacts[is].orders || (predicates[is] === equals && sourceFacts[source].counts)
  return alone && compares ? `${script.use('likeNumber')}(${code}, ${actual})` : code
}

/** Whether what was found is what was kept once. */
function snapshotCode({ snapshot, ignore = [] }: Check, actual: string, script: Script): string {
  if (snapshot === undefined || ignore.length > 0) throw new NoCounterpart(texts.predicate('matches-snapshot'))
  return `${script.use('equal')}(${actual}, ${inline(valueOf(snapshot))})`
}
