import { ntlmSigning } from '../request/signing-auth.ts'
import type { Document, Element } from 'slimdom'
import { ok } from '#engine/base/result.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { addRequest } from '../request/add-request.ts'
import { createAuthorizer, type Authorizer, type ForeignAuth } from '../request/auth.ts'
import { pair, textBody, type Pair } from '../request/body.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import { check } from '../scripts/values.ts'
import { convertTemplate } from '../variables/templates.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { checksOf } from './assertions.ts'
import { attribute, childrenOf, childText, entriesOf, firstBelow, parseXml, elementText } from './xml.ts'

const looksLike = /<(?:\w+:)?soapui-project[\s>]/

/** SoapUI: the REST part of a project, and SOAP requests as plain POSTs. Test suites come over; without one, the requests of its services. */
export const soapuiImporter: Importer<'soapui'> = {
  id: 'soapui',
  detect: ({ files }) => files.some((file) => looksLike.test(file.text()?.slice(0, 5000) ?? '')),
  async read({ name, files }, draft) {
    const found = await Promise.all(
      files.filter((file) => looksLike.test(file.text()?.slice(0, 5000) ?? '')).map((file) => parseXml(file.text() ?? '')),
    )
    const projects = found.flatMap((document: Document | undefined) => document?.documentElement ?? [])
    if (projects.length === 0) return wrongFormat(name, 'soapui', texts.notXml)
    for (const project of projects) readProject(project, draft)
    return ok(undefined)
  },
}

/** What reading works with. */
interface Reading {
  draft: Draft
  authorizer: Authorizer
  convert(text: string, where?: string): string
  /** Services by their name. */
  services: ReadonlyMap<string, Element>
}

function readProject(project: Element, draft: Draft): void {
  draft.name(attribute(project, 'name'))
  draft.project.description = childText(project, 'description')
  const convert = (text: string, where = ''): string =>
    convertTemplate(text, /\$\{([^{}]*)\}/g, ([whole, inner = '']) => {
      const [, name] = /^#(?:Project|TestSuite|TestCase|Global|System|Env)#([^#]+)$/.exec(inner) ?? []
      if (name !== undefined) return `\${${draft.variableName(name)}}`
      if (inner.startsWith('=') || inner.includes('#')) {
        draft.leaveOut(where, texts.tag(whole))
        return undefined
      }
      return `\${${draft.variableName(inner)}}`
    })
  draft.project.variables.push(...propertiesOf(project, draft, convert))
  const services = new Map(childrenOf(project, 'interface').map((one) => [attribute(one, 'name'), one]))
  const reading: Reading = { draft, authorizer: createAuthorizer(draft), convert, services }
  const suites = childrenOf(project, 'testSuite')
  for (const suite of suites) readSuite(suite, reading)
  // What tests already use need not come twice.
  if (suites.every((suite) => childrenOf(suite, 'testCase').length === 0))
    for (const service of services.values()) readService(service, reading)
  const mocks = childrenOf(project, 'mockService').length + childrenOf(project, 'restMockService').length
  if (mocks > 0) draft.leaveOut('', texts.mocks(mocks))
}

const propertiesOf = (holder: Element, draft: Draft, convert: Reading['convert']) =>
  childrenOf(holder, 'properties')
    .flatMap((list) => childrenOf(list, 'property'))
    .filter((one) => childText(one, 'name') !== '')
    .map((one) => draft.variable(childText(one, 'name'), convert(childText(one, 'value'))))

function readSuite(element: Element, reading: Reading): void {
  const { draft, convert } = reading
  const suite = draft.suite(attribute(element, 'name'), childText(element, 'description'))
  suite.variables.push(...propertiesOf(element, draft, convert))
  for (const found of childrenOf(element, 'testCase')) {
    const one = draft.case(suite, attribute(found, 'name'), childText(found, 'description'))
    if (attribute(found, 'failOnError') === 'false') one.onFailure = 'continue'
    one.variables.push(...propertiesOf(found, draft, convert))
    for (const step of childrenOf(found, 'testStep')) readStep(step, one, suite.name, reading)
    const load = childrenOf(found, 'loadTest').length + childrenOf(found, 'securityTest').length
    if (load > 0) draft.leaveOut(`${suite.name} > ${one.name}`, texts.loadTests)
  }
}

function readStep(step: Element, one: Case, suite: string, reading: Reading): void {
  const { draft } = reading
  const name = attribute(step, 'name')
  const where = `${suite} > ${one.name} > ${name}`
  const type = attribute(step, 'type')
  const [config] = childrenOf(step, 'config')
  const disabled = attribute(step, 'disabled') === 'true'
  const before = one.steps.length
  if (config === undefined) return draft.leaveOut(where, texts.otherStep(type))
  if (type === 'restrequest') readRest(config, name, where, one, reading)
  else if (type === 'request') readSoap(config, name, where, one, reading)
  else if (type === 'httprequest')
    addCall(
      config,
      { name, where, method: attribute(config, 'method') || 'GET', url: childText(config, 'endpoint') },
      one,
      reading,
    )
  else if (type === 'delay')
    one.steps.push(
      draft.step('wait', { name, seconds: Math.min(3600, Math.round(Number(childText(config, 'delay')) / 1000) || 1) }),
    )
  else if (type === 'properties') one.variables.push(...propertiesOf(config, draft, reading.convert))
  else return draft.leaveOut(where, texts.otherStep(type))
  if (disabled) for (const added of one.steps.slice(before)) added.disabled = true
}

/** A step names the service, the path of the resource and the method that its request belongs to. */
function readRest(config: Element, name: string, where: string, one: Case, reading: Reading): void {
  const [request] = childrenOf(config, 'restRequest')
  if (request === undefined) return reading.draft.leaveOut(where, texts.noRequests)
  const path = attribute(config, 'resourcePath')
  const service = reading.services.get(attribute(config, 'service'))
  const resource = service === undefined ? undefined : resourcesOf(service).find((found) => found.path === path)
  const method =
    resource === undefined
      ? undefined
      : childrenOf(resource.element, 'method').find((found) => attribute(found, 'name') === attribute(config, 'methodName'))
  const parameters = [...(resource?.parameters ?? []), ...(method === undefined ? [] : parametersOf(method))]
  addCall(
    request,
    {
      name,
      where,
      method: (method && attribute(method, 'method')) || 'GET',
      url: `${childText(request, 'endpoint')}${path}`,
      parameters,
    },
    one,
    reading,
  )
}

function readSoap(config: Element, name: string, where: string, one: Case, reading: Reading): void {
  const [request] = childrenOf(config, 'request')
  if (request === undefined) return reading.draft.leaveOut(where, texts.noRequests)
  const service = reading.services.get(childText(config, 'interface'))
  const operation =
    service === undefined
      ? undefined
      : childrenOf(service, 'operation').find((found) => attribute(found, 'name') === childText(config, 'operation'))
  addSoap(
    request,
    {
      name,
      where,
      action: operation === undefined ? '' : attribute(operation, 'action'),
      isNew: service !== undefined && attribute(service, 'soapVersion') === '1_2',
    },
    one,
    reading,
  )
}

interface Parameter {
  name: string
  style: string
  value: string
}

const parametersOf = (holder: Element): Parameter[] =>
  childrenOf(holder, 'parameters')
    .flatMap((list) => childrenOf(list, 'parameter'))
    .map((one) => ({
      name: childText(one, 'name'),
      style: childText(one, 'style'),
      value: childText(one, 'value') || childText(one, 'default'),
    }))

interface Resource {
  path: string
  element: Element
  parameters: Parameter[]
}

/** Resources with their whole paths; those in others inherit their parameters. */
function resourcesOf(holder: Element, path = attribute(holder, 'basePath'), parameters: Parameter[] = [], depth = 0): Resource[] {
  if (depth > 64) return []
  return childrenOf(holder, 'resource').flatMap((element) => {
    const own = attribute(element, 'path')
    const whole = `${path.replace(/\/$/, '')}${own === '' || own.startsWith('/') ? own : `/${own}`}`
    const all = [...parameters, ...parametersOf(element)]
    return [{ path: whole, element, parameters: all }, ...resourcesOf(element, whole, all, depth + 1)]
  })
}

/** The requests of a service, where a project has no tests: a case for each resource or operation. */
function readService(service: Element, reading: Reading): void {
  const { draft } = reading
  const suite = draft.suite(attribute(service, 'name'), childText(service, 'description'))
  const endpoint = elementText(firstBelow(service, 'endpoint'))
  for (const { path, element, parameters } of resourcesOf(service)) {
    const methods = childrenOf(element, 'method')
    if (methods.length === 0) continue
    const one = draft.case(suite, attribute(element, 'name') || path)
    one.onFailure = 'continue'
    for (const method of methods)
      for (const request of childrenOf(method, 'request')) {
        const name = `${attribute(method, 'name')}: ${attribute(request, 'name')}`
        const call = {
          name,
          where: `${suite.name} > ${name}`,
          method: attribute(method, 'method') || 'GET',
          url: `${childText(request, 'endpoint') || endpoint}${path}`,
          parameters: [...parameters, ...parametersOf(method)],
        }
        addCall(request, call, one, reading)
      }
  }
  for (const operation of childrenOf(service, 'operation')) {
    const calls = childrenOf(operation, 'call')
    if (calls.length === 0) continue
    const one = draft.case(suite, attribute(operation, 'name'))
    for (const call of calls) {
      const name = attribute(call, 'name')
      addSoap(
        call,
        {
          name,
          where: `${suite.name} > ${one.name} > ${name}`,
          action: attribute(operation, 'action'),
          isNew: attribute(service, 'soapVersion') === '1_2',
        },
        one,
        reading,
      )
    }
  }
  if (suite.cases.length === 0) draft.project.suites.pop()
}

interface Call {
  name: string
  where: string
  method: string
  url: string
  parameters?: readonly Parameter[]
}

function addCall(request: Element, { name, where, method, url, parameters = [] }: Call, one: Case, reading: Reading): void {
  const { draft, convert } = reading
  const values = new Map(entriesOf(request))
  const query: Pair[] = []
  const headers = headersOf(request, convert)
  let address = url
  for (const parameter of parameters) {
    const value = values.get(parameter.name) ?? parameter.value
    if (parameter.style === 'TEMPLATE') address = address.replaceAll(`{${parameter.name}}`, value)
    else if (parameter.style === 'HEADER') headers.push(pair(parameter.name, convert(value, where)))
    else if (value !== '') query.push(pair(convert(parameter.name), convert(value, where)))
  }
  const mediaType = attribute(request, 'mediaType') || 'application/json'
  const isForm = attribute(request, 'postQueryString') === 'true' && method !== 'GET'
  const text = childText(request, 'request')
  const { checks, left } = checksOf(childrenOf(request, 'assertion'), convert)
  for (const kind of left) draft.leaveOut(where, texts.otherAssertion(kind))
  addRequest(
    draft,
    one,
    {
      name,
      where,
      description: childText(request, 'description'),
      method,
      url: convert(address, where),
      query: isForm ? [] : query,
      headers,
      body: isForm
        ? { type: 'form', fields: query }
        : /^(GET|HEAD|DELETE)$/.test(method) && text === ''
          ? { type: 'none' }
          : textBody(convert(text, where), mediaType),
      auth: authOf(request, convert),
      checks,
    },
    reading.authorizer,
  )
}

function addSoap(
  request: Element,
  { name, where, action, isNew }: { name: string; where: string; action: string; isNew: boolean },
  one: Case,
  reading: Reading,
): void {
  const { draft, convert } = reading
  const mediaType = isNew
    ? `application/soap+xml; charset=UTF-8${action === '' ? '' : `; action="${action}"`}`
    : 'text/xml; charset=UTF-8'
  const { checks, left } = checksOf(childrenOf(request, 'assertion'), convert)
  for (const kind of left) draft.leaveOut(where, texts.otherAssertion(kind))
  const soapHeaders = isNew ? [] : [pair('SOAPAction', `"${convert(action)}"`)]
  const fallback: Check[] = checks.length === 0 ? [check({ source: 'status' }, 'equals', 200)] : checks
  addRequest(
    draft,
    one,
    {
      name,
      where,
      method: 'POST',
      url: convert(childText(request, 'endpoint'), where),
      query: [],
      headers: [...headersOf(request, convert), ...soapHeaders],
      body: textBody(convert(childText(request, 'request'), where), mediaType),
      auth: authOf(request, convert),
      checks: fallback,
    },
    reading.authorizer,
  )
}

/** SoapUI keeps headers as XML in the text of a setting. */
function headersOf(request: Element, convert: Reading['convert']): Pair[] {
  const settings = childrenOf(request, 'settings').flatMap((list) => childrenOf(list, 'setting'))
  const text = settings
    .filter((one) => attribute(one, 'id').endsWith('@request-headers'))
    .map(elementText)
    .join('')
  return Array.from(text.matchAll(/key="([^"]*)"\s+value="([^"]*)"/g), ([, key = '', value = '']) =>
    pair(convert(unescaped(key)), convert(unescaped(value))),
  )
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

function authOf(request: Element, convert: Reading['convert']): ForeignAuth {
  const [credentials] = childrenOf(request, 'credentials')
  if (credentials === undefined) return { kind: 'none' }
  const kind = childText(credentials, 'authType') || childText(credentials, 'selectedAuthProfile')
  const user = convert(childText(credentials, 'username'))
  if (/^(Global HTTP Settings|Preemptive|Basic)$/i.test(kind) && user !== '')
    return { kind: 'basic', user, password: convert(childText(credentials, 'password')) }
  if (/^NTLM$/i.test(kind)) return ntlmSigning((name) => convert(childText(credentials, name)))
  return kind === '' || /^(No Authorization|Global HTTP Settings|Basic)$/i.test(kind)
    ? { kind: 'none' }
    : { kind: 'other', name: kind }
}
