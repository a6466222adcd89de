import { expect, it } from 'vitest'
import { createPairings } from './pairings.ts'
import { runTypedCommand } from './typed-commands.ts'

const origin = 'https://assay.example'

function terminal() {
  const pairings = createPairings(() => Date.UTC(2026, 0, 2, 3, 4))
  const said: string[] = []
  const ended: string[] = []
  const links = { countOf: () => 1, endOf: (id: string) => void ended.push(id) }
  const pair = () => pairings.redeem(origin, pairings.addressCode(origin))!
  const type = (line: string) => {
    said.length = 0
    runTypedCommand(line, { pairings, links, say: (text) => void said.push(text) })
    return said.join('\n')
  }
  return { pairings, ended, pair, type }
}

it('[P5] pages that are paired are listed in the terminal, and ended there', () => {
  const { pairings, ended, pair, type } = terminal()
  expect(type('pages')).toMatch(/^No pages are connected\./)
  const [first, second] = [pair(), pair()]
  expect(type(' Pages ')).toMatch(/^1 {2}https:\/\/assay\.example, since .*, 1 connection\n2 {2}https/)
  expect(type('revoke 1')).toBe(`Disconnected permanently: ${origin}`)
  expect(ended).toEqual([first.id])
  expect(pairings.verify(origin, first.token)).toBeUndefined()
  expect(pairings.verify(origin, second.token)?.id).toBe(second.id)
})

it('[P5] an unknown page or command changes nothing and lists what can be typed', () => {
  const { pairings, pair, type } = terminal()
  pair()
  for (const line of ['revoke', 'revoke 0', 'revoke 2', 'revoke all', 'revoke -1'])
    expect(type(line)).toBe('Unknown page. Type "pages" for the list, then "revoke" and a number from 1 to 1.')
  expect(type('help')).toContain('pages')
  expect(type('')).toBe('')
  expect(pairings.list()).toHaveLength(1)
})
