import { Match, Switch, type JSX, type ParentComponent } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import X from 'lucide-solid/icons/x'
import { capital } from '#engine/base/capital.ts'
import { moveByKeys } from './move-by-keys.ts'
import { RowActions } from './RowActions.tsx'
import { rowTexts } from './row-texts.ts'
import type { RowPlace } from './StepRows.tsx'
import { stepEditorTexts as texts } from '../texts.ts'

/** See {@link RowFrame}. */
export interface RowFrameProps extends RowPlace {
  /** How it went in the last run, which stands instead of its number; undefined: nothing is known. */
  passed?: boolean | undefined
  /** The fields of its line; the children stand below it. */
  fields: JSX.Element
  /** Besides `check-fields`. */
  class?: string
}

/** What all rows of {@link StepRows} have: their number, the menu of what can be done to them, and Alt+Up and Alt+Down to move them. */
export const RowFrame: ParentComponent<RowFrameProps> = (props) => {
  const name = () => texts.row(props.what, props.index + 1)
  return (
    <div
      role="group"
      aria-label={capital(name())}
      class="check check-grid"
      onKeyDown={(event) => !props.readOnly && moveByKeys(event, props.index, props.count, props.onMove)}
    >
      <span class="check-mark" title={props.passed === undefined ? '' : rowTexts.lastRun[props.passed ? 'passed' : 'failed']}>
        <Switch fallback={<span class="check-number">{props.index + 1}</span>}>
          <Match when={props.passed === true}>
            <Check class="check-passed" aria-label={rowTexts.passed} />
          </Match>
          <Match when={props.passed === false}>
            <X class="check-failed" aria-label={rowTexts.failed} />
          </Match>
        </Switch>
      </span>
      <div class={`check-fields ${props.class ?? ''}`}>{props.fields}</div>
      <RowActions
        what={name()}
        index={props.index}
        count={props.count}
        readOnly={props.readOnly}
        onMove={props.onMove}
        onDuplicate={props.onDuplicate}
        onRemove={props.onRemove}
      />
      {props.children}
    </div>
  )
}
