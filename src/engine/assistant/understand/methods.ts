// Over 400 lines: a recogniser for each kind of request for a method, each a dozen lines, with the search for what it is for.
import type { PlanOperation, RecipeId } from '../plan.ts'
import type { KnownOperation, ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import type { Concept } from '../glossaries/glossary.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { caseOf, labelOf, type Named } from './names.ts'
import { caseWithWords } from './which-case.ts'
import { countOf, durationsIn } from './quantities.ts'
import { statusIn } from './expectations.ts'
import { says, type Token } from './reading.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import { resolveOperations } from './resolve-operation.ts'
import { sessionOperation } from '#engine/case-builder/session-operations.ts'
import { caseLabel } from './structure.ts'
import { transitionsInWords } from './transitions-in-words.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'

const methodOf = (tokens: readonly Token[]): RecipeId | undefined => {
  if (says(tokens, 'mcdc')) return 'mcdc'
  if (says(tokens, 'decisionTable')) return 'decision_table'
  // "If it is a gift we accept it, if it is low we refuse": rules.
  if (tokens.filter(({ concepts }) => concepts.has('if')).length > 1 && says(tokens, 'refuse') && says(tokens, 'else'))
    return 'decision_table'
  if (says(tokens, 'state')) return 'state'
  if (says(tokens, 'pairwise', 'combinations')) return 'pairwise'
  // "A name that is too long" is one value.
  if (tokens.some(({ concepts, plain }) => concepts.has('boundary') && !plain.startsWith('too '))) return 'boundary'
  if (says(tokens, 'partition')) return 'partition'
  return undefined
}

/** Fields that a text names, and of several operations that have them the likeliest. */
function fieldsNamed(tokens: readonly Token[], operation: KnownOperation): string[] {
  return operation.fields
    .filter(({ words, name }) =>
      tokens.some(
        (token) =>
          token.plain === name.toLowerCase() ||
          (words.length > 0 && words.every((word) => token.stems.includes(word))) ||
          (words.length > 1 && tokens.some((_, at) => words.every((word, index) => tokens[at + index]?.stems.includes(word)))),
      ),
    )
    .map(({ name }) => name)
}

/** The operation that a method of test design is to be used on. */
function targetOf(asked: Asked): { operation?: KnownOperation; options: string[]; parameters: string[]; confidence: number } {
  const { index, reading, focus, answers } = asked
  const { tokens } = reading
  const usable = tokens.filter((token) => !says([token], 'pairwise', 'combinations', 'boundary', 'partition', 'test'))
  const answered = answers['operation'] === undefined ? undefined : index.operation(answers['operation'])
  const path = tokens.find(({ kind }) => kind === 'path')
  const method = tokens.find(({ kind }) => kind === 'method')?.text
  const literal =
    path &&
    index.operations.find(
      (one) => one.path === path.text && (method === undefined ? one.role === 'create' : one.method === method),
    )
  const ranked = resolveOperations(
    index,
    usable,
    says(usable, 'update')
      ? ['update']
      : says(usable, 'list', 'read') && !says(usable, 'create')
        ? ['list']
        : says(usable, 'delete')
          ? ['delete']
          : ['create'],
  )
  const noun = ranked[0]?.operation.resource
  const withFields = index.operations
    .map((operation) => ({
      operation,
      // What is to be covered is named by its noun: that is no field of something else.
      fields: fieldsNamed(usable, operation).filter(
        (name) => operation.resource === noun || wordsOf(name).map(stemOf).join(' ') !== noun,
      ),
    }))
    .filter(({ fields }) => fields.length > 0)
  const best = answered ?? literal
  if (best) return { operation: best, options: [], parameters: fieldsNamed(usable, best), confidence: 0.92 }
  const top = ranked[0]
  const focused = focus.operation === undefined ? undefined : index.operation(focus.operation)
  const most = Math.max(0, ...withFields.map(({ fields }) => fields.length))
  const owners = withFields.filter(({ fields }) => fields.length === most).map(({ operation }) => operation)
  const inBody = owners.filter((operation) =>
    operation.fields.some(({ name, in: place }) => place === 'body' && fieldsNamed(usable, operation).includes(name)),
  )
  if (top && (top.isNamed || withFields.length > 0)) {
    // A word that is a field of another operation than the one that was ranked by it alone.
    const fits = ranked.filter(({ operation }) => owners.includes(operation))
    const chosen = owners.length > 0 && fits.length > 0 ? fits[0]?.operation : top.operation
    if (chosen && (owners.length === 0 || owners.includes(chosen) || top.score > 4))
      return { operation: chosen, options: [], parameters: fieldsNamed(usable, chosen), confidence: 0.9 }
  }
  if (focused) return { operation: focused, options: [], parameters: fieldsNamed(usable, focused), confidence: 0.85 }
  const creating = (inBody.length > 0 ? inBody : owners).toSorted((a, b) => rank(a) - rank(b))
  if (creating[0] && (creating.length === 1 || new Set(creating.map(({ resource }) => resource)).size === 1))
    return { operation: creating[0], options: [], parameters: fieldsNamed(usable, creating[0]), confidence: 0.84 }
  if (creating[0]) return { options: creating.map(({ name }) => name), parameters: [], confidence: 0.7 }
  const focusOperation = asked.focus.case
    ? asked.index.operationsIn(caseOf(index, asked.focus.case)).find(({ fields }) => fields.length > 0)
    : undefined
  if (focusOperation) return { operation: focusOperation, options: [], parameters: [], confidence: 0.75 }
  return {
    options: index.operations
      .filter(({ fields }) => fields.length > 0)
      .slice(0, 8)
      .map(({ name }) => name),
    parameters: [],
    confidence: 0.62,
  }
}

const rank = ({ role }: KnownOperation): number => (role === 'create' ? 0 : role === 'update' ? 1 : 2)

/** What stands behind the method's name: rules, states, a decision. */
function bodyText(asked: Asked, concepts: readonly Concept[]): string {
  const { text, tokens } = asked.reading
  const at = tokens.findIndex((token) => concepts.some((concept) => token.concepts.has(concept)))
  const rest = text
    .slice(tokens[at]?.end ?? 0)
    .replace(/^\s*(?:tests?|cases?)?\s*(?:for|of|für|para|pour|de|:|：|of the)?\s*[:：]?\s*/iu, '')
  return rest.trim()
}

/** Coverage, combinations, boundaries, rules, states: for TestDesigner. */
export const designs: Recogniser = (asked): Candidate | undefined => {
  const { tokens } = asked.reading
  const recipe = methodOf(tokens) ?? impliedMethod(asked)
  if (recipe === undefined) return undefined
  // "Far over the limit, has to answer 403" is one request with one answer.
  if (recipe === 'boundary' && statusIn(tokens) !== undefined && !says(tokens, 'test', 'case', 'all')) return undefined
  const isOfValues = recipe === 'pairwise' || recipe === 'boundary' || recipe === 'partition'
  const make = makesTests(tokens) || (isOfValues && says(tokens, 'test', 'case') && !says(tokens, 'dataDriven'))
  const more = make ? { make: true } : {}
  if (recipe === 'mcdc') {
    const decision = asked.answers['decision'] ?? bodyText(asked, ['mcdc'])
    if (!/\b(and|or|not|und|oder|nicht|&&|\|\|)\b|[<>=!&|]/iu.test(decision))
      return { confidence: 0.8, operations: [], missing: { slot: 'decision', options: [] } }
    return { confidence: 0.9, operations: [{ do: 'recipe', recipe, rules: [decision], ...more }] }
  }
  if (recipe === 'state') {
    const spelt = asked.answers['transitions'] ?? bodyText(asked, ['state'])
    const text = /->|→|=>/.test(spelt) ? spelt : (transitionsInWords(asked) ?? spelt)
    const operation = targetOf(asked).operation?.name
    if (!/->|→|=>/.test(text)) return { confidence: 0.78, operations: [], missing: { slot: 'transitions', options: [] } }
    return {
      confidence: 0.9,
      operations: [{ do: 'recipe', recipe, rules: [text], ...(operation === undefined ? {} : { operation }), ...more }],
    }
  }
  if (recipe === 'decision_table') {
    const text = asked.answers['rules'] ?? bodyText(asked, ['decisionTable'])
    if (text.length < 8) return { confidence: 0.78, operations: [], missing: { slot: 'rules', options: [] } }
    return { confidence: 0.88, operations: [{ do: 'recipe', recipe, rules: [text], ...more }] }
  }
  const { operation, options, parameters, confidence } = targetOf(asked)
  if (!operation) {
    // What it is for is named, and nothing in the project is called that.
    return { confidence: Math.max(confidence, 0.66), operations: [], missing: { slot: 'operation', options } }
  }
  const strength = says(tokens, 'pairwise') ? 2 : strengthIn(tokens)
  const fields = parameters.length > 0 ? { parameters } : {}
  return {
    confidence: methodOf(tokens) ? confidence : Math.max(confidence, 0.96),
    operations: [
      { do: 'recipe', recipe, operation: operation.name, ...fields, ...(recipe === 'pairwise' ? { strength } : {}), ...more },
    ],
  }
}

/** What is covered without its name: "nobody can order zero or 101 pieces", "try all currencies and kinds". */
function impliedMethod(asked: Asked): RecipeId | undefined {
  const { tokens } = asked.reading
  if (tokens.filter(({ concepts }) => concepts.has('become')).length > 1 && transitionsInWords(asked) !== undefined)
    return 'state'
  const numbers = tokens.filter(
    ({ kind, value, concepts, stop }) =>
      (kind === 'number' || !stop) && value !== undefined && concepts.size === 0 && value !== statusIn(tokens),
  )
  // Created and then changed or read: a sequence, whatever numbers it has.
  const isSequence = says(tokens, 'create') && says(tokens, 'update', 'read')
  const isDenied = !isSequence && says(tokens, 'not', 'refuse') && says(tokens, 'able', 'must', 'check', 'refuse')
  if (isDenied && numbers.length > 1 && says(tokens, 'or', 'and')) {
    // Without bounds in the document the values that are said are sent.
    const { operation, parameters } = targetOf(asked)
    const fields = operation?.fields.filter(({ name }) => parameters.length === 0 || parameters.includes(name)) ?? []
    if (fields.some(({ least, most }) => least !== undefined || most !== undefined)) return 'boundary'
  }
  if (
    says(tokens, 'all', 'each', 'test') &&
    says(tokens, 'test', 'check', 'create', 'both') &&
    !says(tokens, 'delete', 'operation', 'every', 'case', 'load', 'users')
  ) {
    const target = targetOf(asked)
    const members =
      target.operation?.fields.filter(
        ({ name, values, type }) => (values || type === 'boolean') && target.parameters.includes(name),
      ) ?? []
    if (members.length > 1 && says(tokens, 'all', 'each')) return 'pairwise'
    if (
      members.length === 1 &&
      target.parameters.length === 1 &&
      says(tokens, 'all', 'each') &&
      !says(tokens, 'create', 'random')
    )
      return 'partition'
  }
  return undefined
}

const makesTests = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, at) =>
      token.concepts.has('test') &&
      /^(as|als|como|comme|make|mach|mache|erstelle|haz|crea|fais|to)$/.test(tokens[at - 1]?.plain ?? ''),
  )

function strengthIn(tokens: readonly Token[]): number {
  const words = tokens.map(({ plain }) => plain).join(' ')
  const number = /\b([2-6])\s?(?:way|wise|fach|weise|tuple)/.exec(words)?.[1]
  if (number !== undefined) return Number(number)
  if (/three|dreier|dreifach|triple|ternas|tres|trois|三/.test(words)) return 3
  return /four|vierer|vierfach|四/.test(words) ? 4 : 2
}

/** "make the tests": of the design that TestDesigner left in working memory. */
export const makeTests: Recogniser = ({ reading: { tokens }, memory, index }) => {
  const [design] = memory.designs.filter(({ project }) => project === index.project.id).toReversed()
  if (!design || !says(tokens, 'test', 'case') || !says(tokens, 'create', 'use', 'run', 'it', 'yes', 'set')) return undefined
  if (tokens.filter(({ kind }) => kind !== 'end').length > 9 || methodOf(tokens)) return undefined
  if (tokens.some((token) => token.stems.some((stem) => index.operations.some(({ resource }) => resource === stem))))
    return undefined
  return {
    confidence: 0.94,
    operations: [{ do: 'recipe', recipe: recipeOf(design.design['method']), design: design.id, make: true }],
  }
}

const recipeOf = (method: unknown): RecipeId =>
  method === 'boundaries'
    ? 'boundary'
    : method === 'partitions'
      ? 'partition'
      : method === 'decision-table'
        ? 'decision_table'
        : method === 'states'
          ? 'state'
          : method === 'mcdc'
            ? 'mcdc'
            : 'pairwise'

/** "crud test for orders". */
export const crud: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (!says(tokens, 'crud') && !saysWholeLife(tokens, asked.index)) return undefined
  // "Crud for books, with login": how it is done, and not of what.
  const how = new Set(
    tokens.filter((token, at) => says([token], 'login', 'auth', 'token') && says(tokens.slice(Math.max(0, at - 2), at), 'with')),
  )
  const what = tokens.filter((token) => !how.has(token))
  const several = makersNamed(what, asked.index)
  if (several.length > 1)
    return { confidence: 0.93, operations: several.map(({ name }) => ({ do: 'recipe', recipe: 'crud', operation: name })) }
  const { operation, options } = targetOf({ ...asked, reading: { ...asked.reading, tokens: what } })
  if (!operation) return { confidence: 0.7, operations: [], missing: { slot: 'operation', options } }
  // Of several that make it the plain one: not of all at once, nor of another thing's.
  const plain = asked.index.operations
    .filter(({ role, resource, api }) => role === 'create' && resource === operation.resource && api?.id === operation.api?.id)
    .toSorted((a, b) => a.path.length - b.path.length)[0]
  const said = asked.answers['operation'] === undefined ? (plain ?? operation) : operation
  const login = says([...how], 'login') ? sessionOperation(asked.index, 'login') : undefined
  if (login && said.protected) return { confidence: 0.93, operations: lifeBehind(login, said, asked.index) }
  return { confidence: 0.93, operations: [{ do: 'recipe', recipe: 'crud', operation: said.name }] }
}

/** "CRUD for jobs with login": the sign-in first, then all that can be done with a thing, with its token. */
function lifeBehind(login: KnownOperation, create: KnownOperation, index: ProjectIndex): PlanOperation[] {
  const read = relatedOperation(index, create, 'read')
  const remove = relatedOperation(index, create, 'delete')
  const step = ({ name }: KnownOperation, status?: number): PlanOperation => ({
    do: 'add_step',
    kind: 'send-request',
    operation: name,
    ...(status === undefined ? {} : { status }),
  })
  return [
    { do: 'add_case', name: '' },
    ...[login, create, read, relatedOperation(index, create, 'update'), remove].flatMap((one) => (one ? [step(one)] : [])),
    ...(read && remove ? [step(read, 404)] : []),
  ]
}

/** "Create, read, update and delete a subscription": its whole life, in one sentence about one thing. */
function saysWholeLife(tokens: readonly Token[], index: ProjectIndex): boolean {
  const said = (['create', 'read', 'update', 'delete'] as const).map((verb) =>
    tokens.findIndex(({ concepts }) => concepts.has(verb)),
  )
  const noun = tokens.findIndex(
    ({ kind, stems }) => kind === 'word' && index.operations.some(({ resource }) => stems.includes(resource)),
  )
  return (
    said.every((at, place) => at >= 0 && (place === 0 || at > (said[place - 1] ?? 0)) && at < noun) &&
    tokens.slice(noun + 1).every(({ kind, stop }) => kind === 'end' || stop) &&
    tokens
      .slice(said[0], noun)
      .every(
        ({ kind, stop, concepts }) => kind === 'end' || stop || concepts.has('and') || concepts.has('then') || concepts.size > 0,
      )
  )
}

/** What makes each of the things of "authors, books and readers", or of "all resources"; none where a text names one. */
function makersNamed(tokens: readonly Token[], index: ProjectIndex): KnownOperation[] {
  const makers = new Map<string, KnownOperation>()
  for (const one of index.operations.toSorted((a, b) => a.path.length - b.path.length))
    if (one.role === 'create' && one.api && !makers.has(one.resource)) makers.set(one.resource, one)
  const named = tokens.flatMap(({ kind, stems }, at) => {
    const noun = kind === 'word' ? stems.find((stem) => makers.has(stem)) : undefined
    return noun === undefined ? [] : [{ at, noun }]
  })
  if (named.length === 0 && says(tokens, 'every', 'all'))
    return [...makers.values()].filter((one) => relatedOperation(index, one, 'read') ?? relatedOperation(index, one, 'delete'))
  // "Comments of a post" are one thing: only commas and "and" stand between several.
  const isRow = named.every(
    ({ at }, place) =>
      place === 0 ||
      tokens
        .slice((named[place - 1]?.at ?? 0) + 1, at)
        .every(({ kind, concepts, stop }) => kind === 'end' || stop || concepts.has('and')),
  )
  return isRow ? [...new Set(named.map(({ noun }) => noun))].flatMap((noun) => makers.get(noun) ?? []) : []
}

/** "negative tests for creating an order": its documented refusals. */
export const negative: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (!says(tokens, 'negative')) return undefined
  if (says(tokens, 'without') && says(tokens, 'token')) return undefined
  const { operation, options } = targetOf(asked)
  if (!operation) return { confidence: 0.72, operations: [], missing: { slot: 'operation', options } }
  return { confidence: 0.88, operations: [{ do: 'recipe', recipe: 'negative', operation: operation.name }] }
}

/** "run it with 20 users for a minute": configured, never run. */
export const load: Recogniser = (asked) => {
  const {
    reading: { tokens },
    answers,
    index,
    named,
    focus,
  } = asked
  const users = countOf(tokens, (token) => token.concepts.has('users')) ?? numberOf(answers['users'])
  const durations = durationsIn(tokens).filter(({ millisecond }) => !millisecond)
  const isLoad =
    says(tokens, 'load') ||
    (tokens[0]?.concepts.has('run') === true && says(tokens, 'users') && users !== undefined) ||
    (says(tokens, 'users') && users !== undefined && durations.length > 0)
  if (!isLoad || (says(tokens, 'identity') && !says(tokens, 'load'))) return undefined
  const target =
    named.find((one) => (one.what === 'case' || isSuite(one, tokens)) && !isCount(one, tokens))?.label ??
    answers['target'] ??
    focus.case ??
    focus.suite ??
    byWords(asked)
  const fresh = target === undefined ? newCaseFor(asked) : undefined
  if (target === undefined && !fresh)
    return {
      confidence: 0.86,
      operations: [],
      missing: { slot: 'target', options: index.cases.slice(0, 8).map(({ one }) => one.name) },
    }
  if (users === undefined) return { confidence: 0.88, operations: [], missing: { slot: 'users', options: ['10', '50', '100'] } }
  const rampAt = tokens.findIndex((token) => token.concepts.has('rampUp'))
  const ramp = rampAt < 0 ? undefined : durations.toSorted((a, b) => Math.abs(a.at - rampAt) - Math.abs(b.at - rampAt))[0]
  // "over one minute, and then stay for four more".
  const further = tokens.find(
    ({ value, kind }, at) => value !== undefined && kind !== 'end' && tokens[at + 1]?.plain === 'more',
  )?.value
  const duration =
    durations.find((one) => one !== ramp)?.seconds ??
    (ramp && further !== undefined ? further * (ramp.seconds < 60 ? 1 : ramp.seconds < 3600 ? 60 : 3600) : undefined) ??
    secondsOf(answers['duration'])
  if (duration === undefined)
    return { confidence: 0.88, operations: [], missing: { slot: 'duration', options: ['30 s', '1 min', '5 min'] } }
  const p95 =
    says(tokens, 'p95') || says(tokens, 'less', 'atMost')
      ? durationsIn(tokens).find(({ millisecond }) => millisecond)?.seconds
      : undefined
  const rate = says(tokens, 'errorRate')
    ? tokens.find((token, at) => token.value !== undefined && tokens[at + 1]?.concepts.has('percent'))?.value
    : undefined
  return {
    confidence: 0.92,
    operations: [
      ...(fresh ? [fresh] : []),
      {
        do: 'set_load',
        target: target ?? fresh?.name ?? '',
        users,
        duration,
        ...(ramp ? { rampUp: ramp.seconds } : {}),
        ...(p95 === undefined ? {} : { p95: Math.round(p95 * 1000) }),
        ...(rate === undefined ? {} : { failureRate: rate / 100 }),
      },
    ],
  }
}

/** "Fetching notes": what is asked for, though a suite is called Notes. */
const isSuite = ({ what, quoted }: Named, tokens: readonly Token[]): boolean =>
  what === 'suite' && (quoted || says(tokens, 'suite') || !says(tokens, 'read', 'list', 'create', 'update', 'delete'))

/** "With 50 users": how many, though a suite is called Users. */
const isCount = ({ start, end, quoted }: Named, tokens: readonly Token[]): boolean => {
  const at = tokens.findIndex((token) => token.start === start && token.end === end)
  return !quoted && tokens[at]?.concepts.has('users') === true && tokens[at - 1]?.value !== undefined
}

/** The case that asks for what the words name, or that has all the words of its name among them. */
function byWords({ index, reading: whole }: Asked): string | undefined {
  // How many and how long is nothing that is asked for.
  const reading = {
    ...whole,
    tokens: whole.tokens.filter(
      (token, at) =>
        token.value === undefined &&
        !token.concepts.has('load') &&
        !(token.concepts.has('users') && whole.tokens[at - 1]?.value !== undefined),
    ),
  }
  const known = caseWithWords(reading, index)
  if (known) return labelOf(index, known)
  const best = operationInWords({ index, reading })
  const asking = best && index.cases.find((one) => index.operationsIn(one).includes(best))
  return asking && labelOf(index, asking)
}

/** The operation that words name without more: what is looked for, created, read. */
function operationInWords(
  { index, reading: { tokens } }: Pick<Asked, 'index' | 'reading'>,
  creates = false,
): KnownOperation | undefined {
  const stems = new Set(tokens.flatMap((token) => token.stems))
  const roles =
    says(tokens, 'create') || (creates && !says(tokens, 'read', 'list', 'delete', 'update'))
      ? (['create'] as const)
      : says(tokens, 'read', 'list')
        ? (['list', 'read'] as const)
        : []
  const [best, second] = resolveOperations(index, tokens, roles)
  if (!best?.isNamed || (second && second.score > best.score * 0.97 && second.operation.resource !== best.operation.resource))
    return undefined
  const isMeant =
    roles.some((role) => role === best.operation.role) ||
    [best.operation.resource, ...best.operation.verbs].some((stem) => stems.has(stem))
  return isMeant ? best.operation : undefined
}

/** Where no case asks for what is meant: a new one. */
function newCaseFor(asked: Asked, creates = false): Extract<PlanOperation, { do: 'add_case' }> | undefined {
  const operation =
    operationInWords(asked, creates) ??
    (asked.answers['operation'] === undefined ? undefined : asked.index.operation(asked.answers['operation']))
  if (!operation?.api) return undefined
  const name = freeName(
    operation.title,
    asked.index.cases.map(({ one }) => one.name),
  )
  return { do: 'add_case', name, operation: operation.name }
}

const numberOf = (text: string | undefined): number | undefined => {
  const found = /\d+/.exec(text ?? '')?.[0]
  return found === undefined ? undefined : Number(found)
}

/** `5 minutes`, `30 s`, `90`: seconds of an answer, in any of the languages. */
export function secondsOf(text: string | undefined): number | undefined {
  const match = /(\d+(?:[.,]\d+)?)\s*(\p{L}*)/u.exec(text ?? '')
  if (!match) return undefined
  const value = Number((match[1] ?? '').replace(',', '.'))
  const unit = match[2]?.toLowerCase() ?? ''
  return /^(m|min|minut\p{L}*|分钟|分)$/u.test(unit)
    ? value * 60
    : /^(h|hour\p{L}*|stunde\p{L}*|hora\p{L}*|heure\p{L}*|小时)$/u.test(unit)
      ? value * 3600
      : value
}

/** "make it data-driven with users.csv". */
export const dataDriven: Recogniser = (asked) => {
  const {
    reading: { tokens },
    attachments,
    index,
  } = asked
  const file =
    tokens.find(({ kind, text }) => kind === 'file' && /\.(csv|tsv|json|txt)$/i.test(text))?.text ??
    (attachments.length === 1 ? attachments[0]?.name : undefined)
  const source = index.project.dataSources.find(({ name }) =>
    tokens.some((token) => token.text === name || token.plain === name.toLowerCase()),
  )
  const isAsked =
    says(tokens, 'dataDriven') ||
    (attachments.length > 0 && says(tokens, 'all', 'every', 'each', 'it', 'from', 'with', 'both')) ||
    (file !== undefined && says(tokens, 'use', 'with', 'each', 'rows', 'from', 'run', 'test'))
  if (!isAsked || says(tokens, 'pairwise', 'boundary', 'combinations')) return undefined
  const said = caseLabel(asked) ?? asked.answers['case'] ?? byWords(asked)
  const fresh = said === undefined && file !== undefined ? newCaseFor(asked, true) : undefined
  const of = said ?? fresh?.name
  if (of === undefined)
    return {
      confidence: 0.85,
      operations: [],
      missing: { slot: 'case', options: index.cases.slice(0, 8).map(({ one }) => one.name) },
    }
  if (file === undefined && !source)
    return {
      confidence: 0.86,
      operations: [],
      missing: { slot: 'file', options: index.project.dataSources.map(({ name }) => name) },
    }
  return {
    confidence: 0.93,
    operations: [
      ...(fresh ? [fresh] : []),
      { do: 'use_data', case: of, ...(source ? { source: source.name } : file === undefined ? {} : { file }) },
    ],
  }
}

/** "who may do what: run List orders as an admin, a customer and a guest". */
export const identityMatrix: Recogniser = (asked) => {
  const {
    reading: { tokens, text },
  } = asked
  if (!says(tokens, 'identity')) return undefined
  const of = caseLabel(asked) ?? byWords(asked)
  if (of === undefined)
    return {
      confidence: 0.85,
      operations: [],
      missing: { slot: 'case', options: asked.index.cases.slice(0, 8).map(({ one }) => one.name) },
    }
  const said =
    asked.answers['identities'] ??
    /(?:\bas\b|\bals\b|\bcomo\b|\bcomme\b|\bfor\b|\bwith\b|以|作为|:)\s*(?!.*(?:\bas\b|\bals\b|\bcomo\b|\bcomme\b|以|作为))(.+)$/isu.exec(
      text,
    )?.[1]
  const people = (said ?? '')
    .split(/,|，|、|\band\b|\bund\b|\by\b|\bet\b|和|;/iu)
    .map((one) =>
      one
        .replace(/^\s*(?:an?|the|ein(?:e[nrm]?)?|der|die|das|un(?:e|a)?|el|la|le|一个)\s+/iu, '')
        .replace(/[.!?。]+\s*$/, '')
        .trim(),
    )
    .filter((one) => one !== '' && one.length < 40)
  if (people.length < 2) return { confidence: 0.85, operations: [], missing: { slot: 'identities', options: [] } }
  return { confidence: 0.93, operations: [{ do: 'recipe', recipe: 'identity_matrix', case: of, parameters: people }] }
}

/** "use random data in the body". */
export const randomData: Recogniser = (asked) => {
  const {
    reading: { tokens },
  } = asked
  if (!says(tokens, 'random')) return undefined
  const of = caseLabel(asked)
  if (of !== undefined && !says(tokens, 'delete', 'read'))
    return { confidence: 0.88, operations: [{ do: 'recipe', recipe: 'random_data', case: of }] }
  return undefined
}
