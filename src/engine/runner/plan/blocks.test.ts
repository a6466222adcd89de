import { expect, it } from 'vitest'
import { blocksOf, isLoop, loopsAround, stepsIn, type Block } from './blocks.ts'
import { projectOfSteps } from '../testing/run-project.ts'

const kinds = { '(': { kind: 'loop-start', dataSource: 'd' }, ')': { kind: 'loop-end' } } as const

/** Steps of a picture: brackets are markers. */
const stepsOf = (picture: string) =>
  projectOfSteps(Array.from(picture, (mark) => (mark === '(' || mark === ')' ? kinds[mark] : { kind: 'wait', seconds: 0 })))
    .suites[0]?.cases[0]?.steps ?? []

const draw = (blocks: readonly Block[]): string =>
  blocks.map((block) => (isLoop(block) ? `[${draw(block.body)}]` : block.kind === 'wait' ? '.' : '!')).join('')

it.each([
  ['...', '...'],
  ['.(..).', '.[..].'],
  ['(.(.).)()', '[.[.].][]'],
  ['(.(.)', '!.[.]'],
  ['.)(.)', '.![.]'],
  ['((.)', '![.]'],
])('[T4] %s is a tree of %s; a marker without its partner is a step', (picture, tree) => {
  const steps = stepsOf(picture)
  expect(draw(blocksOf(steps))).toBe(tree)
  expect([...stepsIn(blocksOf(steps))]).toEqual(steps)
})

it('[T4] knows of each step the innermost loop around it', () => {
  expect([...loopsAround(blocksOf(stepsOf('.(.(.))')))]).toEqual([
    ['s3', 's2'],
    ['s4', 's2'],
    ['s6', 's2'],
    ['s5', 's4'],
  ])
})
