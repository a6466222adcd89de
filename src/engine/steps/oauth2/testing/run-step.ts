import * as v from 'valibot'
import { AssayError } from '#engine/base/errors.ts'
import { createRedactor, type Redactor } from '#engine/base/secrets/redactor.ts'
import type { Exchange, Ports } from '#engine/ports/index.ts'
import { createRunScopes, type StartValue } from '#engine/templates/create-scopes.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import { brokenBy, type Outcome, type RunContext, type StepDetail, type StepKind } from '../../step-kind.ts'
import { oauth2Kind } from '../index.ts'
import { oauth2Schema, type OAuth2Step } from '../schema.ts'

/** A whole step of the settings that a test cares about. */
export const stepOf = (settings: Omit<Partial<v.InferInput<typeof oauth2Schema>>, 'kind'>): OAuth2Step =>
  v.parse(oauth2Schema, { id: 't1', kind: 'oauth2', name: 'Get token', grantType: 'ClientCredentials', ...settings })

/** What a step did, as a test looks at it. */
export interface StepRun {
  outcome: Outcome
  details: StepDetail[]
  exchanges: Exchange[]
  /** Texts of `noted` warnings, in order. */
  warnings: string[]
  infos: string[]
  scopes: Scopes
  redactor: Redactor
}

/** Surroundings of a test's steps: they share ports, variables and what is masked. */
export interface StepHost {
  run(step: OAuth2Step, signal?: AbortSignal): Promise<StepRun>
  /** The same for a step of any kind. */
  runAs<S extends v.GenericSchema<unknown, { id: string; name: string }>>(
    kind: StepKind<S>,
    step: v.InferOutput<S>,
    signal?: AbortSignal,
  ): Promise<StepRun>
  scopes: Scopes
  redactor: Redactor
}

/** As the runner does it: no text of an outcome leaves with a secret in it. */
function masked(outcome: Outcome, redactor: Redactor): Outcome {
  if (outcome.outcome !== 'broken') return outcome
  const { message, hint } = outcome
  return { ...outcome, message: redactor.mask(message), ...(hint === undefined ? {} : { hint: redactor.mask(hint) }) }
}

/** A host for single OAuth2 steps, without a runner. */
export function createStepHost(
  ports: Ports,
  options: {
    variables?: readonly StartValue[]
    environment?: string
    insecureHosts?: readonly string[]
    shareTokens?: boolean
  } = {},
): StepHost {
  const redactor = createRedactor()
  const name = options.environment ?? 'e1'
  const scopes = createRunScopes({
    project: options.variables ?? [],
    environment: { name, variables: [] },
    seed: 1,
    clock: ports.clock,
    secrets: ports.secrets,
    redactor,
    signal: new AbortController().signal,
  })
    .suite([])
    .case([])
  let ids = 0
  const host: StepHost = {
    scopes,
    redactor,
    run: (step, signal) => host.runAs(oauth2Kind, step, signal),
    async runAs(kind, step, signal = new AbortController().signal) {
      const details: StepDetail[] = []
      const context: RunContext = {
        signal,
        ports,
        variables: scopes,
        redactor,
        elapsed: () => ports.clock.monotonic(),
        nextId: (prefix) => `${prefix}${++ids}`,
        emit: (detail) => details.push(detail),
        result: () => undefined,
        keep: () => undefined,
        step: { id: step.id, name: step.name },
        environment: { id: name, name },
        ...(options.shareTokens === undefined ? {} : { shareTokens: options.shareTokens }),
        insecureHosts: options.insecureHosts ?? [],
      }
      const ended = await kind.run(step, context).catch((thrown: unknown) => {
        if (thrown instanceof AssayError) return brokenBy(thrown)
        throw thrown
      })
      const outcome = masked(ended, redactor)
      const noted = (level: 'info' | 'warning') =>
        details.flatMap((detail) => (detail.type === 'noted' && detail.level === level ? [detail.text] : []))
      return {
        outcome,
        details,
        exchanges: details.flatMap((detail) => (detail.type === 'exchanged' ? [detail.exchange] : [])),
        warnings: noted('warning'),
        infos: noted('info'),
        scopes,
        redactor,
      }
    },
  }
  return host
}
