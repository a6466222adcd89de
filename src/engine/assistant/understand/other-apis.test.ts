import { describe, expect, it } from 'vitest'
import { parseApi } from '#engine/api/document.ts'
import { emptyProject } from '#engine/project/empty.ts'
import type { Case, Project } from '#engine/project/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { Conversation, newCase, stepsOf } from '../testing/conversation.ts'

const object = (properties: object) => ({ type: 'object', properties })
const text = { type: 'string' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const answers = (schema: object, ...statuses: number[]) =>
  Object.fromEntries(statuses.map((status, at) => [status, { description: '', ...(at === 0 ? json(schema) : {}) }]))

const movie = object({ id: { type: 'integer' }, title: text, rating: { type: 'number' } })
const account = object({ email: text, password: text })
const task = object({ id: { type: 'integer' }, title: text })
const form = object({ 'movie[title]': text, 'movie[rating]': { type: 'number' } })

/** How other frameworks than those of REST's books describe an API. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Others', version: '1' },
  paths: {
    '/users': {
      post: { summary: 'User registration', requestBody: json(object({ user: account })), responses: answers(account, 201) },
    },
    '/users/sign_in': {
      post: {
        summary: 'User login',
        requestBody: json(object({ user: account })),
        responses: answers(object({ token: text }), 200, 401),
      },
    },
    '/current_user': { get: { summary: 'Fetch current user', responses: answers(account, 200) } },
    '/movies': {
      post: {
        summary: 'Create a movie',
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: answers(object({ movie }), 201, 422),
      },
    },
    '/movies/{id}': {
      get: { summary: 'Fetch a movie', responses: answers(movie, 200, 404) },
      patch: {
        summary: 'Update a movie',
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: answers(movie, 200),
      },
    },
    '/projects': { put: { summary: 'Creates a project', requestBody: json(task), responses: answers(task, 201) } },
    '/projects/{id}': { get: { summary: 'Gets a project', responses: answers(task, 200) } },
    '/projects/{id}/tasks': { put: { summary: 'Create a task', requestBody: json(task), responses: answers(task, 201) } },
    '/tasks/{id}': {
      get: { summary: 'Get one task', responses: answers(task, 200, 404) },
      delete: { summary: 'Delete a task', responses: answers(task, 200) },
    },
  },
}

const project = await (async (): Promise<Project> => {
  const parsed = await parseApi(new TextEncoder().encode(JSON.stringify(document)), 'others.json')
  if (!parsed.ok) throw parsed.error
  return { ...emptyProject('p', 'Mine'), apis: [{ id: 'api', name: 'Others', description: '', document: parsed.value.text }] }
})()

async function caseOf(said: string): Promise<Case | undefined> {
  const talk = new Conversation([project])
  return newCase(project, talk.apply(await talk.say(said, { active: project.id })))
}

/** What a request sends, as text. */
const bodyOf = (one: Case | undefined, name: string): string =>
  JSON.stringify(one?.steps.filter(isSendRequestStep).find((step) => step.name === name)?.body)

const checksOf = (one: Case | undefined): unknown[] => (one?.steps ?? []).flatMap((step) => ('checks' in step ? step.checks : []))

describe('documents that are written in other ways', () => {
  it('hands on what is made by PUT', async () => {
    const one = await caseOf('delete a task and get it again, expect 404')
    expect(stepsOf(one).filter((step) => /^(?:transfer|DELETE|GET)/.test(step))).toEqual([
      'transfer $.id -> id',
      'transfer $.id -> task_id',
      'DELETE ${baseUrl}/tasks/${task_id}',
      'GET ${baseUrl}/tasks/${task_id}',
    ])
  })

  it('tells two things apart whose paths call both `id`', async () => {
    const one = await caseOf('create a project, create a task, get the task')
    expect(stepsOf(one).filter((step) => !step.startsWith('assertion'))).toEqual([
      'PUT ${baseUrl}/projects',
      'transfer $.id -> id',
      'PUT ${baseUrl}/projects/${id}/tasks',
      'transfer $.id -> task_id',
      'GET ${baseUrl}/tasks/${task_id}',
    ])
  })

  it('puts values into a form whose fields are named after the thing', async () => {
    const one = await caseOf('create a movie with title "Dune" and rating 8, then fetch it and check the title')
    expect(bodyOf(one, 'Create a movie')).toContain('{"name":"movie[title]","value":"Dune","disabled":false}')
    expect(bodyOf(one, 'Create a movie')).toContain('{"name":"movie[rating]","value":"8","disabled":false}')
    expect(checksOf(one)).toContainEqual({ source: 'json', path: '$.title', not: false, is: 'equals', value: 'Dune' })
  })

  it('leaves a member of a form out', async () => {
    const one = await caseOf('create movie without title -> 422')
    expect(bodyOf(one, 'Create a movie')).not.toContain('movie[title]')
    expect(bodyOf(one, 'Create a movie')).toContain('movie[rating]')
  })

  it('looks whether a change was saved, by its value', async () => {
    const one = await caseOf('update the rating of a movie to 9.5 and make sure it was saved')
    expect(checksOf(one)).toContainEqual({ source: 'json', path: '$.rating', not: false, is: 'equals', value: 9.5 })
  })

  it('sends what was registered when it signs in, inside of the object that a framework asks for', async () => {
    const one = await caseOf('register a user, log in and get the current user. email must be the one i registered')
    expect(bodyOf(one, 'User login')).toContain('{\\n  \\"user\\": {\\n    \\"email\\": \\"${email}\\"')
    expect(one?.variables).toContainEqual({ name: 'email', value: '${random.email}', description: '' })
    expect(checksOf(one)).toContainEqual({ source: 'json', path: '$.email', not: false, is: 'equals', value: '${email}' })
  })
})
