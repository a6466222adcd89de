import type { Capabilities } from '#relay/link-server.ts'
import type { RelayContext } from './relay-context.ts'

/** Everything that the companion can be asked. What it takes is loaded when it is first asked for. */
export const capabilitiesOf = (context: RelayContext): Capabilities => ({
  'http.send': async () => (await import('./http.ts')).httpSend(context),
  'login.run': async () => (await import('./login.ts')).loginRun(context),
  'sql.query': async () => (await import('./sql.ts')).sqlQuery(context),
  'load.run': async () => (await import('./runs/load.ts')).loadRun(context),
  'load.stop': async () => (await import('./runs/load.ts')).loadStop,
  'run.start': async () => (await import('./runs/run.ts')).runStart(context),
  'run.stop': async () => (await import('./runs/run.ts')).runStop,
  'run.taken': async () => (await import('./runs/run.ts')).runTaken,
  'run.answer': async () => (await import('./runs/run.ts')).runAnswer,
  'run.conceal': async () => (await import('./runs/run.ts')).runConceal,
  'proposals.follow': async () => (await import('./proposal-calls.ts')).proposalsFollow(context),
  'proposals.answer': async () => (await import('./proposal-calls.ts')).proposalsAnswer(context),
  'pairings.list': async () => (await import('./pairing-calls.ts')).listPairings(context),
  'pairings.revoke': async () => (await import('./pairing-calls.ts')).revokePairing(context),
})
