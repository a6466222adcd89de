import type { PlanOperation } from '../plan.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import type { Concept } from '../glossaries/glossary.ts'
import { checksIn, statusIn, valueBehind } from './expectations.ts'
import { fieldValuesIn } from './field-values.ts'
import { caseOf } from './names.ts'
import { isStatus, secondsAt } from './quantities.ts'
import type { Token } from './reading.ts'
import { caseLabel } from './structure.ts'
import { indexOfRequest } from '../project-index.ts'

const has = (tokens: readonly Token[], ...wanted: Concept[]): boolean =>
  tokens.some((token) => wanted.some((concept) => token.concepts.has(concept)))

/** The step of a case that a request names, as its own label. */
function stepLabel(asked: Asked, of: string | undefined): string | undefined {
  const [named] = asked.named.filter(({ what, case: one }) => what === 'step' && (of === undefined || one === of))
  if (named) return named.label
  const known = caseOf(asked.index, of)
  if (!known) return undefined
  // "after creating it": the request whose operation the words mean.
  const requests = known.one.steps.flatMap((step) => {
    const operation = indexOfRequest(asked.index, step)
    return operation ? [{ step, operation }] : []
  })
  const stems = asked.reading.tokens.flatMap((token) => token.stems)
  const role = has(asked.reading.tokens, 'create') ? 'create' : has(asked.reading.tokens, 'delete') ? 'delete' : undefined
  const fitting =
    requests.find(({ operation }) => operation.role === role) ??
    requests.find(({ operation }) => operation.verbs.some((verb) => stems.includes(verb)))
  return fitting?.step.name
}

/** "add a wait of 5 seconds after Create order". */
export const wait: Recogniser = (asked) => {
  const { tokens } = asked.reading
  if (!has(tokens, 'wait')) return undefined
  const of = caseLabel(asked)
  const seconds =
    tokens.map((_, at) => secondsAt(tokens, at)).find((value) => value !== undefined) ??
    tokens.find(({ value }) => value !== undefined)?.value ??
    Number(asked.answers['duration'] ?? Number.NaN)
  if (of === undefined) return undefined
  if (Number.isNaN(seconds)) return { confidence: 0.75, operations: [], missing: { slot: 'duration', options: ['1', '5', '10'] } }
  const beside = stepLabel(asked, of)
  const place =
    beside === undefined ? {} : has(tokens, 'before') && !has(tokens, 'after') ? { before: beside } : { after: beside }
  return { confidence: 0.9, operations: [{ do: 'add_step', kind: 'wait', case: of, seconds, ...place }] }
}

/** "save $.id into order_id". */
export const keep: Recogniser = (asked) => {
  const { tokens, text } = asked.reading
  if (!has(tokens, 'keep', 'set')) return undefined
  const of = caseLabel(asked)
  const at = tokens.findIndex(({ kind }) => kind === 'jsonpath')
  const isHeader = has(tokens, 'header') && has(tokens, 'keep')
  if (of === undefined || (at < 0 && !(has(tokens, 'keep') && has(tokens, 'field', 'variable', 'answer', 'to', 'called'))))
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
      .map((one) => one.toLowerCase()),
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

/** Checks that are added to a case, or changed in it: "expect 400 instead of 201", "takes less than 500 ms". */
export const assertions: Recogniser = (asked) => {
  const { tokens } = asked.reading
  const of = caseLabel(asked)
  if (of === undefined || has(tokens, 'keep', 'load', 'users', 'wait')) return undefined
  const checks = checksIn(tokens)
  const status =
    statusIn(tokens) ?? (has(tokens, 'instead', 'expect', 'status') ? tokens.map(({ value }) => value).find(isStatus) : undefined)
  const isReplaced = has(tokens, 'instead') || has(tokens, 'update', 'set')
  if (status !== undefined) checks.unshift({ source: 'status', is: 'equals', value: status })
  if (
    has(tokens, 'check', 'assertion', 'exists', 'must', 'contains') ||
    (has(tokens, 'expect') && has(tokens, 'answer', 'field', 'contains'))
  )
    checks.push(...bodyChecks(asked, of))
  if (checks.length === 0) return undefined
  const step = stepLabel(asked, of)
  const acts = has(tokens, 'create', 'delete') && !has(tokens, 'assertion', 'check')
  const says = has(
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
  const isOther = asked.named.every(({ what }) => what !== 'case') && has(tokens, 'create', 'delete')
  return {
    confidence: (says ? 0.8 : 0.6) + (checks.length > 0 && !acts ? 0.08 : -0.2) - (isOther ? 0.2 : 0),
    operations: [
      {
        do: 'set_assert',
        case: of,
        checks,
        ...(step === undefined ? {} : { step }),
        ...(isReplaced || status !== undefined ? { replace: true } : {}),
      },
    ],
  }
}

/** "check that the state is open": a member of the answer, by the name that the document or the request has for it. */
function bodyChecks(asked: Asked, of: string): Extract<PlanOperation, { do: 'set_assert' }>['checks'] {
  const { tokens } = asked.reading
  const known = caseOf(asked.index, of)
  const requests = known?.one.steps.flatMap((step) => indexOfRequest(asked.index, step) ?? []) ?? []
  const names = new Set(requests.flatMap((operation) => asked.index.answerFields(operation)))
  const found = [...names].flatMap((name): Extract<PlanOperation, { do: 'set_assert' }>['checks'] => {
    const at = tokens.findIndex(
      (token) => token.kind === 'word' && token.plain === name.toLowerCase() && !token.concepts.has('status'),
    )
    if (at < 0) return []
    const [, value] = valueBehind(tokens, at)
    const negative = tokens.slice(at).some((token) => token.concepts.has('not'))
    return value === undefined
      ? [{ source: 'json', at: `$.${name}`, is: 'exists', ...(negative ? { not: true } : {}) }]
      : [{ source: 'json', at: `$.${name}`, is: 'equals', value, ...(negative ? { not: true } : {}) }]
  })
  return found
}

/** "set quantity to 7", "add a query parameter limit = 5", "set the header Accept to application/json". */
export const setStep: Recogniser = (asked): Candidate | undefined => {
  const { tokens, text } = asked.reading
  const of = caseLabel(asked)
  const known = caseOf(asked.index, of)
  if (of === undefined || !known || !has(tokens, 'set', 'update', 'create', 'use', 'with')) return undefined
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
  for (const { one, operation } of requests) {
    if (step !== undefined && one.name !== step) continue
    const { values } = fieldValuesIn(tokens, operation?.fields ?? [], false)
    if (values.size === 0) continue
    const operations = [...values].map(([name, value]): PlanOperation => ({
      do: 'set_step',
      step: one.name,
      case: of,
      field: operation?.fields.find((field) => field.name === name)?.in ?? 'body',
      at: name,
      value,
    }))
    return { confidence: has(tokens, 'set', 'update') ? 0.86 : 0.6, operations }
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
    !has(tokens, 'create', 'delete', 'secret', 'token')
  )
    return { confidence: 0.9, operations: [{ do: 'set_var', name: 'baseUrl', value: url.text, environment: about.name }] }
  const at = tokens.findIndex((token) => names.has(token.text))
  const said = tokens.findIndex((token) => token.concepts.has('variable'))
  if (!has(tokens, 'set', 'update', 'create', 'use', 'is') || (at < 0 && said < 0) || has(tokens, 'keep', 'delete', 'rename'))
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
  const next = tokens
    .slice(place + 1)
    .find(
      (one) =>
        one.kind === 'url' ||
        one.kind === 'quoted' ||
        one.kind === 'number' ||
        one.kind === 'path' ||
        one.kind === 'email' ||
        (one.kind === 'word' && !one.stop && one.concepts.size === 0 && one.plain !== environment?.name.toLowerCase()),
    )
  if (!next) return { confidence: 0.7, operations: [], missing: { slot: 'value', options: [], about: token.text } }
  const value = next.kind === 'number' ? next.text : next.kind === 'quoted' ? next.text : text.slice(next.start, next.end)
  return {
    confidence: 0.9,
    operations: [{ do: 'set_var', name: token.text, value, ...(environment ? { environment: environment.name } : {}) }],
  }
}
