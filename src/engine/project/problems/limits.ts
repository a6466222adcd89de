import { maxDepth } from '#engine/base/encoding/json-depth.ts'

/** The deepest nesting of a file that is read (R7). */
export const deepest = maxDepth

/** The largest file that is read, in bytes (R3). */
export const largest = 50_000_000

/** How many places of a broken file are listed. */
export const mostPlaces = 100
