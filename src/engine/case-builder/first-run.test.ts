import { describe, expect, it } from 'vitest'
import { withInherited } from '#engine/project/headers-sent.ts'
import { readProject } from '#engine/project/format/read.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { importToRun } from './first-run.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (status: string, schema?: object) => ({ [status]: { description: '', ...(schema ? json(schema) : {}) } })
const object = (properties: object) => ({ type: 'object', properties })
const path = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: { type: 'string', ...more } })
const text = { type: 'string' }
const pet = object({ id: { type: 'integer' }, name: text })

/** The cases of an import, as `METHOD URL` of what is sent, by their names. */
async function imported(paths: object, more: object = {}) {
  const document = JSON.stringify({ openapi: '3.0.0', info: { title: 'Shop' }, ...more, paths })
  let ids = 0
  const source = { name: 'shop.json', files: [{ path: 'shop.json', bytes: new TextEncoder().encode(document) }] }
  const read = await importToRun('auto', source, () => `n${ids++}`)
  if (!read.ok) throw read.error
  const { project, leftOut } = read.value
  const written = readProject(writeProject(project))
  expect(written.ok && problemsOf(written.value.project)).toEqual([])
  const cases = new Map(project.suites.flatMap((suite) => suite.cases.map((one) => [one.name, one] as const)))
  const sent = (name: string) =>
    cases.get(name)?.steps.flatMap((step) => ('url' in step ? [`${step.method} ${step.url.replace('${baseUrl}', '')}`] : []))
  return { project, told: leftOut.map(({ what }) => what), cases, sent }
}

describe('a description of an API that is imported', () => {
  const shop = {
    '/pets': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: answers('200', { type: 'array', items: pet }),
      },
      post: {
        requestBody: json({ type: 'object', required: ['name'], properties: { name: text } }),
        responses: answers('201', pet),
      },
    },
    '/pets/{petId}': {
      parameters: [path('petId', { type: 'integer' })],
      get: { parameters: [{ name: 'fields', in: 'query', schema: text }], responses: answers('200', pet) },
      delete: { responses: answers('204') },
    },
  }

  it('[R13] asks in each case for what its path names: what makes it comes first', async () => {
    const { sent, cases, told } = await imported(shop)
    expect(sent('GET /pets')).toEqual(['GET /pets'])
    expect(sent('GET /pets/{petId}')).toEqual(['POST /pets', 'GET /pets/${petId}'])
    expect(sent('DELETE /pets/{petId}')).toEqual(['POST /pets', 'DELETE /pets/${petId}'])
    expect(cases.get('GET /pets/{petId}')?.variables).toEqual([])
    expect(told).toEqual(['Set the variable baseUrl: the document has no host.'])
  })

  it('checks before a request only what that needs, as the case of what stands there says the rest', async () => {
    const { cases } = await imported(shop)
    const checksOf = (name: string) =>
      cases.get(name)?.steps.flatMap((step) => ('checks' in step ? [step.checks.map(({ is }) => is)] : []))
    expect(checksOf('POST /pets')).toEqual([['equals', 'conforms-to-api']])
    expect(checksOf('GET /pets/{petId}')).toEqual([
      ['between', 'exists'],
      ['equals', 'conforms-to-api'],
    ])
  })

  it('makes what a path names where else things of that name are made, in what a list has', async () => {
    const features = answers('200', object({ name: text }))
    const named = {
      requestBody: json({ type: 'object', required: ['name'], properties: { name: { type: 'string', example: 'beta' } } }),
    }
    const { sent, cases } = await imported({
      '/projects': { get: { responses: answers('200', { type: 'array', items: object({ id: text }) }) } },
      '/projects/{projectId}/features': { parameters: [path('projectId')], post: { ...named, responses: features } },
      '/features/{featureName}/tags': { parameters: [path('featureName')], put: { responses: answers('200') } },
      '/projects/{projectId}/features/{featureName}': {
        parameters: [path('projectId'), path('featureName')],
        delete: { responses: answers('204') },
      },
    })
    expect(sent('PUT /features/{featureName}/tags')).toEqual([
      'GET /projects',
      'POST /projects/${projectId}/features',
      'PUT /features/${featureName}/tags',
    ])
    expect(sent('DELETE /projects/{projectId}/features/{featureName}')).toEqual([
      'GET /projects',
      'POST /projects/${projectId}/features',
      'DELETE /projects/${projectId}/features/${featureName}',
    ])
    expect(cases.get('POST /projects/{projectId}/features')?.steps.findLast((step) => 'body' in step)).toMatchObject({
      body: { text: expect.stringContaining('"beta-${random.int(1000,999999)}"') },
    })
  })

  it('keeps optional values, disabled, and uses new names in each run', async () => {
    const { cases } = await imported(shop)
    expect(cases.get('GET /pets/{petId}')?.steps.at(-2)).toMatchObject({ query: [{ name: 'fields', disabled: true }] })
    expect(cases.get('POST /pets')?.steps[0]).toMatchObject({
      body: { text: expect.stringContaining('"name": "${random.word}-') },
    })
  })

  it('takes the first of a list where nothing makes what is read, through what holds it', async () => {
    const listed = answers('200', object({ data: { type: 'array', items: object({ name: text, size: text }) } }))
    const { sent, cases } = await imported({
      '/servers': { get: { responses: answers('200', { type: 'array', items: object({ id: text }) }) } },
      '/servers/{id}/disks': { parameters: [path('id')], get: { responses: listed } },
      '/servers/{id}/disks/{disk}': { parameters: [path('id'), path('disk')], get: { responses: answers('200') } },
    })
    expect(sent('GET /servers/{id}/disks/{disk}')).toEqual([
      'GET /servers',
      'GET /servers/${id}/disks',
      'GET /servers/${id}/disks/${disk}',
    ])
    const transfers = cases
      .get('GET /servers/{id}/disks/{disk}')
      ?.steps.flatMap((step) => ('transfers' in step ? step.transfers : []))
    expect(transfers).toMatchObject([
      { path: '$[0].id', to: 'id' },
      { path: '$.data[0].name', to: 'disk' },
    ])
  })

  it('finds a thing by the name that it was made with, where its answer has nothing that it is found by', async () => {
    const { sent, cases } = await imported({
      '/tenants': {
        post: {
          requestBody: json({ type: 'object', required: ['name'], properties: { name: text } }),
          responses: answers('200', object({})),
        },
      },
      '/tenants/{tenant}': {
        parameters: [path('tenant')],
        get: { responses: answers('200') },
        delete: { responses: answers('204') },
      },
    })
    expect(cases.get('DELETE /tenants/{tenant}')?.steps.some(({ disabled }) => disabled)).toBe(false)
    expect(sent('GET /tenants/{tenant}')).toEqual(['POST /tenants', 'GET /tenants/${name}'])
    expect(cases.get('GET /tenants/{tenant}')?.variables).toMatchObject([
      { name: 'name', value: expect.stringContaining('${random.word}') },
    ])
  })

  it('does nothing to what the case has not made, and tells where what nothing gives is set', async () => {
    const { project, sent, cases, told } = await imported({
      '/pods': { get: { responses: answers('200', { type: 'array', items: object({ id: text }) }) } },
      '/pods/{id}': { parameters: [path('id')], put: { responses: answers('200') }, delete: { responses: answers('204') } },
      '/colors/{id}': { parameters: [path('id', { enum: ['red'] })], get: { responses: answers('200') } },
    })
    expect(sent('PUT /pods/{id}')).toEqual(['PUT /pods/${pod_id}'])
    expect(cases.get('DELETE /pods/{id}')?.steps.every(({ disabled }) => disabled)).toBe(true)
    expect(cases.get('GET /colors/{id}')?.variables).toMatchObject([{ name: 'id', value: 'red' }])
    expect(project.variables.map(({ name }) => name)).toEqual(['pod_id'])
    expect(told.join('\n')).toContain('Set these project variables to existing values: pod_id.')
    expect(told.join('\n')).toContain("Turned off: DELETE /pods/{id}. The case didn't create what they would delete.")
  })

  it('[R13] authorizes all requests in one place; a suite or a request that differs says so', async () => {
    const ok = { responses: answers('200') }
    const { project } = await imported(
      {
        '/a': { get: { tags: ['A'], ...ok }, post: { tags: ['A'], ...ok } },
        '/b': { get: { tags: ['A'], security: [], ...ok } },
        '/c': { get: { tags: ['C'], security: [{ key: [] }], ...ok }, post: { tags: ['C'], security: [{ key: [] }], ...ok } },
        '/d': { get: { tags: ['D'], ...ok }, post: { tags: ['D'], ...ok }, put: { tags: ['D'], ...ok } },
      },
      {
        security: [{ bearer: [] }],
        components: {
          securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        },
      },
    )
    expect(project.headers).toMatchObject([{ name: 'Authorization', value: 'Bearer ${bearer_token}' }])
    const off = { name: 'Authorization', disabled: true }
    expect(project.suites.map(({ headers = [] }) => headers)).toMatchObject([[], [{ name: 'X-Key' }, off], []])
    // What each sends is what the document says.
    const sent = withInherited(project).suites.map(({ cases }) =>
      cases.map(({ steps }) =>
        steps.flatMap((step) => ('headers' in step ? step.headers.flatMap((row) => (row.disabled ? [] : row.name)) : [])),
      ),
    )
    const whole = ['Authorization']
    expect(sent).toEqual([
      [whole, whole, []],
      [['X-Key'], ['X-Key']],
      [whole, whole, whole],
    ])
    expect(project.suites[0]?.cases.map(({ headers = [] }) => headers)).toMatchObject([[], [], [off]])
  })
})
