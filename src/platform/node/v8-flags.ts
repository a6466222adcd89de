import { setFlagsFromString } from 'node:v8'

const version = Number.parseInt(process.versions.v8, 10)

/** The newest version of V8 on which the flags were tried, that of Node 26. */
const newest = 14

/**
 * Sets a flag of V8 that makes the program faster or smaller, if this is one of the versions of V8 that know it. V8 can't be
 * asked which flags it knows, and complains on stderr of one that it doesn't: versions newer than were tried run unchanged.
 */
export function tuneV8(flag: string, { from = 0, until = newest }: { from?: number; until?: number } = {}): void {
  if (version >= from && version <= until) setFlagsFromString(flag)
}
