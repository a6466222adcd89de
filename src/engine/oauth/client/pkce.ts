import { base64url } from 'jose'
import type { Random } from '#engine/ports/index.ts'

/** 256 random bits as base64url: a state, a nonce or a code verifier (RFC 7636 section 4.1). */
export const randomValue = (random: Random): string => base64url.encode(random.bytes(32))

/** The S256 code challenge of a verifier (RFC 7636 section 4.2). */
export const codeChallenge = async (verifier: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
