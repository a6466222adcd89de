import { createMemo, For, Match, Switch as Choose, type Component } from 'solid-js'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { useDesigner } from './designer-context.ts'
import { optionsOf } from './options-of.ts'
import { designTexts } from './texts.ts'

/** The settings of the method, the seed last. */
export const MethodOptions: Component = () => {
  const designer = useDesigner()
  const options = createMemo(() => {
    const all = optionsOf(designer.design().method)
    return [...all.filter(({ key }) => key !== 'seed'), ...all.filter(({ key }) => key === 'seed')]
  })
  const valueOf = (key: string): unknown => Reflect.get(designer.design(), key)
  const set = (key: string, label: string, value: unknown) =>
    designer.edit(
      designTexts.edits.option(label),
      (draft) => void Reflect.set(draft, key, value),
      typeof value === 'number' ? `option/${key}` : undefined,
    )
  return (
    <div class="designer-options">
      <For each={options()}>
        {(option) => (
          <Choose>
            <Match when={option.kind === 'choice' && option}>
              {(one) => (
                <Select
                  label={one().label}
                  value={String(valueOf(one().key) ?? one().standard)}
                  disabled={designer.readOnly()}
                  options={one().values.map((value) => ({
                    value: String(value),
                    label: designTexts.choice[String(value)] ?? String(value),
                  }))}
                  onChange={(chosen) =>
                    set(
                      one().key,
                      one().label,
                      one().values.find((value) => String(value) === chosen),
                    )
                  }
                />
              )}
            </Match>
            <Match when={option.kind === 'number' && option}>
              {(one) => (
                <NumberField
                  label={one().label}
                  reference={false}
                  value={Number(valueOf(one().key) ?? one().standard)}
                  min={one().min}
                  max={one().max}
                  readOnly={designer.readOnly()}
                  onChange={(value) => set(one().key, one().label, Number(value))}
                />
              )}
            </Match>
            <Match when={option.kind === 'switch' && option}>
              {(one) => (
                <Switch
                  label={one().label}
                  checked={Boolean(valueOf(one().key) ?? one().standard)}
                  disabled={designer.readOnly()}
                  onChange={(checked) => set(one().key, one().label, checked)}
                />
              )}
            </Match>
          </Choose>
        )}
      </For>
    </div>
  )
}
