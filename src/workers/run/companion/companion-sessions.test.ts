import { expect, it } from 'vitest'
import { createCompanionLink, type KeptPairing } from '#platform/browser/companion/companion-link.ts'
import type { CompanionStatus } from '#platform/browser/companion/status.ts'
import { createCompanionSessions } from './companion-sessions.ts'

/** A link of a browser that is not paired, and how often its pairing was looked for. */
function unpaired() {
  let reads = 0
  const link = createCompanionLink({
    read: async (): Promise<KeptPairing | undefined> => {
      reads += 1
      return undefined
    },
    write: async () => undefined,
    clear: async () => undefined,
  })
  return { link, reads: () => reads }
}

it('looks for a companion once in a run, however many requests it sends', async () => {
  const { link, reads } = unpaired()
  const sessions = createCompanionSessions(link, async () => [])
  for (let request = 0; request < 20; request++) expect(await sessions.get()).toBeUndefined()
  expect(reads()).toBe(1)

  sessions.tryAgain()
  await sessions.get()
  await sessions.get()
  expect(reads()).toBe(2)
})

it('tells how the link stands where that has changed, and not each time it was asked', async () => {
  const { link } = unpaired()
  const told: CompanionStatus[] = []
  link.follow((status) => told.push(status))
  await link.connect()
  await link.connect()
  expect(told).toEqual([{ state: 'none' }])
})
