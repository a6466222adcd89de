import type { Diagnosis, Exchange } from '#engine/ports/index.ts'
import { readEvidence, type Evidence, type Failure } from './evidence.ts'
import type { Fix, StepPatch, StepSettings } from '../step-settings.ts'
import type { Cause } from './cause.ts'
import { causes, causesOf } from './causes.ts'
import { rank, rankOf } from './rank.ts'
import { statements, type Statement } from './statements.ts'

/** True if the step would be another one with the change. */
function changesSomething(change: StepPatch, settings: StepSettings | undefined): boolean {
  if (!settings) return true
  return Object.entries(change).some(([key, value]) => {
    const before: unknown = settings[key as keyof StepSettings]
    return JSON.stringify(before) !== JSON.stringify(value)
  })
}

const textIn = (text: string | ((evidence: Evidence) => string), evidence: Evidence): string =>
  typeof text === 'string' ? text : text(evidence)

/** True if the provider says the sentence in this failure. */
const isSaid = ({ where, pattern, code }: Statement, { error, stated, page }: Evidence): boolean =>
  (code === undefined || code === error) && (where === 'both' || (where === 'page') === (page !== '')) && pattern.test(stated)

/** The rank of the evidence for a cause; 0 if evidence of this rank or a higher one rules it out. */
function weightOf({ id, when, against }: Cause, evidence: Evidence): number {
  const isStated = statements.some((statement) => statement.cause === id && isSaid(statement, evidence))
  const weight = isStated ? rank.stated : when ? rankOf(when, evidence) : 0
  return weight > 0 && against && rankOf(against, evidence) >= weight ? 0 : weight
}

/** The cause with the strongest evidence; of several, the first of the list, which is the most specific one. */
function mostLikely(evidence: Evidence): { cause: Cause; weight: number } | undefined {
  let found: { cause: Cause; weight: number } | undefined
  for (const cause of causesOf(evidence.purpose)) {
    const weight = weightOf(cause, evidence)
    if (weight > (found?.weight ?? 0)) found = { cause, weight }
  }
  return found
}

/** Candidates besides the diagnosis. */
const mostCandidates = 2

/** What else to check where the response names no cause, as sentences; none if nothing is known. */
function candidatesBeside(found: Cause, evidence: Evidence): string[] {
  const open = causesOf(evidence.purpose).flatMap(({ possible, ...cause }) =>
    cause.id !== found.id && possible && rankOf(possible.when, evidence) > 0 ? [textIn(possible.check, evidence)] : [],
  )
  return open.length === 0
    ? []
    : [`The response doesn't give the cause. If that doesn't help, ${open.slice(0, mostCandidates).join('; or ')}.`]
}

/**
 * Explains a failure from the masked messages of the step, its error and, where known, its settings. Undefined for an unknown
 * cause: then use the error's message and hint.
 */
export function diagnose(exchanges: readonly Exchange[], failure: Failure, settings?: StepSettings): Diagnosis | undefined {
  // Nothing was rejected that could be explained: all messages are good ones.
  if (failure.code === 'oauth-not-refused') return undefined
  const evidence = readEvidence(exchanges, failure, settings)
  const found = mostLikely(evidence)
  if (!found) return undefined
  const candidates = found.weight > rank.coded ? [] : candidatesBeside(found.cause, evidence)
  return {
    situation: found.cause.id,
    title: textIn(found.cause.title, evidence),
    what: evidence.said,
    means: [textIn(found.cause.means, evidence), ...candidates].join(' '),
    reference: found.cause.reference,
  }
}

/** Possible fixes for a cause, likeliest first: fields to edit, and changes that differ from the settings. */
export function fixesOf(
  situation: string,
  exchanges: readonly Exchange[],
  failure: Failure,
  settings: StepSettings | undefined,
): Fix[] {
  const found = causes.find(({ id }) => id === situation)
  const fixes = found?.fixes?.(readEvidence(exchanges, failure, settings)) ?? []
  return fixes.filter((fix) => 'edit' in fix || changesSomething(fix.change, settings))
}

/** A diagnosis as one text, for lines and reports; `quoting` puts in what was said, where no other text has it. */
export function describeDiagnosis({ title, what, means, reference }: Diagnosis, quoting: boolean): string {
  const said = quoting && what !== '' ? ` (${what})` : ''
  return `${title}${said}. ${means} (${reference})`
}
