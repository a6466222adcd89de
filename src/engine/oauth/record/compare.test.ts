import { expect, it } from 'vitest'
import { answered, refusedToken } from '../diagnosis/testing/messages.ts'
import { compareAttempts } from './compare.ts'

const discovery = answered(
  'discovery',
  200,
  { issuer: 'https://id.example.test' },
  { url: 'https://id.example.test/.well-known/x' },
)

it('[O18] marks what differs between two attempts, not what always does', () => {
  const before = refusedToken(
    401,
    { error: 'invalid_client', trace_id: 'a' },
    { sent: { scope: 'a', state: '1' }, headers: [['Date', 'x']] },
  )
  const after = refusedToken(
    200,
    { access_token: '‹access_token›', trace_id: 'b' },
    { sent: { scope: 'b', state: '2' }, headers: [['Date', 'y']] },
  )
  const [same, token] = compareAttempts([discovery, before], [discovery, after])
  expect(same?.differences).toEqual([])
  expect(token?.differences).toEqual([
    { where: 'parameter scope', before: 'a', after: 'b' },
    { where: 'status', before: '401', after: '200' },
    { where: 'answer error', before: 'invalid_client', after: undefined },
    { where: 'answer access_token', before: undefined, after: '‹access_token›' },
  ])
})

it('[O18] keeps messages that only one attempt has in their place', () => {
  const token = refusedToken(200, {})
  const jwks = answered('jwks', 200, { keys: [] }, { url: 'https://id.example.test/jwks' })
  const shape = compareAttempts([discovery, token], [token, jwks]).map(({ before, after }) => [before?.purpose, after?.purpose])
  expect(shape).toEqual([
    ['discovery', undefined],
    ['token', 'token'],
    [undefined, 'jwks'],
  ])
  expect(compareAttempts([], [])).toEqual([])
})
