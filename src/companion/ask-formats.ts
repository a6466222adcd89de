import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import type { Turn } from '#engine/assistant/turn.ts'

/** How `assay ask` prints. */
const askFormats = ['text', 'json'] as const
type AskFormat = (typeof askFormats)[number]

/** Whether a text names one of {@link askFormats}. */
export const isAskFormat = (format: string): format is AskFormat => askFormats.includes(format as AskFormat)

/** The turns of a conversation for people, or as JSON. */
export function writeTurns(format: AskFormat, turns: readonly Turn[]): string {
  return format === 'json'
    ? `${JSON.stringify({ turns: turns.map(plainTurn) }, null, 2)}\n`
    : `${turns.map(turnText).join('\n')}\n`
}

/** A turn for programs: what is not there is left out. */
function plainTurn({ said, kind, text, slot, options, proposal, understood, sent, suggestions, trouble }: Turn) {
  return {
    said,
    kind,
    text,
    ...(slot === undefined ? {} : { slot }),
    ...(options === undefined ? {} : { options }),
    ...(proposal
      ? {
          project: proposal.projectName,
          changes: proposal.items.map(({ what, of, name, place, fields }) => ({
            what,
            of,
            name,
            ...(place === '' ? {} : { place }),
            fields,
          })),
          requests: proposal.requests,
          assumptions: proposal.assumptions.map(({ slot: about, text: assumed }) => ({ slot: about, text: assumed })),
          warnings: proposal.warnings,
        }
      : {}),
    ...(suggestions && suggestions.length > 0 ? { suggestions } : {}),
    understood,
    ...(trouble === undefined ? {} : { trouble }),
    ...(sent.length > 0
      ? { sent: sent.map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n')) }
      : {}),
  }
}

const signs: Record<ChangeItem['what'], string> = { added: '+', changed: '~', removed: '-', moved: '>' }

function turnText({ said, text, options, proposal, suggestions, trouble }: Turn): string {
  const lines = [`> ${said}`, text, ...(trouble === undefined ? [] : [`  ! ${trouble}`])]
  for (const [at, option] of (options ?? []).entries()) lines.push(`  ${at + 1}. ${option}`)
  if (suggestions) for (const one of suggestions) lines.push(`  - ${one}`)
  if (proposal) {
    const depth = new Map<string, number>()
    for (const { id, parent, what, of, name, fields } of proposal.items) {
      const own = parent === undefined ? 0 : (depth.get(parent) ?? 0) + 1
      depth.set(id, own)
      lines.push(`  ${'  '.repeat(own)}${signs[what]} ${of} ${name}`)
      if (what === 'changed' || what === 'moved')
        for (const field of fields)
          lines.push(`  ${'  '.repeat(own + 1)}${field.name}: ${short(field.before)} -> ${short(field.after)}`)
    }
    for (const assumption of proposal.assumptions) lines.push(`  ? ${assumption.text}`)
    for (const warning of proposal.warnings) lines.push(`  ! ${warning}`)
  }
  return lines.join('\n')
}

const short = (value: string | undefined): string => {
  const line = (value ?? '').replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
