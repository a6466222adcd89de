import type Papa from 'papaparse'

/** Loads what splits CSV: with the first that is read. */
export async function loadPapa(): Promise<typeof Papa> {
  const loaded = await import('papaparse')
  return loaded.default
}
