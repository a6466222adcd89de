import type { Project } from './format/schema.ts'

/** Hosts in a string, as a URL names them: behind a scheme, or as all of it. */
function hostsIn(text: string): string[] {
  const addresses = text.match(/\bhttps?:\/\/[^\s"'<>\\]+/gi) ?? []
  const whole = addresses.length === 0 && /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text) && /[.:]|^localhost$/i.test(text)
  return [...addresses, ...(whole ? [`http://${text}`] : [])].flatMap((address) =>
    URL.canParse(address) ? [new URL(address).hostname] : [],
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * The hosts that a project's environments name, in lower case, each once: in values of variables (those of the project count for all its
 * environments), in the lists of insecure hosts and of client certificates, and of its connections. Ports don't matter.
 */
export function namedHosts({
  environments,
  variables,
  connections,
}: Pick<Project, 'environments' | 'variables' | 'connections'>): string[] {
  const all = [...variables, ...environments.flatMap((one) => one.variables)]
  const values = all.map(({ value }) => value).filter(isText)
  /** A host as it is written, or the values of the variable that it is. */
  const valuesOf = (host: string): string[] => {
    const name = /^\$\{([^}]+)\}$/.exec(host)?.[1]
    return name === undefined ? [host] : all.flatMap((one) => (one.name === name && isText(one.value) ? [one.value] : []))
  }
  const listed = environments.flatMap(({ insecureHosts, mtls = [] }) => [...insecureHosts, ...mtls.map(({ host }) => host)])
  const databases = connections.flatMap((one) => ('host' in one ? [one.host] : [])).flatMap((host) => valuesOf(host))
  const single = databases.filter((host) => /^[\w-]+$/.test(host))
  return [
    ...new Set([
      ...[...values, ...listed, ...databases.filter((host) => !host.includes('${'))].flatMap(hostsIn),
      ...single.map((host) => host.toLowerCase()),
    ]),
  ].toSorted()
}

/** Scheme and host at the start of a URL; a host that is made of variables, or behind a user and a password, is none. */
const beginning = /^\s*(https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#$:@[\]]+))(?::(?:\d{1,5}|\$\{[^{}]*\}))?(?=[/?#]|\s*$)/i

/** The hosts that addresses in the steps of a project start with, in lower case, each once. */
function writtenHosts({ suites }: Pick<Project, 'suites'>): string[] {
  const found = new Set<string>()
  for (const { cases } of suites)
    for (const { steps } of cases)
      for (const step of steps)
        for (const value of Object.values(step)) {
          const origin = isText(value) ? beginning.exec(value)?.[1] : undefined
          if (origin !== undefined && URL.canParse(origin)) found.add(new URL(origin).hostname)
        }
  return [...found]
}

/** The hosts that a project names: those of {@link namedHosts}, and those that are in its steps. */
export const hostsOfProject = (project: Project): string[] =>
  [...new Set([...namedHosts(project), ...writtenHosts(project)])].toSorted()
