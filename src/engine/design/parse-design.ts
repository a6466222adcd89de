import * as v from 'valibot'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { designSchema, type Design } from './schemas.ts'

/** A design from untrusted JSON, as in the project file; a missing id becomes `design`. */
export function parseDesign(json: unknown): Result<Design, string> {
  const given = typeof json === 'object' && json !== null && !Array.isArray(json) ? { id: 'design', ...json } : json
  const parsed = v.safeParse(designSchema, given)
  if (parsed.success) return ok(parsed.output)
  let issue: v.BaseIssue<unknown> = parsed.issues[0]
  const path: string[] = []
  for (;;) {
    const here = v.getDotPath(issue)
    if (here !== null) path.push(here)
    // Of several forms of an object the one is meant of which something is there.
    if (issue.issues === undefined || typeof issue.input !== 'object') break
    issue = issue.issues.find(({ input, path: at = [] }) => input !== undefined && at.length > 0) ?? issue.issues[0]
  }
  return fail(path.length === 0 ? issue.message : `${path.join('.')}: ${issue.message}`)
}
