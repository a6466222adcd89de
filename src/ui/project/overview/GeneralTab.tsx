import { createMemo, For, lazy, Show, Suspense, type Component } from 'solid-js'
import { useProject } from '../project-context.ts'
import { cookieScopes, type CookieScope } from '#engine/project/cookie-scopes.ts'
import type { LocaleName } from '#engine/templates/locales.ts'
import { Section } from '../../components/layout/Section.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { CaseList, NameAndDescription } from './overview-parts.tsx'
import { languageOptions } from './languages.ts'
import { overviewTexts } from './overview-texts.ts'
import { projectTexts as texts } from '../texts.ts'
import { VariablesEditor } from './VariablesEditor.tsx'

const HeadersSection = lazy(() => import('./HeadersSection.tsx'))

/** The tab "Overview" of a project: all cases with their last outcome, environments, variables, what it is for. */
const GeneralTab: Component = () => {
  const context = useProject()
  const { workspace } = context
  const t = overviewTexts.overview
  const rows = createMemo(() =>
    (workspace.head()?.suites ?? []).flatMap((suite) => suite.cases.map((one) => ({ one, suite: suite.name }))),
  )
  const locales = createMemo(() => languageOptions())
  const setLocale = (locale: LocaleName | undefined) =>
    void workspace.edit(t.changeLocale, [], (draft) => {
      // English is what is drawn without one.
      if (locale === undefined || locale === 'en') delete draft.head.locale
      else draft.head.locale = locale
    })
  const setCookies = (scope: CookieScope | undefined) =>
    void workspace.edit(t.changeCookies, [], (draft) => {
      if (scope === undefined) delete draft.head.cookies
      else draft.head.cookies = scope
    })
  const setShareTokens = (on: boolean) =>
    void workspace.edit(t.changeShareTokens, [], (draft) => {
      if (on) draft.head.shareTokens = true
      else delete draft.head.shareTokens
    })
  return (
    <Show when={workspace.head()}>
      {(head) => (
        <>
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
          <Section title={t.variablesOf.project} line={head().variables.length === 0}>
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
          <Suspense>
            <HeadersSection
              level="project"
              holder={head()}
              around={[]}
              readOnly={workspace.readOnly()}
              edit={(label, recipe, merge) =>
                void workspace.edit(label, [], (draft) => recipe(draft.head), merge && `project/${merge}`)
              }
            />
          </Suspense>
          <Section title={t.cookies}>
            <Select
              label={t.keepCookies}
              value={head().cookies ?? ''}
              disabled={workspace.readOnly()}
              options={[
                { value: '', label: t.cookieScopes.never },
                ...cookieScopes.map((value) => ({ value, label: t.cookieScopes[value] })),
              ]}
              hint={t.cookieHints[head().cookies ?? 'never']}
              onChange={(value) => setCookies(cookieScopes.find((scope) => scope === value))}
            />
          </Section>
          <Section title={t.tokens}>
            <Switch
              label={t.shareTokens}
              checked={head().shareTokens === true}
              disabled={workspace.readOnly()}
              note={head().shareTokens ? t.shareTokensOn : t.shareTokensOff}
              onChange={setShareTokens}
            />
          </Section>
          <Section title={t.randomData}>
            <Select
              label={t.locale}
              value={head().locale ?? 'en'}
              disabled={workspace.readOnly()}
              options={locales()}
              hint={t.localeHint}
              onChange={(value) => setLocale(locales().find((one) => one.value === value)?.value)}
            />
          </Section>
          <Section title={t.about}>
            <NameAndDescription
              name={head().name}
              description={head().description}
              readOnly={workspace.readOnly()}
              onName={(name) =>
                void workspace.edit(texts.rename(head().name), [], (draft) => void (draft.head.name = name), 'project/name')
              }
              onDescription={(text) =>
                void workspace.edit(
                  overviewTexts.edits.description,
                  [],
                  (draft) => void (draft.head.description = text),
                  'project/description',
                )
              }
            />
          </Section>
        </>
      )}
    </Show>
  )
}

export default GeneralTab
