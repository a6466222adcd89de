import { sourceFacts } from '#engine/extractors/facts.ts'
import { problemOfSource, readsCookies } from '#engine/extractors/source.ts'
import { pathAttempt } from '../attempts.ts'
import { holdsReference, type Attempt, type StepCheck } from '../step-check.ts'
import type { FieldPath } from '../step-facts.ts'
import { stepTexts as texts } from '../texts.ts'
import type { DataTransferStep } from './schema.ts'
import { dataTransferTexts as ownTexts } from './texts.ts'

/** See {@link StepCheck}. */
export const dataTransferCheck: StepCheck<DataTransferStep> = {
  needs: ({ transfers }) => (transfers.some(readsCookies) ? ['no-cors'] : []),
  browserLimit: ({ transfers }) => (transfers.some(readsCookies) ? texts.readCookies : undefined),
  problems: ({ transfers }) =>
    transfers.flatMap((transfer, index) => {
      const text = sourceFacts[transfer.source].whole ? ownTexts.noValue(transfer.source) : problemOfSource(transfer)
      return text === undefined ? [] : [{ place: ['transfers', index], text }]
    }),
  attempts: ({ transfers }) =>
    transfers.flatMap((transfer, index) => [
      ...pathAttempt(transfer, ['transfers', index]),
      ...matchAttempt(transfer.match, ['transfers', index, 'match']),
    ]),
}

const matchAttempt = (match: string | undefined, place: FieldPath): Attempt[] =>
  match === undefined || holdsReference(match)
    ? []
    : [{ place, attempt: async () => (await import('#engine/checks/regex.ts')).regexFor(match) }]
