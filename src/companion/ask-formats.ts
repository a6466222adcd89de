import type { ChangeItem, ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import type { Form } from '#engine/assistant/forms/index.ts'
import type { Turn } from '#engine/assistant/turn.ts'

/** How `assay ask` prints. */
const askFormats = ['text', 'json'] as const
type AskFormat = (typeof askFormats)[number]

/** Whether a text names one of {@link askFormats}. */
export const isAskFormat = (format: string): format is AskFormat => askFormats.includes(format as AskFormat)

/** The turns of a conversation for users, or as JSON. */
export function writeTurns(format: AskFormat, turns: readonly Turn[]): string {
  return format === 'json'
    ? `${JSON.stringify({ turns: turns.map(plainTurn) }, null, 2)}\n`
    : `${turns.map(turnText).join('\n')}\n`
}

/** The forms with their fields, for users or as JSON. */
export function writeForms(format: AskFormat, forms: readonly Form[]): string {
  if (format === 'json') {
    const plain = forms.map(({ id, title, about, fields }) => ({ id, title, about, fields }))
    return `${JSON.stringify({ forms: plain }, null, 2)}\n`
  }
  return forms
    .map(({ id, title, fields }) => {
      const lines = fields.map(({ id: field, label, hint, optional, choices }) => {
        const values = (choices ?? []).map(([value]) => value).filter(Boolean)
        const more = values.length > 0 ? values.join('|') : hint
        return `    ${`${field}${optional || choices ? '?' : ''}`.padEnd(14)}${label}${more === undefined ? '' : `: ${more}`}`
      })
      return `${id.padEnd(18)}${title}\n${lines.join('\n')}\n`
    })
    .join('')
}

/** A turn for programs: what is not there is omitted. */
function plainTurn({
  said,
  kind,
  text,
  about,
  options,
  proposal,
  notDone,
  form,
  fields,
  understood,
  rounds,
  usage,
  trouble,
}: Turn) {
  return {
    said,
    kind,
    text,
    ...(about === undefined ? {} : { about }),
    ...(options === undefined ? {} : { options }),
    ...(form === undefined ? {} : { form, fields }),
    ...(proposal
      ? {
          project: proposal.projectName,
          changes: proposal.items.map(({ what, of, name, place, fields: changed, unticked }) => ({
            ...(unticked ? { unticked } : {}),
            what,
            of,
            name,
            ...(place === '' ? {} : { place }),
            fields: changed,
          })),
          requests: proposal.requests,
          assumptions: proposal.assumptions.map((one) => one.text),
          notDone: notDone ?? [],
          warnings: proposal.warnings,
        }
      : {}),
    understood,
    ...(trouble === undefined ? {} : { trouble }),
    ...(usage ? { usage } : {}),
    ...(rounds.length > 0
      ? {
          rounds: rounds.map(({ sent, calls }) => ({
            sent,
            calls: calls.map(({ name, arguments: args, result }) => ({ name, arguments: args, result })),
          })),
        }
      : {}),
  }
}

const signs: Record<ChangeItem['what'], string> = { added: '+', changed: '~', removed: '-', moved: '>' }

function turnText({ said, text, about = [], options, proposal, notDone = [], trouble, form, fields = {} }: Turn): string {
  const lines = [`> ${said}`, text, ...(trouble?.hint === undefined ? [] : [`  ${trouble.hint}`])]
  for (const one of about) if (one.startsWith('docs/')) lines.push(`  See ${one}`)
  if (form !== undefined)
    lines.push(
      `  --form ${[form, ...Object.entries(fields).map(([id, value]) => `${id}=${shellWord(String(value))}`)].join(' ')}`,
    )
  for (const one of notDone) lines.push(`  Not done: ${one}`)
  for (const [at, option] of (options ?? []).entries()) lines.push(`  ${at + 1}. ${option}`)
  if (proposal) lines.push(...proposalLines(proposal).map((line) => `  ${line}`))
  return lines.join('\n')
}

/** The changes of a proposal, with its assumptions and warnings. */
export function proposalLines(
  { items, assumptions, warnings }: ChangeSet,
  untickedNote = 'not applied: tick it in the page',
): string[] {
  const lines: string[] = []
  const depth = new Map<string, number>()
  for (const { id, parent, what, of, name, fields, unticked } of items) {
    const own = parent === undefined ? 0 : (depth.get(parent) ?? 0) + 1
    depth.set(id, own)
    lines.push(`${'  '.repeat(own)}${signs[what]} ${of} ${name}${unticked ? ` (${untickedNote})` : ''}`)
    if (what === 'changed' || what === 'moved')
      for (const field of fields)
        lines.push(`${'  '.repeat(own + 1)}${field.name}: ${short(field.before)} -> ${short(field.after)}`)
  }
  for (const assumption of assumptions) lines.push(`? ${assumption.text}`)
  for (const warning of warnings) lines.push(`! ${warning}`)
  return lines
}

/** A word that a shell takes unchanged. */
const shellWord = (text: string): string => (/^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

const short = (value: string | undefined): string => {
  const line = (value ?? '').replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
