import { grantFacts, grantTypes } from '#engine/oauth/grants/facts.ts'
import type { GrantSettingsKey } from '#engine/oauth/grants/grant-facts.ts'
import { createSignal, lazy, Show, Suspense, type Component } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import Play from 'lucide-solid/icons/play'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { afterUse, firstUse } from '../../page/first-use.ts'
import { AboutProvider } from '../../components/about/about.tsx'
import type { AboutField } from '../../components/about/about-field.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { AdvancedSection } from './sections/AdvancedSection.tsx'
import { ClientSection } from './sections/ClientSection.tsx'
import { EndpointsSection } from './sections/EndpointsSection.tsx'
import { fieldsOf, signsByKey } from './fields-of-grant.ts'
import { OutputSection } from './sections/OutputSection.tsx'
import { AdditionalParameters, ManagedParameters } from './sections/ParameterSections.tsx'
import { ResourceOwnerSection } from './sections/ResourceOwnerSection.tsx'
import { SecuritySection } from './sections/SecuritySection.tsx'
import type { PartProps } from './part-props.ts'
import { oauthTexts as texts } from './texts.ts'
import './Editor.css'

/** Not on the first screen: they come when a setting asks for them. */
const KeySection = lazy(async () => ({ default: (await import('./sections/KeySection.tsx')).KeySection }))
/** The sections that only one grant has, by the key of its settings. */
const grantSections: Readonly<Record<GrantSettingsKey, Component<PartProps>>> = {
  jwtBearer: lazy(async () => ({ default: (await import('./sections/JwtBearerSection.tsx')).JwtBearerSection })),
  ciba: lazy(async () => ({ default: (await import('./sections/CibaSection.tsx')).CibaSection })),
  tokenExchange: lazy(async () => ({ default: (await import('./sections/TokenExchangeSection.tsx')).TokenExchangeSection })),
}
/** They stand at the end, and speak of what was done with the step. */
const AdviceSection = afterUse(async () => (await import('./advice/AdviceSection.tsx')).AdviceSection)
const DiagnosticsSection = afterUse(async () => (await import('./advice/DiagnosticsSection.tsx')).DiagnosticsSection)
const AutomationSection = lazy(async () => ({ default: (await import('./sections/AutomationSection.tsx')).AutomationSection }))

/** Edits an OAuth2 Authentication step; which fields there are depends on the grant (O1 to O12). */
const OAuth2Editor: Component<StepEditorProps<OAuth2Step>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  const fields = () => fieldsOf(props.step.grantType)
  // The kinds of fields are known once someone uses the page.
  const [about, setAbout] = createSignal<Readonly<Record<string, AboutField>>>()
  void firstUse.then(async () => setAbout((await import('./about-field-texts.ts')).aboutFieldTexts))
  const usesKey = () => signsByKey(props.step) || props.step.privateKeyJwt !== undefined
  return (
    <StepFrame
      {...props}
      actions={
        <Button icon={Play} busy={context.running()} onClick={() => context.runStep(props.step.id)}>
          {texts.getToken}
        </Button>
      }
    >
      <div class="oauth2-grant">
        <RadioBar
          label={texts.labels.grantType}
          value={props.step.grantType}
          disabled={props.readOnly}
          options={grantTypes.map((grant) => ({
            value: grant,
            label: grantFacts[grant].title,
            note: grantFacts[grant].legacy && texts.legacy,
          }))}
          onChange={(value) =>
            set('grantType', 'grant type')(grantTypes.find((grant) => grant === value) ?? props.step.grantType)
          }
        />
        <Show when={grantOf(props.step).warning}>{(text) => <Notice kind="warning">{text()}</Notice>}</Show>
      </div>
      <AboutProvider value={about}>
        <EndpointsSection {...props} set={set} />
        <ClientSection {...props} set={set} />
        <Show when={grantOf(props.step).settings}>
          {(key) => (
            <Suspense>
              <Dynamic component={grantSections[key()]} {...props} set={set} />
            </Suspense>
          )}
        </Show>
        <Show when={usesKey()}>
          <Suspense>
            <KeySection {...props} set={set} />
          </Suspense>
        </Show>
        <Show when={fields().resourceOwner}>
          <ResourceOwnerSection {...props} set={set} />
        </Show>
        <SecuritySection {...props} set={set} />
        <Show when={fields().automation}>
          <Suspense>
            <AutomationSection {...props} set={set} />
          </Suspense>
        </Show>
        <AdditionalParameters {...props} set={set} />
        <Show when={fields().managed}>
          <ManagedParameters {...props} set={set} />
        </Show>
        <OutputSection {...props} set={set} />
        <AdvancedSection {...props} set={set} />
        <AdviceSection {...props} set={set} />
        <DiagnosticsSection {...props} set={set} />
      </AboutProvider>
    </StepFrame>
  )
}
export default OAuth2Editor
