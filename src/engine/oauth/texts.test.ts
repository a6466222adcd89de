import { expect, it } from 'vitest'
import { noAccessToken } from './texts.ts'
import { normaliseAnswer } from './token/token-answer.ts'

it.each([
  [{ access_token: [[['deep']]] }, 'returned an access_token that is a list, not a string.'],
  [{ access_token: '' }, 'returned an access_token that is empty, not a string.'],
  [{ jwt: 'x', user: 1 }, 'returned no access_token, only jwt, user.'],
  [{}, 'returned no access_token, only an empty object.'],
])('[H10] an answer without a usable access_token says what it holds: %j', (body, words) =>
  expect(noAccessToken('Token Endpoint', 'https://id.test/token', body)).toBe(`Token Endpoint https://id.test/token ${words}`),
)

it.each([
  ['{"data":{}}', /returned no access_token, only data\.$/],
  ['[{"access_token":"abc-123456"}]', /returned 200 with application\/json that isn't a JSON object: \[/],
])('[H10] what is told of an answer is in it: %s', (body, words) => {
  const headers: [string, string][] = [['content-type', 'application/json']]
  const timing = { firstByte: 0, total: 0 }
  const raw = { status: 200, statusText: '', headers, url: '', redirects: [], body: new TextEncoder().encode(body), timing }
  expect(() => normaliseAnswer(raw, 'Token Endpoint', 'https://id.test/token')).toThrow(words)
})
