/** What decides what a run does, as `assay run` takes it. */
export interface RepeatedRun {
  /** The path of the project's file, or its name; of several files all paths. */
  file: string | readonly string[]
  env?: string | undefined
  suites?: readonly string[] | undefined
  cases?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** Names only: a value may be one that no one should read. */
  variables?: readonly string[] | undefined
  /** Further options, each as it is written. */
  more?: readonly string[] | undefined
  seed: number
}

/** The command that runs a project again with the same data, for a POSIX shell; values of variables are left to be filled in. */
export function repeatCommand({
  file,
  env,
  suites = [],
  cases = [],
  tags = [],
  variables = [],
  more = [],
  seed,
}: RepeatedRun): string {
  const each = (option: string, values: readonly string[]): string[] => values.map((value) => `--${option} ${quoted(value)}`)
  return [
    'assay run',
    ...(typeof file === 'string' ? [file] : file).map(quoted),
    ...each('env', env === undefined ? [] : [env]),
    ...each('suite', suites),
    ...each('case', cases),
    ...each('tag', tags),
    ...variables.map((name) => `--var ${name}=…`),
    ...more,
    `--seed ${seed}`,
  ].join(' ')
}

/** A word for a shell, in quotes where it needs them. */
export const quoted = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
