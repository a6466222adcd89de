import { jsonResponse, Refusal } from '../answers.ts'
import { sandboxTexts as texts } from '../texts.ts'
import { authorize, push } from './authorize.ts'
import type { ProviderContext } from './context.ts'
import { authorizeDevice, devicePages } from './device.ts'
import { introspect, revoke, userinfo } from './inspect.ts'
import { jwks } from './keys.ts'
import { metadata, paths } from './metadata.ts'
import { token } from './token.ts'

type Endpoint = (context: ProviderContext, request: Request) => Response | Promise<Response>

const endpoints = new Map<string, Endpoint>([
  [`GET ${paths.metadata}`, (context) => jsonResponse(200, metadata(context))],
  [
    `GET ${paths.jwks}`,
    async (context) => jsonResponse(200, await jwks(context), { 'content-type': 'application/jwk-set+json' }),
  ],
  [`GET ${paths.authorization}`, authorize],
  [`POST ${paths.authorization}`, authorize],
  [`GET ${paths.device}`, devicePages],
  [`POST ${paths.device}`, devicePages],
  [`POST ${paths.token}`, token],
  [`POST ${paths.pushed}`, push],
  [`POST ${paths.deviceAuthorization}`, authorizeDevice],
  [`POST ${paths.introspection}`, introspect],
  [`POST ${paths.revocation}`, revoke],
  [`GET ${paths.userinfo}`, userinfo],
  [`POST ${paths.userinfo}`, userinfo],
])

/** What the provider answers to a request for `path`, which stands below the issuer. */
export async function provider(context: ProviderContext, request: Request, path: string): Promise<Response> {
  try {
    const endpoint = endpoints.get(`${request.method} ${path}`)
    if (!endpoint) throw new Refusal('invalid_request', texts.nothing(path), 404)
    return await endpoint(context, request)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.answer()
    throw thrown
  }
}
