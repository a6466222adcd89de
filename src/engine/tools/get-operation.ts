import * as v from 'valibot'
import { counted } from '#engine/base/counted.ts'
import { outlineOf, typeText } from '#engine/api/outline.ts'
import type { Content, Operation } from '#engine/api/operation.ts'
import { jsonSchemaOf, type Way } from '#engine/api/schema.ts'
import type { Api } from '#engine/api/api.ts'
import { isObject } from '#engine/checks/values.ts'
import { indexOf, type KnownOperation } from '#engine/case-builder/project-index.ts'
import { cursor, project } from './arguments.ts'
import { authenticationLines } from './authentication.ts'
import { coverageOfOperation } from './coverage.ts'
import { operationNamed } from './find-by-name.ts'
import { dataOutput } from './output.ts'
import { foreign, isOnePage, paged } from './page.ts'
import { plainStep } from './masked-step.ts'
import { defineTool } from './tool.ts'

/** All that is known of one operation. */
export const getOperation = defineTool({
  name: 'get_operation',
  description:
    'One operation: parameters, body and responses with their members (* required), security, how cases authenticate, which cases cover it. Read it before you write checks.',
  input: v.strictObject({
    operation: v.string(),
    cursor,
    project,
  }),
  output: dataOutput,
  run({ operation: wanted, cursor: from }, { loaded }) {
    const index = indexOf(loaded.project)
    const known = operationNamed(index, wanted)
    const rest = [...authenticationLines(index, known), ...coverageOfOperation(index, known)]
    const { lines, first } = known.api
      ? documentedLines(known.api.api, known.api.api.operation(known.api.key), rest)
      : { lines: [...requestLines(known), ...rest], first: Infinity }
    const title = known.title === known.name ? '' : ` · ${foreign(known.title, 120)}`
    return { result: paged(`${foreign(known.name, 200)}${title}`, lines, from, from === undefined ? first : Infinity) }
  },
})

/** How much of members is shown: levels of a body and of responses, with their descriptions or without. */
interface Detail {
  body: number
  responses: number
  notes: boolean
}

const all: Detail = { body: 8, responses: 8, notes: true }
const fewer: readonly Detail[] = [
  { body: 8, responses: 3, notes: true },
  { body: 8, responses: 2, notes: true },
  { body: 8, responses: 2, notes: false },
  { body: 4, responses: 2, notes: false },
  { body: 3, responses: 1, notes: false },
  { body: 2, responses: 1, notes: false },
  { body: 1, responses: 1, notes: false },
]

/**
 * What the definition says of an operation, and `rest`: with as many members as leave room for all statuses on the first page, of `first` lines, then
 * with all of them.
 */
function documentedLines(
  api: Api,
  operation: Operation | undefined,
  rest: readonly string[],
): { lines: string[]; first: number } {
  if (!operation) return { lines: [...rest], first: Infinity }
  const whole = linesWith(api, operation, all)
  if (isOnePage([...whole, ...rest])) return { lines: [...whole, ...rest], first: Infinity }
  const details = fewer.map((detail) => linesWith(api, operation, detail))
  const cut = details.find((lines) => isOnePage([...lines, ...rest])) ?? details.find(isOnePage) ?? details.at(-1) ?? whole
  const start = [...cut, ...rest, '{…}: has more members, which follow.']
  return { lines: [...start, ...whole.slice(1)], first: start.length }
}

function linesWith(api: Api, operation: Operation, detail: Detail): string[] {
  const { parameters, body, responses, security, description, tags, deprecated, key } = operation
  return [
    `definition: ${foreign(api.title, 80)} · operationId: ${foreign(key, 100)}${tags.length > 0 ? ` · tags: ${foreign(tags.join(', '), 80)}` : ''}${deprecated ? ' · deprecated' : ''}`,
    ...(description === '' ? [] : [`description: ${foreign(description, detail.notes ? 300 : 120)}`]),
    `security: ${security.length === 0 ? 'none' : security.map((all) => (all.length === 0 ? 'none' : all.map(schemeText).join(' and '))).join(', or ')}`,
    ...(parameters.length === 0 ? [] : ['parameters (* required):']),
    ...parameters.map(
      ({ name, in: place, required, schema, description: note, example }) =>
        `- ${foreign(name, 80)}${required ? '*' : ''} (${place}): ${foreign(typeText(jsonSchemaOf(schema ?? true, 'request', api)), 160)}${
          example === undefined ? '' : `, such as ${foreign(JSON.stringify(example) ?? '', 60)}`
        }${note === '' || !detail.notes ? '' : ` · ${foreign(note, 100)}`}`,
    ),
    ...(body ? contentsLines(api, body.contents, 'request', `body${body.required ? '*' : ''}`, detail) : []),
    ...responsesLines(api, responses, detail),
  ]
}

/** Responses by status; those with the members of an earlier one share a line. */
function responsesLines(api: Api, responses: Operation['responses'], detail: Detail): string[] {
  const told = new Map<string, { status: string; same: string[] }>()
  const lines = responses.map(({ status, description: note, contents, headers }) => {
    const [title = '', ...members] = contentsLines(api, contents ?? [], 'response', `${status}: ${foreign(note, 80)}`, detail)
    const text = members.join('\n')
    const earlier = members.length === 0 ? undefined : told.get(text)
    if (earlier && headers.length === 0) {
      earlier.same.push(`${status} ${foreign(note, 40)}`.trim())
      return () => []
    }
    const group = { status, same: [] as string[] }
    if (members.length > 0 && !earlier) told.set(text, group)
    return () => [
      ...(earlier ? [`${title} · as ${earlier.status}`] : [title, ...members]),
      ...(headers.length === 0 ? [] : [`  headers: ${foreign(headers.map(({ name }) => name).join(', '), 120)}`]),
      ...(group.same.length > 0 ? [`${foreign(group.same.join(', '), 400)}: as ${status}`] : []),
    ]
  })
  return lines.flatMap((line) => line())
}

const schemeText = ({ scheme, scopes }: { scheme: string; scopes: readonly string[] }): string =>
  foreign(scopes.length === 0 ? scheme : `${scheme} (${scopes.join(' ')})`, 120)

/** The members of a body in its first media type. */
function contentsLines(api: Api, contents: readonly Content[], way: Way, title: string, detail: Detail): string[] {
  const [first, ...others] = contents
  if (!first) return [title]
  const types = [first, ...others].map(({ type }) => type).join(', ')
  const schema = jsonSchemaOf(first.schema ?? true, way, api)
  const outlined = first.schema === undefined ? [] : outlineOf(schema)
  // What everything is wrapped in is no level of its own.
  const isWrapped = outlined.filter(({ depth }) => depth === 0).length === 1
  const deepest = (way === 'request' ? detail.body : detail.responses) + (isWrapped ? 1 : 0)
  const rows = outlined.flatMap((row, at) =>
    row.depth < deepest ? [{ ...row, isCut: row.depth === deepest - 1 && (outlined[at + 1]?.depth ?? 0) > row.depth }] : [],
  )
  const shown = rows.slice(0, mostMembers).map(({ depth, name, type, required, note, isCut }) => {
    const what = name === '' ? '' : `${foreign(name, 80)}${required ? '*' : ''}: `
    const about = note === '' || !detail.notes ? '' : ` · ${foreign(note, 60)}`
    return `${'  '.repeat(depth + 1)}${what}${foreign(type, 160)}${isCut ? ' {…}' : ''}${about}`
  })
  if (rows.length > mostMembers) shown.push(`  and ${counted(rows.length - mostMembers, 'more member')}`)
  const example = rows.length === 0 && first.example !== undefined ? membersOfExample(first.example) : []
  return [`${title} · ${foreign(types, 120)}`, ...shown, ...example]
}

const mostMembers = 150

/** Members by the types of an example, where no schema says them. */
function membersOfExample(example: unknown): string[] {
  if (Array.isArray(example)) return ['  list, its items:', ...membersOfExample(example[0])]
  if (!isObject(example)) return [`  ${typeof example}`]
  return Object.entries(example)
    .slice(0, 40)
    .map(
      ([name, value]) =>
        `  ${foreign(name, 80)}: ${Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value} (of the example)`,
    )
}

/** What a request of the project shows of an operation that no definition describes. */
const requestLines = ({ request }: KnownOperation): string[] =>
  request ? ['no API definition describes it; a request of the project:', JSON.stringify(plainStep(request))] : []
