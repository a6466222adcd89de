import type { Transfer } from '#engine/steps/data-transfer/schema.ts'

/** What a transfer is when it is added. */
export const newTransfer = (): Transfer => ({ source: 'json', path: '$.id', to: '', scope: 'TestCase' })
