import type { Transfer } from '#engine/steps/data-transfer/schema.ts'

/** What a transfer is when it is added: of a value of the response, or of a variable, if one is given. */
export const newTransfer = (variable?: string): Transfer => ({
  ...(variable === undefined ? { source: 'json', path: '$.id' } : { source: 'variable', name: variable }),
  to: '',
  scope: 'TestCase',
})
