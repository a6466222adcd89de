import { fail, ok, type Result } from '#engine/base/result.ts'
import { type Breach, checkRules } from '../problems/check-rules.ts'
import { decode } from './decode.ts'
import { findDoubleIds } from './double-ids.ts'
import { type JsonPath, readJson } from './json-source.ts'
import { describePath } from './path.ts'
import { type Project, projectSchema } from './schema.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { fileTexts as texts } from './file-texts.ts'

/** What could be read of a broken file, and what could not. */
export interface Salvage {
  project: Project
  /**
   * One line each: the path with names, what is wrong there, and that it was omitted. Of very many the last line counts the
   * rest.
   */
  leftOut: string[]
}

/**
 * What can be read of a truncated or broken file, as a new project (R1). Steps, cases and other parts that break a rule are
 * omitted whole if they can't do without what is broken, and everything omitted is named.
 */
export function salvageProject(input: Uint8Array | string): Result<Salvage, string> {
  const decoded = decode(input)
  if (!decoded.ok) return fail(decoded.error.message)
  const json = readJson(decoded.value)
  if (!isObject(json.value) || json.value['format'] !== 'aprj') return fail(texts.nothingToSalvage)
  const root: Record<string, unknown> = { ...json.value, version: 1 }
  if (typeof root['id'] !== 'string' || root['id'] === '') root['id'] = 'recovered'
  if (typeof root['name'] !== 'string') root['name'] = texts.salvagedName

  const leftOut = json.problems.map(({ path, text }) => texts.leftOut(`${describePath(root, path)}: ${text}`))
  const describe = ({ path, text }: Breach) => texts.leftOut(`${describePath(root, path)}: ${text()}`)
  const first = checkRules(projectSchema, root)
  leftOut.push(...first.breaches.map(describe))
  if (first.value === undefined) return fail(texts.nothingToSalvage)

  for (const { path, id } of findDoubleIds(first.value)) {
    leftOut.push(`${describePath(first.value, path)}: ${texts.newId(id)}`)
    rename(first.value, path, id)
  }
  const more = json.more + first.more
  if (more > 0) leftOut.push(texts.moreLeftOut(more))
  return ok({ project: first.value as Project, leftOut })
}

function rename(root: unknown, path: JsonPath, id: string): void {
  let target = root
  for (const key of path) target = typeof target === 'object' && target !== null ? Reflect.get(target, key) : undefined
  // The path is unique, so the id is too.
  if (isObject(target)) target['id'] = `${id}-${path.filter((key) => typeof key === 'number').join('-')}`
}
