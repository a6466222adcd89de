import { dirname, resolve } from 'node:path'
import { decode } from '#engine/project/decode.ts'
import { lateProblems } from '#engine/project/check/late-problems.ts'
import { readJson, type JsonPath } from '#engine/project/json-source.ts'
import { literalSecrets } from '#engine/project/literal-secrets.ts'
import { createNodeFiles } from '#platform/node/files.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Host } from '../host.ts'
import { parseOptions } from '../parse-options.ts'
import { onlyFile, tryProjectFile } from '../read-file.ts'
import { texts } from '../texts.ts'

/**
 * `assay check FILE.aprj`: everything that is wrong with a file, each with its path and line. Exit code 0 or 2. What looks like
 * a secret in clear is a warning, which alone leaves the exit code at 0 (P4).
 */
export async function check(args: string[], host: Host): Promise<number> {
  const path = onlyFile('check', parseOptions('check', args, {}).positionals)
  const { bytes, read } = await tryProjectFile(path)
  const lines: string[] = []
  if (!read.ok) {
    const { places, message, hint } = read.error
    if (places.length === 0) lines.push(texts.place(path, undefined, 'the file', `${message} ${hint}`))
    for (const place of places) lines.push(texts.place(path, place.line, place.path, place.text))
  } else {
    const { project, problems } = read.value
    const warnings = literalSecrets(project)
    const all = [...problems, ...(await lateProblems(project, createNodeFiles(dirname(resolve(path)))))]
    const lineOf = all.length + warnings.length > 0 ? lineFinder(bytes) : () => undefined
    for (const problem of all) lines.push(texts.place(path, lineOf(problem.place), problem.path, problem.text))
    for (const { place, path: where, text } of warnings)
      host.say(`${texts.place(path, lineOf(place), where, texts.warning(text))}\n`)
    if (lines.length === 0) host.say(`${texts.nothingWrong(path)}\n`)
  }
  if (lines.length === 0) return exitCodes.passed
  host.say(`${lines.join('\n')}\n${texts.problems(lines.length)}\n`)
  return exitCodes.unusable
}

/** Finds the line of a place in the text of the file. */
function lineFinder(bytes: Uint8Array): (place: JsonPath) => number | undefined {
  const decoded = decode(bytes)
  if (!decoded.ok) return () => undefined
  const text = decoded.value
  const document = readJson(text, { positions: true })
  return (place) => text.slice(0, document.offsetOf(place)).split('\n').length
}
