import { createSignal, type Component } from 'solid-js'
import { emptyEnvironment, emptyVariable } from '#engine/project/empty.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/fields/TextField.tsx'
import { newId } from './new-id.ts'
import { newProjectTexts as t } from './new-project-texts.ts'
import { useProject } from './project-context.ts'
import './NewProjectCard.css'

/** What a new project needs, without standing in the way of anything: its name, and where its API is. */
const NewProjectCard: Component<{ onDone(): void }> = (props) => {
  const context = useProject()
  const [name, setName] = createSignal('')
  const [environment, setEnvironment] = createSignal('')
  const [address, setAddress] = createSignal('')
  /** The card goes with the focus in it: what comes next is a step. */
  const done = () => {
    props.onDone()
    queueMicrotask(() => document.querySelector<HTMLElement>('.case-steps-scroll button')?.focus())
  }
  const setUp = (event: SubmitEvent) => {
    event.preventDefault()
    const id = newId()
    context.workspace.edit(t.edit, [], ({ head }) => {
      head.name = name().trim() || head.name
      head.environments.push({
        ...emptyEnvironment(id, environment().trim() || t.usualEnvironment),
        variables: [{ ...emptyVariable(t.variable), value: address().trim().replace(/\/+$/, '') }],
      })
    })
    context.setEnvironment(id)
    done()
  }
  return (
    <form class="new-project" aria-label={t.title} onSubmit={setUp}>
      <h3>{t.title}</h3>
      <p>{t.text}</p>
      <TextField label={t.name} variables={false} value={name()} placeholder={context.workspace.head()?.name} onInput={setName} />
      <TextField
        label={t.environment}
        variables={false}
        value={environment()}
        placeholder={t.usualEnvironment}
        hint={t.environmentHint}
        onInput={setEnvironment}
      />
      <TextField
        label={t.address}
        variables={false}
        code
        value={address()}
        placeholder="https://api.example.com"
        hint={t.addressHint}
        onInput={setAddress}
      />
      <div class="new-project-actions">
        <Button kind="primary" type="submit">
          {t.setUp}
        </Button>
        <Button onClick={done}>{t.later}</Button>
      </div>
    </form>
  )
}
export default NewProjectCard
