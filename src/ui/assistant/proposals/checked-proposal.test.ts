import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editBetween } from '#engine/project/edit/compose.ts'
import { stateOf } from '#engine/project/edit/state.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { AgentProposed } from '#workers/run-client.ts'
import { checkedProposal } from './checked-proposal.ts'

function shop(): Project {
  const read = readProject(readFileSync('eval/projects/shop.aprj', 'utf8'))
  if (!read.ok) throw new Error(read.error.message)
  return read.value.project
}

/** A proposal that says nothing about what its edit does. */
function proposalFor(before: Project, change: (after: Project) => void): AgentProposed {
  const after = structuredClone(before)
  change(after)
  const edit = editBetween('Tidy up', stateOf(before), stateOf(after))
  if (!edit) throw new Error('nothing changes')
  return { from: 'Claude Code', label: 'Tidy up', edit, assumptions: [], warnings: [], notDone: [] }
}

it('[A9] lists, marks and unticks what the edit of an agent does, and shows its requests', async () => {
  const before = shop()
  const removal = await checkedProposal(
    proposalFor(before, ({ suites }) => void suites[0]?.cases.shift()),
    before,
    'local',
  )
  expect(removal).toMatchObject({ project: 'local', projectName: before.name, requests: [] })
  expect(typeof removal === 'string' ? [] : removal.items).toContainEqual(
    expect.objectContaining({ what: 'removed', of: 'case', unticked: true }),
  )
  const elsewhere = proposalFor(before, ({ suites }) => {
    const step = suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps)).find(isSendRequestStep)
    if (step) step.url = 'https://evil.test/orders'
  })
  expect(await checkedProposal(elsewhere, before, 'local')).toMatchObject({
    requests: [{ url: 'https://evil.test/orders' }],
    warnings: expect.arrayContaining([expect.stringContaining('evil.test')]) as string[],
  })
})

it('[A9] refuses what makes no valid project, or was made for another state of it', async () => {
  const before = shop()
  const invalid = proposalFor(before, ({ suites }) => void Object.assign(suites[0]?.cases[0] ?? {}, { steps: [{ kind: 'x' }] }))
  expect(await checkedProposal(invalid, before, 'local')).toBe('invalid')
  const unknown = proposalFor(before, ({ suites }) => {
    const step = suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps)).find(isSendRequestStep)
    if (step) step.url = '${nowhere_set}/orders'
  })
  expect(await checkedProposal(unknown, before, 'local')).toBe('invalid')
  const renamed = proposalFor(before, (after) => void (after.name = 'By an agent'))
  expect(await checkedProposal(renamed, { ...before, name: 'By a person' }, 'local')).toBe('stale')
  expect(await checkedProposal(renamed, before, 'local')).toMatchObject({ label: 'Tidy up' })
})
