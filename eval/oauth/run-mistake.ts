import { readProject } from '#engine/project/format/read.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { run } from '#engine/runner/run.ts'
import type { NodePorts } from '#platform/node/ports.ts'
import type { Make, MakeReply } from './make.ts'
import { correctStep, mistakes, type Mistake } from './mistakes.ts'
import { usualLogin } from './pages.ts'
import { startLaboratory, type Laboratory } from './provider.ts'

/** What a run told of a mistake. */
export interface Told {
  outcome: string
  /** Id of the diagnosis; empty without one. */
  situation: string
  /** Title and text of the diagnosis or, without one, message and hint. */
  text: string
  /** The provider's own words. */
  what: string
  /** What is wrong with the laboratory itself: the mistake didn't come to the make's response. */
  fault?: string
}

const isSignIn = ({ at, step }: Mistake): boolean =>
  at === 'authorize' || at === 'login' || step?.['grantType'] === 'AuthorizationCode' || step?.['grantType'] === 'Implicit'

/** The mistakes of a make that need no browser. */
export const needsBrowser = (id: string): boolean => {
  const mistake = mistakes[id]
  return mistake !== undefined && isSignIn(mistake)
}

/** Milliseconds that one run may take on a busy machine. */
const longest = 300_000

/** The step that makes a mistake at a provider. */
function stepOf(mistake: Mistake, { origin, issuer }: Laboratory, make: Make): Record<string, unknown> {
  const { redirectUri = 'http://127.0.0.1:5999/oauth/callback', typed, code, ...changes } = mistake.step ?? {}
  const { user, password, button } = make.login ?? usualLogin
  const script = [
    { do: 'fill', at: { label: user }, value: 'ann', timeout: 2 },
    { do: 'fill', at: { label: password }, value: { secret: typed ?? 'password' }, timeout: 2 },
    { do: 'click', at: { role: 'button', name: button }, timeout: 2 },
    ...(code === undefined
      ? []
      : [
          { do: 'fill', at: { css: 'input' }, value: code, timeout: 2 },
          { do: 'press', key: 'Enter' },
        ]),
  ]
  const discovery = `${issuer}/.well-known/openid-configuration`
  const step: Record<string, unknown> = {
    ...correctStep,
    discoveryEndpoint: discovery,
    ...(isSignIn(mistake) || mistake.step?.['grantType'] === 'DeviceCode'
      ? { automation: { enabled: true, redirectUri, script } }
      : {}),
    ...changes,
  }
  if (step['tokenEndpoint'] === 'wrong') Object.assign(step, { discoveryEndpoint: '', tokenEndpoint: `${origin}/wrong-token` })
  if (step['discoveryEndpoint'] === 'wrong') step['discoveryEndpoint'] = `${origin}/wrong/.well-known/openid-configuration`
  // Another realm or tenant: the last part of the issuer that is a name.
  if (step['discoveryEndpoint'] === 'tenant')
    step['discoveryEndpoint'] = discovery.replace(/([\w-]+)(?=\/(v2\.0\/)?\.well-known)/, '$1x')
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined))
}

function toldBy(events: readonly RunEvent[]): Omit<Told, 'fault'> {
  const finished = events.findLast((event) => event.type === 'step-finished')
  if (finished?.type !== 'step-finished') return { outcome: '', situation: '', text: '', what: '' }
  const { outcome, message = '', hint = '', diagnosis } = finished
  return diagnosis
    ? { outcome, situation: diagnosis.situation, text: `${diagnosis.title}. ${diagnosis.means}`, what: diagnosis.what }
    : { outcome, situation: '', text: `${message} ${hint}`.trim(), what: '' }
}

/** Makes one mistake at a provider that responds as a make, with the engine and the ports of the command line. */
export async function runMistake(make: Make, id: string, reply: MakeReply, node: NodePorts): Promise<Told> {
  const mistake = mistakes[id]
  if (!mistake) return { outcome: '', situation: '', text: '', what: '', fault: 'is not in mistakes.ts' }
  const laboratory = await startLaboratory(make, mistake, reply)
  try {
    const read = readProject(
      JSON.stringify({
        format: 'aprj',
        version: 1,
        id: `p-${crypto.randomUUID()}`,
        name: 'Laboratory',
        suites: [{ id: 's1', name: 'Suite', cases: [{ id: 'c1', name: 'Case', steps: [stepOf(mistake, laboratory, make)] }] }],
      }),
    )
    if (!read.ok) throw new Error(read.error.message)
    const planned = plan(read.value.project, {})
    if (!planned.ok) throw planned.error
    const events: RunEvent[] = []
    const signal = AbortSignal.timeout(longest)
    await run(planned.value, node.ports, { signal, emit: (event) => events.push(event) })
    const told = toldBy(events)
    if (signal.aborted) return { ...told, fault: 'the run took too long' }
    const missed = mistake.found && !laboratory.found.some((text) => mistake.found?.test(text))
    if (missed) return { ...told, fault: `oidc-provider found ${laboratory.found.join('; ') || 'nothing'}` }
    return laboratory.refused() || told.outcome !== 'passed' ? told : { ...told, fault: 'the step passed' }
  } finally {
    await laboratory.close()
  }
}
