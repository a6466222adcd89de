import type { ConnectTimes } from '../http.ts'
import type { Exchange } from './exchange.ts'

/** The parts of an exchange's time, in their order. */
export const phaseNames = ['dns', 'connect', 'tls', 'wait', 'receive'] as const
/** See {@link phaseNames}. */
export type PhaseName = (typeof phaseNames)[number]

/** How long the parts of an exchange took, in milliseconds; those that there were. */
export type Phases = { [name in PhaseName]?: number | undefined }

/** The phases of an exchange whose host saw when its response started; undefined of others, and of one that got no response. */
export function phasesOf({ connecting, firstByte, duration, response, known }: Exchange): Phases | undefined {
  if (firstByte === undefined || response === undefined || known) return undefined
  const { dns, connect, tls } = connecting ?? {}
  const made = (dns ?? 0) + (connect ?? 0) + (tls ?? 0)
  return {
    ...(dns === undefined ? {} : { dns }),
    ...(connect === undefined ? {} : { connect }),
    ...(tls === undefined ? {} : { tls }),
    wait: Math.max(0, firstByte - made),
    receive: Math.max(0, duration - firstByte),
  }
}

/** What connections took that were made one after the other. */
export const addedTimes = (before: ConnectTimes | undefined, { dns, connect, tls }: ConnectTimes): ConnectTimes => ({
  dns: dns + (before?.dns ?? 0),
  connect: connect + (before?.connect ?? 0),
  ...(tls === undefined && before?.tls === undefined ? {} : { tls: (tls ?? 0) + (before?.tls ?? 0) }),
})
