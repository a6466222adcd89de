import type { ReadBody } from '../reporter.ts'
import type { StepDetails } from './details.ts'
import { jsonForHtml } from './json-for-html.ts'
import { withBodies } from './with-bodies.ts'

/** Bytes of details in a report; with the list of all steps of a run of 10,000 it stays under 20 MB. */
const mostBytes = 15_000_000
/** What steps that passed may take of it together: what failed has to have its place. */
const forPassed = 0.7
/** What the first steps may take ahead of their share: bodies of a short run are whole. */
const ahead = 4_000_000
/** Characters of a body, from what is shown where there is room to what is shown where there is little. */
const lengths = [64_000, 4_000, 400] as const

/** Shares the room of a report among the steps of a run, of which only the planned number is known. */
export interface Budget {
  /** The details of a step under a key as a line of the report; undefined if there is no room for them. */
  line(key: string, details: StepDetails, passed: boolean): string | undefined
  /** Steps whose details had no room. */
  readonly left: number
}

/** The room of a report for the details of so many planned steps; rows of loops come on top. */
export function createBudget(planned: number, read: ReadBody): Budget {
  const encoder = new TextEncoder()
  let used = 0
  let steps = 0
  let left = 0
  return {
    line(key, details, passed) {
      steps++
      const share = ahead + (mostBytes * forPassed - ahead) * Math.min(1, steps / Math.max(planned, 1))
      const room = (passed ? share : mostBytes) - used
      for (const length of room > 0 ? lengths : []) {
        const line = `${jsonForHtml([key, withBodies(details, read, length)])}\n`
        const size = encoder.encode(line).byteLength
        // No step may take what the next ones need.
        if (size > room || (length !== lengths.at(-1) && size > room / 4 && room < ahead)) continue
        used += size
        return line
      }
      left++
      return undefined
    },
    get left() {
      return left
    },
  }
}
