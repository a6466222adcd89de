import { beginHtml } from '#engine/reporters/html/begin-html.ts'
import { escaped } from '#engine/reporters/html/json-for-html.ts'
import { printable } from '#engine/base/printable.ts'
import { alikeSamples } from '../alike-samples.ts'
import type { LoadReport } from '../report.ts'
import {
  compared,
  counted,
  curves,
  inMs,
  polyline,
  resultLine,
  shownMetric,
  shownThreshold,
  spreadColumns,
  type Curve,
} from './describe.ts'

const text = (value: string): string => escaped(printable(value))

/** One page that needs nothing else and runs nothing: result, thresholds, curves, steps, failures with what was sent and answered. */
export function htmlReport(report: LoadReport, earlier?: LoadReport): string {
  const { test, project, environment, target, startedAt, seed, reason, notes } = report
  return `${beginHtml({ title: printable(`${test.name} - load test`), allowed: [`style-src 'unsafe-inline'`], style })}<main>
<h1>${text(test.name)}</h1>
<p class="facts">${[
    project.name,
    environment?.name,
    target.name,
    new Date(startedAt).toISOString().replace('T', ' ').slice(0, 19),
    `seed ${seed}`,
  ]
    .filter((fact) => fact !== undefined)
    .map((fact) => `<span>${text(fact)}</span>`)
    .join('')}</p>
<p class="result ${report.outcome}">${text(resultLine(report))}</p>
${[...(reason === undefined ? [] : [reason]), ...notes].map((note) => `<p class="note">${text(note)}</p>\n`).join('')}${thresholdsOf(report)}${curvesOf(report)}${spreadsOf(report)}${earlier ? comparedTo(report, earlier) : ''}${stepsOf(report)}${errorsOf(report)}${samplesOf(report)}</main>
</body>
</html>
`
}

const section = (title: string, content: string): string => `<section>\n<h2>${title}</h2>\n${content}</section>\n`

const row = (cells: readonly string[], tag: 'td' | 'th' = 'td'): string =>
  `<tr>${cells.map((cell, at) => (at === 0 ? `<th scope="${tag === 'th' ? 'col' : 'row'}">${cell}</th>` : `<${tag}>${cell}</${tag}>`)).join('')}</tr>\n`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide"><table>\n<thead>${row(head, 'th')}</thead>\n<tbody>${rows.map((one) => row(one)).join('')}</tbody>\n</table></div>\n`

function thresholdsOf({ thresholds }: LoadReport): string {
  if (thresholds.length === 0) return ''
  const rows = thresholds.map((one) => [
    text(shownThreshold(one)),
    text(shownMetric(one.metric, one.actual)),
    `<span class="${one.passed ? 'passed' : 'failed'}">${one.passed ? 'met' : 'not met'}</span>`,
  ])
  return section('Thresholds', table(['Threshold', 'Measured', ''], rows))
}

const [width, height] = [560, 120]

function curvesOf({ series }: LoadReport): string {
  if (series.points.length < 2) return ''
  return section(
    'Over time',
    `<div class="curves">${curves
      .filter(({ lines }) => series.points.some((point) => lines.some(({ of }) => of(point, series.width) > 0)))
      .map((curve) => curveOf(curve, series))
      .join('')}</div>\n`,
  )
}

function curveOf({ title, unit, lines }: Curve, { points, width: seconds }: LoadReport['series']): string {
  const most = Math.max(...points.flatMap((point) => lines.map(({ of }) => of(point, seconds))))
  const drawn = lines.map(
    ({ of }, at) =>
      `<polyline class="line${at}" points="${polyline(points, (point) => of(point, seconds), { width, height, most })}"/>`,
  )
  const end = points.at(-1)?.at ?? 0
  const legend = lines.length > 1 ? lines.map(({ name }, at) => `<span class="line${at}">${name}</span>`).join(' ') : ''
  return `<figure><figcaption>${title} <span class="legend">${legend}</span><span class="most">at most ${counted(most)} ${unit}</span></figcaption>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}: at most ${counted(most)} ${unit}">${drawn.join('')}</svg>
<p class="scale"><span>0 s</span><span>${counted(end)} s</span></p></figure>
`
}

const spreadsOf = ({ summary }: LoadReport): string =>
  section(
    'Durations, ms',
    table(
      ['', ...spreadColumns],
      (
        [
          ['Requests', summary.duration],
          ['Iterations', summary.iteration],
        ] as const
      ).map(([name, spread]) => [name, ...spreadColumns.map((of) => inMs(spread[of]))]),
    ),
  )

const comparedTo = (report: LoadReport, earlier: LoadReport): string =>
  section(
    'Compared with the earlier run',
    table(
      ['', 'Earlier', 'Now', 'Change'],
      compared(report, earlier).map(({ name, before, now, change }) => [name, before, now, change]),
    ),
  )

const stepsOf = ({ steps }: LoadReport): string =>
  section(
    'Steps',
    table(
      ['Step', 'Count', 'Failed', 'Requests', ...spreadColumns],
      steps.map(({ case: one, step, count, failed, requests, duration }) => [
        text(`${one.name} > ${step.name}`),
        counted(count),
        counted(failed),
        counted(requests),
        ...spreadColumns.map((of) => inMs(duration[of])),
      ]),
    ),
  )

const errorsOf = ({ errors }: LoadReport): string =>
  errors.length === 0
    ? ''
    : section(
        'Failures',
        table(
          ['What', 'Outcome', 'Count'],
          errors.map((one) => [text(one.text), text(one.code ?? one.outcome), counted(one.count)]),
        ),
      )

function samplesOf({ samples }: LoadReport): string {
  if (samples.length === 0) return ''
  const shown = alikeSamples(samples).map(({ first: sample, count }) => {
    const { exchange } = sample
    const checks = sample.checks.map(
      ({ subject, expected, actual }) => `${subject}\n  expected: ${expected}\n  actual:   ${actual}`,
    )
    const sent =
      exchange &&
      [
        `${exchange.request.method} ${exchange.request.url}`,
        ...exchange.request.headers.map(([name, value]) => `${name}: ${value}`),
        ...(exchange.request.body ? ['', exchange.request.body.text] : []),
      ].join('\n')
    const answered =
      exchange?.response &&
      [
        `${exchange.response.status} ${exchange.response.statusText}`,
        ...exchange.response.headers.map(([name, value]) => `${name}: ${value}`),
        ...(exchange.response.text === undefined ? [] : ['', exchange.response.text]),
      ].join('\n')
    const blocks = [sample.message, ...checks, sent, answered ?? exchange?.error?.message]
    const when = `after ${counted(sample.at)} s (user ${sample.user}, iteration ${sample.iteration})`
    const title = `${sample.case} > ${sample.step}: ${sample.outcome} ${count === 1 ? when : `${count} times, first ${when}`}`
    return `<details><summary>${text(title)}</summary>${blocks.map((block) => (block === undefined || block === '' ? '' : `<pre>${text(block)}</pre>`)).join('')}</details>\n`
  })
  return section(samples.length === 1 ? 'The failure' : `The first ${samples.length} failures`, shown.join(''))
}

const style = `
:root{color-scheme:light dark;--ground:#fff;--text:#1c2024;--quiet:#60646c;--line:#e0e1e6;--accent:#3358d4;--passed:#18794e;--failed:#cd2b31;--second:#b5561c}
@media (prefers-color-scheme:dark){:root{--ground:#111113;--text:#edeef0;--quiet:#b0b4ba;--line:#2e3135;--accent:#9eb1ff;--passed:#3dd68c;--failed:#ff9592;--second:#ffa057}}
body{margin:0;background:var(--ground);color:var(--text);font:14px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:15px;margin:32px 0 8px}
.facts{color:var(--quiet);margin:0;display:flex;flex-wrap:wrap;gap:0 16px}
.result{font-size:16px;font-weight:600;margin:16px 0 0}.passed{color:var(--passed)}.failed,.broken{color:var(--failed)}
.note{color:var(--quiet);margin:4px 0 0}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:4px 16px 4px 0;text-align:right;border-bottom:1px solid var(--line);font-weight:400;white-space:nowrap}
thead th{color:var(--quiet)}th:first-child{text-align:left;white-space:normal;min-width:180px}
.curves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:20px 32px}
figure{margin:0}figcaption{display:flex;align-items:baseline;font-weight:500;margin-bottom:6px}.legend{font-weight:400;margin-left:8px}
svg{width:100%;height:120px;border-bottom:1px solid var(--line);overflow:visible}
polyline{fill:none;stroke-width:1.5;vector-effect:non-scaling-stroke}
polyline.line0{stroke:var(--accent)}polyline.line1{stroke:var(--second)}polyline.line2{stroke:var(--failed)}
span.line0{color:var(--accent)}span.line1{color:var(--second)}span.line2{color:var(--failed)}
.most{margin-left:auto;color:var(--quiet);font-size:12px;font-weight:400}
.scale{display:flex;justify-content:space-between;color:var(--quiet);font-size:12px;margin:4px 0 0}
details{border-bottom:1px solid var(--line);padding:6px 0}summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:color-mix(in srgb,var(--line) 40%,transparent);padding:8px 12px;margin:8px 0;border-radius:6px;font:12px/1.5 ui-monospace,monospace}
`
