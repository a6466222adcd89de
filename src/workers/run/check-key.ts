import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { describeKey, type KeyDescription } from '#engine/oauth/keys/describe-key.ts'
import type { SigningAlgorithm } from '#engine/oauth/keys/key-settings.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import { resolveKey } from '#engine/steps/keys/resolve-key.ts'
import { requestedCase } from './requested-case.ts'
import type { AskPlace } from './run-protocol.ts'

/** Checks a key of a step as it is entered (O4); its secrets are read here and stay here. Never rejects for a bad key. */
export async function checkKey(
  project: Project,
  place: AskPlace,
  key: SigningKey,
  algorithm: SigningAlgorithm,
  ports: Pick<Ports, 'clock' | 'secrets'>,
): Promise<KeyDescription> {
  const redactor = createRedactor()
  const masked = (text: string): string => redactor.mask(text)
  try {
    const { variables } = requestedCase(project, place, ports, redactor)
    const found = await describeKey(await resolveKey({ variables, redactor, ports }, key, algorithm), ports.clock.now())
    return found.usable ? found : { ...found, message: masked(found.message) }
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const { message, hint } = thrown
    return { usable: false, message: masked(message), ...(hint === undefined ? {} : { hint: masked(hint) }) }
  }
}
