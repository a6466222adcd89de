import { capital } from '#engine/base/capital.ts'
import { isoDay } from '#engine/base/iso-day.ts'
import { AssayError } from '#engine/base/errors.ts'
import { algorithmsFor } from './algorithms.ts'
import { importSigningKey } from './import-signing-key.ts'
import type { CertificateFacts, KeyFacts, KeySettings, SigningAlgorithm } from './key-settings.ts'
import { nameOfKey, oauthKeyTexts as texts } from './texts.ts'

/** The description of a key for the editor, without secrets. Plain JSON. */
export type KeyDescription =
  | {
      usable: true
      facts: KeyFacts
      /** `An RSA key of 2048 bits`. */
      text: string
      /** What it can sign with, the usual one first. */
      algorithms: SigningAlgorithm[]
      kid?: string
      certificate?: CertificateFacts
      warnings: string[]
    }
  | { usable: false; message: string; hint?: string }

const soon = 30 * 24 * 60 * 60 * 1000

/** What is wrong, or soon will be, with the time for which a certificate is valid. */
export function lifeWarnings(certificate: CertificateFacts | undefined, now: number): string[] {
  if (!certificate) return []
  const { validFrom, validTo } = certificate
  if (now >= validTo) return [texts.certificateExpired(isoDay(validTo))]
  if (now < validFrom) return [texts.certificateNotYet(isoDay(validFrom))]
  return validTo - now < soon ? [texts.certificateExpires(isoDay(validTo))] : []
}

/**
 * Checks a key while it is entered. Returns kind, size, curve and certificate, or the problem and the command that fixes it. `now`
 * in milliseconds since 1970. Never rejects for a bad key.
 */
export async function describeKey(settings: KeySettings, now: number): Promise<KeyDescription> {
  try {
    const { facts, kid, certificate, warnings } = await importSigningKey(settings)
    const text = nameOfKey(facts)
    return {
      usable: true,
      facts,
      text: capital(text),
      algorithms: algorithmsFor(facts),
      ...(kid === undefined ? {} : { kid }),
      ...(certificate ? { certificate } : {}),
      warnings: [...warnings, ...lifeWarnings(certificate, now)],
    }
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'key-unusable') throw thrown
    const { message, hint } = thrown
    return { usable: false, message, ...(hint === undefined ? {} : { hint }) }
  }
}
