import { createEffect, createMemo, createSignal, Show, type Component } from 'solid-js'
import type { SentRequest } from '#engine/api/match.ts'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import { Button } from '../../../components/Button.tsx'
import { showToast } from '../../../components/overlays/toasts.tsx'
import { CodeEditor } from '../../../components/fields/CodeEditor.tsx'
import { jsonProblem } from '../../../components/fields/json-problem.ts'
import { firstUse } from '../../../page/first-use.ts'
import type { BodyProps } from './body-props.ts'
import { useEditorContext } from '../../editor-context.ts'
import { formatJson } from './bodies.ts'
import { requestTabTexts as texts } from '../tab-texts.ts'

/** Characters. */
const longBody = 20_000

/** A JSON body, and what is wrong with it. */
export const JsonBody: Component<BodyProps<'json'> & { request: SentRequest }> = (props) => {
  const context = useEditorContext()
  const problem = () => jsonProblem(props.body.text)
  /** Something was typed, the field was left, or a run was started. */
  const [isUsed, setUsed] = createSignal(false)
  createEffect(() => (context.running() || props.body.text.trim() !== '') && setUsed(true))
  const shownProblem = () => (isUsed() ? problem() : undefined)
  /** It does nothing to a body that is formatted; of a long one that isn't worked out at each key. */
  const canFormat = createMemo(
    () => problem() === undefined && (props.body.text.length > longBody || formatJson(props.body.text) !== props.body.text),
  )
  const fill = async () => {
    const { bodyValue, fillWithRandomData } = await import('./fill-random.ts')
    const before = props.body.text
    const { method, url } = props.request
    // What an API that can't be read would say is not needed for it.
    const described = await context.randomFields?.({ method, url }, bodyValue(before)).catch(() => undefined)
    if (props.body.text !== before) return
    const begun = described?.example === undefined ? before : JSON.stringify(described.example, undefined, 2)
    const { text, filled } = fillWithRandomData(begun, described?.fields)
    if (text !== before) props.edit(texts.edits.fillRandom, (body) => void (body.text = text))
    showToast(text === before ? texts.nothingToFill : texts.filled(filled, described?.operation))
  }
  return (
    <div class="request-json-body" onFocusOut={() => setUsed(true)}>
      <CodeEditor
        waitFor={firstUse}
        label={texts.labels.jsonBody}
        language="json"
        height="max(200px, 100cqh - 262px)"
        value={props.body.text}
        readOnly={props.readOnly}
        onInput={(value) => props.edit(texts.edits.changeBody, (body) => void (body.text = value), 'text')}
      />
      <div class="request-body-foot">
        <span class="request-validity" classList={{ 'request-validity-bad': shownProblem() !== undefined }}>
          <Show when={shownProblem()}>
            {(message) => (
              <>
                <TriangleAlert aria-hidden="true" />
                {texts.invalidJson(message())}
              </>
            )}
          </Show>
        </span>
        <Show when={canFormat()}>
          <Button
            small
            disabled={props.readOnly}
            onClick={() =>
              props.edit(texts.edits.formatBody, (body) => {
                body.text = formatJson(body.text) ?? body.text
              })
            }
          >
            {texts.format}
          </Button>
        </Show>
        <Button
          small
          disabled={props.readOnly || (problem() !== undefined && props.body.text.trim() !== '')}
          onClick={() => void fill()}
        >
          {texts.fillRandom}
        </Button>
      </div>
    </div>
  )
}
