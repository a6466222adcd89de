import { createEffect, createResource, createSignal, type Component } from 'solid-js'
import type { Source } from '#engine/extractors/source.ts'
import { TextField } from '../components/TextField.tsx'
import type { Answer } from './editor-context.ts'
import { pathProblem, shownPath, typedPath } from './paths.ts'
import type { PathLook } from './PathNote.tsx'
import { rowTexts } from './row-texts.ts'

/** The path of a source: `$` is written by itself, paths of the last answer are offered, what is wrong with one is marked as it is typed. */
export const PathField: Component<{
  of: Source
  example: string
  readOnly: boolean
  answer: Answer | undefined
  onLook: ((look: PathLook | undefined) => void) | undefined
  onInput(path: string): void
}> = (props) => {
  const [typing, setTyping] = createSignal(false)
  const path = () => props.of.path ?? ''
  const [problem] = createResource(
    () => ({ source: props.of.source, path: path() }),
    ({ source, path: wanted }) => pathProblem(source, wanted),
  )
  const [look] = createResource(
    () => (typing() && props.answer ? { ...props.of, path: path(), answer: props.answer } : undefined),
    async ({ answer, ...source }) => answer.look(source).catch(() => undefined),
  )
  createEffect(() => props.onLook?.(problem.latest ? { problem: problem.latest } : typing() ? look.latest : undefined))
  return (
    <div class="source-field" onFocusIn={() => setTyping(true)} onFocusOut={() => setTyping(false)}>
      <TextField
        label={rowTexts.labels.path}
        hideLabel
        code
        variables={false}
        placeholder={props.example}
        value={shownPath(props.of.source, path())}
        readOnly={props.readOnly}
        error={problem.latest}
        usual={props.answer?.paths(props.of.source)}
        onInput={(text) => props.onInput(typedPath(props.of.source, path(), text))}
      />
    </div>
  )
}
