import { describeDuration } from '#engine/base/duration.ts'
import type { ReadBody } from '#engine/reporters/reporter.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { programTexts as texts } from '../texts.ts'

/** Characters of a body that are shown. */
const longestBody = 10_000

type Exchange = Extract<RunEvent, { type: 'exchanged' }>['exchange']

/** Shows every request and response as it comes (`--verbose`), secrets masked as in all events. Each line starts with `>` or `<`. */
export const showMessages =
  (say: (text: string) => void, body: ReadBody) =>
  (event: RunEvent): void => {
    if (event.type === 'exchanged') say(`${linesOf(event.exchange, body).join('\n')}\n\n`)
  }

function linesOf({ request, response, error, duration, known }: Exchange, body: ReadBody): string[] {
  const sent = [
    `${request.method} ${request.url}${known ? ` ${texts.verbose.known}` : ''}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    ...bodyLines(request.body?.text),
  ]
  const received = response
    ? [
        `${response.status} ${response.statusText}`.trim() + ` in ${describeDuration(duration)}`,
        ...response.headers.map(([name, value]) => `${name}: ${value}`),
        ...bodyLines(response.text ?? storedText(response.body, body)),
      ]
    : [error?.message ?? texts.verbose.noResponse]
  return [...sent.map((line) => `> ${line}`.trimEnd()), ...received.map((line) => `< ${line}`.trimEnd())]
}

function bodyLines(text: string | undefined): string[] {
  if (!text) return []
  const shown =
    text.length > longestBody ? `${text.slice(0, longestBody)}\n${texts.verbose.more(text.length - longestBody)}` : text
  return ['', ...shown.split(/\r?\n/)]
}

function storedText(stored: NonNullable<Exchange['response']>['body'], body: ReadBody): string | undefined {
  if (!stored || stored.size === 0) return undefined
  const bytes = body(stored.id)
  if (!bytes) return texts.verbose.bytes(stored.size, stored.mediaType)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return texts.verbose.bytes(stored.size, stored.mediaType)
  }
}
