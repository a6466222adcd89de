import { expect, it } from 'vitest'
import { headOf } from '#engine/project/edit/state.ts'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { secretLabels } from './secret-labels.ts'

it('[P4] secrets are labelled by the variable that holds them, with its environment if several are alike, else by their id', () => {
  const holds = (name: string, secret: string) => ({ name, value: { secret } })
  const project = projectOf({
    variables: [holds('apiKey', 'shop/1')],
    environments: ['Test', 'Live'].map((name) => ({ id: name, name, variables: [holds('password', `shop/password-${name}`)] })),
    suites: [],
  })
  const head = { ...project, suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }
  const ids = ['shop/1', 'shop/password-Test', 'shop/password-Live', 'shop/client-secret', 'a/token', 'b/token']
  expect([...secretLabels(head, ids).values()]).toEqual([
    'apiKey',
    'password (Test)',
    'password (Live)',
    'Client secret',
    'a/token',
    'b/token',
  ])
})
