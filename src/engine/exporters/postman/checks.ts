import { describeRule } from '#engine/checks/describe.ts'
import { asksEqual, predicateFacts, type PredicateName } from '#engine/checks/facts.ts'
import { sourceFacts, takesStatus, type SourceName } from '#engine/extractors/facts.ts'
import { describeSource, type Source } from '#engine/extractors/source.ts'
import { quote, valueOf, flat, layOut } from '#engine/load/k6/code.ts'
import type { LookedAt } from '#engine/load/k6/checked-request.ts'
import { segmentsOf } from '#engine/load/k6/json-path.ts'
import { conditionCode } from '#engine/load/k6/check.ts'
import type { Script } from '#engine/load/k6/script.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'

const longestName = 150

/** What a check says, as the end of a test's name: `status equals number 201`. */
export function checkName(check: Check): string {
  const { ofAnswer, expects } = predicateFacts[check.is]
  const isLong = ofAnswer || expects === 'snapshot' || expects === 'schema'
  const rule = describeRule(isLong ? { is: check.is, not: check.not } : check)
  const text = [describeSource(check), rule, ofAnswer ? (check.operation ?? '') : ''].join(' ').trim().replaceAll('\n', ' ')
  return text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text
}

/**
 * The statement of a test that fails if the check doesn't hold: as people write it in Postman where that judges alike, else by the
 * functions of the k6 export. Throws NoCounterpart.
 */
export function checkStatement(check: Check, request: LookedAt | undefined, script: Script): string {
  const plain = plainStatement(check, script)
  if (plain !== undefined) return plain
  return `pm.expect(${conditionCode(check, request, script)}).to.be.true`
}

/** What is found where a path has one value, as JavaScript; undefined for other paths, and for names that JavaScript's values have themselves. */
export function plainPath(path: string, script: Script): string | undefined {
  let code = 'pm.response.json()'
  for (const segment of segmentsOf(path, script)) {
    const name = /^'((?:[^'\\])*)'$/.exec(segment)?.[1]
    if (/^\d+$/.test(segment)) code += `[${segment}]`
    else if (name === undefined || name in Object.prototype || name in Array.prototype || name in String.prototype)
      return undefined
    else code += /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${segment}]`
  }
  return code
}

/** Headers that a response has once. */
const single = /^(content-type|content-length|location|etag|last-modified|retry-after|date|server|x-request-id)$/i

/** What is looked at as JavaScript, and the predicates that Chai judges of it as Assay does. */
interface Subject {
  code: string
  predicates: readonly PredicateName[]
}

const ordered = ['equals', 'less-than', 'at-most', 'greater-than', 'at-least', 'between', 'one-of'] as const
const ofText = ['equals', 'contains'] as const

const subjects: Readonly<Partial<Record<SourceName, (source: Source, script: Script) => Subject | undefined>>> = {
  status: () => ({ code: 'pm.response.code', predicates: ordered }),
  duration: () => ({ code: 'pm.response.responseTime', predicates: ordered }),
  text: () => ({ code: 'pm.response.text()', predicates: ofText }),
  header: ({ name = '' }) =>
    single.test(name) ? { code: `pm.response.headers.get(${quote(name)})`, predicates: ofText } : undefined,
  json({ path = '' }, script) {
    const code = plainPath(path, script)
    return code === undefined ? undefined : { code, predicates: [...ordered, 'exists', 'is-type', 'is-uuid'] }
  },
}

const code = (value: unknown): string => flat(valueOf(value)) ?? layOut(valueOf(value))
const numeric =
  (words: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'number' ? `to.be.${words}(${value})` : undefined
const isPlain = (value: unknown): boolean => typeof value !== 'object' && typeof value !== 'bigint'

/** The words of Chai for a predicate with its value; undefined if they would judge otherwise. */
const words: Readonly<Partial<Record<PredicateName, (value: unknown) => string | undefined>>> = {
  equals: (value) => (typeof value === 'bigint' ? undefined : `to.eql(${code(value)})`),
  contains: (value) => (typeof value === 'string' ? `to.include(${code(value)})` : undefined),
  exists: () => 'to.not.be.undefined',
  'less-than': numeric('below'),
  'at-most': numeric('at.most'),
  'greater-than': numeric('above'),
  'at-least': numeric('at.least'),
  between: (value) =>
    Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number')
      ? `to.be.within(${value.join(', ')})`
      : undefined,
  'one-of': (value) => (Array.isArray(value) && value.every(isPlain) ? `to.be.oneOf(${code(value)})` : undefined),
  'is-type': (value) =>
    /^(string|number|boolean|object|array)$/.test(String(value))
      ? `to.be.${/^[oa]/.test(String(value)) ? 'an' : 'a'}(${code(value)})`
      : undefined,
  'is-uuid': () => 'to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)',
}

const longestValue = 2_000

/** A response without the value makes each of these throw, as the check would fail. */
function plainStatement(check: Check, script: Script): string | undefined {
  const { name = '', not, value } = check
  const text = JSON.stringify(value ?? null, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  if (text.includes('${') || text.length > longestValue) return undefined
  const to = `to.${not ? 'not.' : ''}have`
  if (takesStatus(check) && asksEqual(check) && typeof value === 'number') return `pm.response.${to}.status(${value})`
  const { needs } = sourceFacts[check.source]
  if (needs?.key === 'name' && check.source in subjects && predicateFacts[check.is].asksPresence)
    return `pm.response.${to}.header(${quote(name)})`
  if (not) return undefined
  const subject = subjects[check.source]?.(check, script)
  const said = subject?.predicates.includes(check.is) ? words[check.is]?.(value) : undefined
  return subject && said && `pm.expect(${subject.code}).${said}`
}

/** A part of JSON as a value in JavaScript, which throws or is undefined where nothing is found. */
export const plainSource = (source: Source, script: Script): string | undefined =>
  sourceFacts[source.source].needs?.key === 'path' && source.source in subjects
    ? subjects[source.source]?.(source, script)?.code
    : undefined
