import { createMemo, Show, type Component } from 'solid-js'
import Trash2 from 'lucide-solid/icons/trash'
import { cornersOf, dueUntil, secondsOf } from '#engine/load/curve.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { namedHosts } from '#engine/project/named-hosts.ts'
import { Field } from '../../components/Field.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Section } from '../../components/Section.tsx'
import { Select } from '../../components/Select.tsx'
import { TextField } from '../../components/TextField.tsx'
import { itemEditor } from '../item-editor.ts'
import { useProject } from '../project-context.ts'
import { texts } from '../texts.ts'
import { LoadRuns } from './LoadRuns.tsx'
import { loadRunOf } from './load-runs.ts'
import { loadTexts as t } from './load-texts.ts'
import { NumberInput } from './NumberInput.tsx'
import { Stages } from './Stages.tsx'
import { Thresholds } from './Thresholds.tsx'

const executors = ['users', 'rate'] as const
const rowsChoices = ['sequential', 'random', 'unique'] as const

/** Edits one load test; below it are its runs. */
export const LoadEditor: Component<{ test: LoadTest; onRemove(): void }> = (props) => {
  const context = useProject()
  const { workspace } = context
  const { id } = props.test
  const head = () => workspace.head()
  const suites = () => head()?.suites ?? []
  const cases = () => suites().flatMap((suite) => suite.cases.map((one) => ({ suite, one })))
  /** What it came to the last time. */
  const last = () => loadRunOf(workspace.localId(), id)?.reports[0]
  const environment = () => props.test.environment ?? context.environment()
  const editTest = itemEditor(context, ({ loadTests }) => loadTests, id)
  const edit = (recipe: (draft: LoadTest) => void, merge?: string) => editTest(t.edits.change, recipe, merge)
  const targetCases = createMemo(() => {
    const suite = suites().find((one) => one.id === props.test.target)
    const ids = suite ? suite.cases.map((one) => one.id) : [props.test.target]
    return ids.flatMap((one) => workspace.cases().get(one) ?? [])
  })
  const hasLoop = () => targetCases().some(({ steps }) => steps.some((step) => factsOf(step).block === 'start'))
  /** Hosts that stand in addresses of the target, and that no variable names. */
  const otherHosts = createMemo(() => {
    const project = head()
    if (!project) return []
    const known = new Set(namedHosts(project))
    const written = targetCases().flatMap(({ steps }) =>
      steps.flatMap((step) =>
        'url' in step && typeof step.url === 'string' ? (/^https?:\/\/([^/:?#$]+)/i.exec(step.url)?.[1] ?? []) : [],
      ),
    )
    return [...new Set(written.map((host) => host.toLowerCase()))].filter((host) => !known.has(host))
  })
  const estimate = createMemo(() => {
    const seconds = secondsOf(props.test.stages)
    const area = dueUntil(cornersOf(props.test), seconds)
    const measured = last()?.summary
    const isRate = props.test.executor === 'rate'
    if (!isRate && (!measured || measured.iterations === 0)) return undefined
    const iterations = isRate ? area : area / ((measured?.iteration.avg ?? 0) / 1000 + (props.test.think ?? 0))
    const each =
      measured && measured.iterations > 0
        ? measured.requests / measured.iterations
        : targetCases().reduce((sum, { steps }) => sum + steps.filter((step) => 'url' in step).length, 0)
    return t.estimate(iterations, iterations * each)
  })
  const setExecutor = (value: string) =>
    edit((draft) => {
      const isRate = value === 'rate'
      if ((draft.executor === 'rate') === isRate) return
      if (isRate) draft.executor = 'rate'
      else delete draft.executor
      draft.stages = draft.stages.map(({ duration, users, rate }) =>
        isRate ? { duration, rate: rate ?? users ?? 0 } : { duration, users: users ?? rate ?? 0 },
      )
    })
  return (
    <div class="load-details" role="group" aria-label={t.named(props.test.name)}>
      <TextField
        label={t.name}
        variables={false}
        value={props.test.name}
        readOnly={workspace.readOnly()}
        onInput={(name) => edit((draft) => void (draft.name = name), 'name')}
        trailing={
          <IconButton
            label={t.remove(props.test.name)}
            icon={Trash2}
            kind="danger"
            disabled={workspace.readOnly()}
            onClick={() => props.onRemove()}
          />
        }
      />
      <Select
        label={t.target}
        value={props.test.target}
        disabled={workspace.readOnly()}
        options={suites().flatMap((suite) => [
          { value: suite.id, label: suite.name || texts.unnamed },
          ...suite.cases.map((one) => ({
            value: one.id,
            label: `${suite.name || texts.unnamed} › ${one.name || texts.unnamed}`,
          })),
        ])}
        onChange={(target) => edit((draft) => void (draft.target = target))}
      />
      <Select
        label={t.environment}
        value={props.test.environment ?? ''}
        disabled={workspace.readOnly()}
        options={[
          { value: '', label: t.ofRun },
          ...(head()?.environments ?? []).map((one) => ({ value: one.id, label: one.name || texts.unnamed })),
        ]}
        onChange={(value) =>
          edit((draft) => {
            if (value === '') delete draft.environment
            else draft.environment = value
          })
        }
      />
      <Select
        label={t.before}
        value={props.test.before ?? ''}
        disabled={workspace.readOnly()}
        hint={props.test.before === undefined ? undefined : t.beforeHint}
        options={[
          { value: '', label: t.nothing },
          ...cases().map(({ suite, one }) => ({
            value: one.id,
            label: `${suite.name || texts.unnamed} › ${one.name || texts.unnamed}`,
          })),
        ]}
        onChange={(value) =>
          edit((draft) => {
            if (value === '') delete draft.before
            else draft.before = value
          })
        }
      />
      <Show when={hasLoop() || props.test.rows}>
        <Select
          label={t.rows}
          value={props.test.rows ?? ''}
          disabled={workspace.readOnly()}
          options={[{ value: '', label: t.rowsOf.all }, ...rowsChoices.map((value) => ({ value, label: t.rowsOf[value] }))]}
          onChange={(value) =>
            edit((draft) => {
              const rows = rowsChoices.find((one) => one === value)
              if (rows) draft.rows = rows
              else delete draft.rows
            })
          }
        />
      </Show>
      <Select
        label={t.executor}
        hint={t.executorHints[props.test.executor ?? 'users']}
        value={props.test.executor ?? 'users'}
        disabled={workspace.readOnly()}
        options={executors.map((value) => ({ value, label: t.executors[value] }))}
        onChange={setExecutor}
      />
      <Field label={t.think}>
        <span class="load-unit">
          <NumberInput
            label={t.think}
            value={props.test.think ?? 0}
            readOnly={workspace.readOnly()}
            onInput={(think) =>
              edit((draft) => {
                if (think > 0) draft.think = think
                else delete draft.think
              }, 'think')
            }
          />
          s
        </span>
      </Field>
      <Show when={props.test.executor === 'rate'}>
        <Field label={t.maxUsers}>
          <NumberInput
            label={t.maxUsers}
            value={props.test.maxUsers ?? 100}
            readOnly={workspace.readOnly()}
            onInput={(maxUsers) => edit((draft) => void (draft.maxUsers = Math.max(1, Math.round(maxUsers))), 'maxUsers')}
          />
        </Field>
      </Show>
      <Section title={t.stages} group={t.stages}>
        <Stages
          test={props.test}
          readOnly={workspace.readOnly()}
          onChange={(recipe, merge) => edit((draft) => recipe(draft.stages), merge)}
        />
      </Section>
      <Section title={t.thresholds} group={t.thresholds}>
        <Thresholds
          test={props.test}
          report={last()}
          readOnly={workspace.readOnly()}
          onChange={(recipe, merge) => edit((draft) => recipe(draft.thresholds), merge)}
        />
      </Section>
      <Section title={t.result} group={t.result}>
        <Show when={otherHosts().length > 0}>
          <Notice kind="warning">{t.otherHost(otherHosts().join(', '))}</Notice>
        </Show>
        <LoadRuns test={props.test} environment={environment()} estimate={estimate()} />
      </Section>
    </div>
  )
}
