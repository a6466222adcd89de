import { createMemo, createSignal, Show, type Component } from 'solid-js'
import Check from 'lucide-solid/icons/check'
import Copy from 'lucide-solid/icons/copy'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { VirtualList } from '../../components/lists/VirtualList.tsx'
import { copyText } from '../../steps/copy-text.ts'
import { formatCount, formatOffset } from '../format.ts'
import { matchesFilter, writeLog, type LogFilter, type LogLine } from './log-lines.ts'
import { MaskedText } from './MaskedText.tsx'
import { useRun } from '../run-context.ts'
import { messageTexts } from '../results/message-texts.ts'
import '../results/lists.css'

/** Every event of the run as a readable line. */
export const LogView: Component = () => {
  const { details, session } = useRun()
  const [level, setLevel] = createSignal<LogFilter['level']>('all')
  const [text, setText] = createSignal('')
  const [copied, setCopied] = createSignal(false)
  const lines = createMemo(
    () => {
      const all = details.log() ?? []
      const filter: LogFilter = { level: level(), text: text().trim() }
      return filter.level === 'all' && filter.text === '' ? all : all.filter((line) => matchesFilter(line, filter))
    },
    undefined,
    // Without a filter it is the same growing array.
    { equals: false },
  )
  const open = (line: LogLine) => {
    if (line.case !== undefined && line.step !== undefined) session.select({ case: line.case, step: line.step, rows: line.rows })
  }
  const copy = async () => {
    if (!(await copyText(writeLog(lines(), formatOffset), null))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }

  return (
    <div class="run-list">
      <div class="run-list-bar">
        <Select
          label={messageTexts.log.level}
          hideLabel
          small
          value={level()}
          options={[
            { value: 'all', label: messageTexts.log.all },
            { value: 'warning', label: messageTexts.log.warnings },
            { value: 'error', label: messageTexts.log.errors },
          ]}
          onChange={(value) => setLevel(value as LogFilter['level'])}
        />
        <input
          type="search"
          class="run-filter"
          aria-label={messageTexts.log.filter}
          placeholder={messageTexts.log.filter}
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <span class="run-list-count">{messageTexts.response.lines(formatCount(lines().length))}</span>
        <span class="run-list-grow" />
        <Button small icon={copied() ? Check : Copy} disabled={lines().length === 0} onClick={() => void copy()}>
          {copied() ? messageTexts.response.copied : messageTexts.log.copy}
        </Button>
      </div>
      <Show when={(details.version(), details.logDropped()) > 0}>
        <p class="run-list-note">{messageTexts.log.dropped(formatCount(details.logDropped()))}</p>
      </Show>
      <Show
        when={lines().length > 0}
        fallback={
          <Show
            when={details.log()?.length}
            fallback={
              <EmptyState
                title={messageTexts.log.none.title}
                text={details.log() ? messageTexts.log.none.text : messageTexts.log.unavailable}
              />
            }
          >
            <p class="run-list-note">{messageTexts.log.noMatch}</p>
          </Show>
        }
      >
        <VirtualList
          class="log-lines"
          label={messageTexts.log.label}
          count={lines().length}
          rowHeight={20}
          follow={details.goesOn()}
          render={(index) => (
            <Show when={(details.version(), lines()[index])}>
              {(line) => (
                <div class={`log-line log-line-${line().level}`} onClick={() => open(line())} title={line().path}>
                  <span class="log-time">{formatOffset(line().at)}</span>
                  <span class="log-level">{line().level}</span>
                  <span class="log-text">
                    <MaskedText text={line().text} />
                  </span>
                </div>
              )}
            </Show>
          )}
        />
      </Show>
    </div>
  )
}
