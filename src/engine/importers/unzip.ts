import { AssayError } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { ImportFile } from './source.ts'
import { largestImport, largestRatio, mostFiles, ratioFrom } from './limits.ts'
import { importerTexts as texts } from './texts.ts'

/** Whether bytes start as a ZIP archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05)

/** Files that an archive may hold and no one imports. */
const ignored = /(^|\/)(\.git|node_modules|__MACOSX)\/|\.DS_Store$/

/** The files of a ZIP archive, within the limits of R8: what it says of its sizes is added up before anything is unpacked. */
export async function unzip(name: string, bytes: Uint8Array): Promise<Result<ImportFile[], AssayError>> {
  const { unzipSync } = await import('fflate')
  let total = 0
  let count = 0
  const refuse = (message: string, hint: string) => new AssayError('import-unusable', message, { hint })
  try {
    const files = unzipSync(bytes, {
      filter({ name: path, originalSize }) {
        if (path.endsWith('/') || ignored.test(path)) return false
        total += originalSize
        count += 1
        if (total > largestImport) throw refuse(texts.tooLarge(name, total), texts.tooLargeHint)
        if (total > ratioFrom && total > bytes.length * largestRatio) throw refuse(texts.bomb(name), texts.tooLargeHint)
        if (count > mostFiles) throw refuse(texts.tooManyFiles(name, count), texts.tooLargeHint)
        return true
      },
    })
    return ok(Object.entries(files).map(([path, content]) => ({ path: path.replaceAll('\\', '/'), bytes: content })))
  } catch (error) {
    if (error instanceof AssayError) return fail(error)
    return fail(new AssayError('import-unusable', texts.badZip(name), { hint: texts.badZipHint, cause: error }))
  }
}
