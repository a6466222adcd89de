import { createMemo, For, Match, Show, Switch, type Component, type JSX } from 'solid-js'
import { describeDuration } from '#engine/base/duration.ts'
import type { StepDetails } from '#engine/reporters/html/details.ts'
import { stepsOfRow } from '#engine/runner/report/report-parts.ts'
import { placeKey, rowNumber } from '#engine/runner/execute/place.ts'
import { finishedSteps } from '#engine/runner/execute/progress.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { Notice } from '../components/Notice.tsx'
import { OutcomeBadge } from '../components/OutcomeBadge.tsx'
import { MaskedLabel } from '../run/log/MaskedText.tsx'
import { formatMoment } from '../run/format.ts'
import { resultName } from '../run/results/ResultItem.tsx'
import type { ResultRow } from '../run/results/result-rows.ts'
import { messageTexts } from '../run/results/message-texts.ts'
import { rowsInRange, type RowRange } from '../run/results/row-ranges.ts'
import { runTexts } from '../run/texts.ts'
import { outcomeOfRow } from './outcome-of-row.ts'
import { Failure } from './Failure.tsx'
import { lookedAt } from './source-step.ts'
import { Messages } from './Messages.tsx'
import { NamedValues } from './NamedValues.tsx'
import { Query } from './Query.tsx'
import type { DetailsIndex } from './report-data.ts'
import { reportPageTexts as texts } from './texts.ts'

/** All that a report has of a suite, a case, a row or a step. */
export const Details: Component<{ row: ResultRow; details: DetailsIndex }> = (props) => (
  <Switch fallback={<SuiteDetails row={props.row} />}>
    <Match when={props.row.step}>
      {(step) => (
        <StepView
          row={props.row}
          step={step()}
          details={props.details.of(keyOf(props.row, step()))}
          lookedAt={props.row.case && lookedAt(props.row.case, props.row.row, step(), props.details)}
        />
      )}
    </Match>
    <Match when={props.row.range}>{(range) => <RangeDetails row={props.row} range={range()} />}</Match>
    <Match when={props.row.row}>
      <RowDetails row={props.row} details={props.details} />
    </Match>
    <Match when={props.row.case}>
      <CaseDetails row={props.row} details={props.details} />
    </Match>
  </Switch>
)

const keyOf = (row: ResultRow, step: StepReport): string =>
  placeKey({ case: row.case?.id ?? '', rows: row.row?.rows, step: step.id })

/** Where something is, its name, and how it ended. */
const Title: Component<{ row: ResultRow }> = (props) => {
  const path = () => {
    const { suite, case: entry, row, step, range } = props.row
    const above = [suite.name, entry?.name, row && texts.row(rowNumber(row.rows))].slice(
      0,
      step || range ? 3 : row ? 2 : entry ? 1 : 0,
    )
    return above.filter((name) => name !== undefined).join(' › ')
  }
  const part = () => (props.row.range ? undefined : (props.row.step ?? props.row.row ?? props.row.case))
  const outcome = () => outcomeOfRow(props.row)
  const facts = () => {
    const duration = part()?.duration
    const { step } = props.row
    return [duration === undefined || outcome() === 'skipped' ? '' : describeDuration(duration), step?.summary ?? '']
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <header class="report-of">
      <Show when={path()}>
        <p class="report-path">{path()}</p>
      </Show>
      <h2>{resultName(props.row)}</h2>
      <p class="report-how">
        <OutcomeBadge outcome={outcome()} />
        <span>
          <MaskedLabel text={facts()} />
        </span>
      </p>
    </header>
  )
}

const Part: Component<{ title: string; note?: string; when: unknown; children: JSX.Element }> = (props) => (
  <Show when={props.when}>
    <section class="report-part">
      <h3>
        {props.title}
        <Show when={props.note}>
          <span class="report-part-note">{props.note}</span>
        </Show>
      </h3>
      {props.children}
    </section>
  </Show>
)

/** See {@link StepView}. */
interface StepViewProps {
  row: ResultRow
  step: StepReport
  details: StepDetails | undefined
  lookedAt: ReturnType<typeof lookedAt>
}

const StepView: Component<StepViewProps> = (props) => {
  const checks = () => props.details?.checks ?? []
  const held = () => checks().filter(({ passed }) => passed).length
  return (
    <article class="report-article">
      <Title row={props.row} />
      <Show when={props.step.outcome !== 'passed' && props.step.outcome !== 'skipped'}>
        <Failure step={props.step} />
      </Show>
      <Show when={props.step.lookedAt}>
        {(at) => <p class="report-hint">{texts.lookedAt(at().step.name, formatMoment(Date.parse(at().startedAt)))}</p>}
      </Show>
      <For each={props.step.warnings}>{(warning) => <Notice kind="warning">{warning}</Notice>}</For>
      <Part title={texts.checks} note={texts.checksHeld(held(), checks().length)} when={checks().length > 0}>
        <ul class="report-checks">
          <For each={checks()}>
            {(check) => (
              <li>
                <OutcomeBadge outcome={check.passed ? 'passed' : 'failed'} iconOnly />
                <span>
                  <code>
                    <MaskedLabel text={check.subject} />
                  </code>{' '}
                  <MaskedLabel text={check.expected} />
                </span>
              </li>
            )}
          </For>
        </ul>
      </Part>
      <Part title={texts.messages} when={props.details?.exchanges?.length}>
        <Messages step={props.step} details={props.details ?? {}} />
      </Part>
      <Part title={texts.queries} when={props.details?.queries?.length}>
        <For each={props.details?.queries}>
          {(query) => (
            <Query query={query} rows={props.details?.bodies?.[query.id]} note={props.details?.notes?.[`${query.id} response`]} />
          )}
        </For>
      </Part>
      <Show when={props.lookedAt}>
        {(source) => (
          <Part title={texts.messages} note={messageTexts.exchange.lookedAt(source().step.name)} when>
            <Messages step={source().step} details={source().messages} />
          </Part>
        )}
      </Show>
      <Part title={texts.variables} when={props.details?.variables?.length}>
        <dl class="named-values">
          <For each={props.details?.variables}>
            {({ name, value, scope }) => (
              <div>
                <dt>
                  {name} <span class="report-scope">{scope}</span>
                </dt>
                <dd>
                  <MaskedLabel text={value} />
                </dd>
              </div>
            )}
          </For>
        </dl>
      </Part>
      <Part title={texts.notes} when={props.details?.log?.some(({ level }) => level === 'info')}>
        <ul class="report-log">
          <For each={props.details?.log?.filter(({ level }) => level === 'info')}>
            {({ text }) => (
              <li>
                <MaskedLabel text={text} />
              </li>
            )}
          </For>
        </ul>
      </Part>
      <Show when={props.details === undefined && props.lookedAt === undefined && props.step.summary !== undefined}>
        <p class="report-hint">{texts.noDetails}</p>
      </Show>
    </article>
  )
}

/** The steps of a part, each with how it ended, and the conversation of all of them as one diagram. */
const StepsOf: Component<{ row: ResultRow; steps: readonly StepReport[]; details: DetailsIndex }> = (props) => {
  const all = createMemo(() => {
    const each = props.steps.map((step) => props.details.of(keyOf(props.row, step)))
    return {
      exchanges: each.flatMap((one) => one?.exchanges ?? []),
      bodies: Object.assign({}, ...each.map((one) => one?.bodies)) as Record<string, string>,
      notes: Object.assign({}, ...each.map((one) => one?.notes)) as Record<string, string>,
    }
  })
  const failed = () => props.steps.find(({ outcome }) => outcome === 'failed' || outcome === 'broken')
  return (
    <>
      <Part title={texts.steps} when={props.steps.length}>
        <ol class="report-steps">
          <For each={props.steps}>
            {(step) => (
              <li>
                <OutcomeBadge outcome={step.outcome} iconOnly />
                <span>{step.name}</span>
                <span class="report-step-facts">
                  {step.duration === undefined || step.outcome === 'skipped' ? '' : describeDuration(step.duration)}
                </span>
              </li>
            )}
          </For>
        </ol>
      </Part>
      <Part title={texts.messages} when={all().exchanges.length}>
        <Messages step={failed()} details={all()} />
      </Part>
    </>
  )
}

const RowDetails: Component<{ row: ResultRow; details: DetailsIndex }> = (props) => {
  const values = () => Object.entries(props.row.row?.values ?? {})
  const steps = () => (props.row.case && props.row.row ? stepsOfRow(props.row.case, props.row.row) : [])
  const isKept = () => steps().some((step) => props.details.of(keyOf(props.row, step)) !== undefined)
  return (
    <article class="report-article">
      <Title row={props.row} />
      <Part title={texts.rowValues} when={values().length}>
        <NamedValues pairs={values()} />
      </Part>
      <Show when={props.row.row?.outcome === 'passed' && !isKept()}>
        <p class="report-hint">{texts.rowNotShown}</p>
      </Show>
      <StepsOf row={props.row} steps={steps()} details={props.details} />
    </article>
  )
}

/** Many rows of a loop: those that are listed, with their values. */
const RangeDetails: Component<{ row: ResultRow; range: RowRange }> = (props) => {
  const rows = () => (props.row.case ? rowsInRange(props.row.case, props.range) : [])
  return (
    <article class="report-article">
      <Title row={props.row} />
      <Part title={texts.rows} when={rows().length}>
        <ol class="report-steps">
          <For each={rows().slice(0, 1_000)}>
            {(row) => (
              <li>
                <OutcomeBadge outcome={row.outcome ?? 'cancelled'} iconOnly />
                <span>
                  <MaskedLabel text={runTexts.rowOf(rowNumber(row.rows), Object.entries(row.values))} />
                </span>
                <span class="report-step-facts">{row.duration === undefined ? '' : describeDuration(row.duration)}</span>
              </li>
            )}
          </For>
        </ol>
      </Part>
    </article>
  )
}

const CaseDetails: Component<{ row: ResultRow; details: DetailsIndex }> = (props) => {
  /** Rows of which only the number is known. */
  const unlisted = () => {
    const { rowCounts, rows = [] } = props.row.case ?? {}
    return rowCounts ? finishedSteps(rowCounts) - rows.length : 0
  }
  return (
    <article class="report-article">
      <Title row={props.row} />
      <Show when={unlisted() > 0 && props.row.case?.rows?.length}>
        <p class="report-hint">{texts.moreRows(unlisted())}</p>
      </Show>
      <StepsOf row={props.row} steps={props.row.case?.steps ?? []} details={props.details} />
    </article>
  )
}

const SuiteDetails: Component<{ row: ResultRow }> = (props) => (
  <article class="report-article">
    <Title row={props.row} />
    <Part title={texts.cases} when={props.row.suite.cases.length}>
      <ol class="report-steps">
        <For each={props.row.suite.cases.slice(0, 1_000)}>
          {(entry) => (
            <li>
              <OutcomeBadge outcome={entry.outcome ?? 'cancelled'} iconOnly />
              <span>{entry.name}</span>
              <span class="report-step-facts">{entry.duration === undefined ? '' : describeDuration(entry.duration)}</span>
            </li>
          )}
        </For>
      </ol>
      <Show when={props.row.suite.cases.length > 1_000}>
        <p class="report-hint">{texts.moreCases(props.row.suite.cases.length - 1_000)}</p>
      </Show>
    </Part>
  </article>
)
