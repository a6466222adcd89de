import { Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { shownMetric } from '#engine/load/reports/describe.ts'
import type { LoadReport } from '#engine/load/report.ts'
import { metricOf } from '#engine/load/thresholds.ts'
import { loadMetrics, thresholdOrders, type LoadTest, type Threshold } from '#engine/project/load-test.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { focusRow } from '../../components/layout/focus-row.ts'
import { NumberInput } from './NumberInput.tsx'
import { loadTexts as t } from './load-texts.ts'

/** The limits of a load test, each beside what was measured last. */
export const Thresholds: Component<{
  test: Pick<LoadTest, 'thresholds'>
  report: LoadReport | undefined
  readOnly: boolean
  onChange(recipe: (thresholds: Threshold[]) => void, merge?: string): void
}> = (props) => {
  const last = (metric: string): string => {
    const value = props.report && metricOf(props.report.summary, metric)
    return value === undefined ? '' : t.measured(shownMetric(metric, value))
  }
  const change = (index: number, recipe: (one: Threshold) => void, merge?: string) =>
    props.onChange((thresholds) => {
      const one = thresholds[index]
      if (one) recipe(one)
    }, merge)
  return (
    <div class="load-thresholds">
      <Index each={props.test.thresholds}>
        {(one, index) => (
          <div class="load-threshold" role="group" aria-label={`${t.thresholds} ${index + 1}`}>
            <Select
              hideLabel
              label={t.metric(index + 1)}
              value={one().metric}
              disabled={props.readOnly}
              options={[...new Set([...loadMetrics, one().metric])].map((value) => ({ value, label: value }))}
              onChange={(metric) => change(index, (draft) => void (draft.metric = metric))}
            />
            <Select
              hideLabel
              label={t.is(index + 1)}
              value={one().is}
              disabled={props.readOnly}
              options={thresholdOrders.map((value) => ({ value, label: t.orders[value] }))}
              onChange={(is) =>
                change(index, (draft) => void (draft.is = thresholdOrders.find((each) => each === is) ?? draft.is))
              }
            />
            <NumberInput
              label={t.value(index + 1)}
              value={one().value}
              readOnly={props.readOnly}
              onInput={(value) => change(index, (draft) => void (draft.value = value), `threshold ${index}`)}
            />
            <span class="load-note">{last(one().metric)}</span>
            <IconButton
              label={t.removeThreshold(index + 1)}
              icon={X}
              disabled={props.readOnly}
              onClick={() => props.onChange((thresholds) => void thresholds.splice(index, 1))}
            />
          </div>
        )}
      </Index>
      <div class="load-actions">
        <Button
          small
          icon={Plus}
          disabled={props.readOnly}
          onClick={(event) => {
            props.onChange((thresholds) => void thresholds.push({ metric: 'duration.p95', is: 'less-than', value: 500 }))
            const list = event.currentTarget.closest<HTMLElement>('.load-thresholds')
            focusRow(list, '.load-threshold > :first-child select', props.test.thresholds.length - 1)
          }}
        >
          {t.addThreshold}
        </Button>
        <Show when={props.test.thresholds.length > 0}>
          <span class="load-note">{t.units}</span>
        </Show>
      </div>
    </div>
  )
}
