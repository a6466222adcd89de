import type { Concept } from '../glossaries/glossary.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import { assertions, keep, setStep, setVariable, wait } from './edits.ts'
import { flow } from './flow/flow.ts'
import { explain, help, noLeave, noRun, noSecret, undo, why } from './meta.ts'
import { crud, dataDriven, designs, everyOperation, identityMatrix, load, makeTests, negative, randomData } from './methods.ts'
import { addCase, addSuite, move, newProject, remove, rename, switchStep } from './structure.ts'

const recognisers: readonly Recogniser[] = [
  noLeave,
  noSecret,
  undo,
  help,
  why,
  explain,
  makeTests,
  newProject,
  rename,
  move,
  switchStep,
  remove,
  load,
  dataDriven,
  identityMatrix,
  designs,
  crud,
  everyOperation,
  negative,
  randomData,
  wait,
  keep,
  setVariable,
  setStep,
  assertions,
  addSuite,
  addCase,
  flow,
  noRun,
]

const special: readonly Concept[] = [
  'pairwise',
  'combinations',
  'boundary',
  'partition',
  'decisionTable',
  'state',
  'mcdc',
  'load',
  'crud',
  'dataDriven',
  'identity',
  'explain',
  'why',
  'rename',
  'move',
  'disable',
  'enable',
  'wait',
  'suite',
  'case',
  'step',
  'project',
  'variable',
  'header',
  'parameter',
  'undo',
  'every',
]

/** Under it the person is asked, or a model. */
export const sureEnough = 0.6

/** All readings of a request, the surest first. Deterministic. */
export function understand(asked: Asked): Candidate[] {
  const words = asked.reading.tokens.filter(({ kind }) => kind === 'word').length
  const strange = words === 0 ? 0 : asked.reading.unknown.length / words
  return recognisers
    .flatMap((recognise, order) => {
      const candidate = recognise(asked)
      // Words that nobody knows make every reading less sure, a request of nothing else most.
      if (!candidate) return []
      // A request for a method, a load test and the like also names what it is for: that is no flow of its own.
      const isCase = asked.named.some(
        ({ what, label, start, end }) =>
          what === 'case' && end - start > 5 && asked.reading.text.slice(start, end).replace(/^["'“]|["'”]$/g, '') === label,
      )
      const isOther =
        recognise === flow && asked.reading.tokens.some(({ concepts }) => special.some((concept) => concepts.has(concept)))
      return [
        {
          ...candidate,
          confidence:
            candidate.confidence *
            (1 - Math.max(0, strange - 0.2) * 0.6) *
            (isOther || (isCase && recognise === flow) ? 0.62 : 1),
          order,
        },
      ]
    })
    .toSorted((a, b) => b.confidence - a.confidence || a.order - b.order)
}
