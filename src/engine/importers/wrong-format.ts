import { AssayError } from '#engine/base/errors.ts'
import { fail, type Result } from '#engine/base/result.ts'
import type { ImporterId } from './facts.ts'
import { importerTexts as texts } from './texts.ts'

/** Rejects a source in which an importer finds nothing of its kind; nothing was changed. */
export const wrongFormat = (name: string, kind: ImporterId, why: string): Result<never, AssayError> =>
  fail(new AssayError('import-unusable', texts.notOfKind(name, kind, why), { hint: texts.notOfKindHint }))
