import { isForbiddenHeader } from '#engine/ports/http/http-rules.ts'
import { signedAuthIn } from './auth/signed-auth.ts'
import { signingTexts } from './auth/signing-texts.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** What of a request a browser can't do, completing "A browser can't …"; undefined if it can do all. */
export function limitOf(request: {
  method: string
  headers: readonly { name: string; value?: string; disabled?: boolean }[]
  body: { type: string }
}): string | undefined {
  const header = request.headers.find(({ name, disabled }) => !disabled && isForbiddenHeader(name.trim()))
  if (header) return texts.setHeader(header.name.trim())
  if (request.headers.some(({ name, value = '', disabled }) => !disabled && signedAuthIn(name, value)?.kind === 'ntlm'))
    return signingTexts.ntlmLimit
  const method = request.method.trim().toUpperCase()
  return (method === 'GET' || method === 'HEAD') && request.body.type !== 'none' ? texts.bodyWith(method) : undefined
}
