import { createEffect, createMemo, createSignal, on, onCleanup, Show, type Component } from 'solid-js'
import ArrowLeft from 'lucide-solid/icons/arrow-left'
import { Button } from '../components/Button.tsx'
import type { ResultRow } from '../run/results/result-rows.ts'
import { Details } from './Details.tsx'
import { filterReport, type Filter } from './filter.ts'
import { Head } from './Head.tsx'
import { PrintView } from './PrintView.tsx'
import type { ReportData } from './report-data.ts'
import { ReportTree } from './ReportTree.tsx'
import { reportPageTexts as texts } from './texts.ts'
import { Tools } from './Tools.tsx'
import './report.css'

/** A run's report: what it came to, its results, and all that is known of the one that is selected. */
export const ReportApp: Component<{ data: ReportData }> = (props) => {
  const [show, setShow] = createSignal<Filter['show']>('all')
  const [query, setQuery] = createSignal('')
  const [failedFirst, setFailedFirst] = createSignal(true)
  const [selected, setSelected] = createSignal<ResultRow>()
  /** Where there is room for one of both: the details, once something was chosen. */
  const [reading, setReading] = createSignal(false)
  const found = createMemo(() => (query() === '' ? new Set<string>() : props.data.details.search(query())))
  const shown = createMemo(() =>
    filterReport(props.data.report, { show: show(), query: query(), found: found(), failedFirst: failedFirst() }),
  )
  const printing = createPrinting()
  let details: HTMLElement | undefined
  createEffect(on(selected, () => details?.scrollTo(0, 0)))
  document.title = texts.title(props.data.report.outcome ?? texts.unfinished, props.data.report.project.name)

  return (
    <Show when={!printing()} fallback={<PrintView data={props.data} />}>
      <div class="report" classList={{ 'report-reading': reading() }}>
        <Head report={props.data.report} about={props.data.about} />
        <main class="report-main">
          <div class="report-list">
            <Tools
              show={show()}
              onShow={setShow}
              query={query()}
              onQuery={setQuery}
              failedFirst={failedFirst()}
              onFailedFirst={setFailedFirst}
              found={show() === 'all' && query() === '' ? undefined : shown().steps}
            />
            <ReportTree
              report={shown().report}
              whole={props.data.report}
              query={query()}
              filtered={show() !== 'all' || query() !== ''}
              selected={selected()?.id}
              onSelect={setSelected}
              onOpen={() => setReading(true)}
            />
          </div>
          <section class="report-details" aria-label={texts.details} ref={(element) => (details = element)}>
            <div class="report-back">
              <Button small icon={ArrowLeft} onClick={() => setReading(false)}>
                {texts.back}
              </Button>
            </div>
            <Show when={selected()} keyed>
              {(row) => <Details row={row} details={props.data.details} />}
            </Show>
          </section>
        </main>
      </div>
    </Show>
  )
}

/** Whether the page is being printed: what scrolls and folds on a screen is then drawn as one text. */
function createPrinting(): () => boolean {
  const [printing, setPrinting] = createSignal(matchMedia('print').matches)
  const media = matchMedia('print')
  const follow = () => setPrinting(media.matches)
  const begin = () => setPrinting(true)
  const end = () => setPrinting(false)
  media.addEventListener('change', follow)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  onCleanup(() => {
    media.removeEventListener('change', follow)
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  })
  return printing
}
