/* oxlint-disable unicorn/no-thenable -- `--then` is an option, and options are never awaited. */
import { randomInt } from 'node:crypto'
import { basename } from 'node:path'
import { createRemoteModel, type RemoteKind } from '#assistant/remote/index.ts'
import { forms } from '#engine/assistant/forms/index.ts'
import { converse } from '#engine/assistant/converse.ts'
import { editFor, untickedAtFirst } from '#engine/case-builder/change-set/apply-change-set.ts'
import { decided, emptyMemory, type Memory } from '#engine/assistant/memory.ts'
import type { Attachment, LoadedProject, Said, Turn } from '#engine/assistant/turn.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { LanguageModel } from '#engine/ports/index.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { nodeClock } from '#platform/node/clock.ts'
import { isAskFormat, writeForms, writeTurns } from '../ask-formats.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { readDocs } from '../files/read-docs.ts'
import { readProjectFile, readText } from '../files/read-file.ts'
import { knownSecrets } from '../files/known-secrets.ts'
import { programTexts as texts } from '../texts.ts'
import { writeDocument } from '../files/write-document.ts'

const options = {
  then: { type: 'string', multiple: true },
  attach: { type: 'string', multiple: true },
  backend: { type: 'string' },
  apply: { type: 'boolean' },
  format: { type: 'string' },
  form: { type: 'string' },
} as const

/**
 * `assay ask FILE.aprj … TEXT`: the assistant. Several files are several loaded projects; the last word is what is said.
 * Nothing is run, and nothing is written without `--apply`. `--form ID field=value …` carries a form out; `--form` alone lists
 * them. Exit code 0 for a proposal or an answer, 4 for an open question or form, 5 for a refusal, 2 for what can't be used.
 */
export async function ask(args: string[], host: Host): Promise<number> {
  const isList = args.some((word, at) => word === '--form' && (args[at + 1] ?? '--').startsWith('--'))
  const { values, positionals } = parseOptions(isList ? args.filter((word) => word !== '--form') : args, options)
  if (isList) return listForms(values.format, host)
  const form = values.form === undefined ? undefined : { id: values.form, fields: fieldsIn(positionals) }
  const text = form ? form.id : positionals.at(-1)
  const paths = form ? positionals.filter((word) => !isField.test(word)) : positionals.slice(0, -1)
  if (form && paths.length === 0) throw new UsageError(texts.ask.noFile)
  if (text === undefined || (!form && paths.length === 0 && text.endsWith('.aprj'))) throw new UsageError(texts.ask.noText)
  const { format = 'text', backend = 'none' } = values
  if (!isAskFormat(format)) throw new UsageError(texts.ask.unknownFormat(format))
  const model = modelFor(backend, host)
  const files = await Promise.all(paths.map(fileOf))
  const attachments = await Promise.all((values.attach ?? []).map(attachmentOf))
  const turns = await conversation(
    [{ text, ...(form ? { form } : {}) }, ...(values.then ?? []).map((one) => ({ text: one }))],
    files,
    attachments,
    model,
    host,
  )
  if (values.apply) for (const { path, changed, project } of files) if (changed) writeDocument(path, writeProject(project))
  const last = turns.at(-1)
  host.out.write(writeTurns(format, turns))
  if (values.apply && format === 'text') for (const { path, changed } of files) if (changed) host.say(texts.ask.written(path))
  if (last?.trouble) return exitCodes.unusable
  const codes = { question: exitCodes.question, form: exitCodes.question, refusal: exitCodes.refused }
  return last && last.kind in codes ? codes[last.kind as keyof typeof codes] : exitCodes.passed
}

const isField = /^[A-Za-z]\w*=/s

/** `field=value` words as the values of a form. */
const fieldsIn = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    words
      .filter((word) => isField.test(word))
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )

/** `assay ask --form`: which forms there are, with their fields. */
function listForms(format = 'text', host: Host): number {
  if (!isAskFormat(format)) throw new UsageError(texts.ask.unknownFormat(format))
  host.out.write(writeForms(format, forms))
  return exitCodes.passed
}

interface OpenFile extends LoadedProject {
  path: string
  changed: boolean
}

async function fileOf(path: string): Promise<OpenFile> {
  const { project } = await readProjectFile(path)
  return { key: path, path, revision: '1', project, changed: false }
}

async function attachmentOf(path: string): Promise<Attachment> {
  return { name: basename(path), text: await readText(path) }
}

/** What is said, one after the other; each proposal is taken over before the next is said, so that that can build on it. */
async function conversation(
  said: readonly Pick<Said, 'text' | 'form'>[],
  files: OpenFile[],
  attachments: readonly Attachment[],
  model: LanguageModel | undefined,
  host: Host,
): Promise<Turn[]> {
  let memory: Memory = emptyMemory()
  const turns: Turn[] = []
  let known: Promise<string[]> | undefined
  const secrets = () =>
    (known ??= knownSecrets(
      files.map(({ project }) => project),
      host,
    ))
  for (const one of said) {
    const conversed = await converse(
      memory,
      { ...one, projects: files, attachments },
      {
        clock: nodeClock,
        seed: randomInt(2 ** 31),
        signal: host.interrupted(),
        model,
        secrets,
        docs: () => readDocs(host.root),
        onProgress: (progress) => {
          if (host.terminal && progress.kind === 'look') host.say(`${progress.look.title}\n`)
        },
      },
    )
    memory = conversed.memory
    turns.push(conversed.turn)
    const { proposal } = conversed.turn
    const file = files.find(({ key }) => key === proposal?.project)
    if (!proposal || !file) continue
    // An unrequested removal, and anything sent to a new host, must be ticked by the user.
    const edit = editFor(proposal, untickedAtFirst(proposal.items))
    if (!edit) continue
    const after = applyEdit(stateOf(file.project), edit, 'forward')
    file.project = joinProject(after.head, ({ id }) => after.cases.get(id))
    file.revision += '.1'
    file.changed = true
    memory = decided(memory, 'applied')
  }
  return turns
}

const kinds: readonly string[] = ['openai', 'anthropic'] satisfies RemoteKind[]

/** The remote model that the environment describes. */
function modelFor(backend: string, { environment }: Host): LanguageModel | undefined {
  if (backend === 'none') return undefined
  if (backend !== 'remote') throw new UsageError(texts.ask.unknownBackend(backend))
  const {
    ASSAY_ASSISTANT_URL: url,
    ASSAY_ASSISTANT_MODEL: model,
    ASSAY_ASSISTANT_KEY: key,
    ASSAY_ASSISTANT_KIND: kind = 'openai',
  } = environment
  if (!url || !model) throw new UsageError(texts.ask.noRemote)
  if (!kinds.includes(kind)) throw new UsageError(texts.ask.unknownKind(kind))
  try {
    return createRemoteModel({ kind: kind as RemoteKind, url, model, key }, { fetch: globalThis.fetch })
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    throw new UsageError([error.message, error.hint].filter(Boolean).join(' '), null)
  }
}
