import type { KnownDesign } from '../memory.ts'
import type { Attachment } from '../turn.ts'

/** What plans refer to besides the project. */
export interface Surroundings {
  attachments: readonly Attachment[]
  designs: readonly KnownDesign[]
  /** Told of a design that was made, so that memory keeps it. */
  onDesign(design: KnownDesign): void
}

/** A plan that names what is not there: said in the person's words. */
export class Unplaced extends Error {
  readonly slot: string
  readonly options: string[]
  constructor(slot: string, options: string[] = []) {
    super(slot)
    this.slot = slot
    this.options = options
  }
}
