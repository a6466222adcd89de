import type { RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { inKey, placeKey } from '#engine/runner/execute/place.ts'
import { writeReport } from '../json/index.ts'
import type { Reporter } from '../reporter.ts'
import { createBudget, type Budget } from './budget.ts'
import { addDetail, type StepDetails } from './details.ts'
import { beginData, beginDocument, endData, endDocument, type About } from './document.ts'
import { inScript, jsonForHtml } from './json-for-html.ts'

/** Rows of a loop that passed up to which their messages are shown. */
const passedRowsShown = 50

/**
 * One HTML file that needs nothing else: the report as the `json` reporter writes it, a line of JSON for the messages of each step, and
 * a page that draws them (`src/ui/report`). Messages are written as soon as their case or row has ended.
 */
export const htmlReporter: Reporter<'html'> = {
  id: 'html',
  create(write, body, { command, page } = {}) {
    const report = emptyReport()
    let budget: Budget | undefined
    let passedRows = new Map<string, number>()
    /** The details of steps by the case or the row that they are in, which has not ended. */
    const open = new Map<string, Map<string, StepDetails>>()
    const close = (part: string, passed: boolean, isShown = true): void => {
      const steps = open.get(part)
      open.delete(part)
      for (const [key, details] of isShown ? (steps ?? []) : []) {
        const line = budget?.line(key, details, passed)
        if (line !== undefined) write(line)
      }
    }
    const follow = (event: RunEvent): void => {
      if (event.type === 'run-started') {
        budget = createBudget(event.total.steps, body)
        write(beginDocument(event.project.name, page))
        write(beginData('details', 'application/jsonl'))
      } else if (event.type === 'case-started') {
        passedRows = new Map([...passedRows].filter(([loop]) => !loop.startsWith(`${inKey(event.case.id)}\n`)))
      } else if (event.type === 'row-finished') {
        const passed = event.outcome === 'passed'
        const loop = placeKey({ case: event.case, step: event.step })
        const count = (passedRows.get(loop) ?? 0) + 1
        if (passed) passedRows.set(loop, count)
        close(placeKey({ case: event.case, rows: event.rows }), passed, !passed || count <= passedRowsShown)
      } else if (event.type === 'case-finished') {
        close(placeKey({ case: event.case }), event.outcome === 'passed')
      } else if (event.type !== 'run-finished' && event.type !== 'run-cookies' && event.type !== 'row-started') addTo(open, event)
    }
    return (event) => {
      follow(event)
      fold(report, event)
      if (event.type !== 'run-finished') return
      for (const part of open.keys()) close(part, false)
      const about: About = { command: command?.(report.seed), left: budget?.left ?? 0 }
      write(`${endData}${beginData('report', 'application/json')}`)
      writeReport(report, (json) => write(inScript(json)))
      write(`${endData}${beginData('about', 'application/json')}${jsonForHtml(about)}\n${endData}`)
      write(endDocument(report, about, page))
    }
  },
}

type StepEvent = Exclude<RunEvent, { type: `run-${string}` | `case-${string}` | `row-${string}` }>

function addTo(open: Map<string, Map<string, StepDetails>>, event: StepEvent): void {
  const part = placeKey({ case: event.case, rows: event.rows })
  const steps = open.get(part) ?? new Map<string, StepDetails>()
  open.set(part, steps)
  const key = placeKey(event)
  const details = steps.get(key) ?? {}
  if (addDetail(details, event)) steps.set(key, details)
}
