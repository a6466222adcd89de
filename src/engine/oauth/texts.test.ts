import { expect, it } from 'vitest'
import { noAccessToken } from './texts.ts'
import { normaliseAnswer } from './token/token-answer.ts'

it.each([
  [{ access_token: [[['deep']]] }, 'answered with an access_token that is no text but a list.'],
  [{ access_token: '' }, 'answered with an access_token that is no text but empty.'],
  [{ jwt: 'x', user: 1 }, 'answered without access_token; it holds jwt, user.'],
  [{}, 'answered without access_token; the answer is an empty object.'],
])('[H10] an answer without a usable access_token says what it holds: %j', (body, words) =>
  expect(noAccessToken('Token Endpoint', 'https://id.test/token', body)).toBe(`Token Endpoint https://id.test/token ${words}`),
)

it.each([
  ['{"data":{}}', /answered without access_token; it holds data\.$/],
  ['[{"access_token":"abc-123456"}]', /answered 200 with application\/json that is no JSON object: \[/],
])('[H10] what is told of an answer is in it: %s', (body, words) => {
  const headers: [string, string][] = [['content-type', 'application/json']]
  const timing = { firstByte: 0, total: 0 }
  const raw = { status: 200, statusText: '', headers, url: '', redirects: [], body: new TextEncoder().encode(body), timing }
  expect(() => normaliseAnswer(raw, 'Token Endpoint', 'https://id.test/token')).toThrow(words)
})
