import type { Element } from 'slimdom'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { check, type Source } from '../scripts/values.ts'
import { attribute, childText, childrenOf } from './xml.ts'

/** The checks of a request's assertions, and the kinds that have no counterpart. */
export function checksOf(assertions: readonly Element[], convert: (text: string) => string): { checks: Check[]; left: string[] } {
  const checks: Check[] = []
  const left: string[] = []
  for (const assertion of assertions) {
    if (attribute(assertion, 'disabled') === 'true') continue
    const type = attribute(assertion, 'type')
    const [settings] = childrenOf(assertion, 'configuration')
    const at = (name: string) => (settings === undefined ? '' : childText(settings, name))
    const found = Object.hasOwn(kinds, type) ? kinds[type]?.(at, convert) : undefined
    if (found === undefined) left.push(type)
    else checks.push(...found)
  }
  return { checks, left }
}

type At = (name: string) => string
type Make = (at: At, convert: (text: string) => string) => Check[] | undefined

const text: Source = { source: 'text' }
const status: Source = { source: 'status' }

const codes = (at: At, isNot: boolean): Check[] | undefined => {
  const list = at('codes')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)
  if (list.length === 0 || list.some(Number.isNaN)) return undefined
  return [list.length === 1 ? check(status, 'equals', list[0], isNot) : check(status, 'one-of', list, isNot)]
}

/** JSON where the text is JSON, a template otherwise. */
function expected(content: string, convert: (text: string) => string): unknown {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' ? convert(content) : value
  } catch {
    return convert(content)
  }
}

const kinds: Readonly<Record<string, Make>> = {
  'Valid HTTP Status Codes': (at) => codes(at, false),
  'Invalid HTTP Status Codes': (at) => codes(at, true),
  'Simple Contains': (at, convert) => contains(at, convert, false),
  'Simple NotContains': (at, convert) => contains(at, convert, true),
  'Response SLA Assertion': (at) =>
    Number(at('SLA')) > 0 ? [check({ source: 'duration' }, 'less-than', Number(at('SLA')))] : undefined,
  'JsonPath Match': (at, convert) => json(at, (path) => check(path, 'equals', expected(at('content'), convert))),
  'JsonPath Existence Match': (at) => json(at, (path) => check(path, 'exists', undefined, at('content').trim() === 'false')),
  'JsonPath Count': (at) => json(at, (path) => check(path, 'has-length', Number(at('content')))),
  'JsonPath RegEx Match': (at) => json(at, (path) => check(path, 'matches', at('regularExpression') || at('content'))),
  'XPath Match': (at, convert) => xpath(at, convert),
  'XPath Existence Match': (at) => {
    const path = withoutPrefixes(at('path'))
    return path === '' ? undefined : [check({ source: 'xml', path }, 'exists', undefined, at('content').trim() === 'false')]
  },
  'SOAP Response': () => [check(text, 'contains', 'Envelope')],
  'Not SOAP Fault Assertion': () => [check(text, 'contains', ':Fault>', true)],
  'SOAP Fault Assertion': () => [check(text, 'contains', ':Fault>')],
  GroovyScriptAssertion: () => undefined,
}

function contains(at: At, convert: (text: string) => string, isNot: boolean): Check[] | undefined {
  const token = at('token')
  if (token === '') return undefined
  if (at('useRegEx') === 'true') return [check(text, 'matches', token, isNot)]
  return [check(text, 'contains', convert(token), isNot)]
}

const json = (at: At, make: (source: Source) => Check): Check[] | undefined => {
  const path = at('path').trim()
  return path.startsWith('$') ? [make({ source: 'json', path })] : undefined
}

function xpath(at: At, convert: (text: string) => string): Check[] | undefined {
  const path = withoutPrefixes(at('path'))
  const content = at('content')
  // The content of an element as XML is more than the text of one.
  return path === '' || content.includes('<') ? undefined : [check({ source: 'xml', path }, 'equals', convert(content))]
}

/** `declare namespace a='…'; //a:id` as `//*:id`, which needs no declaration (XPath 3.1). */
function withoutPrefixes(path: string): string {
  const plain = path.replace(/declare\s+namespace\s+[\w-]+\s*=\s*('[^']*'|"[^"]*")\s*;?/g, '').trim()
  return plain.replace(/(^|[/@[(|,\s])([A-Za-z_][\w.-]*):(?!:)(?=[\w*])/g, '$1*:')
}
