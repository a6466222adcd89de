import { variablesAsked } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import type { Authorizer, ForeignAuth } from './auth.ts'
import { headerValue, pair, withoutImplied, type Pair } from './body.ts'
import type { Draft, StepFields } from '../draft.ts'
import { requestName } from './request-name.ts'
import { headerVariable } from '#engine/scripting/script-io.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { convertScript, type ConvertedScript } from '../scripts/convert-script.ts'
import { headersSet, limitOfScript } from '../scripts/whole-script.ts'
import type { ScriptRequest } from '../scripts/requests.ts'
import { isVariable, type Source } from '../scripts/values.ts'
import { importerTexts as texts } from '../texts.ts'

/**
 * The source of a script; of one that a folder or collection gives to all its requests also where that is, since it is reported
 * once.
 */
export type Script = string | { code: string; where: string }

/** A request of another tool; every text that is sent is a template already. */
export interface ForeignRequest {
  name: string
  /** Where it is, for what is omitted. */
  where: string
  description?: string
  method: string
  url: string
  query: Pair[]
  headers: Pair[]
  body: NonNullable<StepFields<'send-request'>['body']> & { type: string }
  followRedirects?: boolean
  timeout?: number
  auth: ForeignAuth
  /** Scripts in the order in which they would run. */
  before?: readonly Script[]
  after?: readonly Script[]
  /** What is checked and kept without a script. */
  checks?: readonly Check[]
  /** The same as steps of their own, by their names. */
  namedChecks?: ConvertedScript['tests']
  keeps?: readonly { to: string; source: Source; match?: string }[]
  /** Whether its scripts set a variable to null where a response lacks the value. */
  missingIsNull?: boolean
  /** Whether it isn't sent if a script before it throws. */
  isSkippedByThrow?: boolean
}

/** Where Postman puts the parameters of OAuth 1.0a that aren't in the header. */
function authFor({ auth, method, body }: ForeignRequest): ForeignAuth {
  const isForm = auth.kind === 'signing' && auth.inForms === true && body.type === 'form' && /^(post|put)$/i.test(method)
  return isForm && auth.auth.kind === 'oauth1' ? { kind: 'signing', auth: { ...auth.auth, place: 'body' } } : auth
}

const longestNote = 20_000

/** Adds a request to a case, with its token step before it, and behind it what it checks and keeps. */
export function addRequest(draft: Draft, one: Case, request: ForeignRequest, authorizer: Authorizer): Step {
  const { where, name } = request
  const added = authorizer.authorize(authFor(request), one, where)
  const notes: string[] = []
  const partsBefore = readScripts(draft, one, where, request.before ?? [], texts.scripts.before, notes)
  const partsAfter = readScripts(draft, one, where, request.after ?? [], texts.scripts.after, notes)
  const before = convertedOf(partsBefore)
  const after = convertedOf(partsAfter)
  setBefore(draft, one, before)
  for (const { name: variable, template } of after.flatMap(({ composed }) => composed)) compose(draft, variable, template)
  for (const sent of before.flatMap(({ requests }) => requests)) addScriptRequest(draft, one, sent)
  // What the tool makes itself takes the place of a header that someone wrote.
  const headers = [
    ...request.headers.filter((header) => !added.headers.some((mine) => mine.name.toLowerCase() === header.name.toLowerCase())),
    ...added.headers,
  ]
  const ofScripts = before.flatMap(({ adds }) => adds)
  for (const { name: header, value } of ofScripts.filter(({ place }) => place === 'header')) {
    const at = headers.findIndex((one) => one.name.toLowerCase() === header.toLowerCase())
    headers.splice(at < 0 ? headers.length : at, at < 0 ? 0 : 1, pair(header, value))
  }
  for (const header of headersSetBy(partsBefore)) {
    const at = headers.findIndex((one) => one.name.toLowerCase() === header.toLowerCase())
    headers.splice(at < 0 ? headers.length : at, at < 0 ? 0 : 1, pair(header, `\${${headerVariable(header)}}`))
    const variable = headerVariable(header)
    if (one.variables.every(({ name: known }) => known !== variable))
      one.variables.push({ name: variable, value: '', description: '' })
  }
  const dropped = new Set(before.flatMap(({ drops }) => drops).map((name) => name.toLowerCase()))
  const kept = headers.filter((header) => !dropped.has(header.name.toLowerCase()))
  const kind = headerValue(kept, 'content-type')
  if (request.body.type === 'multipart' && /^multipart\/(?!form-data\b)/i.test(kind)) draft.leaveOut(where, texts.multipart(kind))
  const skips = before.flatMap((script) => script.skips)
  const onlyIf = skips.flatMap((skip) => skip.onlyIf ?? [])
  const first = one.steps.length
  const step = draft.step('send-request', {
    ...(onlyIf.length > 0 ? { onlyIf } : {}),
    name: name || texts.namelessStep,
    description: [request.description ?? '', ...notes].filter(Boolean).join('\n\n'),
    method: request.method,
    url: request.url,
    query: [
      ...request.query.filter((row) => !added.query.some((mine) => mine.name === row.name)),
      ...added.query,
      ...ofScripts.filter(({ place }) => place === 'query').map((one) => pair(one.name, one.value)),
    ],
    headers: withoutImplied(kept, request.body as Parameters<typeof withoutImplied>[1]),
    body: request.body,
    ...(request.followRedirects === undefined ? {} : { followRedirects: request.followRedirects }),
    ...(request.timeout === undefined ? {} : { timeout: request.timeout }),
  })
  addScripts(draft, one, step, request.isSkippedByThrow ? partsBefore.map(skippingByThrow) : partsBefore)
  one.steps.push(step)
  const firstConverted = partsAfter.findIndex((part) => !isScript(part))
  const leading = firstConverted < 0 ? partsAfter : partsAfter.slice(0, firstConverted)
  addScripts(draft, one, step, leading)
  const tests = [
    ...(request.checks?.length ? [{ name: '', checks: [...request.checks] }] : []),
    ...(request.namedChecks ?? []),
    ...after.flatMap(({ tests: found }) => found),
  ]
  addKeeps(draft, one, step, request.keeps ?? [], false)
  const keeps = [...after.flatMap(({ keeps: found }) => found), ...after.flatMap(({ sets }) => setAfter(draft, sets))]
  // A check of a variable that this response sets would find the value of before it.
  const set = new Set(keeps.map(({ to }) => to))
  const readsKept = ({ checks }: ConvertedScript['tests'][number]) => variablesAsked(checks).some((name) => set.has(name))
  addChecks(draft, one, step, joined(tests.filter((test) => !readsKept(test))))
  addKeeps(draft, one, step, keeps, request.missingIsNull === true)
  addChecks(draft, one, step, joined(tests.filter(readsKept)))
  for (const sent of after.flatMap(({ requests }) => requests)) addScriptRequest(draft, one, sent)
  addScripts(draft, one, step, partsAfter.slice(leading.length))
  noteProgress(draft, before, one.steps.slice(first))
  // What its script always omits is switched off, with all that is made of its response.
  if (skips.some((skip) => skip.onlyIf === undefined)) for (const made of one.steps.slice(first)) made.disabled = true
  return step
}

/** A request that a script sends is one like all others. */
function addScriptRequest(draft: Draft, one: Case, { url, headers, body, method, tests, keeps, onlyIf }: ScriptRequest): void {
  const step = draft.step('send-request', {
    ...(onlyIf ? { onlyIf } : {}),
    name: requestName(method, url),
    method,
    url,
    headers: withoutImplied(headers, body as Parameters<typeof withoutImplied>[1]),
    body,
  })
  one.steps.push(step)
  addChecks(draft, one, step, joined(tests))
  addKeeps(draft, one, step, keeps, true)
}

/** Tests without a name that follow each other are one. */
function joined(tests: ConvertedScript['tests']): ConvertedScript['tests'] {
  const made: ConvertedScript['tests'] = []
  for (const { name, checks } of tests) {
    const last = made.at(-1)
    if (name === '' && last?.name === '') last.checks.push(...checks)
    else made.push({ name, checks: [...checks] })
  }
  return made
}

function addChecks(draft: Draft, one: Case, step: Step, tests: ConvertedScript['tests']): void {
  for (const { name, checks } of tests)
    one.steps.push(draft.step('assertion', { name: name || texts.checks(step.name), step: step.id, checks }))
}

type Keep = { to: string; source: Source; match?: string }

/** `isScript`: a script goes on where a value is missing. */
function addKeeps(draft: Draft, one: Case, step: Step, keeps: readonly Keep[], isScript: boolean): void {
  if (keeps.length === 0) return
  // What is set twice has the last value.
  const last = new Map(keeps.map((keep) => [keep.to, keep]))
  for (const group of isScript ? keptTogether([...last.values()]) : [[...last.values()]]) {
    const transfers = group.map(({ to, source, match }) => ({
      ...source,
      ...(match === undefined ? {} : { match }),
      to,
      scope: 'TestCase' as const,
      ...(isScript && mayBeMissing({ source, match }) ? { default: null } : {}),
    }))
    const name = texts.keep(group.map(({ to }) => to))
    one.steps.push(draft.step('data-transfer', { name, step: step.id, transfers }))
  }
}

/** A member of the body itself: where it is missing, the variable has no value. Below it, a script throws. */
const mayBeMissing = ({ source, match }: { source: Source; match?: string | undefined }): boolean =>
  match === undefined &&
  ((source.path === undefined && source.name !== undefined) || /^\$(\.\w+|\['[^']*'\])$/.test(source.path ?? ''))

/** What can't be found leaves out the others of its step: each is the last one of a step. */
function keptTogether(keeps: readonly Keep[]): Keep[][] {
  const groups: Keep[][] = []
  let open: Keep[] | undefined
  for (const keep of keeps) {
    if (open === undefined) groups.push((open = []))
    open.push(keep)
    if (!mayBeMissing(keep) && !isVariable(keep.source)) open = undefined
  }
  return groups
}

/** Statements that choose the request that comes next, or none: of Postman, Insomnia and Bruno. */
const jump = /\.(setNextRequest|skipRequest|stopExecution)\s*\(/

/** A statement that deletes cookies of the tool's jar. */
const clearsCookies = /\b(cookies|\w*jar(\(\))?)\.(unset|clear|delete\w*)\s*\(/i

/** A statement that only says which request comes next. */
const onlyJumps = /^[\w.]+\.(setNextRequest|stopExecution)\s*\([^()]*\);?$/

/** Whether a script may have the run go back: to its own request, one before it, or one that is known only when it runs. */
function goesBack(draft: Draft, own: string, script: string): boolean {
  const { names } = progressIn(draft)
  const last = own.split(' > ').at(-1)
  return [...script.matchAll(/\.setNextRequest\s*\(\s*(?:(['"`])([^'"`]*)\1|([^)]*))/g)].some(([, , name, other = '']) =>
    name === undefined ? !/^(null|undefined)?\s*$/.test(other) : names.has(name) || name === last,
  )
}

/** A script as steps, or whole as a Script step. */
type ScriptPart = ConvertedScript | { script: string }

const isScript = (part: ScriptPart): part is { script: string } => 'script' in part

const convertedOf = (parts: readonly ScriptPart[]): ConvertedScript[] => parts.flatMap((part) => (isScript(part) ? [] : [part]))

/**
 * The scripts of one moment. One of which every statement has a counterpart becomes steps; any other is kept whole as a Script
 * step, or as a note where that can't run it.
 */
function readScripts(
  draft: Draft,
  holder: Case,
  own: string,
  scripts: readonly Script[],
  what: string,
  notes: string[],
): ScriptPart[] {
  const isBefore = what === texts.scripts.before
  const parts: ScriptPart[] = []
  for (const one of scripts) {
    const { code: script, where } = typeof one === 'string' ? { code: one, where: own } : one
    if (script.trim() === '') continue
    if (clearsCookies.test(script)) draft.cookies.cleared = true
    const found = convertScript(script, draft.variableName)
    // Before the request there is nothing to check or keep yet; after it a start value comes too late.
    const late = isBefore
      ? (found?.keeps ?? [])
      : [...(found?.sets ?? []).filter(({ ifMissing }) => ifMissing), ...(found?.adds ?? []), ...(found?.skips ?? [])]
    const left = [...(found?.left ?? []), ...late.map(({ code }) => code)].filter(Boolean)
    // A case starts with one value of a variable only, which its first reader finds; what is thrown ends the script.
    const isAgain =
      isBefore && found !== undefined && (setsAgain(holder, parts, found) || isLate(draft, found) || /\bthrow\b/.test(script))
    if (found && left.length === 0 && found.unsets.length === 0 && !isAgain) {
      parts.push(
        isBefore
          ? { ...found, keeps: [], tests: [], composed: [] }
          : { ...found, sets: found.sets.filter(({ ifMissing }) => !ifMissing), adds: [], skips: [] },
      )
      continue
    }
    const limit = limitOfScript(script, isBefore)
    if (limit === undefined) {
      if (goesBack(draft, own, script)) draft.leaveOut('', texts.jumps)
      draft.leaveOut(where, texts.keptAsScript(what, left))
      // Where the script only says in addition which request comes next, the rest becomes steps.
      const isJump = found !== undefined && !isBefore && left.length > 0 && left.every((code) => onlyJumps.test(code))
      if (isJump && found.unsets.length === 0)
        parts.push(
          { ...found, sets: found.sets.filter(({ ifMissing }) => !ifMissing), adds: [], skips: [] },
          { script: left.join('\n') },
        )
      else parts.push({ script })
      continue
    }
    if (found === undefined) {
      draft.leaveOut(where, limit === '' ? texts.unreadableScript(what) : limit)
      notes.push(note(what, script))
      continue
    }
    for (const variable of found.unsets) draft.leaveOut('', texts.unset(variable))
    if (left.some((code) => jump.test(code))) draft.leaveOut('', texts.jumps)
    if (left.length > 0) draft.leaveOut(where, texts.script(what, left.length))
    if (limit !== '') draft.leaveOut(where, limit)
    if (left.length > 0) notes.push(note(what, left.join('\n')))
    parts.push(
      isBefore
        ? { ...found, keeps: [], tests: [], composed: [] }
        : { ...found, sets: found.sets.filter(({ ifMissing }) => !ifMissing), adds: [], skips: [] },
    )
  }
  return parts
}

/** Which variables the requests so far read, and the start values that scripts gave to others. */
interface Progress {
  read: Set<string>
  /** Undefined: of a variable that a response or a Script step has changed since. */
  start: Map<string, string | number | boolean | undefined>
  /** The names of the requests so far. */
  names: Set<string>
}

const progressOf = new WeakMap<Draft, Progress>()

function progressIn(draft: Draft): Progress {
  const known = progressOf.get(draft) ?? { read: new Set(), start: new Map(), names: new Set() }
  progressOf.set(draft, known)
  return known
}

const isDrawn = (template: string | number | boolean): boolean => /(?<!\$)\$\{(random\.|uuid|now\.)/.test(String(template))

/** Whether a request before would find what a script sets, or something else was set in the meantime. */
function isLate(draft: Draft, { sets }: ConvertedScript): boolean {
  const { read, start } = progressIn(draft)
  return sets.some(
    ({ name, template }) =>
      template !== `\${${name}}` && (start.has(name) ? start.get(name) !== template || isDrawn(template) : read.has(name)),
  )
}

/** Notes what a request, with all that is made of it, reads and sets. */
function noteProgress(draft: Draft, before: readonly ConvertedScript[], steps: readonly Step[]): void {
  const { read, start, names } = progressIn(draft)
  for (const { name, template } of before.flatMap(({ sets }) => sets)) if (!start.has(name)) start.set(name, template)
  for (const step of steps) {
    if (isSendRequestStep(step)) names.add(step.name)
    variablesRead({ ...step, description: '' }, read)
    for (const { name } of variablesSet(step)) start.set(name, undefined)
    if (!('code' in step)) continue
    for (const [, name = ''] of step.code.matchAll(/['"`]([\w.-]+)['"`]/g)) {
      read.add(draft.variableName(name))
      start.set(draft.variableName(name), undefined)
    }
  }
}

/** Whether a script gives a variable another value than the case starts with, by an earlier script or itself. */
function setsAgain({ variables }: Case, parts: readonly ScriptPart[], { sets }: ConvertedScript): boolean {
  const known = new Map(variables.map(({ name, value }) => [name, value]))
  for (const { name, template } of convertedOf(parts).flatMap((part) => part.sets))
    if (!known.has(name)) known.set(name, template)
  return sets.some(({ name, template }) => {
    if (template === `\${${name}}`) return false
    if (!known.has(name)) known.set(name, template)
    return known.get(name) !== template
  })
}

/** The scripts that are Script steps; they read the request, before it as it will be sent. */
function addScripts(draft: Draft, one: Case, step: Step, parts: readonly ScriptPart[]): void {
  for (const { script } of parts.filter(isScript))
    one.steps.push(draft.step('script', { name: texts.scriptOf(step.name), step: step.id, code: script }))
}

/** A script of Bruno's that skips its request if it throws. Not indented: a text in it may have several lines. */
const skippingByThrow = (part: ScriptPart): ScriptPart =>
  isScript(part) ? { script: `try {\n${part.script}\n} catch (error) {\n  bru.runner.skipRequest()\n  throw error\n}` } : part

/** Headers that Script steps set by name, while they run. */
const headersSetBy = (parts: readonly ScriptPart[]): string[] => [
  ...new Set(parts.filter(isScript).flatMap(({ script }) => headersSet(script))),
]

const note = (what: string, code: string): string =>
  `${texts.noteHead(what)}\n${code.length > longestNote ? `${code.slice(0, longestNote)}\n…` : code}`

/** What a script sets after the response comes from a variable that holds it: the one that it sets has its old value until then. */
function setAfter(draft: Draft, sets: ConvertedScript['sets']): { to: string; source: Source }[] {
  const { variables } = draft.project
  return sets.map(({ name, template }) => {
    let holder = `next_${name}`
    for (let count = 2; variables.some((one) => one.name === holder && one.value !== template); count++)
      holder = `next_${name}_${count}`
    if (!variables.some((one) => one.name === holder)) variables.push({ name: holder, value: template, description: '' })
    return { to: name, source: { source: 'variable', name: holder } }
  })
}

/** A variable that scripts make of a response has one value everywhere: it is made of what is kept, whenever it is used. */
function compose(draft: Draft, name: string, template: string): void {
  const { variables, environments } = draft.project
  for (const one of environments) one.variables = one.variables.filter((variable) => variable.name !== name)
  const known = variables.find((variable) => variable.name === name)
  if (known === undefined) variables.push({ name, value: template, description: '' })
  else known.value = template
}

const hasValue = ({ variables, environments }: Draft['project'], wanted: string): boolean =>
  [{ variables }, ...environments].some((holder) => holder.variables.some(({ name, value }) => name === wanted && value !== ''))

/** What a script sets before its request are start values of the case. */
function setBefore(draft: Draft, one: Case, scripts: readonly ConvertedScript[]): void {
  for (const { name, template, ifMissing } of scripts.flatMap(({ sets }) => sets)) {
    if (template === `\${${name}}`) continue
    if (ifMissing && hasValue(draft.project, name)) continue
    const known = one.variables.find((variable) => variable.name === name)
    if (known === undefined) one.variables.push({ name, value: template, description: '' })
    else if (known.value !== template) draft.leaveOut(one.name, texts.setAgain(name))
  }
}
