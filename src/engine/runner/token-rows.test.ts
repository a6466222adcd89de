import { expect, it } from 'vitest'
import { createScriptedHttp, memorySecrets, memoryTokens } from '#engine/ports/testing/index.ts'
import { runWithRows } from './testing/run-rows.ts'

const users = ['ann', 'bob', 'ann', 'bob', 'ann'].map((user) => ({ user }))

/** A loop in which each row signs in as its user and asks with what came. */
const steps = (more: object = {}) => [
  { id: 'loop', kind: 'loop-start', dataSource: 'd' },
  {
    id: 'token',
    kind: 'oauth2',
    grantType: 'ResourceOwnerPassword',
    tokenEndpoint: 'http://127.0.0.1:9/token',
    clientId: 'tests',
    username: '${user}',
    password: '${password}',
    ...more,
  },
  {
    id: 'ask',
    kind: 'send-request',
    url: 'http://127.0.0.1:9/me',
    headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
  },
  { id: 'end', kind: 'loop-end' },
]

/** A provider that tells in each token whose it is and the how-manieth. */
async function signInByRow(lifetime: number, more?: object) {
  const asked: string[] = []
  const sent: string[] = []
  const http = createScriptedHttp(({ url, body, headers }) => {
    if (!url.endsWith('/token')) {
      sent.push(headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '')
      return { status: 200 }
    }
    const form = new URLSearchParams(String(body))
    const user = form.get('username') ?? form.get('refresh_token')?.split('-')[0]
    asked.push(`${form.get('grant_type')} ${user}`)
    const name = `${user}-${asked.length}-0123456789`
    return { json: { access_token: name, token_type: 'Bearer', expires_in: lifetime } }
  })
  const ports = { http, tokens: memoryTokens(), secrets: memorySecrets() }
  const one = { variables: [{ name: 'password', value: 'a password of all' }] }
  const { report, events } = await runWithRows(steps(more), { loop: users }, { ports, case: one })
  const noted = events.flatMap((event) => (event.type === 'noted' && event.step === 'token' ? [event.text] : []))
  return { report, asked, sent, noted }
}

it('[T4] users that alternate by row get a token each, once in a run, and each request goes with its own', async () => {
  const { report, asked, sent, noted } = await signInByRow(3_600)
  expect(report.outcome).toBe('passed')
  expect(asked).toEqual(['password ann', 'password bob'])
  expect(sent.map((header) => header.split('-')[0])).toEqual(['ann', 'bob', 'ann', 'bob', 'ann'].map((user) => `Bearer ${user}`))
  expect(noted.slice(0, 2)).toEqual([
    'requested a new token: none was cached for this step and environment',
    'requested a new token: this run only has tokens with other settings',
  ])
})

it('[T4, case 9, case 41] one that may not be kept is got for each row; with Force Re-Authentication all are', async () => {
  expect((await signInByRow(0)).asked).toHaveLength(5)
  expect((await signInByRow(3_600, { forceReauthentication: true })).asked).toHaveLength(5)
})
