// Over 400 lines: the steps from actions to a case share the requests under construction.
import { isObject } from '#engine/checks/values.ts'
import { isJson } from '#engine/api/conform.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { successOf } from '#engine/api/request.ts'
import { createDraft } from '#engine/importers/draft.ts'
import { stepsOfOperation } from '#engine/importers/openapi/case-of-operation.ts'
import type { Case, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { sendable, templatePathOf, type KnownField, type KnownOperation } from './project-index.ts'
import type { Action } from './actions.ts'
import { checksOf } from './checks.ts'
import type { RawCheck } from './actions.ts'
import { isCredential } from './credentials/credentials.ts'
import { bodyText, leaveOut, putInto, readJson, withRandomTexts } from './request/request-body.ts'
import { bodySchemaOf, namedPaths, requiredMembers, typedReferences } from './request/sent-members.ts'
import { inheritGiven, takeGiven } from './credentials/given-credentials.ts'
import { wrapperOf } from './request/sent-values.ts'
import { signIn } from './credentials/signed-in.ts'
import { isSession } from './credentials/session-operations.ts'
import { wordsOf } from './words.ts'
import type { Workbench } from './workbench.ts'
import { makeStep, type Built } from './built.ts'
import { transfersFor } from './identifier-transfers.ts'
import { identifiersFromList } from './from-lists.ts'
import { neededFirst } from './needed-first.ts'

/** A case that is to be built. */
export interface CasePlan {
  name?: string
  suite?: string
  actions: readonly Action[]
}

/**
 * TestBuilder: a case of requests, each with its token, a body that fits its schema, and checks; what a later request asks for is taken from the answer
 * of an earlier one. The order within is: request, assertion, transfer.
 */
export async function buildCase(bench: Workbench, plan: CasePlan): Promise<Case> {
  const suite = suiteFor(bench, plan)
  const built: Built[] = []
  const first = neededFirst(bench, plan)
  if (first.length > 0 && first.every(({ gives }) => gives === undefined))
    bench.assume('first', bench.texts.assume.first(first.map(({ operation }) => operation?.name ?? '').join(', ')), 'yes', [
      { label: bench.texts.yes, value: 'yes' },
      { label: bench.texts.no, value: 'no' },
    ])
  for (const action of [...first, ...plan.actions]) built.push(await buildRequest(bench, action, suite))
  const signedIn = signIn(built, bench)
  const one = bench.add(suite, plan.name || nameOf(plan.actions, bench))
  const hasToken = new Set<string>()
  const produced = new Map<string, string>()
  for (const [at, { before, request, checks, variables }] of built.entries()) {
    for (const step of before) {
      const key = isOAuth2Step(step) ? step.variableName : step.id
      if (!hasToken.has(key)) one.steps.push(step)
      hasToken.add(key)
    }
    const transfers = transfersFor(built, at, produced, bench)
    for (const { path, to } of signedIn.get(at) ?? []) {
      transfers.push({ to, raw: { source: 'json', path, to }, known: path })
      produced.set(to, request.id)
    }
    for (const kept of identifiersFromList(built, at, produced)) {
      transfers.push(kept)
      produced.set(kept.to, request.id)
    }
    for (const { known } of transfers)
      if (known !== undefined && !checks.some((check) => check['path'] === known))
        checks.push({ source: 'json', path: known, is: 'exists' })
    one.steps.push(request)
    if (checks.length > 0)
      one.steps.push(
        makeStep(bench, { kind: 'assertion', name: bench.texts.steps.answers(statusText(checks)), step: request.id, checks }),
      )
    if (transfers.length > 0)
      one.steps.push(
        makeStep(bench, {
          kind: 'data-transfer',
          name: bench.texts.steps.keep(transfers.map(({ to }) => to).join(', ')),
          step: request.id,
          transfers: transfers.map(({ raw }) => raw),
        }),
      )
    for (const variable of variables)
      if (!produced.has(variable.name) && !one.variables.some(({ name }) => name === variable.name)) one.variables.push(variable)
  }
  for (const { projectVariables } of built)
    for (const variable of projectVariables) if (!bench.variable(variable.name)) bench.project.variables.push(variable)
  // What is kept from an answer needs no start value.
  one.variables = one.variables.filter(({ name }) => !produced.has(name))
  inheritGiven(bench, one.steps, suite)
  return one
}

function statusText(checks: readonly RawCheck[]): string {
  const status = checks.find(takesStatus)
  const value = status?.['value']
  const [from, to] = Array.isArray(value) ? (value as unknown[]) : []
  if (typeof from === 'number' && to === from + 99) return `${from / 100}XX`
  return Array.isArray(value) ? value.join(' / ') : value === undefined ? '' : String(value)
}

/** The suite: the one that was said, the one with the name of the tag, the one that asks for the same things, else one that is new. */
export function suiteFor(bench: Workbench, { suite, actions }: CasePlan): Suite {
  const said = suite
  if (said !== undefined) return bench.suite(said)
  const suites = bench.project.suites
  const [first] = actions
  const [tag] = first?.operation?.tags ?? []
  const options = suites.map(({ name }) => ({ label: name, value: name }))
  const decide = (chosen: Suite): Suite => {
    bench.assume('suite', bench.texts.assume.suite(chosen.name), chosen.name, options)
    return chosen
  }
  const tagged = suites.find(({ name }) => name.toLowerCase() === tag?.toLowerCase())
  if (tagged) return decide(tagged)
  const resource = first?.operation?.resource
  const similar = suites.find(({ cases }) =>
    cases.some((one) =>
      one.steps.some((step) => isSendRequestStep(step) && resource !== undefined && templatePathOf(step.url).includes(resource)),
    ),
  )
  if (similar) return decide(similar)
  const [only] = suites
  if (only && suites.length === 1) return decide(only)
  return decide(bench.suite(tag ?? only?.name ?? bench.texts.steps.suite))
}

function nameOf(actions: readonly Action[], bench: Workbench): string {
  const titles = actions.map(({ operation, method, path, token }) => {
    const title = operation?.title ?? `${method} ${path}`
    return token === 'none' ? bench.texts.steps.withoutToken(title) : title
  })
  const shown = titles.slice(0, 4).join(' → ')
  return (titles.length > 4 ? `${shown} → …` : shown).slice(0, 160)
}

/** The request of an action with the step that gets its token, as it would be in the suite. */
export async function buildRequest(bench: Workbench, action: Action, suite: Suite): Promise<Built> {
  const built = action.operation?.api ? await documented(bench, action, action.operation) : undocumented(bench, action)
  if (!takeGiven(bench, built, suite)) reuseToken(bench, built, suite)
  if (action.token) withoutCredentials(built, action.token)
  else if (action.as !== undefined && !isSession(bench.index, 'login', action.operation)) withTokenOf(bench, built, action.as)
  return built
}

/** The request of an operation, as its document has it. */
async function documented(bench: Workbench, action: Action, { api: known }: KnownOperation): Promise<Built> {
  if (!known) throw new Error('unreachable: the operation is documented')
  const { api, key, id } = known
  const operation = api.operation(key)
  if (!operation) throw new Error('unreachable: the operation is in its document')
  const draft = createDraft(bench.project.name, bench.newId)
  const { before, request, variables } = await stepsOfOperation({ api, id }, operation, draft)
  if (!isSendRequestStep(request)) throw new Error('unreachable: an operation is asked for by a request')
  const projectVariables = [...draft.project.variables]
  request.name = action.operation?.title ?? request.name
  request.description = ''
  // Descriptions of parameters and schemes are the document's words, for users who look there.
  for (const step of before) step.description = ''
  for (const variable of variables) variable.description = ''
  const content = operation.body?.contents.find(({ type }) => isJson(type))
  if (request.body.type === 'json' && content) {
    const schema = jsonSchemaOf(content.schema ?? true, 'request', api)
    const whole = readJson(request.body.text)
    const made = action.requiredOnly ? await requiredMembers(whole, schema, namedIn(action)) : whole
    if (made !== undefined) request.body.text = bodyText(withRandomTexts(made, schema))
    // What changes or does something may have no body at all; what creates a thing says what it is.
    if (action.requiredOnly && !operation.body?.required && request.method !== 'POST' && namedIn(action).size === 0)
      request.body = { type: 'none' }
  }
  if (request.method === 'PATCH') changedAlone(request, action)
  baseAddress(bench, api.servers[0]?.url, projectVariables)
  fill(request, action)
  const built: Built = {
    action,
    before,
    request,
    checks: checksOf(action, bench, operation, successOf(operation)),
    variables,
    projectVariables,
  }
  return built
}

/** A partial update (RFC 5789) sends what it changes, and what the document asks for always. */
function changedAlone({ body }: SendRequestStep, action: Action): void {
  const { fields, operation } = action
  const made = body.type === 'json' ? readJson(body.text) : undefined
  const known = new Map(operation?.fields.filter(({ in: place }) => place === 'body').map((field) => [field.name, field]))
  if (body.type === 'multipart' && Object.keys(fields).some((name) => known.has(name))) {
    const sent = new Set(Object.keys(fields).map((name) => known.get(name)?.key ?? name))
    const required = new Set([...known.values()].flatMap(({ name, key, required: is }) => (is ? [key ?? name] : [])))
    body.parts = body.parts.filter(({ name }) => sent.has(name) || required.has(name))
  }
  if (body.type !== 'json' || !isObject(made) || !Object.keys(fields).some((name) => known.has(name))) return
  const alone = (members: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(fields, name) || known.get(name)?.required))
  const wrapper = wrapperOf(action)
  const inner = wrapper === undefined ? undefined : made[wrapper]
  body.text = bodyText(wrapper !== undefined && isObject(inner) ? { [wrapper]: alone(inner) } : alone(made))
}

/** A variable `baseUrl` where the project has none: hosts are never literals. */
function baseAddress(bench: Workbench, server: string | undefined, variables: Variable[]): void {
  if (bench.variable('baseUrl') || variables.some(({ name }) => name === 'baseUrl')) return
  const told = server !== undefined && /^https?:/.test(server) ? server.replace(/\/$/, '') : ''
  // A document's text isn't a template, and the user should see where it leads.
  const address = told.replaceAll('${', () => '$${')
  if (told !== '' && !knownHosts(bench).has(hostOf(told))) bench.warn(bench.texts.warn.newHost(hostOf(told)))
  variables.push({ name: 'baseUrl', value: address, description: '' })
  bench.assume('baseUrl', address === '' ? bench.texts.assume.noAddress : bench.texts.assume.address(address), address)
}

/** A request that no document describes: like one of the project, or by method and path. */
function undocumented(bench: Workbench, action: Action): Built {
  const projectVariables: Variable[] = []
  const similar = action.operation?.request
  const isWhole = /^https?:/.test(action.path)
  const prefix = prefixOf(bench)
  if (!isWhole && prefix === '${baseUrl}') baseAddress(bench, undefined, projectVariables)
  const variables: Variable[] = []
  const path = action.path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const legal = isVariableName(name) ? name : name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
    if (!variables.some((one) => one.name === legal) && !bench.variable(legal))
      variables.push({ name: legal, value: '1', description: '' })
    return `\${${legal}}`
  })
  const writes = ['POST', 'PUT', 'PATCH'].includes(action.method)
  const raw = similar
    ? { ...structuredClone(similar), id: bench.newId(), name: similar.name }
    : {
        kind: 'send-request',
        name: `${action.method} ${action.path}`,
        method: action.method,
        url: isWhole ? path : `${prefix}${path}`,
        headers: headersOf(bench),
        ...(writes ? { body: { type: 'json', text: '{}' } } : {}),
      }
  const request = makeStep(bench, raw) as SendRequestStep
  if (isWhole && !knownHosts(bench).has(hostOf(action.path))) bench.warn(bench.texts.warn.newHost(hostOf(action.path)))
  fill(request, action)
  if (request.body.type === 'json' && request.body.text === '{}' && writes && Object.keys(action.fields).length === 0)
    request.body = { type: 'none' }
  return { action, before: [], request, checks: checksOf(action, bench, undefined, undefined), variables, projectVariables }
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}

/** Hosts that addresses of the project name. */
export function knownHosts(bench: Pick<Workbench, 'before'>): ReadonlySet<string> {
  const hosts = new Set<string>()
  for (const match of JSON.stringify([bench.before.variables, bench.before.environments, bench.before.suites]).matchAll(
    /https?:\/\/([^/"\\?#\s]+)/g,
  ))
    hosts.add(match[1] ?? '')
  return hosts
}

/** What most requests of the project start with. */
function prefixOf(bench: Workbench): string {
  const counts = new Map<string, number>()
  for (const { one } of bench.index.cases)
    for (const step of one.steps) {
      const prefix = isSendRequestStep(step) ? /^(?:\$\{[^{}]+\}|https?:\/\/[^/]+)/.exec(step.url)?.[0] : undefined
      if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '${baseUrl}'
}

/** Credentials that the requests of the project send. */
function headersOf(bench: Workbench): { name: string; value: string }[] {
  for (const { one } of bench.index.cases)
    for (const step of one.steps)
      if (isSendRequestStep(step)) {
        const found = step.headers.filter(({ name, disabled }) => !disabled && isCredential(name))
        if (found.length > 0) return found.map(({ name, value }) => ({ name, value }))
      }
  return []
}

/** Where a member is in its body, by the name in an action. */
const keyIn =
  ({ operation }: Action) =>
  (name: string): string =>
    (operation ? sendable(operation).find((one) => one.name === name)?.key : undefined) ?? name

/** Paths of the members of the body that an action names. */
function namedIn(action: Action): Set<string> {
  const { operation, fields, named = [] } = action
  const elsewhere = new Set(operation?.fields.flatMap((field) => (field.in === 'body' ? [] : [field.name])))
  const all = { ...Object.fromEntries(named.map((name) => [name, undefined])), ...fields }
  return namedPaths(Object.fromEntries(Object.entries(all).filter(([name]) => !elsewhere.has(name))), keyIn(action))
}

/** Puts the values of an action where the operation has them; they are templates. */
function fill(request: SendRequestStep, action: Action): void {
  const { operation, omit = [] } = action
  const known = operation ? sendable(operation) : []
  const made = request.body.type === 'json' ? readJson(request.body.text, true) : undefined
  // Of a list its first item is filled.
  const [first] = Array.isArray(made) ? (made as unknown[]) : []
  const body: Record<string, unknown> = isObject(made) ? made : isObject(first) ? first : {}
  const whole = isObject(first) ? made : body
  let changed = false
  const said = new Set<string>()
  const pair = (list: SendRequestStep['query'], name: string, value: unknown): void => {
    said.add(name)
    const there = list.find((one) => one.name === name)
    if (there) Object.assign(there, { value: textValue(value), disabled: false })
    else list.push({ name, value: textValue(value), disabled: false })
  }
  for (const [name, value] of Object.entries(action.fields)) {
    const field = known.find((one) => one.name === name)
    const place = field?.in ?? (request.body.type === 'json' ? 'body' : 'query')
    if (place === 'path') {
      const text = String(value)
      request.url = request.url.replaceAll(`\${${name}}`, () => (text.includes('${') ? text : encodeURIComponent(text)))
    } else if (place === 'query' || place === 'header') {
      const list = place === 'query' ? request.query : request.headers
      const members = known.filter(({ of }) => of === name)
      if (isObject(value) && members.length > 0)
        for (const [inner, one] of Object.entries(value))
          pair(list, members.find((each) => each.name === inner)?.key ?? inner, one)
      else pair(list, field?.key ?? name, value)
    } else if (request.body.type === 'json') {
      const isItem = field?.type === 'array' && field.items !== undefined && !Array.isArray(value)
      setMember(body, field?.key ?? name, isItem ? [value] : value)
      changed = true
    } else {
      said.add(field?.key ?? name)
      putIntoForm(request, field?.key ?? name, textValue(value))
    }
  }
  for (const name of omit) {
    const path = known.find((one) => one.name === name)?.key ?? name
    request.query = request.query.filter((one) => one.name !== path)
    request.headers = request.headers.filter((one) => one.name !== path)
    leaveOut(body, path)
    if (request.body.type === 'form') request.body.fields = request.body.fields.filter((one) => one.name !== path)
    if (request.body.type === 'multipart') request.body.parts = request.body.parts.filter((one) => one.name !== path)
    changed = true
  }
  const schema = operation && bodySchemaOf(operation)
  if (changed && request.body.type === 'json') request.body.text = bodyText(schema ? typedReferences(whole, schema) : whole)
  // Parameters that need not be sent are omitted, unless someone said them.
  request.query = request.query.filter(({ disabled }) => !disabled)
  request.headers = request.headers.filter(({ disabled }) => !disabled)
  if (action.requiredOnly) requiredPairs(request, known, said)
}

/** Omits what need not be sent: members of parameters that are objects, and fields of a form, unless they were said. */
function requiredPairs(request: SendRequestStep, known: readonly KnownField[], said: ReadonlySet<string>): void {
  const optional = new Set(known.flatMap(({ of, required, key, name }) => (of !== undefined && !required ? [key ?? name] : [])))
  const isSent = ({ name }: { name: string }): boolean => !optional.has(name) || said.has(name)
  request.query = request.query.filter(isSent)
  const { body } = request
  const inBody = known.filter((one) => one.in === 'body')
  const isOpen = inBody.every(({ required }) => !required) && said.size === 0
  const isPart = ({ name, disabled }: { name: string; disabled: boolean }): boolean => {
    const field = inBody.find((one) => (one.key ?? one.name) === name)
    return said.has(name) || isOpen || (field === undefined ? !disabled : field.required)
  }
  if (body.type === 'form') body.fields = body.fields.filter(isPart)
  else if (body.type === 'multipart') body.parts = body.parts.filter(isPart)
}

const textValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Sets a member of a body; of an object that is there only the members that are said. */
function setMember(body: Record<string, unknown>, path: string, value: unknown): void {
  const there = path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), body)
  if (isObject(there) && isObject(value)) for (const [key, inner] of Object.entries(value)) setMember(there, key, inner)
  else putInto(body, path, value)
}

/** Puts a value into a form, where it has none yet as a further field. */
function putIntoForm({ body }: SendRequestStep, name: string, value: string): void {
  const fields = body.type === 'form' ? body.fields : body.type === 'multipart' ? body.parts : undefined
  const there = fields?.find((one) => one.name === name)
  if (there) Object.assign(there, { value, disabled: false })
  else if (body.type === 'form') body.fields.push({ name, value, disabled: false })
  else if (body.type === 'multipart') body.parts.push({ name, value, disabled: false })
}

/** The first thing that is found in a step, those of the suite before all others: an import asks once for each of thousands of operations. */
function firstOf<T>(bench: Workbench, suite: Suite, find: (step: Step) => T | undefined): T | undefined {
  for (const { cases } of [suite, ...bench.project.suites])
    for (const { steps } of cases)
      for (const step of steps) {
        const found = find(step)
        if (found !== undefined) return found
      }
  return undefined
}

/** The project's own way to a token takes the place of one that would be new. */
function reuseToken(bench: Workbench, built: Built, suite: Suite): void {
  if (built.before.some(isOAuth2Step)) {
    const token = firstOf(bench, suite, (step) =>
      isOAuth2Step(step) && !step.disabled && step.fault === 'none' && step.expectError === '' ? step : undefined,
    )
    if (token) {
      built.before = [{ ...structuredClone(token), id: bench.newId() }]
      for (const header of built.request.headers)
        if (header.name === 'Authorization') header.value = `Bearer \${${token.variableName}}`
      built.projectVariables = built.projectVariables.filter(
        ({ name }) => !/^(clientId|clientSecret|username|password)/.test(name),
      )
      return
    }
    bench.warn(bench.texts.warn.newToken)
  }
  for (const header of built.request.headers) {
    if (!isCredential(header.name)) continue
    const wanted = header.name.toLowerCase()
    const same = firstOf(bench, suite, (step) =>
      isSendRequestStep(step)
        ? step.headers.find(({ name, disabled, value }) => !disabled && name.toLowerCase() === wanted && value.includes('${'))
        : undefined,
    )
    const own = /\$\{([^{}]+)\}/.exec(header.value)?.[1]
    if (same && own !== undefined && own !== 'access_token') {
      header.value = same.value
      built.projectVariables = built.projectVariables.filter(({ name }) => name !== own)
    } else if (own !== undefined && built.projectVariables.some(({ name }) => name === own) && !bench.variable(own))
      bench.warn(bench.texts.warn.secretNeeded(own))
  }
}

/** Whether a variable is called after a user's token: each word of who it is starts one of its own, a single letter is one. */
function isTokenOf(name: string, who: string): boolean {
  const own = wordsOf(name)
  const asked = wordsOf(who)
  return (
    asked.length > 0 &&
    asked.every((word) => own.some((one) => (word.length > 2 ? one.startsWith(word) : one === word))) &&
    /token|jwt|key/i.test(name)
  )
}

/** Sends a request with the token of a kind of user: in its own variable, or the project's if it has one. */
function withTokenOf(bench: Workbench, built: Built, who: string): void {
  const header = built.request.headers.find(({ name, value }) => isCredential(name) && value.includes('${'))
  // Who a step gets a token for, only that step says.
  if (!header || built.before.some(isOAuth2Step)) {
    bench.assume('role', bench.texts.assume.role(who), who)
    return
  }
  const { variables, environments } = bench.project
  const known = [...variables, ...environments.flatMap((one) => one.variables)].find(
    // That of a superuser is no user's.
    ({ name }) => isTokenOf(name, who),
  )
  const name =
    known?.name ??
    `${
      wordsOf(who)
        .join('_')
        .replace(/^(?=\d)/, '_') || 'user'
    }_token`
  const [, own] = /\$\{([^{}]+)\}/.exec(header.value) ?? []
  header.value = header.value.replace(/\$\{[^{}]+\}/, () => `\${${name}}`)
  built.projectVariables = built.projectVariables.filter((one) => one.name !== own)
  if (known) return
  const prefix = bench.project.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  built.projectVariables.push({ name, value: { secret: `${prefix}/${name}` }, description: '' })
  bench.warn(bench.texts.warn.secretNeeded(name))
}

function withoutCredentials(built: Built, how: 'none' | 'wrong'): void {
  built.before = built.before.filter((step) => !isOAuth2Step(step))
  built.projectVariables = built.projectVariables.filter(({ value }) => typeof value !== 'object')
  if (how === 'none') built.request.headers = built.request.headers.filter(({ name }) => !isCredential(name))
  else
    for (const header of built.request.headers)
      if (isCredential(header.name))
        header.value = /^(Bearer|Basic) /.test(header.value) ? header.value.replace(/ .*/, ' not-a-token') : 'not-a-key'
}
