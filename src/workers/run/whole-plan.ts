import { isInsecureHost } from '#engine/ports/http/http-rules.ts'
import type { HttpRequest } from '#engine/ports/http.ts'
import type { Project, Step, Variable } from '#engine/project/format/schema.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { referredId } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isSetAs, variablesSet } from '#engine/steps/variables.ts'

/** Whether the page lets the companion send such a request at once, whatever becomes of it. */
export type SentAtOnce = (request: HttpRequest, url: URL) => boolean

/** Why a run is executed in the page: what its companion can't do as the page does it. */
export type NotWhole =
  /** One step by itself looks at what the last run left here. */
  | 'one step'
  /** Its answer may be the browser's. */
  | 'browser'
  /** It sends or reads a file that is kept here. */
  | 'file'
  /** Its database is kept here. */
  | 'database'
  /** A user signs in. */
  | 'person'
  /** A token comes from a case that is not run. */
  | 'other case'

/**
 * Why the companion can't run a plan with the result that the page would have; undefined: it can. What a request of `auto`
 * depends on is known before the run as far as start values tell it
 * (docs/decisions/0015-what-auto-sends-through-the-companion.md).
 */
export function whyNotWhole(plan: Plan, sentAtOnce: SentAtOnce): NotWhole | undefined {
  if (plan.options.selection?.step) return 'one step'
  const written = plan.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.flatMap((step) => variablesSet(step))))
  const known = new Map<string, boolean>()
  const isWritten = (name: string): boolean => {
    const isSet = known.get(name) ?? written.some((one) => isSetAs(one, name))
    known.set(name, isSet)
    return isSet
  }
  for (const { suite, cases } of plan.suites)
    for (const { case: one, steps } of cases) {
      const own = new Set(one.steps.map(({ id }) => id))
      if (steps.some(({ id }) => !own.has(id))) return 'other case'
      const filled = filling(plan, [one.variables, suite.variables], isWritten)
      const goes = (request: Asked, address: string): boolean => goesAtOnce(plan, request, filled(address), sentAtOnce)
      for (const step of steps) {
        const why = whyNotStep(step, plan, goes)
        if (why !== undefined) return why
      }
    }
  return undefined
}

/** The project with nothing in it but what a plan runs, and the options by which the same plan is made of it. */
export function onlyPlanned({ project, suites, options, environment }: Plan): { project: Project; options: Plan['options'] } {
  const { sealed: _, ...rest } = project
  const { upTo, rows } = options.selection ?? {}
  const planned = new Set(suites.flatMap(({ cases }) => cases.map((one) => one.case.id)))
  // As they are written: what they inherit they inherit there.
  const written = project.suites.map((suite) => ({ ...suite, cases: suite.cases.filter(({ id }) => planned.has(id)) }))
  return {
    project: {
      ...rest,
      environments: environment ? [environment] : [],
      suites: written.filter(({ cases }) => cases.length > 0),
      loadTests: [],
      designs: [],
    },
    options: { ...options, selection: { ...(upTo ? { upTo } : {}), ...(rows ? { rows } : {}) } },
  }
}

type Asked = Pick<HttpRequest, 'method' | 'headers'>
type Goes = (request: Asked, address: string) => boolean

function whyNotStep(step: Step, { project }: Plan, goes: Goes): NotWhole | undefined {
  if (isSendRequestStep(step)) return whyNotRequest(step, goes)
  if (isOAuth2Step(step)) return whyNotToken(step, goes)
  const source = project.dataSources.find(({ id }) => id === referredId(step, 'dataSource'))
  if (source && 'file' in source && source.file !== '') return 'file'
  const asked = source && 'connection' in source ? source.connection : referredId(step, 'connection')
  const connection = project.connections.find(({ id }) => id === asked)
  return connection?.driver === 'sqlite' ? 'database' : undefined
}

function whyNotRequest({ via, url, method, headers, body }: SendRequestStep, goes: Goes): NotWhole | undefined {
  if (body.type === 'file') return 'file'
  if (body.type === 'multipart' && body.parts.some(({ file, disabled }) => file !== undefined && !disabled)) return 'file'
  if (via !== 'auto') return via === 'browser' ? 'browser' : undefined
  const named = headers.filter(({ name, disabled }) => !disabled && !name.includes('${'))
  const asked: Asked = {
    // One that is known in the run only may be one that reads.
    method: method.includes('${') ? 'GET' : method.trim(),
    headers: named.map(({ name, value }) => [name.trim(), value]),
  }
  return goes(asked, url) ? undefined : 'browser'
}

/** Without discovery a token is got by POST alone, from endpoints that are typed. */
function whyNotToken(step: OAuth2Step, goes: Goes): NotWhole | undefined {
  const { person, endpoints } = grantOf(step)
  if (person !== undefined && step.automation?.enabled !== true) return 'person'
  if (step.discoveryEndpoint !== '') return 'browser'
  const posted = endpoints.filter((field) => field !== 'authorizationEndpoint')
  const asked = [step.tokenEndpoint, step.refreshEndpoint, ...posted.map((field) => step[field])]
  const isSent = (address: string): boolean => goes({ method: 'POST', headers: [] }, address)
  return asked.every((address) => address === '' || isSent(address)) ? undefined : 'browser'
}

/** A page can't know more of a URL than this. */
const anywhere = new URL('https://host.invalid/')

function goesAtOnce({ environment, options }: Plan, asked: Asked, address: string, sentAtOnce: SentAtOnce): boolean {
  const origin = /^\s*https?:\/\/[^/?#\s$\\]+(?=[/?#]|\s*$)/i.exec(address)?.[0].trim()
  const request: HttpRequest = { ...asked, url: '', redirect: 'follow', timeout: 0, maxBytes: 0 }
  // A header may be more than a browser can send, wherever it goes.
  if (origin === undefined || !URL.canParse(origin)) return sentAtOnce({ ...request, method: 'GET' }, anywhere)
  const url = new URL(origin)
  const certificates = environment?.mtls?.map(({ host }) => ({ host, certificate: '', key: '' }))
  const insecure = isInsecureHost(url, [...(environment?.insecureHosts ?? []), ...(options.insecureHosts ?? [])])
  return sentAtOnce({ ...request, url: url.href, insecure, ...(certificates ? { certificates } : {}) }, url)
}

/** How often a value may refer to another. */
const deepest = 10

/** Puts start values in, the nearest first, where no step sets them; what is unknown before the run stays as it is written. */
function filling(
  { project, environment, options }: Plan,
  near: readonly (readonly Variable[])[],
  isWritten: (name: string) => boolean,
) {
  const scopes = [...near, environment?.variables ?? [], project.variables]
  const valueOf = (name: string): string | undefined => {
    if (isWritten(name)) return undefined
    const own = options.variables?.[name] ?? scopes.flat().find((one) => one.name === name)?.value
    return typeof own === 'object' || own === undefined ? undefined : String(own)
  }
  const filled = (text: string, depth: number): string =>
    depth === 0 || text.includes('$$')
      ? text
      : text.replaceAll(/\$\{([^{}]+)\}/g, (whole, name: string) => {
          const value = valueOf(name.trim())
          return value === undefined ? whole : filled(value, depth - 1)
        })
  return (text: string): string => filled(text, deepest)
}
