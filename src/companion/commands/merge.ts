import { stat } from 'node:fs/promises'
import { conflictLines } from '#engine/merge/describe.ts'
import { mergeProjects } from '#engine/merge/merge.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { exitCodes } from '../exit-codes.ts'
import { readMergedProject } from '../files/read-file.ts'
import { writeDocument } from '../files/write-document.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { programTexts } from '../texts.ts'

const texts = programTexts.merge

/**
 * `assay merge BASE OURS THEIRS`: merges two versions of a project, also as git's merge driver. Exit code 1 if conflicts or
 * problems that neither side had are left, 2 if a file can't be used; then nothing is written.
 */
export async function merge(args: string[], host: Host): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    output: { type: 'string', short: 'o' },
    install: { type: 'boolean' },
  })
  if (values.install) {
    const { installInGit } = await import('../files/install-in-git.ts')
    host.say(texts.installed(installInGit(process.cwd(), host.root)))
    return exitCodes.passed
  }
  const [basePath, oursPath, theirsPath, more] = positionals
  if (basePath === undefined || oursPath === undefined || theirsPath === undefined) throw new UsageError(texts.files)
  if (more !== undefined) throw new UsageError(programTexts.unexpected(more))
  // git gives an empty file where both sides added one.
  const isEmpty = await stat(basePath).then(
    ({ size }) => size === 0,
    () => false,
  )
  const base = isEmpty ? undefined : (await readMergedProject(basePath)).project
  const ours = (await readMergedProject(oursPath)).project
  const theirs = (await readMergedProject(theirsPath)).project
  if (ours.id !== theirs.id) throw new UsageError(texts.otherProjects(ours.name, theirs.name), null)
  const merged = mergeProjects({ base, ours, theirs })
  if (values.output === undefined) host.out.write(writeProject(merged))
  else writeDocument(values.output, writeProject(merged))
  const conflicts = conflictLines(merged)
  const problems = newProblems(merged, [ours, theirs])
  if (conflicts.length > 0) host.say(texts.conflicts(merged.name, conflicts))
  if (problems.length > 0) host.say(texts.problems(merged.name, problems))
  return conflicts.length + problems.length > 0 ? exitCodes.failed : exitCodes.passed
}

/** Problems of a merged project that neither side has; a path may have changed by the merge. */
function newProblems(merged: Project, sides: readonly Project[]): string[] {
  const known = new Set(sides.flatMap((side) => problemsOf(side).map(({ text }) => text)))
  return problemsOf(merged)
    .filter(({ text }) => !known.has(text))
    .map(({ path, text }) => `${path}: ${text}`)
}
