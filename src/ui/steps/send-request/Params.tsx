import { Show, type Component } from 'solid-js'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Button } from '../../components/Button.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { PairsTable } from '../rows/PairsTable.tsx'
import { requestEditorTexts as texts } from './texts.ts'
import { decodeParameter, joinUrl, splitUrl, type UrlParameter } from './url-query.ts'
import { partEditor } from '../edits.ts'

/** The query: what the URL itself holds, in step with its field, and the rows that are added to it. */
export const Params: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const own = () => splitUrl(props.step.url).parameters
  const editOwn = (label: string, recipe: (parameters: UrlParameter[]) => void, merge?: string) =>
    props.edit(
      label,
      (draft) => {
        const url = splitUrl(draft.url)
        recipe(url.parameters)
        draft.url = joinUrl(url)
      },
      merge && `url.${merge}`,
    )
  const move = () =>
    props.edit(texts.moveToTable, (draft) => {
      const url = splitUrl(draft.url)
      const stay: UrlParameter[] = []
      for (const parameter of url.parameters) {
        const decoded = decodeParameter(parameter)
        if (decoded) draft.query.push({ ...decoded, disabled: false })
        else stay.push(parameter)
      }
      draft.url = joinUrl({ ...url, parameters: stay })
    })
  return (
    <>
      <Show when={own().length > 0}>
        <div class="request-part">
          <header class="request-part-head">
            <h3>{texts.inUrl}</h3>
            <span class="step-note">{texts.inUrlNote}</span>
            <Button small kind="ghost" disabled={props.readOnly} onClick={move}>
              {texts.moveToTable}
            </Button>
          </header>
          <PairsTable
            what={texts.labels.urlParameter}
            pairs={own()}
            byButton
            readOnly={props.readOnly}
            create={() => ({ name: 'name', value: '' })}
            onEdit={editOwn}
          />
        </div>
      </Show>
      <div class="request-part">
        <Show when={own().length > 0}>
          <header class="request-part-head">
            <h3>{texts.added}</h3>
            <span class="step-note">{texts.addedNote}</span>
          </header>
        </Show>
        <PairsTable
          what={texts.labels.parameter}
          pairs={props.step.query}
          switchable
          readOnly={props.readOnly}
          create={() => ({ name: '', value: '', disabled: false })}
          onEdit={partEditor(props, 'query')}
        />
      </div>
    </>
  )
}
