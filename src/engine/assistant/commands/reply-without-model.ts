import { fillForm, formOf } from '../forms/index.ts'
import type { ToolSession, WorkingMemory } from '#engine/tools/tool-session.ts'
import type { Memory } from '../memory.ts'
import { conversationTexts as texts } from '../texts.ts'
import type { LoadedProject, Reply, Said } from '../turn.ts'
import { parseCommand, type ParsedCommand } from './parse-command.ts'

/** The result of a request without a model. */
export type ReplyWithoutModel = Reply & { working: WorkingMemory; more?: Partial<Memory> }

/** `/crud`: the form of that name. */
export const recipeIn = /^\s*\/([\w-]+)\s*$/

type FormToFill = NonNullable<Said['form']>

/**
 * What is done without a model: a form that is filled in, a command, or the reply to a question about one. Everything else opens the nearest form. Nothing
 * is guessed.
 */
export async function replyWithoutModel(memory: Memory, said: Said, session: ToolSession): Promise<ReplyWithoutModel> {
  const { working } = memory
  const chosen = chosenIn(memory, said.text)
  const { text = said.text, form = said.form } = chosen ?? {}
  const { name, rest } = projectIn(text, said.projects)
  const key = chosen?.project ?? name ?? said.active ?? (said.projects.length === 1 ? said.projects[0]?.key : undefined)
  const project = said.projects.find((one) => one.key === key)
  if (form) {
    const loaded = project ?? said.projects[0]
    if (!project && said.projects.length > 1) return whichProject(said, working, { form })
    return fill(form, loaded, session, form === said.form ? 'form' : 'command')
  }
  const [, recipe = ''] = recipeIn.exec(rest) ?? []
  const opened = formOf(recipe)
  if (opened) return { kind: 'form', text: opened.about, form: opened.id, fields: {}, working }
  const mean = (loaded: LoadedProject): ParsedCommand =>
    parseCommand(
      rest,
      loaded,
      said.attachments ?? [],
      working.designs.filter((one) => one.project === loaded.key).map(({ id }) => id),
    )
  if (!project) {
    const meant = said.projects.map(mean)
    if (meant.some(({ kind }) => kind !== 'nearest')) return whichProject(said, working, { text })
    return nearestForm(meant[0], working)
  }
  const meant = mean(project)
  if (meant.kind === 'nearest') return nearestForm(meant, working)
  const withCase = inSelectedCase(meant.form, meant.fields, said, project)
  if (meant.kind === 'command') return fill({ id: meant.form, fields: withCase }, project, session, 'command')
  const options = meant.options.map(({ label, value, more = {} }) => ({
    reply: label,
    project: project.key,
    form: { id: meant.form, fields: { ...withCase, [meant.field]: value, ...ofForm(meant.form, more) } },
  }))
  return {
    kind: 'question',
    text: texts.whichOne(meant.options[0]?.label.replace(/ \([^()]*\)$/, '') ?? ''),
    options: options.map(({ reply }) => reply),
    understood: 'command',
    working,
    more: { pending: { options } },
  }
}

const ofForm = (form: string, more: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(more).filter(([id]) => formOf(form)?.fields.some((field) => field.id === id)))

/** The option that a reply names, by its words or its number. */
function chosenIn({ pending }: Memory, text: string) {
  const plain = text.trim().toLowerCase()
  return pending?.options.find(({ reply }, at) => reply.toLowerCase() === plain || plain === String(at + 1))
}

/** "in Bank, add a suite": the project that is named, and what is said about it. */
function projectIn(text: string, projects: readonly LoadedProject[]): { name?: string; rest: string } {
  const [, name = '', rest = ''] = /^\s*in\s+"?([^,"]+)"?\s*,\s*(.+)$/isu.exec(text) ?? []
  const found = projects.filter(({ project }) => project.name.toLowerCase() === name.trim().toLowerCase())
  return found.length === 1 && found[0] ? { name: found[0].key, rest } : { rest: text }
}

const whichProject = (
  { projects }: Said,
  working: WorkingMemory,
  what: { text?: string; form?: FormToFill },
): ReplyWithoutModel => {
  const names = projects.map(({ project }) => project.name)
  const options = projects.map(({ key, project }) => ({
    reply: names.filter((name) => name === project.name).length > 1 ? `${project.name} (${key})` : project.name,
    project: key,
    ...what,
  }))
  return {
    kind: 'question',
    text: texts.whichProject,
    options: options.map(({ reply }) => reply),
    understood: 'command',
    working,
    more: { pending: { options } },
  }
}

const nearestForm = (meant: ParsedCommand | undefined, working: WorkingMemory): ReplyWithoutModel => ({
  kind: 'form',
  text: texts.noModel,
  ...(meant && meant.form !== '' ? { form: meant.form, fields: meant.fields } : {}),
  working,
})

/** A form about a case that isn't named is about the selected one. */
function inSelectedCase(
  form: string,
  fields: Record<string, string>,
  { focus }: Said,
  { project }: LoadedProject,
): Record<string, string> {
  const one = project.suites.flatMap(({ cases }) => cases).find(({ id }) => id === focus?.case)
  const asks = formOf(form)?.fields.some(({ id }) => id === 'case') === true && fields['case'] === undefined
  return one && asks ? { ...fields, case: one.id } : fields
}

async function fill(
  form: FormToFill,
  project: LoadedProject | undefined,
  session: ToolSession,
  understood: 'command' | 'form',
): Promise<ReplyWithoutModel> {
  const at = project ? { ...session, focus: { ...session.focus, project: project.key } } : session
  const { result, memory } = await fillForm(form.id, form.fields, at)
  if (result.kind === 'problems')
    return {
      kind: 'form',
      text: result.text,
      form: form.id,
      fields: { ...form.fields },
      understood: '',
      working: memory,
    }
  return {
    kind: 'proposal',
    text: result.summary,
    proposal: result.changeSet,
    notDone: result.notDone,
    understood,
    working: memory,
  }
}
