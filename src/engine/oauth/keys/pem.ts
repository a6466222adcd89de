import { bytesOfBase64 } from './base64.ts'
import { keyError } from './key-error.ts'
import { oauthKeyTexts as texts } from './texts.ts'

/** One block of a PEM text (RFC 7468; headers: RFC 1421 section 4.6). */
export interface PemBlock {
  /** `PRIVATE KEY`, `CERTIFICATE` … */
  label: string
  /** `Proc-Type`, `DEK-Info`. */
  headers: Record<string, string>
  der: Uint8Array<ArrayBuffer>
}

const opening = /-----BEGIN ([A-Z0-9 .]+?)-----/g

function readBlock(label: string, body: string): PemBlock {
  const headers: Record<string, string> = {}
  const rest = body.replace(/^\s*((?:[A-Za-z0-9-]+:.*\r?\n(?:[ \t]+\S.*\r?\n)*)+)/, (_all, lines: string) => {
    for (const [, name = '', value = ''] of lines.matchAll(/^([A-Za-z0-9-]+):[ \t]*(.*)$/gm)) headers[name] = value.trim()
    return ''
  })
  const der = bytesOfBase64(rest)
  if (!der) throw keyError(texts.pemNotBase64(label), texts.pemHint)
  return { label, headers, der }
}

/**
 * The blocks of a PEM text, in order; what is between them is ignored. Line ends may be missing or written `\n`, as they come
 * from environment variables and JSON. Throws AssayError `key-unusable` for a block that is cut or changed.
 */
export function parsePem(text: string): PemBlock[] {
  const plain = text.replace(/\\r\\n|\\n/g, '\n').replaceAll('\r\n', '\n')
  return Array.from(plain.matchAll(opening), ({ 0: line, 1: label = '', index }) => {
    const start = index + line.length
    const end = plain.indexOf(`-----END ${label}-----`, start)
    if (end < 0 || plain.slice(start, end).includes('-----BEGIN')) throw keyError(texts.pemCut(label), texts.pemHint)
    return readBlock(label, plain.slice(start, end))
  })
}
