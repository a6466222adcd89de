import type { Asked, Candidate, Recogniser } from './candidate.ts'
import { assertions, keep, setStep, setVariable, wait } from './edits.ts'
import { flow } from './flow.ts'
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
      return candidate ? [{ ...candidate, confidence: candidate.confidence * (1 - Math.max(0, strange - 0.2) * 0.6), order }] : []
    })
    .toSorted((a, b) => b.confidence - a.confidence || a.order - b.order)
}
