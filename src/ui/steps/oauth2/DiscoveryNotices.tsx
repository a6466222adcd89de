import type { EndpointField } from '#engine/oauth/grants/grant-facts.ts'
import { createSignal, For, Show, type Component } from 'solid-js'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { isFromDiscovery, mergeDiscovery, type DiscoveryMerge } from './discovery.ts'
import { endpointTitles } from './fields-of-grant.ts'
import type { PartProps } from './part-props.ts'
import { oauthTexts as texts } from './texts.ts'

/** See {@link DiscoveryNotices}. */
export interface DiscoveryNoticesProps extends Pick<PartProps, 'step' | 'readOnly' | 'edit'> {
  discovery: Discovery
  /** What discovery would have done to the step when it was asked: a URL that is typed later is not warned of. */
  asked: DiscoveryMerge
  onClose(): void
  /** What was offered is taken, and the button of it gone. */
  onTaken(): void
}

/** What discovery filled in, and what it leaves to a user: true at every moment, so an undo shows too (O2). */
const DiscoveryNotices: Component<DiscoveryNoticesProps> = (props) => {
  const now = () => mergeDiscovery(props.step, props.discovery)
  const open = () => now().filled
  const elsewhere = () => now().elsewhere
  const differs = () => now().differs.filter(({ key }) => props.asked.differs.some((one) => one.key === key))
  const [taken, setTaken] = createSignal<EndpointField[]>([])
  const done = () =>
    [...new Set([...props.asked.filled.map(({ key }) => key), ...taken()])].filter((key) =>
      isFromDiscovery(props.step, props.discovery, key),
    )
  const take = (label: string, entries: { key: EndpointField; value: string }[]) => {
    setTaken((before) => [...before, ...entries.map(({ key }) => key)])
    props.edit(label, (draft) => {
      for (const { key, value } of entries) draft[key] = value
    })
    props.onTaken()
  }
  return (
    <div class="oauth2-discovered">
      <Notice
        kind="info"
        live
        onClose={() => props.onClose()}
        action={
          open().length > 0 && (
            <Button small disabled={props.readOnly} onClick={() => take(texts.fillIn, open())}>
              {texts.fillIn}
            </Button>
          )
        }
      >
        {texts.filled(
          done().map((key) => endpointTitles[key]),
          open().map(({ key }) => endpointTitles[key]),
          props.discovery.scopes.length,
        )}
        <For each={now().missing}>{(key) => <> {texts.noEndpoint(endpointTitles[key])}</>}</For>
      </Notice>
      <Show when={elsewhere().length > 0}>
        <Notice
          kind="warning"
          action={
            <Button small disabled={props.readOnly} onClick={() => take(texts.takeElsewhere, elsewhere())}>
              {texts.takeElsewhere}
            </Button>
          }
        >
          {texts.elsewhere}
          <dl class="oauth2-differs">
            <For each={elsewhere()}>
              {({ key, value }) => (
                <>
                  <dt>{endpointTitles[key]}</dt>
                  <dd>
                    <code>{value}</code>
                  </dd>
                </>
              )}
            </For>
          </dl>
        </Notice>
      </Show>
      <Show when={differs().length > 0}>
        <Notice
          kind="warning"
          action={
            <Button
              small
              disabled={props.readOnly}
              onClick={() =>
                take(
                  texts.overwrite,
                  differs().map(({ key, offered }) => ({ key, value: offered })),
                )
              }
            >
              {texts.overwrite}
            </Button>
          }
        >
          {texts.differs}
          <dl class="oauth2-differs">
            <For each={differs()}>
              {({ key, current, offered }) => (
                <>
                  <dt>{endpointTitles[key]}</dt>
                  <dd>
                    <code>{current}</code> → <code>{offered}</code>
                  </dd>
                </>
              )}
            </For>
          </dl>
        </Notice>
      </Show>
    </div>
  )
}
export default DiscoveryNotices
