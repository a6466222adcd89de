import type { Told } from '#engine/base/secrets/masked.ts'
import { certificatesOf, certifiedPorts, type CertificateContext } from '#engine/steps/keys/certified-ports.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { RunContext, StepDetail, StepResult } from '#engine/steps/step-kind.ts'
import type { EventPlace, BlockPass, RunningCase } from './block-pass.ts'
import { jump } from './jumps.ts'
import type { PlannedCase } from '../plan/plan.ts'
import type { EarlierResult } from './run-memory.ts'

/** The results that a step has to do with. */
export interface Seen {
  own?: StepResult
  lookedAt?: StepResult
  /** Where the one that it looked at is from, if not from this run. */
  earlier?: EarlierResult
}

const none: readonly string[] = []

const together = (some: readonly string[] = none, more: readonly string[] = none): readonly string[] =>
  more.length === 0 ? some : [...some, ...more]

/** What a report says of a response of an earlier run. */
export const answerOf = ({ run, startedAt, step }: EarlierResult, planned: PlannedCase) => ({
  step: { id: step, name: planned.case.steps.find((one) => one.id === step)?.name ?? step },
  run,
  startedAt,
})

/** What the step sees of the run; what it looks at and keeps is noted in `seen`, for its summary. */
export function contextOf(running: RunningCase, pass: BlockPass, step: Step, place: EventPlace, seen: Seen): RunContext {
  const { planned, suite, state } = running
  const { results, variables } = pass
  const { plan, ports, controls, stream, redactor, signal, pauses } = state
  const { memory } = controls
  const { environment } = plan
  const remembered = (wanted: string | undefined): EarlierResult | undefined =>
    plan.options.selection?.step && (wanted !== undefined || !results.hasNearest)
      ? memory?.result(planned.case, step.id, wanted)
      : undefined
  const emit = (detail: Told<StepDetail>): void => {
    if (detail.type === 'exchanged' || detail.type === 'queried') pauses.rested()
    stream.emit({ ...detail, ...place })
  }
  const forCertificates: CertificateContext = {
    variables,
    redactor,
    ports,
    opened: state.certificates,
    noted: (level, text) => emit({ type: 'noted', level, text: redactor.mask(text) }),
  }
  const certificates = certificatesOf(environment?.mtls, forCertificates)
  return {
    signal,
    ports: certifiedPorts(environment?.mtls, forCertificates),
    ...(certificates ? { certificates } : {}),
    ...(running.cookies ? { cookies: running.cookies } : {}),
    variables,
    redactor,
    elapsed: stream.elapsed,
    nextId: state.nextId,
    emit,
    result(wanted) {
      const own = results.get(wanted)
      const earlier = own ? undefined : remembered(wanted)
      const result = own ?? earlier?.result
      if (result) seen.lookedAt = result
      if (earlier) seen.earlier = earlier
      return result
    },
    keep(result) {
      seen.own = result
      results.keep(step.id, result)
      const { run, startedAt } = state
      memory?.keep({ suite: suite.id, case: planned.case.id }, { step: step.id, run, startedAt, result })
    },
    connection: (id) => plan.project.connections.find((one) => one.id === id),
    apis: plan.project.apis,
    stepOf: (id) => planned.case.steps.find((one) => one.id === id),
    jump: (to) => jump(running, step, to),
    nameOf: (id) => planned.case.steps.find((one) => one.id === id)?.name,
    known: state.known,
    tokensOfRun: state.tokensOfRun,
    shareTokens: plan.project.shareTokens === true,
    wantsDetails: controls.wantsDetails !== false,
    step: { id: step.id, name: step.name },
    environment: environment && { id: environment.id, name: environment.name },
    insecureHosts: together(environment?.insecureHosts, plan.options.insecureHosts),
  }
}
