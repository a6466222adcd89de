import { Show, type Component } from 'solid-js'
import { MaskedText } from './log/MaskedText.tsx'
import { CookieJars } from './results/CookieJars.tsx'
import { useRun } from './run-context.ts'
import './results/lists.css'

/** The cookies that the run's jars held at their end; values of sessions masked. */
export const CookiesView: Component = () => {
  const { details, session } = useRun()
  /** The report is one object that moves on. */
  const report = () => {
    details.version()
    const found = session.report()
    return found?.jars && { ...found }
  }
  return (
    <div class="run-list run-list-scroll">
      <Show when={report()}>{(found) => <CookieJars report={found()} value={MaskedText} />}</Show>
    </div>
  )
}
