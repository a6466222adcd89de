import type { Cut } from './http.ts'

/** A reference to a stored response body; bodies never travel inside events. */
export interface BodyRef {
  id: string
  /** Bytes that the provider sent, decoded. */
  size: number
  mediaType: string
  /** Bytes that are kept, where masking a secret has changed their number. */
  stored?: number
  /** Not stored: the quota was hit (R15), or the host keeps no bodies. */
  dropped?: boolean
  /** Why the body is incomplete. */
  cut?: Cut
}

/** Stores the response bodies of one run, secrets already masked. The only store of bodies (decision 42). */
export interface BodyStore {
  /** Never rejects: a body that can't be stored is returned as `dropped`. */
  put(body: Uint8Array, mediaType: string): Promise<BodyRef> | BodyRef
}

/** Stores nothing: events have the size and type of a body only. */
export const droppedBodies: BodyStore = {
  put: (body, mediaType) => ({ id: '', size: body.byteLength, mediaType, dropped: true }),
}
