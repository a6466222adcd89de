import * as v from 'valibot'
import type { TableSource } from '#engine/data/table/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { expectedStatus, isAssertionStep, readsStatus } from '#engine/steps/assertion/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { lookedAt } from '#engine/steps/references.ts'
import { keepInCase } from '#engine/steps/variables.ts'
import type { NewId } from '#engine/project/empty.ts'
import { requestWithToken } from '../negative/kinds.ts'
import { stepSchema, type Case, type Step, type Variable } from '#engine/project/format/schema.ts'
import {
  identityFields,
  listVariable,
  secretVariable,
  secretVariables,
  tokenSteps,
  withKeys,
  type Identity,
  type IdentityField,
  type KeyedIdentity,
} from './identity.ts'

/** What the new parts are called. */
export interface RunAsNames {
  source: string
  start: string
  end: string
  secrets: string
  check: string
}

/** What {@link runAs} needs besides the case. */
export interface RunAsPlan {
  identities: readonly Identity[]
  /** The id of the request whose status is checked. */
  judged: string
  /** The variables of the project: names that are taken, and lists of secrets that grow. */
  variables: readonly Variable[]
  names: RunAsNames
  newId: NewId
}

/** What takes the place of the case, and what comes into the project beside it. */
export interface RunAs {
  case: Case
  source: TableSource
  /** Variables of the project: new ones, and those of the same name with another value. */
  variables: Variable[]
}

/** The columns that every table of identities has, beside those of its fields. */
export const identityColumns = { name: 'identity', key: 'key', expected: 'expected_status' }

/** The enabled requests of a case, and the one that is judged unless someone says otherwise: the first with the token. */
export function judgeable(one: Case): { requests: SendRequestStep[]; first: SendRequestStep | undefined } {
  const requests = one.steps.filter(isSendRequestStep).filter(({ disabled }) => !disabled)
  const [token] = tokenSteps(one)
  return { requests, first: (token && requestWithToken(one, token)) ?? requests[0] }
}

/** The status that a case expects of a request now, if a check says so. */
export function expectedNow(one: Case, request: string): number | undefined {
  const at = one.steps.findIndex(({ id }) => id === request)
  return one.steps
    .filter((step, index) => !step.disabled && lookedAt(one.steps, index) === at)
    .filter(isAssertionStep)
    .flatMap(({ checks }) => checks.map(expectedStatus))
    .find((status) => status !== undefined)
}

/**
 * A case that runs once for each identity: its steps in a loop over a table of identities, the OAuth2 steps filled from the
 * row, and the status of one request checked against the row. Secrets are never in the table: each is a variable of the project
 * that the vault holds, and a transfer takes that of the row. If some are to be rejected, what follows the judged request is
 * switched off.
 */
export function runAs(one: Case, plan: RunAsPlan): RunAs {
  const { names, newId } = plan
  const fields = identityFields(one)
  const secrets = fields.filter(({ secret }) => secret)
  const taken = new Set(plan.variables.map(({ name }) => name))
  const identities = withKeys(plan.identities, fields, taken)
  const source = tableOf(identities, fields, { id: newId(), name: names.source })
  const make = (raw: object): Step => v.parse(stepSchema, { ...raw, id: newId() })

  const made = structuredClone(one)
  for (const step of made.steps) if (isOAuth2Step(step) && !step.disabled) fill(step, fields)
  judge(made, plan, make)
  const plainColumns = source.columns.map((column) => ({
    column,
    variable: column === identityColumns.expected ? column : rowVariable(column),
    type: column === identityColumns.expected ? 'number' : 'string',
  }))
  const start = make({ kind: 'loop-start', name: names.start, dataSource: source.id, mapping: plainColumns })
  const transfers = secrets.map(({ column }) => ({
    source: 'variable',
    name: listVariable(column),
    match: `(?:^|\\n)\${${rowVariable(identityColumns.key)}}=([^\\n]*)`,
    to: rowVariable(column),
  }))
  const taking = secrets.length > 0 ? [make({ kind: 'data-transfer', name: names.secrets, transfers })] : []
  made.steps = [start, ...taking, ...made.steps, make({ kind: 'loop-end', name: names.end })]
  const lists = secrets.map(({ column }) => listOf(column, identities, plan.variables))
  return { case: made, source, variables: [...secretVariables(identities, fields), ...lists] }
}

/** Apart from other variables, which a row would hide: `identity_username`. */
const rowVariable = (column: string): string => (column === identityColumns.name ? column : `identity_${column}`)

function tableOf(
  identities: readonly KeyedIdentity[],
  fields: readonly IdentityField[],
  { id, name }: { id: string; name: string },
): TableSource {
  const plain = fields.filter(({ secret }) => !secret).map(({ column }) => column)
  return {
    id,
    name,
    description: '',
    kind: 'table',
    columns: [identityColumns.name, identityColumns.key, ...plain, identityColumns.expected],
    rows: identities.map((one) => [one.name, one.key, ...plain.map((column) => one.values[column] ?? ''), one.expected]),
  }
}

/** The step with references to the row in its fields. Its token stays in the case: that of the last row belongs to nothing else. */
function fill(step: OAuth2Step, fields: readonly IdentityField[]): void {
  for (const field of fields) if (field.step === step.id) step[field.key] = `\${${rowVariable(field.column)}}`
  // A user signs in for each identity: the token of the one before would be taken from the cache.
  if (grantOf(step).person) step.forceReauthentication = true
  keepInCase(step)
}

function listOf(column: string, identities: readonly KeyedIdentity[], known: readonly Variable[]): Variable {
  const before = known.find(({ name }) => name === listVariable(column))
  const lines = identities.map((one) => `${one.key}=\${${secretVariable(one, column)}}`)
  const kept = typeof before?.value === 'string' && before.value !== '' ? [before.value] : []
  return { name: listVariable(column), description: '', ...before, value: [...kept, ...lines].join('\n') }
}

/** The status of the judged request is that of the row, and no other. */
function judge(made: Case, { judged, identities, names }: RunAsPlan, make: (raw: object) => Step): void {
  const at = made.steps.findIndex(({ id }) => id === judged)
  const check = { source: 'status', not: false, is: 'equals', value: `\${${identityColumns.expected}}` } as const
  const assertions = made.steps.flatMap((step, index) =>
    isAssertionStep(step) && !step.disabled && lookedAt(made.steps, index) === at ? [step] : [],
  )
  let own: Step | undefined = assertions.find(({ checks }) => checks.length > 0 && checks.every(readsStatus))
  if (isAssertionStep(own)) own.checks = [check]
  else {
    own = make({ kind: 'assertion', name: names.check, step: judged, checks: [check] })
    made.steps.splice(at + 1, 0, own)
  }
  for (const other of assertions) if (other !== own) other.checks = other.checks.filter((one) => !readsStatus(one))
  const emptied = new Set<Step>(assertions.filter(({ checks }) => checks.length === 0))
  made.steps = made.steps.filter((step) => !emptied.has(step))
  if (identities.every(({ expected }) => expected < 400)) return
  // A rejected identity has nothing to read there. The markers of loops stay: they are pairs.
  for (const step of made.steps.slice(at + 1)) if (step !== own && !isMarker(step)) step.disabled = true
}

const isMarker = (step: Step): boolean => factsOf(step).block !== undefined
