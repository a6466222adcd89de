import { AssayError } from '#engine/base/errors.ts'
import { importSigningKey } from '#engine/oauth/keys/import-signing-key.ts'
import { headerFor, signJwt } from '#engine/oauth/keys/sign-jwt.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import { boundedValue } from '../bounded-value.ts'
import { resolveDeep } from '../resolve-deep.ts'
import { resolveKey } from '../keys/resolve-key.ts'
import type { Outcome, RunContext } from '../step-kind.ts'
import { claimsAt } from './content.ts'
import type { JwtStep } from './schema.ts'

/** What a JWT step says. */
const texts = {
  noKey: 'The signing key is empty.',
  noKeyHint: 'Choose a key form and store the key under Signature.',
  otherAlgorithm: (alg: string, name: string) => `The header has alg "${alg}", but the step signs with ${name}.`,
  otherAlgorithmHint: 'Remove alg from the header, or choose the algorithm under Signature.',
  headerRefused: "The header can't be signed.",
  headerRefusedHint: 'Check the header values. "crit" must list other header members, and numbers must be valid in JSON.',
  signed: (header: string, claims: string) => `Signed. Header: ${header} Claims: ${claims}`,
} as const

async function claimsOf(step: JwtStep, { variables, ports }: RunContext): Promise<Record<string, unknown>> {
  const claims = (await resolveDeep(step.claims, variables)) as Record<string, unknown>
  const lifetime = await boundedValue(step.expiresIn, 'Expires in', { min: 1, max: 31_536_000 }, variables)
  return claimsAt(claims, Math.floor(ports.clock.now() / 1000), lifetime)
}

/**
 * Signs header and claims with the step's key and keeps the token in its variable, masked wherever it is shown. Templates work
 * in all text values; a string that is one reference alone takes the variable's type.
 */
export async function runJwt(step: JwtStep, context: RunContext): Promise<Outcome> {
  const { variables, redactor } = context
  if (step.key === undefined) throw new AssayError('key-unusable', texts.noKey, { hint: texts.noKeyHint })
  const key = await importSigningKey(await resolveKey(context, step.key, step.algorithm))
  const more = (await resolveDeep(step.header, variables)) as Record<string, unknown>
  const { alg = step.algorithm } = more
  if (alg !== step.algorithm) {
    throw new AssayError('key-unusable', texts.otherAlgorithm(textOfValue(alg), step.algorithm), {
      hint: texts.otherAlgorithmHint,
    })
  }
  const header = headerFor(key, more)
  const claims = textOfValue(await claimsOf(step, context))
  const token = await signed(() => signJwt(key, header, claims))
  redactor.add(step.variableName, token)
  for (const text of key.warnings) context.emit({ type: 'noted', level: 'warning', text: redactor.mask(text) })
  context.emit({ type: 'noted', level: 'info', text: redactor.mask(texts.signed(textOfValue(header), claims)) })
  variables.set(step.variableScope, step.variableName, token)
  const value = redactor.mask(token)
  context.emit({ type: 'variable-set', name: step.variableName, scope: step.variableScope, value })
  return { outcome: 'passed' }
}

/** jose rejects the header: a `crit` that names nothing, or a value that isn't JSON (RFC 7515 section 4.1.11). */
async function signed(sign: () => Promise<string>): Promise<string> {
  try {
    return await sign()
  } catch (thrown) {
    throw new AssayError('key-unusable', texts.headerRefused, { hint: texts.headerRefusedHint, cause: thrown })
  }
}
