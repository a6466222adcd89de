import type { KnownCase } from '../project-index.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import type { Concept } from '../glossaries/glossary.ts'
import { flow } from './flow/flow.ts'
import { caseOf } from './names.ts'
import type { Token } from './reading.ts'

const has = (tokens: readonly Token[], ...wanted: Concept[]): boolean =>
  tokens.some((token) => wanted.some((concept) => token.concepts.has(concept)))

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
      ((token.stop && !/^\p{Lu}/u.test(token.text)) || (has([token], 'to', 'in', 'with', 'and') && !/^\p{Lu}/u.test(token.text)))
    )
      return undefined
    // Chinese and German put the verb behind the name.
    if (last > first && has([token], 'create', 'rename') && !/^\p{Lu}/u.test(token.text)) break
  }
  const [from, to] = [tokens[first], tokens[last - 1]]
  return from && to && last > first ? text.slice(from.start, to.end).trim() : undefined
}

/** "new project Warehouse": where to keep it and which environment are asked for. */
export const newProject: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (
    !has(tokens, 'project') ||
    !has(tokens, 'create', 'new') ||
    has(tokens, 'suite', 'case', 'step', 'variable', 'rename', 'delete', 'environment', 'read', 'check') ||
    (has(tokens, 'test') && !has(tokens, 'called'))
  )
    return undefined
  const name = newName(asked, 'project')
  return { confidence: 0.9, operations: [], creates: { name: asked.answers['name'] ?? name ?? '' } }
}

/** "add a suite Refunds". */
export const addSuite: Recogniser = (asked) => {
  const { tokens } = asked.reading
  const isNew = has(tokens, 'create', 'new') || (has(tokens, 'called') && !asked.named.some(({ what }) => what === 'suite'))
  if (!has(tokens, 'suite') || !isNew || has(tokens, 'case', 'delete', 'rename', 'move')) return undefined
  if (has(tokens, 'pairwise', 'boundary', 'load', 'crud', 'dataDriven', 'every')) return undefined
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
  if (!has(tokens, 'case') || !has(tokens, 'create', 'new') || has(tokens, 'delete', 'rename', 'move', 'wait', 'step'))
    return undefined
  const quoted = tokens.some(({ kind }) => kind === 'quoted')
  if (!has(tokens, 'called') && !quoted) return undefined
  const name = newName(asked, 'case')
  const suite = asked.named.find(({ what, label }) => what === 'suite' && label !== name)?.label
  if (name === undefined) return undefined
  return { confidence: 0.86, operations: [{ do: 'add_case', name, ...(suite === undefined ? {} : { suite }) }] }
}

const kinds = ['case', 'suite', 'step', 'variable', 'project'] as const
const removable = ['case', 'suite', 'step', 'variable'] as const

/** "rename X to Y". */
export const rename: Recogniser = (asked) => {
  const { reading, named, focus, index } = asked
  const { tokens, text } = reading
  const at = tokens.findIndex((token) => token.concepts.has('rename') && !token.concepts.has('update'))
  const isCalling = at < 0 && has(tokens, 'update', 'set') && has(tokens, 'name') && tokens.some(({ kind }) => kind === 'quoted')
  const isRenaming =
    at < 0 &&
    has(tokens, 'called') &&
    !has(tokens, 'create', 'new', 'keep') &&
    (asked.named.some(({ what }) => what === 'case' || what === 'suite') ||
      (focus.case !== undefined && ((tokens[0]?.concepts.has('called') ?? false) || has(tokens, 'existing'))))
  const quoted = tokens.filter(({ kind }) => kind === 'quoted')
  // "'Old search' is a daft name, 'Browse' would be better".
  const isBetter =
    quoted.length === 2 &&
    tokens.some(
      ({ plain, stems }) => plain === 'name' || stems.includes('name') || stems.includes('nam') || stems.includes('titl'),
    ) &&
    named.some(({ start, what }) => start === quoted[0]?.start && what !== 'step') &&
    !named.some(({ start }) => start === quoted[1]?.start) &&
    !has(tokens, 'create', 'check')
  if (at < 0 && !isCalling && !isRenaming && !isBetter) return undefined
  const said = kinds.find((kind) => has(tokens, kind))
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

/** "delete the case Old search". More than one thing is asked about. */
export const remove: Recogniser = (asked) => {
  const { reading, named, focus, answers, index } = asked
  const { tokens } = reading
  if (!has(tokens, 'delete') || has(tokens, 'ask')) return undefined
  // "The DailyReport test": a case by its name.
  const beside = tokens.filter(
    ({ concepts, start, end }) =>
      concepts.has('test') && named.some((one) => one.what === 'case' && (one.end + 1 === start || end + 1 === one.start)),
  )
  const said = removable.find((kind) => has(tokens, kind)) ?? (beside.length > 0 ? 'case' : undefined)
  const many = tokens.some(
    ({ kind, plain, value }) =>
      /^(tests|cases|testfalle|falle|casos|pruebas)$/.test(plain) || (kind !== 'number' && (value ?? 0) > 1),
  )
  const isAll = has(tokens, 'all', 'both') || (many && has(tokens, 'test', 'case'))
  const isGroup =
    isAll &&
    has(tokens, 'test', 'case') &&
    !named.some(({ what, quoted, described }) => what === 'case' && (quoted || described)) &&
    !has(tokens, 'create', 'check', 'expect', 'then')
  const acts =
    !isGroup &&
    (tokens.some(({ concepts }) => concepts.has('create') && !concepts.has('new')) ||
      has(
        tokens.filter((token) => !beside.includes(token)),
        'check',
        'gone',
        'read',
        'test',
        'refuse',
        'expect',
        'token',
        'then',
        'load',
      ))
  const nouns = new Set(
    index.operations.map(({ resource }) => resource).filter((noun) => tokens.some(({ stems }) => stems.includes(noun))),
  )
  // Of "the tests of the animals" those that have to do with animals.
  const isNamedBy = (known: KnownCase) =>
    !isGroup || nouns.size === 0 || index.operationsIn(known).some(({ resource }) => nouns.has(resource))
  if (isAll && !acts && answers['remove'] === undefined) {
    const inSuite = named.find(({ what }) => what === 'suite')
    const cases = index.cases.filter((known) => (inSuite ? known.suite.id === inSuite.id : isNamedBy(known))).length
    const matchesApi =
      !isGroup &&
      index.operations.some(({ resource }) => tokens.some(({ stems }) => stems.includes(resource))) &&
      !inSuite &&
      said === undefined
    if (!matchesApi)
      return {
        confidence: isGroup ? 0.96 : 0.88,
        operations: [],
        missing: { slot: 'remove', options: ['yes', 'no'], about: `${cases}` },
      }
  }
  if (isAll && answers['remove'] !== undefined) {
    const inSuite = named.find(({ what }) => what === 'suite')
    const operations =
      (inSuite && said === 'case') || isGroup
        ? index.cases
            .filter((known) => (inSuite ? known.suite.id === inSuite.id : isNamedBy(known)))
            .map(({ one }) => ({ do: 'remove' as const, what: 'case' as const, name: one.name }))
        : inSuite
          ? [{ do: 'remove' as const, what: 'suite' as const, name: inSuite.label }]
          : index.project.suites.map(({ name }) => ({ do: 'remove' as const, what: 'suite' as const, name }))
    return { confidence: 0.96, operations }
  }
  // A name that is part of a longer one was not meant.
  const [longest] = named
  const meant = named.filter(
    ({ what, quoted }) =>
      (said === undefined || what === said) &&
      what !== 'project' &&
      (said !== undefined || quoted || what === 'case' || what === 'suite'),
  )
  // "The check called Fed … take it out".
  const stepSaid = named.find(
    ({ what, start }) =>
      what === 'step' && tokens.some(({ end, concepts }) => end <= start && start - end < 3 && concepts.has('called')),
  )
  if (stepSaid && !has(tokens, 'create', 'then'))
    return {
      confidence: 0.9,
      operations: [
        { do: 'remove', what: 'step', name: stepSaid.label, ...(stepSaid.case === undefined ? {} : { case: stepSaid.case }) },
      ],
    }
  const target = meant[0]
  const numbered = said === 'step' ? nthStep(asked) : undefined
  if (numbered && focus.case)
    return { confidence: 0.9, operations: [{ do: 'remove', what: 'step', name: numbered, case: focus.case }] }
  if (!target) {
    if (said !== undefined && (has(tokens, 'it') || tokens.length <= 5)) {
      const name = said === 'suite' ? focus.suite : said === 'step' ? focus.step : focus.case
      if (name !== undefined && said !== 'variable')
        return {
          confidence: 0.85,
          operations: [{ do: 'remove', what: said, name, ...(said === 'step' && focus.case ? { case: focus.case } : {}) }],
        }
      return {
        confidence: 0.7,
        operations: [],
        missing: {
          slot: 'what',
          options: (said === 'suite' ? index.project.suites : index.cases.map(({ one }) => one))
            .slice(0, 6)
            .map(({ name }) => name),
        },
      }
    }
    return undefined
  }
  const isWhole = target.quoted || target.described === true || said !== undefined
  if (acts && !target.quoted && said === undefined) return undefined
  const confidence = isWhole ? 0.93 : longest === target && target.end - target.start > 5 ? 0.72 : 0.5
  if (target.what === 'suite' && answers['remove'] === undefined) {
    const inside = index.project.suites.find(({ id }) => id === target.id)?.cases.length ?? 0
    if (inside > 1) return { confidence, operations: [], missing: { slot: 'remove', options: ['yes', 'no'], about: `${inside}` } }
  }
  return {
    confidence,
    operations: [
      {
        do: 'remove',
        what: target.what as 'case',
        name: target.label,
        ...(target.case === undefined ? {} : { case: target.case }),
      },
    ],
  }
}

/** "the second step" of the case in focus. */
function nthStep({ focus, index, reading: { tokens } }: Asked): string | undefined {
  const steps = caseOf(index, focus.case)?.one.steps ?? []
  const order = (['first', 'second', 'third', 'fourth'] as const).findIndex((one) => has(tokens, one))
  return has(tokens, 'last') ? steps.at(-1)?.name : order < 0 ? undefined : steps[order]?.name
}

/** "move Old search to Orders", "move the step Pay before Create order". */
export const move: Recogniser = (asked) => {
  const { reading, named, focus, index } = asked
  const { tokens } = reading
  const isPut =
    has(tokens, 'update') &&
    has(tokens, 'suite') &&
    has(tokens, 'in', 'to') &&
    named.some(({ what }) => what === 'case') &&
    named.some(({ what }) => what === 'suite')
  if (!has(tokens, 'move') && !isPut) return undefined
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
  const made = !to && has(tokens, 'suite') && has(tokens, 'new', 'called') ? newName(asked, 'suite') : undefined
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
  if (!has(tokens, 'disable', 'enable')) return undefined
  const step = named.find(({ what, case: of }) => what === 'step' && (of === caseLabel(asked) || caseLabel(asked) === undefined))
  const name = step?.label ?? focus.step
  if (name === undefined) return undefined
  const of = caseLabel(asked) ?? step?.case
  return {
    confidence: 0.9,
    operations: [
      { do: 'set_step', step: name, ...(of === undefined ? {} : { case: of }), field: 'disabled', value: has(tokens, 'disable') },
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
  if (end < 0 || !has(rest, 'test', 'create', 'read', 'delete')) return undefined
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
