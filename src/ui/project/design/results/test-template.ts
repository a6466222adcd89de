import { predicateFacts } from '#engine/checks/facts.ts'
import type { Design } from '#engine/design/schemas.ts'
import type { EventSteps, TestTemplate } from '#engine/derived-tests/designs/make-tests.ts'
import { newStep } from '#engine/project/new-step.ts'
import type { Step, Variable } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { openApi } from '#workers/api-client.ts'
import { newId } from '../../new-id.ts'
import type { ProjectContext } from '../../project-context.ts'
import { createdIdPath } from './created-id.ts'
import { findRequest } from '../start/shape-source.ts'
import { designTexts } from '../texts.ts'

/** What tests are made with, and what else they need in the project. */
export interface FoundTemplate {
  template: TestTemplate
  projectVariables: readonly Variable[]
  /** The suite that it belongs to, by name. */
  suite?: string
}

/** Steps that only look: what a test expects is said by its own check. Those that hold an answer against a description stay. */
function stayingChecks(step: Step): Step[] {
  if (!('checks' in step)) return []
  const checks = step.checks.filter(({ is }) => predicateFacts[is].ofAnswer === true)
  return checks.length === 0 ? [] : [{ ...step, name: designTexts.make.conforms, step: undefined, checks } as Step]
}

/** The steps of an operation of an attached API: its token, its request, and the check against its description. */
async function ofOperation({ workspace }: ProjectContext, { source }: Design): Promise<FoundTemplate | undefined> {
  const api = workspace.head()?.apis.find(({ id }) => id === source?.api)
  if (!api || source?.operation === undefined) return undefined
  const opened = openApi(api.document)
  const made = await opened.steps(source.operation, api.id)
  opened.close()
  if (!made || !isSendRequestStep(made.request)) return undefined
  const { before, request, check, variables, projectVariables, suite } = made
  return { template: { before, request, after: stayingChecks(check), variables }, projectVariables, suite }
}

/** A request of the project, with the steps before it in its case. */
export async function ofRequest(context: ProjectContext, id: string): Promise<FoundTemplate | undefined> {
  const found = await findRequest(context, id)
  if (!found) return undefined
  const at = found.steps.findIndex((step) => step.id === id)
  const before = found.steps
    .slice(0, at)
    .filter((step) => !step.disabled && factsOf(step).block === undefined && !('checks' in step))
  const after = found.steps.slice(at + 1, at + 2).flatMap(stayingChecks)
  const variables = (await context.workspace.load(found.case))?.variables ?? []
  return { template: { before, request: found.step, after, variables }, projectVariables: [] }
}

/** A request that is to be filled in: all values in its body. */
export const freshTemplate = (name: string): FoundTemplate => ({
  template: {
    before: [],
    request: {
      ...(newStep('send-request', newId(), name, { connection: '', dataSource: '' }) as SendRequestStep),
      method: 'POST',
      url: '${baseUrl}/',
      body: { type: 'json', text: '{}' },
    },
    after: [],
  },
  projectVariables: [{ name: 'baseUrl', value: '', description: '' }],
})

/** What the tests of a design are made with, by where its model comes from. */
export async function templateOf(context: ProjectContext, design: Design): Promise<FoundTemplate | undefined> {
  if (design.source?.operation !== undefined) return ofOperation(context, design)
  return design.source?.step === undefined ? undefined : ofRequest(context, design.source.step)
}

/** Requests of events that are called like operations of the API that a design is of, and what they need. */
export interface OperationEvents extends FoundTemplate {
  events: Readonly<Record<string, EventSteps>>
}

/**
 * What events do that are operations of an attached API: each its request. What creates keeps the name of what was created, so that the
 * others find it; until then they ask for an example.
 */
export async function operationEvents(
  { workspace }: ProjectContext,
  { source }: Design,
  names: readonly string[],
): Promise<OperationEvents | undefined> {
  const api = workspace.head()?.apis.find(({ id }) => id === source?.api)
  if (!api || names.length === 0) return undefined
  const opened = openApi(api.document)
  const found = await Promise.all(
    names.map(async (name) => ({ name, made: await opened.steps(name, api.id), operation: await opened.operation(name) })),
  )
  opened.close()
  const made = found.flatMap(({ name, made: one, operation }) => {
    if (!one || !isSendRequestStep(one.request)) return []
    const answer = operation?.responses.find(({ status }) => status.startsWith('2'))?.contents[0]?.example ?? ''
    return [{ name, one, request: one.request, answer }]
  })
  const [first] = made
  if (!first) return undefined
  const variables = [...new Map(made.flatMap(({ one }) => one.variables).map((variable) => [variable.name, variable])).values()]
  const own = variables.find(({ name }) => made.some(({ request }) => request.url.endsWith(`\${${name}}`)))?.name
  const events = made.map(({ name, one, request, answer }): [string, EventSteps] => {
    const creates = own !== undefined && /^POST$/i.test(request.method) && !request.url.endsWith('}')
    const keep = creates ? keepingSteps(own, createdIdPath(answer, own)) : []
    return [name, { request, after: [...stayingChecks(one.check), ...keep] }]
  })
  const projectVariables = made.flatMap(({ one }) => one.projectVariables)
  return {
    template: {
      before: withScopes(
        first.one.before,
        made.flatMap(({ one }) => one.before),
      ),
      request: first.request,
      after: [],
      variables,
    },
    projectVariables: [...new Map(projectVariables.map((one) => [one.name, one])).values()],
    suite: first.one.suite,
    events: Object.fromEntries(events),
  }
}

/** A case has one token for all its requests: it asks for what any of them needs (RFC 6749 section 3.3). */
function withScopes(before: readonly Step[], all: readonly Step[]): Step[] {
  const scopes = new Set(all.filter(isOAuth2Step).flatMap(({ scope }) => scope.split(' ').filter(Boolean)))
  return before.map((step) => (isOAuth2Step(step) ? { ...step, scope: [...scopes].join(' ') } : step))
}

/** Keeps the name of what was created: the end of its Location (RFC 9110 section 15.3.2), else what the body says at `path`. */
function keepingSteps(to: string, path: string): Step[] {
  const transfer = (name: string, one: object): Step =>
    ({
      ...newStep('data-transfer', newId(), name, { connection: '', dataSource: '' }),
      transfers: [{ scope: 'TestCase', ...one }],
    }) as Step
  return [
    transfer(designTexts.make.keepId, { source: 'json', path, to: 'id_in_body', default: '' }),
    transfer(designTexts.make.keepName, {
      source: 'header',
      name: 'location',
      match: '([^/?#]+)/?(?:[?#].*)?$',
      to,
      default: '${id_in_body}',
    }),
  ]
}
