// Gathers the packages whose code a build has taken in, and writes their licences beside the app.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences (SPDX) that only ask for their text to be passed on. Another one ends the build: read it, then add it or leave the package out. */
const allowedLicences = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 PSF-2.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
)

/** Of a choice (`A OR B`) one is enough, of a sum (`A AND B`) all are needed. */
export const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowedLicences.has(one.trim())))

/** Folders of packages; on the process, as Vite loads a config's modules more than once. */
const folders = (globalThis[Symbol.for('assay bundled packages')] ??= new Set())

/** Notes the packages of all modules of a build. */
export const gatherPackages = {
  name: 'assay-gather-packages',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(id.replaceAll('\\', '/'))?.[1]
      if (folder) folders.add(folder)
    }
  },
}

/** In no build's modules: what workbox-build makes the service worker of, and fonts, of which only files are taken. */
const besides = [
  ...['cacheable-response', 'core', 'expiration', 'precaching', 'routing', 'strategies'].map((name) => `workbox-${name}`),
  'workbox-expiration/node_modules/idb',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
].map((name) => join('node_modules', name))

const isLicence = (name) =>
  /^(licen[cs]e|copying|notice|third.?party.?notices?)([.-].*)?$/i.test(name) && !/\.[cm]?[jt]s$/i.test(name)

/** A package as the notices name it: `texts` is empty where it has no file with its licence. */
export function readPackage(folder) {
  const { name, version, license, licenses, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const licence =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none')
  const texts = readdirSync(folder)
    .filter(isLicence)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { name, version, licence, texts, author: typeof author === 'string' ? author : author?.name }
}

/** The notices as text, packages of the same words together. Throws where a licence is not allowed. */
export function noticesOf(packages) {
  const refused = packages.filter(({ licence }) => !isAllowed(licence))
  if (refused.length > 0)
    throw new Error(
      `Not an allowed licence (scripts/third-party-notices.mjs): ${refused.map(({ name, licence }) => `${name}: ${licence}`).join(', ')}`,
    )
  const byText = new Map()
  for (const { name, version, licence, texts, author } of packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = texts.join('\n\n') || `${licence}${author ? `, ${author}` : ''}. The package has no file with its licence.`
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  const parts = [...byText].map(([text, names]) => `${'='.repeat(80)}\n${names.join('\n')}\n\n${text}\n`)
  return `Assay contains the packages below.\n\n${parts.join('\n')}`
}

/** Writes the notices of all packages that were noted. */
export function writeNotices(file) {
  const all = [...folders, ...besides]
  const byName = new Map(all.map((folder) => readPackage(folder)).map((one) => [`${one.name} ${one.version}`, one]))
  writeFileSync(file, noticesOf([...byName.values()]))
}
