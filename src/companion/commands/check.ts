import { dirname, resolve } from 'node:path'
import { lazyProblems } from '#engine/project/check/lazy-problems.ts'
import { unknownVariables } from '#engine/project/check/unknown-variables.ts'
import { literalSecrets } from '#engine/project/problems/literal-secrets.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { createNodeFiles } from '#platform/node/files.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { lineFinder } from '../files/line-finder.ts'
import { onlyFile, tryProjectFile } from '../files/read-file.ts'
import { programTexts as texts } from '../texts.ts'

/** Problems that are listed; further ones are counted. */
const mostShown = 10_000

/**
 * `assay check FILE.aprj`: lists the problems of a file with path and line. Exit code 0 or 2. Likely plaintext secrets (P4) and
 * variables that only `--var` can set are warnings, which don't change the exit code.
 */
export async function check(args: string[], host: Host): Promise<number> {
  const path = onlyFile('check', parseOptions(args, { timeout: { type: 'string' } }).positionals)
  const { bytes, read } = await tryProjectFile(path)
  const lines: string[] = []
  let more = 0
  if (!read.ok) {
    const { places, message, hint } = read.error
    if (places.length === 0) lines.push(texts.place(path, undefined, 'the file', `${message} ${hint}`))
    for (const place of places) lines.push(texts.place(path, place.line, place.path, place.text))
  } else {
    const { project } = read.value
    const warnings = [...literalSecrets(project), ...unknownVariables(project)]
    const all = [...problemsOf(project), ...(await lazyProblems(project, createNodeFiles(dirname(resolve(path)))))]
    const lineOf = all.length + warnings.length > 0 ? lineFinder(bytes) : () => undefined
    if (project.conflicts) {
      const { conflictLines } = await import('#engine/merge/describe.ts')
      const line = lineFinder(bytes)
      for (const [index, conflict] of conflictLines(project).entries())
        lines.push(texts.place(path, line(['conflicts', index]), texts.merge.inFile, conflict))
    }
    more = Math.max(0, all.length - mostShown)
    for (const problem of all.slice(0, mostShown))
      lines.push(texts.place(path, lineOf(problem.place), problem.path, problem.text))
    const warned = warnings
      .slice(0, mostShown)
      .map(({ place, path: where, text }) => texts.place(path, lineOf(place), where, texts.warning(text)))
    if (warnings.length > mostShown) warned.push(texts.warning(texts.more(warnings.length - mostShown)))
    if (warned.length > 0) host.say(`${warned.join('\n')}\n`)
    if (lines.length === 0) host.say(`${texts.nothingWrong(path)}\n`)
  }
  if (lines.length === 0) return exitCodes.passed
  const count = lines.length + more
  if (more > 0) lines.push(texts.more(more))
  host.say(`${lines.join('\n')}\n${texts.problems(count)}\n`)
  return exitCodes.unusable
}
