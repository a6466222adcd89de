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
import { operationNamed } from './named.ts'
import { dataOutput } from './output.ts'
import { foreign, paged } from './page.ts'
import { plainStep } from './masked-step.ts'
import { defineTool } from './tool.ts'

/** All that is known of one operation. */
export const getOperation = defineTool({
  name: 'get_operation',
  description:
    'Everything about one operation: parameters, body with types and required members ("*"), responses by status with their members, security, how existing cases authenticate, and which cases cover it. Read it before you write checks or values.',
  input: v.strictObject({
    operation: v.pipe(v.string(), v.description('"POST /orders" or an operationId')),
    cursor,
    project,
  }),
  output: dataOutput,
  run({ operation: wanted, cursor: from }, { loaded }) {
    const index = indexOf(loaded.project)
    const known = operationNamed(index, wanted)
    const lines = known.api ? documentedLines(known.api.api, known.api.api.operation(known.api.key)) : requestLines(known)
    return {
      result: paged(
        `${foreign(known.name, 200)}${known.title === known.name ? '' : ` · ${foreign(known.title, 120)}`}`,
        [...lines, ...authenticationLines(index, known), ...coverageOfOperation(index, known)],
        from,
      ),
    }
  },
})

function documentedLines(api: Api, operation: Operation | undefined): string[] {
  if (!operation) return []
  const { parameters, body, responses, security, description, tags, deprecated, key } = operation
  return [
    `definition: ${foreign(api.title, 80)} · operationId: ${foreign(key, 100)}${tags.length > 0 ? ` · tags: ${foreign(tags.join(', '), 80)}` : ''}${deprecated ? ' · deprecated' : ''}`,
    ...(description === '' ? [] : [`description: ${foreign(description, 300)}`]),
    `security: ${security.length === 0 ? 'none' : security.map((all) => (all.length === 0 ? 'none' : all.map(schemeText).join(' and '))).join(', or ')}`,
    ...(parameters.length === 0 ? [] : ['parameters (* required):']),
    ...parameters.map(
      ({ name, in: place, required, schema, description: note, example }) =>
        `- ${foreign(name, 80)}${required ? '*' : ''} (${place}): ${foreign(typeText(jsonSchemaOf(schema ?? true, 'request', api)), 160)}${
          example === undefined ? '' : `, such as ${foreign(JSON.stringify(example) ?? '', 60)}`
        }${note === '' ? '' : ` · ${foreign(note, 100)}`}`,
    ),
    ...(body ? contentsLines(api, body.contents, 'request', `body${body.required ? '*' : ''}`) : []),
    ...responsesLines(api, responses),
  ]
}

/** Responses by status; members that stand above already are not told again. */
function responsesLines(api: Api, responses: Operation['responses']): string[] {
  const told = new Map<string, string>()
  return responses.flatMap(({ status, description: note, contents, headers }) => {
    const [title = '', ...members] = contentsLines(api, contents ?? [], 'response', `${status}: ${foreign(note, 80)}`)
    const text = members.join('\n')
    const earlier = told.get(text)
    if (members.length > 0 && earlier === undefined) told.set(text, status)
    return [
      earlier === undefined ? title : `${title} · same members as ${earlier}`,
      ...(earlier === undefined ? members : []),
      ...(headers.length === 0 ? [] : [`  headers: ${foreign(headers.map(({ name }) => name).join(', '), 120)}`]),
    ]
  })
}

const schemeText = ({ scheme, scopes }: { scheme: string; scopes: readonly string[] }): string =>
  foreign(scopes.length === 0 ? scheme : `${scheme} (${scopes.join(' ')})`, 120)

/** The members of a body in its first media type. */
function contentsLines(api: Api, contents: readonly Content[], way: Way, title: string): string[] {
  const [first, ...others] = contents
  if (!first) return [title]
  const types = [first, ...others].map(({ type }) => type).join(', ')
  const schema = jsonSchemaOf(first.schema ?? true, way, api)
  const rows = first.schema === undefined ? [] : outlineOf(schema)
  const shown = rows.slice(0, mostMembers).map(({ depth, name, type, required, note }) => {
    const what = name === '' ? '' : `${foreign(name, 80)}${required ? '*' : ''}: `
    return `${'  '.repeat(depth + 1)}${what}${foreign(type, 160)}${note === '' ? '' : ` · ${foreign(note, 60)}`}`
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
