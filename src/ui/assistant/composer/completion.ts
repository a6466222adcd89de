/** Something that `@` names or `/` starts. */
export interface Completion {
  /** What is listed. */
  label: string
  /** The text inserted into the message. */
  text: string
  /** What it is, or where. */
  detail: string
}

/** What is being completed: its start in the text, and the part typed so far. */
export interface Completing {
  sign: '@' | '/'
  start: number
  typed: string
}

/** What is being typed at the caret: a name after `@` at the start of a word, or a recipe after `/` at the start of the message. */
export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(0, caret)
  const recipe = /^\s*\/([\p{L}\p{N}-]*)$/u.exec(before)
  if (recipe) return { sign: '/', start: before.indexOf('/'), typed: recipe[1] ?? '' }
  const mention = /(?:^|[\s(,;:])@([^\s@"](?:[^@"\n]{0,58})|)$/u.exec(before)
  if (!mention) return undefined
  return { sign: '@', start: before.lastIndexOf('@'), typed: mention[1] ?? '' }
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those that fit what was typed, the best first: beginnings, then beginnings of words, then anywhere. */
export function fitting(all: readonly Completion[], typed: string, limit = 8): Completion[] {
  const wanted = plain(typed.trimEnd())
  if (wanted === '') return all.slice(0, limit)
  const ranked = all.flatMap((one) => {
    const label = plain(one.label)
    const at = label.indexOf(wanted)
    if (at < 0) return []
    const rank = at === 0 ? 0 : /[\p{L}\p{N}]/u.test(label[at - 1] ?? ' ') ? 2 : 1
    return [{ one, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => one)
}

/** The message with the chosen text in place of the typed one, and the new caret position. */
export function completed(
  text: string,
  caret: number,
  { start }: Completing,
  chosen: Completion,
): { text: string; caret: number } {
  const inserted = chosen.text.endsWith(' ') ? chosen.text : `${chosen.text} `
  return { text: text.slice(0, start) + inserted + text.slice(caret).replace(/^ /, ''), caret: start + inserted.length }
}
