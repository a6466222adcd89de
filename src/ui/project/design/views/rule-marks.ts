/** What is wrong with a rule of a decision table. */
export type RuleMark = 'contradiction' | 'redundant' | 'impossible'

/** The rules that the notes of a decision table name, from 1, with what is wrong with each; contradictions weigh most. */
export function marksOf(notes: readonly string[]): ReadonlyMap<number, RuleMark> {
  const marks = new Map<number, RuleMark>()
  for (const [word, mark] of [
    ['Impossible', 'impossible'],
    ['Redundant', 'redundant'],
    ['Contradiction', 'contradiction'],
  ] as const)
    for (const note of notes) {
      if (!note.startsWith(`${word}:`)) continue
      const numbers = Array.from(note.matchAll(/\brule (\d+):/g), ([, number]) => Number(number))
      // Of a redundant rule the second one is what it is redundant by.
      for (const number of mark === 'contradiction' ? numbers : numbers.slice(0, 1)) marks.set(number, mark)
    }
  return marks
}
