import { createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import FileUp from 'lucide-solid/icons/file-up'
import FolderUp from 'lucide-solid/icons/folder-up'
import { hintOf, textOf } from '#engine/base/errors.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import type { AttachedApi } from '#engine/project/format/schema.ts'
import { downloadApi, readApi, readApiFiles, type OpenedApi } from '#workers/api-client.ts'
import type { ApiChange, ReadApi } from '#workers/api.worker.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { FilesInput } from '../../components/fields/FilesInput.tsx'
import { Notice } from '../../components/Notice.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { droppedEntries, sourceOfChosen, sourceOfEntries, sourceOfFolder } from '../files/import-source.ts'
import { useProject } from '../project-context.ts'
import { apiTexts } from './texts.ts'
import type { OperationHead } from '#engine/api/operation.ts'

const t = apiTexts.dialog

/** A document that was read, and the URL that it is from. */
export interface ChosenDocument {
  read: ReadApi
  from: string | undefined
}

/** Takes an API definition from a file, a URL or a text; for one that is refreshed it says first what would change. */
export const AttachDialog: Component<{
  refreshed: AttachedApi | undefined
  opened: OpenedApi | undefined
  onClose(): void
  onChosen(chosen: ChosenDocument): void
}> = (props) => {
  const { workspace, services } = useProject()
  const known = props.refreshed?.description ?? ''
  const [url, setUrl] = createSignal(/^https?:\/\/\S+$/.test(known) ? known : '')
  const [text, setText] = createSignal('')
  const [found, setFound] = createSignal<ChosenDocument & { change: ApiChange | undefined }>()
  const [problem, setProblem] = createSignal<{ message: string; hint: string | undefined }>()
  /** Hosts that the document may lead to, once someone has said so. */
  const [allowed, setAllowed] = createSignal<readonly string[]>([])
  const [reading, setReading] = createSignal<AbortController>()
  let choose = () => {}
  let chooseFolder = () => {}
  onCleanup(() => reading()?.abort())

  const changeOf = async (read: ReadApi): Promise<ApiChange | undefined> => {
    if (!props.refreshed) return undefined
    const ids = (workspace.head()?.suites ?? []).flatMap((suite) => suite.cases.map(({ id }) => id))
    const cases = (await Promise.all(ids.map((id) => workspace.load(id)))).flatMap((one) => one ?? [])
    return props.opened?.change(read.text, props.refreshed.id, cases)
  }
  const take = async (from: string | undefined, read: (signal: AbortSignal) => Promise<ReadApi>) => {
    reading()?.abort()
    const controller = new AbortController()
    setReading(controller)
    setProblem(undefined)
    setFound(undefined)
    try {
      const done = await read(controller.signal)
      const change = await changeOf(done)
      if (!controller.signal.aborted) setFound({ read: done, from, change })
    } catch (thrown) {
      if (!controller.signal.aborted) setProblem({ message: textOf(thrown), hint: hintOf(thrown) })
    } finally {
      if (reading() === controller) setReading(undefined)
    }
  }
  const takeFiles = (source: Promise<ImportSource>) => void take(undefined, async (signal) => readApiFiles(await source, signal))
  const fetchUrl = (hosts: readonly string[] = []) => {
    setAllowed(hosts)
    const { fetchDocument } = services.client.companion
    void take(url().trim(), (signal) => downloadApi(url().trim(), hosts, (...asked) => fetchDocument(...asked, signal), signal))
  }
  return (
    <Dialog
      open
      wide
      title={props.refreshed ? t.refresh(props.refreshed.name) : t.attach}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t.cancel}</Button>
          <Button
            kind="primary"
            disabled={found() === undefined}
            onClick={() => {
              const chosen = found()
              if (chosen) props.onChosen(chosen)
            }}
          >
            {props.refreshed ? t.replaceIt : t.attachIt}
          </Button>
        </>
      }
    >
      <div
        class="api-attach"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const entries = droppedEntries(event.dataTransfer)
          event.preventDefault()
          event.stopPropagation()
          if (entries.length > 0) takeFiles(sourceOfEntries(entries))
        }}
      >
        <p class="overview-hint">{t.intro}</p>
        <div class="api-attach-choose">
          <Button icon={FileUp} onClick={() => choose()}>
            {t.file}
          </Button>
          <Button icon={FolderUp} onClick={() => chooseFolder()}>
            {t.folder}
          </Button>
          <FilesInput opens={(open) => (choose = open)} onChosen={(files) => takeFiles(sourceOfChosen(files))} />
          <FilesInput folder opens={(open) => (chooseFolder = open)} onChosen={(files) => takeFiles(sourceOfFolder(files))} />
        </div>
        <TextField
          label={t.url}
          code
          variables={false}
          value={url()}
          placeholder={t.urlPlaceholder}
          onInput={setUrl}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && url().trim() !== '') fetchUrl()
          }}
          trailing={
            <Button disabled={url().trim() === ''} onClick={() => fetchUrl()}>
              {t.fetch}
            </Button>
          }
        />
        <label class="api-attach-text">
          <span>{t.text}</span>
          <textarea
            rows="6"
            spellcheck={false}
            placeholder={t.textPlaceholder}
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
            onPaste={(event) => {
              // A document of megabytes would hold up the field: it is read at once.
              const pasted = event.clipboardData?.getData('text') ?? ''
              if (pasted.length < 100_000) return
              event.preventDefault()
              void take(undefined, (signal) => readApi(pasted, t.pasted, signal))
            }}
          />
        </label>
        <div>
          <Button
            disabled={text().trim() === ''}
            onClick={() => void take(undefined, (signal) => readApi(text(), t.pasted, signal))}
          >
            {t.read}
          </Button>
        </div>
        <Show when={reading()}>
          <p role="status" class="overview-hint">
            {t.reading}
          </p>
        </Show>
        <Show when={problem()}>
          {(one) => (
            <Notice kind="error" live>
              {one().message} {one().hint}
            </Notice>
          )}
        </Show>
        <Show when={found()}>
          {(one) => (
            <>
              <Notice kind="info" live>
                {t.found(one().read.title, one().read.format, one().read.operations)}
              </Notice>
              <For each={one().read.notes}>{(note) => <Notice kind="warning">{note}</Notice>}</For>
              <Show when={one().read.otherHosts.length > 0}>
                <div>
                  <Button onClick={() => fetchUrl([...allowed(), ...one().read.otherHosts])}>
                    {t.fetchToo(one().read.otherHosts)}
                  </Button>
                </div>
              </Show>
              <Show when={one().change}>{(change) => <ChangeList change={change()} />}</Show>
            </>
          )}
        </Show>
      </div>
    </Dialog>
  )
}

/** What a new version changes, what tests use first. */
const ChangeList: Component<{ change: ApiChange }> = (props) => {
  const rows = () => changeRows(props.change)
  const shown = () => rows().slice(0, 200)
  return (
    <section class="api-change" aria-label={t.change}>
      <h3>{t.change}</h3>
      <Show when={rows().length > 0} fallback={<p class="overview-hint">{t.nothing}</p>}>
        <ul>
          <For each={shown()}>
            {(row) => (
              <li classList={{ 'api-change-used': row.uses.length > 0 }}>
                <code>
                  {row.head.method} {row.head.path}
                </code>
                <span>{row.what}</span>
                <Show when={row.uses.length > 0}>
                  <span class="api-change-uses">{t.uses(row.uses)}</span>
                </Show>
              </li>
            )}
          </For>
          <Show when={rows().length > shown().length}>
            <li>{t.andMore(rows().length - shown().length)}</li>
          </Show>
        </ul>
      </Show>
    </section>
  )
}

/** One operation that another version of a document changes. */
interface ChangeRow {
  head: OperationHead
  what: string
  /** Names of cases that use it. */
  uses: string[]
}

/** What another version changes: what tests use comes first, what is gone before what is changed and new. */
function changeRows({ difference, uses }: ApiChange): ChangeRow[] {
  const t = apiTexts.dialog
  const namesOf = (key: string) => uses.filter(({ operations }) => operations.includes(key)).map(({ name }) => name)
  const row = (head: OperationHead, what: string): ChangeRow => ({ head, what, uses: namesOf(head.key) })
  const rows = [
    ...difference.removed.map((head) => row(head, t.removedOne)),
    ...difference.changed.map(({ head, parts }) => row(head, t.changed(parts))),
    ...difference.added.map((head) => row(head, t.added)),
  ]
  return [...rows.filter((one) => one.uses.length > 0), ...rows.filter((one) => one.uses.length === 0)]
}
