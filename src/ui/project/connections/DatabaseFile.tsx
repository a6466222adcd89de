import { createResource, createSignal, Show, type Component } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { largestScript, tooLargeScript } from '#engine/ports/referenced-files.ts'
import { filePathProblem } from '#engine/steps/send-request/body-file.ts'
import { Button } from '../../components/Button.tsx'
import { FileInput } from '../../components/fields/FileInput.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { firstUse } from '../../page/first-use.ts'
import { pathOfChosen } from '../../steps/send-request/path-of-chosen.ts'
import { useProject } from '../project-context.ts'
import { connectionTexts } from './connection-texts.ts'

/** The largest database that a page takes, in bytes: it is in memory as a whole while it is taken. */
const largest = 500_000_000

const isScript = (path: string): boolean => /\.sql$/i.test(path)

/** See {@link DatabaseFile}. */
export interface DatabaseFileProps {
  path: string
  readOnly: boolean
  /** `typing`: more of it may come. */
  onInput(path: string, typing: boolean): void
  /** Whatever changes when the file may have. */
  changed: unknown
}

/** The file of an SQLite connection: its path next to the project file, and what this browser has under it. */
export const DatabaseFile: Component<DatabaseFileProps> = (props) => {
  const { workspace, services } = useProject()
  const t = connectionTexts
  const [turn, setTurn] = createSignal(0)
  const [busy, setBusy] = createSignal(false)
  const problem = () => (props.path === '' ? undefined : filePathProblem(props.path))
  const [info] = createResource(
    () => ({ path: problem() === undefined ? props.path : '', turn: turn(), changed: props.changed }),
    async ({ path }) => {
      const project = workspace.localId()
      if (!project || path === '') return undefined
      await firstUse
      const { files, databases } = services.client
      return (isScript(path) ? files.info(project, path) : databases.info(project, path)).catch(() => undefined)
    },
  )
  let choose: (() => void) | undefined
  const note = () => {
    if (problem() !== undefined || info.loading) return undefined
    if (props.path === '') return t.inMemory
    const found = info.latest
    if (isScript(props.path)) return found ? t.script : t.scriptMissing
    return found ? t.kept(found.size) : t.notKept
  }
  const telling = async (name: string, work: (project: string) => Promise<void>) => {
    const project = workspace.localId()
    if (!project) return
    setBusy(true)
    try {
      await work(project)
      setTurn((count) => count + 1)
    } catch (thrown) {
      showToast(t.refused(name, messageWithHint(thrown)), 'error')
    } finally {
      setBusy(false)
    }
  }
  const take = (file: File) =>
    telling(file.name, async (project) => {
      const path = pathOfChosen(props.path, file.name)
      const limit = isScript(path) ? largestScript : largest
      if (file.size > limit) throw new Error(isScript(path) ? tooLargeScript(file.size) : t.tooLarge)
      if (isScript(path)) await services.client.files.put(project, path, file)
      else await services.client.databases.put(project, path, file)
      props.onInput(path, false)
    })
  const create = () =>
    telling(props.path, async (project) => {
      await services.client.databases.put(project, props.path, undefined)
      showToast(t.made(props.path))
    })
  const save = () =>
    telling(props.path, async (project) => {
      const bytes = await services.client.databases.read(project, props.path)
      if (!bytes) return
      const { saveBody } = await import('../../run/response/save-body.ts')
      const read = async (start: number, end: number) => bytes.subarray(start, end)
      const name = props.path.slice(props.path.lastIndexOf('/') + 1)
      await saveBody({ key: name, size: bytes.length, mediaType: 'application/vnd.sqlite3', read }, name)
    })
  const isKept = () => props.path !== '' && problem() === undefined && !isScript(props.path)
  return (
    <>
      <TextField
        label={t.file}
        code
        variables={false}
        placeholder={t.filePlaceholder}
        value={props.path}
        readOnly={props.readOnly}
        onInput={(path) => props.onInput(path, true)}
        hint={note()}
        error={problem()}
        trailing={
          <Button disabled={props.readOnly} busy={busy()} onClick={() => choose?.()}>
            {t.choose}
          </Button>
        }
      />
      <Show when={isKept() && !info.loading}>
        <div class="connections-actions">
          <Show
            when={info.latest}
            fallback={
              <Button small disabled={props.readOnly} busy={busy()} onClick={() => void create()}>
                {t.create}
              </Button>
            }
          >
            <Button small busy={busy()} onClick={() => void save()}>
              {t.save}
            </Button>
          </Show>
        </div>
      </Show>
      <FileInput opens={(open) => (choose = open)} onChosen={(file) => void take(file)} />
    </>
  )
}
