import * as v from 'valibot'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { designSchema, type Design } from './schemas.ts'

/** A design out of JSON that anybody may have written, as the project file has it; without an id it stands by itself. */
export function parseDesign(json: unknown): Result<Design, string> {
  const given = typeof json === 'object' && json !== null && !Array.isArray(json) ? { id: 'design', ...json } : json
  const parsed = v.safeParse(designSchema, given)
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  return fail(path === null ? issue.message : `${path}: ${issue.message}`)
}
