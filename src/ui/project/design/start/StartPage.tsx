import { createMemo, createResource, createSignal, For, Show, type Component } from 'solid-js'
import { methodFacts, methodIds } from '#engine/design/facts.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { openApi } from '#workers/api-client.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useProject } from '../../project-context.ts'
import { AllDesigns } from '../AllDesigns.tsx'
import { designOf } from './from-source.ts'
import { addDesign, startFrom } from '../open-designer.ts'
import { ModelFile } from '../ModelFile.tsx'
import { starterOf } from './starters.ts'
import { designTexts } from '../texts.ts'

const t = designTexts.start
/** What is listed at once; the filter finds the rest. */
const most = 60

interface Choice {
  title: string
  detail: string
  choose(): void
}

/** The choice of what tests are to be designed for. */
const StartPage: Component = () => {
  const context = useProject()
  const { workspace } = context
  const [filter, setFilter] = createSignal('')
  const [operations] = createResource(
    () => workspace.head()?.apis,
    async (apis): Promise<Choice[]> => {
      const all = apis.map(async ({ id, document }) => {
        const opened = openApi(document)
        const { operations: found } = await opened.overview()
        opened.close()
        return found.map((one) => ({
          title: one.name,
          detail: `${one.method} ${one.path}`,
          choose: () => void designOf(context, { api: id, operation: one.key }),
        }))
      })
      return (await Promise.all(all.map((one) => one.catch((): Choice[] => [])))).flat()
    },
  )
  const cases = createMemo(() => {
    const head = workspace.head()
    const from = startFrom()
    const all = (head?.suites ?? []).flatMap((suite) => suite.cases.map((one) => ({ suite: suite.id, id: one.id })))
    if (from.kind === 'case' && placeOf(head, from.id)) return all.filter(({ id }) => id === from.id)
    return from.kind === 'suite' ? all.filter(({ suite }) => suite === from.id) : all
  })
  const [requests] = createResource(cases, async (of): Promise<Choice[]> => {
    const loaded = await Promise.all(of.slice(0, 500).map(({ id }) => workspace.load(id)))
    return loaded.flatMap((one) =>
      (one?.steps ?? []).filter(isSendRequestStep).map((step) => ({
        title: step.name,
        detail: `${one?.name ?? ''} · ${step.method} ${step.url}`,
        choose: () => void designOf(context, { step: step.id }),
      })),
    )
  })
  const fits = (all: readonly Choice[] | undefined) => {
    const wanted = filter().trim().toLowerCase()
    return (all ?? []).filter(({ title, detail }) => `${title} ${detail}`.toLowerCase().includes(wanted)).slice(0, most)
  }
  const list = (title: string, all: readonly Choice[] | undefined, none: string) => (
    <Section title={title}>
      <Show when={fits(all).length > 0} fallback={<p class="overview-hint">{none}</p>}>
        <ul class="designer-methods">
          <For each={fits(all)}>
            {(one) => (
              <li>
                <button type="button" class="designer-choice" disabled={workspace.readOnly()} onClick={() => one.choose()}>
                  <strong>{one.title}</strong>
                  <span>{one.detail}</span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Section>
  )
  return (
    <div class="overview">
      <header class="overview-head">
        <AllDesigns />
        <h2>{t.title}</h2>
      </header>
      <p class="overview-hint">{t.intro}</p>
      <Show when={(operations()?.length ?? 0) + (requests()?.length ?? 0) > 8}>
        <TextField label={t.filter} variables={false} short value={filter()} onInput={setFilter} />
      </Show>
      {list(t.operation, operations(), t.noOperations)}
      {list(t.request, requests(), t.noRequests)}
      <Section title={t.method}>
        <ul class="designer-methods">
          <For each={methodIds}>
            {(id) => (
              <li>
                <button
                  type="button"
                  class="designer-choice"
                  disabled={workspace.readOnly()}
                  onClick={() => addDesign(context, starterOf(id))}
                >
                  <strong>{methodFacts[id].title}</strong>
                  <span>{methodFacts[id].standard}</span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Section>
      <Section title={t.pict}>
        <p class="overview-hint">{t.pictNote}</p>
        <div class="designer-adds">
          <ModelFile />
        </div>
      </Section>
    </div>
  )
}

export default StartPage
