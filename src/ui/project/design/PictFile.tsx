import type { Component } from 'solid-js'
import FileUp from 'lucide-solid/icons/file-up'
import { AssayError } from '#engine/base/errors.ts'
import { checkPict } from '#engine/design/combinations/check-pict.ts'
import { Button } from '../../components/Button.tsx'
import { showToast } from '../../components/toasts.tsx'
import { useProject } from '../project-context.ts'
import { addDesign } from './open-designer.ts'
import { designTexts as t } from './texts.ts'

/** The largest model that is read; PICT's own are a few kilobytes. */
const largest = 2_000_000

/** Chooses a file with a model in PICT's text; one whose constraints have mistakes opens too, so that they can be mended. */
export const PictFile: Component = () => {
  const context = useProject()
  let input: HTMLInputElement | undefined
  const read = async (file: File) => {
    try {
      if (file.size > largest) throw new AssayError('design-unusable', t.start.tooLarge)
      const { design, mistakes } = checkPict(await file.text())
      if (!design || design.parameters.length === 0)
        throw new AssayError('design-unusable', mistakes[0]?.text ?? t.start.noParameters)
      addDesign(context, { ...design, name: file.name.replace(/\.[^.]+$/, '') })
    } catch (thrown) {
      if (!(thrown instanceof AssayError)) throw thrown
      showToast(t.start.notPict(file.name, thrown.message), 'error')
    }
  }
  return (
    <>
      <input
        ref={(element) => (input = element)}
        type="file"
        hidden
        accept=".pict,.txt,.model,text/plain"
        aria-label={t.tab.importPict}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <Button icon={FileUp} disabled={context.workspace.readOnly()} onClick={() => input?.click()}>
        {t.tab.importPict}
      </Button>
    </>
  )
}
