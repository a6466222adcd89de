import type { Case, Suite, Variable } from '#engine/project/format/schema.ts'
import { addRequest, type ForeignRequest, type Script } from './request/add-request.ts'
import { createAuthorizer, type ForeignAuth } from './request/auth.ts'
import type { Pair } from './request/body.ts'
import type { Draft } from './draft.ts'
import { createGivenHeaders } from './request/given-headers.ts'
import { deepestFolder } from './limits.ts'
import { importerTexts as texts } from './texts.ts'

/** A folder of a collection, as most tools have it; what it gives to what is in it, and its items in their order. */
export interface TreeFolder {
  name: string
  description?: string
  auth?: ForeignAuth | undefined
  headers?: Pair[]
  variables?: Variable[]
  before?: string[]
  after?: string[]
  items: TreeItem[]
  /** Whether scripts after a response run from the request outwards, as Bruno has it. */
  outwards?: boolean
}

/** A request in a folder; without authorization of its own it inherits. */
export type TreeRequest = Omit<ForeignRequest, 'where' | 'auth'> & { auth?: ForeignAuth | undefined }

/** What a folder holds. */
export type TreeItem = TreeFolder | TreeRequest

const isFolder = (item: TreeItem): item is TreeFolder => 'items' in item

interface Inherited {
  path: string[]
  auth: ForeignAuth
  headers: Pair[]
  /** Those of the folder itself that are switched off. */
  off: Pair[]
  before: Script[]
  after: Script[]
}

/** Makes suites of the folders of a collection, cases of the folders in them, and steps of their requests. `alone`: it is the whole project. */
export function buildTree(root: TreeFolder, draft: Draft, alone = true): void {
  const given = createGivenHeaders()
  const authorizer = createAuthorizer(draft)
  let requests = 0

  const joined = (outer: readonly Script[], inner: readonly Script[]): Script[] =>
    root.outwards === true ? [...inner, ...outer] : [...outer, ...inner]
  const below = (inherited: Inherited, folder: TreeFolder, name?: string): Inherited => {
    const path = name === undefined ? inherited.path : [...inherited.path, name]
    const where = path.join(' > ') || folder.name
    return {
      path,
      auth: folder.auth ?? inherited.auth,
      headers: [
        ...inherited.headers.filter((one) => !hasHeader(folder.headers, one.name)),
        ...(folder.headers ?? []).filter(({ disabled }) => !disabled),
      ],
      off: (folder.headers ?? []).filter(({ disabled }) => disabled),
      before: [...inherited.before, ...(folder.before ?? []).map((code) => ({ code, where }))],
      after: joined(
        inherited.after,
        (folder.after ?? []).map((code) => ({ code, where })),
      ),
    }
  }
  const request = (one: Case, item: TreeRequest, inherited: Inherited) => {
    requests++
    const headers = [...inherited.headers.filter(({ name }) => !hasHeader(item.headers, name)), ...item.headers]
    const made = {
      ...item,
      headers,
      where: [...inherited.path, item.name].join(' > '),
      auth: item.auth ?? inherited.auth,
      before: [...inherited.before, ...(item.before ?? [])],
      after: joined(inherited.after, item.after ?? []),
    }
    addRequest(draft, one, made, authorizer)
  }
  const read = (folder: TreeFolder, suite: Suite, names: string[], inherited: Inherited): void => {
    if (names.length > deepestFolder) return draft.leaveOut(inherited.path.slice(0, 3).join(' > '), texts.tooDeep)
    let own: Case | undefined
    for (const item of folder.items) {
      if (isFolder(item)) {
        read(item, suite, [...names, item.name], below(inherited, item, item.name))
        // What comes behind a folder is sent behind it.
        own = undefined
      } else {
        own ??= caseOf(suite, names.join(' / ') || folder.name, names.length === 0 ? undefined : folder, inherited)
        request(own, item, inherited)
      }
    }
  }
  const caseOf = (suite: Suite, name: string, folder: TreeFolder | undefined, inherited: Inherited): Case => {
    const one = draft.case(suite, name, folder?.description ?? '')
    // Disabled items are off in their own folder suite.
    given.note(one, folder === undefined ? { ...inherited, off: [] } : inherited)
    one.onFailure = 'continue'
    one.variables.push(...(folder?.variables ?? []))
    return one
  }

  const suiteOfRoot = (): Suite => {
    const suite = draft.suite(root.name)
    given.note(suite, alone ? { ...top, off: [] } : top)
    return suite
  }
  const top = below({ path: [], auth: { kind: 'none' }, headers: [], off: [], before: [], after: [] }, root)
  if (alone) given.note(draft.project, top)
  let own: Case | undefined
  for (const item of root.items) {
    if (isFolder(item)) {
      const suite = draft.suite(item.name, item.description)
      suite.variables.push(...(item.variables ?? []))
      const inherited = below(top, item, item.name)
      given.note(suite, inherited)
      read(item, suite, [], inherited)
      if (suite.cases.length === 0) draft.leaveOut(item.name, texts.emptyFolder)
      own = undefined
    } else {
      own ??= caseOf(suiteOfRoot(), texts.namelessCase, undefined, top)
      request(own, item, top)
    }
  }
  given.settle(authorizer)
  if (requests === 0) draft.leaveOut('', texts.noRequestAtAll)
}

const hasHeader = (headers: readonly Pair[] | undefined, name: string): boolean =>
  headers?.some((one) => one.name.toLowerCase() === name.toLowerCase() && !one.disabled) ?? false
