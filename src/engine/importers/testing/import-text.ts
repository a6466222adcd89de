import type { AssayError } from '#engine/base/errors.ts'
import { withInherited } from '#engine/project/headers-sent.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { ImporterId } from '../facts.ts'
import { runImport, type Imported } from '../run-import.ts'

/** The result of an import, or why nothing did. */
export interface Tried {
  value?: Imported
  error?: AssayError
}

/** Imports files; ids are counted, so that what is made can be compared. */
export async function importFiles(
  kind: ImporterId | 'auto',
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Tried> {
  let made = 0
  const encoder = new TextEncoder()
  const source = {
    name,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? encoder.encode(content) : content,
    })),
  }
  const result = await runImport(kind, source, () => `i${++made}`)
  return result.ok ? { value: result.value } : { error: result.error }
}

/** Imports one text. */
export const importText = (kind: ImporterId | 'auto', name: string, text: string): Promise<Tried> =>
  importFiles(kind, name, { [name]: text })

/** A project whose requests have the headers that they send, but for Bruno's Accept: what they inherit first, authorization last. */
export function asSent(project: Project): Project {
  const whole = structuredClone(withInherited(project))
  const place = (row: object & { name: string }) => (/^authorization$/i.test(row.name) ? 2 : 'from' in row ? 0 : 1)
  for (const { cases } of whole.suites)
    for (const { steps } of cases)
      for (const step of steps)
        if (isSendRequestStep(step))
          step.headers = step.headers
            .filter(({ value, disabled }) => !(disabled && value === '') && value !== 'application/json, text/plain, */*')
            .toSorted((a, b) => place(a) - place(b))
            .map(({ name, value, disabled }) => ({ name, value, disabled }))
  return whole
}
