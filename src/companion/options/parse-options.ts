import type { parseArgs, ParseArgsConfig } from 'node:util'
import { textOf } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { UsageError } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>>

/** The options and other words of a command line. UsageError for an option that is unknown or that misses its value. */
export function parseOptions<T extends Options>(args: string[], options: T): Parsed<T> {
  try {
    // An `import` would load all that Node's `util` has.
    return process.getBuiltinModule('node:util').parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(refusal(error, options))
  }
}

function refusal(error: unknown, options: Options): string {
  const text = textOf(error)
  const named = /'(?:-\w, )?(-{1,2}[^' ]+)/.exec(text)?.[1]
  if (named === undefined) return text
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const near = nearest(named.replace(/^-+/, ''), Object.keys(options))[0]
      return texts.unknownOption(named, near)
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return options[named.slice(2)]?.type === 'string' ? texts.noValue(named) : texts.needlessValue(named)
    default:
      return text
  }
}
