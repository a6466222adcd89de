import { apiOf, type Api } from '#engine/api/api.ts'
import type { ApiText } from '#engine/api/document.ts'
import { isSweeping } from '#engine/api/sweeping.ts'
import { apiDocumentTexts as apiTexts } from '#engine/api/texts.ts'
import { ok } from '#engine/base/result.ts'
import type { Project, Suite } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import { pair, type Pair } from '../request/body.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import { importerTexts as importTexts } from '../texts.ts'
import { caseOfOperation } from './case-of-operation.ts'
import { holdsDocument, readDocument, describePartProblems } from './read-document.ts'
import { openApiTexts as texts } from './texts.ts'

/** Environments that are made of servers. */
const mostServers = 20
/** Methods that `fetch` rejects. */
const neverSent = /^(?:TRACE|TRACK|CONNECT)$/
/** Operations without a tag that are in one suite; more are distinguished by their paths. */
const mostTogether = 50

/** OpenAPI and Swagger: the document attached, a suite for each tag, a case for each operation. */
export const openapiImporter: Importer<'openapi'> = {
  id: 'openapi',
  detect: holdsDocument,
  async read(source, draft) {
    const read = await readDocument(source)
    if (!read.ok) return read
    const { api, others } = read.value
    await fill(draft, api)
    if (api.repeated) draft.leaveOut('', apiTexts.repeated(api.repeated.name, api.repeated.line))
    for (const told of describePartProblems(api.problems, source.beside ? texts.partsHintPath : texts.partsHint))
      draft.leaveOut('', told)
    for (const path of others) draft.leaveOut(path, importTexts.another('openapi'))
    return ok(undefined)
  },
}

async function fill(draft: Draft, { text, title, problems }: ApiText): Promise<void> {
  const api = apiOf(text)
  draft.name(title)
  const id = draft.newId()
  draft.project.apis.push({ id, name: title, description: '', document: text })
  draft.project.description = api.description
  addServers(draft, api)
  tellProblems(draft, api, problems.length > 0)
  const suites = new Map<string, ReturnType<Draft['suite']>>()
  const untagged = api.operations.filter(({ tags }) => tags.length === 0)
  const groupOf = untagged.length > mostTogether ? groupsByPath(untagged) : () => texts.untagged
  const unsent = new Set<string>()
  const sweeping: string[] = []
  const credentials = new Map<Suite, Pair[][]>()
  for (const { key, method, path, tags } of api.operations) {
    const operation = api.operation(key)
    if (!operation) continue
    if (neverSent.test(method)) {
      unsent.add(method)
      continue
    }
    const [tag = groupOf(path)] = tags
    const suite = suites.get(tag) ?? draft.suite(tag, api.tags.get(tag))
    suites.set(tag, suite)
    const made = await caseOfOperation({ api, id }, operation, draft, suite)
    credentials.set(suite, [...(credentials.get(suite) ?? []), made.credentials.map(({ name, value }) => pair(name, value))])
    if (!isSweeping(operation, api)) continue
    sweeping.push(`${method} ${path}`)
    for (const step of made.one.steps) step.disabled = true
  }
  giveCredentials(draft.project, credentials)
  for (const method of unsent) draft.leaveOut('', texts.unsent(method))
  if (sweeping.length > 0) draft.leaveOut('', texts.sweeping(sweeping))
}

/**
 * What most requests say of who asks is given by the project, what most of a suite say otherwise by the suite: one edit is for all of them. Requests keep it
 * until what they inherit is taken out of them.
 */
function giveCredentials(project: Project, given: ReadonlyMap<Suite, readonly Pair[][]>): void {
  // Tokens of different scopes are not one for all: each case keeps its own.
  const tokens = project.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.filter(isOAuth2Step)))
  const isShared = new Set(tokens.map(({ scope }) => scope)).size < 2
  const isOwn = ({ value }: Pair) => !isShared && tokens.some(({ variableName }) => namesIn([value]).has(variableName))
  const bySuite = new Map(
    Array.from(given, ([suite, requests]) => [suite, requests.map((rows) => rows.filter((row) => !isOwn(row)))] as const),
  )
  const most = (requests: readonly Pair[][]): Pair[] => {
    const counts = new Map<string, number>()
    for (const rows of requests) counts.set(JSON.stringify(rows), (counts.get(JSON.stringify(rows)) ?? 0) + 1)
    const [[rows = '[]', count = 0] = []] = [...counts].toSorted((a, b) => b[1] - a[1])
    return count > 1 && count * 2 >= requests.length ? (JSON.parse(rows) as Pair[]) : []
  }
  const whole = most([...bySuite.values()].flat())
  if (whole.length > 0) project.headers = whole
  for (const [suite, requests] of bySuite) {
    const own = most(requests)
    const isOpen = requests.every((rows) => rows.length === 0)
    suite.headers = isOpen ? [] : own.length > 0 ? own : whole
  }
}

/**
 * What an operation without tags is about: its first literal segment of its path behind what all start with (`customers` of
 * `/v1/customers/{id}`).
 */
function groupsByPath(operations: Api['operations']): (path: string) => string {
  const segments = (path: string) => path.split('/').filter(Boolean)
  const [first = [], ...others] = operations.map(({ path }) => segments(path))
  const differs = first.findIndex((segment, index) => others.some((other) => other[index] !== segment))
  const shared = differs < 0 ? first.length : differs
  return (path) => segments(path).find((segment, index) => index >= shared && !/[{}]/.test(segment)) ?? texts.untagged
}

/** An environment for each server, with its URL as `baseUrl`. */
function addServers(draft: Draft, { servers }: Api): void {
  const taken = new Set<string>()
  for (const [index, { url, description }] of servers.slice(0, mostServers).entries()) {
    const address = url.replace(/\/$/, '')
    const host = hostOf(url)
    const wanted = description.split('\n', 1)[0]?.trim().slice(0, 60) || host || texts.server(index + 1)
    const name = taken.has(wanted) ? `${wanted} (${index + 1})` : wanted
    taken.add(name)
    if (host === undefined) draft.leaveOut('', texts.noHost(url))
    else if (/[{}]/.test(url)) draft.leaveOut('', texts.unfilled(url))
    draft.project.environments.push({
      id: draft.newId(),
      name,
      description: '',
      insecureHosts: host !== undefined && /^http:/i.test(url) ? [host] : [],
      variables: [{ name: 'baseUrl', value: address.replaceAll('${', () => '$${'), description: '' }],
    })
  }
  if (servers.length > mostServers) draft.leaveOut('', texts.serversMore(servers.length - mostServers))
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
}

function tellProblems(draft: Draft, api: Api, partsTold: boolean): void {
  const { remote, missing } = api.loose()
  if (remote.length > 0 && !partsTold) draft.leaveOut('', apiTexts.remote(remote))
  if (missing.length > 0) draft.leaveOut('', apiTexts.missing(missing))
  if (api.operations.length === 0) draft.leaveOut('', apiTexts.noOperations)
  tellUnsecured(draft, api)
  if (api.hasCallbacks) draft.leaveOut('', texts.callbacks)
}

/** A document that says how one signs in, and asks for it (nearly) nowhere: its server does, as a rule. */
function tellUnsecured(draft: Draft, api: Api): void {
  const all = api.operations.length
  const [scheme] = api.schemes
  if (scheme === undefined || all === 0) return
  const secured = api.operations.filter(({ key }) => (api.operation(key)?.security.length ?? 0) > 0).length
  if (secured < all / 10) draft.leaveOut('', texts.unsecured(scheme.name, all - secured, all))
}
