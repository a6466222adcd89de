import { expect, it } from 'vitest'
import { usualSteps } from './usual-steps.ts'

const names = { token: 'Get token', request: 'Send request', check: 'Check' }

it('[T1] the usual steps: a token, a request that sends it, and a check of the status', () => {
  let ids = 0
  const newId = () => `n${++ids}`
  const variables = [{ name: 'baseUrl', value: 'x', description: '' }]
  const [token, request, check] = usualSteps({ variables, environments: [] }, names, newId)
  expect(token).toMatchObject({ id: 'n1', kind: 'oauth2', name: 'Get token', variableName: 'access_token' })
  expect(request).toMatchObject({
    id: 'n2',
    kind: 'send-request',
    url: '${baseUrl}/',
    headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
  })
  expect(check).toMatchObject({ id: 'n3', kind: 'assertion', checks: [{ source: 'status', is: 'equals', value: 200 }] })
  expect(usualSteps({ variables: [], environments: [] }, names, newId)[1]).toMatchObject({ url: '' })
})
