import { describe, expect, it } from 'vitest'
import type { FormPart } from './in-page.ts'
import { suggestScript } from './suggest.ts'

const text = (label: string, hints = ''): FormPart => ({ kind: 'text', at: { label }, hints })
const secret: FormPart = { kind: 'password', at: { label: 'Password' }, hints: '' }
const submit = (name: string): FormPart => ({ kind: 'submit', at: { role: 'button', name }, hints: '' })
const show: FormPart = { kind: 'button', at: { role: 'button', name: 'Show password' }, hints: '' }

const doings = (url: string, parts: FormPart[], marks = '', userCode?: string) => {
  const found = suggestScript(url, { parts, marks }, userCode)
  if (!found || found === 'new-password') return undefined
  return [
    found.form,
    ...found.actions.map(
      (action) => `${action.do} ${'at' in action ? (action.at?.name ?? action.at?.label ?? action.at?.css ?? '') : ''}`,
    ),
  ]
}

describe('[O8] a script is proposed', () => {
  it('for one page, with what may be asked once', () => {
    expect(doings('https://idp.example/login', [text('User name'), secret, show, submit('Log in')])).toEqual([
      expect.stringContaining('one page'),
      'fill User name',
      'fill Password',
      'click Log in',
      'if-visible Allow',
      'if-visible Authorize',
      'if-visible Continue',
    ])
  })

  it.each([
    ['Keycloak', 'https://sso.example/realms/shop/protocol/openid-connect/auth', 'Sign In', 'Sign In', 'if-visible Yes'],
    [
      'Microsoft Entra ID',
      'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      'Next',
      'Sign in',
      'if-visible Accept',
    ],
    ['Google', 'https://accounts.google.com/v3/signin/identifier', 'Next', 'Next', 'if-visible Continue'],
    ['Okta', 'https://acme.okta.com/oauth2/v1/authorize', 'Next', 'Verify', 'if-visible Allow Access'],
    ['Auth0', 'https://acme.eu.auth0.com/u/login/identifier', 'Continue', 'Continue', 'if-visible Accept'],
  ])('for the two pages of %s', (name, url, first, second, last) => {
    const found = doings(url, [text('Email'), submit(first)])
    expect(found?.[0]).toContain(name)
    expect(found?.slice(1, 5)).toEqual([
      'fill Email',
      `click ${first}`,
      expect.stringMatching(/^fill (Password|Enter|input)/),
      `click ${second}`,
    ])
    expect(found?.at(-1)).toBe(last)
  })

  it('for consent, a one-time password, the code of a device; and none for a page without a form', () => {
    expect(doings('https://a.example/', [submit('Deny'), submit('Allow')])).toEqual([expect.any(String), 'click Allow'])
    expect(doings('https://a.example/', [{ ...text('Code'), kind: 'code' }, submit('Verify')])).toEqual([
      expect.any(String),
      'totp Code',
      'click Verify',
    ])
    expect(doings('https://a.example/', [text('Code'), submit('Continue')], '', 'ABCD')).toEqual([
      expect.any(String),
      'user-code Code',
      'click Continue',
    ])
    expect(doings('https://a.example/', [])).toBeUndefined()
    // Open Liberty, GitHub
    for (const name of ['Allow once', 'Authorize orders-app']) {
      expect(doings('https://a.example/', [submit('Cancel'), submit(name)])).toEqual([expect.any(String), `click ${name}`])
    }
    expect(doings('https://a.example/', [submit('Continue with another account')])).toBeUndefined()
  })

  it('for a page before the sign-in, as at the AT Protocol', () => {
    const parts = [submit('Create a new account'), submit('Sign in'), submit('Cancel')]
    expect(doings('https://a.example/', parts)).toEqual([
      expect.stringContaining('request a proposal for the next page'),
      'click Sign in',
    ])
  })

  it('suggests nothing on a page that asks for a new password', () => {
    expect(suggestScript('https://a.example/', { parts: [secret, secret, submit('Submit')], marks: '' })).toBe('new-password')
  })
})
