import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { describeClientCertificate, type CertificateDescription } from '#engine/oauth/keys/client-certificate.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { openEntry } from '#engine/steps/keys/certified-ports.ts'
import type { ClientCertificateEntry } from '#engine/steps/keys/client-certificate.ts'
import { requestedProject } from './requested-case.ts'

/** Checks a client certificate as it is entered; its secrets are read here and stay here. Never rejects for a bad one. */
export async function checkCertificate(
  project: Project,
  environment: string,
  entry: ClientCertificateEntry,
  ports: Ports,
): Promise<CertificateDescription> {
  const redactor = createRedactor()
  try {
    const variables = requestedProject(project, environment, ports, redactor)
    // Without its host: the editor shows it beside.
    return describeClientCertificate(await openEntry(entry, { variables, redactor, ports }, false), ports.clock.now())
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const { message, hint } = thrown
    return {
      usable: false,
      message: redactor.mask(message),
      ...(hint === undefined ? {} : { hint: redactor.mask(hint) }),
    }
  }
}
