import { Show, type Component } from 'solid-js'
import type { LoadTest } from '#engine/project/load-test.ts'
import { Field } from '../../components/fields/Field.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useProject } from '../project-context.ts'
import { projectTexts as texts } from '../texts.ts'
import { loadTexts as t } from './load-texts.ts'
import { NumberInput } from './NumberInput.tsx'
import { changeExecutor } from './load-forecast.ts'

const executors = ['users', 'rate'] as const
const rowsChoices = ['sequential', 'random', 'unique'] as const

interface Named {
  name: string
}
const caseName = (suite: Named, one: Named): string => `${suite.name || texts.unnamed} › ${one.name || texts.unnamed}`

/** What a load test runs, where, and by how many. */
export const LoadFields: Component<{
  test: LoadTest
  /** A case of its target goes through rows. */
  hasLoop: boolean
  readOnly: boolean
  edit(recipe: (draft: LoadTest) => void, merge?: string): void
}> = (props) => {
  const { workspace } = useProject()
  const suites = () => workspace.head()?.suites ?? []
  const set = <K extends keyof LoadTest>(key: K, value: LoadTest[K] | undefined, merge?: string) =>
    props.edit((draft) => {
      if (value === undefined) delete draft[key]
      else draft[key] = value
    }, merge)
  return (
    <>
      <Select
        label={t.target}
        value={props.test.target}
        disabled={props.readOnly}
        options={suites().flatMap((suite) => [
          { value: suite.id, label: suite.name || texts.unnamed },
          ...suite.cases.map((one) => ({ value: one.id, label: caseName(suite, one) })),
        ])}
        onChange={(target) => set('target', target)}
      />
      <Select
        label={t.environment}
        value={props.test.environment ?? ''}
        disabled={props.readOnly}
        options={[
          { value: '', label: t.ofRun },
          ...(workspace.head()?.environments ?? []).map((one) => ({ value: one.id, label: one.name || texts.unnamed })),
        ]}
        onChange={(value) => set('environment', value || undefined)}
      />
      <Select
        label={t.before}
        value={props.test.before ?? ''}
        disabled={props.readOnly}
        hint={props.test.before === undefined ? undefined : t.beforeHint}
        options={[
          { value: '', label: t.nothing },
          ...suites().flatMap((suite) => suite.cases.map((one) => ({ value: one.id, label: caseName(suite, one) }))),
        ]}
        onChange={(value) => set('before', value || undefined)}
      />
      <Show when={props.hasLoop || props.test.rows}>
        <Select
          label={t.rows}
          value={props.test.rows ?? ''}
          disabled={props.readOnly}
          options={[{ value: '', label: t.rowsOf.all }, ...rowsChoices.map((value) => ({ value, label: t.rowsOf[value] }))]}
          onChange={(value) =>
            set(
              'rows',
              rowsChoices.find((one) => one === value),
            )
          }
        />
      </Show>
      <Select
        label={t.executor}
        hint={t.executorHints[props.test.executor ?? 'users']}
        value={props.test.executor ?? 'users'}
        disabled={props.readOnly}
        options={executors.map((value) => ({ value, label: t.executors[value] }))}
        onChange={(value) => props.edit((draft) => changeExecutor(draft, value === 'rate' ? 'rate' : 'users'))}
      />
      <Field label={t.think}>
        <span class="load-unit">
          <NumberInput
            label={t.think}
            value={props.test.think ?? 0}
            readOnly={props.readOnly}
            onInput={(think) => set('think', think > 0 ? think : undefined, 'think')}
          />
          s
        </span>
      </Field>
      <Show when={props.test.executor === 'rate'}>
        <Field label={t.maxUsers}>
          <NumberInput
            label={t.maxUsers}
            value={props.test.maxUsers ?? 100}
            readOnly={props.readOnly}
            onInput={(users) => set('maxUsers', Math.max(1, Math.round(users)), 'maxUsers')}
          />
        </Field>
      </Show>
    </>
  )
}
