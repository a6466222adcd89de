import { createMemo, createSignal, createUniqueId, Show, type Component, type JSX } from 'solid-js'
import { createStore } from 'solid-js/store'
import Check from 'lucide-solid/icons/check'
import Play from 'lucide-solid/icons/play'
import { messageWithHint } from '#engine/base/errors.ts'
import { firstCase, projectName } from '#engine/importers/first-case/first-case.ts'
import { firstCaseOfCurl } from '#engine/importers/first-case/first-case-of-curl.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { Switch } from '../../components/fields/Switch.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { newId } from '../../project/new-id.ts'
import { useProject } from '../../project/project-context.ts'
import {
  accessKinds,
  answersOf,
  mayHaveBody,
  methods,
  missingIn,
  needsConsent,
  typedOfCurl,
  typedOfSandbox,
  untyped,
  type Typed,
} from './answers.ts'
import { MadePreview } from './MadePreview.tsx'
import { OAuthFields } from './OAuthFields.tsx'
import { SecretInput, type FormPart } from './SecretInput.tsx'
import { firstCaseTexts as t } from './texts.ts'
import './first-case.css'

/** Three questions, and a project with a case that runs: where the API is, how it is protected, and one request. */
const FirstCaseDialog: Component<DialogProps<'first-case'>> = (props) => {
  const context = useProject()
  const [typed, setTyped] = createStore(untyped())
  const [asked, setAsked] = createSignal(false)
  const [told, setTold] = createSignal<{ kind: 'info' | 'error'; text: string }>()
  const [busy, setBusy] = createSignal(false)
  let form: HTMLFormElement | undefined
  const missing = createMemo(() => missingIn(typed))
  const part: FormPart = {
    typed,
    set: (key) => (value) => setTyped(key, value as never),
    missing: (key) => (asked() ? missing()[key] : undefined),
  }
  const made = createMemo(() => firstCase(answersOf(typed), () => 'preview'))

  const pasteCommand = (text: string): boolean => {
    if (!/^\s*(\$\s+)?curl(\.exe)?\s/.test(text)) return false
    const read = firstCaseOfCurl(text)
    if (!read.ok) {
      setTold({ kind: 'error', text: t.curl(read.error) })
      return true
    }
    setTyped(typedOfCurl(read.value))
    const names = read.value.headers.map(({ name }) => name).join(', ')
    setTold({ kind: 'info', text: names === '' ? t.pasted : `${t.pasted} ${t.moreHeaders(names)}` })
    return true
  }
  const useSandbox = async () => {
    try {
      setTyped(typedOfSandbox(await context.services.sandbox()))
      setTold({ kind: 'info', text: t.sandboxed })
    } catch (thrown) {
      setTold({ kind: 'error', text: messageWithHint(thrown) })
    }
  }
  const create = async (run: boolean) => {
    setAsked(true)
    if (Object.keys(missing()).length > 0) {
      queueMicrotask(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    if (busy()) return
    setBusy(true)
    try {
      const project = firstCase(answersOf(typed), newId)
      if (!(await context.files.adoptImported(project))) return
      context.setEnvironment(project.environment)
      props.onClose()
      // Beside the editor stands what the run shows first: how the token was got, else the answer.
      context.openStep(project.case, project.login ?? project.request)
      if (run) context.run({ cases: [project.case] })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button busy={busy()} onClick={() => void create(false)}>
            {t.create}
          </Button>
          <Button kind="primary" type="submit" form="first-case" icon={Play} busy={busy()}>
            {t.createAndRun}
          </Button>
        </>
      }
    >
      <form
        ref={(element) => (form = element)}
        id="first-case"
        class="first-case"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create(true)
        }}
      >
        <div class="first-case-questions">
          <Question number={1} title={t.where} done={typed.address.trim() !== '' && missing().address === undefined}>
            <TextField
              label={t.address}
              variables={false}
              code
              value={typed.address}
              placeholder="https://api.example.com/v1"
              hint={t.addressHint}
              error={part.missing('address')}
              onInput={part.set('address')}
              onPaste={pasteCommand}
              onBlur={() => void pasteCommand(typed.address)}
            />
            <p class="first-case-sandbox">
              {t.noApi}
              <Button kind="ghost" small onClick={() => void useSandbox()}>
                {t.useSandbox}
              </Button>
            </p>
            <Show when={told()}>{(one) => <Notice kind={one().kind} live children={one().text} />}</Show>
          </Question>
          <Question number={2} title={t.protection} done={typed.access !== 'none' && accessDone(missing())}>
            <RadioBar
              label={t.protection}
              value={typed.access}
              options={accessKinds.map((value) => ({ value, label: t.access[value] }))}
              onChange={part.set('access')}
            />
            <p class="first-case-about">{t.about[typed.access]}</p>
            <AccessFields {...part} />
            <Show when={needsConsent(typed)}>
              {(host) => (
                <>
                  <Notice kind="warning">{t.insecure(host())}</Notice>
                  <Switch
                    label={t.allow}
                    checked={typed.allowInsecure}
                    onChange={(allowed) => setTyped('allowInsecure', allowed)}
                  />
                </>
              )}
            </Show>
          </Question>
          <Question number={3} title={t.request} done={typed.path.trim() !== ''}>
            <div class="first-case-request">
              <Select
                label={t.method}
                hideLabel
                small
                value={typed.method}
                options={[...new Set([typed.method, ...methods])].map((value) => ({ value, label: value }))}
                onChange={part.set('method')}
              />
              <TextField
                label={t.path}
                hideLabel
                variables={false}
                code
                value={typed.path}
                placeholder="/orders?limit=10"
                onInput={part.set('path')}
                onPaste={pasteCommand}
              />
            </div>
            <Show when={mayHaveBody(typed) && typed.otherBody === undefined}>
              <TextField
                label={t.body}
                variables={false}
                code
                multiline
                value={typed.json}
                placeholder="{ }"
                onInput={part.set('json')}
              />
            </Show>
          </Question>
        </div>
        <MadePreview
          made={made()}
          address={typed.address}
          name={typed.name}
          suggested={projectName(typed)}
          onName={part.set('name')}
        />
      </form>
    </Dialog>
  )
}

const accessKeys = ['token', 'keyName', 'keyValue', 'username', 'provider', 'clientId', 'clientSecret'] as const
const accessDone = (missing: Partial<Record<keyof Typed, string>>) => accessKeys.every((key) => missing[key] === undefined)

/** One question of the form: its number becomes a tick when it is answered. */
const Question: Component<{ number: number; title: string; done: boolean; children: JSX.Element }> = (props) => {
  const id = createUniqueId()
  return (
    <section class="first-case-question" aria-labelledby={id}>
      <span class="first-case-number" classList={{ 'first-case-number-done': props.done }} aria-hidden="true">
        <Show when={props.done} fallback={props.number}>
          <Check />
        </Show>
      </span>
      <h3 id={id}>{props.title}</h3>
      <div class="first-case-fields">{props.children}</div>
    </section>
  )
}

const AccessFields: Component<FormPart> = (props) => (
  <>
    <Show when={props.typed.access === 'bearer'}>
      <SecretInput part={props} name="token" label={t.token} />
    </Show>
    <Show when={props.typed.access === 'api-key'}>
      <TextField
        label={t.keyName}
        variables={false}
        code
        value={props.typed.keyName}
        error={props.missing('keyName')}
        trailing={
          <RadioBar
            label={t.keyPlace}
            small
            value={props.typed.keyPlace}
            options={(['header', 'query'] as const).map((value) => ({ value, label: t.places[value] }))}
            onChange={props.set('keyPlace')}
          />
        }
        onInput={props.set('keyName')}
      />
      <SecretInput part={props} name="keyValue" label={t.keyValue} />
    </Show>
    <Show when={props.typed.access === 'basic'}>
      <TextField
        label={t.username}
        variables={false}
        value={props.typed.username}
        error={props.missing('username')}
        onInput={props.set('username')}
      />
      <SecretInput part={props} name="password" label={t.password} />
    </Show>
    <Show when={props.typed.access === 'oauth'}>
      <OAuthFields {...props} />
    </Show>
  </>
)

export default FirstCaseDialog
