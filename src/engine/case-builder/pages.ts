import { answerListOf } from './answer-list.ts'
import { answerMembers } from './identifier.ts'
import type { Built } from './built.ts'
import type { Workbench } from './workbench.ts'

/** What of a page the request for the next one needs. */
interface Kept {
  to: string
  raw: Record<string, unknown>
  known: string
}

const cursorNames = [
  /^next_?(?:cursor|page_?token|token)$/i,
  /^(?:cursor|end_?cursor|continuation(?:_?token)?)$/i,
  /^next$/i,
  /cursor|token/i,
]

/** The cursor, and the first item, that the same request behind this one goes on from; that request gets them. */
export function keptOfPage(built: readonly Built[], at: number, bench: Workbench): Kept[] {
  const page = built[at]
  const next = built.slice(at + 1).find(({ action }) => action.operation === page?.action.operation)
  if (!page?.action.operation || !next || (next.action.cursor === undefined && !next.action.others)) return []
  const { operation } = page.action
  const kept: Kept[] = []
  if (next.action.cursor !== undefined) {
    const members = answerMembers(operation, undefined, 2)
    const known = cursorNames.flatMap((name) => members.filter((one) => name.test(one.name)))[0]
    const path = known?.path ?? '$.next_cursor'
    if (!known) bench.assume('identifier', bench.texts.assume.identifier(path), '')
    kept.push({ to: 'next_cursor', raw: { source: 'json', path, to: 'next_cursor' }, known: path })
    const { query } = next.request
    const there = query.find(({ name }) => name === next.action.cursor)
    if (there) Object.assign(there, { value: '${next_cursor}', disabled: false })
    else query.push({ name: next.action.cursor, value: '${next_cursor}', disabled: false })
  }
  const list = answerListOf(operation)
  if (next.action.others && list) {
    const names = list.fields.map(({ name }) => name)
    const member =
      names.find((name) => /^_?id$/i.test(name)) ?? names.find((name) => /id$|^uuid$|^slug$|^code$/i.test(name)) ?? names[0]
    const first = `${list.at}[0]${member === undefined ? '' : `.${member}`}`
    kept.push({ to: 'first_of_page', raw: { source: 'json', path: first, to: 'first_of_page' }, known: first })
    const same = { const: '${first_of_page}' }
    next.checks.splice(1, 0, {
      source: 'json',
      path: list.at,
      not: true,
      is: 'matches-schema',
      value: { type: 'array', contains: member === undefined ? same : { required: [member], properties: { [member]: same } } },
    })
  }
  return kept
}
