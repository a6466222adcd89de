import { describeDuration } from '#engine/base/duration.ts'
import { formatSize } from '#engine/base/format-size.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { RunEnd } from '#engine/runner/events.ts'
import type { Sent } from './capabilities.ts'

/** What people read of the companion in its terminal, and pages when they are refused. */
export const texts = {
  refused: {
    host: 'Refused: the Host is not this machine',
    origin: (origin: string | undefined) =>
      origin === undefined
        ? 'Refused: a request without Origin'
        : `Refused: the origin ${origin} is not allowed (assay serve --allow ORIGIN)`,
    code: 'Refused: the code is wrong, too old or used up',
    token: 'Refused: no token, or one that is not valid any more',
    version: 'Refused: a page of another version',
    size: 'Refused: a message that is too large',
    body: 'Refused: a message that is no JSON',
    path: 'Refused: there is nothing here',
    method: 'Refused: only POST is answered here',
    links: 'Refused: too many links',
  },
  noConnection: 'This is not a connection to a server of databases.',
  noRequest: 'This is not a request that can be sent.',
  otherSize: 'The body of the request is not as long as the page had said.',
  inPage: {
    noFile: (path: string) => `The companion has no files of the page: ${path} is not read`,
    noLogin: 'The companion opens no windows for people to sign in, and nobody is signed in.',
    noLoginHint: 'Run the case once in the page first: its token is kept, and used from then on.',
  },
  run: {
    inPage: 'Run it in the page, where the file is.',
    busy: 'A run goes on already.',
    none: 'This is not a run that can be carried out.',
    stopped: 'Stopped: the step did not end by itself.',
    outOfMemory: (megabytes: number) => `The run needed more than ${megabytes} MB of memory in the companion and was ended.`,
    outOfMemoryHint: 'Run fewer cases at once, or check a smaller response.',
    died: (how: string | number | null) =>
      `The companion's process for this run ended unexpectedly${how === null ? '' : ` (${how})`}.`,
    diedHint: 'Run again. Other runs and pages are not affected.',
    begins: (origin: string) => `A run of ${origin} begins`,
    ended: (origin: string, { outcome, duration, counts }: RunEnd) =>
      `A run of ${origin} ended: ${outcome}, ${Object.values(counts).reduce((sum, count) => sum + count)} steps in ${describeDuration(duration)}`,
  },
  load: {
    stoppedBefore: 'Stopped before the load test began.',
    deaf: 'Stopped: a step kept the load test busy, so it was ended without a report.',
    deafHint: 'Run the case once by itself: its slowest step is the one to change.',
    missing: 'The load test is not in the project any more.',
    inPage: 'Run the load test here, in the page, or copy its command and start it beside the file.',
    begins: (origin: string) => `A load test of ${origin} begins`,
    ended: (origin: string, { summary: { requests }, duration }: LoadReport) =>
      `A load test of ${origin} ended: ${requests} requests in ${describeDuration(duration * 1000)}`,
  },
  allowing: (origin: string, code: string) => `${origin}  may connect with the code ${code}  (5 minutes, 5 tries)`,
  asked: (origin: string, code: string) =>
    `A page of ${origin} asks to connect. Type this code there: ${code}  (5 minutes, 5 tries)`,
  paired: (origin: string) => `Connected: ${origin}`,
  next: (url: string) => `For another browser: ${url}`,
  revoked: (origin: string) => `Disconnected for good: ${origin}`,
  noPages: 'No page is connected.',
  page: (at: number, origin: string, since: number, links: number) =>
    `${at}  ${origin}, since ${new Date(since).toLocaleTimeString('en-GB')}, ${links === 1 ? '1 link' : `${links} links`}`,
  noSuchPage: (count: number) =>
    count === 0 ? 'No page is connected.' : `There is no such page: type pages, then revoke and a number from 1 to ${count}.`,
  typed: 'Type pages to see which pages are connected, revoke and the number of one to end that. Ctrl+C ends the companion.',
  sent: (sent: Sent): string =>
    'refused' in sent
      ? `${sent.method} ${sent.host}  not sent or not answered: ${sent.refused}`
      : `${sent.method} ${sent.host}  ${sent.status}  ${formatSize(sent.size)}  ${describeDuration(sent.duration)}`,
  moreRefused: 'More was refused; it is not listed any more.',
} as const
