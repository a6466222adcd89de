import { messageWithHint } from '#engine/base/errors.ts'
import type { EndpointField } from '#engine/oauth/grants/grant-facts.ts'
import { createEffect, createSignal, For, lazy, on, Show, Suspense, type Component } from 'solid-js'
import { createStore } from 'solid-js/store'
import Copy from 'lucide-solid/icons/copy'
import type { Discovery } from '#workers/run/run-protocol.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { copyText } from '../../copy-text.ts'
import { useEditorContext, type EditorContext } from '../../editor-context.ts'
import { Contradiction } from '../advice/Contradiction.tsx'
import { contradictionsOf, type Contradictions } from '../advice/contradictions.ts'
import { isFromDiscovery, mergeDiscovery, transportFor, type DiscoveryMerge } from '../discovery.ts'
import { endpointsOf, endpointTitles, fieldsOf } from '../fields-of-grant.ts'
import type { PartProps } from '../part-props.ts'
import { oauthTexts as texts } from '../texts.ts'

/** On request: few clients are registered from here. */
const RegistrationPanel = lazy(() => import('./RegistrationPanel.tsx'))
const DiscoveryNotices = lazy(() => import('../DiscoveryNotices.tsx'))

/** What discovery gave, per step, address and environment, for as long as the page is open: placeholders and scopes to choose from. */
const [known, setKnown] = createStore<Record<string, { address: string; environment: string | undefined; discovery: Discovery }>>(
  {},
)

/** What discovery gave for a step, while its discovery endpoint is still the same, in the same environment. */
export function discovered({ environment }: EditorContext, step: PartProps['step']): Discovery | undefined {
  const entry = known[step.id]
  return entry?.address === step.discoveryEndpoint && entry.environment === environment?.() ? entry.discovery : undefined
}

/** Where a step contradicts what discovery gave for it; nothing while no one has asked. */
export function contradictionsIn(context: EditorContext, step: PartProps['step']): Contradictions {
  const discovery = discovered(context, step)
  return discovery ? contradictionsOf(step, discovery) : {}
}

/** Access & endpoints: discovery, and the URLs that the grant needs. */
export const EndpointsSection: Component<PartProps> = (props) => {
  const context = useEditorContext()
  let button: HTMLButtonElement | undefined
  const [busy, setBusy] = createSignal(false)
  const [error, setError] = createSignal<string>()
  const [registering, setRegistering] = createSignal(false)
  const [asked, setAsked] = createSignal<DiscoveryMerge>()
  // However the URL changes, also by undo: what was found out about the one before does not count.
  createEffect(
    on(
      () => props.step.discoveryEndpoint,
      () => (setError(undefined), setAsked(undefined)),
      { defer: true },
    ),
  )
  const fields = () => fieldsOf(props.step.grantType)
  const discovery = () => discovered(context, props.step)

  const discover = async () => {
    const { id, discoveryEndpoint } = props.step
    const environment = context.environment?.()
    if (discoveryEndpoint.trim() === '') return setError(texts.discoverFirst)
    setError(undefined)
    setAsked(undefined)
    setBusy(true)
    try {
      const found = await context.discover(id)
      if (props.step.id !== id) return
      setKnown(id, { address: discoveryEndpoint, environment, discovery: found })
      const merge = mergeDiscovery(props.step, found)
      setAsked(merge)
      const transport = transportFor(props.step, found)
      if ((merge.filled.length > 0 || transport) && !props.readOnly)
        props.edit(texts.edits.fillInFromDiscovery, (draft) => {
          for (const { key, value } of merge.filled) draft[key] = value
          if (transport) draft.secretTransport = transport
        })
    } catch (cause) {
      setError(messageWithHint(cause))
    } finally {
      setBusy(false)
    }
  }
  const contradictions = () => contradictionsIn(context, props.step)

  const isDiscovered = (key: EndpointField): boolean => {
    const found = discovery()
    return found?.endpoints[key] !== undefined && (props.step[key] === '' || isFromDiscovery(props.step, found, key))
  }
  const endpoint = (key: EndpointField) => (
    <TextField
      label={endpointTitles[key]}
      code
      value={props.step[key]}
      readOnly={props.readOnly}
      placeholder={discovery()?.endpoints[key] ?? (props.step.discoveryEndpoint ? texts.emptyEndpoint : texts.noDiscovery)}
      suffix={isDiscovered(key) ? texts.fromDiscovery : undefined}
      onInput={props.set(key, endpointTitles[key])}
    />
  )
  return (
    <Section title={texts.titles.endpoints}>
      <TextField
        label={texts.labels.discoveryEndpoint}
        code
        value={props.step.discoveryEndpoint}
        readOnly={props.readOnly}
        placeholder={texts.placeholders.discovery}
        error={error()}
        onInput={props.set('discoveryEndpoint', 'discovery endpoint')}
        trailing={
          <>
            <Button ref={(element) => (button = element)} busy={busy()} onClick={() => void discover()}>
              {busy() ? texts.discovering : texts.discover}
            </Button>
            <Show when={discovery()?.registers || props.step.registration}>
              <Button aria-expanded={registering()} onClick={() => setRegistering(!registering())}>
                {texts.registration}
              </Button>
            </Show>
          </>
        }
      />
      <Show when={registering()}>
        <Suspense>
          <RegistrationPanel {...props} />
        </Suspense>
      </Show>
      <Show when={asked()}>
        {(merge) => (
          <Show when={discovery()}>
            {(found) => (
              <Suspense>
                <DiscoveryNotices
                  {...props}
                  discovery={found()}
                  asked={merge()}
                  onClose={() => (setAsked(undefined), button?.focus())}
                  onTaken={() => button?.focus()}
                />
              </Suspense>
            )}
          </Show>
        )}
      </Show>
      <For each={[contradictions().grant, contradictions().responseType].filter((text) => text !== undefined)}>
        {(text) => <Contradiction text={text} />}
      </For>
      <For each={endpointsOf(props.step.grantType)}>{endpoint}</For>
      <Show when={fields().refreshEndpoint}>
        <TextField
          label={texts.labels.refreshEndpoint}
          code
          value={props.step.refreshEndpoint}
          readOnly={props.readOnly}
          placeholder={texts.refreshPlaceholder}
          suffix={props.step.refreshEndpoint === '' ? texts.optional : undefined}
          onInput={props.set('refreshEndpoint', 'refresh endpoint')}
        />
      </Show>
      <Show when={fields().redirectUri}>
        <TextField
          label={texts.labels.redirectUri}
          code
          readOnly
          variables={false}
          value={context.redirectUri()}
          onInput={() => undefined}
          hint={texts.redirectNote}
          suffix={
            <IconButton
              label={texts.copyRedirect}
              icon={Copy}
              onClick={() => void copyText(context.redirectUri(), texts.copiedRedirect)}
            />
          }
        />
      </Show>
    </Section>
  )
}
