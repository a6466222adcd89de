import { problemOfSource } from '#engine/extractors/source.ts'
import type { DataTransferStep } from './schema.ts'

/** What is missing in the transfers of a step, with its place in the step. */
export const problemsOfTransfers = ({ transfers }: DataTransferStep): { place: (string | number)[]; text: string }[] =>
  transfers.flatMap((transfer, index) => {
    const text = problemOfSource(transfer)
    return text === undefined ? [] : [{ place: ['transfers', index], text }]
  })
