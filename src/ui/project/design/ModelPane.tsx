import { createSignal, Show, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { isMethodId, methodFacts, methodIds, type MethodId } from '#engine/design/facts.ts'
import { plain } from '../plain.ts'
import { Select } from '../../components/Select.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useProject } from '../project-context.ts'
import { changedMethod } from './from-source.ts'
import { useDesigner } from './designer-context.ts'
import { MethodOptions } from './MethodOptions.tsx'
import { modelEditors } from './model-editors.ts'
import { ModelText } from './ModelText.tsx'
import { designTexts as t } from './texts.ts'

/** The left side: the method with its settings, and the model as a table or as text. */
export const ModelPane: Component = () => {
  const context = useProject()
  const designer = useDesigner()
  const [as, setAs] = createSignal('table')
  const method = () => designer.design().method
  const editor = () => modelEditors[method()]
  const choose = async (id: MethodId) => {
    const before = designer.design()
    const next = await changedMethod(context, plain(before), id)
    if (designer.design() !== before) return
    designer.edit(t.edits.method, (draft) => {
      for (const key of Object.keys(draft)) Reflect.deleteProperty(draft, key)
      Object.assign(draft, next)
    })
  }
  const shown = () => (editor() ? as() : 'text')
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
      <Tabs
        label={t.as}
        tabs={[...(editor() ? [{ id: 'table', title: t.table }] : []), { id: 'text', title: t.text }]}
        value={shown()}
        onChange={setAs}
      >
        {(id) => (
          <Show
            when={id === 'table' && editor()}
            fallback={
              <>
                <Show when={!editor()}>
                  <p class="overview-hint">{t.onlyText}</p>
                </Show>
                <ModelText />
              </>
            }
          >
            {(component) => <Dynamic component={component()} />}
          </Show>
        )}
      </Tabs>
    </div>
  )
}
