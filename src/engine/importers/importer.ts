import type { Result } from '#engine/base/result.ts'
import type { AssayError } from '#engine/base/errors.ts'
import type { Draft } from './draft.ts'
import type { OpenedSource } from './open-source.ts'

/**
 * One format that Assay reads from other tools. Nothing of what is imported is executed, nothing is fetched. All that an
 * importer makes goes into the draft; what it can't say in Assay's terms is omitted by name (`draft.leaveOut`).
 */
export interface Importer<Id extends string = string> {
  id: Id
  /** Whether the source looks like its format. Cheap: it is asked of every importer, in the order of the list. */
  detect(source: OpenedSource): boolean | Promise<boolean>
  /** Fills the draft; fails if the source can't be read as this format. */
  read(source: OpenedSource, draft: Draft): Promise<Result<void, AssayError>>
}
