import { lazy, Match, Show, Suspense, Switch, type Component } from 'solid-js'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { firstUse } from '../../../page/first-use.ts'
import { CodeEditor } from '../../../components/fields/CodeEditor.tsx'
import type { CodeLanguage } from '../../../components/fields/code-editor-props.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { RadioBar } from '../../../components/fields/RadioBar.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import type { StepEditorProps } from '../../editor-context.ts'
import { PairsTable } from '../../rows/PairsTable.tsx'
import { bodyTypes, chooseBody } from './bodies.ts'
import { JsonBody } from './JsonBody.tsx'
import { requestTabTexts as texts } from '../tab-texts.ts'
import type { BodyOf, BodyProps } from './body-props.ts'

// Rarely needed: not on the first screen, but there when someone starts to use the page.
const FileBody = lazy(() => import('./FileBody.tsx'))
const GraphqlBody = lazy(() => import('./GraphqlBody.tsx'))
const MultipartBody = lazy(() => import('./MultipartBody.tsx'))
void firstUse.then(() => Promise.all([FileBody.preload(), GraphqlBody.preload(), MultipartBody.preload()]))

const languageOf = (mediaType: string): CodeLanguage =>
  mediaType.includes('xml')
    ? 'xml'
    : mediaType.includes('html')
      ? 'html'
      : mediaType.includes('javascript')
        ? 'javascript'
        : 'text'

/** The body: its type, and an editor for each type. */
const BodyEditor: Component<StepEditorProps<SendRequestStep>> = (props) => {
  const as = <T extends RequestBody['type']>(type: T): BodyOf<T> | undefined =>
    props.step.body.type === type ? (props.step.body as BodyOf<T>) : undefined
  const edit =
    <T extends RequestBody['type']>(type: T): BodyProps<T>['edit'] =>
    (label, recipe, merge) =>
      props.edit(
        label,
        (draft) => {
          if (draft.body.type === type) recipe(draft.body as BodyOf<T>)
        },
        merge && `body.${merge}`,
      )
  return (
    <>
      <RadioBar
        label={texts.labels.bodyType}
        small
        value={props.step.body.type}
        options={bodyTypes}
        disabled={props.readOnly}
        onChange={(value) => {
          const type = bodyTypes.find((one) => one.value === value)?.value ?? 'none'
          props.edit(texts.edits.changeBodyType, (draft) => chooseBody(draft, type))
        }}
      />
      <Suspense>
        <Switch>
          <Match when={as('none')}>
            <EmptyState title={texts.noBody} text={texts.hints.noBody} />
          </Match>
          <Match when={as('json')}>
            {(body) => <JsonBody body={body()} readOnly={props.readOnly} edit={edit('json')} request={props.step} />}
          </Match>
          <Match when={as('text')}>
            {(body) => (
              <>
                <TextField
                  label={texts.labels.mediaType}
                  code
                  short
                  value={body().mediaType}
                  readOnly={props.readOnly}
                  onInput={(value) =>
                    edit('text')(texts.edits.changeMediaType, (draft) => void (draft.mediaType = value), 'mediaType')
                  }
                />
                <CodeEditor
                  label={texts.labels.textBody}
                  language={languageOf(body().mediaType)}
                  height="280px"
                  value={body().text}
                  readOnly={props.readOnly}
                  onInput={(value) => edit('text')(texts.edits.changeBody, (draft) => void (draft.text = value), 'text')}
                />
              </>
            )}
          </Match>
          <Match when={as('form')}>
            {(body) => (
              <PairsTable
                what={texts.labels.field}
                pairs={body().fields}
                switchable
                readOnly={props.readOnly}
                create={() => ({ name: '', value: '', disabled: false })}
                onEdit={(label, recipe, merge) => edit('form')(label, (draft) => recipe(draft.fields), merge)}
              />
            )}
          </Match>
          <Match when={as('multipart')}>
            {(body) => <MultipartBody body={body()} readOnly={props.readOnly} edit={edit('multipart')} />}
          </Match>
          <Match when={as('graphql')}>
            {(body) => <GraphqlBody body={body()} readOnly={props.readOnly} edit={edit('graphql')} />}
          </Match>
          <Match when={as('file')}>{(body) => <FileBody body={body()} readOnly={props.readOnly} edit={edit('file')} />}</Match>
        </Switch>
      </Suspense>
      <Show when={props.step.method === 'GET' && props.step.body.type !== 'none'}>
        <p class="step-note">{texts.getBody}</p>
      </Show>
    </>
  )
}
export default BodyEditor
