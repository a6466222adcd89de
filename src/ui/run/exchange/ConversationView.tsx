import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { ExchangeRecord } from '#engine/oauth/record/record.ts'
import { arrowsOf } from '#engine/oauth/record/sequence.ts'
import { rowNumber } from '#engine/runner/execute/place.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import { useRun } from '../run-context.ts'
import { outcomeOfSuite } from '../session/report-places.ts'
import type { ConversationPart, GroupPlace } from '../session/run-session-type.ts'
import { messageTexts } from '../results/message-texts.ts'
import { runTexts as texts } from '../texts.ts'
import { MessageDetail } from './MessageDetail.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import { SequenceDiagram } from './SequenceDiagram.tsx'
import { stepFacts } from './step-facts.ts'

/** Messages that are read at first; then as many more at each wish. */
const AT_ONCE = 200

/** How often a conversation that goes on is read again, in milliseconds. */
const EVERY = 1_000

/** All messages of a suite, a case or a row as one diagram, by step. */
export const ConversationView: Component<{ group: GroupPlace }> = (props) => {
  const { session, details, steps } = useRun()
  const [limit, setLimit] = createSignal(AT_ONCE)
  const [found, setFound] = createSignal<{ parts: ConversationPart[]; more: boolean }>()
  const [error, setError] = createSignal<string>()
  const [open, setOpen] = createSignal<string>()
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = async () => {
    const own = ++turn
    try {
      const next = await details.conversation(props.group, limit())
      if (own === turn) setFound(next)
    } catch (thrown) {
      if (own === turn) setError(textOf(thrown))
    }
  }
  createEffect(on([limit, details.run, details.goesOn], () => void read()))
  createEffect(
    on(
      details.version,
      () => {
        if (!details.goesOn()) return
        timer ??= setTimeout(() => {
          timer = undefined
          void read()
        }, EVERY)
      },
      { defer: true },
    ),
  )
  onCleanup(() => {
    turn++
    clearTimeout(timer)
  })
  const sent = createMemo(() => (found()?.parts ?? []).filter(({ exchanges }) => exchanges.length > 0))
  const exchanges = createMemo(() => sent().flatMap((part) => part.exchanges))
  /** Of each exchange the step that it is of. */
  const owners = createMemo(() => sent().flatMap((part) => part.exchanges.map(() => part)))
  const arrows = createMemo(() => arrowsOf(exchanges()))
  /** Steps that did not pass and sent nothing, by the step that sent something before them. */
  const silent = createMemo(() => {
    const after = new Map<ConversationPart | undefined, ConversationPart[]>()
    let last: ConversationPart | undefined
    for (const part of found()?.parts ?? []) {
      if (part.exchanges.length > 0) last = part
      else after.set(last, [...(after.get(last) ?? []), part])
    }
    return after
  })
  const opened = createMemo(() => {
    const index = arrows().findIndex((arrow) => arrow.id === open())
    const arrow = arrows()[index]
    const exchange = arrow && exchanges()[arrow.exchange]
    const part = arrow && owners()[arrow.exchange]
    return arrow && exchange && part ? { index, arrow, exchange, part } : undefined
  })
  const move = (by: number) => {
    const index = opened()?.index
    const next = index === undefined ? undefined : arrows()[index + by]
    if (next) setOpen(next.id)
  }
  const headings = (parts: readonly (ConversationPart | undefined)[]) => (
    <For each={parts.filter((part) => part !== undefined)}>
      {(part) => <StepHeading part={part} withCase={props.group.case === undefined} />}
    </For>
  )
  const heading = (index: number) => {
    const [exchange, before] = [arrows()[index]?.exchange, arrows()[index - 1]?.exchange]
    const own = exchange === undefined ? undefined : owners()[exchange]
    const last = before === undefined ? undefined : owners()[before]
    return own === last ? undefined : headings([...(silent().get(last) ?? []), own])
  }
  const lastSent = () => sent().at(-1)
  const record = (): ExchangeRecord => {
    const entry = props.group.case === undefined ? undefined : details.caseAt({ case: props.group.case })
    const suite = session.report()?.suites.find(({ id }) => id === props.group.suite)
    return {
      step: (entry ?? suite)?.name ?? '',
      startedAt: session.report()?.startedAt ?? '',
      outcome: entry ? entry.outcome : suite && outcomeOfSuite(suite),
      message: undefined,
      hint: undefined,
      exchanges: exchanges(),
    }
  }

  return (
    <div class="exchange" classList={{ 'exchange-opened': opened() !== undefined }}>
      <div class="exchange-overview">
        <Show when={exchanges().length > 0}>
          <div class="exchange-tools">
            <RecordMenu record={record} />
          </div>
        </Show>
        <Show when={error()}>{(text) => <Notice kind="error">{text()}</Notice>}</Show>
        <Show
          when={arrows().length > 0}
          fallback={
            <Show when={found()}>
              <EmptyState title={messageTexts.exchange.nothingSent.title} text={messageTexts.exchange.nothingSent.text} />
            </Show>
          }
        >
          <SequenceDiagram
            arrows={arrows()}
            open={open()}
            faulty={-1}
            blamed={false}
            onOpen={(id) => setOpen((before) => (before === id ? undefined : id))}
            sameStep={(a, b) => owners()[a] === owners()[b]}
            heading={heading}
            diagnosis={undefined}
          />
        </Show>
        <Show when={!found()?.more}>{headings(silent().get(lastSent()) ?? [])}</Show>
        <Show when={found()?.more}>
          <p class="conversation-more">
            <Button onClick={() => setLimit((before) => before + AT_ONCE)}>{messageTexts.exchange.more}</Button>
          </p>
        </Show>
      </div>
      <Show when={opened()}>
        {(message) => (
          <MessageDetail
            exchange={message().exchange}
            exchanges={message().part.exchanges}
            facts={stepFacts(
              steps?.step(message().part.place.case, message().part.place.step),
              session.report()?.startedAt ?? '',
              message().part.step.outcome === 'broken' ? message().part.step : undefined,
            )}
            run={session.report()?.run ?? ''}
            arrow={message().arrow}
            first={message().index === 0}
            last={message().index === arrows().length - 1}
            onMove={move}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Show>
    </div>
  )
}

/** Which step the messages below are of; a click selects it. */
const StepHeading: Component<{ part: ConversationPart; withCase: boolean }> = (props) => {
  const { session } = useRun()
  const name = () =>
    [
      props.withCase ? props.part.caseName || texts.unnamed : '',
      props.part.place.rows ? messageTexts.exchange.inRow(rowNumber(props.part.place.rows)) : '',
      props.part.step.name || texts.unnamed,
    ]
      .filter(Boolean)
      .join(' › ')
  return (
    <button type="button" class="conversation-step" onClick={() => session.select(props.part.place)}>
      <OutcomeBadge outcome={props.part.step.outcome} running={props.part.step.running === true} iconOnly />
      <span>{name()}</span>
    </button>
  )
}
