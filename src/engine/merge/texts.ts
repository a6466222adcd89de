import { counted } from '#engine/base/counted.ts'

/** What merging and comparing of projects says to users. */
export const mergeTexts = {
  none: 'no value',
  masked: '•••',
  deleted: 'deleted',
  changed: 'changed',
  movedTo: (name: string) => `in "${name}"`,
  order: (names: readonly string[]) => {
    const shown = names.slice(0, 10)
    return `${shown.join(', ')}${names.length > shown.length ? `, and ${names.length - shown.length} more` : ''}`
  },
  place: (list: string | undefined, before: string | undefined) =>
    `${before === undefined ? 'first' : `after "${before}"`}${list === undefined ? '' : ` in "${list}"`}`,
  /** One conflict on one line: `Orders > Create order > step 3 > url: ours "/v2/orders", theirs "/v3/orders"`. */
  conflict: (at: string, ours: string, theirs: string) => `${at}: ours ${ours}, theirs ${theirs}`,
  /** Why a run doesn't start; `hint` says how to resolve them if the place doesn't show it. */
  unresolved: (name: string, conflicts: readonly string[], hint = '') =>
    `Resolve ${counted(conflicts.length, 'merge conflict')} in ${name}${hint}.\n${conflicts.map((one) => `  ${one}\n`).join('')}`.trimEnd(),
}
