import { counted } from '#engine/base/counted.ts'
import { describeDuration } from '#engine/base/duration.ts'
import { formatSize } from '#engine/base/format-size.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { RunEnd } from '#engine/runner/report/events.ts'
import type { RelayedRequest } from './relayed-request.ts'

/** Messages in the companion's terminal, and those sent to pages that it rejects. */
export const relayServerTexts = {
  refused: {
    host: "Refused: the Host header isn't for this machine",
    origin: (origin: string | undefined) =>
      origin === undefined
        ? 'Refused: the request has no Origin'
        : `Refused: the origin ${origin} isn't allowed (assay serve --allow ORIGIN)`,
    code: 'Refused: the code is wrong, expired or already used',
    token: 'Refused: the token is missing or no longer valid',
    version: 'Refused: the page has a different version',
    size: 'Refused: the message is too large',
    body: "Refused: the message isn't JSON",
    path: 'Refused: path not found',
    method: 'Refused: use POST',
    links: 'Refused: too many connections',
  },
  noConnection: "This isn't a connection to a database server.",
  noRequest: "The request is invalid and can't be sent.",
  otherSize: "The length of the request body doesn't match its Content-Length.",
  inPage: {
    noFile: (path: string) => `The companion can't read the page's file ${path}`,
    noLogin: "The companion can't open a sign-in window, and no token is cached.",
    noLoginHint: 'Run the case once in the page first. Its token is then cached and reused.',
  },
  run: {
    inPage: 'Run in the page: only the page has the file.',
    busy: 'Another run is still in progress.',
    none: "The run is invalid and can't be started. Reload the page and run again.",
    stopped: "Stopped: the step didn't finish in time.",
    outOfMemory: (megabytes: number) => `The companion stopped the run: it needed more than ${megabytes} MB of memory.`,
    outOfMemoryHint: 'Run fewer cases at once, or check a smaller response.',
    died: (how: string | number | null) =>
      `The companion's process for this run ended unexpectedly${how === null ? '' : ` (${how})`}.`,
    diedHint: "Run it again. Other runs and pages aren't affected.",
    begins: (origin: string) => `Run from ${origin} started`,
    ended: (origin: string, { outcome, duration, counts }: RunEnd) =>
      `Run of ${origin} ended: ${outcome}, ${Object.values(counts).reduce((sum, count) => sum + count)} steps in ${describeDuration(duration)}`,
  },
  load: {
    stoppedBefore: 'Stopped before the load test started.',
    deaf: 'Stopped without a report: a step blocked the load test.',
    deafHint: 'Run the case once without load, and change its slowest step.',
    missing: 'The load test is no longer in the project.',
    inPage: "Run the load test in the page, or copy its command and run it in the file's folder.",
    begins: (origin: string) => `Load test from ${origin} started`,
    ended: (origin: string, { summary: { requests }, duration }: LoadReport) =>
      `Load test from ${origin} ended: ${requests} requests in ${describeDuration(duration * 1000)}`,
  },
  allowing: (origin: string, code: string) => `${origin}  can connect with the code ${code}  (5 minutes, 5 attempts)`,
  asked: (origin: string, code: string) =>
    `A page from ${origin} requests a connection. Enter this code there: ${code}  (5 minutes, 5 attempts)`,
  paired: (origin: string) => `Connected: ${origin}`,
  next: (url: string) => `To connect another browser: ${url}`,
  revoked: (origin: string) => `Disconnected permanently: ${origin}`,
  noPages: 'No pages are connected.',
  page: (at: number, origin: string, since: number, links: number) =>
    `${at}  ${origin}, since ${new Date(since).toLocaleTimeString('en-GB')}, ${counted(links, 'connection')}`,
  noSuchPage: (count: number) =>
    count === 0
      ? 'No pages are connected.'
      : `Unknown page. Type "pages" for the list, then "revoke" and a number from 1 to ${count}.`,
  typed: 'Type "pages" to list the connected pages, or "revoke N" to disconnect one. Press Ctrl+C to stop the companion.',
  sent: (sent: RelayedRequest): string =>
    'refused' in sent
      ? `${sent.method} ${sent.host}  not sent or no response: ${sent.refused}`
      : `${sent.method} ${sent.host}  ${sent.status}  ${formatSize(sent.size)}  ${describeDuration(sent.duration)}`,
  moreRefused: "More requests were refused. They aren't listed.",
} as const
