import type { Component } from 'solid-js'
import FileUp from 'lucide-solid/icons/file-up'
import { AssayError } from '#engine/base/errors.ts'
import { checkPict } from '#engine/design/combinations/check-pict.ts'
import { foreignModels } from '#engine/design/models/foreign.ts'
import { Button } from '../../components/Button.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { useProject } from '../project-context.ts'
import { addDesign } from './open-designer.ts'
import { designTexts as t } from './texts.ts'

/** The largest model that is read; PICT's own are a few kilobytes. */
const largest = 2_000_000

const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '')

/** A design as `assay design` reads it, without what it was made from, which is in the project that it came from. */
function jsonOf(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json !== 'object' || json === null) return undefined
    const { source: _, ...design } = json as Record<string, unknown>
    return design
  } catch {
    // Braces start a sub-model of PICT's too.
    return undefined
  }
}

/**
 * Chooses a file with a model: a design as `assay design` reads it, or PICT's text; one whose constraints have mistakes opens
 * too, so that they can be fixed. Models of ACTS, CTWedge and Tcases become designs of combinations, each of its own.
 */
export const ModelFile: Component = () => {
  const context = useProject()
  let input: HTMLInputElement | undefined
  const read = async (file: File) => {
    try {
      if (file.size > largest) throw new AssayError('design-unusable', t.start.tooLarge)
      const text = await file.text()
      const foreign = await foreignModels(text)
      for (const { name, model, notes } of foreign ?? []) {
        addDesign(context, { ...model, name: name || nameOf(file) })
        for (const note of notes) showToast(note)
      }
      if (foreign !== undefined) return
      const own = jsonOf(text)
      if (own !== undefined) return void addDesign(context, { name: nameOf(file), ...own })
      const { design, mistakes } = checkPict(text)
      if (!design || design.parameters.length === 0)
        throw new AssayError('design-unusable', mistakes[0]?.text ?? t.start.noParameters)
      addDesign(context, { ...design, name: nameOf(file) })
    } catch (thrown) {
      if (!(thrown instanceof AssayError)) throw thrown
      showToast(t.start.noModel(file.name, thrown.message), 'error')
    }
  }
  return (
    <>
      <input
        ref={(element) => (input = element)}
        type="file"
        hidden
        accept=".pict,.txt,.model,.ctw,.xml,.json,text/plain"
        aria-label={t.tab.openModel}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <Button icon={FileUp} disabled={context.workspace.readOnly()} onClick={() => input?.click()}>
        {t.tab.openModel}
      </Button>
    </>
  )
}
