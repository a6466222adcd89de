import type { Links } from './links.ts'
import type { Pairings } from './pairings.ts'
import { relayServerTexts as texts } from './texts.ts'

/** What a typed line works with. */
export interface TypedParts {
  pairings: Pick<Pairings, 'list' | 'revoke'>
  links: Pick<Links, 'countOf' | 'endOf'>
  say(text: string): void
}

/**
 * Runs a line that a user typed while the companion runs: `pages` lists who is connected, `revoke N` ends that connection
 * permanently.
 */
export function runTypedCommand(line: string, { pairings, links, say }: TypedParts): void {
  const [word = '', which] = line.trim().toLowerCase().split(/\s+/)
  if (word === '') return
  const pages = pairings.list()
  if (word === 'pages') {
    if (pages.length === 0) say(texts.noPages)
    for (const [at, { id, origin, since }] of pages.entries()) say(texts.page(at + 1, origin, since, links.countOf(id)))
    return
  }
  if (word !== 'revoke') return say(texts.typed)
  const page = /^\d+$/.test(which ?? '') ? pages[Number(which) - 1] : undefined
  if (page === undefined) return say(texts.noSuchPage(pages.length))
  pairings.revoke(page.id)
  links.endOf(page.id)
  say(texts.revoked(page.origin))
}
