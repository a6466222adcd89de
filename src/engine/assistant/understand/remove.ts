import type { KnownCase } from '#engine/case-builder/project-index.ts'
import type { Asked, Recogniser } from './candidate.ts'
import { statusIn } from './expectations.ts'
import { roleIn } from './flow/roles.ts'
import { alikeAs, caseOf } from './names.ts'
import { says } from './reading.ts'

const removable = ['case', 'suite', 'step', 'variable'] as const

/** "delete the case Old search". More than one thing is asked about. */
export const remove: Recogniser = (asked) => {
  const { reading, named, focus, answers, index } = asked
  const { tokens } = reading
  if (!says(tokens, 'delete') || says(tokens, 'ask')) return undefined
  // "The DailyReport test": a case by its name.
  const beside = tokens.filter(
    ({ concepts, start, end }) =>
      concepts.has('test') && named.some((one) => one.what === 'case' && (one.end + 1 === start || end + 1 === one.start)),
  )
  const said = removable.find((kind) => says(tokens, kind)) ?? (beside.length > 0 ? 'case' : undefined)
  const many = tokens.some(
    ({ kind, plain, value }) =>
      /^(tests|cases|testfalle|falle|casos|pruebas)$/.test(plain) || (kind !== 'number' && (value ?? 0) > 1),
  )
  const isAll = says(tokens, 'all', 'both') || (many && says(tokens, 'test', 'case'))
  const isGroup =
    isAll &&
    says(tokens, 'test', 'case') &&
    !named.some(({ what, quoted, described }) => what === 'case' && (quoted || described)) &&
    !says(tokens, 'create', 'check', 'expect', 'then')
  const acts =
    !isGroup &&
    (tokens.some(({ concepts }) => concepts.has('create') && !concepts.has('new')) ||
      statusIn(tokens) !== undefined ||
      (said === undefined && roleIn(tokens) !== undefined) ||
      says(
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
  if (stepSaid && !says(tokens, 'create', 'then'))
    return {
      confidence: 0.9,
      operations: [
        { do: 'remove', what: 'step', name: stepSaid.label, ...(stepSaid.case === undefined ? {} : { case: stepSaid.case }) },
      ],
    }
  const target = meant[0]
  const alike = target ? alikeAs(target, asked) : []
  if (target && alike.length > 1 && (target.quoted || said !== undefined))
    return { confidence: 0.93, operations: [], missing: { slot: 'what', options: alike } }
  const numbered = said === 'step' ? nthStep(asked) : undefined
  if (numbered && focus.case)
    return { confidence: 0.9, operations: [{ do: 'remove', what: 'step', name: numbered, case: focus.case }] }
  if (!target) {
    if (said !== undefined && (says(tokens, 'it') || tokens.length <= 5)) {
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
  const order = (['first', 'second', 'third', 'fourth'] as const).findIndex((one) => says(tokens, one))
  return says(tokens, 'last') ? steps.at(-1)?.name : order < 0 ? undefined : steps[order]?.name
}
