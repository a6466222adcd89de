import { AssayError } from '#engine/base/errors.ts'

/**
 * AssayError `design-unusable` for a mistake in a string, with its place for editors: a line from 1, or an offset in the
 * constraint.
 */
export class DesignMistake extends AssayError {
  /** The message without its place. */
  readonly said: string
  readonly place: { line: number } | { at: number }

  constructor(message: string, said: string, place: DesignMistake['place']) {
    super('design-unusable', message)
    this.said = said
    this.place = place
  }
}
