import { writeProject } from '#engine/project/format/write.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { tryProjectFile } from '../files/read-file.ts'
import { refusedText } from '../files/refused-text.ts'
import { programTexts as texts } from '../texts.ts'
import { writeDocument } from '../files/write-document.ts'

/**
 * `assay fmt FILE.aprj…`: formats files. With `--check` nothing is written, and the exit code is 1 if a file isn't formatted.
 * An unreadable file stays unchanged (exit code 2); the others are written.
 */
export async function fmt(args: string[], host: Host): Promise<number> {
  const { positionals, values } = parseOptions(args, { check: { type: 'boolean' } })
  if (positionals.length === 0) throw new UsageError(texts.noFile('fmt'))
  let code: number = exitCodes.passed
  for (const path of positionals) {
    const { bytes, read } = await tryProjectFile(path)
    if (!read.ok) {
      host.say(`${refusedText(path, read.error)}\n`)
      code = exitCodes.unusable
      continue
    }
    const text = writeProject(read.value.project)
    if (Buffer.from(text).equals(bytes)) continue
    host.out.write(`${path}\n`)
    if (!values.check) writeDocument(path, text)
    else if (code === exitCodes.passed) code = exitCodes.failed
  }
  return code
}
