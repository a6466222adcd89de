import { resolvePairs, type Resolve } from '../encode.ts'
import type { SendRequestStep } from '../schema.ts'
import { mapSignedAuth, signedAuthIn, type SignedAuth } from './signed-auth.ts'

/**
 * The headers that are sent as they are, and the authorization that is made of the others: its parts are resolved one by one, since a
 * key may contain line ends and quotes. What a single variable holds is read after that.
 */
export async function resolveHeaders(
  pairs: SendRequestStep['headers'],
  resolve: Resolve,
): Promise<{ headers: [string, string][]; auth: SignedAuth | undefined }> {
  let auth: SignedAuth | undefined
  const signing = pairs.findIndex(({ name, value, disabled }) => !disabled && signedAuthIn(name, value) !== undefined)
  const resolved = await resolvePairs(
    'Header',
    // One after the other, as everything is.
    pairs.map((pair, index) => (index === signing ? { ...pair, value: `${signingMark}${pair.value}` } : pair)),
    async (template) => {
      if (!template.startsWith(signingMark)) return resolve(template)
      const written = signedAuthIn('authorization', template.slice(signingMark.length))
      if (written) auth = await mapSignedAuth(written, resolve)
      return ''
    },
  )
  const headers = signing < 0 ? resolved : resolved.filter(([name, value]) => !(isAuthorization(name) && value === ''))
  if (auth === undefined) {
    const at = headers.findIndex(([name, value]) => signedAuthIn(name, value) !== undefined)
    if (at >= 0) auth = signedAuthIn(...(headers.splice(at, 1)[0] ?? ['', '']))
  }
  return { headers, auth }
}

/** No text of a project starts with it. */
const signingMark = '\0signed\0'

const isAuthorization = (name: string): boolean => name.trim().toLowerCase() === 'authorization'
