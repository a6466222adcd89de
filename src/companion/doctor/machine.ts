import { accessSync, constants, readFileSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:net'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { rootCertificates } from 'node:tls'
import { AssayError } from '#engine/base/errors.ts'
import { findBrowser, machine } from '#platform/node/logins/find-browser.ts'
import type { Host } from '../host.ts'
import { refusalOf } from '../files/read-file.ts'
import type { Finding } from './finding.ts'
import { doctorTexts as texts } from './texts.ts'

/** The versions that package.json asks for. */
const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** The version of Node. */
export const nodeFinding = (version = process.version): Finding =>
  isSupported(version)
    ? { title: texts.titles.node, state: 'ok', text: version }
    : { title: texts.titles.node, state: 'lacks', text: texts.oldNode(version), hint: texts.oldNodeHint }

/** The browser of scripted sign-ins. */
export function browserFinding({ environment }: Pick<Host, 'environment'>): Finding {
  const title = texts.titles.browser
  try {
    return { title, state: 'ok', text: findBrowser(machine(environment)) }
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return { title, state: 'warning', text: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) }
  }
}

/** Whether the port of `assay serve` is free. */
export const portFinding = (port: number): Promise<Finding> =>
  new Promise((found) => {
    const title = texts.titles.port(port)
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      found({
        title,
        state: 'warning',
        text: error.code === 'EADDRINUSE' ? texts.portTaken : refusalOf(error),
        hint: texts.portHint,
      }),
    )
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => found({ title, state: 'ok', text: texts.portFree })),
    )
  })

/** What reads SQLite files here. */
export const sqliteFinding = (): Finding => ({
  title: texts.titles.sqlite,
  state: 'ok',
  text: isBuiltin('node:sqlite') ? texts.sqliteNode : texts.sqliteWasm,
})

/** The folder of bodies during a run. */
export function folderFinding(folder = tmpdir()): Finding {
  const title = texts.titles.folder
  try {
    accessSync(folder, constants.W_OK)
    return { title, state: 'ok', text: folder }
  } catch (error) {
    return { title, state: 'lacks', text: texts.folder(folder, refusalOf(error)), hint: texts.folderHint }
  }
}

/** The trusted certificate authorities. */
export function certificatesFinding({ environment }: Pick<Host, 'environment'>, now: number): Finding {
  const title = texts.titles.certificates
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return { title, state: 'lacks', text: texts.unchecked, hint: texts.uncheckedHint }
  const own = texts.authorities(rootCertificates.length)
  const path = environment['NODE_EXTRA_CA_CERTS']
  if (path === undefined || path === '') return { title, state: 'ok', text: `${own} ${texts.extraHow}` }
  try {
    const extra = (readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
      (text) => new X509Certificate(text),
    )
    if (extra.length === 0) return { title, state: 'lacks', text: texts.extraEmpty(path), hint: texts.extraHint }
    const expired = extra.filter(({ validTo }) => Date.parse(validTo) < now)
    const text = `${own} ${texts.extra(path, extra.length)}`
    if (expired.length === 0) return { title, state: 'ok', text }
    // A collection of a system has some that are old.
    const state = expired.length === extra.length ? 'warning' : 'ok'
    return { title, state, text: `${text} ${texts.extraExpired(expired.length)}` }
  } catch (error) {
    return { title, state: 'lacks', text: texts.extraUnreadable(path, refusalOf(error)), hint: texts.extraHint }
  }
}
