import { createResource, createSignal, Show, type Component } from 'solid-js'
import FolderOpen from 'lucide-solid/icons/folder-open'
import { textOf } from '#engine/base/errors.ts'
import { largestKeptFile, tooLargeToKeep } from '#engine/ports/referenced-files.ts'
import { filePathProblem } from '#engine/steps/send-request/body-file.ts'
import { Button } from '../../../components/Button.tsx'
import { FileInput } from '../../../components/fields/FileInput.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { showToast } from '../../../components/overlays/toasts.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { pathOfChosen } from '../path-of-chosen.ts'
import { bodyFileTexts } from './file-texts.ts'

/** See {@link FileField}. */
export interface FileFieldProps {
  label: string
  path: string
  /** An example of a path; that of a body if it is not said. */
  placeholder?: string
  readOnly: boolean
  onInput(path: string): void
  /** The file is kept under this path from now on; the browser's guess of its media type may be empty. */
  onChosen(path: string, mediaType: string): void
  /** In a row of a table: the name of the button that chooses; the label is only the field's name. */
  rowButton?: string
}

/** A file that a request sends: its path next to the project file, and which file that is in this browser. */
export const FileField: Component<FileFieldProps> = (props) => {
  const { files } = useEditorContext()
  const [kept, setKept] = createSignal(0)
  const [info] = createResource(
    () => ({ path: props.path, kept: kept() }),
    ({ path }) => files.info(path).catch(() => undefined),
  )
  /** Name of the file that is being copied into this browser: a large one takes seconds. */
  const [taking, setTaking] = createSignal('')
  let choose: (() => void) | undefined
  const problem = () => (props.path === '' ? undefined : filePathProblem(props.path))
  const note = () => {
    if (taking() !== '') return bodyFileTexts.taking(taking())
    if (problem() !== undefined || info.loading) return undefined
    if (props.path === '') return bodyFileTexts.none
    const found = info.latest
    return found ? bodyFileTexts.kept(found.size, new Date(found.chosenAt)) : bodyFileTexts.notChosen
  }
  const take = async (file: File) => {
    if (file.size > largestKeptFile) return showToast(bodyFileTexts.refused(file.name, tooLargeToKeep(file.size)), 'error')
    const path = pathOfChosen(props.path, file.name)
    setTaking(file.name)
    try {
      await files.choose(path, file)
    } catch (thrown) {
      return showToast(bodyFileTexts.refused(file.name, textOf(thrown)), 'error')
    } finally {
      setTaking('')
    }
    props.onChosen(path, file.type)
    setKept((count) => count + 1)
  }
  return (
    <>
      <TextField
        label={props.label}
        hideLabel={props.rowButton !== undefined}
        code
        variables={false}
        placeholder={props.placeholder ?? bodyFileTexts.placeholder}
        value={props.path}
        readOnly={props.readOnly}
        onInput={props.onInput}
        hint={note()}
        error={problem()}
        suffix={
          props.rowButton === undefined ? undefined : (
            <IconButton label={props.rowButton} icon={FolderOpen} disabled={props.readOnly} onClick={() => choose?.()} />
          )
        }
        trailing={
          <Button disabled={props.readOnly} busy={taking() !== ''} onClick={() => choose?.()}>
            {bodyFileTexts.choose}
          </Button>
        }
      />
      <Show when={props.rowButton}>
        <p class="pairs-note" classList={{ 'field-error': problem() !== undefined }}>
          {problem() ?? note()}
        </p>
      </Show>
      <FileInput opens={(open) => (choose = open)} onChosen={take} />
    </>
  )
}
