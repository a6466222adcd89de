import { totp, totpPeriod } from '#engine/base/secrets/totp.ts'
import { startScriptedProvider, type Reply, type SeenRequest, type TestProvider } from '../conformance/scripted-provider.ts'

/** The one account of {@link startLoginPages}. */
export const account = { user: 'ann@example.org', password: 'pass/word "1" & <co>', totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, body: string): Reply => ({
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
  body: `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`,
})

const form = (action: string, query: URLSearchParams, inner: string, button: string): string =>
  `<form method="post" action="${action}?${escape(query.toString())}">${inner}<button type="button">Help</button> <button>${button}</button></form>`

const password =
  '<label>Password <input type="password" name="password"></label> <button type="button" aria-label="Show password">o</button>'

/** What of the login is changed. */
export interface LoginPages {
  /** Instead of the first page: what is in it, or another answer altogether. */
  first?: string | Reply
  /** Pages that come after the password, in order. */
  after?: ('code' | 'consent')[]
  /** The page that tells of a wrong password repeats what was typed. */
  echo?: boolean
}

/** A provider whose login has several pages: the name, the password, then a choice. It records the requests. */
export function startLoginPages({ first, after = [], echo = false }: LoginPages = {}): Promise<TestProvider> {
  const next = (query: URLSearchParams, left: readonly string[]): Reply => {
    const [step] = left
    if (step === 'code')
      return page(
        'Two-step verification',
        form('/code', query, '<label>Code <input name="code" inputmode="numeric"></label>', 'Verify'),
      )
    if (step === 'consent')
      return page('Allow access?', form('/consent', query, '<p>orders wants to read your orders.</p>', 'Allow'))
    return { status: 302, headers: { location: `/authorize?${query.toString()}` } }
  }
  const routes: Record<string, (request: SeenRequest) => Reply | Promise<Reply>> = {
    '/login': ({ query }) => {
      if (typeof first === 'object') return first
      return page('Sign in', first ?? form('/name', query, '<label>Email or phone <input name="user"></label>', 'Next'))
    },
    '/name': ({ query }) => page('Welcome', form('/password', query, password, 'Sign in')),
    '/password': ({ query, form: sent }) => {
      const typed = sent.get('password') ?? ''
      if (typed === account.password) return next(query, after)
      const again = echo ? ` You typed <b>${escape(typed)}</b> <input aria-label="Typed" value="${escape(typed)}">` : ''
      return page(
        'Welcome',
        `<p role="alert">That password is wrong.${again}</p>${form('/password', query, password, 'Sign in')}`,
      )
    },
    '/code': async ({ query, form: sent }) => {
      const parameters = { key: account.totp, algorithm: 'SHA1', digits: 6, period: 30 } as const
      const now = totpPeriod(parameters, Date.now())
      const good = await Promise.all([now, now - 1].map((count) => totp(parameters, count)))
      return good.includes(sent.get('code') ?? '')
        ? next(query, after.slice(1))
        : page('Two-step verification', '<p role="alert">Wrong code.</p>')
    },
    '/consent': ({ query }) => next(query, []),
  }
  return startScriptedProvider({
    routes,
    discovery: (document) => ({ ...document, authorization_endpoint: `${String(document['issuer'])}/login` }),
  })
}
