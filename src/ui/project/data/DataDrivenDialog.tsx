import { createEffect, createMemo, createSignal, createUniqueId, For, on, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { oddityOf, pasteInto, readPasted } from '#engine/data/table-edits.ts'
import { loopedSteps, makeDataDriven } from '#engine/derived-tests/data-driven/apply.ts'
import { keyOf, proposeReplacements } from '#engine/derived-tests/data-driven/propose.ts'
import { variableOf } from '#engine/derived-tests/data-driven/variable-of.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { FileInput } from '../../components/fields/FileInput.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { newId } from '../new-id.ts'
import { projectSource } from '../ask-worker.ts'
import { plain } from '../plain-copy.ts'
import { useProject } from '../project-context.ts'
import { drivenTexts as t } from './data-driven-texts.ts'
import { rowsOfFile } from './rows-of-file.ts'
import './data-driven.css'

/**
 * Makes a case run once for each row of a data source: chooses or pastes it, or takes a file, says which values its columns
 * replace, as one edit.
 */
const DataDrivenDialog: Component<DialogProps<'data-driven'>> = (props) => {
  const context = useProject()
  return (
    <Show when={context.workspace.case(props.request.case)}>
      {(one) => <Conversion one={one()} onClose={() => props.onClose()} />}
    </Show>
  )
}

/** What is known of the rows: their columns, and the cells of the first one. */
interface Head {
  columns: string[]
  first: readonly unknown[]
  /** How many rows there are, where they were pasted or chosen. */
  count?: number
  /** What is odd about rows that were pasted. */
  odd?: string | undefined
  /** Why they can't be read. */
  problem?: string
}

const nothing: Head = { columns: [], first: [] }

/** Stand for rows that are pasted, and for those of a chosen file, which no data source has yet. */
const [pastedRows, chosenFile] = ['', 'file:']
/** Columns that become variables though they replace nothing. */
const mostVariables = 100

const Conversion: Component<{ one: Case; onClose(): void }> = (props) => {
  const context = useProject()
  const { workspace } = context
  const sources = () => workspace.head()?.dataSources ?? []
  const [source, setSource] = createSignal(sources()[0]?.id ?? pastedRows)
  const [pasted, setPasted] = createSignal('')
  const [file, setFile] = createSignal<File>()
  let choose: (() => void) | undefined
  const [head, setHead] = createSignal<Head>(nothing)
  /** Proposals that are not wanted, by their keys. */
  const [refused, setRefused] = createSignal<ReadonlySet<string>>(new Set())
  const id = createUniqueId()
  let turn = 0

  const pastedTable = async () => {
    const table: { columns: string[]; rows: unknown[][] } = { columns: [], rows: [] }
    if (pasted().trim() === '') return { table, odd: undefined }
    const read = await readPasted(pasted())
    pasteInto(table, { row: 0, column: 0 }, read)
    return { table, odd: oddityOf(read) }
  }
  /** What no data source has yet: pasted rows, or a file. */
  const newTable = async () => {
    const chosen = file()
    return source() === chosenFile && chosen ? { table: await rowsOfFile(chosen), odd: undefined } : pastedTable()
  }
  const headOf = async (chosen: string): Promise<Head> => {
    const project = workspace.localId()
    const found = sources().find((one) => one.id === chosen)
    if (!found || !project) {
      const { table, odd } = await newTable()
      return { columns: table.columns, first: table.rows[0] ?? [], count: table.rows.length, odd }
    }
    const options = { environment: context.environment(), seed: context.session.newest()?.seed ?? 0, count: 1 }
    const { columns, rows } = await context.services.client.data.rows(await projectSource(workspace, project), found, options)
    return { columns, first: rows[0]?.cells ?? [] }
  }
  createEffect(
    on([source, pasted, file], ([chosen]) => {
      const mine = ++turn
      headOf(chosen).then(
        (found) => mine === turn && setHead(found),
        (thrown: unknown) => mine === turn && setHead({ ...nothing, problem: messageWithHint(thrown) }),
      )
    }),
  )
  const proposals = createMemo(() => proposeReplacements(plain(props.one), head().columns, head().first))
  const wanted = () => proposals().filter((one) => !refused().has(keyOf(one)))
  const range = createMemo(() =>
    props.one.steps.length === 0
      ? { from: 0, to: -1 }
      : loopedSteps(plain(props.one).steps, wanted(), head().columns.slice(0, mostVariables)),
  )
  const nameOf = (step: string) => props.one.steps.find((one) => one.id === step)?.name ?? ''
  const toggle = (key: string) =>
    setRefused((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })

  const apply = async () => {
    const chosen = sources().find((one) => one.id === source())
    const wantedName = (source() === chosenFile && file()?.name.replace(/\.[^.]+$/, '')) || t.sourceName
    const name = freeName(wantedName, new Set(sources().map((one) => one.name)))
    const { columns, rows } = chosen ? { columns: head().columns, rows: [] } : (await newTable()).table
    const table = chosen ? undefined : { id: newId(), name, description: '', kind: 'table' as const, columns, rows }
    const before = new Set(props.one.steps.map(({ id: step }) => step))
    const made = makeDataDriven(
      plain(props.one),
      chosen ?? { id: table?.id ?? '' },
      wanted(),
      { start: t.start, end: t.end },
      newId,
      columns.slice(0, mostVariables),
    )
    workspace.edit(t.edit(props.one.name), [props.one.id], (draft) => {
      if (table) draft.head.dataSources.push(table)
      draft.cases[props.one.id] = made
    })
    props.onClose()
    const project = workspace.localId()
    const start = made.steps.find((step) => !before.has(step.id))
    if (project && start) context.openStep(made.id, start.id)
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={() => props.onClose()}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={head().columns.length === 0 || workspace.readOnly()} onClick={() => void apply()}>
            {t.apply}
          </Button>
        </>
      }
    >
      <div class="driven-source">
        <p>{t.intro(props.one.name)}</p>
        <Select
          label={t.source}
          value={source()}
          options={[
            ...sources().map((one) => ({ value: one.id, label: one.name })),
            { value: pastedRows, label: t.paste },
            ...(file() ? [{ value: chosenFile, label: file()?.name ?? '' }] : []),
          ]}
          onChange={setSource}
          trailing={<Button onClick={() => choose?.()}>{t.choose}</Button>}
        />
        <FileInput
          opens={(opens) => (choose = opens)}
          onChosen={(chosen) => {
            setFile(chosen)
            setSource(chosenFile)
          }}
        />
        <Show when={source() === pastedRows}>
          <TextField
            label={t.pasted}
            multiline
            code
            variables={false}
            placeholder={t.pastedPlaceholder}
            value={pasted()}
            onInput={setPasted}
          />
        </Show>
      </div>
      <Show when={!head().problem}>
        <p class="driven-columns">{head().columns.length === 0 ? t.noColumns : t.columns(head().columns, head().count)}</p>
      </Show>
      <Show when={head().problem}>
        {(problem) => (
          <Notice kind="error" live>
            {problem()}
          </Notice>
        )}
      </Show>
      <Show when={head().odd}>{(odd) => <Notice kind="warning">{t.odd(odd())}</Notice>}</Show>
      <Show when={head().columns.length > 0}>
        <fieldset class="driven-list" aria-label={t.replacements}>
          <legend>{t.replacements}</legend>
          <Show when={proposals().length > 0} fallback={<p>{t.none}</p>}>
            <For each={proposals()}>
              {(one, index) => (
                <div class="driven-row">
                  <input
                    type="checkbox"
                    id={`${id}-${index()}`}
                    checked={!refused().has(keyOf(one))}
                    aria-describedby={`${id}-${index()}-why`}
                    onChange={() => toggle(keyOf(one))}
                  />
                  <label for={`${id}-${index()}`}>
                    <span class="driven-at">{t.at(nameOf(one.step), one.name)}</span>
                    <span class="driven-change">
                      <del>{JSON.stringify(one.value)}</del> <span aria-hidden="true">→</span>{' '}
                      <ins>{`\${${variableOf(one.column)}}`}</ins>
                    </span>
                  </label>
                  <span class="driven-why" id={`${id}-${index()}-why`}>
                    {t.why[one.why](one.column)}
                  </span>
                </div>
              )}
            </For>
          </Show>
        </fieldset>
        <p class="driven-preview" role="status" aria-label={t.previewLabel}>
          {t.preview(range().from + 1, range().to + 1, head().count, wanted().length)}
        </p>
      </Show>
    </Dialog>
  )
}

export default DataDrivenDialog
