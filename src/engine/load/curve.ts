import type { LoadTest, Stage } from '#engine/project/load-test.ts'

/** What a stage leads to: users, or iterations a second. */
export const levelOf = (stage: Stage, executor: LoadTest['executor']): number =>
  (executor === 'rate' ? stage.rate : stage.users) ?? 0

/** A corner of the curve: the level at a moment in seconds. Two at one moment are a step. */
export interface Corner {
  at: number
  level: number
}

/** The curve of a load test: it starts at 0, and goes in a straight line through each stage. */
export function cornersOf({ stages, executor }: Pick<LoadTest, 'stages' | 'executor'>): Corner[] {
  const corners: Corner[] = [{ at: 0, level: 0 }]
  let at = 0
  for (const stage of stages) corners.push({ at: (at += stage.duration), level: levelOf(stage, executor) })
  return corners
}

/** Seconds that all stages take. */
export const secondsOf = (stages: readonly Stage[]): number => stages.reduce((sum, { duration }) => sum + duration, 0)

const levelBetween = (before: Corner, after: Corner, at: number): number =>
  before.level + ((after.level - before.level) * (at - before.at)) / (after.at - before.at)

/** The level at a moment; of a step the later one. */
export function levelAt(corners: readonly Corner[], at: number): number {
  let before = corners[0] ?? { at: 0, level: 0 }
  for (const corner of corners) {
    if (corner.at > at) return levelBetween(before, corner, at)
    before = corner
  }
  return before.level
}

/** How many are due until a moment, where the level is so many a second: the area below the curve. */
export function dueUntil(corners: readonly Corner[], at: number): number {
  let sum = 0
  let before = corners[0] ?? { at: 0, level: 0 }
  for (const corner of corners) {
    const end = Math.min(corner.at, at)
    if (end > before.at) sum += ((before.level + levelBetween(before, corner, end)) / 2) * (end - before.at)
    before = corner
  }
  return sum
}
