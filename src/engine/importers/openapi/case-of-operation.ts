import type { Api } from '#engine/api/api.ts'
import type { Operation } from '#engine/api/operation.ts'
import { suggestRequest } from '#engine/api/request.ts'
import type { Case, Step, Suite } from '#engine/project/format/schema.ts'
import type { Draft, StepFields } from '../draft.ts'
import { credentialsOf } from './security.ts'
import { openApiTexts as texts } from './texts.ts'

/** What is in the project of an API. */
export interface AttachedTo {
  api: Api
  /** Its id in the project. */
  id: string
}

/** The steps that ask for an operation, and what they refer to. */
export interface OperationSteps {
  before: Step[]
  request: Step
  check: Step
  /** Those of its headers that say who asks. */
  credentials: { name: string; value: string }[]
  /** What the references of the path stand for. */
  variables: Case['variables']
}

/**
 * Creates the steps of an operation: a token if it needs one, its request filled with examples, its documented answer as
 * checks.
 */
export async function stepsOfOperation({ api, id }: AttachedTo, operation: Operation, draft: Draft): Promise<OperationSteps> {
  const where = operation.key
  const suggested = await suggestRequest(api, operation, draft.variableName)
  const credentials = credentialsOf(suggested.security, api, draft)
  const { body, query, headers, status } = suggested
  for (const name of suggested.tooLarge) draft.leaveOut(where, texts.tooLarge(name))
  const base = baseOf(api, operation.key, draft)
  if (body.type === 'file') draft.leaveOut(where, texts.file(body.file))
  for (const { file } of body.type === 'multipart' ? body.parts : [])
    if (file !== undefined) draft.leaveOut(where, texts.file(file))
  const fields: StepFields<'send-request'> = {
    name: operation.name.slice(0, 200),
    description: operation.description.slice(0, 4_000),
    method: suggested.method,
    url: `${base}${suggested.path}`,
    query: [...query, ...credentials.query],
    headers: [...headers, ...credentials.headers],
    ...(body.type === 'none' ? {} : { body }),
    // The documented answer is the redirection itself.
    ...(status?.startsWith('3') ? { followRedirects: false } : {}),
  }
  const range = status === undefined ? undefined : /^(\d)XX$/.exec(status)?.[1]
  const statusCheck = range
    ? [{ source: 'status', is: 'between', value: [Number(range) * 100, Number(range) * 100 + 99] } as const]
    : status === undefined
      ? []
      : [{ source: 'status', is: 'equals', value: Number(status) } as const]
  return {
    before: credentials.before,
    request: draft.step('send-request', fields),
    check: draft.step('assertion', {
      name: status === undefined ? texts.conforms : texts.respond(status),
      checks: [...statusCheck, { source: 'response', is: 'conforms-to-api', api: id, operation: operation.key }],
    }),
    credentials: credentials.headers,
    variables: suggested.variables.map(({ name, value, description }) => ({ name, value, description })),
  }
}

/**
 * Where an operation's path starts: its own server if it has one, a variable of the project, else whatever the environment
 * says.
 */
function baseOf(api: Api, key: string, draft: Draft): string {
  const own = api.ownServers(key)
  const [first] = own
  // Generators write the servers of the document again at each path: those are no servers of its own.
  const repeated = own.every(({ url }, index) => url === api.servers[index]?.url)
  if (first === undefined || repeated || !/^https?:/i.test(first.url)) return '${baseUrl}'
  const value = first.url.replace(/\/$/, '').replaceAll('${', () => '$${')
  const { variables } = draft.project
  const known = variables.find((one) => one.name.startsWith(ownBase) && one.value === value)
  if (known) return `\${${known.name}}`
  const [, host = ''] = /^\w+:\/\/([^/?#:]*)/.exec(first.url) ?? []
  const name = draft.freeVariableName(`${ownBase}${host.replaceAll('.', '_')}`)
  variables.push({ name, value, description: first.description })
  return `\${${name}}`
}

const ownBase = 'baseUrl_'

/** A case of one operation, with those of its headers that say who asks. */
export async function caseOfOperation(
  of: AttachedTo,
  operation: Operation,
  draft: Draft,
  suite: Suite,
): Promise<{ one: Case; credentials: OperationSteps['credentials'] }> {
  const { before, request, check, variables, credentials } = await stepsOfOperation(of, operation, draft)
  const one = draft.case(suite, operation.name.slice(0, 200), '')
  one.variables.push(...variables)
  one.steps.push(...before, request, check)
  return { one, credentials }
}
