import { createMemo, createSignal, Index, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { cornersOf, levelOf, secondsOf } from '#engine/load/curve.ts'
import type { LoadTest, Stage } from '#engine/project/load-test.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { focusRow } from '../../components/layout/focus-row.ts'
import { NumberInput } from './NumberInput.tsx'
import { loadTexts as t } from './load-texts.ts'

const [width, height] = [600, 120]

/** The stages of a load test, as a curve whose corners are dragged and as a table. */
export const Stages: Component<{
  test: Pick<LoadTest, 'stages' | 'executor'>
  readOnly: boolean
  /** `merge`: what is dragged or typed is one edit. */
  onChange(recipe: (stages: Stage[]) => void, merge?: string): void
}> = (props) => {
  const [dragged, setDragged] = createSignal<{ index: number; seconds: number; most: number }>()
  const isRate = () => props.test.executor === 'rate'
  const corners = createMemo(() => cornersOf(props.test))
  const most = () => dragged()?.most ?? Math.max(1, ...corners().map(({ level }) => level))
  const seconds = () => dragged()?.seconds ?? Math.max(1, secondsOf(props.test.stages))
  const x = (at: number) => (at / seconds()) * width
  const y = (level: number) => height - (level / most()) * height
  const setLevel = (stage: Stage, level: number) => {
    if (isRate()) stage.rate = level
    else stage.users = level
  }
  const drag = (event: PointerEvent & { currentTarget: SVGPathElement }, index: number) => {
    const held = dragged()
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect()
    if (!held || held.index !== index || !box) return
    const before = corners()[index]?.at ?? 0
    const at = ((event.clientX - box.left) / box.width) * held.seconds
    const level = Math.max(0, Math.round((1 - (event.clientY - box.top) / box.height) * held.most))
    props.onChange((stages) => {
      const stage = stages[index]
      if (!stage) return
      stage.duration = Math.max(0, Math.round(at - before))
      setLevel(stage, level)
    }, `corner ${index}`)
  }
  return (
    <div class="load-stages">
      <Show when={props.test.stages.length > 0}>
        <svg
          class="load-curve"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t.curve(most(), seconds(), props.test.executor)}
        >
          <title>{t.dragStage}</title>
          <polygon
            points={`0,${height} ${corners()
              .map(({ at, level }) => `${x(at)},${y(level)}`)
              .join(' ')} ${x(corners().at(-1)?.at ?? 0)},${height}`}
          />
          <polyline
            points={corners()
              .map(({ at, level }) => `${x(at)},${y(level)}`)
              .join(' ')}
          />
          <Show when={!props.readOnly}>
            <Index each={corners().slice(1)}>
              {(corner, index) => (
                <path
                  class="load-corner"
                  d={`M${x(corner().at)} ${y(corner().level)}h0.01`}
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId)
                    // Room above and behind, so that a corner can also be drawn outwards.
                    setDragged({ index, seconds: seconds() * 1.25, most: Math.max(10, most() * 1.5) })
                  }}
                  onPointerMove={(event) => drag(event, index)}
                  onPointerUp={() => setDragged(undefined)}
                  onPointerCancel={() => setDragged(undefined)}
                />
              )}
            </Index>
          </Show>
        </svg>
        <p class="load-scale">
          <span>0 s</span>
          <span>{t.curve(most(), seconds(), props.test.executor)}</span>
          <span>{seconds()} s</span>
        </p>
        <table class="load-table" aria-label={t.stages}>
          <thead>
            <tr>
              <th scope="col" class="load-number" />
              <th scope="col">{t.durationColumn}</th>
              <th scope="col">{t.levelColumn(props.test.executor)}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            <Index each={props.test.stages}>
              {(stage, index) => (
                <tr>
                  <th scope="row" class="load-number">
                    {index + 1}
                  </th>
                  <td>
                    <NumberInput
                      label={t.duration(index + 1)}
                      value={stage().duration}
                      readOnly={props.readOnly}
                      onInput={(value) =>
                        props.onChange((stages) => {
                          const draft = stages[index]
                          if (draft) draft.duration = value
                        }, `duration ${index}`)
                      }
                    />
                  </td>
                  <td>
                    <NumberInput
                      label={t.level(index + 1, props.test.executor)}
                      value={levelOf(stage(), props.test.executor)}
                      readOnly={props.readOnly}
                      onInput={(value) =>
                        props.onChange((stages) => {
                          const draft = stages[index]
                          if (draft) setLevel(draft, value)
                        }, `level ${index}`)
                      }
                    />
                  </td>
                  <td>
                    <IconButton
                      label={t.removeStage(index + 1)}
                      icon={X}
                      disabled={props.readOnly}
                      onClick={() => props.onChange((stages) => void stages.splice(index, 1))}
                    />
                  </td>
                </tr>
              )}
            </Index>
          </tbody>
        </table>
      </Show>
      <div>
        <Button
          small
          icon={Plus}
          disabled={props.readOnly}
          onClick={(event) => {
            props.onChange((stages) => {
              const last = stages.at(-1)
              const level = last ? levelOf(last, props.test.executor) : 5
              stages.push({ duration: last?.duration || 10, ...(isRate() ? { rate: level } : { users: level }) })
            })
            focusRow(
              event.currentTarget.closest<HTMLElement>('.load-stages'),
              'tbody td:nth-child(2) input',
              props.test.stages.length - 1,
            )
          }}
        >
          {t.addStage}
        </Button>
      </div>
    </div>
  )
}
