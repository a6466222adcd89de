import { expect, it } from 'vitest'
import { noAccessToken } from './texts.ts'

it.each([
  [{ access_token: [[['deep']]] }, 'answered with an access_token that is no text but a list.'],
  [{ access_token: '' }, 'answered with an access_token that is no text but empty.'],
  [{ jwt: 'x', user: 1 }, 'answered without access_token; it holds jwt, user.'],
  [{}, 'answered without access_token; the answer is an empty object.'],
])('[H10] an answer without a usable access_token says what it holds: %j', (body, words) =>
  expect(noAccessToken('Token Endpoint', 'https://id.test/token', body)).toBe(`Token Endpoint https://id.test/token ${words}`),
)
