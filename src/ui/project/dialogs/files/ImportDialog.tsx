import { createMemo, createSignal, For, onCleanup, onMount, Show, type Component } from 'solid-js'
import FileUp from 'lucide-solid/icons/file-up'
import FolderUp from 'lucide-solid/icons/folder-up'
import { AssayError, hintOf, textOf } from '#engine/base/errors.ts'
import { importerFacts, importerIds, isImporterId, type ImporterId } from '#engine/importers/facts.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { readImport } from '#workers/import-client.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { FilesInput } from '../../../components/fields/FilesInput.tsx'
import { RadioBar } from '../../../components/fields/RadioBar.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import type { DialogProps } from '../../../page/dialogs.ts'
import { sourceOfChosen, sourceOfFolder } from '../../files/import-source.ts'
import { importTexts as t } from '../../files/import-texts.ts'
import { useProject } from '../../project-context.ts'
import { ImportPreview } from './ImportPreview.tsx'
import './ImportDialog.css'

/** What is known of the source: being read, rejected, or read. */
type Reading =
  | { state: 'nothing' }
  | { state: 'going'; name: string; stop(): void }
  | { state: 'refused'; message: string; hint: string }
  | { state: 'read'; imported: Imported; name: string }

/** Imports what another tool exported: chosen, dropped or pasted, shown before anything is made of it, with what does not come over. */
const ImportDialog: Component<DialogProps<'import'>> = (props) => {
  const context = useProject()
  const [source, setSource] = createSignal<ImportSource | undefined>()
  const [kind, setKind] = createSignal<ImporterId | 'auto'>('auto')
  const [pasted, setPasted] = createSignal('')
  const [reading, setReading] = createSignal<Reading>({ state: 'nothing' })
  const [into, setInto] = createSignal<'new' | 'open'>('new')
  const [suite, setSuite] = createSignal('')
  const [busy, setBusy] = createSignal(false)
  let chooseFile = () => {}
  let chooseFolder = () => {}

  const stop = () => {
    const now = reading()
    if (now.state === 'going') now.stop()
  }
  onCleanup(stop)

  const refuse = (thrown: unknown) => {
    const cancelled = thrown instanceof AssayError && thrown.code === 'cancelled'
    setReading(cancelled ? { state: 'nothing' } : { state: 'refused', message: textOf(thrown), hint: hintOf(thrown) ?? '' })
  }
  const read = async (given: ImportSource) => {
    stop()
    const aborted = new AbortController()
    setSource(given)
    setReading({ state: 'going', name: given.name, stop: () => aborted.abort() })
    try {
      const imported = await readImport(kind(), given, aborted.signal)
      if (aborted.signal.aborted) return
      setSuite(freeName(imported.project.name, context.workspace.head()?.suites.map(({ name }) => name) ?? []))
      setReading({ state: 'read', imported, name: given.name })
    } catch (thrown) {
      // Another source took its place.
      if (source() === given) refuse(thrown)
    }
  }
  const readFrom = async (made: Promise<ImportSource>) => {
    try {
      await read(await made)
    } catch (thrown) {
      refuse(thrown)
    }
  }
  const readPasted = () => read({ name: t.pasted, files: [{ path: t.pasted, bytes: new TextEncoder().encode(pasted()) }] })
  const chooseKind = (value: string) => {
    setKind(value === 'auto' || isImporterId(value) ? value : 'auto')
    const given = source()
    if (given) void read(given)
  }
  onMount(() => {
    const { source: given } = props.request
    if (given) void readFrom(given)
  })

  const imported = createMemo(() => {
    const now = reading()
    return now.state === 'read' ? now : undefined
  })
  const isOpen = () => context.workspace.phase() === 'open'
  const add = async () => {
    const found = imported()
    if (!found || busy()) return
    setBusy(true)
    props.onClose()
    if (into() === 'open') await context.files.importInto(found.imported, suite().trim() || found.imported.project.name)
    else await context.files.adoptImported(found.imported)
  }

  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={!imported()} busy={busy()} onClick={() => void add()}>
            {t.import}
          </Button>
        </>
      }
    >
      <div class="import">
        <Show when={!imported()}>
          <p>{t.intro}</p>
        </Show>
        <div class="import-choose">
          <Button icon={FileUp} onClick={() => chooseFile()}>
            {imported() ? t.another : t.chooseFile}
          </Button>
          <Button icon={FolderUp} onClick={() => chooseFolder()}>
            {t.chooseFolder}
          </Button>
          <Select
            label={t.format}
            hideLabel
            value={kind()}
            options={[
              { value: 'auto', label: t.auto },
              ...importerIds.map((id) => ({ value: id, label: importerFacts[id].title })),
            ]}
            onChange={chooseKind}
          />
          <FilesInput opens={(open) => (chooseFile = open)} onChosen={(files) => void readFrom(sourceOfChosen(files))} />
          <FilesInput folder opens={(open) => (chooseFolder = open)} onChosen={(files) => void readFrom(sourceOfFolder(files))} />
        </div>
        <Show when={!imported()}>
          <div class="import-paste">
            <TextField
              label={t.paste}
              value={pasted()}
              multiline
              code
              variables={false}
              placeholder={t.pastePlaceholder}
              onInput={setPasted}
            />
            <Button small disabled={pasted().trim() === ''} onClick={() => void readPasted()}>
              {t.readPasted}
            </Button>
          </div>
        </Show>
        <State reading={reading()} />
        <Show when={imported()}>
          {(found) => (
            <>
              <ImportPreview imported={found().imported} name={found().name} />
              <Show when={isOpen()}>
                <div class="import-into">
                  <RadioBar
                    label={t.into}
                    value={into()}
                    options={[
                      { value: 'new', label: t.newProject },
                      { value: 'open', label: t.openProject },
                    ]}
                    disabled={context.workspace.readOnly()}
                    onChange={(value) => setInto(value === 'open' ? 'open' : 'new')}
                  />
                  <Show when={context.workspace.readOnly()}>
                    <span class="import-note">{t.readOnly}</span>
                  </Show>
                  <Show when={into() === 'open'}>
                    <TextField label={t.suite} value={suite()} variables={false} onInput={setSuite} />
                  </Show>
                </div>
              </Show>
            </>
          )}
        </Show>
        <Show when={!imported()}>
          <details class="import-formats">
            <summary>{t.reads}</summary>
            <ul>
              <For each={importerIds}>
                {(id) => (
                  <li>
                    <b>{importerFacts[id].title}</b>: {importerFacts[id].reads}
                  </li>
                )}
              </For>
            </ul>
          </details>
        </Show>
      </div>
    </Dialog>
  )
}

/** How far reading is, or why it was given up. */
const State: Component<{ reading: Reading }> = (props) => {
  const going = () => (props.reading.state === 'going' ? props.reading : undefined)
  const refused = () => (props.reading.state === 'refused' ? props.reading : undefined)
  return (
    <>
      <Show when={going()}>
        {(now) => (
          <p class="import-going" role="status">
            {t.reading(now().name)}
            <Button small onClick={() => now().stop()}>
              {t.stop}
            </Button>
          </p>
        )}
      </Show>
      <Show when={refused()}>
        {(now) => (
          <div class="import-refused" role="alert">
            <p>{now().message}</p>
            <p class="import-note">{now().hint}</p>
          </div>
        )}
      </Show>
    </>
  )
}

export default ImportDialog
