import { AssayError } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'
import type { NewId } from '#engine/project/empty.ts'
import type { Project, Step } from '#engine/project/format/schema.ts'
import { completeAddresses } from './complete-addresses.ts'
import { concealLiterals } from './conceal-literals.ts'
import { defineUnknown, namesRead } from './variables/define-unknown.ts'
import { createDraft, type Draft } from './draft.ts'
import { importerIds, type ImporterId } from './facts.ts'
import type { ImportSource, LeftOut } from './source.ts'
import { importers } from './index.ts'
import { openSource, type OpenedFile, type OpenedSource } from './open-source.ts'
import { otherFormat } from './other-formats.ts'
import { holdTokens } from './hold-tokens.ts'
import { objectOf } from './json-access.ts'
import { settleScopes } from './variables/settle-scopes.ts'
import { shareHeaders } from './request/share-headers.ts'
import { importerTexts as texts } from './texts.ts'
import { unreadableData } from './yaml.ts'
import { isScriptStep } from '#engine/steps/script/facts.ts'
import { referredId } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'

const signsIn = /log-?in|sign-?in|sessions?\b|authenticat/i
const credential = /^(authorization|cookie|x-.*(token|key|auth).*|.*api[-_]?key.*|.*token)$/i

/** Formats whose tools keep no cookies between requests. */
const withoutJar: ReadonlySet<ImporterId> = new Set(['openapi', 'soapui', 'curl'])

/** How a Script step uses the cookies that its own tool keeps; deleting them alone is no use. */
const usesCookies =
  /\b(pm|insomnia|bru|res|response|hopp|pw)\.(response\.)?cookies\b(?!\.(clear|unset|jar)\b)|\bjar(\(\))?\.(get|set)|\bresponseCookies\b|\bgetResponseCookie\b/i

/**
 * Keeps cookies in the project, as its own tool does, where the collection can live on them: something signs in, and no request
 * shows by what it is known, or a check, transfer or script uses a cookie. In any other project they would only cost the companion.
 */
function keepCookies(draft: Draft): void {
  const { project } = draft
  const { sent, set, cleared, disabled: withoutCookies } = draft.cookies
  const steps = project.suites
    .flatMap(({ cases }) => cases.flatMap((one) => one.steps))
    .filter((step) => !step.disabled && !withoutCookies.has(referredId(step, 'step') ?? step.id))
  const requests = steps.filter(isSendRequestStep)
  const login = requests.find(({ method, url, name }) => method === 'POST' && signsIn.test(`${url} ${name}`))
  const isKnown = requests.some(({ headers, query }) =>
    [...headers, ...query].some(({ name, disabled }) => !disabled && credential.test(name)),
  )
  const user = steps.find((step) => (isScriptStep(step) ? usesCookies.test(step.code) : readsCookie(step)))
  const why = login !== undefined && requests.length > 1 && !isKnown ? login : user
  if (why === undefined && !(sent && set)) {
    if (sent) draft.leaveOut('', texts.cookies)
    return
  }
  project.cookies = 'run'
  draft.leaveOut('', texts.cookiesKept(why !== undefined && why === login ? why.name : undefined))
  if (cleared) draft.leaveOut('', texts.cookiesCleared)
  for (const where of withoutCookies.values()) draft.leaveOut(where, texts.cookiesDisabled)
}

/** A step that reads a cookie by name; its own tool takes it from what it keeps. */
const readsCookie = (step: Step): boolean =>
  ('checks' in step && step.checks.some(isCookie)) || ('transfers' in step && step.transfers.some(isCookie))

const isCookie = ({ source }: Pick<Source, 'source'>): boolean => sourceFacts[source].readsCookies?.({}) === true

/** The result of an import: a new project, the secrets that must not be in it, and what did not come over. */
export interface Imported {
  kind: ImporterId
  project: Project
  /** Values by secret id; for the vault or the user, never for the file. */
  secrets: ReadonlyMap<string, string>
  leftOut: LeftOut[]
}

/**
 * Imports what was given into a new project; `auto` looks which format it has. Nothing of it is executed or fetched. Fails with
 * AssayError `import-unusable`; never throws for what the source holds.
 */
export async function runImport(
  kind: ImporterId | 'auto',
  source: ImportSource,
  newId: NewId,
): Promise<Result<Imported, AssayError>> {
  const opened = await openSource(source)
  if (!opened.ok) return opened
  const found = kind === 'auto' ? await detect(opened.value) : kind
  if (found === undefined) return fail(await unknownError(opened.value))
  const importer = await importers[found]()
  const draft = createDraft(withoutEnding(source.name), newId)
  try {
    const read = await importer.read(opened.value, draft)
    if (!read.ok) return read
  } catch (cause) {
    return fail(new AssayError('import-unusable', texts.damaged(source.name, found), { hint: texts.notOfKindHint, cause }))
  }
  await tellOthers(opened.value, found, draft)
  settleScopes(draft)
  holdTokens(draft)
  completeAddresses(draft.project, found === 'hoppscotch' ? 'https' : 'http')
  if (!withoutJar.has(found)) keepCookies(draft)
  concealLiterals(draft, found === 'openapi')
  defineUnknown(draft)
  shareHeaders(draft.project)
  const { project, secrets } = draft
  return ok({ kind: found, project, secrets, leftOut: draft.leftOut() })
}

/** The format that a source has; undefined if no importer knows it. */
async function detect(source: OpenedSource): Promise<ImporterId | undefined> {
  // A folder that says that it is a collection of Bruno is that, even next to the document of its API.
  const order = source.files.length > 1 ? ['bruno' as const, ...importerIds] : importerIds
  for (const id of order) {
    const importer = await importers[id]()
    if (await importer.detect(source)) return id
  }
  return undefined
}

/** Files that are looked at for another format than the one that was read. */
const mostOthers = 50

/**
 * Says which files have their own format, and which hold rows for the variables of what was read: an import reads one format,
 * and drops nothing silently.
 */
async function tellOthers({ name, files }: OpenedSource, found: ImporterId, draft: Draft): Promise<void> {
  if (files.length < 2 || files.length > mostOthers) return
  const read = namesRead(draft)
  for (const file of files) {
    const kind = await detect({ name, files: [file] })
    if (kind === found) continue
    const other = kind === undefined ? await otherFormat(file) : undefined
    if (kind !== undefined) draft.leaveOut(file.path, texts.another(kind))
    else if (other?.isTests) draft.leaveOut(file.path, texts.otherBeside(other.title, other.way))
    else if (columnsOf(file).some((column) => read.has(draft.variableName(column)))) draft.leaveOut(file.path, texts.rows)
  }
}

/** The columns of a file of rows: of CSV, or of a list of objects in JSON. */
function columnsOf(file: OpenedFile): string[] {
  const rows = file.json()
  if (Array.isArray(rows)) return Object.keys(objectOf(rows[0]) ?? {})
  if (!/\.(csv|tsv)$/i.test(file.path)) return []
  const [head = ''] = (file.text() ?? '').split(/\r?\n/, 1)
  return head.split(/[,;\t|]/).map((one) => one.replace(/^[\s"'\uFEFF]+|[\s"']+$/g, ''))
}

/** That no importer knows a source; of a file that says what it is, but can't be read, why it can't. */
async function unknownError({ name, files }: OpenedSource): Promise<AssayError> {
  const [only, more] = files
  if (more === undefined && only?.path.endsWith('.aprj'))
    return new AssayError('import-unusable', texts.own(name), { hint: texts.ownHint })
  for (const file of files.slice(0, mostOthers)) {
    const other = await otherFormat(file)
    if (other === undefined || (more !== undefined && !other.isTests)) continue
    const text = texts.otherFormat(more === undefined ? name : file.path, other.title)
    return new AssayError('import-unusable', text, { hint: `${other.way} Nothing was changed.` })
  }
  const why = only && more === undefined ? await unreadableData(only) : undefined
  if (!why) return new AssayError('import-unusable', texts.unknown(name), { hint: texts.unknownHint })
  const text = texts.unreadable(name, why.message, why.line)
  return new AssayError('import-unusable', text, { hint: why.excess ? texts.excessHint : texts.unreadableHint })
}

const withoutEnding = (name: string): string =>
  name.replace(/(?<=.)\.(postman_\w+\.)?(json|ya?ml|har|xml|zip|http|rest|bru|txt|sh)$/i, '')
