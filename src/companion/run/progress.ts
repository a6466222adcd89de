import type { RunEvent } from '#engine/runner/report/events.ts'
import { programTexts as texts } from '../texts.ts'

/** Milliseconds between two changes of the line: more often nobody can read it, and short runs need none. */
const pause = 80

/** Shows how far a run is, in a line below its report. */
export function showProgress(status: (text: string | undefined) => void): (event: RunEvent) => void {
  const running = new Map<string, string>()
  let [total, ended, bad] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    timer = undefined
    status(texts.progress(ended, total, bad, [...running.values()].at(-1)))
  }
  return (event) => {
    if (event.type === 'run-started') total = event.total.cases
    else if (event.type === 'case-started') running.set(event.case.id, `${event.suite.name} > ${event.case.name}`)
    else if (event.type === 'case-finished') {
      running.delete(event.case)
      ended++
      if (event.outcome === 'failed' || event.outcome === 'broken') bad++
    } else if (event.type === 'run-finished') {
      clearTimeout(timer)
      return status(undefined)
    } else return
    timer ??= setTimeout(draw, pause)
  }
}
