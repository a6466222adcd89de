// Over 400 lines: the whole way of a turn, which is read from top to bottom.
import { emptyProject } from '#engine/project/empty.ts'
import { invert } from '#engine/project/edit/edit.ts'
import { rebaseEdit } from '#engine/project/edit/rebase.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { withDocuments } from './documents.ts'
import { expand } from './build/expand.ts'
import { Unplaced } from './build/surroundings.ts'
import { newProjectTurn } from './build/new-project.ts'
import { Workbench } from '#engine/case-builder/workbench.ts'
import { languages, type Language } from './glossaries/glossary.ts'
import { itemsOf, makeChangeSet } from '#engine/case-builder/change-set/make-change-set.ts'
import type { KnownDesign, Memory } from './memory.ts'
import type { PlanOperation } from './plan.ts'
import { indexOf, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { textsOf } from './replies/index.ts'
import type { Texts } from './replies/texts.ts'
import { tellFact } from './replies/facts.ts'
import { explainCase, explainFailure } from './replies/tell.ts'
import { summaryOf, labelOfPlan } from './replies/summary.ts'
import { removedMark, withoutSecrets } from './safety/secrets.ts'
import { suggestionsFor } from './suggestions.ts'
import type { Conversed, ConversePorts, LoadedProject, PlannedChangeSet, Said, Turn } from './turn.ts'
import { resolveAnswer } from './understand/answer.ts'
import type { Asked, Candidate, Missing } from './understand/candidate.ts'
import { caseOf, labelOf, namedIn } from './understand/names.ts'
import { sameFor } from './understand/same-for.ts'
import { mostText, readRequest, type Reading, type Vocabulary } from './understand/reading.ts'
import { sureEnough, understand } from './understand/understand.ts'
import { planByModel } from './model/plan-by-model.ts'
import { labelsOf, projectFor } from './which-project.ts'

const nothing: Vocabulary = { words: new Set(), stems: new Set() }

/** Questions that are asked for one request, at most. */
const mostQuestions = 3

/** What is taken, and shown, when enough was asked. */
const usually: Readonly<Record<string, string>> = { users: '10', duration: '60' }

type Reply = Omit<Turn, 'said' | 'language' | 'understood' | 'took' | 'sent'> & Partial<Pick<Turn, 'understood' | 'sent'>>

interface Outcome {
  memory: Memory
  reply: Reply
}

/**
 * One turn of a conversation: what was said becomes a proposal, a question, an answer or a refusal. Nothing is changed and nothing is run; a model is asked
 * only where the rules are unsure. The memory that comes back holds what the next turn needs, and no secret.
 */
export async function converse(memory: Memory, said: Said, ports: ConversePorts): Promise<Conversed> {
  const began = ports.now()
  const known = languages.find((one) => one === memory.language) ?? 'en'
  const clean = withoutSecrets(said.text)
  const text = clean ?? said.text
  const reading = readRequest(text, nothing, known)
  const isShort = reading.tokens.filter(({ kind }) => kind === 'word').length <= 2
  const language = memory.pending && isShort ? known : reading.language
  const texts = textsOf[language]
  const told = await withDocuments({ ...said, text }, ports.newId)
  const { memory: next, reply } = await answer({ ...memory, language }, told, ports, {
    language,
    texts,
    reading,
    hadSecret: clean !== undefined,
  })
  return {
    memory: next,
    turn: { understood: 'rules', sent: [], ...reply, said: text, language, took: ports.now() - began },
  }
}

interface Heard {
  language: Language
  texts: Texts
  reading: Reading
  hadSecret: boolean
}

async function answer(memory: Memory, said: Said, ports: ConversePorts, heard: Heard): Promise<Outcome> {
  const { texts, reading } = heard
  if (said.text.trim() === '' && !said.projects.some(({ kept }) => kept))
    return ask(memory, said, { slot: 'unclear', options: suggested(said, heard) }, texts, texts.say.empty)
  if (said.text.length > mostText) return { memory, reply: { kind: 'refusal', text: texts.say.tooLong } }
  if (heard.hadSecret) return secretFound(memory, said, texts)
  if (said.answers) return proceed(without(memory), said, ports, heard, said.answers)
  const { pending } = memory
  if (pending) {
    const resolved = resolveAnswer(reading, pending, said)
    if (resolved === 'cancelled') return { memory: without(memory), reply: { kind: 'answer', text: texts.say.cancelled } }
    if (resolved !== undefined) {
      if (pending.slot === 'secret') return secretAnswered(memory, said, ports, heard, resolved)
      if (pending.slot === 'unclear')
        return proceed(
          without(memory),
          { ...said, text: resolved },
          ports,
          { ...heard, reading: readRequest(resolved, nothing, heard.language) },
          {},
        )
      const answers = { ...pending.answers, [pending.slot]: resolved }
      const before = { ...said, text: pending.said }
      return proceed(
        { ...without(memory), lastAsked: pending.asked } as Memory,
        before,
        ports,
        { ...heard, reading: readRequest(pending.said, nothing, heard.language) },
        answers,
        pending.asked,
      )
    }
  }
  return proceed(without(memory), said, ports, heard, {})
}

function without(memory: Memory): Memory {
  const rest = { ...memory }
  delete rest.pending
  return rest
}

interface Understood {
  loaded: LoadedProject | undefined
  request: Asked
  best: Candidate | undefined
}

/** What a request means in a project, or in none. */
function understoodOn(
  loaded: LoadedProject | undefined,
  memory: Memory,
  said: Said,
  { language }: Heard,
  answers: Readonly<Record<string, string>>,
): Understood {
  const index = loaded && indexOf(loaded.project)
  const given = readRequest(said.text, index?.vocabulary ?? nothing, language)
  const same = index && sameFor(said.text, memory.lastProposal?.said, index, given)
  const reading = same === undefined ? given : readRequest(same, index?.vocabulary ?? nothing, language)
  const request: Asked = {
    reading,
    index: index ?? indexOf(emptyProject('', '')),
    memory,
    named: index ? namedIn(reading, index) : [],
    focus: focusOf(memory, said, loaded, index),
    attachments: said.attachments ?? [],
    newApis: loaded ? newApisOf(loaded).map(({ id }) => id) : [],
    answers,
  }
  return { loaded, request, best: understand(request)[0] }
}

/** Where a request is understood best. */
const nearest = (all: readonly Understood[], on: (project: undefined) => Understood): Understood =>
  all.toSorted((a, b) => (b.best?.confidence ?? 0) - (a.best?.confidence ?? 0))[0] ?? on(undefined)

async function proceed(
  memory: Memory,
  said: Said,
  ports: ConversePorts,
  heard: Heard,
  answers: Readonly<Record<string, string>>,
  asked = 0,
): Promise<Outcome> {
  const { texts } = heard
  const chosen = projectFor(said, answers)
  const on = (project: LoadedProject | undefined) => understoodOn(project, memory, said, heard, answers)
  const { loaded, request, best } = chosen === 'ask' ? nearest(said.projects.map(on), on) : on(chosen)
  const open: Resume = { said: request.reading.text, answers: { ...answers }, asked }
  if (best?.spoken && best.confidence >= sureEnough) return speak(memory, said, best, request, loaded, heard, ports)
  if (best?.creates && best.confidence >= sureEnough)
    return newProjectTurn(memory, best.creates.name, answers, texts, ports, (missing, text) =>
      ask(memory, said, missing, texts, text, open),
    )
  if (!loaded) return { memory, reply: { kind: 'question', slot: 'project', options: [], text: texts.say.noProject } }
  const which = (projects: readonly LoadedProject[]) =>
    ask(memory, said, { slot: 'project', options: labelsOf(said.projects, projects) }, texts, undefined, open)
  if (chosen === 'ask' && best && best.confidence >= 0.4) return which(said.projects)
  if (!best || best.confidence < sureEnough) {
    // The open project has nothing of the kind: perhaps one that is not open was meant.
    const others = answers['project'] === undefined ? said.projects.filter((one) => one !== loaded) : []
    const fitting = others.filter((one) => (on(one).best?.confidence ?? 0) >= sureEnough)
    if (fitting.length > 0) return which(fitting)
    if (loaded.kept && !ports.model) return propose(memory, said, [], loaded, heard, ports, open)
    return unsure(memory, said, ports, heard, request, loaded, best)
  }
  if (best.missing) {
    // What rules do not understand a model may.
    if (best.missing.slot === 'left' && ports.model) return unsure(memory, said, ports, heard, request, loaded, best)
    if (asked < mostQuestions) return ask(memory, said, best.missing, texts, undefined, open)
    const usual = usually[best.missing.slot]
    if (usual === undefined) return { memory, reply: { kind: 'answer', text: texts.say.tooMany } }
    return proceed(memory, said, ports, heard, { ...answers, [best.missing.slot]: usual }, asked)
  }
  return propose(memory, said, best.operations, loaded, heard, ports, open, best)
}

function focusOf(
  memory: Memory,
  { focus }: Said,
  loaded: LoadedProject | undefined,
  index: ProjectIndex | undefined,
): Asked['focus'] {
  if (!loaded || !index) return {}
  const remembered = memory.focus?.project === loaded.key ? memory.focus : undefined
  const caseId =
    focus?.case ??
    index.cases.find(({ one }) => one.steps.some(({ id }) => id === focus?.step))?.one.id ??
    (focus?.suite || focus?.operation ? undefined : remembered?.case)
  const known = index.cases.find(({ one }) => one.id === caseId)
  const suite = loaded.project.suites.find(({ id }) => id === focus?.suite)
  const step = known?.one.steps.find(({ id }) => id === focus?.step)
  const operation = focus?.operation
  return {
    ...(known ? { case: labelOf(index, known) } : {}),
    ...(suite ? { suite: suite.name } : {}),
    ...(step ? { step: step.name } : {}),
    ...(operation === undefined ? {} : { operation }),
  }
}

interface Resume {
  said: string
  answers: Record<string, string>
  asked: number
}

function ask(
  memory: Memory,
  said: Said,
  { slot, options, about }: Missing,
  texts: Texts,
  text?: string,
  resume: Resume = { said: said.text, answers: {}, asked: 0 },
): Outcome {
  const known = Object.hasOwn(texts.ask, slot) ? slot : 'what'
  const isYesOrNo = slot === 'remove' || slot === 'left'
  const question = text ?? (isYesOrNo ? texts.ask[slot](about ?? '') : String(texts.ask[known as 'what']))
  const shown = slot === 'left' ? [texts.options.rest, texts.options.nothing] : isYesOrNo ? [texts.yes, texts.no] : options
  return {
    memory: {
      ...memory,
      pending: { slot, question, options: shown, said: resume.said, answers: resume.answers, asked: resume.asked + 1 },
    },
    reply: { kind: 'question', slot, options: shown, text: question },
  }
}

const suggested = (said: Said, { language }: Heard): string[] => {
  const loaded = said.projects.find(({ key }) => key === said.active) ?? said.projects[0]
  return loaded ? suggestionsFor(loaded.project, said.focus ?? {}, language).slice(0, 3) : []
}

/** Not sure: a model if there is one, else one question with what may have been meant. */
async function unsure(
  memory: Memory,
  said: Said,
  ports: ConversePorts,
  heard: Heard,
  request: Asked,
  loaded: LoadedProject,
  best: Candidate | undefined,
): Promise<Outcome> {
  if (ports.model) {
    const planned = await planByModel(request, best, ports, heard.language)
    if (planned.kind === 'plan') {
      const outcome = await propose(memory, said, planned.operations, loaded, heard, ports, {
        said: said.text,
        answers: {},
        asked: 0,
      })
      return { memory: outcome.memory, reply: { ...outcome.reply, understood: ports.model.title, sent: planned.sent } }
    }
    if (planned.kind === 'ask') {
      const outcome = ask(memory, said, { slot: planned.slot, options: planned.options }, heard.texts, planned.text)
      return { memory: outcome.memory, reply: { ...outcome.reply, understood: ports.model.title, sent: planned.sent } }
    }
    if (planned.kind !== 'none')
      return {
        memory,
        reply: {
          kind: planned.kind === 'answer' ? 'answer' : 'refusal',
          text: planned.text,
          understood: ports.model.title,
          sent: planned.sent,
        },
      }
    const outcome = unclear(memory, said, heard, best)
    const trouble = planned.because === undefined ? {} : { trouble: planned.because }
    return { memory: outcome.memory, reply: { ...outcome.reply, sent: planned.sent, ...trouble } }
  }
  return unclear(memory, said, heard, best)
}

function unclear(memory: Memory, said: Said, heard: Heard, best: Candidate | undefined): Outcome {
  if (best?.missing && best.confidence > 0.35) return ask(memory, said, best.missing, heard.texts)
  return ask(memory, said, { slot: 'unclear', options: suggested(said, heard) }, heard.texts)
}

async function propose(
  memory: Memory,
  said: Said,
  operations: PlanOperation[],
  loaded: LoadedProject,
  heard: Heard,
  ports: ConversePorts,
  open: Resume,
  { leftOut, tested = [] }: Pick<Candidate, 'leftOut' | 'tested'> = {},
): Promise<Outcome> {
  const { texts } = heard
  const bench = new Workbench(loaded.project, ports.newId, texts, open.answers, loaded.kept)
  if (leftOut !== undefined) bench.warn(texts.warn.leftOut(leftOut))
  if (tested.length > 0)
    bench.warn(texts.warn.tested(tested.slice(0, 10).join(', ') + (tested.length > 10 ? ' …' : ''), tested.length))
  const designs: KnownDesign[] = [...memory.designs]
  try {
    await expand(bench, operations, {
      attachments: said.attachments ?? [],
      designs: designs.filter(({ project }) => project === loaded.project.id),
      onDesign: (design) => void designs.splice(designs.findIndex(({ id }) => id === design.id) >>> 0, 1, design),
    })
  } catch (error) {
    if (!(error instanceof Unplaced)) throw error
    if (error.slot === 'nothing' || error.slot === 'nothingWrong')
      return { memory, reply: { kind: 'answer', text: texts.say[error.slot] } }
    if (open.asked >= mostQuestions) return { memory, reply: { kind: 'answer', text: texts.say.tooMany } }
    return ask(memory, said, { slot: error.slot, options: error.options }, texts, undefined, open)
  }
  const made = makeChangeSet(
    bench,
    labelOfPlan(operations, bench) || texts.attach(attachedTo(loaded)),
    loaded.revision,
    loaded.key,
  )
  const set = made && { ...made, plan: operations }
  if (!set) return { memory, reply: { kind: 'answer', text: texts.say.nothing } }
  // A case that is changed is what "it" is in the next request, as one that was made.
  const changed = operations.flatMap((one) => ('case' in one && one.case !== undefined ? [one.case] : []))[0]
  const first = set.runs[0] ?? caseOf(indexOf(loaded.project), changed)?.one.id
  return {
    memory: {
      ...memory,
      designs,
      lastProposal: { id: set.id, said: open.said, answers: open.answers },
      ...(first === undefined ? {} : { focus: { project: loaded.key, case: first } }),
    },
    reply: {
      kind: 'proposal',
      text: [
        summaryOf(set, bench, designs.at(-1), texts),
        ...(operations.length === 0 && said.text.trim() !== '' ? [texts.ask.unclear] : []),
      ].join(' '),
      proposal: set,
      // A document alone is a beginning, and what else was said with it was not understood.
      ...(operations.length === 0 ? { suggestions: suggestionsFor(loaded.project, {}, heard.language) } : {}),
    },
  }
}

/** Names of the APIs that came with a request. */
const newApisOf = ({ project, kept }: LoadedProject): LoadedProject['project']['apis'] =>
  kept === undefined ? [] : project.apis.filter(({ id }) => kept.apis.every((one) => one.id !== id))

const attachedTo = (loaded: LoadedProject): string =>
  newApisOf(loaded)
    .map(({ name }) => name)
    .join(', ')

async function speak(
  memory: Memory,
  said: Said,
  { spoken }: Candidate,
  request: Asked,
  loaded: LoadedProject | undefined,
  heard: Heard,
  ports: ConversePorts,
): Promise<Outcome> {
  const { texts, language } = heard
  const suggestions = loaded ? suggestionsFor(loaded.project, said.focus ?? {}, language) : []
  switch (spoken?.say) {
    case 'undo':
      return undo(memory, said, texts, ports)
    case 'why': {
      const reply = await explainFailure(memory, request, loaded, texts, ports)
      const { proposal } = reply
      // So that another fix can be chosen on it.
      const lastProposal = proposal && { id: proposal.id, said: said.text, answers: { ...request.answers } }
      return { memory: lastProposal ? { ...memory, lastProposal } : memory, reply }
    }
    case 'explain': {
      const known = caseOf(request.index, spoken.about)
      const suite = loaded?.project.suites.find(({ name }) => name === spoken.about)
      if (!known && suite)
        return {
          memory,
          reply: {
            kind: 'answer',
            text: texts.explain(
              suite.name,
              loaded?.project.name ?? '',
              suite.cases.map(({ name }) => name),
            ),
          },
        }
      return known
        ? { memory, reply: { kind: 'answer', text: explainCase(known, texts) } }
        : ask(memory, said, { slot: 'case', options: request.index.cases.slice(0, 8).map(({ one }) => one.name) }, texts)
    }
    case 'untested':
    case 'covering':
    case 'statuses':
    case 'bounds':
      return { memory, reply: { kind: 'answer', text: tellFact(spoken, request.index, texts) } }
    case 'no-run':
      return { memory, reply: { kind: 'refusal', text: texts.say.noRun } }
    case 'no-secret':
      return { memory, reply: { kind: 'refusal', text: texts.say.noSecret } }
    case 'no-leave':
      return { memory, reply: { kind: 'refusal', text: texts.say.noLeave } }
    default:
      return { memory, reply: { kind: 'answer', text: texts.say.help, suggestions } }
  }
}

/** The inverse of the last change as a proposal: it is reviewed like any other. */
function undo(memory: Memory, said: Said, texts: Texts, ports: ConversePorts): Outcome {
  const last = memory.lastChange
  const loaded = said.projects.find(({ key }) => key === last?.project)
  if (!last || !loaded) return { memory, reply: { kind: 'answer', text: texts.say.nothingToUndo } }
  const state = stateOf(loaded.project)
  const { edit, conflicts } = rebaseEdit(invert(last.edit), state)
  if (!edit || conflicts.length > 0) return { memory, reply: { kind: 'refusal', text: texts.say.changed } }
  const after = applyEdit(state, edit, 'forward')
  const project = joinProject(after.head, ({ id }) => after.cases.get(id))
  const label = texts.undone(last.label)
  const set: PlannedChangeSet = {
    id: ports.newId(),
    label,
    project: loaded.key,
    projectName: loaded.project.name,
    revision: loaded.revision,
    edit: { ...edit, label },
    items: itemsOf(loaded.project, project),
    assumptions: [],
    warnings: [],
    requests: [],
    runs: [],
    plan: [],
  }
  return { memory, reply: { kind: 'proposal', text: label, proposal: set } }
}

/** A secret was pasted: it is out of the text, and offered to become a secret variable before anything else happens. */
function secretFound(memory: Memory, said: Said, texts: Texts): Outcome {
  const options = [texts.options.secretYes, texts.options.secretNo]
  return {
    memory: {
      ...memory,
      pending: { slot: 'secret', question: texts.ask.secret, options, said: said.text, answers: {}, asked: 1 },
    },
    reply: {
      kind: 'question',
      slot: 'secret',
      options,
      text: texts.ask.secret,
      withheld: { text: said.text, variable: secretName },
    },
  }
}

async function secretAnswered(
  memory: Memory,
  said: Said,
  ports: ConversePorts,
  heard: Heard,
  answered: string,
): Promise<Outcome> {
  const { texts } = heard
  const rest = without(memory)
  if (answered !== texts.options.secretYes) return { memory: rest, reply: { kind: 'answer', text: texts.say.cancelled } }
  const [head = '', ...behind] = (memory.pending?.said ?? '').split(removedMark)
  const text = [head, ...behind].join(`\${${secretName}}`)
  const before = { ...said, text }
  const chosen = projectFor(said, {})
  const goesOn = chosen === 'ask' ? undefined : understoodOn(chosen, rest, before, heard, {}).best
  const isClear =
    goesOn !== undefined &&
    behind.length === 1 &&
    goesOn.operations.length > 0 &&
    !goesOn.missing &&
    goesOn.confidence >= sureEnough
  if (chosen === undefined || chosen === 'ask')
    return {
      memory: rest,
      reply: {
        kind: 'question',
        slot: 'project',
        options: said.projects.map(({ project }) => project.name),
        text: texts.ask.project,
      },
    }
  const { variables } = chosen.project
  // The page has put it into the vault already; what the message asked for goes on with it.
  const keep: PlanOperation[] = variables.some(({ name }) => name === secretName)
    ? []
    : [{ do: 'set_var', name: secretName, secret: true }]
  const operations = [...keep, ...(isClear ? goesOn.operations : [])]
  if (operations.length === 0) return { memory: rest, reply: { kind: 'answer', text: texts.say.nothing } }
  return propose(rest, before, operations, chosen, heard, ports, { said: text, answers: {}, asked: 1 })
}

/** The variable that stands for what was pasted. */
const secretName = 'api_key'
