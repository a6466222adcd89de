import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import { maxDepth } from '#engine/base/encoding/json-depth.ts'
import { isObject } from '#engine/checks/values.ts'
import { member } from '../fields.ts'
import { refOf } from '../references.ts'
import { kindOf, sectionOf, type Kind } from './kinds.ts'
import { addressOf, fragmentOf, isReference, locate, mappingOf, type Places, type Target } from './places.ts'

/** Values that a description may come to with all its parts: where parts are put into each other, few can stand for billions. */
const mostValues = 5_000_000
/** Parts that are put where they are referred to. */
const mostPut = 20_000

/** A reference that was left unchanged; of those that lead to the same document that is not there, the first. */
export interface LooseReference {
  /** As it is written. */
  ref: string
  /** The document that contains it, and the pointer there. */
  location: string
  pointer: string
  /** The document that is not there; undefined: it leads to nothing in one that is, or `why` says more. */
  wanted?: string
  why?: string
  /** It is in an example or an extension, where it may be plain data. */
  data: boolean
}

/** A description with what it refers to put into it. */
export interface Bundle {
  document: Record<string, unknown>
  loose: LooseReference[]
}

/** A description can't be combined: what has become of it would be nested too deeply, or too large. */
export class BundleExcess extends Error {
  readonly excess: 'deep' | 'large'
  constructor(excess: 'deep' | 'large') {
    super(excess)
    this.excess = excess
  }
}

/** Where a value is. */
interface At {
  location: string
  pointer: string
  kind: Kind
  depth: number
}

/** A part of another document that is kept in a section under its own name. */
interface Kept {
  target: Target
  kind: Kind
}

/**
 * One description of many documents: what it refers to in others comes into its own `components` (`definitions`, …) under the
 * names that it has there, what has no place there is put where it is referred to. References inside it stay what they are,
 * circles too. Only what is referred to is taken along; what is not among the documents is reported, and its reference left.
 */
export function bundle(root: string, places: Places): Bundle {
  const whole = places.documents.get(root)
  const swagger = member(whole, 'swagger') !== undefined
  const loose = new Map<string, LooseReference>()
  const names = new Map<string, string>()
  const kept = new Map<string, Map<string, Kept>>()
  const waiting: { section: string; name: string }[] = []
  /** What is being put where it is referred to: a circle of these has no end. */
  const open = new Set<string>()
  let values = 0
  let puts = 0

  const sectionName = (kind: Kind): string | undefined => sectionOf(kind, swagger)?.join('/')
  const idOf = (section: string, { location, pointer }: Target): string => `${section} ${location}${fragmentOf(pointer)}`
  const keptIn = (section: string): Map<string, Kept> => {
    const known = kept.get(section)
    if (known) return known
    const made = new Map<string, Kept>()
    kept.set(section, made)
    return made
  }
  const place = (at: At, key: string, isItem: boolean): At => ({
    location: at.location,
    pointer: `${at.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    kind: kindOf(at.kind, key, isItem),
    depth: at.depth + 1,
  })
  /** A reference that leads nowhere stays, told from where the description itself is. */
  const leave = (ref: string, at: At, told: Pick<LooseReference, 'wanted' | 'why'>): string => {
    const id = told.wanted ?? `${at.location} ${ref}`
    const data = at.kind === 'data'
    if (!loose.has(id) || (loose.get(id)?.data && !data))
      loose.set(id, { ref, location: at.location, pointer: at.pointer, data, ...told })
    const address = addressOf(ref, at.location, places)
    return at.location === root || !address.ok ? ref : `${address.value.location}${fragmentOf(address.value.pointer)}`
  }
  /** Where a part of another document is kept: under the name that it has there, or the next free one. */
  const keep = (target: Target, section: string, kind: Kind): string => {
    const id = idOf(section, target)
    const known = names.get(id)
    if (known !== undefined) return `#/${section}/${known}`
    const taken = keptIn(section)
    const own = nameOf(target)
    let name = own
    for (let n = 2; taken.has(name); n++) name = `${own}_${n}`
    names.set(id, name)
    taken.set(name, { target, kind })
    waiting.push({ section, name })
    return `#/${section}/${name}`
  }
  /** The reference in the definition that represents one; the target, if it has no place of its own there. */
  const lead = (ref: string, at: At): string | Target => {
    const found = locate(ref, at.location, places)
    if ('missing' in found) {
      const told =
        found.missing === 'document' ? { wanted: found.location } : found.missing === 'address' ? { why: found.why } : {}
      return leave(ref, at, told)
    }
    const section = sectionName(at.kind)
    // What is in the description itself stays there, if its pointer still leads to it.
    if (found.location === root && !found.through && (section !== undefined || at.location === root))
      return fragmentOf(found.pointer)
    return section === undefined ? found : keep(found, section, at.kind)
  }
  const put = (target: Target, siblings: Record<string, unknown>, ref: string, at: At): unknown => {
    const id = idOf(at.kind, target)
    if (open.has(id)) return { ...siblings, $ref: leave(ref, at, {}) }
    if (++puts > mostPut) throw new BundleExcess('large')
    open.add(id)
    const { location, pointer } = target
    const value = walk(target.value, { ...at, location, pointer: fragmentOf(pointer).slice(1), depth: at.depth + 1 })
    open.delete(id)
    // What stands next to the reference of a path or a description counts as well.
    return isObject(value) && Object.keys(siblings).length > 0 ? { ...value, ...siblings } : value
  }
  function walk(value: unknown, at: At): unknown {
    if (++values > mostValues) throw new BundleExcess('large')
    if (at.depth > maxDepth) throw new BundleExcess('deep')
    if (Array.isArray(value)) return value.map((one, index) => walk(one, place(at, String(index), true)))
    if (typeof value !== 'object' || value === null) return value
    const ref = refOf(value)
    const entries = Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
      if ((key === '$ref' && ref !== undefined) || isSample(key)) return []
      // What is defined inside another document is found by its references.
      if (at.kind === 'schema' && at.location !== root && /^(definitions|\$defs)$/.test(key)) return []
      if (at.kind === 'discriminator' && key === 'mapping') return [[key, mapped(value, at)]]
      return [[key, walk(one, place(at, key, false))]]
    })
    const rest = Object.fromEntries(entries)
    if (ref === undefined) return rest
    if (at.location === root && ref.startsWith('#') && (at.kind === 'data' || !passes(ref))) return { $ref: ref, ...rest }
    const led = lead(ref, at)
    return typeof led === 'string' ? { $ref: led, ...rest } : put(led, rest, ref, at)
  }
  /** A pointer of the description that goes through a reference to another document. */
  const passes = (ref: string): boolean => {
    const found = locate(ref, root, places)
    return !('missing' in found) && found.through
  }
  const mapped = (discriminator: object, at: At): Record<string, unknown> =>
    Object.fromEntries(
      mappingOf(discriminator).map(([key, to]) => {
        const named = isReference(to) ? to : `#/${swagger ? 'definitions' : 'components/schemas'}/${to}`
        if (at.location === root && named.startsWith('#')) return [key, to]
        const found = locate(named, at.location, places)
        if ('missing' in found && !isReference(to)) return [key, to]
        const led = lead(named, { ...at, kind: 'schema', pointer: `${at.pointer}/mapping` })
        return [key, typeof led === 'string' ? led : to]
      }),
    )

  const ownSections = sectionsOf(root, whole, swagger, places)
  for (const { section, name, value, at } of ownSections) {
    keptIn(section).set(name, { target: at, kind: '' })
    const ref = refOf(value)
    const found = ref !== undefined && Object.keys(value as object).length === 1 ? locate(ref, at.location, places) : at
    if (!('missing' in found) && found.location !== root && !names.has(idOf(section, found)))
      names.set(idOf(section, found), name)
  }
  const start: At = { location: root, pointer: '', kind: 'document', depth: 0 }
  const document = Object.fromEntries(
    Object.entries(whole as object)
      .filter(([key]) => !isSectionKey(key, swagger))
      .map(([key, one]) => [key, walk(one, place(start, key, false))]),
  )
  const built = new Map<string, Map<string, unknown>>()
  const into = (section: string, name: string, value: unknown) => {
    const list = built.get(section) ?? new Map<string, unknown>()
    built.set(section, list.set(name, value))
  }
  for (const { section, name, value, at } of ownSections) {
    const ref = refOf(value)
    const found = ref === undefined || Object.keys(value as object).length > 1 ? undefined : locate(ref, at.location, places)
    const own = found !== undefined && !('missing' in found) && names.get(idOf(section, found)) === name ? found : undefined
    const from = own ?? at
    into(
      section,
      name,
      walk(own ? own.value : value, { ...start, ...from, pointer: fragmentOf(from.pointer).slice(1), kind: at.kind }),
    )
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const one = keptIn(next.section).get(next.name)
    if (!one) continue
    const { location, pointer, value } = one.target
    into(next.section, next.name, walk(value, { location, pointer: fragmentOf(pointer).slice(1), kind: one.kind, depth: 3 }))
  }
  return { document: withSections(document, built, swagger), loose: [...loose.values()] }
}

/** Samples of code, one for each language, often a file each: nothing reads them. */
const isSample = (key: string): boolean => /^x-code-?samples$/i.test(key)

const isSectionKey = (key: string, swagger: boolean): boolean =>
  swagger ? /^(definitions|parameters|responses|securityDefinitions)$/.test(key) : key === 'components'

/** What a description keeps by name, wherever the lists of it stand. */
interface OwnPart {
  section: string
  name: string
  value: unknown
  at: Target & { kind: Kind }
}

function sectionsOf(root: string, whole: unknown, swagger: boolean, places: Places): OwnPart[] {
  const follow = (target: Target): Target => {
    const ref = refOf(target.value)
    const found = ref === undefined ? target : locate(ref, target.location, places)
    return 'missing' in found ? target : found
  }
  const found: OwnPart[] = []
  const top: Target = { location: root, pointer: [], value: whole, through: false }
  const below = (target: Target, key: string): Target => ({
    ...target,
    pointer: [...target.pointer, key],
    value: member(target.value, key),
  })
  const parent = swagger ? top : follow(below(top, 'components'))
  if (!isObject(parent.value)) return []
  for (const key of Object.keys(parent.value)) {
    if (swagger && !isSectionKey(key, true)) continue
    const list = follow(below(parent, key))
    const kind = kindOf(swagger ? 'document' : 'components', key, false)
    const section = swagger ? key : `components/${key}`
    if (!isObject(list.value)) continue
    for (const name of Object.keys(list.value)) {
      const at = below(list, name)
      found.push({ section, name, value: at.value, at: { ...at, kind: kind === 'data' ? kind : kindOf(kind, name, false) } })
    }
  }
  return found
}

function withSections(
  document: Record<string, unknown>,
  built: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  swagger: boolean,
): Record<string, unknown> {
  const lists = [...built].map(([section, list]) => [section.split('/').at(-1) ?? '', Object.fromEntries(list)] as const)
  if (lists.length === 0) return document
  return swagger ? { ...document, ...Object.fromEntries(lists) } : { ...document, components: Object.fromEntries(lists) }
}

/** The name that a part has in its document: its key there, or the name of the file that contains nothing else. */
function nameOf({ location, pointer }: Target): string {
  const file =
    location
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  const last = pointer.at(-1) ?? (percentDecoded(file).replace(/\.[^.]*$/, '') || file)
  return last.replace(/[^\w.-]+/g, '_') || 'part'
}
