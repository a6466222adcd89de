import { ofHost } from '#engine/ports/http/http-rules.ts'
import { checkOf } from '#engine/steps/checks.ts'
import { asksCookies } from '#engine/steps/conditions/condition-reads.ts'
import { lookedAt, lookedAtFirst, referredId } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { stepTexts } from '#engine/steps/texts.ts'
import { withInherited } from './headers-sent.ts'
import type { Case, Project, Step } from './format/schema.ts'

/** A step that a browser can't run without the companion. */
export interface CompanionNeed {
  case: string
  step: string
  name: string
  /** What a browser can't do, completing "a browser can't …". */
  limit: string
}

const texts = {
  certificate: (host: string) => `send ${host} a client certificate`,
  companion: 'send it: the step is set to use the companion',
  send: 'send this request',
  database: 'connect to this database',
} as const

/** What of a step a browser can't do; undefined: it can do all. */
function limitOf(step: Step, { connections, cookies }: Pick<Project, 'connections' | 'cookies'>): string | undefined {
  const { needs, browserLimit } = checkOf(step)
  const wanted = needs?.(step) ?? []
  if (step.onlyIf?.some(asksCookies)) return stepTexts.readCookies
  if (wanted.includes('no-cors')) return browserLimit?.(step) ?? texts.send
  if (wanted.includes('companion')) return texts.companion
  const limit = browserLimit?.(step)
  if (limit !== undefined) return limit
  if (cookies !== undefined && isSendRequestStep(step)) return stepTexts.keepCookies
  const connection = connections.find(({ id }) => id === referredId(step, 'connection'))
  return connection === undefined || connection.driver === 'sqlite' ? undefined : texts.database
}

/** Fields of steps that hold a URL that is called. */
const addressFields = [
  'url',
  'discoveryEndpoint',
  'tokenEndpoint',
  'refreshEndpoint',
  'deviceAuthorizationEndpoint',
  'backchannelAuthenticationEndpoint',
] as const

/** What is asked of hosts that the environment has a client certificate for, as far as the start values of variables tell the host. */
function certificateLimit(step: Step, project: NeedsOf, environment: string | undefined): string | undefined {
  const chosen = project.environments.find(({ id }) => id === environment)
  if (!chosen?.mtls?.length) return undefined
  const all = [...chosen.variables, ...project.variables]
  const filled = (text: string): string =>
    text.replace(/\$\{([^{}]+)\}/g, (whole, name: string) => {
      const value = all.find((one) => one.name === name)?.value
      return typeof value === 'string' && !value.includes('${') ? value : whole
    })
  for (const field of addressFields) {
    const text: unknown = Reflect.get(step, field)
    const address = typeof text === 'string' ? filled(text).trim() : ''
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url && ofHost(url, chosen.mtls)) return texts.certificate(url.host)
  }
  return undefined
}

type NeedsOf = Pick<Project, 'name' | 'suites' | 'connections' | 'environments' | 'variables' | 'headers' | 'cookies'>

/** The steps of a project for which a page needs the companion in an environment, in their order; disabled ones are omitted. */
export function companionNeeds(written: NeedsOf, environment?: string): CompanionNeed[] {
  const project = withInherited(written)
  return project.suites.flatMap(({ cases }) =>
    cases.flatMap((one) =>
      one.steps.flatMap((step) => {
        const limit = step.disabled ? undefined : (limitOf(step, project) ?? certificateLimit(step, project, environment))
        return limit === undefined ? [] : [{ case: one.id, step: step.id, name: step.name, limit }]
      }),
    ),
  )
}

function sentForOthers(one: Case, { cookies }: Project): Set<string> {
  const found = new Set<string>()
  if (cookies !== undefined) for (const step of one.steps) if (isSendRequestStep(step)) found.add(step.id)
  for (const [index, step] of one.steps.entries()) {
    const looked = one.steps[lookedAt(one.steps, index)]
    if (looked !== undefined && checkOf(step).needs?.(step).includes('no-cors')) found.add(looked.id)
    const asked = one.steps[lookedAtFirst(one.steps, index)]
    if (asked !== undefined && step.onlyIf?.some(asksCookies)) found.add(asked.id)
  }
  return found
}

/**
 * The project as a page with a companion runs it: requests whose answers are looked at for what browsers hide (cookies), and all
 * requests of a project that keeps cookies, are sent by the companion, unless they say otherwise.
 */
export const sentByCompanion = (project: Project): Project => ({
  ...project,
  suites: project.suites.map((suite) => ({
    ...suite,
    cases: suite.cases.map((one) => {
      const ids = sentForOthers(one, project)
      if (ids.size === 0) return one
      const sent = (step: Step): Step =>
        ids.has(step.id) && 'via' in step && step.via === 'auto' ? { ...step, via: 'companion' } : step
      return { ...one, steps: one.steps.map(sent) }
    }),
  })),
})
