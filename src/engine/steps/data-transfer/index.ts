import type { StepKind } from '../step-kind.ts'
import { runDataTransfer } from './run.ts'
import { dataTransferSchema, type DataTransferStep } from './schema.ts'

const readsCookies = ({ transfers }: DataTransferStep): boolean =>
  transfers.some(({ source, name }) => source === 'cookie' || (source === 'header' && name?.toLowerCase() === 'set-cookie'))

/** Data Transfer: keeps values of a response in variables. */
export const dataTransferKind: StepKind<'data-transfer', typeof dataTransferSchema> = {
  id: 'data-transfer',
  title: 'Data Transfer',
  schema: dataTransferSchema,
  defaults: () => ({ kind: 'data-transfer', name: 'Data Transfer', description: '', disabled: false, transfers: [] }),
  needs: (step) => (readsCookies(step) ? ['no-cors'] : []),
  browserLimit: (step) => (readsCookies(step) ? 'read the cookies that a server sets (Set-Cookie)' : undefined),
  run: runDataTransfer,
}
