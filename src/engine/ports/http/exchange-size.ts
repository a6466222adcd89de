import type { Exchange } from './exchange.ts'

/** Bytes of a response's body as it came, whatever of it is masked where it is shown. */
export const sizeOf = ({ response }: Exchange): number =>
  // Runs of earlier versions did not keep the size of texts.
  response?.body?.size ?? response?.size ?? new TextEncoder().encode(response?.text ?? '').length
