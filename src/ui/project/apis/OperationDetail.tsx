import { createSignal, For, Show, type Accessor, type Component } from 'solid-js'
import FilePlus from 'lucide-solid/icons/file-plus'
import Grid2x2 from 'lucide-solid/icons/grid-2x2'
import Send from 'lucide-solid/icons/send'
import { textOf } from '#engine/base/errors.ts'
import type { AttachedApi } from '#engine/project/format/schema.ts'
import type { ContentText, OperationText, ParameterText } from '#engine/api/describe-operation.ts'
import type { OutlineRow } from '#engine/api/outline.ts'
import type { OpenedApi } from '#workers/api-client.ts'
import { Button } from '../../components/Button.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { useProject } from '../project-context.ts'
import { MakeRequestDialog } from './MakeRequestDialog.tsx'
import { makeCase } from './make-steps.ts'
import { projectTexts as texts } from '../texts.ts'
import { apiTexts as t } from './texts.ts'

/** One operation: what it takes and gives, and what can be made of it. */
export const OperationDetail: Component<{
  api: AttachedApi
  opened: Accessor<OpenedApi | undefined>
  operation: OperationText
}> = (props) => {
  const context = useProject()
  const { workspace } = context
  const [asking, setAsking] = createSignal(false)
  const steps = async () => {
    try {
      return await props.opened()?.steps(props.operation.key, props.api.id)
    } catch (thrown) {
      showToast(textOf(thrown), 'error')
      return undefined
    }
  }
  const make = async () => {
    const made = await steps()
    if (made) makeCase(context, made)
  }
  return (
    <article class="api-operation" aria-label={t.operation(props.operation.name)}>
      <header class="api-operation-head">
        <h3>{props.operation.name}</h3>
        <Show when={props.operation.deprecated}>
          <span class="api-deprecated">{t.deprecated}</span>
        </Show>
        <div class="api-operation-actions">
          <Button icon={Send} disabled={workspace.readOnly()} onClick={() => setAsking(true)}>
            {t.makeRequest}
          </Button>
          <Button
            icon={Grid2x2}
            disabled={workspace.readOnly()}
            onClick={() =>
              void import('../design/start/from-source.ts').then((made) =>
                made.openDesignOf(context, { api: props.api.id, operation: props.operation.key }),
              )
            }
          >
            {texts.designTests}
          </Button>
          <Button icon={FilePlus} kind="primary" disabled={workspace.readOnly()} onClick={() => void make()}>
            {t.makeCase}
          </Button>
        </div>
      </header>
      <p class="api-address">
        <span class={`api-method api-method-${props.operation.method.toLowerCase()}`}>{props.operation.method}</span>
        <code>{props.operation.path}</code>
      </p>
      <Show when={props.operation.description}>
        <p class="api-text">{props.operation.description}</p>
      </Show>
      <Show when={props.operation.parameters.length > 0}>
        <Section title={t.parameters}>
          <Parameters rows={props.operation.parameters} label={t.parameters} />
        </Section>
      </Show>
      <Show when={props.operation.body}>
        {(body) => (
          <Section title={`${t.body} (${body().required ? t.required : t.optional})`}>
            <Contents of={t.body} contents={body().contents} />
          </Section>
        )}
      </Show>
      <For each={props.operation.responses}>
        {(response) => (
          <Section title={t.response(response.status)} collapsed={!response.status.startsWith('2')}>
            <Show when={response.description}>
              <p class="api-text">{response.description}</p>
            </Show>
            <Show when={response.headers.length > 0}>
              <Parameters rows={response.headers} label={`${t.response(response.status)}: ${t.headers}`} />
            </Show>
            <Contents of={t.response(response.status)} contents={response.contents} />
          </Section>
        )}
      </For>
      <Section title={t.security}>
        <p class="api-text">{props.operation.security.filter(Boolean).join(t.or) || t.noSecurity}</p>
      </Section>
      <Show when={asking()}>
        <MakeRequestDialog steps={steps} onClose={() => setAsking(false)} />
      </Show>
    </article>
  )
}

const Parameters: Component<{ rows: readonly ParameterText[]; label: string }> = (props) => (
  <div class="api-scroll" tabindex="0" role="region" aria-label={props.label}>
    <table class="api-table">
      <thead>
        <tr>
          <th scope="col">{t.columns.name}</th>
          <th scope="col">{t.columns.type}</th>
          <th scope="col">{t.columns.note}</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.rows}>
          {(row) => (
            <tr>
              <th scope="row">
                <code>{row.name}</code>
                <span class="api-place">
                  {row.in}
                  {row.required ? `, ${t.required}` : ''}
                </span>
              </th>
              <td>{row.type}</td>
              <td>{row.description}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  </div>
)

const Contents: Component<{ of: string; contents: readonly ContentText[] }> = (props) => (
  <For each={props.contents}>
    {(content) => (
      <div class="api-content">
        <p class="api-type">{content.type}</p>
        <div class="api-content-parts">
          <Outline rows={content.rows} label={`${props.of}: ${t.schema} ${content.type}`} />
          <Show when={content.example}>
            <pre class="api-example" tabindex="0" role="region" aria-label={`${props.of}: ${t.example} ${content.type}`}>
              {content.example}
            </pre>
          </Show>
        </div>
      </div>
    )}
  </For>
)

const Outline: Component<{ rows: readonly OutlineRow[]; label: string }> = (props) => (
  <Show when={props.rows.length > 0} fallback={<p class="overview-hint">{t.anything}</p>}>
    <div class="api-scroll" tabindex="0" role="region" aria-label={props.label}>
      <table class="api-table">
        <thead>
          <tr>
            <th scope="col">{t.columns.name}</th>
            <th scope="col">{t.columns.type}</th>
          </tr>
        </thead>
        <tbody>
          <For each={props.rows}>
            {(row) => (
              <tr title={row.note}>
                <th scope="row" style={{ 'padding-left': `${8 + row.depth * 14}px` }}>
                  <code>{row.name || t.whole}</code>
                  <Show when={row.required}>
                    <span class="api-place">{t.required}</span>
                  </Show>
                </th>
                <td>{row.type}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  </Show>
)
