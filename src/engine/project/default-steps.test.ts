import { expect, it } from 'vitest'
import * as v from 'valibot'
import { stateOf } from './edit/state.ts'
import { projectSchema } from './format/schema.ts'
import { tokenStepNear, usualSteps } from './default-steps.ts'

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

it('[T1] another case gets its token as the nearest one does, with the same secret and ids of its own', () => {
  const token = (id: string, more: object) => ({ id, kind: 'oauth2', name: id, grantType: 'ClientCredentials', ...more })
  const state = stateOf(
    v.parse(projectSchema, {
      format: 'aprj',
      version: 1,
      id: 'p',
      name: 'P',
      suites: [
        { id: 'u', name: 'U', cases: [{ id: 'far', name: 'Far', steps: [token('t0', { clientId: 'far' })] }] },
        {
          id: 'v',
          name: 'V',
          cases: [
            {
              id: 'near',
              name: 'Near',
              steps: [token('off', { disabled: true }), token('t1', { clientSecret: { secret: 's' } })],
            },
            { id: 'new', name: 'New', steps: [] },
            { id: 'after', name: 'After', steps: [token('t2', {})] },
          ],
        },
        { id: 'w', name: 'W', cases: [{ id: 'alone', name: 'Alone', steps: [] }] },
      ],
    }),
  )
  const like = tokenStepNear(state, 'new')
  expect([like?.id, tokenStepNear(state, 'near')?.id, tokenStepNear(state, 'alone')?.id]).toEqual(['t1', 't2', 't0'])
  let ids = 0
  const [made, request] = usualSteps(state.head, names, () => `n${++ids}`, like)
  expect(made).toMatchObject({ id: 'n1', name: 'Get token', clientSecret: { secret: 's' } })
  expect(request).toMatchObject({ headers: [{ value: 'Bearer ${access_token}' }] })
})
