import { capital } from '#engine/base/capital.ts'
import type { RunScope } from './session/kept-runs.ts'
import { formatClock } from './format.ts'
import { runTexts as texts } from './texts.ts'

/** A run by its time: `run of 02:44`; of another day with its date. */
export const runOf = (startedAt: string): string => texts.run.of(formatClock(Date.parse(startedAt), Date.now()))

/** A run among others, of which some started in the same minute: `run of 02:44:31`. */
export const runInList = (startedAt: string): string => texts.run.of(formatClock(Date.parse(startedAt), Date.now(), 'second'))

/** A run among others as people call it, with its time: `Before the release, 02:44:31`; without a name {@link runInList}. */
export const titleInList = ({ startedAt, name }: { startedAt: string; name?: string | undefined }): string =>
  name === undefined ? capital(runInList(startedAt)) : `${name}, ${formatClock(Date.parse(startedAt), Date.now(), 'second')}`

/** A run as it is called beside its results, if no one gave it a name; the newest one of this page is `this run`. */
export const runName = (startedAt: string, isFresh: boolean): string => (isFresh ? texts.run.this : runOf(startedAt))

/** What of the project a run was of: a step, a case, a suite, or how many cases. */
export const scopeText = ({ step, case: name, suite, cases }: RunScope): string =>
  step !== undefined && name !== undefined
    ? `${name || texts.unnamed} › ${step || texts.unnamed}`
    : (name ?? (suite === undefined ? texts.cases(cases) : `${suite || texts.unnamed} · ${texts.cases(cases)}`))
