import type { ReferencedFiles } from '#engine/ports/index.ts'
import { apisOfChecks, attemptsOfChecks, problemsOfChecks } from '../assertion/check.ts'
import { readsCookies } from '#engine/extractors/source.ts'
import type { Attempt, SentValue, StepCheck } from '../step-check.ts'
import type { FieldPath } from '../step-facts.ts'
import { limitOf } from './browser-limit.ts'
import type { RequestBody, SendRequestStep } from './schema.ts'
import { sendRequestTexts as texts } from './texts.ts'

type Pairs = readonly { name: string; value?: string | undefined }[]

/** See {@link StepCheck}. */
export const sendRequestCheck: StepCheck<SendRequestStep> = {
  needs: (step) => [
    ...(limitOf(step) === undefined && !step.until?.checks.some(readsCookies) ? [] : (['no-cors'] as const)),
    ...(step.via === 'companion' ? (['companion'] as const) : []),
  ],
  problems: ({ until }) =>
    until === undefined
      ? []
      : until.checks.length === 0
        ? [{ place: ['until'], text: texts.noUntilChecks }]
        : problemsOfChecks(until.checks, ['until', 'checks']),
  browserLimit: limitOf,
  missing: ({ url }) => (url.trim() ? [] : [texts.unset]),
  sends: ({ url, query, headers, body }) => [
    ...sent(query, ['query'], 'parameter'),
    ...sent(headers, ['headers'], 'header'),
    ...(body.type === 'form' ? sent(body.fields, ['body', 'fields'], 'parameter') : []),
    ...(body.type === 'multipart' ? sent(body.parts, ['body', 'parts'], 'parameter') : []),
    { place: ['url'], as: 'address', name: '', value: url },
  ],
  apis: ({ until }) => apisOfChecks(until?.checks ?? [], ['until', 'checks']),
  attempts: ({ disabled, body, until }, files) => [
    ...attemptsOfChecks(until?.checks ?? [], ['until', 'checks']),
    ...(disabled || files === undefined ? [] : fileAttempts(body, files)),
  ],
}

const sent = (pairs: Pairs, list: FieldPath, as: SentValue['as']): SentValue[] =>
  pairs.map(({ name, value = '' }, index) => ({ place: [...list, index], as, name, value }))

function fileAttempts(body: RequestBody, files: ReferencedFiles): Attempt[] {
  const attempt = (file: string, ...place: FieldPath): Attempt => ({
    place: ['body', ...place],
    attempt: async () => (await import('./body-file.ts')).readBodyFile(file, files),
  })
  if (body.type === 'file') return [attempt(body.file, 'file')]
  if (body.type !== 'multipart') return []
  return body.parts.flatMap(({ file, disabled }, index) =>
    file === undefined || disabled ? [] : [attempt(file, 'parts', index, 'file')],
  )
}
