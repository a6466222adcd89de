import { AssayError } from './errors.ts'

/**
 * Something would take longer than a thread may that must hear Stop, Ctrl+C and other users: about 25 ms. Whoever has
 * `ports.work` carries it out there instead; for all others it is an error with a string.
 */
export class TooCostly extends AssayError {
  constructor() {
    super('deadline', 'This would take too long here.', { hint: 'Run the test, or use a simpler rule.' })
  }
}

let isPatient = false

/** Lifts all limits of this thread, which can be ended from outside: the entries of such threads call it first. Gives back what sets them again. */
export function liftLimits(): () => void {
  const before = isPatient
  isPatient = true
  return () => {
    isPatient = before
  }
}

/** Throws {@link TooCostly} if this thread must hear Stop and something exceeds what it may do in one go. */
export function limit(isOver: boolean): void {
  if (isOver && !isPatient) throw new TooCostly()
}

/** Counts steps of one piece of work; throws {@link TooCostly} after so many, in a thread that can be ended never. */
export function stepCounter(most: number): (steps: number) => void {
  let left = most
  return (steps) => {
    left -= steps
    if (left < 0) limit(true)
  }
}
