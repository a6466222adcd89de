import { indexOf } from '#engine/case-builder/project-index.ts'
import { WrongName } from '#engine/tools/find-by-name.ts'
import { callTool } from '#engine/tools/index.ts'
import type { ToolResult, ToolSession, WorkingMemory } from '#engine/tools/tool-session.ts'
import { dataForms } from './data.ts'
import { designForms } from './designs.ts'
import { editForms } from './edits.ts'
import { flowForms } from './flows.ts'
import { valueIn, type Form, type FormCalls, type FormValues } from './form.ts'
import { isShown } from './shown.ts'
import { recipeTexts as texts } from './texts.ts'

export type { Form, FormField } from './form.ts'

/** Every form, the most usual first. */
export const forms: readonly Form[] = [...flowForms, ...designForms, ...dataForms, ...editForms]

/** A form by its id. */
export const formOf = (id: string): Form | undefined => forms.find((form) => form.id === id)

/** What keeps a form from being run: fields that are missing or of no use. Undefined: nothing. */
export function formProblem(form: Form, values: FormValues): string | undefined {
  const alien = Object.keys(values).find((id) => !form.fields.some((one) => one.id === id))
  if (alien !== undefined)
    return texts.noFormField(
      form.id,
      alien,
      form.fields.map(({ id }) => id),
    )
  const shown = form.fields.filter((one) => isShown(form, one, values))
  const missing = shown.filter(({ id, optional, kind }) => !optional && kind !== 'choice' && valueIn(values, id) === '')
  if (missing.length > 0) return texts.required(missing.map(({ label }) => label))
  for (const { id, kind, label, choices = [] } of shown) {
    const value = valueIn(values, id)
    if (value === '') continue
    if (kind === 'number' && !/^\d+(?:\.\d+)?$/.test(value)) return texts.notANumber(label)
    const known = choices.map(([one]) => one).filter(Boolean)
    if (kind === 'choice' && !known.includes(value)) return texts.notAChoice(label, known)
  }
  return undefined
}

/** Hosts that the user wrote. */
export const hostsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\bhttps?:\/\/[^\s"'<>)\]，。]+/gi)].flatMap(([url]) => (URL.canParse(url) ? [new URL(url).host] : [])),
  ),
]

/** The result of a form: a proposal, or problems that say what to fill in. Never anything else. */
export type FormOutcome = Extract<ToolResult, { kind: 'proposal' | 'problems' }>

/**
 * Carries a form out by the tools: its design first, unless the conversation has derived the same one, then its changes. Nothing is applied. `session` is
 * what tools may see, with one project in focus or alone. `byUser`: values are the user's words, so that hosts in them and a removal were asked for.
 */
export async function fillForm(
  id: string,
  values: FormValues,
  session: ToolSession,
  byUser = true,
): Promise<{ result: FormOutcome; memory: WorkingMemory }> {
  const failed = (text: string) => ({ result: { kind: 'problems', text } as const, memory: session.memory })
  const form = formOf(id)
  if (!form)
    return failed(
      texts.noForm(
        id,
        forms.map((one) => one.id),
      ),
    )
  const problem = formProblem(form, values)
  if (problem !== undefined) return failed(problem)
  const known = session.projects.find((one) => one.id === session.focus?.project) ?? session.projects[0]
  if (!known) return failed('')
  let calls: FormCalls
  try {
    const project = known.project
    calls = await form.changes(values, { project, index: indexOf(project), files: session.files ?? [] })
  } catch (error) {
    if (error instanceof WrongName) return failed(error.message)
    throw error
  }
  let { memory } = session
  let design = ''
  if (calls.design) {
    const made = await designOnce(calls, known.id, session)
    if ('problem' in made) return failed(made.problem)
    design = made.id
    memory = made.memory
  }
  const changes = typeof calls.changes === 'function' ? calls.changes(design) : calls.changes
  const args = {
    project: known.id,
    summary: calls.summary,
    changes,
    assumptions: [...new Set(calls.assumptions)].map((text) => text.slice(0, 400)).slice(0, 20),
    not_done: calls.notDone ?? [],
  }
  const words = [session.words ?? '', ...Object.values(values)].join('\n')
  const called = await callTool('propose_changes', args, {
    ...session,
    memory,
    files: [...(session.files ?? []), ...(calls.files ?? [])],
    ...(byUser
      ? {
          words,
          allowedHosts: [...(session.allowedHosts ?? []), ...hostsIn(words)],
          asksRemoval: id === 'remove',
        }
      : {}),
  })
  const { result } = called
  if (result.kind === 'proposal' || result.kind === 'problems') return { result, memory: called.memory }
  throw new Error('unreachable: propose_changes proposes or says what is wrong')
}

/** The design in working memory that these arguments made, otherwise a new one. */
async function designOnce(
  { design: args, expects }: FormCalls,
  project: string,
  session: ToolSession,
): Promise<{ id: string; memory: WorkingMemory } | { problem: string }> {
  const { revision = '' } = session.projects.find((one) => one.id === project) ?? {}
  const asked = JSON.stringify([project, revision, args, expects?.(true), expects?.(false)])
  const known = session.memory.designs.find((one) => one.asked === asked)
  if (known) return { id: known.id, memory: session.memory }
  const { result, memory } = await callTool('run_design', { ...args, project }, session)
  const made = memory.designs.at(-1)
  if (result.kind !== 'data' || !made) return { problem: 'text' in result ? result.text : '' }
  const tests = expects
    ? made.tests.map((test) => ({ ...test, expected: expects(test.expected?.['decision'] === true) }))
    : made.tests
  return { id: made.id, memory: { ...memory, designs: [...memory.designs.slice(0, -1), { ...made, tests, asked }] } }
}
