import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { CookieJar, CookieJars, JarCookie } from '#engine/ports/index.ts'
import type { CookieScope } from '#engine/project/cookie-scopes.ts'
import type { JarReport } from '../report/events.ts'

/** Cookies of one jar that a report lists. */
const mostListed = 50
/** Characters of a value that a report shows. */
const longestValue = 200

interface Held {
  opening?: Promise<CookieJar>
  jar?: CookieJar
  /** What the jar held when the case began that may be retried. */
  before?: CookieJar | undefined
}

/** A case that may be tried again. */
interface JarPlace {
  suite: string
  case: string
  attempt: number
  /** Whether the jar goes back to what it held before the case, should it be tried again. */
  isRestored: boolean
}

/** The cookie jars of a run: one for each case, suite, or one for all. A jar is opened by the first request that needs it. */
export class JarsOfRun {
  readonly #scope: CookieScope
  readonly #jars: CookieJars
  readonly #held = new Map<string, Held>()

  constructor(scope: CookieScope, jars: CookieJars) {
    this.#scope = scope
    this.#jars = jars
  }

  /** The jar for an attempt at a case. A second attempt begins with the cookies that the first began with. */
  begin({ suite, case: id, attempt, isRestored }: JarPlace): () => Promise<CookieJar> {
    const key = this.#scope === 'case' ? id : this.#scope === 'suite' ? suite : ''
    const known = this.#scope === 'case' ? undefined : this.#held.get(key)
    const held: Held = known ?? {}
    this.#held.set(key, held)
    if (isRestored) {
      if (attempt > 1) {
        const jar = held.before?.copy()
        if (jar) Object.assign(held, { jar, opening: Promise.resolve(jar) })
        else {
          delete held.jar
          delete held.opening
        }
      } else held.before = held.jar?.copy()
    }
    return () =>
      (held.opening ??= this.#jars.open().then((jar) => {
        held.jar = jar
        return jar
      }))
  }

  /** Drops the jar of a scope that has ended, and gives its content; undefined if that scope has none, or an empty one. */
  end(scope: CookieScope, id: string): JarCookie[] | undefined {
    if (scope !== this.#scope) return undefined
    const cookies = this.#held.get(id)?.jar?.all()
    this.#held.delete(id)
    return cookies?.length ? cookies : undefined
  }
}

/** The content of a jar for reports. Values of sessions are masked since they were received. */
export const jarReport = (cookies: readonly JarCookie[], redactor: Redactor): Pick<JarReport, 'cookies' | 'more'> => ({
  cookies: cookies.slice(0, mostListed).map(({ name, value, domain, path, expires, ...flags }) => ({
    name: redactor.begin(name, longestValue),
    value: redactor.begin(value, longestValue),
    domain: redactor.mask(domain),
    path: redactor.begin(path, longestValue),
    ...flags,
    ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
  })),
  ...(cookies.length > mostListed ? { more: cookies.length - mostListed } : {}),
})
