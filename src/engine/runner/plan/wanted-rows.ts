import { placeKey } from '../execute/place.ts'
import type { Selection } from './selection.ts'

/** The rows of a loop that run. */
export interface WantedRows {
  has(number: number): boolean
  /** None with a greater number is wanted. */
  last: number
  /** The first few, for users. */
  told: string
}

const mostTold = 5

/** The selected rows, by the place of their loop. */
export const wantedRowsOf = ({ rows = [] }: Selection = {}): ReadonlyMap<string, WantedRows> =>
  new Map(
    rows.map(({ case: id, loop, within, only, after }) => {
      const numbers = new Set(only)
      const wanted: WantedRows = {
        has: (number) => numbers.has(number) || (after !== undefined && number > after),
        told: [...only.slice(0, mostTold), ...(only.length > mostTold || after !== undefined ? ['…'] : [])].join(', '),
        last: after === undefined ? only.reduce((most, number) => Math.max(most, number), 0) : Infinity,
      }
      return [placeKey({ case: id, rows: within, step: loop }), wanted]
    }),
  )
