import { sampler, type Sampler } from '#engine/templates/regex-sample.ts'
import { argumentsOf, readTemplate, type Reference } from '#engine/templates/parse.ts'
import { memberOf, quote } from './code.ts'
import type { RuntimeName } from './runtime/index.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

/** A template as text. */
export const textCode = (template: string, script: Script): string => templateCode(template, 'text', script)

/**
 * A template that is JSON: what is inserted is escaped for the JSON around it. Lines start further to the right where that
 * changes nothing.
 */
export function jsonCode(template: string, script: Script): string {
  return templateCode(template, 'json', script, isWholeJson(template))
}

/** The typed value of a template that is one reference alone, else its text. */
export function typedCode(template: string, script: Script): string {
  const [only, ...more] = partsOf(template)
  return typeof only === 'object' && more.length === 0 ? referenceCode(template, only, script) : textCode(template, script)
}

function partsOf(template: string): readonly (string | Reference)[] {
  const { parts, problems } = readTemplate(template)
  const [problem] = problems
  if (problem) throw new NoCounterpart(texts.badTemplate(problem.message))
  return parts
}

function templateCode(template: string, tag: 'text' | 'json', script: Script, breaks = false): string {
  const parts = partsOf(template)
  const isPlain = parts.every((part) => typeof part === 'string')
  const lines = breaks && template.includes('\n')
  if (isPlain && !lines) return quote(parts.join(''))
  const inside = parts
    .map((part) => (typeof part === 'string' ? literal(part, lines) : `\${${referenceCode(template, part, script)}}`))
    .join('')
  return `${isPlain ? '' : script.use(tag)}\`${inside}\``
}

const literal = (text: string, lines: boolean): string => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${').replaceAll('\r', '\\r')
  return lines ? escaped : escaped.replaceAll('\n', '\\n')
}

/** Line ends stand between the values of JSON, so that what follows them may be moved. */
function isWholeJson(template: string): boolean {
  const { parts } = readTemplate(template)
  const sample = parts.map((part) => (typeof part === 'string' ? part : part.quoted ? 'x' : '0')).join('')
  try {
    JSON.parse(sample)
    return true
  } catch {
    return false
  }
}

function referenceCode(template: string, reference: Reference, script: Script): string {
  const { name, compute } = reference
  if (compute === undefined) {
    script.use('vars')
    return memberOf('vars', name)
  }
  return functionCode(name, argumentsOf(template, reference), script)
}

/** Names of the runtime by those of functions that take nothing. */
const plain: Readonly<Record<string, RuntimeName>> = {
  uuid: 'uuid',
  'random.uuid': 'uuid',
  'random.firstName': 'firstName',
  'random.lastName': 'lastName',
  'random.fullName': 'fullName',
  'random.email': 'email',
  'random.userName': 'userName',
  'random.phone': 'phone',
  'random.street': 'street',
  'random.city': 'city',
  'random.country': 'country',
  'random.postcode': 'postcode',
  'random.company': 'company',
  'random.word': 'word',
  'random.sentence': 'sentence',
  'random.paragraph': 'paragraph',
  'random.url': 'webAddress',
  'random.ipv4': 'ipv4',
  'random.ipv6': 'ipv6',
  'random.iban': 'iban',
  'random.creditCard': 'creditCard',
}

const sized: Readonly<Record<string, [RuntimeName, number]>> = {
  'random.alphanumeric': ['alphanumeric', 8],
  'random.hex': ['hex', 8],
  'random.password': ['password', 16],
  'random.words': ['words', 3],
}

/** Data of which Assay has thousands, in the project's language. */
const smaller =
  /^random\.(firstName|lastName|fullName|email|userName|phone|street|city|country|postcode|company|word|words|sentence|paragraph|url|iban|creditCard)$/

function functionCode(name: string, values: readonly string[], script: Script): string {
  if (smaller.test(name)) script.note(texts.smallerData)
  const simple = plain[name]
  if (simple !== undefined) return `${script.use(simple)}()`
  const long = sized[name]
  if (long !== undefined) return `${script.use(long[0])}(${values[0] ?? long[1]})`
  if (name.startsWith('now.')) {
    if (/[My]/.test(values[0] ?? '')) throw new NoCounterpart(texts.calendar)
    return timeCode(name, offsetOf(values[0] ?? ''))
  }
  const [first, second] = values
  switch (name) {
    case 'env.name':
      if (!script.environment) throw new NoCounterpart(texts.noEnvironment)
      return quote(script.environment.name)
    case 'random.int':
      return `${script.use('between')}(${Number(first ?? 0)}, ${Number(second ?? 1_000_000)})`
    case 'random.float':
      return `${script.use('decimal')}(${Number(first ?? 0)}, ${Number(second ?? 1)})`
    case 'random.boolean':
      return `(${script.use('between')}(0, 1) === 1)`
    case 'random.date':
      return `${script.use('dayBetween')}(${quote(first ?? '2000-01-01')}, ${quote(second ?? '2029-12-31')})`
    case 'random.pastDate':
      return `${script.use('dayFromNow')}(-${script.use('between')}(1, 365))`
    case 'random.futureDate':
      return `${script.use('dayFromNow')}(${script.use('between')}(1, 365))`
    case 'random.pick':
      return `${script.use('pick')}([${values.map(quote).join(', ')}])`
    case 'random.regex': {
      const read = sampler(first ?? '')
      if (typeof read !== 'string') return sampleCode(read, script)
    }
  }
  throw new NoCounterpart(texts.noFunction(name))
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Milliseconds. */
const offsetOf = (text: string): number =>
  [...text.replaceAll(' ', '').matchAll(/([+-]\d+)([smhdw])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0),
    0,
  )

function timeCode(name: string, offset: number): string {
  const now = offset === 0 ? 'Date.now()' : `Date.now() ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`
  if (name === 'now.millis') return offset === 0 ? now : `(${now})`
  if (name === 'now.unix') return `Math.floor((${now}) / 1000)`
  const iso = `new Date(${now}).toISOString()`
  return name === 'now.date' ? `${iso}.slice(0, 10)` : iso
}

/** The code that makes a string that matches a regular expression. */
function sampleCode(node: Sampler, script: Script): string {
  switch (node.type) {
    case 'set':
      return node.units.length === 1 ? quote(node.units) : `${script.use('pick')}(${quote(node.units)})`
    case 'sequence':
      return node.items.length === 0 ? "''" : node.items.map((item) => sampleCode(item, script)).join(' + ')
    case 'choice':
      return `${script.use('pick')}([${node.options.map((option) => sampleCode(option, script)).join(', ')}])`
    case 'repeat':
      return `${script.use('times')}(${node.min}, ${node.max}, () => ${sampleCode(node.item, script)})`
  }
}
