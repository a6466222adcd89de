import { dynamicClientRegistrationRequest, allowInsecureRequests, customFetch, type OmitSymbolProperties } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import type { Headers } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { bodyText } from '../encoding.ts'
import { sendRecorded, type Message } from '../messages/exchange-recorder.ts'
import { meanings } from '../messages/meanings.ts'
import { fetchDiscovery } from '../provider/discovery.ts'
import { checkEndpoint } from '../provider/provider.ts'
import { placeholderIssuer } from '../provider/placeholder-issuer.ts'
import { registrationTexts } from '../texts.ts'
import { rejectCut, rejectErrors, rejectRedirect } from '../token/token-answer.ts'

/** What a client says of itself (RFC 7591 section 2). */
export type ClientMetadata = Readonly<Record<string, unknown>> & { client_name: string; token_endpoint_auth_method: string }

/** A client that the provider has registered (RFC 7591 section 3.2.1). */
export interface RegisteredClient {
  clientId: string
  /** Absent: a public client, or one that signs. */
  clientSecret?: string
  /** Where it can be deleted, and the token for that (RFC 7592); absent: only the provider's administrator can. */
  uri?: string
  token?: string
}

const label = 'Registration Endpoint'
const message = { purpose: 'registration', label, meaning: meanings.registration, tokenName: 'access_token' } satisfies Message

const textAt = (body: Record<string, unknown>, name: string): string | undefined => {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Registers a client at the provider's registration endpoint (RFC 7591 section 3), which discovery must list. Rejects with
 * AssayError.
 */
export async function registerClient(
  context: OAuthContext,
  settings: { discoveryEndpoint: string; strict: boolean; tokenName: string },
  metadata: ClientMetadata,
  initialAccessToken: string,
): Promise<RegisteredClient> {
  if (settings.discoveryEndpoint === '') {
    throw new AssayError('oauth-settings', registrationTexts.noDiscovery, { hint: registrationTexts.noDiscoveryHint })
  }
  const document = await fetchDiscovery(context, settings)
  const endpoint = document.registration_endpoint
  if (endpoint === undefined) {
    throw new AssayError('oauth-settings', registrationTexts.notOffered(settings.discoveryEndpoint), {
      hint: registrationTexts.notOfferedHint,
    })
  }
  checkEndpoint(context, label, endpoint, settings.discoveryEndpoint)
  context.redactor.add('initial_access_token', initialAccessToken)
  let client: RegisteredClient | undefined
  await dynamicClientRegistrationRequest(
    { issuer: document.issuer ?? placeholderIssuer, registration_endpoint: endpoint },
    metadata as Partial<OmitSymbolProperties<never>>,
    {
      [allowInsecureRequests]: true,
      signal: context.signal,
      ...(initialAccessToken === '' ? {} : { initialAccessToken }),
      [customFetch]: async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
        const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent')
        const raw = await sendRecorded(context, message, { method: 'POST', url, headers: own, body })
        rejectErrors(raw, label, url)
        const answer = parseJsonObject(bodyText(raw.body))
        const clientId = answer && textAt(answer, 'client_id')
        if (!answer || clientId === undefined) {
          throw new AssayError('oauth-unusable-answer', registrationTexts.noClient(url, raw.status), {
            hint: registrationTexts.noClientHint,
          })
        }
        client = clientOf(clientId, answer)
        return new Response()
      },
    },
  )
  if (!client) throw new AssayError('internal', `${label} ${endpoint} wasn't called.`)
  return client
}

function clientOf(clientId: string, answer: Record<string, unknown>): RegisteredClient {
  const clientSecret = textAt(answer, 'client_secret')
  const uri = textAt(answer, 'registration_client_uri')
  const token = textAt(answer, 'registration_access_token')
  return {
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(uri !== undefined && token !== undefined ? { uri, token } : {}),
  }
}

/** Deletes a client where its registration says (RFC 7592 section 2.3). Rejects with AssayError. */
export async function deleteClient(context: OAuthContext, { uri, token }: { uri: string; token: string }): Promise<void> {
  checkEndpoint(context, registrationTexts.clientEndpoint, uri)
  context.redactor.add('registration_access_token', token)
  const headers: Headers = [['authorization', `Bearer ${token}`]]
  const own = { ...message, label: registrationTexts.clientEndpoint, meaning: meanings.deletion }
  const raw = await sendRecorded(context, own, { method: 'DELETE', url: uri, headers })
  rejectRedirect(raw, own.label, uri)
  // 204 has no body, which is an error elsewhere.
  if (raw.status < 300) return rejectCut(raw, own.label, uri)
  rejectErrors(raw, own.label, uri)
}
