import * as v from 'valibot'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { actionSchema, type Action } from '#engine/steps/oauth2/automation/schema.ts'
import { checkRules } from '../problems/check-rules.ts'
import { readJson } from './json-source.ts'
import { lineAt, lineStarts } from './lines.ts'
import { describePath } from './path.ts'
import { writeAs } from './write.ts'

const scriptSchema = v.array(actionSchema)

/** The text of a script as it is in the file. */
export const writeScript = (script: readonly Action[]): string => `${writeAs(scriptSchema, script, '')}\n`

/** Reads a script by the rules of the file; the error is the first place where it breaks one, with its line. Never throws. */
export function readScript(text: string): Result<Action[], string> {
  const document = readJson(text.trim() === '' ? '[]' : text, { positions: true })
  const lines = lineStarts(text)
  const [problem] = document.problems
  const { value } = document
  if (problem) return fail(`${problem.text} (line ${lineAt(lines, problem.at)})`)
  const checked = checkRules(scriptSchema, value)
  const [breach] = checked.breaches
  if (!breach && checked.value !== undefined) return ok(checked.value as Action[])
  const place = breach ? `${describePath(value, breach.path)}: ${breach.text()}` : ''
  return fail(`${place} (line ${lineAt(lines, document.offsetOf(breach?.path ?? []))})`)
}
