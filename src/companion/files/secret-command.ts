import type { ExecFileException } from 'node:child_process'
import { AssayError } from '#engine/base/errors.ts'
import { oneLine } from '#engine/base/printable.ts'
import { programTexts as texts } from '../texts.ts'

/** Milliseconds for one secret: programs that store secrets may ask a server. */
const longest = 30_000

/**
 * Gets secrets by a program (`--secret-command`), each once: `{id}` in its arguments is the id, and so is the environment variable
 * `SECRET_ID`. No shell is involved, and nothing that it prints is shown. Its output without the last line end is the value; nothing printed
 * is no value. Rejects with AssayError if it can't be started, fails, or takes too long.
 */
export function secretsByCommand(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): (id: string) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>()
  const ask = async (id: string): Promise<string | undefined> => {
    // The program would take it as an option.
    if (id.startsWith('-') && args.some((arg) => arg.startsWith('{id}'))) throw failed(id, texts.secretCommand.dash)
    const { runProgram } = await import('#platform/node/child-process.ts')
    const output = await new Promise<string>((resolve, reject) => {
      const asked = runProgram(
        program,
        args.map((arg) => arg.replaceAll('{id}', () => id)),
        { environment: { ...environment, SECRET_ID: id }, timeout: longest },
        (error, stdout) => (error ? reject(failed(id, whyOf(error))) : resolve(stdout)),
      )
      asked.stdin?.end()
    })
    const value = output.replace(/\r?\n$/, '')
    return value === '' ? undefined : value
  }
  return (id) => {
    const before = known.get(id)
    if (before) return before
    const asked = ask(id)
    known.set(id, asked)
    return asked
  }
}

/** Without what the program said: that may be a secret. */
function whyOf({ code, killed, signal }: ExecFileException): string {
  if (code === 'ENOENT') return texts.secretCommand.missing
  if (killed === true) return texts.secretCommand.late(longest / 1_000)
  return typeof code === 'number' ? texts.secretCommand.exit(code) : texts.secretCommand.ended(code ?? signal ?? '')
}

const failed = (id: string, why: string): AssayError =>
  new AssayError('secret-missing', texts.secretCommand.failed(oneLine(id), why), { hint: texts.secretCommand.hint })
