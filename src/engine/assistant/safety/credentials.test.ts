import { describe, expect, it } from 'vitest'
import { pastedCredentials, saidWithoutCredentials } from '../testing/pasted-credentials.ts'
import { withholdCredentials } from './credentials.ts'
import { removedMark } from './shapes.ts'

describe('[A9] credentials in messages', () => {
  it.each(pastedCredentials)('takes it out: %s', (text, ...secrets) => {
    const withheld = withholdCredentials(text)
    for (const secret of secrets) {
      expect(withheld?.text ?? text).not.toContain(secret)
      expect(withheld?.secrets.map(({ value }) => value).join('\n')).toContain(secret.replace('pw" }', 'pw'))
    }
    // What stands there now holds none, with the variables and without.
    const rest = withheld?.text ?? ''
    expect([rest, rest.replace(/\$\{\w+\}/g, removedMark)].map(withholdCredentials)).toEqual([undefined, undefined])
  })

  it.each(saidWithoutCredentials)('leaves what is about credentials and holds none: %s', (text) => {
    expect(withholdCredentials(text)).toBeUndefined()
  })

  it('gives one variable for each value, and the same for the same', () => {
    expect(withholdCredentials('password: abc1x, then password: abc1x, then password: other9, and abc1x again')).toEqual({
      text: 'password: ${password}, then password: ${password}, then password: ${password_2}, and ${password} again',
      secrets: [
        { variable: 'password', value: 'abc1x' },
        { variable: 'password_2', value: 'other9' },
      ],
    })
  })

  it('is done with a long and hostile text at once', () => {
    for (const text of [
      'password '.repeat(3_000),
      'my key is '.repeat(3_000),
      `${'a'.repeat(20_000)} is token`,
      'a:'.repeat(10_000),
    ]) {
      const began = performance.now()
      withholdCredentials(text)
      expect(performance.now() - began).toBeLessThan(2_000)
    }
  })
})
