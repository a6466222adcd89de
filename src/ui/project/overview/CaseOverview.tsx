import { createSignal, lazy, Show, Suspense, type Component } from 'solid-js'
import { placeOf } from '#engine/project/edit/places.ts'
import type { HeaderLevels } from '#engine/project/inherited-headers.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { useProject } from '../project-context.ts'
import { Button } from '../../components/Button.tsx'
import { drivenTexts } from '../data/data-driven-texts.ts'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { ListField } from '../../components/fields/ListField.tsx'
import { newCondition } from '../../steps/conditions/new-condition.ts'
import { NameAndDescription, OverviewHead } from './overview-parts.tsx'
import { reportTexts } from '../reports/texts.ts'
import { overviewTexts } from './overview-texts.ts'
import { projectTexts as texts } from '../texts.ts'
import { VariablesEditor } from './VariablesEditor.tsx'

const HeadersSection = lazy(() => import('./HeadersSection.tsx'))
const ConditionSection = lazy(() => import('../../steps/conditions/ConditionSection.tsx'))
const CaseHistory = lazy(() => import('../reports/CaseHistory.tsx'))

/** The settings of the open case: name, description, tags, what a failure does, variables. */
const CaseOverview: Component = () => {
  const context = useProject()
  const { workspace, router } = context
  const t = overviewTexts.overview
  const one = () => workspace.case(router.route().case)
  const [asked, setAsked] = createSignal(false)
  const around = (): HeaderLevels => {
    const head = workspace.head()
    const suite = placeOf(head, one()?.id)?.suite
    return head && suite
      ? [
          { level: 'project', holder: head },
          { level: 'suite', holder: suite },
        ]
      : []
  }
  const edit = (label: string, recipe: (draft: Case) => void, merge?: string) => {
    const id = router.route().case
    if (id === undefined) return
    const change = ({ cases }: { cases: Record<string, Case> }) => {
      const draft = cases[id]
      if (draft) recipe(draft)
    }
    workspace.edit(label, [id], change, merge && `case ${id}/${merge}`)
  }
  return (
    <Show when={one()}>
      {(found) => (
        <div class="overview">
          <OverviewHead
            name={found().name}
            note={texts.caseSettings}
            actions={
              <>
                <Button
                  disabled={workspace.readOnly() || found().steps.length === 0}
                  onClick={() => context.dialogs.show({ name: 'data-driven', case: found().id })}
                >
                  {drivenTexts.open}
                </Button>
                <Button
                  disabled={workspace.readOnly() || found().steps.length === 0}
                  onClick={() => context.dialogs.show({ name: 'run-as', case: found().id })}
                >
                  {drivenTexts.runAs}
                </Button>
              </>
            }
          />
          <Section title={t.about}>
            <NameAndDescription
              name={found().name}
              description={found().description}
              readOnly={workspace.readOnly()}
              onName={(name) => edit(texts.rename(found().name), (draft) => void (draft.name = name), 'name')}
              onDescription={(text) =>
                edit(overviewTexts.edits.description, (draft) => void (draft.description = text), 'description')
              }
            />
            <ListField
              label={t.tags}
              hint={t.tagsHint}
              values={found().tags}
              readOnly={workspace.readOnly()}
              onChange={(tags) => edit(overviewTexts.edits.tags, (draft) => void (draft.tags = tags), 'tags')}
            />
            <Select
              label={t.onFailure}
              value={found().onFailure}
              disabled={workspace.readOnly()}
              options={[
                { value: 'stop', label: t.stop },
                { value: 'continue', label: t.continue },
              ]}
              onChange={(value) =>
                edit(
                  overviewTexts.edits.onFailure,
                  (draft) => void (draft.onFailure = value === 'continue' ? 'continue' : 'stop'),
                )
              }
            />
            <Show when={!found().onlyIf && !workspace.readOnly()}>
              <div>
                <Button
                  onClick={() => {
                    setAsked(true)
                    edit(t.addCondition, (draft) => void (draft.onlyIf = [newCondition()]))
                  }}
                >
                  {t.addCondition}
                </Button>
              </div>
            </Show>
          </Section>
          <Show when={found().onlyIf}>
            {(checks) => (
              <Suspense>
                <ConditionSection of="case" checks={checks()} focused={asked()} readOnly={workspace.readOnly()} edit={edit} />
              </Suspense>
            )}
          </Show>
          <Section title={reportTexts.history.title} line>
            <Suspense>
              <CaseHistory case={found().id} />
            </Suspense>
          </Section>
          <Section title={t.variablesOf.case} line={found().variables.length === 0}>
            <p class="overview-hint">{t.scopeHint.case}</p>
            <VariablesEditor
              variables={found().variables}
              readOnly={workspace.readOnly()}
              owner={found()}
              edit={(label, recipe, merge) => edit(label, (draft) => recipe(draft.variables), merge && `variables/${merge}`)}
            />
          </Section>
          <Suspense>
            <HeadersSection level="case" holder={found()} around={around()} readOnly={workspace.readOnly()} edit={edit} />
          </Suspense>
        </div>
      )}
    </Show>
  )
}

export default CaseOverview
