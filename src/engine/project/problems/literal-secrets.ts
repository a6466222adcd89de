import { checkOf } from '#engine/steps/checks.ts'
import type { HeaderHolder } from '../inherited-headers.ts'
import type { JsonPath } from '../format/json-source.ts'
import type { SentValue } from '#engine/steps/step-check.ts'
import { secretsOf, signedAuthIn } from '#engine/steps/send-request/auth/signed-auth.ts'
import { describePath } from '../format/path.ts'
import type { Problem } from './problems.ts'
import type { Project, Step } from '../format/schema.ts'
import { projectFormatTexts as texts } from '../texts.ts'

const secretHeader = /^(proxy-)?authorization$|[-_]token$|api[-_]?key|secret/i
const secretParameter =
  /^(api[_-]?key|(access|refresh|id|auth)[_-]?token|token|client[_-]?(secret|assertion)|password|secret|sig(nature)?)$/i
const scheme = /^\s*(bearer|basic|dpop|token|apikey|digest|negotiate)\b/i
/** Forms that only tokens and keys have: JWTs, and the prefixes that large providers give theirs. */
export const tokenForm =
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}|\b(gh[pousr]_\w{20,}|sk-[\w-]{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16})\b/
const shortest = 4

/** Whether something of a credential's value is in the text itself, not in a variable. */
const holdsLiteral = (value: string): boolean =>
  value
    .replace(/\$\{[^{}]*\}/g, '')
    .replace(scheme, '')
    .replace(/[\s:,;="]/g, '').length >= shortest

type See = (path: JsonPath, at: Problem['at']) => void

/**
 * Values in plaintext that look like secrets (P4): credentials in headers, in query, form and additional parameters, and tokens
 * as start values of variables. A warning, not a problem: it may be a public demo's.
 */
export function literalSecrets(project: Project): Problem[] {
  const found: Problem[] = []
  const see: See = (path, at) => found.push({ path: describePath(project, path), place: path, text: texts.literalSecret, at })
  const variables = (list: Project['variables'], path: JsonPath, at: Problem['at']) => {
    for (const [index, { value }] of list.entries())
      if (typeof value === 'string' && tokenForm.test(value)) see([...path, index], at)
  }
  const headers = ({ headers: list = [] }: HeaderHolder, path: JsonPath, at: Problem['at']) => {
    for (const [index, row] of list.entries()) if (looksSecret('header', row)) see([...path, 'headers', index], at)
  }
  variables(project.variables, ['variables'], {})
  headers(project, [], {})
  for (const [index, environment] of project.environments.entries())
    variables(environment.variables, ['environments', index, 'variables'], {})
  for (const [suiteIndex, suite] of project.suites.entries()) {
    variables(suite.variables, ['suites', suiteIndex, 'variables'], { suite: suite.id })
    headers(suite, ['suites', suiteIndex], { suite: suite.id })
    for (const [caseIndex, one] of suite.cases.entries()) {
      const path = ['suites', suiteIndex, 'cases', caseIndex]
      const at = { suite: suite.id, case: one.id }
      variables(one.variables, [...path, 'variables'], at)
      headers(one, path, at)
      for (const [index, step] of one.steps.entries()) ofStep(step, [...path, 'steps', index], { ...at, step: step.id }, see)
    }
  }
  return found
}

function ofStep(step: Step, path: JsonPath, at: Problem['at'], see: See): void {
  for (const { place, as, ...sent } of checkOf(step).sends?.(step) ?? []) if (looksSecret(as, sent)) see([...path, ...place], at)
}

/** Whether keys that a request is signed with are in the text itself; undefined if it isn't signed. */
const signsWithLiteral = (name: string, value: string): boolean | undefined => {
  const auth = signedAuthIn(name, value)
  return auth && secretsOf(auth).some(([, secret]) => holdsLiteral(secret))
}

/** Whether a value that is sent under this name is a credential in plaintext. */
export function looksSecret(as: SentValue['as'], { name, value }: Pick<SentValue, 'name' | 'value'>): boolean {
  const signs = as === 'header' ? signsWithLiteral(name, value) : undefined
  if (signs !== undefined) return signs || tokenForm.test(value)
  const isNamed = as !== 'address' && (as === 'header' ? secretHeader : secretParameter).test(name.trim())
  return (isNamed && holdsLiteral(value)) || tokenForm.test(value)
}
