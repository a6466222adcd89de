import type { Case, Suite } from '#engine/project/format/schema.ts'
import { addRequest, type Script } from '../request/add-request.ts'
import type { Authorizer, ForeignAuth } from '../request/auth.ts'
import type { Draft } from '../draft.ts'
import type { GivenHeaders } from '../request/given-headers.ts'
import { deepestFolder } from '../limits.ts'
import type { Convert } from '../variables/moustache.ts'
import { listOf, member, objectOf, objectsOf, textAt, textOfValue, type Plain } from '../json-access.ts'
import { importerTexts as shared } from '../texts.ts'
import { readPostmanAuth } from './auth.ts'
import { readVariables } from './environments.ts'
import { isExportedToken, restoreRequest, restoreToken, takeExported } from './exported.ts'
import { readPostmanRequest } from './request.ts'
import { postmanTexts as texts } from './texts.ts'

/** What reading a collection works with. */
export interface Reading {
  draft: Draft
  convert: Convert
  authorizer: Authorizer
  given: GivenHeaders
  /** Names before those of the suites, where several collections come together. */
  prefix: string[]
}

/** What a folder gives to everything in it. */
interface Inherited {
  path: string[]
  auth: ForeignAuth
  before: Script[]
  after: Script[]
  /** Its `protocolProfileBehavior`: what is left to the tool, or not. */
  behaviour: Plain
}

/** Reads a collection: its folders become suites, folders in them cases, requests steps in their order. */
export function readCollection(collection: Plain, reading: Reading): void {
  const name = textAt(collection, 'info', 'name') || shared.nameless
  const { draft, prefix, given } = reading
  const description = descriptionText(member(collection, 'info', 'description')) || descriptionText(collection['description'])
  draft.project.description = [draft.project.description, description].filter(Boolean).join('\n\n')
  const inherited = below({ path: prefix, auth: { kind: 'none' }, before: [], after: [], behaviour: {} }, collection, reading)
  if (prefix.length === 0) given.note(draft.project, inherited)
  const items = objectsOf(collection['item'])
  let own: Case | undefined
  for (const item of items) {
    if (Array.isArray(item['item'])) {
      readSuite(item, inherited, reading)
      // What comes behind a folder is sent behind it.
      own = undefined
    } else {
      if (own === undefined) {
        const suite = draft.suite(name)
        given.note(suite, inherited)
        own = draft.case(suite, shared.namelessCase)
      }
      own.onFailure = 'continue'
      readItem(item, own, inherited, reading)
    }
  }
  const examples = countExamples(items, 0)
  if (examples > 0) draft.leaveOut(name, shared.examples(examples))
}

/** A folder of the collection itself. */
function readSuite(folder: Plain, inherited: Inherited, reading: Reading): void {
  const name = textAt(folder, 'name') || shared.nameless
  const suite = reading.draft.suite([...reading.prefix, name].join(' / '), descriptionText(folder['description']))
  readVariables(reading.draft, reading.convert, suite.variables, folder['variable'], name)
  const inner = below({ ...inherited, path: [...inherited.path, name] }, folder, reading)
  reading.given.note(suite, inner)
  readFolder(folder, suite, [], inner, reading, 1)
  if (suite.cases.length === 0) reading.draft.leaveOut(name, shared.emptyFolder)
}

/** The requests of a folder are a case; each folder in it is one of its own. */
function readFolder(folder: Plain, suite: Suite, names: string[], inherited: Inherited, reading: Reading, depth: number): void {
  const { draft } = reading
  if (depth > deepestFolder) return draft.leaveOut(inherited.path.slice(0, 3).join(' > '), shared.tooDeep)
  let own: Case | undefined
  for (const item of objectsOf(folder['item'])) {
    const name = textAt(item, 'name') || shared.nameless
    if (Array.isArray(item['item'])) {
      const inner = below({ ...inherited, path: [...inherited.path, name] }, item, reading)
      readFolder(item, suite, [...names, name], inner, reading, depth + 1)
      own = undefined
    } else {
      const description = names.length === 0 ? '' : descriptionText(folder['description'])
      if (own === undefined) {
        own = draft.case(suite, names.join(' / ') || textAt(folder, 'name'), description)
        if (names.length > 0) readVariables(draft, reading.convert, own.variables, folder['variable'], inherited.path.join(' > '))
        reading.given.note(own, inherited)
      }
      own.onFailure = 'continue'
      readItem(item, own, inherited, reading)
    }
  }
}

/** What a folder or the collection adds to what it inherits itself. */
function below(inherited: Inherited, folder: Plain, { convert }: Reading): Inherited {
  const { before, after } = scriptsOf(folder)
  const where = inherited.path.join(' > ') || textAt(folder, 'info', 'name')
  return {
    path: inherited.path,
    auth: readPostmanAuth(convert, folder['auth']) ?? inherited.auth,
    before: [...inherited.before, ...before.map((code) => ({ code, where }))],
    after: [...inherited.after, ...after.map((code) => ({ code, where }))],
    behaviour: { ...inherited.behaviour, ...objectOf(folder['protocolProfileBehavior']) },
  }
}

function readItem(item: Plain, one: Case, inherited: Inherited, reading: Reading): void {
  const { draft, convert, authorizer } = reading
  const name = textAt(item, 'name')
  const where = [...inherited.path, name].join(' > ')
  const request = typeof item['request'] === 'string' ? { url: item['request'] } : objectOf(item['request'])
  if (request === undefined) return draft.leaveOut(where, shared.noRequests)
  const scripts = scriptsOf(item)
  const exported = takeExported(scripts)
  if (isExportedToken(exported)) return restoreToken(draft, one, exported)
  const { before, after } = scripts
  const behaviour = { ...inherited.behaviour, ...objectOf(item['protocolProfileBehavior']) }
  if (member(behaviour, 'followOriginalHttpMethod') === true && !/^(GET|HEAD)$/i.test(textAt(request, 'method')))
    draft.leaveOut(where, texts.keepsMethod)
  if (member(behaviour, 'strictSSL') === false) draft.leaveOut(where, texts.noStrictSsl)
  if (objectOf(request['proxy']) ?? objectOf(request['certificate'])) draft.leaveOut(where, texts.proxy)
  const read = readPostmanRequest(request, where, draft, convert, member(behaviour, 'disableBodyPruning') === true)
  const step = addRequest(
    draft,
    one,
    {
      ...read,
      missingIsNull: true,
      name: name || `${read.method} ${read.url}`.slice(0, 120),
      where,
      description: descriptionText(request['description']) || descriptionText(item['description']),
      ...(member(behaviour, 'followRedirects') === false ? { followRedirects: false } : {}),
      auth: readPostmanAuth(convert, request['auth']) ?? inherited.auth,
      before: [...inherited.before, ...before],
      after: [...inherited.after, ...after],
    },
    authorizer,
  )
  if (member(behaviour, 'disableCookies') === true) draft.cookies.disabled.set(step.id, where)
  restoreRequest(draft, one, step, exported)
}

/** The sources of the scripts of an item. */
function scriptsOf(item: Plain): { before: string[]; after: string[] } {
  const of = (listen: string) =>
    objectsOf(item['event'])
      .filter((event) => event['listen'] === listen && event['disabled'] !== true)
      .map((event) => {
        const lines = member(event, 'script', 'exec')
        return Array.isArray(lines) ? lines.map(textOfValue).join('\n') : textOfValue(lines)
      })
      .filter((script) => script.trim() !== '')
  return { before: of('prerequest'), after: of('test') }
}

/** A description is a string, or an object that holds one. */
export const descriptionText = (description: unknown): string => textOfValue(description) || textAt(description, 'content')

const countExamples = (items: readonly Plain[], depth: number): number =>
  depth > deepestFolder
    ? 0
    : items.reduce((sum, item) => sum + listOf(item['response']).length + countExamples(objectsOf(item['item']), depth + 1), 0)
