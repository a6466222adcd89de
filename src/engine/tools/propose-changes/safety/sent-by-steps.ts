import { withInherited } from '#engine/project/headers-sent.ts'
import type { Case, Project, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { checkOf } from '#engine/steps/checks.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { namesIn } from '#engine/templates/names-in.ts'

/** A step with where it is. */
export interface PlacedStep {
  suite: Suite
  one: Case
  step: Step
}

/** What a step sends, and where to, as far as a project says it. */
export interface SentTo {
  hosts: ReadonlySet<string>
  /** Names of variables that steps set during a run, and that a URL starts with or a host is made of. */
  fromRun: ReadonlySet<string>
  /** Ids of secrets, and `${name}` of tokens. */
  secrets: ReadonlySet<string>
}

/** URLs that one template can become, at most: each environment may have values of its own. */
const mostForms = 1_000
const deepest = 12
const address = /^\s*(?:\$\{[^{}]+\}[:/.]|https?:|[a-z][a-z0-9+.-]*:\/\/|\/\/)/i
const addressNames = /(?:url|uri|endpoint|issuer)$/i
const beginning = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i

/**
 * A string as a URL parser takes it (URL Standard, 4.4): no tabs, no line breaks, backslashes as slashes, any number of slashes
 * as two.
 */
const asParsed = (text: string): string =>
  text
    .replace(/[\t\n\r]/g, '')
    // oxlint-disable-next-line no-control-regex -- the parser skips them.
    .replace(/^[\0- ]+/, '')
    .replaceAll('\\', '/')
    .replace(/^(https?|wss?):\/*/i, '$1://')

/** What the steps of a project send, with the headers that they inherit; each is computed when it is requested. */
export class SentBySteps {
  readonly steps: ReadonlyMap<string, PlacedStep>
  readonly #project: Project
  readonly #set = new Set<string>()
  readonly #tokens = new Set<string>()
  readonly #known = new Map<string, SentTo>()
  #bySecret: Map<string, Set<string>> | undefined

  constructor(project: Project) {
    this.#project = project
    const steps = new Map<string, PlacedStep>()
    for (const suite of withInherited(project).suites)
      for (const one of suite.cases)
        for (const step of one.steps) {
          steps.set(step.id, { suite, one, step })
          for (const { name } of variablesSet(step)) {
            this.#set.add(name)
            if (factsOf(step).getsToken) this.#tokens.add(name)
          }
        }
    this.steps = steps
  }

  /** What a step sends. */
  sentBy({ suite, one, step }: PlacedStep): SentTo {
    const known = this.#known.get(step.id)
    if (known) return known
    const variables = [
      ...this.#project.variables,
      ...this.#project.environments.flatMap((environment) => environment.variables),
      ...suite.variables,
      ...one.variables,
    ]
    const made = { ...this.#hosts(step, variables), secrets: this.#secrets(step, variables) }
    this.#known.set(step.id, made)
    return made
  }

  /** The hosts that a secret goes to; undefined if no step sends it. */
  hostsOf(secret: string): ReadonlySet<string> | undefined {
    if (!this.#bySecret) {
      this.#bySecret = new Map()
      for (const place of this.steps.values()) {
        const { secrets, hosts } = this.sentBy(place)
        for (const one of secrets) {
          const all = this.#bySecret.get(one) ?? new Set<string>()
          this.#bySecret.set(one, all)
          for (const host of hosts) all.add(host)
        }
      }
    }
    return this.#bySecret.get(secret)
  }

  #hosts(step: Step, variables: readonly Variable[]): Pick<SentTo, 'hosts' | 'fromRun'> {
    const values = new Map<string, Set<string>>()
    for (const { name, value } of variables)
      if (typeof value !== 'object') values.set(name, (values.get(name) ?? new Set<string>()).add(String(value)))
    const hosts = new Set<string>()
    const fromRun = new Set<string>()
    const sends = checkOf(step).sends?.(step) ?? []
    const addresses = sends.flatMap(({ as, value }) => (as === 'address' ? [value] : []))
    const declared = new Set(variables.map(({ name }) => name))
    /** Known only during the run: set by a step, from a row of data, or random. */
    const isFromRun = (name: string): boolean => this.#set.has(name) || !declared.has(name)
    for (const text of [...addresses, ...addressesIn(step)]) {
      const { all, isCut } = forms(text, values)
      if (isCut) for (const name of namesIn(text)) fromRun.add(name)
      for (const form of all) {
        const leading = /^\$\{([^{}]+)\}/.exec(form)?.[1]
        const authority = beginning.exec(form)?.[1] ?? ''
        if (leading !== undefined && isFromRun(leading)) fromRun.add(leading)
        // A secret, too: no one sees where it leads.
        for (const [, name = ''] of authority.matchAll(/\$\{([^{}]*)/g)) fromRun.add(name)
        const host = /^(?:.*@)?(\[[^\]]*\]|[^:]*)/.exec(authority)?.[1] ?? ''
        if (host !== '' && !authority.includes('${')) hosts.add(host.toLowerCase())
      }
    }
    return { hosts, fromRun }
  }

  #secrets(step: Step, variables: readonly Variable[]): Set<string> {
    const found = new Set<string>()
    const seen = new Set<string>()
    const visit = (names: Iterable<string>): void => {
      for (const name of names) {
        if (seen.has(name)) continue
        seen.add(name)
        if (this.#tokens.has(name)) found.add(`\${${name}}`)
        for (const variable of variables)
          if (variable.name === name) {
            if (typeof variable.value === 'object') found.add(variable.value.secret)
            else visit(namesIn(variable.value))
          }
      }
    }
    visit(namesIn(step))
    ownSecrets(step, found)
    return found
  }
}

/** The URLs that a template becomes with these values, no longer than to their host; what has no value keeps its reference. */
function forms(text: string, values: ReadonlyMap<string, ReadonlySet<string>>): { all: string[]; isCut: boolean } {
  let all = [toHost(text)]
  for (let round = 0; round < deepest; round++) {
    const next = all.flatMap((one) => {
      const name = [...namesIn(one)].find((reference) => values.has(reference))
      return name === undefined
        ? [one]
        : [...(values.get(name) ?? [])].map((value) => toHost(one.replaceAll(`\${${name}}`, () => value)))
    })
    if (next.length === all.length && next.every((one, at) => one === all[at])) return { all, isCut: false }
    all = [...new Set(next)]
    if (all.length > mostForms) return { all: all.slice(0, mostForms), isCut: true }
  }
  return { all, isCut: true }
}

/** What comes behind the host decides nothing. */
function toHost(text: string): string {
  const parsed = asParsed(text)
  const [whole = '', authority = ''] = beginning.exec(parsed) ?? []
  return authority !== '' && !authority.includes('${') && whole.length < parsed.length ? whole : parsed
}

/** Every text in a step that is a URL by its form or its name, wherever it is. */
function addressesIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return addressNames.test(name) || (address.test(value) && !value.includes('\n')) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => addressesIn(one, Array.isArray(value) ? name : key))
}

function ownSecrets(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if ('secret' in value && typeof value.secret === 'string' && Object.keys(value).length === 1) found.add(value.secret)
  else for (const one of Object.values(value)) ownSecrets(one, found)
}
