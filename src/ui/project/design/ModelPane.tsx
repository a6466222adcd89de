import { Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { isMethodId, methodFacts, methodIds, type MethodId } from '#engine/design/facts.ts'
import { plain } from '../plain-copy.ts'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useProject } from '../project-context.ts'
import { changedMethod } from './start/from-source.ts'
import { createLater } from './deferred-drawing.ts'
import { useDesigner } from './designer-context.ts'
import { MethodOptions } from './MethodOptions.tsx'
import { editorOf } from './editors/model-editors.ts'
import { ModelText } from './ModelText.tsx'
import { designTexts as t } from './texts.ts'

/** The left side: the method with its settings, and the model as a table and as text. */
export const ModelPane: Component = () => {
  const context = useProject()
  const designer = useDesigner()
  // Together they would hold the page up.
  const isEditorDrawn = createLater()
  const isTextDrawn = createLater(4)
  const method = () => designer.design().method
  const editor = () => editorOf(method())
  const choose = async (id: MethodId) => {
    const before = designer.design()
    const next = await changedMethod(context, plain(before), id)
    if (designer.design() !== before) return
    designer.edit(t.edits.method, (draft) => {
      for (const key of Object.keys(draft)) Reflect.deleteProperty(draft, key)
      Object.assign(draft, next)
    })
  }
  return (
    <div class="designer-model">
      <div class="designer-method">
        <Select
          label={t.method}
          value={method()}
          disabled={designer.readOnly()}
          options={methodIds.map((id) => ({ value: id, label: methodFacts[id].title }))}
          hint={methodFacts[method()].standard}
          onChange={(id) => isMethodId(id) && void choose(id)}
        />
        <MethodOptions />
      </div>
      <Show when={editor()} fallback={<p class="overview-hint">{t.onlyText}</p>}>
        {(component) => (
          <Show when={isEditorDrawn()}>
            <Dynamic component={component()} />
          </Show>
        )}
      </Show>
      <Section title={t.text} collapsed={false}>
        <Show when={isTextDrawn()}>
          <ModelText />
        </Show>
      </Section>
    </div>
  )
}
