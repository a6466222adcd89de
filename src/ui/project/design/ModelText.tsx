import { batch, createEffect, createSignal, on, onCleanup, Show, untrack, type Component } from 'solid-js'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { same } from '#engine/base/deep-equal.ts'
import { checkPict } from '#engine/design/combinations/check-pict.ts'
import { foreignModels, looksForeign } from '#engine/design/models/foreign.ts'
import { AssayError } from '#engine/base/errors.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { completePict } from '#engine/design/combinations/complete-pict.ts'
import type { CombinationsDesign } from '#engine/design/combinations/schema.ts'
import { afterText, isWritable, writePict } from '#engine/design/combinations/write-pict.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { Design } from '#engine/design/schemas.ts'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import type { CodeProblem } from '../../components/fields/code-editor-props.ts'
import { useDesigner } from './designer-context.ts'
import { designTexts } from './texts.ts'

/** A text form of a model: how it is written, and what a text makes of a design. */
interface TextForm {
  language: 'pict' | 'json'
  write(design: Design): string
  /** What is wrong in a text, and the design that it makes of one if it can be read. */
  read(text: string, before: Design): { problems: readonly CodeProblem[]; design(): Design | undefined }
}

const pictForm: TextForm = {
  language: 'pict',
  write: (design) => writePict(design as CombinationsDesign),
  read(text, before) {
    const { design, mistakes } = checkPict(text)
    return {
      problems: mistakes,
      design: () => design && afterText(before as Extract<Design, { method: 'combinations' }>, text),
    }
  },
}

const jsonForm: TextForm = {
  language: 'json',
  write: ({ id: _id, name: _name, source: _source, ...model }) => JSON.stringify(model, null, 2),
  read(text, before) {
    const { id, name, source } = before
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      // The editor marks what isn't JSON by itself.
      return { problems: [], design: () => undefined }
    }
    const parsed = parseDesign(
      typeof json === 'object' && json !== null ? { ...json, id, name, ...(source && { source }) } : json,
    )
    if (parsed.ok) return { problems: [], design: () => parsed.value }
    return { problems: [problemIn(text, parsed.error)], design: () => undefined }
  },
}

/** A message that starts with the path of what it is about. */
function problemIn(text: string, message: string): CodeProblem {
  const path = /^([\w.]+): /.exec(message)?.[1]
  const keys = path?.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)) ?? []
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, keys)
  return { from: node?.offset ?? 0, to: (node?.offset ?? 0) + (node?.length ?? 1), text: message }
}

const formOf = (design: Design): TextForm =>
  design.method === 'combinations' && isWritable(design as CombinationsDesign) ? pictForm : jsonForm

/** Milliseconds without an edit after which the text says what the model does; at once for who enters it. */
const quiet = 150

/** The model as text: PICT's for combinations, else the JSON of the file. What can be read of it becomes the model. */
export const ModelText: Component = () => {
  const designer = useDesigner()
  const [form, setForm] = createSignal(formOf(designer.design()))
  const [text, setText] = createSignal(form().write(designer.design()))
  const [refused, setRefused] = createSignal<string>()
  const [problems, setProblems] = createSignal<readonly CodeProblem[]>([])
  // To read a large model takes some milliseconds: not in those in which it was written.
  createEffect(() => {
    const why = refused()
    const [how, given] = [form(), text()]
    if (why !== undefined) return void setProblems([{ from: 0, to: given.length, text: why }])
    const waiting = setTimeout(() => setProblems(how.read(given, untrack(designer.design)).problems))
    onCleanup(() => clearTimeout(waiting))
  })
  /** The text that was written of the design: as long as it is there, no one has typed. */
  let written = untrack(text)
  /** Typed text stays unchanged while it matches the design. */
  const follow = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    const design = untrack(designer.design)
    const next = formOf(design)
    const now = untrack(text)
    const isTyped = now !== written && next === untrack(form)
    const says = isTyped ? next.read(now, design).design() : undefined
    if (says !== undefined && same(says, design)) return
    batch(() => {
      setForm(next)
      setText((written = next.write(design)))
    })
  }
  /** Runs from an edit until the text follows it. */
  let timer: ReturnType<typeof setTimeout> | undefined
  // To write and read a large model takes longer than a key may: it follows when typing in the table pauses.
  createEffect(
    on(
      designer.design,
      () => {
        clearTimeout(timer)
        timer = setTimeout(follow, quiet)
      },
      { defer: true },
    ),
  )
  onCleanup(() => clearTimeout(timer))
  /** What another program's text says takes the place of what is there; of several models the first. */
  const takeForeign = async (typed: string) => {
    try {
      const models = await foreignModels(typed)
      if (text() !== typed) return
      if (models === undefined) return read(typed)
      const [found] = models
      if (found === undefined) return
      const { id, name, source } = designer.design()
      take({ ...found.model, id, name: name || found.name, ...(source && { source }) })
      for (const note of found.notes) showToast(note)
      follow()
    } catch (thrown) {
      if (!(thrown instanceof AssayError)) throw thrown
      setRefused(thrown.message)
    }
  }
  const type = (next: string) => {
    setText(next)
    setRefused(undefined)
    if (form() === pictForm && looksForeign(next)) void takeForeign(next)
    else read(next)
  }
  const read = (typed: string) => {
    const { design, problems: wrong } = form().read(typed, designer.design())
    const said = wrong.length === 0 ? design() : undefined
    if (said !== undefined) take(said)
  }
  const take = (design: Design) => {
    designer.edit(
      designTexts.edits.model,
      (draft) => {
        if (same(design, draft)) return
        for (const key of Object.keys(draft)) if (!Object.hasOwn(design, key)) Reflect.deleteProperty(draft, key)
        Object.assign(draft, structuredClone(design))
      },
      'text',
    )
  }
  return (
    <div class="designer-text" onFocusIn={follow}>
      <Show when={designer.design().method === 'combinations' && form() === jsonForm}>
        <p class="overview-hint">{designTexts.notInPict}</p>
      </Show>
      <CodeEditor
        label={designTexts.model}
        language={form().language}
        value={text()}
        onInput={type}
        readOnly={designer.readOnly()}
        variables={false}
        height={form() === pictForm || text().split('\n').length < 16 ? '220px' : '360px'}
        problems={problems()}
        whenSeen
        complete={(all, offset) => (form() === pictForm ? completePict(all, offset) : [])}
      />
      <Show when={problems()[0]} fallback={<p class="overview-hint">{designTexts.textNote}</p>}>
        {(first) => (
          <p class="designer-problem" role="status">
            {first().text}
          </p>
        )}
      </Show>
    </div>
  )
}
