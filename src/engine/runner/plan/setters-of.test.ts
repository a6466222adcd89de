import { expect, it } from 'vitest'
import { projectOf, runSteps } from '../testing/run-project.ts'
import { settersOf } from './setters-of.ts'

const keep = (id: string, scope: string, to = 'token') => ({
  id,
  kind: 'data-transfer',
  name: `Keep ${id}`,
  transfers: [{ source: 'json', path: '$.token', to, scope }],
})
const project = projectOf({
  suites: [
    {
      id: 'u1',
      name: 'Auth',
      cases: [
        { id: 'c1', name: 'Sign in', steps: [keep('a', 'Project'), keep('b', 'TestSuite'), keep('c', 'TestCase')] },
        { id: 'c2', name: 'Read', steps: [keep('d', 'TestCase'), keep('e', 'TestCase', 'other')] },
      ],
    },
    {
      id: 'u2',
      name: 'Scripts',
      cases: [
        { id: 'c3', name: 'Set up', steps: [{ id: 's', kind: 'script', name: 'Set token', code: "variables.set('token', 1)" }] },
      ],
    },
  ],
})

it('[T6] an undefined variable names the steps and scripts that would set it where the case sees it, the nearest first', () => {
  expect(settersOf(project, 'token', 'c2')).toEqual([
    '"Keep d" (case "Read")',
    '"Keep a" (case "Sign in")',
    '"Keep b" (case "Sign in")',
    '"Set token" (case "Set up")',
  ])
  expect(settersOf(project, 'token', 'c3')).toEqual(['"Set token" (case "Set up")', '"Keep a" (case "Sign in")'])
  expect(settersOf(project, 'missing', 'c2')).toEqual([])
})

it('[T6] a run says which step to run first', async () => {
  const read = { id: 'r', kind: 'send-request', name: 'Read', method: 'GET', url: 'https://api.example/${token}' }
  const { steps } = await runSteps([read, keep('after', 'TestCase')])
  expect(steps[0]).toMatchObject({
    code: 'variable-unknown',
    hint: 'Run "Keep after" (case "Case") first. It sets this variable.',
  })
})
