import { createSignal, For, Show, type Component } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import Printer from 'lucide-solid/icons/printer'
import { describeDuration } from '#engine/base/duration.ts'
import type { About } from '#engine/reporters/html/document.ts'
import { outcomes } from '#engine/runner/report/outcomes.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Notice } from '../components/Notice.tsx'
import { OutcomeBadge } from '../components/OutcomeBadge.tsx'
import { RadioBar } from '../components/fields/RadioBar.tsx'
import { formatCount, formatMoment } from '../run/format.ts'
import { MaskedLabel } from '../run/log/MaskedText.tsx'
import { CookieJars } from '../run/results/CookieJars.tsx'
import { runTexts } from '../run/texts.ts'
import { countsOf } from './report-data.ts'
import { reportPageTexts as texts } from './texts.ts'

/** What the run came to, where and when it ran, and how to run it again. */
export const Head: Component<{ report: Report; about: About }> = (props) => (
  <header class="report-head">
    <div class="report-title">
      <svg class="report-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="m8.5 16.6 5 5L23.8 11" />
      </svg>
      <h1>{props.report.project.name}</h1>
      <div class="report-tools">
        <Theme />
        <IconButton label={texts.print} icon={Printer} onClick={() => print()} />
      </div>
    </div>
    <Summary report={props.report} />
    <Share report={props.report} />
    <Show when={props.about.command}>{(command) => <Command text={command()} />}</Show>
    <Notices report={props.report} about={props.about} />
  </header>
)

/** The verdict, the counts of outcomes, and the facts of the run. */
export const Summary: Component<{ report: Report }> = (props) => {
  const facts = (): [string, string][] => {
    const { requests, rows } = countsOf(props.report)
    const { environment, startedAt, name = '', duration, seed, total } = props.report
    return [
      [texts.runName, name],
      [texts.environment, environment?.name ?? texts.noEnvironment],
      [texts.began, startedAt === '' ? '' : formatMoment(Date.parse(startedAt))],
      [texts.took, duration === undefined ? '' : describeDuration(duration)],
      [texts.cases, formatCount(total.cases)],
      [texts.requests, formatCount(requests)],
      [texts.rows, rows > 0 ? formatCount(rows) : ''],
      [texts.seed, String(seed)],
    ]
  }
  return (
    <div class="report-summary">
      <p class="report-verdict">
        <OutcomeBadge
          outcome={props.report.outcome ?? 'cancelled'}
          text={props.report.outcome ? runTexts.outcomes[props.report.outcome] : texts.unfinished}
        />
        <span class="report-counts">
          <For each={told(props.report)}>
            {([outcome, count], index) => (
              <>
                {index() > 0 ? ', ' : ''}
                <span class={`report-count-${outcome}`}>
                  {formatCount(count)} {outcome}
                </span>
              </>
            )}
          </For>
        </span>
      </p>
      <dl class="report-facts">
        <For each={facts().filter(([, value]) => value !== '')}>
          {([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
    </div>
  )
}

/** Outcomes that some step had, and always how many passed; the worst last. */
const told = ({ counts }: Report) =>
  (['passed', 'failed', 'broken', 'skipped', 'cancelled'] as const)
    .map((outcome) => [outcome, counts[outcome]] as const)
    .filter(([outcome, count]) => count > 0 || outcome === 'passed')

/** The outcomes of all steps as parts of one line. */
const Share: Component<{ report: Report }> = (props) => {
  const parts = () => outcomes.toReversed().map((outcome) => ({ outcome, count: props.report.counts[outcome] }))
  const label = () =>
    told(props.report)
      .map(([outcome, count]) => texts.shareOf(count, outcome))
      .join(', ')
  return (
    <div class="report-share" role="img" aria-label={`${texts.share}: ${label()}`}>
      <For each={parts().filter(({ count }) => count > 0)}>
        {({ outcome, count }) => <span class={`report-share-${outcome}`} style={{ 'flex-grow': count }} />}
      </For>
    </div>
  )
}

const Command: Component<{ text: string }> = (props) => {
  const [said, setSaid] = createSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text)
      setSaid(texts.copied)
    } catch {
      // A browser may keep the clipboard from a page that is a file.
      setSaid(texts.copyFailed)
    }
  }
  return (
    <div class="report-command">
      <span class="report-label">{texts.runAgain}</span>
      <code tabindex="0" role="group" aria-label={texts.runAgain}>
        {props.text}
      </code>
      <Button small icon={Copy} onClick={() => void copy()}>
        {texts.copy}
      </Button>
      <span class="report-said" role="status">
        {said()}
      </span>
    </div>
  )
}

/** Cases that were not started, of which so many are named. */
const mostNamed = 100

const Notices: Component<{ report: Report; about: About }> = (props) => {
  const names = () =>
    (props.report.notBegun ?? []).flatMap(({ suite, cases }) => cases.map(({ name }) => `${suite.name} › ${name}`))
  return (
    <>
      <Show when={props.report.reason}>{(reason) => <Notice kind="warning">{reason()}</Notice>}</Show>
      <Show when={names().length > 0}>
        <details class="report-not-begun">
          <summary>{texts.notBegun(names().length)}</summary>
          <ul>
            <For each={names().slice(0, mostNamed)}>{(name) => <li>{name}</li>}</For>
          </ul>
          <Show when={names().length > mostNamed}>
            <p>{texts.moreNotBegun(names().length - mostNamed)}</p>
          </Show>
        </details>
      </Show>
      <Show when={props.report.jars}>
        {(jars) => (
          <details class="report-not-begun">
            <summary>{texts.cookies(jars().reduce((sum, { cookies, more = 0 }) => sum + cookies.length + more, 0))}</summary>
            <div class="report-cookies">
              <CookieJars report={props.report} value={MaskedLabel} />
            </div>
          </details>
        )}
      </Show>
      <Show when={props.about.left > 0}>
        <Notice kind="info">{texts.left(props.about.left)}</Notice>
      </Show>
    </>
  )
}

const Theme: Component = () => {
  const [theme, setTheme] = createSignal('auto')
  const choose = (next: string) => {
    setTheme(next)
    if (next === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
  }
  const options = Object.entries(texts.themes).map(([value, label]) => ({ value, label }))
  return <RadioBar label={texts.theme} value={theme()} options={options} onChange={choose} small />
}
