import { Match, Switch, type Component } from 'solid-js'
import { rowTexts } from '../rows/row-texts.ts'

/** What a path is worth: what is wrong with it, or what it finds in the last answer while it is being typed. */
export type PathLook = { problem: string } | { found: string } | { nothing: true }

/** Below a row: see {@link PathLook}. */
export const PathNote: Component<{ look: PathLook | undefined }> = (props) => {
  const problem = () => (props.look && 'problem' in props.look ? props.look.problem : undefined)
  const found = () => (props.look && 'found' in props.look ? props.look.found : undefined)
  return (
    <Switch>
      <Match when={problem()}>
        {(text) => (
          <div class="check-wide field-note field-error" role="status">
            {text()}
          </div>
        )}
      </Match>
      <Match when={found()}>
        {(text) => (
          <div class="check-wide check-look" role="status">
            {rowTexts.found} <code>{text()}</code>
          </div>
        )}
      </Match>
      <Match when={props.look && 'nothing' in props.look}>
        <div class="check-wide check-look" role="status">
          {rowTexts.findsNothing}
        </div>
      </Match>
    </Switch>
  )
}
