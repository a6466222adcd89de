import { sourceFacts } from '#engine/extractors/facts.ts'
import { problemOfSource } from '#engine/extractors/source.ts'
import type { DataTransferStep } from './schema.ts'

/** What is missing in the transfers of a step, with its place in the step. */
export const problemsOfTransfers = ({ transfers }: DataTransferStep): { place: (string | number)[]; text: string }[] =>
  transfers.flatMap((transfer, index) => {
    const text = problemOfSource(transfer)
    return text === undefined ? [] : [{ place: ['transfers', index], text }]
  })

/** The variables that the step names as sources; templates are not among them. */
export const variablesRead = ({ transfers }: DataTransferStep): string[] =>
  transfers.flatMap(({ source, name }) => (sourceFacts[source].reads === 'variables' && name !== undefined ? [name] : []))

/** True for a step that looks at the result of another. */
export const readsResult = ({ transfers }: DataTransferStep): boolean =>
  transfers.some(({ source }) => sourceFacts[source].reads === 'response')
