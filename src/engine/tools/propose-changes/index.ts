import * as v from 'valibot'
import { AssayError } from '#engine/base/errors.ts'
import { counted } from '#engine/base/counted.ts'
import { makeChangeSet } from '#engine/case-builder/change-set/make-change-set.ts'
import { project } from '../arguments.ts'
import { draftOf } from '../draft.ts'
import { WrongName } from '../find-by-name.ts'
import { proposalOutput } from '../output.ts'
import { foreign, problem } from '../page.ts'
import { defineTool } from '../tool.ts'
import { applyChange } from './apply-change.ts'
import { changeSchema, mostChanges } from './change-schema.ts'
import { newProblems } from './new-problems.ts'
import { DraftPlaces } from './places.ts'
import { markItems } from './safety/mark-items.ts'

const line = v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'), v.maxLength(400))
const lines = v.pipe(v.array(line), v.maxLength(20))

/** Changes of the project, for the user to review and apply. */
export const proposeChanges = defineTool({
  name: 'propose_changes',
  description: [
    'Propose changes for the user to review. All or nothing: problems name the valid alternatives; fix them and call again. Ends the turn.',
    'Name things by id, or by the name of something earlier in the list.',
    'A request: { "kind": "send-request", "from": "POST /orders", "fields": {…} } sends required members and the named ones; behind it { "kind": "assertion", "checks": [{ "source": "status", "is": "equals", "value": 201 }, { "source": "json", "path": "$.id", "is": "exists" }] } and { "kind": "data-transfer", "transfers": [{ "source": "json", "path": "$.id", "to": "order_id" }] } look at the response before them. Later steps use ${order_id}; also ${uuid}, ${now.iso}, ${now.date(+1d)} (tomorrow, 2030-01-31), ${random.email}, ${random.int(1,9)}. Header Authorization: Basic ${user}:${password} is sent in base64.',
    'A new request needs checks: its status, and what it is about. "not_done": all that was asked for and is left out.',
  ].join('\n'),
  input: v.strictObject({
    summary: v.pipe(line, v.description('One sentence: what this changes')),
    changes: v.pipe(
      v.array(changeSchema),
      v.minLength(1, 'is empty'),
      v.maxLength(mostChanges, `has over ${mostChanges} changes. Propose the most important ones and name the rest in not_done`),
    ),
    assumptions: v.optional(v.pipe(lines, v.description('Your decisions')), []),
    not_done: v.optional(lines, []),
    project,
  }),
  output: proposalOutput,
  ends: true,
  async run({ summary, changes, assumptions, not_done: notDone }, { loaded, session }) {
    const draft = draftOf(loaded, session)
    const { bench } = draft
    const places = new DraftPlaces(draft)
    const failed: string[] = []
    for (const [at, change] of changes.entries()) {
      try {
        await applyChange(places, change, session)
      } catch (error) {
        if (!(error instanceof WrongName) && !(error instanceof AssayError)) throw error
        failed.push(`changes.${at} (${change.do}): ${error.message}`)
      }
    }
    // What follows from a change that failed is no news.
    if (failed.length > 0) return { result: refusal(failed) }
    const { problems, warnings } = await newProblems(loaded.project, bench.project)
    if (problems.length > 0) return { result: refusal(problems) }
    const made = makeChangeSet(bench, summary, loaded.revision ?? '', loaded.id)
    if (!made) return { result: problem('Nothing would change: the project is like that already. Use answer to say so.') }
    const marked = markItems(made.items, loaded.project, bench.project, { words: summary, ...session })
    const all = [...new Set([...marked.warnings, ...bench.warnings, ...made.warnings, ...warnings])]
    const changeSet = {
      ...made,
      items: marked.items,
      assumptions: [...assumptions.map((text) => ({ slot: '', text, value: '', options: [] })), ...made.assumptions],
      warnings: all,
    }
    return {
      result: {
        kind: 'proposal',
        changeSet,
        summary,
        assumptions: changeSet.assumptions.map(({ text }) => text),
        notDone,
        warnings: all,
      },
      memory: { ...session.memory, lastChange: { project: loaded.id, summary, changeSet: changeSet.id } },
    }
  },
})

const mostListed = 8

const refusal = (all: readonly string[]) =>
  problem(
    [
      `${counted(all.length, 'problem')}; nothing was proposed. Fix and call again with the whole list.`,
      ...all.slice(0, mostListed).map((one) => `- ${foreign(one, 460)}`),
      ...(all.length > mostListed ? [`- and ${all.length - mostListed} more`] : []),
    ].join('\n'),
  )
