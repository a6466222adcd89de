import type { Authorizer, ForeignAuth } from './auth.ts'
import type { Pair } from './body.ts'

/** What a collection or a folder gives to the requests in it. */
export interface Given {
  auth: ForeignAuth
  headers?: readonly Pair[]
  /** Rows that are switched off, which nothing inherits. */
  off?: readonly Pair[]
}

/** What has headers in a project. */
interface Giver {
  headers?: Pair[] | undefined
}

/** Remembers what project, suites and cases give to their requests, until all requests have been read. */
export interface GivenHeaders {
  note(giver: Giver, given: Given): void
  /** Writes it into them: {@link shareHeaders} omits what they have from around them. */
  settle(authorizer: Authorizer): void
}

/** See {@link GivenHeaders}. A Content-Type stays with the requests: bodies have an own say in it. */
export function createGivenHeaders(): GivenHeaders {
  const noted: { giver: Giver; given: Given }[] = []
  return {
    note: (giver, given) => void noted.push({ giver, given }),
    settle(authorizer) {
      for (const { giver, given } of noted) {
        const added = authorizer.headersOf(given.auth)
        const named = (rows: readonly Pair[], { name }: Pair) => rows.some((one) => one.name.toLowerCase() === name.toLowerCase())
        const own = (given.headers ?? []).filter(
          (row) =>
            !row.disabled && row.name.trim() !== '' && !/^content-(type|length)$/i.test(row.name.trim()) && !named(added, row),
        )
        giver.headers = [...own, ...added, ...(given.off ?? [])].map((row) => ({ ...row }))
      }
    },
  }
}
