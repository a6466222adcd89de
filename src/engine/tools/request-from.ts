import * as v from 'valibot'
import { actionOf, type Action } from '#engine/case-builder/actions.ts'
import { buildRequest, suiteFor } from '#engine/case-builder/case-builder.ts'
import { inheritGiven } from '#engine/case-builder/credentials/given-credentials.ts'
import { identifierIn } from '#engine/case-builder/identifier.ts'
import { neededFirst } from '#engine/case-builder/needed-first.ts'
import { hasMember } from '#engine/case-builder/request/sent-members.ts'
import { sendable, type KnownOperation } from '#engine/case-builder/project-index.ts'
import type { Step, Suite, Variable } from '#engine/project/format/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import type { Draft } from './draft.ts'
import { operationNamed, WrongName } from './find-by-name.ts'
import { foreign } from './page.ts'

/** What a request that is made from an operation says of itself. */
export const fromEntries = {
  fields: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description('Values of body members ("item", "customer.name"), path, query and header parameters'),
    ),
    {},
  ),
  omit: v.optional(v.pipe(v.array(v.string()), v.description('Required ones to leave out')), []),
  optional: v.optional(v.pipe(v.boolean(), v.description('Send all optional ones too'))),
  as: v.optional(
    v.pipe(v.string(), v.maxLength(60), v.description('"none": no credentials; "wrong": an invalid token; else a user, "admin"')),
  ),
}

/** What of a request is made from an operation. */
export interface FromOperation {
  from: string
  fields: Record<string, unknown>
  omit: readonly string[]
  optional?: boolean | undefined
  as?: string | undefined
}

/** A request made from an operation, with what has to stand before it. */
export interface RequestMade {
  operation: KnownOperation
  before: Step[]
  request: SendRequestStep
  /** Of its case: what its path names, with examples as values. */
  variables: Variable[]
  /** Of the project: base URL, secrets of a new token step. */
  projectVariables: Variable[]
  /** What gives the things that it names: `POST /orders gives ${id} as $.id`. */
  needs: string[]
}

/**
 * The complete request of an operation. Throws {@link WrongName} for an operation that isn't there, or a member to omit that it
 * doesn't have.
 */
export async function requestFrom(
  draft: Draft,
  { from, fields, omit, optional = false, as }: FromOperation,
  suite: Suite | undefined,
): Promise<RequestMade> {
  const { bench } = draft
  const operation = operationNamed(bench.index, from)
  const known = sendable(operation)
  const names = new Set(known.flatMap(({ name, key = name }) => [name, key]))
  const isKnown = (name: string): boolean => names.has(name) || names.has(name.split('.')[0] ?? '') || hasMember(operation, name)
  const listed =
    foreign(
      known
        .slice(0, 40)
        .map(({ name }) => name)
        .join(', '),
      600,
    ) || 'none'
  if (operation.api && known.length > 0)
    for (const name of omit)
      if (!isKnown(name)) throw new WrongName(`${operation.name} has no member "${foreign(name, 60)}" to omit. Valid: ${listed}.`)
  for (const name of Object.keys(fields))
    if (operation.api && !isKnown(name))
      bench.warn(`"${foreign(name, 60)}" isn't documented for ${operation.name}; it is sent all the same. Documented: ${listed}.`)
  const action: Action = actionOf(operation, {
    fields,
    requiredOnly: !optional,
    ...(omit.length > 0 ? { omit: [...omit] } : {}),
    ...(as === undefined ? {} : as === 'none' || as === 'wrong' ? { token: as } : { as: as.toLowerCase() }),
  })
  const place = suite ?? suiteFor(bench, { actions: [action] })
  const { before, request, variables, projectVariables } = await buildRequest(bench, action, place)
  inheritGiven(bench, [request], place)
  const read = [...before, request].reduce((all, step) => variablesRead(step, all), new Set<string>())
  return {
    operation,
    before,
    request,
    variables: variables.filter(({ name }) => read.has(name)),
    projectVariables: projectVariables.filter(({ name }) => !bench.variable(name)),
    needs: neededFirst(bench, { actions: [action] }).map(
      ({ operation: giver }) => `${giver?.name ?? ''}, whose response has its identifier at ${placeIn(giver, request)}`,
    ),
  }
}

function placeIn(giver: KnownOperation | undefined, { url }: SendRequestStep): string {
  const [, parameter = 'id'] = /\/\$\{([^{}]+)\}/.exec(url.replace(/^\$\{[^{}]*\}/, '')) ?? []
  const { at } = identifierIn(giver, parameter)
  return 'path' in at ? at.path : `header ${at.name}`
}
