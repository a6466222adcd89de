import { For, Show, type Component } from 'solid-js'
import { alikeSamples } from '#engine/load/alike-samples.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoadPoint, LoadReport } from '#engine/load/report.ts'
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
} from '#engine/load/reports/describe.ts'
import { runInList } from '../../run/run-name.ts'
import { loadTexts as t } from './load-texts.ts'

const [width, height] = [300, 72]

const Drawn: Component<{ curve: Curve; points: readonly LoadPoint[]; seconds: number }> = (props) => {
  const most = () => Math.max(...props.points.flatMap((point) => props.curve.lines.map(({ of }) => of(point, props.seconds))))
  return (
    <figure class="load-figure">
      <figcaption>
        {props.curve.title}
        <Show when={props.curve.lines.length > 1}>
          <For each={props.curve.lines}>{(line, at) => <span class={`load-line${at()}`}>{line.name}</span>}</For>
        </Show>
        <span class="load-most">
          {t.atMost} {counted(most())} {props.curve.unit}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${props.curve.title}, at most ${counted(most())} ${props.curve.unit}`}
      >
        <For each={props.curve.lines}>
          {(line, at) => (
            <polyline
              class={`load-line${at()}`}
              points={polyline(props.points, (point) => line.of(point, props.seconds), { width, height, most: most() })}
            />
          )}
        </For>
      </svg>
      <p class="load-scale">
        <span>0 s</span>
        <span>{counted(props.points.at(-1)?.at ?? 0)} s</span>
      </p>
    </figure>
  )
}

const Curves: Component<{ points: readonly LoadPoint[]; seconds: number }> = (props) => (
  <Show when={props.points.length > 1}>
    <div class="load-curves">
      <For each={curves.filter(({ lines }) => props.points.some((point) => lines.some(({ of }) => of(point, 1) > 0)))}>
        {(curve) => <Drawn curve={curve} points={props.points} seconds={props.seconds} />}
      </For>
    </div>
  </Show>
)

const StepsTable: Component<{ steps: LoadReport['steps'] }> = (props) => (
  <div class="load-wide">
    <table class="load-numbers" aria-label={t.steps}>
      <thead>
        <tr>
          <th scope="col">{t.step}</th>
          <For each={[t.count, t.failed, ...spreadColumns]}>{(name) => <th scope="col">{name}</th>}</For>
        </tr>
      </thead>
      <tbody>
        <For each={props.steps}>
          {({ case: one, step, count, failed, duration }) => (
            <tr>
              <th scope="row">
                {one.name} › {step.name}
              </th>
              <td>{counted(count)}</td>
              <td classList={{ 'load-bad': failed > 0 }}>{counted(failed)}</td>
              <For each={spreadColumns}>{(of) => <td>{inMs(duration[of])}</td>}</For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  </div>
)

const Failures: Component<{ errors: LoadReport['errors'] }> = (props) => (
  <Show when={props.errors.length > 0}>
    <h4>{t.failures}</h4>
    <ul class="load-errors" aria-label={t.failures}>
      <For each={props.errors.slice(0, 20)}>
        {({ outcome, code, text, count }) => (
          <li>
            <b>{counted(count)}</b> {code ?? outcome}: {text}
          </li>
        )}
      </For>
    </ul>
  </Show>
)

/** How a load test stands while it goes on. */
export const LoadLive: Component<{ live: Live }> = (props) => (
  <>
    <dl class="load-live">
      <For
        each={[
          [t.users, counted(props.live.users)],
          [t.perSecond, counted(props.live.requestsPerSecond)],
          ['p50', `${inMs(props.live.duration.p50)} ms`],
          ['p95', `${inMs(props.live.duration.p95)} ms`],
          ['p99', `${inMs(props.live.duration.p99)} ms`],
          [t.iterations, counted(props.live.iterations)],
          [t.failed, counted(props.live.failedIterations)],
          ...(props.live.resets > 0 ? [[t.resets, counted(props.live.resets)] as const] : []),
        ]}
      >
        {([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )}
      </For>
    </dl>
    <Curves points={[...props.live.points]} seconds={1} />
    <StepsTable steps={props.live.steps} />
    <Failures errors={props.live.errors} />
  </>
)

const Compared: Component<{ report: LoadReport; earlier: LoadReport }> = (props) => {
  const title = () => t.comparedWith(runInList(props.earlier.startedAt))
  return (
    <>
      <h4>{title()}</h4>
      <div class="load-wide">
        <table class="load-numbers" aria-label={title()}>
          <thead>
            <tr>
              <For each={t.comparedColumns}>{(name) => <th scope="col">{name}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={compared(props.report, props.earlier)}>
              {({ name, before, now, change }) => (
                <tr>
                  <th scope="row">{name}</th>
                  <For each={[before, now, change]}>{(value) => <td>{value}</td>}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </>
  )
}

/** What a load test came to, beside an earlier run of it. */
export const LoadResult: Component<{ report: LoadReport; earlier: LoadReport | undefined }> = (props) => (
  <>
    <p class={`load-outcome load-${props.report.outcome}`} role="status">
      {resultLine(props.report)}
    </p>
    <For each={[...(props.report.reason === undefined ? [] : [props.report.reason]), ...props.report.notes]}>
      {(note) => <p class="load-note">{note}</p>}
    </For>
    <Show when={props.report.thresholds.length > 0}>
      <ul class="load-kept" aria-label={t.thresholds}>
        <For each={props.report.thresholds}>
          {(one) => (
            <li class={one.passed ? 'load-passed' : 'load-failed'}>
              {one.passed ? '✓' : '✗'} {shownThreshold(one)}: {shownMetric(one.metric, one.actual)}
            </li>
          )}
        </For>
      </ul>
    </Show>
    <Show when={props.earlier}>{(earlier) => <Compared report={props.report} earlier={earlier()} />}</Show>
    <Curves points={props.report.series.points} seconds={props.report.series.width} />
    <StepsTable steps={props.report.steps} />
    <Failures errors={props.report.errors} />
    <Show when={props.report.samples.length > 0}>
      <h4>{t.samples(props.report.samples.length)}</h4>
      <For each={alikeSamples(props.report.samples)}>
        {({ first: sample, count }) => (
          <details class="load-sample">
            <summary>
              {sample.case} › {sample.step}, {t.when(count, counted(sample.at))}:{' '}
              {sample.message ?? sample.checks[0]?.subject ?? sample.outcome}
            </summary>
            <For each={sample.checks}>
              {({ subject, expected, actual }) => <pre>{`${subject}\n  expected: ${expected}\n  actual:   ${actual}`}</pre>}
            </For>
            <Show when={sample.exchange}>
              {(exchange) => (
                <>
                  <pre>
                    {[
                      `${exchange().request.method} ${exchange().request.url}`,
                      ...exchange().request.headers.map(([name, value]) => `${name}: ${value}`),
                      ...(exchange().request.body ? ['', exchange().request.body?.text] : []),
                    ].join('\n')}
                  </pre>
                  <pre>
                    {exchange().response
                      ? [
                          `${exchange().response?.status} ${exchange().response?.statusText}`,
                          ...(exchange().response?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
                          '',
                          exchange().response?.text ?? '',
                        ].join('\n')
                      : (exchange().error?.message ?? '')}
                  </pre>
                </>
              )}
            </Show>
          </details>
        )}
      </For>
    </Show>
  </>
)
