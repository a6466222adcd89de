import { For, Show } from 'solid-js'
import { render } from 'solid-js/web'
import { showBeside } from '../../components/overlays/floating.ts'
import { describeKeys } from '../../page/keys.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { lookTexts as t } from '../theme/theme-texts.ts'
import './environment-look.css'

/** How long the pointer rests before anything is shown, in milliseconds. */
const REST = 350
/** More are counted. */
const MOST = 14

let shown: (() => void) | undefined

/** What the variables of the active environment are, while the pointer rests on its choice; secrets stay hidden. */
export function lookAtEnvironment(context: ProjectContext, target: HTMLElement): void {
  const begun = setTimeout(() => show(context, target), REST)
  const leave = () => {
    clearTimeout(begun)
    shown?.()
  }
  target.addEventListener('pointerleave', leave, { once: true })
  // The list of the choice itself would lie below it.
  target.addEventListener('pointerdown', leave, { once: true })
}

function show(context: ProjectContext, target: HTMLElement): void {
  shown?.()
  const environment = context.workspace.head()?.environments.find(({ id }) => id === context.environment())
  if (!environment || !target.isConnected) return
  const host = document.createElement('div')
  document.body.append(host)
  let tip: HTMLDivElement | undefined
  const more = environment.variables.length - MOST
  const dispose = render(
    () => (
      <div popover="manual" class="environment-look" role="tooltip" ref={(element) => (tip = element)}>
        <strong>{environment.name}</strong>
        <Show when={environment.variables.length > 0} fallback={<p>{t.none}</p>}>
          <dl>
            <For each={environment.variables.slice(0, MOST)}>
              {({ name, value }) => (
                <div>
                  <dt>{name}</dt>
                  <dd>{typeof value === 'object' ? t.hidden : String(value) || t.empty}</dd>
                </div>
              )}
            </For>
          </dl>
        </Show>
        <p>
          {more > 0 ? `${t.more(more)} ` : ''}
          {t.edit(describeKeys('Mod+E'))}
        </p>
      </div>
    ),
    host,
  )
  if (tip) showBeside(tip, target.getBoundingClientRect())
  shown = () => {
    shown = undefined
    dispose()
    host.remove()
  }
}
