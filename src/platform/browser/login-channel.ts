import { stateOfAnswer } from '#engine/ports/answer-state.ts'

/** Name of the BroadcastChannel between the worker and the app's own pages in login windows (public/oauth/). */
export const loginChannel = 'assay-login'

/** What the pages in login windows say. `window` is the id that the page was opened with, `page` one of its own. */
export type FromWindow =
  /** The wait page is there and asks where to go; repeated until told. */
  | { type: 'ready'; window: string }
  /** On its way to the URL that it was given. */
  | { type: 'leaving'; window: string }
  /** A callback came, with its complete URL; repeated until taken, for a short time only if it brings nothing. */
  | { type: 'answer'; page: string; window?: string; url: string }

/** What they receive. `window` may also be the `page` of a parked callback page. */
export type ToWindow =
  | { type: 'go'; window: string; url: string }
  | { type: 'close'; window: string }
  /** The response has arrived; `used`: it, or another one with its state, was taken before. */
  | { type: 'taken'; page: string; next: 'park' | 'close' | 'used' }

/** True for a callback that brings nothing. */
export const isBare = (callback: string): boolean => !/[?#]./.test(callback)

/** The `state` of a callback, in query or fragment (RFC 6749 4.1.2, 4.2.2) or in a signed answer. */
export function callbackState(callback: string): string | undefined {
  if (!URL.canParse(callback)) return undefined
  const { searchParams, hash } = new URL(callback)
  return stateOfAnswer(searchParams) ?? stateOfAnswer(new URLSearchParams(hash.slice(1)))
}
