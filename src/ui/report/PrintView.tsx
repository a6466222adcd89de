import { For, Show, type Component } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import { placeKey, rowNumber } from '#engine/runner/execute/place.ts'
import { isOwn } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import { OutcomeBadge } from '../components/OutcomeBadge.tsx'
import { isBad } from '../run/results/result-rows.ts'
import { Failure } from './Failure.tsx'
import { Summary } from './Head.tsx'
import { lookedAt } from './source-step.ts'
import { Message } from './Message.tsx'
import type { ReportData } from './report-data.ts'
import { reportPageTexts as texts } from './texts.ts'

/** What fits on paper that someone reads. */
const most = { failures: 100, cases: 2_000, messages: 20 }

interface BadStep {
  path: string
  one: CaseReport
  row: RowReport | undefined
  step: StepReport
  key: string
}

/** The report as one text for paper: the summary, what failed with its last message, all cases. */
export const PrintView: Component<{ data: ReportData }> = (props) => {
  const bad = () => badSteps(props.data.report)
  const cases = () => props.data.report.suites.flatMap((suite) => suite.cases.map((one) => ({ suite, one })))
  return (
    <main class="report-print">
      <h1>{props.data.report.project.name}</h1>
      <Summary report={props.data.report} />
      <Show when={props.data.report.reason}>{(reason) => <p>{reason()}</p>}</Show>
      <Show when={props.data.about.command}>
        {(command) => (
          <p>
            {texts.runAgain}: <code>{command()}</code>
          </p>
        )}
      </Show>
      <Show when={bad().length > 0}>
        <h2>{texts.failedSteps}</h2>
        <For each={bad().slice(0, most.failures)}>
          {(one, index) => <Printed {...one} data={props.data} withMessage={index() < most.messages} />}
        </For>
        <Show when={bad().length > most.failures}>
          <p>{texts.moreFailed(bad().length - most.failures)}</p>
        </Show>
      </Show>
      <h2>{texts.allCases}</h2>
      <table>
        <thead>
          <tr>
            <th>{texts.suite}</th>
            <th>{texts.case}</th>
            <th>{texts.outcome}</th>
            <th>{texts.duration}</th>
          </tr>
        </thead>
        <tbody>
          <For each={cases().slice(0, most.cases)}>
            {({ suite, one }) => (
              <tr>
                <td>{suite.name}</td>
                <td>{one.name}</td>
                <td>
                  <OutcomeBadge outcome={one.outcome ?? 'cancelled'} />
                </td>
                <td>{one.duration === undefined ? '' : describeDuration(one.duration)}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <Show when={cases().length > most.cases}>
        <p>{texts.moreCases(cases().length - most.cases)}</p>
      </Show>
    </main>
  )
}

const Printed: Component<BadStep & { data: ReportData; withMessage: boolean }> = (props) => {
  const details = props.data.details.of(props.key)
  const source = details?.exchanges ? details : lookedAt(props.one, props.row, props.step, props.data.details)?.messages
  const last = source?.exchanges?.at(-1)
  return (
    <article class="report-printed">
      <h3>
        <OutcomeBadge outcome={props.step.outcome} iconOnly /> {props.path}
      </h3>
      <Show when={props.step.summary}>
        <p class="report-how">{props.step.summary}</p>
      </Show>
      <Failure step={props.step} />
      <Show when={props.withMessage ? last : undefined}>
        {(exchange) => <Message exchange={exchange()} body={source?.bodies?.[exchange().id]} notes={source?.notes ?? {}} />}
      </Show>
    </article>
  )
}

/** Every step that failed or broke, in the order of the run. */
function badSteps({ suites }: Report): BadStep[] {
  const within = (suite: string, one: CaseReport, row: RowReport | undefined): BadStep[] =>
    ((row ?? one).steps ?? [])
      .filter((step) => isOwn(step) && isBad(step.outcome))
      .map((step) => ({
        path: [suite, one.name, row && texts.row(rowNumber(row.rows)), step.name]
          .filter((name) => name !== undefined)
          .join(' › '),
        one,
        row,
        step,
        key: placeKey({ case: one.id, rows: row?.rows, step: step.id }),
      }))
  return suites.flatMap((suite) =>
    suite.cases.flatMap((one) => [undefined, ...(one.rows ?? [])].flatMap((row) => within(suite.name, one, row))),
  )
}
