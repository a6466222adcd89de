import { createMemo, For, Show, type Component } from 'solid-js'
import Globe from 'lucide-solid/icons/globe'
import { useProject } from '../project-context.ts'
import { Button } from '../../components/Button.tsx'
import { Section } from '../../components/Section.tsx'
import { CaseList, NameAndDescription, OverviewHead } from './overview-parts.tsx'
import { overviewTexts } from './overview-texts.ts'
import { texts } from '../texts.ts'
import { VariablesEditor } from './VariablesEditor.tsx'

/** The project: all cases with their last outcome, variables, environments. */
const ProjectOverview: Component = () => {
  const context = useProject()
  const { workspace } = context
  const t = overviewTexts.overview
  const rows = createMemo(() =>
    (workspace.head()?.suites ?? []).flatMap((suite) => suite.cases.map((one) => ({ one, suite: suite.name }))),
  )
  const steps = () => rows().reduce((sum, row) => sum + row.one.steps, 0)
  return (
    <Show when={workspace.head()}>
      {(head) => (
        <div class="overview">
          <OverviewHead
            name={head().name}
            note={t.summary(head().suites.length, rows().length, steps())}
            actions={
              <Button icon={Globe} onClick={() => context.dialogs.show({ name: 'environments' })}>
                {t.editEnvironments}
              </Button>
            }
          />
          <CaseList rows={rows()} />
          <Section title={t.environments}>
            <Show when={head().environments.length > 0} fallback={<p class="overview-hint">{t.noEnvironments}</p>}>
              <ul class="overview-environments">
                <For each={head().environments}>
                  {(one) => (
                    <li>
                      <button
                        type="button"
                        class="button button-small"
                        onClick={() => context.dialogs.show({ name: 'environments', environment: one.id })}
                      >
                        {one.name}
                      </button>
                      <span class="overview-note">{t.variableCount(one.variables.length)}</span>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </Section>
          <Section title={t.variablesOf.project}>
            <p class="overview-hint">{t.scopeHint.project}</p>
            <VariablesEditor
              variables={head().variables}
              readOnly={workspace.readOnly()}
              owner={head()}
              edit={(label, recipe, merge) =>
                void workspace.edit(label, [], (draft) => recipe(draft.head.variables), merge && `project/variables/${merge}`)
              }
            />
          </Section>
          <Section title={t.about}>
            <NameAndDescription
              name={head().name}
              description={head().description}
              readOnly={workspace.readOnly()}
              onName={(name) =>
                void workspace.edit(texts.edits.rename(head().name), [], (draft) => void (draft.head.name = name), 'project/name')
              }
              onDescription={(text) =>
                void workspace.edit(
                  texts.edits.description,
                  [],
                  (draft) => void (draft.head.description = text),
                  'project/description',
                )
              }
            />
          </Section>
        </div>
      )}
    </Show>
  )
}

export default ProjectOverview
