import { canonical } from '#engine/base/encoding/canonical-json.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { hostsOfProject } from '#engine/project/named-hosts.ts'
import type { Project, Step } from '#engine/project/format/schema.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { ToolSession } from '../../tool-session.ts'
import { SentBySteps, type PlacedStep, type SentTo } from './sent-by-steps.ts'

/** What a proposal warns of. */
const texts = {
  newHost: (host: string): string => `New host: ${host}. Neither the project nor your message names it.`,
  newHeaders: (names: readonly string[]): string =>
    `New ${names.length === 1 ? 'header' : 'headers'}: ${names.join(', ')}. Neither the project nor your message names ${names.length === 1 ? 'it' : 'them'}.`,
  hostFromRun: (step: string, variable: string): string =>
    `"${step}" sends to a host that \${${variable}} gives only during the run.`,
  someHost: 'a host that is known only during the run',
  secretElsewhere: (secret: string, host: string): string =>
    `The secret ${secret} is sent to ${host}, where it wasn't used before.`,
  removes: (of: string, name: string): string => `Removes the ${of} "${name}".`,
  checkGone: (step: string, check: string): string => `Weaker: "${step}" no longer checks ${check}.`,
  checkOther: (step: string, check: string, now: string): string => `Weaker: "${step}" checked ${check}, now ${now}.`,
  switchedOff: (step: string): string => `Weaker: "${step}" is turned off.`,
} as const

/**
 * The items of a proposal with what the user should look at, and that as warnings: removals, hosts and headers that neither the
 * project nor the user named, secrets and tokens at hosts where they were not used before, checks made weaker. A removal that
 * no one asked for, and a secret elsewhere, are not ticked.
 */
export function markItems(
  items: readonly ChangeItem[],
  before: Project,
  after: Project,
  { allowedHosts = [], words = '', asksRemoval = false }: Pick<ToolSession, 'allowedHosts' | 'words' | 'asksRemoval'>,
): { items: ChangeItem[]; warnings: string[] } {
  const warnings = new Set<string>()
  const attention = new Map<string, Set<string>>()
  const unticked = new Set<string>()
  const mark = (id: string, text: string, isTicked = true): void => {
    attention.set(id, (attention.get(id) ?? new Set<string>()).add(text))
    if (!isTicked) unticked.add(id)
    warnings.add(text)
  }
  const known = new Set([...hostsOfProject(before), ...allowedHosts.map((host) => host.toLowerCase().replace(/:\d+$/, ''))])
  const [old, now] = [new SentBySteps(before), new SentBySteps(after)]
  const isKnownHeader = knownHeaders(before, old, words)
  // A step that is the same may send elsewhere: where its variables, or headers that it inherits, are others.
  const isHeadSame = same(before.variables, after.variables) && same(before.environments, after.environments)
  for (const [id, place] of now.steps) {
    const there = old.steps.get(id)
    if (
      isHeadSame &&
      there &&
      there.step === place.step &&
      same(there.one.variables, place.one.variables) &&
      same(there.suite.variables, place.suite.variables)
    )
      continue
    const itemIds = itemsAbout(items, id, place)
    const sent = now.sentBy(place)
    const sentBefore = there && old.sentBy(there)
    for (const [text, isTicked] of [...hostTexts(place, sent, sentBefore, known), ...secretTexts(sent, sentBefore, old, known)])
      for (const one of itemIds) mark(one, text, isTicked)
    const headers = headersOf(place.step).filter((name) => !isKnownHeader(name))
    if (headers.length > 0) for (const one of headerItems(items, id, place)) mark(one, texts.newHeaders(headers))
    if (there) for (const text of weaker(there.step, place.step)) for (const one of itemIds) mark(one, text)
  }
  for (const { id, what, name, of } of items) if (what === 'removed') mark(id, texts.removes(of, name), asksRemoval)
  return {
    items: items.map((item) => ({
      ...item,
      ...(attention.has(item.id) ? { attention: [...(attention.get(item.id) ?? [])] } : {}),
      ...(unticked.has(item.id) ? { unticked: true as const } : {}),
    })),
    warnings: [...warnings],
  }
}

type Mark = [text: string, isTicked: boolean]

function hostTexts({ step }: PlacedStep, sent: SentTo, before: SentTo | undefined, known: ReadonlySet<string>): Mark[] {
  const hosts = [...sent.hosts].filter((host) => !known.has(host) && !before?.hosts.has(host))
  const names = [...sent.fromRun].filter((name) => !before?.fromRun.has(name))
  return [
    ...hosts.map((host): Mark => [texts.newHost(host), true]),
    ...names.map((name): Mark => [texts.hostFromRun(step.name, name), false]),
  ]
}

function secretTexts(sent: SentTo, before: SentTo | undefined, old: SentBySteps, known: ReadonlySet<string>): Mark[] {
  const places = [...sent.hosts, ...(sent.fromRun.size > 0 ? [texts.someHost] : [])]
  return [...sent.secrets].flatMap((secret) => {
    const used = old.hostsOf(secret)
    const isSame = (host: string) =>
      before?.secrets.has(secret) === true && (before.hosts.has(host) || (host === texts.someHost && before.fromRun.size > 0))
    return places
      .filter((host) => (used ? !used.has(host) : !known.has(host)) && !isSame(host))
      .map((host): Mark => [texts.secretElsewhere(secret, host), false])
  })
}

/** Names of the headers that a step sends. */
const headersOf = (step: Step): string[] =>
  isSendRequestStep(step) ? [...new Set(step.headers.flatMap((row) => (row.disabled ? [] : [row.name.trim()])))] : []

/** Headers that say how a body is written. */
const aboutBodies: ReadonlySet<string> = new Set(['accept', 'content-type'])

/** Whether a header is one that the project sends already, that its API definitions declare, or that the user's words name ("idempotency key"). */
function knownHeaders(before: Project, { steps }: SentBySteps, words: string): (name: string) => boolean {
  const said = ` ${plainWords(words)} `
  let sent: Set<string> | undefined
  return (name) => {
    const key = name.toLowerCase()
    if (aboutBodies.has(key) || said.includes(` ${plainWords(name)} `)) return true
    sent ??= new Set([...steps.values()].flatMap(({ step }) => headersOf(step).map((one) => one.toLowerCase())))
    return sent.has(key) || before.apis.some(({ document }) => declares(document, key))
  }
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether an API definition declares a header: as the name of a parameter or key, or as its security. */
const declares = (document: string, key: string): boolean =>
  key === 'authorization'
    ? /"(?:securitySchemes|securityDefinitions)"\s*:/.test(document)
    : new RegExp(`"name"\\s*:\\s*"${key.replaceAll(/[^a-z\d]/g, String.raw`\$&`)}"`, 'i').test(document)

/** The items that set a step's headers: its own, otherwise those of what it inherits from. */
function headerItems(items: readonly ChangeItem[], id: string, { one, suite }: PlacedStep): string[] {
  const [own, ...others] = [`step ${id}`, `case ${one.id}`, `suite ${suite.id}`, 'project']
  if (items.some((item) => item.id === own)) return [own]
  return items.filter((item) => others.includes(item.id)).map((item) => item.id)
}

/** The items that a step's change is in: its own, else those of variables and environments, else its case's. */
function itemsAbout(items: readonly ChangeItem[], id: string, { one }: PlacedStep): string[] {
  if (items.some((item) => item.id === `step ${id}`)) return [`step ${id}`]
  const holders = items.filter(({ of, what }) => what !== 'removed' && (of === 'variable' || of === 'environment'))
  if (holders.length > 0) return holders.map((item) => item.id)
  return items
    .filter((item) => item.id === `case ${one.id}` || item.of === 'project' || item.of === 'suite')
    .map((item) => item.id)
}

const checksIn = (step: Step): readonly Check[] => ('checks' in step ? step.checks : [])

/** How a step checks less than before: a check is gone, no longer exact, or the step is switched off. */
function weaker(before: Step, after: Step): string[] {
  const [old, now] = [checksIn(before), checksIn(after)]
  if (old.length === 0) return []
  if (after.disabled && !before.disabled) return [texts.switchedOff(after.name)]
  const left = new Set(now.map((one) => canonical(one)))
  const about = ({ source, path, name }: Check) => `${source} ${path ?? name ?? ''}`.trim()
  return old.flatMap((check) => {
    if (left.has(canonical(check))) return []
    const what = `${about(check)} ${predicateFacts[check.is].title}`
    const [first, ...others] = now.filter((one) => about(one) === about(check))
    if (!first) return [texts.checkGone(after.name, what)]
    const isExact = [first, ...others].some((one) => one.is === check.is && one.not === check.not)
    return isExact ? [] : [texts.checkOther(after.name, what, predicateFacts[first.is].title)]
  })
}
