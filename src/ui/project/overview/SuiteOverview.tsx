import { createMemo, lazy, Show, Suspense, type Component } from 'solid-js'
import FilePlus from 'lucide-solid/icons/file-plus'
import { itemEditor, type EditItem } from '../item-editor.ts'
import { useProject } from '../project-context.ts'
import { Button } from '../../components/Button.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { CaseList, NameAndDescription, OverviewHead } from './overview-parts.tsx'
import { suiteOf } from '#engine/project/edit/places.ts'
import type { SuiteHead } from '#engine/project/edit/state.ts'
import { overviewTexts } from './overview-texts.ts'
import { projectTexts as texts } from '../texts.ts'
import { VariablesEditor } from './VariablesEditor.tsx'

const HeadersSection = lazy(() => import('./HeadersSection.tsx'))

/** A suite: its cases with their last outcome, its variables and headers. */
const SuiteOverview: Component = () => {
  const context = useProject()
  const { workspace, router } = context
  const t = overviewTexts.overview
  const suite = createMemo(() => suiteOf(workspace.head(), router.route().suite))
  const edit = (id: string, ...change: Parameters<EditItem<SuiteHead>>) =>
    itemEditor(context, ({ suites }) => suites, id)(...change)
  return (
    <Show when={suite()}>
      {(one) => (
        <div class="overview">
          <OverviewHead
            name={one().name}
            note={t.suite}
            actions={
              <Button icon={FilePlus} disabled={workspace.readOnly()} onClick={() => context.actions.addCase(one().id)}>
                {t.newCase}
              </Button>
            }
          />
          <CaseList rows={one().cases.map((found) => ({ one: found }))} />
          <Section title={t.variablesOf.suite} line={one().variables.length === 0}>
            <p class="overview-hint">{t.scopeHint.suite}</p>
            <VariablesEditor
              variables={one().variables}
              readOnly={workspace.readOnly()}
              owner={one()}
              edit={(label, recipe, merge) =>
                edit(one().id, label, (draft) => recipe(draft.variables), merge && `variables/${merge}`)
              }
            />
          </Section>
          <Suspense>
            <HeadersSection
              level="suite"
              holder={one()}
              around={[{ level: 'project', holder: workspace.head() ?? { name: '' } }]}
              readOnly={workspace.readOnly()}
              edit={(label, recipe, merge) => edit(one().id, label, recipe, merge)}
            />
          </Suspense>
          <Section title={t.about}>
            <NameAndDescription
              name={one().name}
              description={one().description}
              readOnly={workspace.readOnly()}
              onName={(name) => edit(one().id, texts.rename(one().name), (draft) => void (draft.name = name), 'name')}
              onDescription={(text) =>
                edit(one().id, overviewTexts.edits.description, (draft) => void (draft.description = text), 'description')
              }
            />
          </Section>
        </div>
      )}
    </Show>
  )
}

export default SuiteOverview
