import { demoUser } from '../accounts.ts'
import { escapeHtml, fieldsByName, formFields, jsonResponse, page, Refusal } from '../answers.ts'
import { sandboxTexts as texts } from '../texts.ts'
import { authenticated } from './clients.ts'
import { unguessable, type ProviderContext } from './context.ts'
import { paths } from './metadata.ts'
import { grantFor, type Grant } from './tokens.ts'

/** A device that waits for its person. */
export interface KeptDevice extends Grant {
  userCode: string
  expires: number
  state: 'pending' | 'approved' | 'declined'
}

const life = 600
/** Letters that are not taken for one another (RFC 8628 section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

function userCode(): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length])
  return `${drawn.slice(0, 4).join('')}-${drawn.slice(4).join('')}`
}

/** As a user types it: small letters, blanks and other dashes are no difference. */
const normal = (code: string): string => code.toUpperCase().replace(/[^A-Z]/g, '')

/** The device authorization endpoint (RFC 8628 section 3.1). */
export async function authorizeDevice(context: ProviderContext, request: Request): Promise<Response> {
  const form = await formFields(request)
  const client = authenticated(request, form)
  const code = unguessable()
  const shown = userCode()
  const expires = context.now() + life
  const kept: KeptDevice = {
    id: unguessable(),
    client: client.id,
    user: demoUser.id,
    ...grantFor({ scope: form.get('scope') ?? '', resource: form.get('resource') }),
    userCode: shown,
    expires,
    state: 'pending',
  }
  await context.store.put(`device/${code}`, kept, expires)
  await context.store.put(`user-code/${normal(shown)}`, code, expires)
  const uri = context.issuer + paths.device
  return jsonResponse(200, {
    device_code: code,
    user_code: shown,
    verification_uri: uri,
    verification_uri_complete: `${uri}?user_code=${shown}`,
    expires_in: life,
  })
}

const codePage = (error?: string): Response =>
  page(
    texts.device,
    `<p${error === undefined ? '' : ' role="alert"'}>${escapeHtml(error ?? texts.deviceEnter)}</p>
<form method="post"><label for="user_code">${texts.deviceCode}</label>
<input id="user_code" name="user_code" autocomplete="off" required data-focus><button>${texts.goOn}</button></form>`,
  )

const loginFields = `<label for="username">${texts.username}</label>
<input id="username" name="username" autocomplete="username" required data-focus>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`

const confirmPage = (kept: KeptDevice, signedIn: boolean, error?: string): Response =>
  page(
    texts.device,
    `<p>${escapeHtml(texts.deviceConfirm(kept.client, kept.userCode))}</p>
${error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`}
<form method="post"><input type="hidden" name="user_code" value="${escapeHtml(kept.userCode)}">
<input type="hidden" name="confirm" value="yes">
${signedIn ? '' : `${loginFields}\n<p>${escapeHtml(texts.account)}</p>`}
<button>${texts.goOn}</button> <button name="abort" value="yes" formnovalidate>${texts.decline}</button></form>`,
  )

/** The pages at which a user approves a device (RFC 8628 section 3.3). */
export async function devicePages(context: ProviderContext, request: Request): Promise<Response> {
  const form = request.method === 'POST' ? await formFields(request) : fieldsByName(new URL(request.url).searchParams)
  const typed = form.get('user_code')
  if (typed === undefined) return codePage()
  const code = await context.store.get<string>(`user-code/${normal(typed)}`)
  const kept = code === undefined ? undefined : await context.store.get<KeptDevice>(`device/${code}`)
  if (code === undefined || kept?.state !== 'pending') return codePage(texts.deviceWrong)
  const signedIn = (await context.store.get('session')) !== undefined
  if (form.get('confirm') !== 'yes') return confirmPage(kept, signedIn)
  const decide = (state: KeptDevice['state']) =>
    context.store.put(`device/${code}`, { ...kept, state, authTime: context.now() }, kept.expires)
  if (form.get('abort') === 'yes') {
    await decide('declined')
    return codePage(texts.deviceStopped)
  }
  if (!signedIn && (form.get('username') !== demoUser.id || form.get('password') !== demoUser.password))
    return confirmPage(kept, false, texts.wrongPassword)
  await context.store.put('session', { user: demoUser.id, at: context.now() }, context.now() + 86_400)
  await decide('approved')
  return page(texts.device, `<p>${escapeHtml(texts.deviceDone)}</p>`)
}

/** The grant of a device code, once (RFC 8628 section 3.5). */
export async function redeemDevice(context: ProviderContext, client: string, code: string): Promise<Grant> {
  const kept = await context.store.get<KeptDevice>(`device/${code}`)
  if (kept?.client !== client) throw new Refusal('invalid_grant', 'grant request is invalid')
  if (kept.state === 'pending')
    throw new Refusal(
      'authorization_pending',
      'authorization request is still pending as the end-user has not yet completed the user interaction steps',
    )
  await context.store.take(`device/${code}`)
  if (kept.state === 'declined') throw new Refusal('access_denied', 'End-User aborted interaction')
  const { userCode: _code, expires: _expires, state: _state, ...grant } = kept
  return grant
}
