import { readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { Host } from '../host.ts'
import { UsageError } from '../host.ts'
import { unreadable } from './read-file.ts'
import { programTexts as texts } from '../texts.ts'

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** The certificates of `--cacert` with those that Node trusts anyway, PEM. UsageError if the file has none that can be read. */
export function trustedWith(path: string, { environment }: Pick<Host, 'environment'>): string[] {
  const own = certificatesIn(path)
  try {
    if (own.length === 0) throw new Error('none')
    for (const one of own) void new X509Certificate(one)
  } catch {
    throw new UsageError(texts.badCertificates(path), null)
  }
  // A list of certificates takes the place of Node's own.
  const extra = environment['NODE_EXTRA_CA_CERTS']
  return [...rootCertificates, ...(extra ? certificatesIn(extra) : []), ...own]
}

function certificatesIn(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').match(pem) ?? []
  } catch (error) {
    throw unreadable(path, error)
  }
}
