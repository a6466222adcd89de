import { base64url } from 'jose'
import { expect, it } from 'vitest'
import { stateOfAnswer } from './answer-state.ts'

const jwt = (claims: object): string => `e30.${base64url.encode(JSON.stringify(claims))}.c2ln`

it.each([
  [{ code: 'c', state: 's1' }, 's1'],
  [{ response: jwt({ code: 'c', state: 's2 ä-_' }) }, 's2 ä-_'],
  [{ response: jwt({ state: 's3' }), state: 's1' }, 's1'],
  [{ response: jwt({ state: 7 }) }, undefined],
  [{ response: 'a.b' }, undefined],
  [{ response: 'a.!.c' }, undefined],
  [{ code: 'c' }, undefined],
])('[case 22] whose answer it is: %j', (parameters: Record<string, string>, state) =>
  expect(stateOfAnswer(new URLSearchParams(parameters))).toBe(state),
)
