import { appendFileSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import type { Surroundings } from '#engine/reporters/reporter.ts'
import type { Host } from '../host.ts'
import { lineFinder } from '../files/line-finder.ts'
import { refusalOf } from '../files/read-file.ts'
import { programTexts as texts } from '../texts.ts'
import type { RunPart } from './run-parts.ts'

/** What reports for CI are given: the lines of steps, and the summary of the job where there is one. */
export function ciSurroundings(parts: readonly RunPart[], host: Host): Pick<Surroundings, 'locate' | 'summary'> {
  const summary = host.environment['GITHUB_STEP_SUMMARY']
  return {
    locate: stepLocator(parts, host.environment['GITHUB_WORKSPACE']),
    ...(summary ? { summary: (markdown) => append(summary, markdown, host) } : {}),
  }
}

function append(path: string, text: string, host: Host): void {
  try {
    appendFileSync(path, text)
  } catch (error) {
    host.say(`${texts.summaryFailed(path, refusalOf(error))}\n`)
  }
}

/** Finds the file and the line of a step, by the ids that reports have. `workspace`: the folder from which paths start, else this one. */
function stepLocator(parts: readonly RunPart[], workspace: string | undefined): NonNullable<Surroundings['locate']> {
  const finders = new Map<string, ReturnType<typeof lineFinder>>()
  return ({ case: id, step }) => {
    for (const { file, names } of parts) {
      for (const [suiteIndex, suite] of file.read.project.suites.entries()) {
        const caseIndex = suite.cases.findIndex((one) => names.caseId(one.id) === id)
        const one = suite.cases[caseIndex]
        if (!one) continue
        const at = one.steps.findIndex((each) => each.id === step)
        const place = ['suites', suiteIndex, 'cases', caseIndex, ...(at < 0 ? [] : ['steps', at])]
        const line = finderOf(file.path)(place)
        const shown = relative(workspace || '.', resolve(file.path))
          .split(sep)
          .join('/')
        return { file: shown, ...(line === undefined ? {} : { line }) }
      }
    }
    return undefined
  }

  function finderOf(path: string): ReturnType<typeof lineFinder> {
    const known = finders.get(path)
    if (known) return known
    let finder: ReturnType<typeof lineFinder> = () => undefined
    try {
      finder = lineFinder(readFileSync(path))
    } catch {
      // It is gone meanwhile: the annotation is of the file.
    }
    finders.set(path, finder)
    return finder
  }
}
