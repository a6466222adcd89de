import type { LeftOut } from './source.ts'
import { importerTexts as texts } from './texts.ts'

/** What has to be done about something that was left out: the order in which groups are shown. */
export type LeftOutKind = 'secret' | 'variable' | 'file' | 'script' | 'runs' | 'other'

/** Things left out that are handled alike. */
export interface LeftOutGroup {
  kind: LeftOutKind
  /** What they have in common, if there are several. */
  title?: string
  /** Where, and what; '' where the title is enough. */
  items: LeftOut[]
}

const order: readonly LeftOutKind[] = ['secret', 'variable', 'file', 'script', 'runs', 'other']

/** Stands for the name in a message. */
const anyName = 'ANY-NAME'

/** Whether a text is a message about any name. */
function saidBy(message: (name: string) => string): (text: string) => boolean {
  const [start = '', end = ''] = message(anyName).split(anyName)
  return (text) => text.startsWith(start) && text.endsWith(end)
}

const endOf = (message: string): string => message.slice(message.indexOf("couldn't"))

/** Whether a message is about a script that was kept whole, as a Script step: nothing of it is missing. */
export function isKeptScript(text: string): boolean {
  return Object.values(texts.scripts).some((moment) => text.startsWith(texts.keptAsScript(moment, []).replace(/\.$/, '')))
}

const isOf: Readonly<Record<Exclude<LeftOutKind, 'other'>, (text: string) => boolean>> = {
  secret: or(saidBy(texts.unknownSecret), saidBy(texts.noValue)),
  variable: saidBy(texts.unknownVariable),
  file: saidBy(texts.file),
  script: (text) =>
    Object.values(texts.scripts).some((moment) => text.startsWith(`${moment}: `)) &&
    (text.endsWith(endOf(texts.script('', 2))) || text.endsWith(texts.unreadableScript(''))),
  runs: isKeptScript,
}

function or(...tests: readonly ((text: string) => boolean)[]): (text: string) => boolean {
  return (text) => tests.some((test) => test(text))
}

/**
 * Groups what was left out: values to enter first, then files, scripts, and each other message with all the places that it is about.
 * In a group and among other messages the order stays.
 */
export function groupLeftOut(leftOut: readonly LeftOut[]): LeftOutGroup[] {
  const groups = new Map<string, LeftOutGroup>()
  for (const item of leftOut) {
    const known = order.find((kind) => kind !== 'other' && isOf[kind](item.what))
    const key = known ?? `other ${item.what}`
    const group = groups.get(key) ?? { kind: known ?? 'other', items: [] }
    groups.set(key, group)
    group.items.push(item)
  }
  return [...groups.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)).map(withTitle)
}

function withTitle({ kind, items }: LeftOutGroup): LeftOutGroup {
  const [first] = items
  if (first === undefined || items.length < 2) return { kind, items }
  const title = kind === 'other' ? texts.places(items.length, first.what) : texts.leftOutGroups[kind](items.length)
  const isSaidOnce = items.every(({ where, what }) => where !== '' && what === first.what)
  return { kind, title, items: isSaidOnce ? items.map((item) => ({ ...item, what: '' })) : items }
}

/** Counts what is missing, apart from values to enter and from scripts that were kept whole: those are imported. */
export function countLeftOut(groups: readonly LeftOutGroup[]): { missing: number; toEnter: number; kept: number } {
  const count = (fits: (kind: LeftOutKind) => boolean) =>
    groups.reduce((sum, { kind, items }) => sum + (fits(kind) ? items.length : 0), 0)
  const [toEnter, kept] = [count((kind) => kind === 'secret' || kind === 'variable'), count((kind) => kind === 'runs')]
  return { missing: count(() => true) - toEnter - kept, toEnter, kept }
}
