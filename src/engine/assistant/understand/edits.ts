import type { PlannedCheck, PlanOperation } from '../plan.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import { checksIn, memberChecks, sentencesOf, statusIn, valueBehind } from './expectations.ts'
import { replacedValues } from './replaced-values.ts'
import { fieldValuesIn } from './field-values.ts'
import { roleIn } from './flow/roles.ts'
import { listClaims } from './flow/list-claims.ts'
import { caseOf } from './names.ts'
import { isStatus, secondsAt } from './quantities.ts'
import { says, type Token } from './reading.ts'
import { caseLabel } from './structure.ts'
import { indexOfRequest } from '#engine/case-builder/project-index.ts'

/** The step of a case that a request names, as its own label. */
function stepLabel(asked: Asked, of: string | undefined): string | undefined {
  const whole = asked.named.find(({ what, described }) => what === 'case' && !described)
  // A step whose name stands in that of its case was not meant.
  const [named] = asked.named.filter(
    ({ what, case: one, start, end }) =>
      what === 'step' && (of === undefined || one === of) && !(whole && start >= whole.start && end <= whole.end),
  )
  if (named) return named.label
  const known = caseOf(asked.index, of)
  if (!known) return undefined
  // "after creating it": the request whose operation the words mean.
  const requests = known.one.steps.flatMap((step) => {
    const operation = indexOfRequest(asked.index, step)
    return operation ? [{ step, operation }] : []
  })
  const stems = asked.reading.tokens.flatMap((token) => token.stems)
  const role = says(asked.reading.tokens, 'create') ? 'create' : says(asked.reading.tokens, 'delete') ? 'delete' : undefined
  const fitting =
    requests.find(({ operation }) => operation.role === role) ??
    requests.find(({ operation }) => operation.verbs.some((verb) => stems.includes(verb)))
  return fitting?.step.name
}

/** "add a wait of 5 seconds after Create order". */
export const wait: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (!says(tokens, 'wait')) return undefined
  const of = caseLabel(asked)
  const seconds =
    tokens.map((_, at) => secondsAt(tokens, at)).find((value) => value !== undefined) ??
    tokens.find(({ value }) => value !== undefined)?.value ??
    Number(asked.answers['duration'] ?? Number.NaN)
  if (of === undefined) return undefined
  if (Number.isNaN(seconds)) return { confidence: 0.75, operations: [], missing: { slot: 'duration', options: ['1', '5', '10'] } }
  const beside = stepLabel(asked, of)
  const place =
    beside === undefined ? {} : says(tokens, 'before') && !says(tokens, 'after') ? { before: beside } : { after: beside }
  return { confidence: 0.9, operations: [{ do: 'add_step', kind: 'wait', case: of, seconds, ...place }] }
}

/** "save $.id into order_id". */
export const keep: Recogniser = (asked) => {
  const { tokens, text } = asked.reading
  if (!says(tokens, 'keep', 'set')) return undefined
  const of = caseLabel(asked)
  const at = tokens.findIndex(({ kind }) => kind === 'jsonpath')
  const isHeader = says(tokens, 'header') && says(tokens, 'keep')
  if (of === undefined || (at < 0 && !(says(tokens, 'keep') && says(tokens, 'field', 'variable', 'answer', 'to', 'called'))))
    return undefined
  const after = tokens.slice(at + 1)
  const toward = after.findIndex(
    (token, index) =>
      (token.concepts.has('to') || token.concepts.has('called')) &&
      ['word', 'quoted', 'reference'].includes(after[index + 1]?.kind ?? ''),
  )
  const target =
    toward >= 0
      ? after.slice(toward + 1).find(({ concepts }) => !concepts.has('variable'))
      : after.findLast(
          ({ kind, stop, concepts }) =>
            (kind === 'word' &&
              !stop &&
              !concepts.has('variable') &&
              !concepts.has('to') &&
              !concepts.has('called') &&
              !concepts.has('keep')) ||
            kind === 'quoted' ||
            kind === 'reference',
        )
  const variable = target?.text.replace(/^\$\{|\}$/g, '').replace(/[^A-Za-z0-9_.-]/g, '_')
  const path = at >= 0 ? (tokens[at] as Token).text : undefined
  const known = new Set(
    asked.index
      .operationsIn(caseOf(asked.index, of))
      .flatMap((operation) => asked.index.answerFields(operation))
      .map(({ name }) => name.toLowerCase()),
  )
  const field =
    tokens.find(({ kind, plain, start }) => kind === 'word' && (plain === 'id' || known.has(plain)) && start !== target?.start) ??
    tokens.find(
      ({ kind, stop, concepts, text: word }) => kind === 'word' && !stop && concepts.size === 0 && word !== target?.text,
    )
  const source = path ?? (field ? `$.${text.slice(field.start, field.end)}` : undefined)
  if (variable === undefined || source === undefined || !/^[A-Za-z_]/.test(variable))
    return { confidence: 0.55, operations: [], missing: { slot: 'variable', options: [] } }
  const step = stepLabel(asked, of)
  return {
    confidence: isHeader ? 0.6 : path ? 0.92 : 0.68,
    operations: [{ do: 'extract', case: of, path: source, variable, ...(step === undefined ? {} : { step }) }],
  }
}

/** The status behind "instead of", which says which check is meant. */
const replacedStatus = (tokens: Asked['reading']['tokens']): number | undefined => {
  const at = tokens.findIndex(({ concepts }) => concepts.has('instead'))
  return at < 0 ? undefined : tokens.slice(at + 1, at + 4).find(({ kind, value }) => kind === 'number' && isStatus(value))?.value
}

/** Checks that are added to a case, or changed in it: "expect 400 instead of 201", "takes less than 500 ms". */
export const assertions: Recogniser = (asked) => {
  const { tokens } = asked.reading
  const of = caseLabel(asked)
  if (of === undefined || says(tokens, 'keep', 'load', 'users', 'wait')) return undefined
  // With another token, or none, it is another request.
  if (says(tokens, 'auth') || (says(tokens, 'without') && says(tokens, 'token', 'header')) || roleIn(tokens)) return undefined
  const checks = checksIn(tokens)
  const status =
    statusIn(tokens) ??
    (says(tokens, 'instead', 'expect', 'status', 'check')
      ? tokens
          .filter((_, at) => secondsAt(tokens, at) === undefined)
          .map(({ value }) => value)
          .find(isStatus)
      : undefined)
  const was = replacedStatus(tokens)
  const isReplaced = says(tokens, 'instead') || says(tokens, 'update', 'set')
  if (status !== undefined) checks.unshift({ source: 'status', is: 'equals', value: status })
  if (
    says(tokens, 'check', 'assertion', 'exists', 'must', 'contains') ||
    (says(tokens, 'expect') && says(tokens, 'answer', 'field', 'contains'))
  )
    checks.push(...bodyChecks(asked, of))
  if (checks.length === 0) return undefined
  const step = stepLabel(asked, of)
  const acts = says(tokens, 'create', 'delete') && !says(tokens, 'assertion', 'check')
  const isSaid = says(
    tokens,
    'expect',
    'check',
    'must',
    'assertion',
    'duration',
    'status',
    'is',
    'less',
    'atMost',
    'set',
    'update',
    'contains',
  )
  const isOther = asked.named.every(({ what }) => what !== 'case') && says(tokens, 'create', 'delete')
  return {
    confidence: (isSaid ? 0.8 : 0.6) + (checks.length > 0 && !acts ? 0.08 : -0.2) - (isOther ? 0.2 : 0),
    operations: [
      {
        do: 'set_assert',
        case: of,
        checks,
        ...(step === undefined ? {} : { step }),
        ...(isReplaced || status !== undefined ? { replace: true } : {}),
        ...(was === undefined || was === status ? {} : { was }),
      },
    ],
  }
}

/** "check that the state is open": a member of the answer, by the name that the document or the request has for it. */
function bodyChecks(asked: Asked, of: string): PlannedCheck[] {
  const known = caseOf(asked.index, of)
  const requests = known?.one.steps.flatMap((step) => indexOfRequest(asked.index, step) ?? []) ?? []
  const fields = new Map(requests.flatMap((operation) => asked.index.answerFields(operation)).map((field) => [field.name, field]))
  const name = asked.named.find(({ what, described }) => what === 'case' && !described)
  // What the case does already is told, not asked for: only the sentence that asks counts.
  const sentences = sentencesOf(asked.reading.tokens)
  const asking = sentences.filter((tokens) => says(tokens, 'check', 'must', 'expect', 'assertion'))
  const tokens = (asking.length > 0 && asking.length < sentences.length ? asking.flat() : asked.reading.tokens).filter(
    ({ start, end }) => !name || name.quoted || end <= name.start || start >= name.end,
  )
  const listing = requests.findLast(({ role }) => role === 'list')
  const claims = listing ? listClaims(tokens, listing).checks : []
  return claims.length > 0 ? claims : memberChecks(tokens, [...fields.values()])
}

/** "set quantity to 7", "add a query parameter limit = 5", "set the header Accept to application/json". */
export const setStep: Recogniser = (asked): Candidate | undefined => {
  const { tokens, text } = asked.reading
  const of = caseLabel(asked)
  const known = caseOf(asked.index, of)
  const isNamed = asked.named.some(({ what }) => what === 'case')
  if (of === undefined || !known || !(isNamed || says(tokens, 'set', 'update', 'create', 'use', 'with'))) return undefined
  const isTold = says(tokens, 'set', 'update', 'instead', 'now', 'must', 'expect', 'more', 'existing', 'case')
  const step = stepLabel(asked, of)
  const at = step === undefined ? {} : { step }
  const place = tokens.findIndex((token) => token.concepts.has('header') || token.concepts.has('parameter'))
  if (place >= 0) {
    const isHeader = tokens[place]?.concepts.has('header')
    const name = tokens.slice(place + 1).find(({ kind, stop }) => (kind === 'word' && !stop) || kind === 'quoted')
    const rest = name
      ? text
          .slice(name.end)
          .replace(/^\s*(?:=|:|to|auf|a|à|为|设为|成|with value|with|mit|con|avec)\s*/iu, '')
          .trim()
          .replace(/[.。]$/, '')
      : ''
    // "Accept-Language" is cut at its hyphen.
    const whole = name ? (/^[\w-]+/.exec(text.slice(name.start))?.[0] ?? name.text) : ''
    const value = name
      ? rest
          .slice(Math.max(0, whole.length - name.text.length))
          .replace(
            /^\s*(?:=|:|to|auf|a|à|为|设为|成|with value|with the value|with|mit dem wert|mit|con valor|con|avec la valeur|avec)\s+|^\s*[=:]\s*/iu,
            '',
          )
      : ''
    if (name && value !== '')
      return {
        confidence: 0.9,
        operations: [
          {
            do: 'set_step',
            ...(at as { step: string }),
            step: step ?? '',
            case: of,
            field: isHeader ? 'header' : 'query',
            at: name.kind === 'quoted' ? name.text : whole,
            value: value.replace(/^"|"$/g, ''),
          },
        ],
      }
  }
  const requests = known.one.steps.flatMap((one) =>
    indexOfRequest(asked.index, one) ? [{ one, operation: indexOfRequest(asked.index, one) }] : [],
  )
  const name = asked.named.find(({ what }) => what === 'case')
  for (const { one, operation } of requests) {
    if (step !== undefined && one.name !== step) continue
    const rest = tokens.filter(({ start, end }) => !name || name.quoted || end <= name.start || start >= name.end)
    const { values } = fieldValuesIn(rest, operation?.fields ?? [], false)
    const replaced = replacedValues(tokens, one)
    for (const [member, value] of replaced) values.set(member, value)
    if (values.size === 0) continue
    // A number that goes nowhere: something else was meant, or more than this.
    const placed = new Set([...values.values()].map(String))
    const isLeft =
      rest.some(({ kind, value }) => kind === 'number' && value !== undefined && !placed.has(String(value))) &&
      replaced.size === 0
    const operations = [...values].map(([name, value]): PlanOperation => {
      const field = operation?.fields.find((known) => known.name === name)
      return { do: 'set_step', step: one.name, case: of, field: field?.in ?? 'body', at: field?.key ?? name, value }
    })
    return {
      confidence: isLeft
        ? 0.5
        : says(tokens, 'set', 'update') || (isNamed && isTold)
          ? 0.86
          : isNamed && !says(tokens, 'delete', 'ask')
            ? 0.7
            : 0.6,
      operations,
    }
  }
  const body = tokens.findIndex(({ kind }) => kind === 'jsonpath')
  if (body >= 0) {
    const [, value] = valueBehind(tokens, body)
    if (value !== undefined)
      return {
        confidence: 0.85,
        operations: [
          {
            do: 'set_step',
            step: step ?? '',
            case: of,
            field: 'body',
            at: (tokens[body] as Token).text.replace(/^\$\./, ''),
            value,
          },
        ],
      }
  }
  return undefined
}

/** "set baseUrl to http://127.0.0.1:4010 in Local". */
export const setVariable: Recogniser = (asked) => {
  const { tokens, text } = asked.reading
  const { project } = asked.index
  const names = new Set(
    [...project.variables, ...project.environments.flatMap(({ variables }) => variables)].map(({ name }) => name),
  )
  const url = tokens.find(({ kind }) => kind === 'url')
  const about = project.environments.find(({ name }) =>
    tokens.some(({ plain }) => plain.replace(/s$/, '') === name.toLowerCase().replace(/s$/, '')),
  )
  // "point Local at http://…": the address of an environment is its baseUrl.
  if (
    url &&
    about?.variables.some(({ name }) => name === 'baseUrl') &&
    !tokens.some((token) => names.has(token.text)) &&
    !says(tokens, 'create', 'delete', 'secret', 'token')
  )
    return { confidence: 0.9, operations: [{ do: 'set_var', name: 'baseUrl', value: url.text, environment: about.name }] }
  // "Change the base URL to http://…".
  const isBase = tokens.some(
    ({ plain }, at) =>
      /^base ?url$/.test(plain) || (plain === 'base' && /^(?:url|address|adresse|uri)$/.test(tokens[at + 1]?.plain ?? '')),
  )
  if (url && isBase && names.has('baseUrl') && says(tokens, 'set', 'update', 'use', 'is'))
    return {
      confidence: 0.92,
      operations: [{ do: 'set_var', name: 'baseUrl', value: url.text, ...(about ? { environment: about.name } : {}) }],
    }
  const port = portOf(asked)
  if (port) return { confidence: 0.9, operations: [port] }
  const at = tokens.findIndex((token) => names.has(token.text))
  const said = tokens.findIndex((token) => token.concepts.has('variable'))
  const keeps = says(tokens, 'keep') && (tokens.some(({ kind }) => kind === 'jsonpath') || says(tokens, 'answer', 'field'))
  if (
    !says(tokens, 'set', 'update', 'create', 'use', 'is', 'called') ||
    (at < 0 && said < 0) ||
    keeps ||
    says(tokens, 'delete', 'rename') ||
    // "Signup with a 7 character password must be refused": a variable is called so too.
    (said < 0 && says(tokens, 'refuse', 'check', 'signup', 'login', 'invalid', 'character'))
  )
    return undefined
  const place =
    at >= 0
      ? at
      : tokens.findIndex(
          (token, index) =>
            index > said && ((token.kind === 'word' && !token.stop && !token.concepts.has('called')) || token.kind === 'quoted'),
        )
  const token = tokens[place]
  if (!token) return undefined
  const environment = project.environments.find(({ name }) =>
    tokens.some((one) => one.plain === name.toLowerCase() || (one.kind === 'quoted' && one.text === name)),
  )
  const next =
    tokens
      .slice(place + 1)
      .find(
        (one) =>
          one.kind === 'url' ||
          one.kind === 'quoted' ||
          one.kind === 'number' ||
          one.kind === 'path' ||
          one.kind === 'email' ||
          (one.kind === 'word' &&
            (!one.stop || one.corrected !== undefined) &&
            one.concepts.size === 0 &&
            one.plain !== environment?.name.toLowerCase()),
      ) ??
    url ??
    tokens.slice(0, place).findLast(({ kind }) => kind === 'number' || kind === 'quoted')
  const answered = asked.answers['value']
  if (!next && answered !== undefined)
    return {
      confidence: 0.9,
      operations: [
        { do: 'set_var', name: token.text, value: answered, ...(environment ? { environment: environment.name } : {}) },
      ],
    }
  if (!next) return { confidence: 0.7, operations: [], missing: { slot: 'value', options: [], about: token.text } }
  const value = next.kind === 'number' ? next.text : next.kind === 'quoted' ? next.text : text.slice(next.start, next.end)
  return {
    confidence: 0.9,
    operations: [{ do: 'set_var', name: token.text, value, ...(environment ? { environment: environment.name } : {}) }],
  }
}

/** "my server is on port 9100, not 9000": the address with the other port. */
function portOf({ reading: { tokens }, index: { project } }: Asked): Extract<PlanOperation, { do: 'set_var' }> | undefined {
  if (!tokens.some(({ plain }) => /^(ports?|puerto|端口)$/.test(plain))) return undefined
  const numbers = tokens.filter(
    ({ kind, value }) => kind === 'number' && Number.isInteger(value) && (value ?? 0) > 0 && (value ?? 0) < 65_536,
  )
  const holders = project.environments.flatMap((environment) =>
    environment.variables.flatMap((variable) => {
      const now = /^(https?:\/\/[^/?#:]+):(\d+)(.*)$/s.exec(String(variable.value))
      return now ? [{ environment, variable, now }] : []
    }),
  )
  const said = holders.find(({ environment }) => tokens.some(({ plain }) => plain === environment.name.toLowerCase()))
  const holder =
    said ??
    holders.find(({ now }) => numbers.some(({ text }) => text === now[2])) ??
    (holders.length === 1 ? holders[0] : undefined)
  const port = numbers.find(({ text }) => text !== holder?.now[2])
  if (!holder || !port) return undefined
  const [, host = '', , rest = ''] = holder.now
  return { do: 'set_var', name: holder.variable.name, value: `${host}:${port.text}${rest}`, environment: holder.environment.name }
}
