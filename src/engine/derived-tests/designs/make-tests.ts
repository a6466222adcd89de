import * as v from 'valibot'
import { madeAddress } from '#engine/base/placeholder-email.ts'
import type { TableSource } from '#engine/data/table/schema.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { DesignTest, Value } from '#engine/design/result.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { copySteps } from '#engine/project/edit/structure.ts'
import { emptyCase } from '#engine/project/empty.ts'
import { stepSchema, type Case, type Step } from '#engine/project/format/schema.ts'
import { asJson, asText, Columns, type Place } from './columns.ts'
import { casesOfEvents } from './events.ts'
import type { MadeTests, MakeTests } from './made-tests.ts'
import { builtParts, describedBy, requestPartsOf, placeValues, Template, type Parts } from './parts.ts'
import { statusCheck, statusIn, statusPattern } from './status.ts'
import { makeTexts as texts } from './texts.ts'
import { madeColumn, madeMark } from './updated-rows.ts'

export type { EventSteps, MadeTests, MakeTests, TestTemplate } from './made-tests.ts'

/** A test with the parts of its request. */
interface Built {
  test: Omit<DesignTest, 'covers'>
  number: number
  parts: Parts
  token: string
  status: string | undefined
  /** What comes back can't be held against its description, which has none for this status. */
  undocumented: boolean
}

/**
 * Makes cases of the tests of a design: one that goes through a table with the values of each test and what is expected of it,
 * or one for each. What no row can say (a header that is not there, another token) is a separate case. Nothing of the project
 * is changed.
 */
export function makeTests(given: MakeTests): MadeTests {
  const options = withOutcome(given)
  const { design, result, as, template, name } = options
  if (result.tests.some(({ events }) => events !== undefined)) return casesOfEvents(options)
  const notes = new Set<string>()
  const all = buildAll(options, notes)
  const isRow = rowTest(all)
  const rows = as === 'cases' ? [] : all.filter((one) => isRow(one) === undefined)
  const cases: Case[] = []
  let source: TableSource | undefined
  if (rows.length > 0) {
    const made = dataDriven(options, rows)
    if (made === undefined) {
      const single = makeTests({ ...options, as: 'cases' })
      return { ...single, notes: [texts.noTable, ...single.notes] }
    }
    cases.push(made.case)
    source = { id: made.source, name, description: '', kind: 'table', columns: made.columns, rows: made.rows, design: design.id }
  }
  for (const one of all) {
    if (rows.includes(one)) continue
    const why = isRow(one)
    if (as === 'data-driven' && why !== undefined) notes.add(texts.apart(one.number, why))
    if (one.token === 'forbidden' && !template.before.some(isOAuth2Step)) notes.add(texts.noForbidden(one.number))
    cases.push(singleCase(options, one))
  }
  if (template.after.length > 0 && all.some((one) => one.undocumented))
    notes.add(texts.undocumented([...new Set(all.flatMap((one) => (one.undocumented && one.status ? [one.status] : [])))]))
  for (const one of cases) one.variables = [...(template.variables ?? [])]
  return { ...(source && { source }), cases, notes: [...notes] }
}

/** The outcome of a decision as the answer says it. */
function withOutcome(options: MakeTests): MakeTests {
  const { result, outcome } = options
  const said = { true: valueIn(outcome?.true), false: valueIn(outcome?.false) }
  const tests = result.tests.map((test) => {
    const decision = test.expected?.['decision']
    const value = typeof decision === 'boolean' ? said[`${decision}`] : undefined
    return value === undefined ? test : { ...test, expected: { ...test.expected, decision: value } }
  })
  return { ...options, result: { tests } }
}

/** What someone typed: a number, true, false or null where it reads as one, else a string; undefined if it is nothing. */
function valueIn(text = ''): Value | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  try {
    const value: unknown = JSON.parse(trimmed)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as Value
  } catch {
    // A string without quotes.
  }
  return trimmed
}

function buildAll({ result, template, built, status }: MakeTests, notes: Set<string>): Built[] {
  const base = requestPartsOf(template.request)
  const described = describedBy(built ?? [])
  return result.tests.map((test, index) => {
    const values = test.inputs ?? test.values
    const request = built?.[index]
    const expected = statusIn(test, status)
    const common = {
      test,
      number: index + 1,
      status: expected,
      token: request?.token ?? 'valid',
      undocumented: request?.undocumented ?? false,
    }
    for (const one of request?.unplaced ?? []) notes.add(texts.noPlace(one))
    if (request) return { ...common, parts: builtParts(base, request, described) }
    const { parts, unplaced } = placeValues(base, template.request.method, values)
    for (const one of unplaced) notes.add(base.body.type === 'kept' ? texts.notJson : texts.noPlace(one))
    return { ...common, parts }
  })
}

const namesOf = (pairs: Parts['headers']): string => JSON.stringify(pairs.map(({ name }) => name.toLowerCase()))

/** Why a test can't be a row among the others: most of them decide what is usual. */
function rowTest(all: readonly Built[]): (one: Built) => string | undefined {
  const usual = (key: (one: Built) => string): string => {
    const counts = new Map<string, number>()
    for (const one of all) if (one.token === 'valid') counts.set(key(one), (counts.get(key(one)) ?? 0) + 1)
    return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  }
  const headers = usual((one) => namesOf(one.parts.headers))
  const body = usual((one) => one.parts.body.type)
  return (one) => {
    if (one.token !== 'valid') return texts.otherToken
    if (namesOf(one.parts.headers) !== headers) return texts.otherHeaders
    return one.parts.body.type === body ? undefined : texts.otherBody
  }
}

const stepOf = (kind: Step['kind'], id: string, fields: object): Step => v.parse(stepSchema, { id, kind, ...fields })

/** A short description of a test: the one parameter that it is about with its value, or its number. */
function nameOfTest({ valid, invalid, about, values }: Omit<DesignTest, 'covers'>, number: number): string {
  const name = valid ? about : invalid
  if (name === undefined) return texts.valid(number)
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value === undefined ? name : texts.one(name, shown(value))
}

const shown = (value: Value): string => {
  const text = value === '' ? '""' : String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function dataDriven({ template, name, newId, outcome }: MakeTests, rows: readonly Built[]) {
  const columns = new Columns()
  const titles = rows.map(({ test, number }) => nameOfTest(test, number))
  columns.column('test', titles)
  const request = requestOf(template.request, rows, columns, newId())
  const checks = checksOf(rows, columns, outcome?.path)
  // A reference in one row where another one has a value: no table can say it.
  if (columns.lost) return undefined
  const source = newId()
  const one: Case = {
    ...emptyCase(newId(), name),
    steps: [
      ...copySteps(template.before, newId),
      stepOf('loop-start', newId(), {
        name: texts.loop,
        dataSource: source,
        mapping: columns.all.map(({ name: column, variable, type }) => ({ column, variable, type })),
      }),
      request,
      ...(checks.length > 0 ? [stepOf('assertion', newId(), { name: texts.expected, checks })] : []),
      ...copySteps(rows.some(({ undocumented }) => undocumented) ? [] : template.after, newId),
      stepOf('loop-end', newId(), { name: texts.loopEnd }),
    ],
  }
  return {
    case: one,
    source,
    columns: [...columns.all.map((column) => column.name), madeColumn],
    rows: rows.map((_, at) => {
      const cells = columns.all.map((column) => column.cells[at])
      return [...cells, madeMark(cells)]
    }),
  }
}

function singleCase({ template, name, newId, outcome }: MakeTests, one: Built): Case {
  const columns = new Columns()
  const request = requestOf(template.request, [one], columns, newId())
  const checks = checksOf([one], columns, outcome?.path)
  const before =
    one.token === 'none' || one.token === 'wrong' ? template.before.filter((step) => !isOAuth2Step(step)) : template.before
  const own = before.map((step) => (one.token === 'forbidden' && isOAuth2Step(step) ? { ...step, scope: '' } : step))
  return {
    ...emptyCase(newId(), texts.caseName(name, nameOfTest(one.test, one.number))),
    steps: [
      ...copySteps(own, newId),
      request,
      ...(checks.length > 0 ? [stepOf('assertion', newId(), { name: texts.expected, checks })] : []),
      ...copySteps(one.undocumented ? [] : template.after, newId),
    ],
  }
}

/** The request of all rows, with references to columns where they differ. */
function requestOf(template: SendRequestStep, rows: readonly Built[], columns: Columns, id: string): Step {
  const [first] = rows
  if (first === undefined) return { ...template, id }
  const path = first.parts.segments.map(({ name }, at) =>
    asText(
      columns.place(
        name,
        rows.map(({ parts }) => parts.segments[at]?.value ?? ''),
      ),
    ),
  )
  const pairs = (of: 'query' | 'headers') =>
    first.parts[of].map(({ name }, at) => ({
      name,
      value: asText(
        columns.place(
          name,
          rows.map(({ parts }) => parts[of][at]?.value ?? ''),
        ),
      ),
    }))
  const isSameQuery = rows.every(({ parts }) => namesOf(parts.query) === namesOf(first.parts.query))
  // A key of the API is in all rows, as the reference that it is: only what else there is differs.
  const kept = isSameQuery ? [] : first.parts.query.filter((one) => one.value instanceof Template && isInAll(one, rows))
  const query = isSameQuery ? pairs('query') : kept.map(({ name, value }) => ({ name, value: asText({ type: 'same', value }) }))
  const wholeQuery = isSameQuery
    ? ''
    : asText(
        columns.place(
          'query',
          rows.map(({ parts }) => queryText(parts.query.filter(({ name }) => !kept.some((one) => one.name === name)))),
        ),
      )
  const url = `${[first.parts.base, ...path].join('/')}${wholeQuery}`
  return v.parse(stepSchema, {
    ...template,
    id,
    name: template.name === '' ? texts.request : template.name,
    url,
    query,
    headers: pairs('headers'),
    body: bodyOf(rows, columns),
  })
}

const isInAll = (pair: Parts['query'][number], rows: readonly Built[]): boolean =>
  rows.every(({ parts }) => {
    const [alike, ...more] = parts.query.filter(({ name }) => name === pair.name)
    return alike !== undefined && more.length === 0 && same(alike.value, pair.value)
  })

/** A query of its own for each row; a reference in it makes it a template, which no cell can be. */
function queryText(pairs: Parts['query']): string | Template {
  const text = pairs
    .map(
      ({ name, value }) =>
        `${encodeURIComponent(name)}=${value instanceof Template ? value.text : encodeURIComponent(String(value))}`,
    )
    .join('&')
  const whole = text === '' ? '' : `?${text}`
  return pairs.some(({ value }) => value instanceof Template) ? new Template(whole) : whole
}

function bodyOf(rows: readonly Built[], columns: Columns): unknown {
  const body = rows[0]?.parts.body ?? { type: 'none' }
  if (body.type === 'none') return body
  if (body.type === 'kept') return body.value
  const place = withFreshAddresses(
    columns.place(
      'body',
      rows.map(({ parts }) => ('value' in parts.body ? parts.body.value : undefined)),
    ),
  )
  if (body.type === 'json') return { type: 'json', text: asJson(place, '') }
  const members: [string, Place][] =
    place.type === 'object'
      ? place.members
      : place.type === 'same'
        ? Object.entries((place.value ?? {}) as object).map(([name, value]) => [name, { type: 'same', value }])
        : []
  return { type: 'form', fields: members.map(([name, member]) => ({ name, value: asText(member) })) }
}

/** A URL that was made up, and that no test is about, is drawn again for each: servers take most of them once. */
function withFreshAddresses(place: Place): Place {
  if (place.type === 'same') return { type: 'same', value: fresh(place.value) }
  if (place.type === 'object')
    return { type: 'object', members: place.members.map(([name, member]) => [name, withFreshAddresses(member)]) }
  return place.type === 'list' ? { type: 'list', items: place.items.map(withFreshAddresses) } : place
}

function fresh(value: unknown): unknown {
  if (value === madeAddress) return new Template('${random.email}')
  if (Array.isArray(value)) return value.map(fresh)
  if (typeof value !== 'object' || value === null || value instanceof Template) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fresh(member)]))
}

/** The checks of what tests expect: their status, and values by name. */
function checksOf(rows: readonly Built[], columns: Columns, outcome = ''): Check[] {
  const checks: unknown[] = []
  const statuses = rows.map(({ status }) => status)
  if (statuses.every((status) => status !== undefined)) {
    const [only] = statuses
    if (statuses.every((status) => status === only)) checks.push(statusCheck(only ?? ''))
    else if (statuses.every((status) => /^\d+$/.test(status ?? ''))) {
      const { variable } = columns.column('expected status', statuses.map(Number))
      checks.push({ source: 'status', is: 'equals', value: `\${${variable}}` })
    } else {
      const { variable } = columns.column(
        'expected status',
        statuses.map((status) => statusPattern(status ?? '')),
      )
      checks.push({ source: 'status', is: 'matches', value: `\${${variable}}` })
    }
  }
  const names = [...new Set(rows.flatMap(({ test }) => Object.keys(test.expected ?? {})))].filter((name) => name !== 'status')
  const pathIn = (name: string): string => (name === 'decision' && outcome.trim() !== '' ? outcome.trim() : pathOf(name))
  for (const name of names) {
    const values = rows.map(({ test }) => test.expected?.[name])
    // What a test doesn't say is not expected of it: then the rows have nothing in common.
    if (values.some((value) => value === undefined)) continue
    const place = columns.place(`expected ${name}`, values)
    const value = place.type === 'same' ? place.value : asText(place)
    checks.push({ source: 'json', path: pathIn(name), is: 'equals', value })
  }
  return checks as Check[]
}

/** Where in an answer a value of this name is looked for (RFC 9535). */
const pathOf = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `$.${name}` : `$['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
