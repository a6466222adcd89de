import type { Asked, Candidate, Recogniser } from './candidate.ts'
import type { Concept } from '../glossaries/glossary.ts'
import { flow } from './flow/flow.ts'
import { alikeAs, caseOf } from './names.ts'
import { says, type Token } from './reading.ts'

/** The name that a text gives to something new: quoted, behind "called", or what stands behind the noun. */
export function newName({ reading: { text, tokens } }: Asked, noun: Concept): string | undefined {
  const at = tokens.findIndex((token) => token.concepts.has(noun))
  const quoted = tokens.find((token, index) => token.kind === 'quoted' && (at < 0 || index > at - 4))
  if (quoted) return quoted.text.trim()
  const called = tokens.findIndex((token, index) => token.concepts.has('called') && index >= at)
  const start = called >= 0 ? called + 1 : at + 1
  return nameFrom(text, tokens, start, called >= 0)
}

/** The words from a place on, as they are written, up to where something else begins. */
function nameFrom(text: string, tokens: readonly Token[], start: number, isCalled: boolean): string | undefined {
  let first = start
  if (!isCalled) while (tokens[first]?.concepts.has('is') || tokens[first]?.text === ':') first++
  let last = first
  for (; last < tokens.length; last++) {
    const token = tokens[last] as Token
    if (token.kind === 'end') break
    if (
      last > first &&
      (['to', 'in', 'with', 'and', 'then', 'from'] as Concept[]).some((concept) => token.concepts.has(concept)) &&
      !/^\p{Lu}/u.test(token.text)
    )
      break
    if (
      last === first &&
      !isCalled &&
      ((token.stop && !/^\p{Lu}/u.test(token.text)) || (says([token], 'to', 'in', 'with', 'and') && !/^\p{Lu}/u.test(token.text)))
    )
      return undefined
    // Chinese and German put the verb behind the name.
    if (last > first && says([token], 'create', 'rename') && !/^\p{Lu}/u.test(token.text)) break
  }
  const [from, to] = [tokens[first], tokens[last - 1]]
  return from && to && last > first ? text.slice(from.start, to.end).trim() : undefined
}

/** "new project Warehouse": where to keep it and which environment are asked for. */
export const newProject: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (
    !says(tokens, 'project') ||
    !says(tokens, 'create', 'new') ||
    says(tokens, 'suite', 'case', 'step', 'variable', 'rename', 'delete', 'environment', 'read', 'check') ||
    (says(tokens, 'test') && !says(tokens, 'called'))
  )
    return undefined
  const name = newName(asked, 'project')
  return { confidence: 0.9, operations: [], creates: { name: asked.answers['name'] ?? name ?? '' } }
}

/** "add a suite Refunds". */
export const addSuite: Recogniser = (asked) => {
  const { tokens } = asked.reading
  const isNew = says(tokens, 'create', 'new') || (says(tokens, 'called') && !asked.named.some(({ what }) => what === 'suite'))
  if (!says(tokens, 'suite') || !isNew || says(tokens, 'case', 'delete', 'rename', 'move')) return undefined
  if (says(tokens, 'pairwise', 'boundary', 'load', 'crud', 'dataDriven', 'every')) return undefined
  const name = asked.answers['name'] ?? newName(asked, 'suite')
  // "One named Accounts and one named Payments".
  const calls = tokens.flatMap(({ concepts }, at) => (concepts.has('called') ? [at] : []))
  const names = calls.flatMap((at) => nameFrom(asked.reading.text, tokens, at + 1, true) ?? [])
  if (names.length > 1) return { confidence: 0.88, operations: names.map((one) => ({ do: 'add_suite', name: one })) }
  return name === undefined || name === ''
    ? { confidence: 0.7, operations: [], missing: { slot: 'name', options: [] } }
    : { confidence: 0.88, operations: [{ do: 'add_suite', name }] }
}

/** "add a case called Nightly to Orders": an empty one, or steps follow. */
export const addCase: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (!says(tokens, 'case') || !says(tokens, 'create', 'new') || says(tokens, 'delete', 'rename', 'move', 'wait', 'step'))
    return undefined
  const quoted = tokens.some(({ kind }) => kind === 'quoted')
  if (!says(tokens, 'called') && !quoted) return undefined
  const name = newName(asked, 'case')
  const suite = asked.named.find(({ what, label }) => what === 'suite' && label !== name)?.label
  if (name === undefined) return undefined
  return { confidence: 0.86, operations: [{ do: 'add_case', name, ...(suite === undefined ? {} : { suite }) }] }
}

const kinds = ['case', 'suite', 'step', 'variable', 'project'] as const

/** "rename X to Y". */
export const rename: Recogniser = (asked) => {
  const { reading, named, focus, index } = asked
  const { tokens, text } = reading
  const at = tokens.findIndex((token) => token.concepts.has('rename') && !token.concepts.has('update'))
  const isCalling =
    at < 0 && says(tokens, 'update', 'set') && says(tokens, 'name') && tokens.some(({ kind }) => kind === 'quoted')
  const isRenaming =
    at < 0 &&
    says(tokens, 'called') &&
    !says(tokens, 'create', 'new', 'keep') &&
    (asked.named.some(({ what }) => what === 'case' || what === 'suite') ||
      (focus.case !== undefined && ((tokens[0]?.concepts.has('called') ?? false) || says(tokens, 'existing'))))
  const quoted = tokens.filter(({ kind }) => kind === 'quoted')
  // "'Old search' is a daft name, 'Browse' would be better".
  const isBetter =
    quoted.length === 2 &&
    tokens.some(
      ({ plain, stems }) => plain === 'name' || stems.includes('name') || stems.includes('nam') || stems.includes('titl'),
    ) &&
    named.some(({ start, what }) => start === quoted[0]?.start && what !== 'step') &&
    !named.some(({ start }) => start === quoted[1]?.start) &&
    !says(tokens, 'create', 'check')
  if (at < 0 && !isCalling && !isRenaming && !isBetter) return undefined
  const said = kinds.find((kind) => says(tokens, kind))
  const first =
    named
      .filter(({ what }) => said === undefined || what === said)
      .toSorted((a, b) => Number(b.quoted) - Number(a.quoted) || a.start - b.start)[0] ??
    named.toSorted((a, b) => a.start - b.start)[0]
  let to = quoted.filter((token) => token.start !== first?.start).at(-1)?.text
  if (to === undefined) {
    const from = first?.end ?? 0
    const target = tokens.findLastIndex(
      (token) => token.start >= from && (token.concepts.has('to') || token.concepts.has('called')),
    )
    if (target >= 0 && tokens[target + 1]?.concepts.has('now') !== true) to = nameFrom(text, tokens, target + 1, true)
  }
  // "Die Suite Products soll Katalog heißen": the name stands before its verb.
  const last = tokens.findLast(({ kind }) => kind !== 'end')
  if (to === undefined && isRenaming && last?.concepts.has('called') && first) {
    const between = tokens.filter(
      ({ start, end, concepts, stop }) =>
        start >= first.end && end <= last.start && !concepts.has('expect') && !concepts.has('must') && !stop,
    )
    const capital = between.findIndex(({ text: word, kind }) => kind === 'quoted' || /^\p{Lu}/u.test(word))
    const [from, until] = [between[Math.max(0, capital)], between.at(-1)]
    if (from && until) to = text.slice(from.start, until.end)
  }
  const alike = first ? alikeAs(first, asked) : []
  if (alike.length > 1) return { confidence: 0.92, operations: [], missing: { slot: 'what', options: alike } }
  const what = said === 'project' && !first ? 'project' : (first?.what ?? (focus.case ? 'case' : undefined))
  const name = what === 'project' ? index.project.name : (first?.label ?? focus.case)
  if (what === undefined || name === undefined)
    return {
      confidence: 0.6,
      operations: [],
      missing: { slot: 'what', options: index.cases.slice(0, 6).map(({ one }) => one.name) },
    }
  const wanted = to?.replace(/\s+(?:um|umbenennen)$/i, '') ?? asked.answers['name']
  if (wanted === undefined || wanted === '') return { confidence: 0.7, operations: [], missing: { slot: 'name', options: [] } }
  return { confidence: 0.92, operations: [{ do: 'rename', what, name, to: wanted }] }
}

/** "move Old search to Orders", "move the step Pay before Create order". */
export const move: Recogniser = (asked) => {
  const { reading, named, focus, index } = asked
  const { tokens } = reading
  const isPut =
    says(tokens, 'update') &&
    says(tokens, 'suite') &&
    says(tokens, 'in', 'to') &&
    named.some(({ what }) => what === 'case') &&
    named.some(({ what }) => what === 'suite')
  // "Put it into a new suite called Smoke".
  const isPutNew =
    focus.case !== undefined &&
    /^(?:put|place|add)$/.test(tokens[0]?.plain ?? '') &&
    tokens[1]?.concepts.has('it') === true &&
    says(tokens, 'suite')
  if (!says(tokens, 'move') && !isPut && !isPutNew) return undefined
  const steps = named.filter(({ what, case: of }) => what === 'step' && (focus.case === undefined || of === focus.case))
  const place = tokens.find((token) => token.concepts.has('before') || token.concepts.has('after'))
  const [moved, beside] = steps.toSorted((a, b) => a.start - b.start)
  if (place && moved && beside && moved.label !== beside.label) {
    const where = place.concepts.has('before') ? { before: beside.label } : { after: beside.label }
    return {
      confidence: 0.85,
      operations: [
        { do: 'move', what: 'step', name: moved.label, ...where, ...(moved.case === undefined ? {} : { case: moved.case }) },
      ],
    }
  }
  const one = named.find(({ what }) => what === 'case')
  const to = named.find(({ what, start }) => what === 'suite' && start !== one?.start)
  const name = one?.label ?? focus.case
  if (name === undefined || caseOf(index, name) === undefined)
    return {
      confidence: 0.55,
      operations: [],
      missing: { slot: 'what', options: index.cases.slice(0, 6).map(({ one: { name: known } }) => known) },
    }
  const made = !to && says(tokens, 'suite') && says(tokens, 'new', 'called') ? newName(asked, 'suite') : undefined
  if (made !== undefined && made !== name)
    return {
      confidence: 0.9,
      operations: [
        { do: 'add_suite', name: made },
        { do: 'move', what: 'case', name, to: made },
      ],
    }
  if (!to)
    return {
      confidence: 0.7,
      operations: [],
      missing: { slot: 'suite', options: index.project.suites.map(({ name: known }) => known) },
    }
  return { confidence: 0.92, operations: [{ do: 'move', what: 'case', name, to: to.label }] }
}

/** "disable the step Pay". */
export const switchStep: Recogniser = (asked): Candidate | undefined => {
  const { reading, named, focus } = asked
  const { tokens } = reading
  if (!says(tokens, 'disable', 'enable')) return undefined
  const step = named.find(({ what, case: of }) => what === 'step' && (of === caseLabel(asked) || caseLabel(asked) === undefined))
  const name = step?.label ?? focus.step
  if (name === undefined) return undefined
  const of = caseLabel(asked) ?? step?.case
  return {
    confidence: 0.9,
    operations: [
      {
        do: 'set_step',
        step: name,
        ...(of === undefined ? {} : { case: of }),
        field: 'disabled',
        value: says(tokens, 'disable'),
      },
    ],
  }
}

/** The case that a request is about: the one that it names, else the one in focus. */
export const caseLabel = ({ named, focus }: Asked): string | undefined =>
  named.find(({ what }) => what === 'case')?.label ?? focus.case

/** "new suite Customers, in it a test that creates a customer": a suite, and a case in it. */
export const suiteWithCase: Recogniser = (asked) => {
  const suite = addSuite(asked)
  const [made] = suite?.operations ?? []
  if (made?.do !== 'add_suite') return undefined
  const { tokens } = asked.reading
  const end = tokens.findIndex(
    ({ kind, start }) => kind === 'end' && start >= asked.reading.text.indexOf(made.name) + made.name.length,
  )
  const rest = tokens.slice(end + 1)
  if (end < 0 || !says(rest, 'test', 'create', 'read', 'delete')) return undefined
  const inside = flow({ ...asked, reading: { ...asked.reading, tokens: rest } })
  if (!inside || inside.missing || inside.confidence < 0.6) return undefined
  return {
    confidence: Math.max(0.9, inside.confidence),
    operations: [
      made,
      ...inside.operations.map((one) => (one.do === 'add_case' || one.do === 'recipe' ? { ...one, suite: made.name } : one)),
    ],
  }
}
