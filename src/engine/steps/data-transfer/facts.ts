import { sourceFacts, variablesAsked } from '#engine/extractors/facts.ts'
import type { StepFacts } from '../step-facts.ts'
import { code, words } from '../summary.ts'
import type { DataTransferStep } from './schema.ts'

/** Data Transfer: keeps values of a response in variables. */
export const dataTransferFacts: StepFacts<DataTransferStep> = {
  title: 'Data Transfer',
  newName: 'Keep values',
  refers: { step: 'step' },
  summary({ transfers: [first, ...more] }) {
    if (!first) return [words('no transfers yet')]
    const from = first.path ?? first.name ?? first.source
    return [code(from), words(' → '), code(first.to), ...(more.length > 0 ? [words(` +${more.length}`)] : [])]
  },
  writes: ({ transfers }) =>
    transfers.map(({ to, scope }, index) => ({
      name: to,
      scope,
      place: ['transfers', index, 'to'],
      scopePlace: ['transfers', index, 'scope'],
    })),
  readsVariables: ({ transfers }) => variablesAsked(transfers),
  readsResult: ({ transfers }) => transfers.some(({ source }) => sourceFacts[source].reads === 'response'),
}

/** Whether a step is a data transfer. */
export const isDataTransferStep = (step: { kind: string } | undefined): step is DataTransferStep => step?.kind === 'data-transfer'
