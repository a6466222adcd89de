import { AssayError } from '#engine/base/errors.ts'
import type { ModelMessage, TokenCount } from '#engine/ports/index.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { callTool, toolSpecs } from '#engine/tools/index.ts'
import type { ToolResult, ToolSession, WorkingMemory } from '#engine/tools/tool-session.ts'
import { replyWithoutModel, recipeIn } from './commands/reply-without-model.ts'
import { contextOf } from './context.ts'
import { fillForm, formOf, hostsIn } from './forms/index.ts'
import { constantText, runLoop, type LoopPorts, type Round, type Toolbox } from './loop.ts'
import { remembered, type Conversed, type Exchange, type Memory } from './memory.ts'
import { systemText } from './prompt.ts'
import { credentialsInFile, withholdCredentials } from './safety/credentials.ts'
import { createOutgoingCheck } from './safety/outgoing.ts'
import { removedMark } from './safety/shapes.ts'
import { planByForm, type FillForm } from './small/plan-by-form.ts'
import { conversationTexts as texts } from './texts.ts'
import type { ConversePorts, Reply, Said, Turn } from './turn.ts'

/** Words that ask for something of a project to be removed: a verb and a thing of a project in one clause, in five languages. */
const verbs =
  'remove|delete|drop|erase|discard|get rid of|throw away|clean up|entfern\\p{L}*|lösch\\p{L}*|wirf|weg damit|elimina\\p{L}*|borra\\p{L}*|quita\\p{L}*|suprim\\p{L}*|supprim\\p{L}*|enl[èe]v\\p{L}*|retir\\p{L}*|efface\\p{L}*|删除|移除|去掉|删掉'
const things =
  'cases?|suites?|tests?|steps?|checks?|assertions?|headers?|variables?|environments?|tags?|designs?|load tests?|loops?|duplicates?|f[aä]lle?|test\\p{L}*|schritte?|prüfung\\p{L}*|variablen?|umgebung\\p{L}*|casos?|pasos?|comprobaci\\p{L}*|pruebas?|entornos?|cas|étapes?|vérification\\p{L}*|essais?|environnements?|用例|套件|步骤|检查|测试|变量|环境'

const asked = new RegExp(`(?:${verbs})[^.;\\n。；]{0,80}?(?:(?<![\\p{L}])(?:${things})(?![\\p{L}])|["“„«'\`「])`, 'iu')

/** Whether a message asks for something of the project to be removed; only then removals are ticked from the start. */
const asksForRemoval = (text: string): boolean => asked.test(text)

/** The longest message: what is longer is a file. */
const longestText = 20_000

/**
 * One turn of a conversation: what was said becomes a proposal, a question, an answer, a refusal or a form. Nothing is changed and nothing is run.
 * Credentials are taken out before anything else. Rejects with AssayError `cancelled`.
 */
export async function converse(memory: Memory, said: Said, ports: ConversePorts): Promise<Conversed> {
  const began = ports.clock.monotonic()
  const finish = (text: string, reply: Reply, working: WorkingMemory, more: Partial<Memory> = {}): Conversed => {
    const turn: Turn = { understood: '', rounds: [], ...reply, said: text, took: ports.clock.monotonic() - began }
    return { turn, memory: { ...remembered(memory, working, turn), ...more } }
  }
  const { working } = memory
  const text = said.form ? (formOf(said.form.id)?.title ?? said.form.id) : afterQuestion(memory, said.text)
  if (text.trim() === '' && (said.attachments ?? []).length === 0)
    return { memory, turn: { said: text, kind: 'answer', text: texts.empty, understood: '', rounds: [], took: 0 } }
  if (text.length > longestText) return finish(text.slice(0, 200), { kind: 'refusal', text: texts.tooLong }, working)
  const held = withholdCredentials(text)
  if (held) {
    const variables = held.secrets.map(({ variable }) => variable)
    const withheld = { text: held.text, variables }
    const named = variables.map((name) => `\${${name}}`).join(', ')
    const options = [texts.safety.keep(named), texts.safety.drop]
    return finish(held.text, { kind: 'question', text: texts.safety.held(named), options, withheld }, working, { withheld })
  }
  if (said.projects.length === 0) return finish(text, { kind: 'answer', text: texts.noProject }, working)
  const { model } = ports
  if (model && !said.form && !recipeIn.test(text)) return byModel(memory, { ...said, text }, { ...ports, model }, finish)
  const session = toolSessionOf(memory, { ...said, text }, ports)
  const { working: after, more, ...reply } = await replyWithoutModel(memory, { ...said, text }, session)
  return finish(text, reply, after, more)
}

/** The message that a reply to "keep it or go on without it" means; otherwise what was said. */
function afterQuestion({ withheld }: Memory, text: string): string {
  if (!withheld) return text
  const named = withheld.variables.map((name) => `\${${name}}`)
  if (text === texts.safety.keep(named.join(', '))) return withheld.text
  if (text !== texts.safety.drop) return text
  return named.reduce((rest, name) => rest.replaceAll(name, removedMark), withheld.text)
}

async function byModel(
  memory: Memory,
  said: Said,
  ports: ConversePorts & Pick<LoopPorts, 'model'>,
  finish: (text: string, reply: Reply, working: WorkingMemory, more?: Partial<Memory>) => Conversed,
): Promise<Conversed> {
  const { model } = ports
  const rounds: Round[] = []
  let session = toolSessionOf(memory, said, ports)
  const specs = toolSpecs().map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const toolbox: Toolbox = {
    specs,
    async call(name, args) {
      const called = await callTool(name, args, session)
      session = { ...session, memory: called.memory }
      return called.result
    },
  }
  // What files hold is for rows and bodies; a model sees it without credentials.
  const inFiles = (said.attachments ?? []).flatMap((file) => credentialsInFile(file.text))
  const redactor = createRedactor()
  for (const { variable, value } of inFiles) redactor.add(variable, value)
  const constant = constantText(specs, systemText)
  const values = [...(await ports.secrets()), ...inFiles.map(({ value }) => value)]
  const parts: LoopPorts = {
    model,
    clock: ports.clock,
    signal: ports.signal,
    check: createOutgoingCheck(values, constant),
    mask: (text) => redactor.mask(text),
    onText: ports.onText,
    onProgress: ports.onProgress,
  }
  const told: Partial<Turn> = { understood: model.title, rounds }
  try {
    await model.ready?.()
    if (model.ability !== 'tools') {
      const fill: FillForm = (id, values) => fillForm(id, values, session, false)
      const plan = await planByForm(said.text, toolbox, parts, (round) => rounds.push(round), fill)
      return 'result' in plan
        ? finish(said.text, { ...told, ...replyOf(plan.result) }, plan.memory)
        : finish(said.text, { ...told, ...plan }, session.memory)
    }
    const messages: ModelMessage[] = [
      { role: 'system', content: systemText },
      ...memory.history.flatMap(exchanged),
      { role: 'user', content: parts.mask?.(contextOf(said)) ?? '' },
    ]
    const { result } = await runLoop(messages, toolbox, parts, (round) => rounds.push(round))
    return finish(said.text, { ...told, ...usageOf(rounds), ...replyOf(result) }, session.memory)
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'model-unusable') throw thrown
    const trouble = { text: thrown.message, ...(thrown.hint === undefined ? {} : { hint: thrown.hint }) }
    const reply = { ...told, ...usageOf(rounds), kind: 'refusal' as const, text: thrown.message, trouble }
    // Not remembered: what was stopped for a secret in it would stop every later request.
    return finish(said.text, reply, memory.working, { history: memory.history })
  }
}

const exchanged = ({ said, kind, text }: Exchange): ModelMessage[] => [
  { role: 'user', content: said },
  { role: 'assistant', content: kind === 'proposal' ? `Proposed: ${text}` : text },
]

function toolSessionOf(memory: Memory, said: Said, { seed, docs }: Pick<ConversePorts, 'seed' | 'docs'>): ToolSession {
  const { focus, active, projects, lastRun } = said
  const open = projects.find(({ key }) => key === active)
  const words = [...memory.history.map((one) => one.said), said.text].join('\n')
  const { operation: _, ...ids } = focus ?? {}
  return {
    projects: projects.map(({ key, revision, project }) => ({ id: key, revision, project: { ...project, sealed: undefined } })),
    ...(open ? { focus: { project: open.key, ...ids } } : {}),
    ...(lastRun ? { lastRun: (project) => (project === lastRun.project ? lastRun.view : undefined) } : {}),
    memory: memory.working,
    seed,
    ...(docs ? { docs } : {}),
    files: said.attachments ?? [],
    words,
    allowedHosts: hostsIn(words),
    asksRemoval: asksForRemoval(said.text),
  }
}

/** What the result of a tool is as a turn. */
export function replyOf(result: Exclude<ToolResult, { kind: 'data' | 'problems' }>): Reply {
  switch (result.kind) {
    case 'proposal':
      return { kind: 'proposal', text: result.summary, proposal: result.changeSet, notDone: result.notDone }
    case 'question':
      return { kind: 'question', text: result.text, options: result.options }
    case 'answer':
      return { kind: 'answer', text: result.text, ...(result.about?.length ? { about: result.about } : {}) }
    case 'refusal':
      return { kind: 'refusal', text: result.text }
  }
}

/** Tokens of all rounds, where the model counts them. */
function usageOf(rounds: readonly Round[]): { usage?: TokenCount } {
  const counted = rounds.flatMap(({ usage }) => usage ?? [])
  if (counted.length === 0) return {}
  const sum = (of: (one: TokenCount) => number) => counted.reduce((all, one) => all + of(one), 0)
  const cached = sum((one) => one.cached ?? 0)
  return { usage: { input: sum((one) => one.input), output: sum((one) => one.output), ...(cached > 0 ? { cached } : {}) } }
}
