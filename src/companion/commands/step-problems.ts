import { AssayError } from '#engine/base/errors.ts'
import { judge } from '#engine/checks/index.ts'
import { regexFor } from '#engine/checks/regex.ts'
import { tryPath } from '#engine/extractors/index.ts'
import type { Source } from '#engine/extractors/source.ts'
import type { JsonPath } from '#engine/project/json-source.ts'
import { missingSettings } from '#engine/project/missing-settings.ts'
import { describePath } from '#engine/project/path.ts'
import type { Problem } from '#engine/project/problems.ts'
import type { Project, Step } from '#engine/project/schema.ts'
import type { BodyFiles } from '#engine/ports/index.ts'
import { readBodyFile } from '#engine/steps/send-request/body-file.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { isManaged } from '#engine/steps/oauth2/resolve-settings.ts'
import { texts } from '#engine/project/texts.ts'
import { settingsTexts } from '#engine/oauth/texts.ts'

/** A rule of a step that can be tried without a response; rejects or throws with AssayError if it makes no sense. */
interface Rule {
  path: JsonPath
  attempt(): unknown
}

/**
 * What breaks a step whatever the answer is: a setting that is empty, the result of a step that comes later or is disabled, a
 * JSONPath or regular expression that is none, an expected value that the predicate can't use, a parameter that the step itself
 * sends, a file that is not there. What holds a reference is known only in a run. The parsers are loaded for it, which is why the
 * page, which looks for problems while somebody types, does without most of these.
 */
export async function stepProblems(project: Project, files: BodyFiles): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [s, suite] of project.suites.entries())
    for (const [c, one] of suite.cases.entries())
      for (const [index, step] of one.steps.entries()) {
        const at = { suite: suite.id, case: one.id, step: step.id }
        const add = (path: JsonPath, text: string) => {
          const place = ['suites', s, 'cases', c, 'steps', index, ...path]
          problems.push({ path: describePath(project, place), place, text, at })
        }
        for (const text of missingSettings(step)) add([], text)
        const number = 'step' in step ? one.steps.findIndex(({ id }) => id === step.step) : -1
        const target = one.steps[number]
        if (target && number > index) add(['step'], texts.laterStep(target.name))
        else if (target?.disabled && !step.disabled) add(['step'], texts.disabledStep(target.name))
        for (const { path, attempt } of rulesOf(step, files)) {
          const text = await refusal(attempt)
          if (text !== undefined) add(path, text)
        }
      }
  return problems
}

async function refusal(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt()
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    return [thrown.message, thrown.hint].filter(Boolean).join(' ')
  }
}

const holdsReference = (value: unknown): boolean => JSON.stringify(value ?? null, plainly).includes('${')
const plainly = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

function rulesOf(step: Step, files: BodyFiles): Rule[] {
  switch (step.kind) {
    case 'assertion':
      return step.checks.flatMap((check, index) => [
        ...pathRule(check, ['checks', index, 'path']),
        ...(check.value === undefined || holdsReference(check.value)
          ? []
          : [{ path: ['checks', index, 'value'], attempt: () => judge(check, null) }]),
      ])
    case 'data-transfer':
      return step.transfers.flatMap((transfer, index) => [
        ...pathRule(transfer, ['transfers', index, 'path']),
        ...matchRule(transfer.match, ['transfers', index, 'match']),
      ])
    case 'oauth2':
      return step.additionalParameters.map(({ name }, index) => ({
        path: ['additionalParameters', index],
        attempt: () => {
          if (isManaged(step, name)) throw new AssayError('oauth-settings', settingsTexts.managed(name))
        },
      }))
    case 'send-request':
      return step.disabled ? [] : fileRules(step.body, files)
    default:
      return []
  }
}

function fileRules(body: RequestBody, files: BodyFiles): Rule[] {
  if (body.type === 'file') return [{ path: ['body', 'file'], attempt: () => readBodyFile(body.file, files) }]
  if (body.type !== 'multipart') return []
  return body.parts.flatMap(({ file, disabled }, index) =>
    file === undefined || disabled ? [] : [{ path: ['body', 'parts', index, 'file'], attempt: () => readBodyFile(file, files) }],
  )
}

const pathRule = (source: Source, place: JsonPath): Rule[] => [{ path: place, attempt: () => tryPath(source) }]

const matchRule = (match: string | undefined, place: JsonPath): Rule[] =>
  match === undefined || holdsReference(match) ? [] : [{ path: place, attempt: () => regexFor(match) }]
