import type { ReferencedFiles, Capability } from '#engine/ports/index.ts'
import type { FieldPath } from './step-facts.ts'

/** A problem of a step, and its path in the step. */
export interface StepProblem {
  place: FieldPath
  text: string
}

/** A value that a step sends under a name; a URL has none. */
export interface SentValue {
  place: FieldPath
  as: 'header' | 'parameter' | 'address'
  name: string
  value: string
}

/** Something of a step that can be tried before it runs; rejects or throws with AssayError if it makes no sense. */
export interface Attempt {
  place: FieldPath
  attempt(): unknown
}

/**
 * Checks of a step before it runs. Small: attempts load the parsers they need. References to other parts of the project,
 * variable names and templates are checked the same way for all kinds.
 */
export interface StepCheck<S> {
  /** What the host must be able to do; compared before the step runs. */
  needs?(step: S): Capability[]
  /** Why the step needs `no-cors`; completes "A browser can't …". */
  browserLimit?(step: S): string | undefined
  /** What contradicts itself, so that the case is broken when it is run. */
  problems?(step: S): StepProblem[]
  /** Where it names APIs of the project, by their ids. */
  apis?(step: S): { place: FieldPath; id: string }[]
  /** What is empty, so that the step breaks when it is run; the format allows it: a step is filled in by and by. */
  missing?(step: S): string[]
  /** Where someone may have written a secret in plaintext (P4). */
  sends?(step: S): SentValue[]
  /**
   * What breaks it whatever the response is. What holds a reference is known only in a run. Without `files` no one knows which
   * there are.
   */
  attempts?(step: S, files: ReferencedFiles | undefined): Attempt[]
}

/** Whether a string of a value refers to something, at any depth. */
export function holdsReference(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('${')
  if (typeof value !== 'object' || value === null) return false
  for (const key in value) if (holdsReference(value[key as keyof typeof value])) return true
  return false
}
