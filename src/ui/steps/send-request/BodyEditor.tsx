import { Match, Show, Switch, type Component } from 'solid-js'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { CodeEditor, type CodeLanguage } from '../../components/CodeEditor.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { RadioBar } from '../../components/RadioBar.tsx'
import { TextField } from '../../components/TextField.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { PairsTable } from '../PairsTable.tsx'
import { bodyTypes, changeBody } from './bodies.ts'
import { GraphqlBody } from './GraphqlBody.tsx'
import { JsonBody } from './JsonBody.tsx'
import { MultipartBody } from './MultipartBody.tsx'
import { texts } from './texts.ts'

type BodyOf<T extends RequestBody['type']> = Extract<RequestBody, { type: T }>

/** What the editors of the body's types get. */
export interface BodyProps<T extends RequestBody['type']> {
  body: BodyOf<T>
  readOnly: boolean
  edit(label: string, recipe: (body: BodyOf<T>) => void, merge?: string): void
}

const languageOf = (mediaType: string): CodeLanguage =>
  mediaType.includes('xml')
    ? 'xml'
    : mediaType.includes('html')
      ? 'html'
      : mediaType.includes('javascript')
        ? 'javascript'
        : 'text'

/** The body: its type, and an editor for each type. */
export const BodyEditor: Component<StepEditorProps<SendRequestStep>> = (props) => {
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
        merge && `${props.step.id}.body.${merge}`,
      )
  return (
    <>
      <RadioBar
        label="Body type"
        small
        value={props.step.body.type}
        options={bodyTypes}
        disabled={props.readOnly}
        onChange={(value) => {
          const type = bodyTypes.find((one) => one.value === value)?.value ?? 'none'
          props.edit('Change body type', (draft) => void (draft.body = changeBody(draft.body, type)))
        }}
      />
      <Switch>
        <Match when={as('none')}>
          <EmptyState title={texts.noBody} text="Choose a type above to send one." />
        </Match>
        <Match when={as('json')}>{(body) => <JsonBody body={body()} readOnly={props.readOnly} edit={edit('json')} />}</Match>
        <Match when={as('text')}>
          {(body) => (
            <>
              <TextField
                label="Media type"
                code
                short
                value={body().mediaType}
                readOnly={props.readOnly}
                onInput={(value) => edit('text')('Change media type', (draft) => void (draft.mediaType = value), 'mediaType')}
              />
              <CodeEditor
                label="Text body"
                language={languageOf(body().mediaType)}
                height="280px"
                value={body().text}
                readOnly={props.readOnly}
                onInput={(value) => edit('text')('Change body', (draft) => void (draft.text = value), 'text')}
              />
            </>
          )}
        </Match>
        <Match when={as('form')}>
          {(body) => (
            <PairsTable
              what="Field"
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
        <Match when={as('file')}>
          {(body) => (
            <>
              <TextField
                label="File"
                code
                variables={false}
                placeholder="data/order.bin"
                hint="A path beside the project file; the companion and assay run read it."
                value={body().file}
                readOnly={props.readOnly}
                onInput={(value) => edit('file')('Change file', (draft) => void (draft.file = value), 'file')}
              />
              <TextField
                label="Media type"
                code
                value={body().mediaType}
                readOnly={props.readOnly}
                onInput={(value) => edit('file')('Change media type', (draft) => void (draft.mediaType = value), 'mediaType')}
              />
            </>
          )}
        </Match>
      </Switch>
      <Show when={props.step.method === 'GET' && props.step.body.type !== 'none'}>
        <p class="step-note">{texts.getBody}</p>
      </Show>
    </>
  )
}
