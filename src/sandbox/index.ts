import { createLocalJWKSet } from 'jose'
import { sandboxAt } from './addresses.ts'
import { orderRules } from './order-rules.ts'
import { orders } from './orders.ts'
import type { ProviderContext } from './provider/context.ts'
import { jwks } from './provider/keys.ts'
import { provider } from './provider/index.ts'
import type { SandboxStore } from './store.ts'

/** The reason phrases of what is answered here (RFC 9110 section 15), as a server says them beside the number. */
const phrases: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  303: 'See Other',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Content',
}

const withPhrase = ({ body, status, headers }: Response): Response =>
  new Response(body, { status, statusText: phrases[status] ?? '', headers })

/** What {@link createSandbox} needs to know. */
export interface SandboxOptions {
  /** The URL of the app, with a slash at the end; the sandbox is in `sandbox/` below it. */
  app: string
  store: SandboxStore
  /** Seconds since 1970; the computer's clock if absent. */
  now?: () => number
  /** Seconds that access tokens live; 600 if absent. */
  tokenLifetime?: number
}

/** The provider and the API below the app's own URL. */
export interface Sandbox {
  /** Answers a request to a URL below its own. */
  answer(request: Request): Promise<Response>
}

/** Creates the sandbox of an app (X1). It holds only its store: two of one store are one. */
export function createSandbox({ app, store, now = () => Date.now() / 1000, tokenLifetime = 600 }: SandboxOptions): Sandbox {
  const { provider: issuer } = sandboxAt(app)
  const context: ProviderContext = { issuer, app, store, now: () => Math.floor(now()), tokenLifetime }
  return {
    async answer(request) {
      const url = new URL(request.url)
      const path = url.href.slice(issuer.length).replace(/[?#].*$/s, '')
      if (path !== '/api' && !path.startsWith('/api/')) return withPhrase(await provider(context, request, path))
      const keys = createLocalJWKSet(await jwks(context))
      return withPhrase(await orders({ issuer, keys, store, now, rules: orderRules }, request, path.slice('/api'.length)))
    },
  }
}
