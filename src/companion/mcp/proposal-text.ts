import { cutText, mostBytes } from '#engine/tools/page.ts'
import { proposalLines } from '../ask-formats.ts'
import type { AgentProposal, AgentRights } from './agent-session.ts'
import { mcpTexts } from './texts.ts'

/** A proposal as text: its difference, what is omitted, and what can be done with it. At most 4 kB. */
export function proposalText(
  { id, path, changeSet, notDone, verdict }: AgentProposal,
  summary: string,
  { write }: AgentRights,
): string {
  const ends = [
    mcpTexts.page[verdict],
    ...(write && changeSet.items.some(({ unticked }) => unticked) ? [mcpTexts.unticked] : []),
    write ? mcpTexts.howToApply(id) : verdict === 'shown' ? mcpTexts.notWritten : mcpTexts.howToWrite,
  ]
  // A long difference is cut at its end.
  const first = [...notDone.map(mcpTexts.notDone), ...changeSet.warnings.map((one) => `! ${one}`)]
  const lines = [...first, ...proposalLines({ ...changeSet, warnings: [] }, mcpTexts.notTicked)].map((line) =>
    line.replaceAll('</data', '‹/data'),
  )
  const left = mostBytes - ends.join('\n').length - 500
  return [cutText(mcpTexts.proposed(id, path, summary), 450), '<data>', cutText(lines.join('\n'), left), '</data>', ...ends].join(
    '\n',
  )
}
