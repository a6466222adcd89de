import { createSignal, Show, type Component } from 'solid-js'
import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { ListField } from '../../components/fields/ListField.tsx'
import { JsonField } from './JsonField.tsx'
import { assertionTexts } from './texts.ts'

const t = assertionTexts.snapshot

/** What an answer is compared with, and what of it is not compared. */
export const SnapshotFields: Component<{
  check: Check
  readOnly: boolean
  onEdit(label: string, recipe: (check: Check) => void, merge?: string): void
}> = (props) => {
  const [shown, setShown] = createSignal(false)
  const has = () => props.check.snapshot !== undefined
  const holdsJson = () => {
    const { needs, parses } = sourceFacts[props.check.source]
    return parses === true || (needs?.key === 'path' && needs.language === 'JSONPath')
  }
  return (
    <div class="check-wide check-snapshot">
      <p class="field-note">{has() ? t.kept : t.none}</p>
      <Show when={has()}>
        <details onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary>{t.label}</summary>
          <Show when={shown()}>
            <JsonField
              label={t.label}
              value={props.check.snapshot}
              readOnly={props.readOnly}
              onChange={(value) => props.onEdit(t.change, (check) => void (check.snapshot = value), 'snapshot')}
            />
          </Show>
        </details>
      </Show>
      <Show when={holdsJson()}>
        <ListField
          label={t.ignore}
          hint={t.ignoreHint}
          values={props.check.ignore ?? []}
          readOnly={props.readOnly}
          onChange={(paths) =>
            props.onEdit(
              t.changeIgnored,
              (check) => {
                if (paths.length === 0) delete check.ignore
                else check.ignore = paths
              },
              'ignore',
            )
          }
        />
      </Show>
    </div>
  )
}
