import { isoDay } from '#engine/base/iso-day.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { OpenedCertificate } from '#engine/oauth/keys/client-certificate.ts'
import type { ClientCertificate, Http, HttpRequest, Ports } from '#engine/ports/index.ts'
import { ofHost, parseAddress } from '#engine/ports/http/http-rules.ts'
import { browserLimit } from '#engine/ports/http/http-texts.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { ClientCertificateEntry } from './client-certificate.ts'
import { inField } from '../field-error.ts'
import { stepTexts as texts } from '../texts.ts'

/** Certificates that were opened already, by what they were opened from: deriving keys from passwords takes long on purpose. */
export type OpenedCertificates = Map<string, Promise<OpenedCertificate>>

/** What certificates need of the surroundings of a step. */
export interface CertificateContext {
  variables: Pick<Scopes, 'resolve'>
  redactor: Redactor
  ports: Ports
  opened?: OpenedCertificates | undefined
  /** Something that the user should know. */
  noted?(level: 'info' | 'warning', text: string): void
}

/** Why a server would reject a certificate at this moment (RFC 5280 section 4.1.2.5). */
function lifeProblem({ facts }: OpenedCertificate, now: number): string | undefined {
  if (now >= facts.validTo) return texts.certificateExpired(facts.subject, isoDay(facts.validTo))
  return now < facts.validFrom ? texts.certificateNotYet(facts.subject, isoDay(facts.validFrom)) : undefined
}

/** An error that says of which certificate it is. */
function ofCertificate(host: string, thrown: unknown): unknown {
  if (!(thrown instanceof AssayError)) return thrown
  const { code, message, hint, cause } = thrown
  return new AssayError(code, texts.inCertificate(host, message), { hint, cause })
}

/**
 * The client certificate of an entry, opened once; the redactor knows its key and its password from here on. Rejects with AssayError
 * `key-unusable` and `secret-missing`, which name its host if `named`.
 */
export async function openEntry(
  { host, form, ...given }: ClientCertificateEntry,
  { variables, redactor, ports, opened }: CertificateContext,
  named = true,
): Promise<OpenedCertificate> {
  const value = (field: 'certificate' | 'key' | 'password') =>
    inField(texts.certificateFields[field], resolveSecret(given[field], variables, ports.secrets, redactor))
  try {
    const read = { form, certificate: await value('certificate'), key: await value('key'), password: await value('password') }
    redactor.add(`key of ${host}`, read.key)
    redactor.add(`password of ${host}`, read.password)
    const name = JSON.stringify(read)
    const found =
      opened?.get(name) ??
      import('#engine/oauth/keys/client-certificate.ts').then(({ openClientCertificate }) => openClientCertificate(read))
    opened?.set(name, found)
    return await found
  } catch (thrown) {
    throw named ? ofCertificate(host, thrown) : thrown
  }
}

async function openIfPossible(
  entry: ClientCertificateEntry,
  context: CertificateContext,
): Promise<OpenedCertificate | undefined> {
  try {
    return await openEntry(entry, context)
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    return undefined
  }
}

/** Sends what is for a listed host with the certificate of that host. */
class CertifiedHttp implements Http {
  readonly #entries: readonly ClientCertificateEntry[]
  readonly #context: CertificateContext
  readonly #told = new Set<string>()

  constructor(entries: readonly ClientCertificateEntry[], context: CertificateContext) {
    this.#entries = entries
    this.#context = context
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<Awaited<ReturnType<Http['send']>>> {
    const { ports } = this.#context
    const entry = ofHost(parseAddress(request.url), this.#entries)
    if (entry === undefined && request.redirect === 'manual') return ports.http.send(request, signal)
    if (entry && !ports.capabilities.has('no-cors')) throw browserLimit(texts.showCertificate(entry.host))
    const own = entry && (await openEntry(entry, this.#context))
    const problem = own && lifeProblem(own, ports.clock.now())
    if (problem !== undefined) this.#tell(problem)
    const certificates = [
      ...(entry && own ? [shown(entry, own)] : []),
      ...(request.redirect === 'follow' && ports.capabilities.has('no-cors') ? await this.#others(entry) : []),
    ]
    try {
      const response = await ports.http.send(certificates.length === 0 ? request : { ...request, certificates }, signal)
      if (own === undefined) return response
      const { subject, thumbprint } = own.facts
      return { ...response, certificate: { subject, thumbprint } }
    } catch (thrown) {
      if (problem === undefined || !(thrown instanceof AssayError) || thrown.code !== 'http-unreachable') throw thrown
      const hint = `${problem} ${thrown.hint ?? ''}`.trim()
      throw new AssayError(thrown.code, thrown.message, { hint, cause: thrown.cause })
    }
  }

  /** Those that a redirect may lead to; one that can't be opened is missed there, and only there. */
  async #others(entry: ClientCertificateEntry | undefined): Promise<ClientCertificate[]> {
    const others = this.#entries.filter((other) => other !== entry)
    const opened = others.map(async (other) => {
      const found = await openIfPossible(other, this.#context)
      return found === undefined ? [] : [shown(other, found)]
    })
    return (await Promise.all(opened)).flat()
  }

  #tell(text: string): void {
    if (this.#told.has(text)) return
    this.#told.add(text)
    this.#context.noted?.('warning', text)
  }
}

const shown = ({ host }: ClientCertificateEntry, { certificate, key }: OpenedCertificate): ClientCertificate => ({
  host,
  certificate,
  key,
})

/** The client certificates of an environment, as far as steps ask about them. */
export interface CertificatesOfHosts {
  hosts: readonly string[]
  /** Of those that can be opened. */
  thumbprints(): Promise<string[]>
}

/** See {@link CertificatesOfHosts}; undefined if there are none. */
export const certificatesOf = (
  entries: readonly ClientCertificateEntry[] | undefined,
  context: CertificateContext,
): CertificatesOfHosts | undefined =>
  entries === undefined || entries.length === 0
    ? undefined
    : {
        hosts: entries.map(({ host }) => host),
        thumbprints: async () =>
          (await Promise.all(entries.map((entry) => openIfPossible(entry, context)))).flatMap((opened) =>
            opened === undefined ? [] : [opened.facts.thumbprint],
          ),
      }

/** The ports of a step whose environment has client certificates; without any they are what they were. */
export const certifiedPorts = (entries: readonly ClientCertificateEntry[] | undefined, context: CertificateContext): Ports =>
  entries === undefined || entries.length === 0 ? context.ports : { ...context.ports, http: new CertifiedHttp(entries, context) }
