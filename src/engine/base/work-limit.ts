import { AssayError } from './errors.ts'

/**
 * Work exceeds about 25 ms in a thread that must react to Stop, Ctrl+C and other users. Hosts with `ports.work` run it there
 * instead. For all others it is an error with a message.
 */
export class TooCostly extends AssayError {
  constructor() {
    super('deadline', 'This rule takes too long to evaluate here.', { hint: 'Run the test, or use a simpler rule.' })
  }
}

let isPatient = false

/**
 * Removes the limits of a thread that can be ended from outside. Such threads call it first. Returns a function that restores
 * the limits.
 */
export function liftLimits(): () => void {
  const before = isPatient
  isPatient = true
  return () => {
    isPatient = before
  }
}

/** Throws {@link TooCostly} if this thread must react to Stop and the work exceeds its limit. */
export function limit(isOver: boolean): void {
  if (isOver && !isPatient) throw new TooCostly()
}

/** Counts the steps of a piece of work. Throws {@link TooCostly} at the limit, but never in a thread that can be ended. */
export function stepCounter(most: number): (steps: number) => void {
  let left = most
  return (steps) => {
    left -= steps
    if (left < 0) limit(true)
  }
}
