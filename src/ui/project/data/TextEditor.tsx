import { createSignal, Show, type Component } from 'solid-js'
import Table2 from 'lucide-solid/icons/table-2'
import { textOf } from '#engine/base/errors.ts'
import { asTable } from '#engine/data/as-table.ts'
import { delimiterName } from '#engine/data/texts.ts'
import { delimiters } from '#engine/data/csv/dialect.ts'
import { encodings } from '#engine/data/fields.ts'
import { Button } from '../../components/Button.tsx'
import { CodeEditor } from '../../components/fields/CodeEditor.tsx'
import { Field } from '../../components/fields/Field.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { FileField } from '../../steps/send-request/body/FileField.tsx'
import { useProject } from '../project-context.ts'
import type { SourceEditorProps, SourceOf } from './edit-source.ts'
import { RowsPreview } from './RowsPreview.tsx'
import { createRowsPreview } from './rows-preview.ts'
import { dataTexts } from './texts.ts'

/** A CSV or JSON source: its text in the project, or its file; how it is read; its rows. */
const TextEditor: Component<SourceEditorProps<'csv' | 'json'>> = (props) => {
  const context = useProject()
  const t = dataTexts.text
  const preview = createRowsPreview(context, () => props.source)
  const [wantsFile, setWantsFile] = createSignal(false)
  const inFile = () => props.source.file !== '' || (wantsFile() && props.source.text === '')
  const choose = (file: boolean) => {
    setWantsFile(file)
    if (!file && props.source.file !== '') props.edit(dataTexts.edits.change('file'), (draft) => void (draft.file = ''))
    if (file && props.source.text !== '') props.edit(dataTexts.edits.change('text'), (draft) => void (draft.text = ''))
  }
  const turn = async () => {
    try {
      const made = await asTable(props.source)
      context.workspace.edit(dataTexts.edits.table, [], ({ head }) => {
        const at = head.dataSources.findIndex(({ id }) => id === made.id)
        if (at >= 0) head.dataSources[at] = made
      })
    } catch (thrown) {
      showToast(textOf(thrown), 'error')
    }
  }
  return (
    <>
      <Field label={t.from}>
        <RadioBar
          label={t.from}
          value={inFile() ? 'file' : 'text'}
          disabled={props.readOnly}
          options={[
            { value: 'text', label: t.inProject },
            { value: 'file', label: t.inFile },
          ]}
          onChange={(value) => choose(value === 'file')}
        />
      </Field>
      <Show
        when={inFile()}
        fallback={
          <CodeEditor
            label={t.label}
            language={props.source.kind === 'json' ? 'json' : 'text'}
            variables={false}
            height="200px"
            value={props.source.text}
            readOnly={props.readOnly}
            onInput={(value) => props.edit(dataTexts.edits.change('text'), (draft) => void (draft.text = value), 'text')}
          />
        }
      >
        <FileField
          label={t.file}
          path={props.source.file}
          placeholder={t.filePlaceholder(props.source.kind)}
          readOnly={props.readOnly}
          onInput={(path) => props.edit(dataTexts.edits.change('file'), (draft) => void (draft.file = path), 'file')}
          onChosen={(path) => {
            props.edit(dataTexts.edits.change('file'), (draft) => void (draft.file = path))
            preview.refresh()
          }}
        />
      </Show>
      <Show when={csvOf(props.source)}>
        {(source) => (
          <DialectFields
            {...props}
            source={source()}
            edit={(label, recipe, merge) => props.edit(label, (draft) => csvOf(draft) && recipe(draft as SourceOf<'csv'>), merge)}
            found={preview.page()?.dialect}
          />
        )}
      </Show>
      <Show
        when={(inFile() ? props.source.file : props.source.text).trim() !== ''}
        fallback={<p class="overview-hint">{inFile() ? t.noFile : t.noText}</p>}
      >
        <RowsPreview page={preview.page()} />
      </Show>
      <Show when={!inFile() && props.source.text.trim() !== ''}>
        <div class="data-bar">
          <Button small icon={Table2} disabled={props.readOnly} onClick={() => void turn()}>
            {t.toTable}
          </Button>
          <span class="overview-note">{t.toTableHint}</span>
        </div>
      </Show>
    </>
  )
}

const csvOf = (source: SourceOf<'csv' | 'json'>): SourceOf<'csv'> | undefined => (source.kind === 'csv' ? source : undefined)

/** How a CSV text is read: found by looking, or said. */
const DialectFields: Component<
  SourceEditorProps<'csv'> & { found: { delimiter: string; quote: string; header: boolean; encoding?: string } | undefined }
> = (props) => {
  const t = dataTexts.text
  const found = (name: string | undefined) => (name === undefined ? t.look : t.found(name))
  const quoteName = (quote: string) => (quote === '"' ? t.doubleQuote : quote === "'" ? t.singleQuote : quote)
  /** What the file says already, where it is none of the usual ones. */
  const own = (value: string | undefined, usual: readonly string[]) =>
    value === undefined || usual.includes(value) ? [] : [value]
  const set = <K extends 'delimiter' | 'quote' | 'header' | 'encoding'>(key: K, value: SourceOf<'csv'>[K] | undefined) =>
    props.edit(dataTexts.edits.change(key), (draft) => {
      if (value === undefined) delete draft[key]
      else draft[key] = value
    })
  return (
    <div class="data-dialect">
      <Select
        label={t.delimiter}
        value={props.source.delimiter ?? ''}
        disabled={props.readOnly}
        options={[
          {
            value: '',
            label: found(props.source.delimiter === undefined && props.found ? delimiterName(props.found.delimiter) : undefined),
          },
          ...[...delimiters, ...own(props.source.delimiter, delimiters)].map((one) => ({
            value: one,
            label: delimiterName(one),
          })),
        ]}
        onChange={(value) => set('delimiter', value || undefined)}
      />
      <Select
        label={t.quote}
        value={props.source.quote ?? ''}
        disabled={props.readOnly}
        options={[
          { value: '', label: found(props.source.quote === undefined && props.found ? quoteName(props.found.quote) : undefined) },
          ...['"', "'", ...own(props.source.quote, ['"', "'"])].map((one) => ({ value: one, label: quoteName(one) })),
        ]}
        onChange={(value) => set('quote', value || undefined)}
      />
      <Select
        label={t.header}
        value={props.source.header === undefined ? '' : String(props.source.header)}
        disabled={props.readOnly}
        options={[
          {
            value: '',
            label: found(props.source.header === undefined && props.found ? (props.found.header ? t.yes : t.no) : undefined),
          },
          { value: 'true', label: t.yes },
          { value: 'false', label: t.no },
        ]}
        onChange={(value) => set('header', value === '' ? undefined : value === 'true')}
      />
      <Show when={props.source.file !== ''}>
        <Select
          label={t.encoding}
          value={props.source.encoding ?? ''}
          disabled={props.readOnly}
          options={[
            { value: '', label: found(props.source.encoding === undefined ? props.found?.encoding?.toUpperCase() : undefined) },
            ...encodings.map((one) => ({ value: one, label: one.toUpperCase() })),
          ]}
          onChange={(value) =>
            set(
              'encoding',
              encodings.find((one) => one === value),
            )
          }
        />
      </Show>
    </div>
  )
}

export default TextEditor
