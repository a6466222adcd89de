import { describe, expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'
import { rank, all, any, ranked, rankOf, type Test } from './rank.ts'
import type { Evidence } from './evidence.ts'
import { refusedToken, stepSettings } from './testing/messages.ts'

const none = {} as Evidence
const told: Test = () => rank.stated

describe('rank', () => {
  it('[X12] a cause has the rank of its strongest evidence, and all of it is needed', () => {
    expect(
      rankOf(
        all(told, () => true),
        none,
      ),
    ).toBe(rank.stated)
    expect(
      rankOf(
        all(told, () => false),
        none,
      ),
    ).toBe(0)
    expect(
      rankOf(
        any(told, () => true),
        none,
      ),
    ).toBe(rank.stated)
    expect(rankOf(ranked('coded', told), none)).toBe(rank.coded)
  })

  it.each([
    // A status of 5xx says only that something failed.
    [500, { error: 'server_error', error_description: 'PKCE is required for this client' }, 'pkce-required'],
    [500, { error: 'server_error' }, 'server-error'],
  ])("[X12] the provider's own statement outranks its code and status: %i %j", (status, error, situation) => {
    const failure = { code: 'oauth-refused', message: '' }
    expect(diagnose([refusedToken(status, error)], failure, stepSettings())?.situation).toBe(situation)
  })
})
