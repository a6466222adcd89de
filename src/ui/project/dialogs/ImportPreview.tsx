import { createMemo, For, Show, type Component } from 'solid-js'
import { importerFacts } from '#engine/importers/facts.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import { importTexts as t } from '../files/import-texts.ts'

/** Cases that are listed; further ones are counted. */
const mostCases = 300

/** What an import would make, and what it omits. */
export const ImportPreview: Component<{ imported: Imported; name: string }> = (props) => {
  const project = () => props.imported.project
  const counts = createMemo(() => {
    const cases = project().suites.flatMap((suite) => suite.cases)
    return { suites: project().suites.length, cases: cases.length, steps: cases.reduce((sum, one) => sum + one.steps.length, 0) }
  })
  const extras = () =>
    t.extras({
      apis: project().apis.length,
      environments: project().environments.length,
      variables: project().variables.length,
      secrets: props.imported.secrets.size,
    })
  const shown = createMemo(() => {
    let left = mostCases
    return project().suites.map((suite) => {
      const cases = suite.cases.slice(0, Math.max(0, left))
      left -= cases.length
      return { suite, cases }
    })
  })
  const hidden = () => Math.max(0, counts().cases - mostCases)
  return (
    <>
      <section class="import-preview" aria-label={t.preview} tabindex="0">
        <header>
          <h3>{project().name}</h3>
          <p class="import-note">{t.source(importerFacts[props.imported.kind].title, props.name)}</p>
          <p>
            {t.counts(counts())}
            <Show when={extras()}>; {extras()}</Show>
          </p>
        </header>
        <ul class="import-suites">
          <For each={shown().filter(({ cases }) => cases.length > 0)}>
            {({ suite, cases }) => (
              <li>
                {suite.name}
                <ul>
                  <For each={cases}>
                    {(one) => (
                      <li>
                        <span>{one.name}</span>
                        <span class="import-note">{t.steps(one.steps.length)}</span>
                      </li>
                    )}
                  </For>
                </ul>
              </li>
            )}
          </For>
        </ul>
        <Show when={hidden() > 0}>
          <p class="import-note">{t.moreCases(hidden())}</p>
        </Show>
      </section>
      <h3 class="import-left-head">{t.leftOutCount(props.imported.leftOut.length)}</h3>
      <Show when={props.imported.leftOut.length > 0} fallback={<p class="import-note">{t.nothingLeftOut}</p>}>
        <div class="import-left" tabindex="0" role="group" aria-label={t.leftOutCount(props.imported.leftOut.length)}>
          <ul aria-label={t.leftOut}>
            <For each={props.imported.leftOut}>
              {({ where, what }) => (
                <li>
                  <Show when={where}>
                    <b>{where}</b>
                  </Show>
                  <span>{what}</span>
                </li>
              )}
            </For>
          </ul>
        </div>
      </Show>
    </>
  )
}
