import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { editFor, followed, untickedAtFirst } from '#engine/case-builder/change-set/apply-change-set.ts'
import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { foreign } from '#engine/tools/page.ts'
import { withFileLock } from '../files/file-lock.ts'
import { unreadable } from '../files/read-file.ts'
import { writeDocument } from '../files/write-document.ts'
import { UsageError } from '../host.ts'
import { defineAgentTool, type AgentReply } from './agent-tool.ts'
import type { AgentProposal } from './agent-session.ts'
import { revisionOf } from './open-files.ts'
import { mcpTexts } from './texts.ts'

/** Writes a proposal to its file. */
export const applyProposal = defineAgentTool({
  name: 'apply_proposal',
  description:
    'Write a proposal to its project file. Show the difference to the user and ask first. Rejected if the file changed after the proposal.',
  input: v.strictObject({
    id: v.pipe(v.string(), v.maxLength(20), v.description('ID from propose_changes, such as P1')),
    removals: v.optional(
      v.pipe(v.boolean(), v.description('Also apply removals marked "not ticked". Only if the user requested them')),
      false,
    ),
  }),
  annotations: {
    title: 'Apply a proposal',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  option: '--write',
  async run({ id, removals }, { proposals }, signal) {
    const proposal = proposals.get(id)
    if (!proposal) return { text: mcpTexts.noProposal(foreign(id, 20), [...proposals.keys()]), isError: true }
    if (proposal.isApplied) return { text: mcpTexts.isApplied(id), isError: true }
    // Two agents at once: the second finds another revision.
    return withFileLock(`${proposal.path}.lock`, signal, () => write(proposal, removals))
  },
})

/** A removal as the user requested it. Other items stay unchanged: a secret at another host is ticked in the page only. */
const withRemovalTicked = ({ unticked, ...item }: ChangeItem): ChangeItem =>
  unticked === undefined || item.what === 'removed' ? item : { ...item, unticked }

async function write(proposal: AgentProposal, removals: boolean): Promise<AgentReply> {
  const { id, path, changeSet, revision } = proposal
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const read = readProject(bytes)
  if (revisionOf(bytes) !== revision || !read.ok) return { text: mcpTexts.changed(path), isError: true }
  const off = untickedAtFirst(removals ? changeSet.items.map(withRemovalTicked) : changeSet.items)
  const edit = editFor(changeSet, off)
  if (!edit) return { text: mcpTexts.nothingLeft, isError: true }
  const after = applyEdit(stateOf(read.value.project), edit, 'forward')
  const text = writeProject(joinProject(after.head, (head) => after.cases.get(head.id)))
  // What is written is read back before it takes the file's place.
  if (!readProject(text).ok) throw new UsageError(mcpTexts.clash(path), null)
  writeDocument(path, text)
  proposal.isApplied = true
  const without = off.size === 0 ? new Set<string>() : followed(off, changeSet.items)
  const left = changeSet.items.filter((item) => without.has(item.id))
  const done = mcpTexts.applied(id, path, changeSet.items.length - left.length)
  return { text: left.length === 0 ? done : `${done} ${mcpTexts.leftOut(left.map(({ name }) => foreign(name, 80)))}` }
}
