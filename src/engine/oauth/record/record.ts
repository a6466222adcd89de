import type { Exchange } from '#engine/ports/index.ts'

/** The messages of one step, as they are exported. All of it is masked already. */
export interface ExchangeRecord {
  /** Name of the step. */
  step: string
  /** When the run started, ISO 8601; times of messages count from it. */
  startedAt: string
  /** How the step ended, and why. */
  outcome?: string | undefined
  message?: string | undefined
  hint?: string | undefined
  exchanges: readonly Exchange[]
}

/** A form in which a record can be handed on. */
export interface RecordFormat {
  id: 'markdown' | 'har' | 'json'
  /** As a menu says it. */
  title: string
  extension: string
  mediaType: string
  write(record: ExchangeRecord): string
}
