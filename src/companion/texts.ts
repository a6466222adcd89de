import { counted } from '#engine/base/counted.ts'
import { oneLine } from '#engine/base/printable.ts'
import type { DesignResult } from '#engine/design/result.ts'
import { exporterIds } from '#engine/exporters/facts.ts'

/** `list, junit or json`. */
export const named = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
/** Messages of the `assay` commands. Their help is in `help-texts.ts`. */
export const programTexts = {
  seeCheck: (path: string): string => `List all problems: assay check ${path}`,
  seeHelp: (command?: string): string => (command === undefined ? 'See: assay --help' : `See: assay ${command} --help`),
  unknownCommand: (name: string, near: string | undefined): string =>
    `"${name}" isn't an assay command.${near === undefined ? '' : ` Did you mean assay ${near}?`}`,
  ask: {
    noFile: 'Name a project file: assay ask FILE.aprj --form suite name=Refunds',
    noText: 'Add your request after the project files: assay ask FILE.aprj "create an order, then delete it"',
    unknownFormat: (format: string): string => `Unknown format "${format}": use text or json.`,
    unknownBackend: (backend: string): string => `Unknown backend "${backend}": use none or remote.`,
    unknownKind: (kind: string): string => `ASSAY_ASSISTANT_KIND is "${kind}": use openai or anthropic.`,
    noRemote: 'Set ASSAY_ASSISTANT_URL and ASSAY_ASSISTANT_MODEL to use a remote model.',
    written: (path: string): string => `Wrote ${path}\n`,
  },

  exports: {
    kind: (kind: string): string =>
      `${kind === '' ? 'Choose a format' : `Unknown format "${kind}"`}: ${named(exporterIds)}, as in assay export postman FILE.aprj. To export a run's messages: assay run --reporter har=PATH. For k6: assay load --export k6.`,
    leftOut: 'Not exported:',
    onlyMain: (others: readonly string[]): string => `Add -o FILE to write these too: ${others.join(', ')}.`,
    none: 'Nothing was written: the selection has no enabled request.',
    several: (variables: readonly string[]): string =>
      `Export one suite or case at a time: suites and cases have different values of ${variables.join(', ')}, and the .http file keeps only the last of each.`,
    withoutCookies: (name: string): string => `${name === '' ? 'Start' : `Start ${name}`} without cookies`,
    oneJar: (scope: 'case' | 'suite'): string =>
      `Export one ${scope} at a time: the project keeps cookies within a ${scope}, and tools that send .http files keep them for all requests.`,
    done: (path: string, requests: number): string => `${path}: ${counted(requests, 'request')}.`,
  },

  unknownOption: (option: string, near: string | undefined): string =>
    `Unknown option ${option}.${near === undefined ? '' : ` Did you mean --${near}?`}`,
  noValue: (option: string): string => `${option} needs a value. If the value starts with "-", write ${option}=VALUE.`,
  needlessValue: (option: string): string => `${option} doesn't take a value.`,
  unexpected: (word: string): string => `Unexpected argument "${word}".`,

  load: {
    noFile: 'Name a file and a load test: assay load FILE.aprj NAME',
    noName: 'Name a load test: assay load FILE.aprj NAME',
    noOut: 'Name the output file: assay load FILE.aprj NAME --export k6 OUT.js',
    onlyK6: (kind: string): string => `Use --export k6 OUT.js: "${kind}" isn't supported.`,
    notPositive: (option: string, text: string): string => `--${option} "${text}": expected a number above 0.`,
    twice: (name: string): string => `Rename one of them: several items in this project are called "${name}".`,
    unknown: (name: string, known: readonly string[], isTarget: boolean): string =>
      isTarget
        ? `Add --users N --duration SECONDS: "${name}" isn't a load test.`
        : `The project has no load test "${name}"${known.length === 0 ? ', nor any other. Name a case or suite, and add --users N --duration SECONDS.' : `. Available: ${known.map((one) => `"${one}"`).join(', ')}.`}`,
    begins: (
      test: { name: string; executor?: string | undefined },
      environment: string | undefined,
      most: number,
      seconds: number,
    ): string =>
      `Load test "${test.name}"${environment === undefined ? '' : ` (${environment})`}: up to ${most} ${test.executor === 'rate' ? 'iterations a second' : most === 1 ? 'user' : 'users'}, ${seconds} s. Press Ctrl+C to stop.\n`,
    notReport: (path: string): string => `${path} isn't a load test report. Write one with --reporter json=PATH.`,
    exported: (path: string, notes: readonly string[]): string =>
      `Wrote ${path}. Run it with: k6 run ${path}\n${notes.map((note) => `  ${note}\n`).join('')}`,
  },

  // files
  noFile: (command: string): string => `Name a file: assay ${command} FILE.aprj`,
  oneFile: (more: string): string => `Name only one file: unexpected "${more}".`,
  missingFile: (path: string): string => `${path} doesn't exist.`,
  isFolder: (path: string): string => `Name an .aprj file: ${path} is a folder.`,
  /** Reasons by the error code of the file system. */
  refusals: {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOENT: "its folder doesn't exist",
    ENOTDIR: 'its path contains a file where a folder is expected',
    EEXIST: 'its path contains a file where a folder is expected',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EMFILE: 'too many files are open',
  } as Readonly<Record<string, string>>,
  unreadableFile: (path: string, why: string): string => `${path} can't be read: ${why}.`,
  refused: (path: string, message: string): string => `Can't use ${path}: ${message}`,

  merge: {
    files: 'Name three files: assay merge BASE OURS THEIRS',
    inFile: 'unresolved merge conflict',
    resolveHint: ': open it in Assay, or edit the file and remove its "conflicts"',
    conflicts: (name: string, conflicts: readonly string[]): string =>
      `${counted(conflicts.length, 'merge conflict')} in "${name}":\n${conflicts.map((one) => `  ${one}\n`).join('')}Open the file in Assay to resolve them.\n`,
    problems: (name: string, problems: readonly string[]): string =>
      `The merge of "${name}" has ${counted(problems.length, 'new problem')}:\n${problems.map((one) => `  ${one}\n`).join('')}`,
    otherProjects: (ours: string, theirs: string): string =>
      `Name versions of one project: "${ours}" and "${theirs}" are different projects.`,
    noRepository: 'Run assay merge --install in a git repository.',
    noGit: 'Install git: the command "git" was not found.',
    installed: (done: readonly string[]): string =>
      `${done.map((one) => `${one}\n`).join('')}git now merges and compares .aprj files by content. Commit .gitattributes; each colleague runs assay merge --install once.\n`,
    already: (what: string): string => `Already set: ${what}`,
    set: (what: string): string => `Set: ${what}`,
  },
  diff: {
    files: 'Name two files: assay diff A.aprj B.aprj',
    signs: { added: '+', removed: '-', moved: '>', changed: '~' },
    title: (name: string): string => `${oneLine(name)}\n`,
    none: 'No changes.\n',
    from: (before: string, after: string): string => `${before} -> ${after}`,
    unreadable: (path: string): string => `${path}: can't be compared by content, see git diff --no-ext-diff\n`,
    whole: (path: string, sign: '+' | '-', name: string): string => `${sign} ${path}: project "${name}"\n`,
  },

  // check
  warning: (text: string): string => `warning: ${text}`,
  nothingWrong: (path: string): string => `${path}: no problems.`,
  place: (path: string, line: number | undefined, where: string, text: string): string =>
    oneLine(`${path}${line === undefined ? '' : `:${line}`}: ${where}: ${text}`),
  more: (count: number): string => `and ${count} more: fix these first, then check again.`,
  problems: (count: number): string => `${counted(count, 'problem')}.`,

  // secrets
  noSecrets: (path: string): string => `${path} doesn't need any secrets.`,
  found: {
    option: 'found: --secret',
    environment: (variable: string): string => `found: ${variable}`,
    sealed: 'found: sealed in the file',
  },
  notFound: (id: string, variable: string): string => `NOT FOUND: set ${variable}, or pass --secret ${id}=VALUE`,
  mayBeSealed: 'Set ASSAY_PASSPHRASE or ASSAY_IDENTITY to decrypt the sealed secrets in this file.',
  shortSecret: '  under 4 characters, too short to mask safely: hidden as a whole value, but visible inside longer text',
  unusedSecrets: (ids: readonly string[], needed: readonly string[]): string =>
    `--secret ${ids.join(', ')}: not used in this project. ${
      needed.length === 0 ? "It doesn't need any secrets." : `It needs ${needed.join(', ')}.`
    }`,
  unusedVariable: (name: string, near: string | undefined): string =>
    `--var ${name}: the project doesn't use \${${name}}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  usedBy: (place: string): string => `  used by ${oneLine(place)}`,

  // design
  design: {
    whichFunction: (names: readonly string[]): string => `name a function with --operation: ${names.join(', ')}`,
    noFunction: (name: string, names: readonly string[]): string =>
      `it has no function "${name}". Available: ${names.join(', ')}`,
    isProject: 'Name a model, not a project: a design (JSON), a PICT, ACTS, CTWedge or Tcases model, or an API definition.',
    noModel: 'Name a model: assay design MODEL.pict',
    whichOperation: (known: readonly string[]): string =>
      `Choose an operation with --operation ID: ${known.slice(0, 20).join(', ')}${known.length > 20 ? ` and ${known.length - 20} more` : ''}.`,
    noLife: (operation: string): string =>
      `The API definition has no resource lifecycle for "${operation}". It needs a POST to the collection or a PUT to the item, and a GET, PUT, PATCH or DELETE for the item.`,
    notOfOperation: (method: string, known: readonly string[]): string =>
      `Choose another method: ${known.join(', ')}. ${method} can't be used for an operation.`,
    unknownFormat: (format: string, known: readonly string[]): string =>
      `Unknown format "${format}". Available: ${known.join(', ')}.`,
    unknownMethod: (method: string, known: readonly string[]): string =>
      `Unknown method "${method}". Available: ${known.join(', ')}.`,
    otherMethod: (asked: string, method: string): string => `Omit --method ${asked}: the model is for ${method}.`,
    onlyCombinations: (method: string): string => `--strength and --rows work only for combinations. The model is for ${method}.`,
    noMeasure: (method: string): string => `--measure works only for combinations. The model is for ${method}.`,
    nothingToMeasure: '--measure needs tests: add --rows FILE.csv, or rows in the design.',
    line: (line: number, text: string): string => `Line ${line}: ${text}`,
    summary: ({ tests, coverage, infeasible, bound }: DesignResult, prefix: string): string => {
      const { exercised, feasible } = coverage
      const count = tests.length === 1 ? '1 test covers' : `${tests.length} tests cover`
      const items =
        exercised === feasible
          ? `all ${counted(feasible, 'possible item')}`
          : `${exercised} of ${counted(feasible, 'possible item')}`
      const impossible = infeasible.length === 0 ? '' : `, ${infeasible.length} impossible`
      return `${count} ${items}${impossible}.${bound === tests.length ? ' Proven minimal.' : ''}${prefix === '' ? '' : ` ${prefix}`}\n`
    },
  },

  // seal, unseal
  seal: {
    both: "Use either --passphrase-env or --recipient: a passphrase can't be combined with recipients.",
    toWhom: 'Add --passphrase-env NAME, or one or more --recipient AGE1...',
    noPassphrase: (variable: string): string => `The environment variable ${variable} is empty or not set.`,
    noKey: 'Add --identity FILE or --passphrase-env NAME, or set ASSAY_PASSPHRASE or ASSAY_IDENTITY.',
    unknown: (ids: readonly string[], needed: readonly string[]): string =>
      `--secret ${ids.join(', ')}: not used in this project. ${
        needed.length === 0 ? "It doesn't need any secrets." : `It needs ${needed.join(', ')}.`
      }`,
    noValue: (id: string): string =>
      `Set a value for the secret "${id}". To see where Assay looks for it: assay secrets FILE.aprj`,
    nothing: (path: string): string =>
      `Nothing was sealed: no secret in ${path} has a value. To see where Assay looks for them: assay secrets ${path}`,
    notSealed: (path: string): string => `${path} has no sealed secrets. To add them: assay seal ${path}`,
    done: (path: string, ids: readonly string[], without: readonly string[]): string =>
      `Sealed in ${path}: ${ids.join(', ')}\n${without.length === 0 ? '' : `Not sealed, no value: ${without.join(', ')}\n`}`,
  },

  // run
  onlyOnce: (option: string): string => `Use --${option} only once.`,
  notWhole: (option: string, value: string, least: number): string =>
    `--${option} ${value}: expected a whole number, ${least} or more.`,
  badVariable: (name: string): string =>
    `--var ${name}=…: "${name}" isn't a valid variable name. Use letters, digits, "_", "." and "-", starting with a letter or "_". random, now, env and uuid are reserved.`,
  stopped: {
    late: (what: string, seconds: number): string => `${what} was stopped after ${seconds} s. Nothing was written.`,
    memory: (what: string, megabytes: number): string =>
      `${what} was stopped: it needed more than ${megabytes} MB of memory. Nothing was written.`,
    failed: (what: string, why: string): string => `${what} failed: ${why}`,
    import: {
      what: 'The import',
      hint: 'Import a smaller export, or allow more time: --timeout SECONDS',
    },
    design: {
      what: 'The design',
      hint: 'Use fewer parameters, values or rules, or allow more time: --timeout SECONDS',
    },
    check: {
      what: 'The check',
      hint: 'Split the project into smaller files, or allow more time: --timeout SECONDS',
    },
  },
  badTimeout: (value: string): string => `--timeout ${value}: expected seconds, more than 0.`,
  badShard: (value: string): string => `--shard ${value}: expected I/N, such as 1/3 for the first of three parts.`,
  unknownReporter: (kind: string, known: string[]): string => `Unknown reporter "${kind}". Available: ${known.join(', ')}.`,
  emptyPath: (kind: string): string => `--reporter ${kind}= needs a path after the "=".`,
  twoPrinted: (kinds: string[]): string =>
    `Only one of the reports ${kinds.join(' and ')} can go to standard output. Give the others a path: --reporter KIND=PATH`,
  badRedirectUri: (text: string): string =>
    `--redirect-uri "${text}": expected a local URL with a port, such as http://localhost:8765/callback.`,
  overProject: (path: string): string => `Choose another path: the report ${path} would overwrite the project.`,
  samePath: (path: string): string => `Use a different path for each report: two go to ${path}.`,
  whichEnvironment: (names: string[]): string => `Choose an environment with --env: ${names.join(', ')}.`,
  noSuch: (option: 'env' | 'suite' | 'case' | 'tag', name: string, known: readonly string[]): string => {
    const what = option === 'env' ? 'environment' : option
    const names = [...new Set(known)]
    const list =
      names.length === 0 ? `It has no ${what}s.` : `Available: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : '.'}`
    return `The project has no ${what} "${name}". ${list}`
  },
  selectsNothing: (option: string, name: string): string =>
    `--${option} "${name}" matches nothing in combination with the other options: change or remove one of them.`,
  allExcluded: (tags: readonly string[]): string =>
    `Nothing to run: --exclude-tag ${tags.join(', ')} excludes every case in the selection.`,
  unusedTag: (tag: string): string => `--exclude-tag ${tag}: no case has this tag.`,
  twoReports: 'Name two reports: assay compare A.json B.json',
  otherProjects: (before: string, after: string): string =>
    `Choose two reports of the same project: these are for "${before}" and "${after}".`,
  notReport: (path: string, why: string): string => `${path} isn't a JSON report of assay run (--reporter json=PATH): ${why}.`,
  projectForReport: (path: string): string =>
    `${path} is a project, not a report. Create a report: assay run ${path} --reporter json=REPORT.json`,
  loadForReport: (path: string): string =>
    `${path} is a load test report. Compare it with the next load test: assay load FILE.aprj NAME --compare ${path}`,
  otherProject: (path: string, name: string): string => `Choose a report of this project: ${path} is for another one, "${name}".`,
  iteration: (number: number): string => `iteration ${number}`,
  dataRow: (number: number): string => `row ${number}`,
  badColumn: (path: string, column: string): string =>
    `${path}: rename the column "${oneLine(column)}". Columns become variables: use letters, digits, "_", "." and "-".`,
  badRow: (path: string, row: number, why: string): string => `${path}: row ${row} can't be used: ${why}.`,
  noRows: (path: string): string => `Add rows to ${path}: it has none.`,
  emptyFolder: (path: string): string => `${path} contains no .aprj file.`,
  nothingMatches: (glob: string): string => `No file matches ${glob}.`,
  inFile: (path: string, text: string): string => `${path}: ${text}`,
  nothingSelectedInFiles: 'Nothing to run: none of the files has cases.',
  nothingToRun: {
    'all-passed': 'Nothing to rerun: everything passed in that report.',
    'part-passed': 'Nothing to rerun: everything in this shard passed in that report.',
    'other-cases': 'Nothing to run: the selection has none of the failed cases of that report. Select other cases, or run all.',
    shard: 'Nothing to run: this shard has no suites. Use at most as many shards as suites.',
  },
  tokenFile: {
    noPassphrase: 'Set ASSAY_PASSPHRASE to a passphrase of your choice: --token-file stores tokens only sealed.',
    notOpened: (path: string): string =>
      `Check ASSAY_PASSPHRASE, or delete ${path} to start over. The token file can't be decrypted: the passphrase is wrong, or the file is damaged.`,
  },
  badList: (value: string): string => `--list=${value}: expected text or json.`,
  secretCommand: {
    unreadable: '--secret-command: close the quotes, and start with a program, such as "op read op://ci/{id}".',
    noId: '--secret-command needs {id}, which stands for the ID of the secret, such as "op read op://ci/{id}".',
    shell:
      '--secret-command: use "$SECRET_ID" instead of {id} in a shell command, such as sh -c \'pass show "$SECRET_ID" | head -1\'. An ID could contain shell code.',
    failed: (id: string, why: string): string => `The secret command gave no value for "${id}": ${why}.`,
    hint: 'Run the command in a terminal to see why. Assay never shows its output.',
    dash: 'the ID starts with "-", so the program would read it as an option',
    missing: "the program doesn't exist",
    late: (seconds: number): string => `it took more than ${seconds} s`,
    exit: (code: number): string => `exit code ${code}`,
    ended: (why: string): string => `it ended with ${why}`,
  },
  envFile: {
    unreadable: (path: string, why: string): string => `The environment file ${path} can't be read: ${why}.`,
  },
  badCertificates: (path: string): string =>
    `--cacert ${path}: expected certificates in PEM format (-----BEGIN CERTIFICATE-----).`,
  verbose: {
    known: '(already known from this run)',
    noResponse: 'no response',
    more: (characters: number): string => `… ${characters} more characters`,
    bytes: (size: number, mediaType: string): string => `(${counted(size, 'byte')}${mediaType === '' ? '' : `, ${mediaType}`})`,
  },
  listed: {
    variable: (name: string): string => `Missing variable ${oneLine(name)}`,
    secret: (id: string, variable: string): string => `Missing secret ${oneLine(id)} (${variable})`,
    usedBy: (steps: number): string => `used by ${counted(steps, 'step')}`,
  },
  missing: {
    title: (count: number): string =>
      `${count === 1 ? '1 value is' : `${count} values are`} missing. Requests that need ${count === 1 ? 'it' : 'them'} can't be sent.`,
    variable: (name: string): string =>
      `  variable ${oneLine(name)}: add --var ${oneLine(name)}=VALUE, or set ASSAY_VAR_${name.replaceAll(/\W/g, '_')}`,
    secret: (id: string, variable: string): string => `  secret ${oneLine(id)}: set ${variable}`,
    usedBy: ([first = '', ...more]: readonly string[]): string =>
      `    used by ${oneLine(first)}${more.length === 0 ? '' : ` and ${counted(more.length, 'other step')}`}`,
  },
  progress: (ended: number, total: number, bad: number, now: string | undefined): string =>
    [
      `${ended} of ${counted(total, 'case')}`,
      ...(bad > 0 ? [`${bad} not passed`] : []),
      ...(now === undefined ? [] : [now]),
    ].join(', '),
  runStopped: 'The run was stopped.',
  timeIsUp: (ms: number): string => `The run's time limit of ${Number((ms / 1000).toFixed(3))} s was reached.`,
  watching: (files: number): string => `Watching ${counted(files, 'file')} for changes. Press Ctrl+C to stop.`,
  unwritable: (path: string, why: string): string => `The report ${path} can't be written: ${why}.`,
  notEnded: 'Incomplete report: the run was killed or ran out of memory.',
  reportFailed: (name: string, why: string): string => `The report ${name} is incomplete: ${why}.`,
  summaryFailed: (path: string, why: string): string => `The job summary ${path} can't be written: ${why}.`,
  standardOutput: 'on standard output',

  // import
  importKind: (kind: string, known: readonly string[]): string => `Unknown format "${kind}". Available: auto, ${named(known)}.`,
  importSource: 'Name a file or folder: assay import [KIND] SOURCE -o FILE.aprj',
  importRoot: (path: string, root: string): string =>
    `Set --root to a folder that contains ${path} and all files it refers to. ${root} doesn't contain it.`,
  besideOutside: (root: string): string => `a link points outside ${root}`,
  besideNoFile: "it isn't a file",
  besideMissing: "it doesn't exist",
  besideTooLarge: 'it is too large to import',
  importOutput: 'Name the output file: -o FILE.aprj',
  importOver: (path: string): string => `Name another file, or add to this one with --into SUITE: ${path} already exists.`,
  documentUnwritable: (path: string, why: string): string => `${path} can't be written: ${why}. The file is unchanged.`,
  imported: (title: string, path: string, size: string): string => `${title}: ${path} has ${size}.`,
  leftOut: 'Not imported:',
  importedSecrets: (n: number): string =>
    `${counted(n, 'secret value')} ${n === 1 ? "isn't" : "aren't"} in the file. Set ${n === 1 ? 'this environment variable' : 'these environment variables'} for runs, or import again with --secrets-to FILE:`,
  missingSecrets: (n: number): string =>
    `${counted(n, 'secret')} had no value in the source. Set ${n === 1 ? 'this environment variable' : 'these environment variables'} for runs, or use --secret:`,
  secretsWritten: (path: string): string => `Secret values written to ${path}. Don't share this file.`,

  // serve
  badPort: (value: string): string => `--port ${value}: expected a whole number from 1 to 65535.`,
  badDemoPort: (port: number): string => `--port ${port}: expected at most 65533, because --demo also uses the next two ports.`,
  portTaken: (port: number): string =>
    `Port ${port} is in use, perhaps by Assay (http://127.0.0.1:${port}/). Stop the other program, or choose another port with --port; projects in the browser are tied to their port.`,
  demoPortTaken: (port: number): string =>
    `Port ${port} is in use, and the demo needs it. Stop the other program, or choose another --port.`,
  portDenied: (port: number): string => `Choose a port above 1023 with --port: permission denied for port ${port}.`,
  notBuilt: "Run npm run build: Assay isn't built yet.",
  badOrigin: (value: string): string => `--allow ${value}: expected the URL of a page, such as https://assay.example.`,
  serving: (url: string): string => `Assay         ${url}`,
  demo: (provider: string, api: string): string => `Demo provider ${provider}  (user demo, password demo)\nDemo API      ${api}`,
  howToEnd: 'Press Ctrl+C to stop.',
  whatToType: 'Press Ctrl+C to stop. Type "pages" to list the connected pages.',
} as const
