import { createSignal, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import type { LoadTest } from '#engine/project/load-test.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { firstDetail, ListAndDetails } from '../../components/layout/ListAndDetails.tsx'
import { focusNew } from '../../steps/focus-setting.ts'
import { newId } from '../new-id.ts'
import { useProject } from '../project-context.ts'
import { projectTexts as texts } from '../texts.ts'
import { LoadEditor } from './LoadEditor.tsx'
import { loadTexts as t } from './load-texts.ts'
import './load.css'

/** Tab "Load tests": those of the project; one of them is edited, run, and shown with what it came to. */
const LoadTab: Component = () => {
  const { workspace, actions } = useProject()
  const tests = () => workspace.head()?.loadTests ?? []
  const [chosen, setChosen] = createSignal<string>()
  const current = () => tests().find(({ id }) => id === chosen()) ?? tests()[0]
  const cases = () => (workspace.head()?.suites ?? []).flatMap((suite) => suite.cases)
  const targetName = (id: string): string =>
    [...(workspace.head()?.suites ?? []), ...cases()].find((one) => one.id === id)?.name ?? ''
  const add = () => {
    const [target] = cases()
    if (!target) return
    const id = newId()
    const name = freeName(
      t.newName(target.name),
      tests().map((one) => one.name),
    )
    const made: LoadTest = {
      id,
      name,
      description: '',
      target: target.id,
      stages: [
        { duration: 5, users: 5 },
        { duration: 20, users: 5 },
      ],
      thresholds: [
        { metric: 'duration.p95', is: 'less-than', value: 500 },
        { metric: 'failure.rate', is: 'less-than', value: 0.01 },
      ],
    }
    workspace.edit(t.edits.add, [], ({ head }) => void head.loadTests.push(made))
    setChosen(id)
    focusNew(firstDetail)
  }
  const remove = ({ id, name }: LoadTest) => {
    const label = t.edits.remove(name)
    workspace.edit(label, [], ({ head }) => {
      head.loadTests = head.loadTests.filter((one) => one.id !== id)
    })
    actions.offerUndo(t.named(name || texts.unnamed), label)
  }
  const addButton = (small: boolean) => (
    <Button small={small} icon={Plus} disabled={workspace.readOnly() || cases().length === 0} onClick={add}>
      {t.add}
    </Button>
  )
  return (
    <div class="load">
      <Show
        when={current()}
        fallback={<EmptyState title={t.noneTitle} text={cases().length === 0 ? t.noCase : t.none} action={addButton(false)} />}
      >
        {(shown) => (
          <ListAndDetails
            label={t.list}
            items={tests().map(({ id, name, target }) => ({ id, name: name || texts.unnamed, note: targetName(target) }))}
            current={shown().id}
            onChoose={setChosen}
            action={addButton(true)}
          >
            <Show when={shown().id} keyed>
              <LoadEditor test={shown()} onRemove={() => remove(shown())} />
            </Show>
          </ListAndDetails>
        )}
      </Show>
    </div>
  )
}

export default LoadTab
