import { problemOfExpected } from '#engine/checks/expected.ts'
import { problemOfSource } from '#engine/extractors/source.ts'
import type { AssertionStep } from './schema.ts'

/** What is missing or wrong in the checks of a step, with its place in the step. */
export const problemsOfChecks = ({ checks }: AssertionStep): { place: (string | number)[]; text: string }[] =>
  checks.flatMap((check, index) => {
    const place = ['checks', index]
    const lacking = problemOfSource(check)
    const expected = problemOfExpected(check)
    return [
      ...(lacking === undefined ? [] : [{ place, text: lacking }]),
      ...(expected ? [{ place: expected.of === undefined ? place : [...place, expected.of], text: expected.text }] : []),
    ]
  })
