import { shortId } from '#engine/base/ids.ts'

/** A short random id. */
export const newId = (): string => shortId((length) => crypto.getRandomValues(new Uint8Array(length)))
