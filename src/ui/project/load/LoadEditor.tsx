import { createMemo, Show, type Component } from 'solid-js'
import Trash2 from 'lucide-solid/icons/trash'
import type { LoadTest } from '#engine/project/load-test.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { namedHosts } from '#engine/project/named-hosts.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { itemEditor } from '../item-editor.ts'
import { useProject } from '../project-context.ts'
import { LoadFields } from './LoadFields.tsx'
import { LoadRuns } from './LoadRuns.tsx'
import { loadRunOf } from './load-runs.ts'
import { loadTexts as t } from './load-texts.ts'
import { forecastOf, unnamedHosts } from './load-forecast.ts'
import { Stages } from './Stages.tsx'
import { Thresholds } from './Thresholds.tsx'

/** Edits one load test; below it are its runs. */
export const LoadEditor: Component<{ test: LoadTest; onRemove(): void }> = (props) => {
  const context = useProject()
  const { workspace } = context
  const { id } = props.test
  /** What it came to the last time. */
  const last = () => loadRunOf(workspace.localId(), id)?.reports[0]
  const environment = () => props.test.environment ?? context.environment()
  const editTest = itemEditor(context, ({ loadTests }) => loadTests, id)
  const edit = (recipe: (draft: LoadTest) => void, merge?: string) => editTest(t.edits.change, recipe, merge)
  const targetCases = createMemo(() => {
    const suite = workspace.head()?.suites.find((one) => one.id === props.test.target)
    const ids = suite ? suite.cases.map((one) => one.id) : [props.test.target]
    return ids.flatMap((one) => workspace.cases().get(one) ?? [])
  })
  const hasLoop = () => targetCases().some(({ steps }) => steps.some((step) => factsOf(step).block === 'start'))
  /** Hosts that are in URLs of the target, and that no variable names. */
  const otherHosts = createMemo(() => {
    const project = workspace.head()
    return project ? unnamedHosts(targetCases(), namedHosts(project)) : []
  })
  const estimate = createMemo(() => {
    const found = forecastOf(props.test, last()?.summary, targetCases())
    return found && t.estimate(found.iterations, found.requests)
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
      <LoadFields test={props.test} hasLoop={hasLoop()} readOnly={workspace.readOnly()} edit={edit} />
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
