import * as v from 'valibot'
import { textOf } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { reportSchema, type Report } from './report.ts'

/** A report from the text of its file, as the `json` reporter writes it; otherwise why the text is none. */
export function parseReport(text: string): Result<Report, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(textOf(error))
  }
  const parsed = v.safeParse(reportSchema, value)
  if (parsed.success) return ok(parsed.output)
  const [first] = parsed.issues
  return fail([v.getDotPath(first), first.message].filter(Boolean).join(': '))
}
