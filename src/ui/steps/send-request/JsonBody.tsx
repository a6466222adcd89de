import { Show, type Component } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import { Button } from '../../components/Button.tsx'
import { showToast } from '../../components/toasts.tsx'
import { CodeEditor } from '../../components/CodeEditor.tsx'
import { jsonProblem } from '../../components/json-problem.ts'
import type { BodyProps } from './BodyEditor.tsx'
import { formatJson } from './bodies.ts'
import { texts } from './texts.ts'

/** A JSON body with its mark: valid or what is wrong. */
export const JsonBody: Component<BodyProps<'json'>> = (props) => {
  const problem = () => jsonProblem(props.body.text)
  const fill = async () => {
    const { fillWithRandomData } = await import('./fill-random.ts')
    const { text, filled } = fillWithRandomData(props.body.text)
    if (filled > 0) props.edit(texts.edits.fillRandom, (body) => void (body.text = text))
    showToast(filled > 0 ? texts.filled(filled) : texts.nothingToFill)
  }
  return (
    <>
      <CodeEditor
        label={texts.labels.jsonBody}
        language="json"
        height="280px"
        value={props.body.text}
        readOnly={props.readOnly}
        onInput={(value) => props.edit(texts.edits.changeBody, (body) => void (body.text = value), 'text')}
      />
      <div class="request-body-foot">
        <span class="request-validity" classList={{ 'request-validity-bad': problem() !== undefined }}>
          <Show
            when={problem()}
            fallback={
              <>
                <Check aria-hidden="true" />
                {texts.validJson}
              </>
            }
          >
            {(message) => (
              <>
                <TriangleAlert aria-hidden="true" />
                {texts.invalidJson(message())}
              </>
            )}
          </Show>
        </span>
        <Button small disabled={props.readOnly || problem() !== undefined} onClick={() => void fill()}>
          {texts.fillRandom}
        </Button>
        <Button
          small
          disabled={props.readOnly || problem() !== undefined}
          onClick={() =>
            props.edit(texts.edits.formatBody, (body) => {
              body.text = formatJson(body.text) ?? body.text
            })
          }
        >
          {texts.format}
        </Button>
      </div>
    </>
  )
}
