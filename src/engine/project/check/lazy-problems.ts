import type { ReferencedFiles } from '#engine/ports/index.ts'
import type { Problem } from '../problems/problems.ts'
import type { Project } from '../format/schema.ts'
import { dataProblems } from './source-problems.ts'
import { startCircles } from './start-circles.ts'
import { stepProblems, type Rest } from './step-problems.ts'

/**
 * What a run would come upon, beside the problems of the project that are known at once: circles of start values, rows of data
 * that can't be used, and what breaks a step whatever the answer is. The same for `assay check` and for the page, which rests in between.
 */
export const lazyProblems = async (project: Project, files?: ReferencedFiles, rest?: Rest): Promise<Problem[]> => [
  ...startCircles(project),
  ...(await dataProblems(project, files, rest)),
  ...(await stepProblems(project, files, rest)),
]
