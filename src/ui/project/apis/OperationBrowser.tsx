import { createMemo, createResource, createSignal, Show, Suspense, type Accessor, type Component } from 'solid-js'
import type { AttachedApi } from '#engine/project/format/schema.ts'
import type { OperationHead } from '#engine/api/operation.ts'
import type { OpenedApi } from '#workers/api-client.ts'
import type { ApiOverview } from '#workers/api.worker.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { VirtualList } from '../../components/lists/VirtualList.tsx'
import { OperationDetail } from './OperationDetail.tsx'
import { apiTexts as t } from './texts.ts'

const rowHeight = 40

/** The operations of an API: searched on the left, the chosen one on the right. */
export const OperationBrowser: Component<{
  api: AttachedApi
  opened: Accessor<OpenedApi | undefined>
  overview: ApiOverview
}> = (props) => {
  const [query, setQuery] = createSignal('')
  const [key, setKey] = createSignal<string>()
  const found = createMemo(() => {
    const words = query().toLowerCase().split(/\s+/).filter(Boolean)
    const fits = (one: OperationHead) => {
      const text = `${one.method} ${one.path} ${one.key} ${one.name} ${one.tags.join(' ')}`.toLowerCase()
      return words.every((word) => text.includes(word))
    }
    return words.length === 0 ? props.overview.operations : props.overview.operations.filter(fits)
  })
  const [operation] = createResource(
    () => {
      const [opened, wanted] = [props.opened(), key()]
      return opened && wanted !== undefined ? { opened, wanted } : undefined
    },
    ({ opened, wanted }) => opened.operation(wanted),
  )
  const row = (index: number) => (
    <Show when={found()[index]}>
      {(one) => (
        <button
          type="button"
          class="api-row"
          aria-current={one().key === key() ? 'true' : undefined}
          onClick={() => setKey(one().key)}
        >
          <span class={`api-method api-method-${one().method.toLowerCase()}`}>{one().method}</span>
          <span class="api-row-texts">
            <span class="api-row-name">{one().name}</span>
            <code class="api-row-path">{one().path}</code>
          </span>
        </button>
      )}
    </Show>
  )
  return (
    <div class="api-browser">
      <div class="api-list">
        <TextField
          label={t.search}
          hideLabel
          variables={false}
          placeholder={t.searchPlaceholder}
          value={query()}
          onInput={setQuery}
        />
        <p class="overview-note" role="status">
          {t.count(found().length, props.overview.operations.length)}
        </p>
        <Show when={found().length > 0} fallback={<p class="overview-hint">{t.notFound}</p>}>
          <div class="api-rows" style={{ height: `${found().length * rowHeight + 2}px` }}>
            <VirtualList label={t.operations} count={found().length} rowHeight={rowHeight} render={row} />
          </div>
        </Show>
      </div>
      <div class="api-detail">
        <Suspense fallback={<p class="overview-hint">{t.loading}</p>}>
          <Show
            when={key() === undefined ? undefined : operation.latest}
            fallback={<EmptyState title={t.choose.title} text={t.choose.text} />}
          >
            {(one) => <OperationDetail api={props.api} opened={props.opened} operation={one()} />}
          </Show>
        </Suspense>
      </div>
    </div>
  )
}
