import * as v from 'valibot'
import type { Case, Step, Variable } from '#engine/project/format/schema.ts'
import { readExportedNote } from '#engine/scripting/exported-note.ts'
import { conditionSchema } from '#engine/steps/common.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { stepSchemas } from '#engine/steps/schemas.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Draft } from '../draft.ts'

const start = v.record(v.string(), v.array(v.tuple([v.string(), v.union([v.string(), v.number(), v.boolean()])])))

/** What the export to Postman keeps in a script (`exporters/postman/script.ts`). */
const noteSchema = v.object({
  steps: v.optional(
    v.array(
      v.pipe(
        v.looseObject({ kind: v.picklist(['assertion', 'data-transfer', 'script', 'wait', 'oauth2']), name: v.string() }),
        v.check(({ kind, ...step }) => v.is(stepSchemas[kind], { ...step, kind, id: 'x' })),
      ),
    ),
    [],
  ),
  made: v.optional(v.record(v.string(), v.string()), {}),
  json: v.optional(v.boolean(), false),
  start: v.optional(start, {}),
  onlyIf: v.optional(conditionSchema),
  secrets: v.optional(v.array(v.string())),
})
type Note = v.InferOutput<typeof noteSchema>

/** What an item of Postman's was made of: an export of Assay that nobody has changed. */
export interface ExportedItem {
  before: Note[]
  after: Note[]
}

/** Takes the notes out of the scripts of an item: what is left is read as any script. */
export function takeExported(scripts: { before: string[]; after: string[] }): ExportedItem {
  const take = (list: string[]): Note[] => {
    const notes: Note[] = []
    for (const script of list.splice(0)) {
      const note = v.safeParse(noteSchema, readExportedNote(script))
      if (note.success) notes.push(note.output)
      else list.push(script)
    }
    return notes
  }
  return { before: take(scripts.before), after: take(scripts.after) }
}

/** Whether an item is what a token step was exported as. */
export const isExportedToken = ({ after }: ExportedItem): boolean =>
  after.some(({ steps, secrets }) => secrets !== undefined && isOAuth2Step(steps[0]))

/** Puts the token step back for its request. */
export function restoreToken(draft: Draft, one: Case, item: ExportedItem): void {
  const begin = one.steps.length
  addSteps(draft, one, item.before, '')
  addSteps(draft, one, item.after, '')
  const token = one.steps.slice(begin).find(isOAuth2Step)
  for (const { onlyIf } of item.before) if (token && onlyIf) token.onlyIf = onlyIf
  const secrets = new Set(item.after.flatMap((note) => note.secrets ?? []))
  const { variables } = draft.project
  const kept = variables.filter(({ name, value }) => !(secrets.has(name) && typeof value === 'object'))
  variables.splice(0, variables.length, ...kept)
  restoreStart(draft, one, item)
}

/** Puts back what a request was exported with: steps around it, values that a script made, its condition, start values. */
export function restoreRequest(draft: Draft, one: Case, request: Step, item: ExportedItem): void {
  const at = one.steps.indexOf(request)
  const behind = one.steps.splice(at)
  addSteps(draft, one, item.before, request.id)
  one.steps.push(...behind)
  addSteps(draft, one, item.after, request.id)
  if (isSendRequestStep(request)) for (const note of item.before) restoreTexts(request, note)
  restoreStart(draft, one, item)
}

function restoreTexts(request: SendRequestStep, { made, json, onlyIf }: Note): void {
  const names = Object.keys(made)
  if (names.length > 0) {
    const filled = (value: unknown): unknown => {
      if (typeof value === 'string')
        return names.reduce((text, name) => text.replaceAll(`\${${name}}`, () => made[name] ?? ''), value)
      if (Array.isArray(value)) return value.map(filled)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]))
    }
    Object.assign(request, filled(request))
  }
  if (json && request.body.type === 'text') request.body = { type: 'json', text: request.body.text }
  if (onlyIf) request.onlyIf = onlyIf
}

function addSteps(draft: Draft, one: Case, notes: readonly Note[], request: string): void {
  for (const { kind, name, step, ...fields } of notes.flatMap(({ steps }) => steps)) {
    const made = draft.step(kind, { ...fields, name, ...(step === '' && request !== '' ? { step: request } : {}) } as never)
    draft.restored.add(made)
    one.steps.push(made)
  }
}

/** Values that a script gives where Postman has no template for them. */
function restoreStart(draft: Draft, one: Case, { before }: ExportedItem): void {
  const suite = draft.project.suites.find(({ cases }) => cases.includes(one))
  const holders: Readonly<Record<string, Variable[] | undefined>> = {
    project: draft.project.variables,
    suite: suite?.variables,
    case: one.variables,
  }
  for (const [level, values] of before.flatMap((note) => Object.entries(note.start)))
    for (const [name, value] of values) {
      const known = holders[level]?.find((variable) => variable.name === name)
      if (known !== undefined && typeof known.value !== 'object') known.value = value
    }
}
