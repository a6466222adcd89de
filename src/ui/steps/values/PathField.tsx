import { createEffect, createSignal, type Component } from 'solid-js'
import type { Source } from '#engine/extractors/source.ts'
import { TextField } from '../../components/fields/TextField.tsx'
import type { Answer } from '../editor-context.ts'
import { pathProblem, shownPath, typedPath } from './paths.ts'
import { followed } from '../async-value.ts'
import type { PathLook } from './PathNote.tsx'
import { rowTexts } from '../rows/row-texts.ts'

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
  const problem = followed(
    () => ({ source: props.of.source, path: path() }),
    ({ source, path: wanted }) => pathProblem(source, wanted),
  )
  const look = followed(
    () => (typing() && props.answer ? { source: { ...props.of, path: path() }, answer: props.answer } : undefined),
    ({ answer, source }) => answer.look(source),
  )
  createEffect(() => props.onLook?.(problem() ? { problem: problem() ?? '' } : typing() ? look() : undefined))
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
        error={problem()}
        usual={props.answer?.paths(props.of.source)}
        onInput={(text) => props.onInput(typedPath(props.of.source, path(), text))}
      />
    </div>
  )
}
