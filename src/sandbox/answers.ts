/** A response in JSON; what a token endpoint says is never cached (RFC 6749 section 5.1). */
export const jsonResponse = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })

/** A refusal in the words of RFC 6749 section 5.2. */
export class Refusal extends Error {
  readonly error: string
  readonly status: number
  readonly headers: Record<string, string>
  constructor(error: string, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description)
    this.error = error
    this.status = status
    this.headers = headers
  }

  answer(): Response {
    return jsonResponse(this.status, { error: this.error, error_description: this.message }, this.headers)
  }
}

/** The fields of a form; one that is duplicated is rejected (RFC 6749 section 3.2). */
export async function formFields(request: Request): Promise<Map<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Refusal(
      'invalid_request',
      'only application/x-www-form-urlencoded content-type bodies are supported on this endpoint',
    )
  return fieldsByName(new URLSearchParams(await request.text()))
}

/** What a provider knows; other parameters are ignored, also if they come twice (RFC 6749 section 3.1). */
const known =
  /^(client_(id|secret)|redirect_uri|response_(type|mode)|scope|state|nonce|prompt|max_age|code(_challenge(_method)?|_verifier)?|request(_uri)?|dpop_jkt|grant_type|username|password|refresh_token|device_code|user_code|token(_type_hint)?)$/

/** The fields of a query or a form by name; empty ones are omitted. */
export function fieldsByName(found: URLSearchParams): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of found) {
    if (fields.has(name) && known.test(name))
      throw new Refusal('invalid_request', `'${name}' parameter must not be provided twice`)
    if (value !== '') fields.set(name, value)
  }
  return fields
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe to be in HTML and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** A page of the provider; `body` is HTML. */
export const page = (title: string, body: string, status = 200): Response =>
  new Response(`<!doctype html><title>${escapeHtml(title)}</title><main><h1>${escapeHtml(title)}</h1>${body}</main>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })

/** Sends the browser on. */
export const redirect = (location: string | URL): Response =>
  new Response(null, { status: 303, headers: { location: String(location), 'cache-control': 'no-store' } })
