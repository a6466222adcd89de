import { counted } from '#engine/base/counted.ts'
import { oneLine } from '#engine/base/printable.ts'
import type { DesignResult } from '#engine/design/result.ts'

/** `list, junit or json`. */
export const named = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
/** What the `assay` program says to people, so that each command says the same thing in the same words; its help is a file of its own. */
export const texts = {
  seeCheck: (path: string): string => `All that is wrong, place by place: assay check ${path}`,
  seeHelp: (command?: string): string => (command === undefined ? 'See: assay --help' : `See: assay ${command} --help`),
  unknownCommand: (name: string, near: string | undefined): string =>
    `"${name}" is not a command of assay.${near === undefined ? '' : ` Did you mean assay ${near}?`}`,
  ask: {
    noFile: 'Name a project file: assay ask FILE.aprj --form suite name=Refunds',
    noText: 'Say what to do, behind the project files: assay ask FILE.aprj "create an order, then delete it"',
    unknownFormat: (format: string): string => `There is no format "${format}": use text or json.`,
    unknownBackend: (backend: string): string => `There is no backend "${backend}": use none or remote.`,
    unknownKind: (kind: string): string => `ASSAY_ASSISTANT_KIND is "${kind}": use openai or anthropic.`,
    noRemote: 'A remote model needs ASSAY_ASSISTANT_URL and ASSAY_ASSISTANT_MODEL.',
    written: (path: string): string => `Written: ${path}\n`,
  },

  exports: {
    kind: (kind: string): string =>
      `${kind === '' ? 'Say what to write' : `"${kind}" is not what requests are written as`}: assay export http FILE.aprj, or assay export curl FILE.aprj. Messages of a run: assay run --reporter har=PATH.`,
    none: 'There is no request in what is selected, or all are switched off: nothing was written.',
    several: (variables: readonly string[]): string =>
      `Suites and cases have different values of ${variables.join(', ')}; a .http file has one of each, the last. Export one suite, or one case, at a time.`,
    done: (path: string, requests: number): string => `${path}: ${counted(requests, 'request')}.`,
  },

  unknownOption: (option: string, near: string | undefined): string =>
    `There is no option ${option}.${near === undefined ? '' : ` Did you mean --${near}?`}`,
  noValue: (option: string): string => `${option} needs a value. One that begins with "-" is written ${option}=VALUE.`,
  needlessValue: (option: string): string => `${option} takes no value.`,
  unexpected: (word: string): string => `"${word}" is not expected here.`,

  load: {
    noFile: 'Which file, and which load test? assay load FILE.aprj NAME',
    noName: 'Which load test? assay load FILE.aprj NAME',
    noOut: 'Where should the script go? assay load FILE.aprj NAME --export k6 OUT.js',
    onlyK6: (kind: string): string => `--export knows k6 only, not "${kind}": --export k6 OUT.js`,
    notPositive: (option: string, text: string): string => `--${option} "${text}" is no number above 0.`,
    twice: (name: string): string => `More than one thing is called "${name}" in this project. Rename one of them.`,
    unknown: (name: string, known: readonly string[], isTarget: boolean): string =>
      isTarget
        ? `"${name}" is no load test. To load it without one, say how: --users N --duration SECONDS.`
        : `The project has no load test "${name}"${known.length === 0 ? ', and none at all. Give the name of a case or suite with --users N and --duration SECONDS.' : `. There ${known.length === 1 ? 'is' : 'are'}: ${known.map((one) => `"${one}"`).join(', ')}.`}`,
    begins: (
      test: { name: string; executor?: string | undefined },
      environment: string | undefined,
      most: number,
      seconds: number,
    ): string =>
      `Load test "${test.name}"${environment === undefined ? '' : ` (${environment})`}: up to ${most} ${test.executor === 'rate' ? 'iterations a second' : most === 1 ? 'user' : 'users'}, ${seconds} s. Ctrl+C ends it.\n`,
    notReport: (path: string): string => `${path} is no report of a load test: one is written by --reporter json=PATH.`,
    exported: (path: string, notes: readonly string[]): string =>
      `${path} is written. Run it with: k6 run ${path}\n${notes.map((note) => `  ${note}\n`).join('')}`,
  },

  // files
  noFile: (command: string): string => `Which file? assay ${command} needs one: assay ${command} FILE.aprj`,
  oneFile: (more: string): string => `One file at a time: "${more}" is one too many.`,
  missingFile: (path: string): string => `There is no file ${path}.`,
  isFolder: (path: string): string => `${path} is a folder. Name an .aprj file in it.`,
  /** Why the file system refuses, by its code. */
  refusals: {
    EACCES: 'this user may not do that there',
    EPERM: 'this user may not do that there',
    EROFS: 'the disk is read-only',
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'a part of its path is a file, not a folder',
    EEXIST: 'a part of its path is a file, not a folder',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EMFILE: 'too many files are open',
  } as Readonly<Record<string, string>>,
  unreadableFile: (path: string, why: string): string => `${path} can't be read: ${why}.`,
  refused: (path: string, message: string): string => `${path} can't be used. ${message}`,

  // check
  warning: (text: string): string => `warning: ${text}`,
  nothingWrong: (path: string): string => `${path}: nothing is wrong.`,
  place: (path: string, line: number | undefined, where: string, text: string): string =>
    oneLine(`${path}${line === undefined ? '' : `:${line}`}: ${where}: ${text}`),
  more: (count: number): string => `and ${count} more: mend these first, then check again.`,
  problems: (count: number): string => (count === 1 ? '1 problem.' : `${count} problems.`),

  // secrets
  noSecrets: (path: string): string => `${path} needs no secrets.`,
  found: {
    option: 'found: --secret',
    environment: (variable: string): string => `found: ${variable}`,
    sealed: 'found: sealed in the file',
  },
  notFound: (id: string, variable: string): string => `NOT FOUND: set ${variable}, or pass --secret ${id}=VALUE`,
  mayBeSealed: 'The file holds sealed secrets: set ASSAY_PASSPHRASE or ASSAY_IDENTITY to have them opened.',
  shortSecret:
    '  under 4 characters: too short to be masked safely; it is hidden where it is a whole value, and shows where it is part of a text',
  needlessSecrets: (ids: readonly string[], needed: readonly string[]): string =>
    `--secret ${ids.join(', ')}: the project refers to no such secret. ${
      needed.length === 0 ? 'It needs none.' : `It needs ${needed.join(', ')}.`
    }`,
  needlessVariable: (name: string, near: string | undefined): string =>
    `--var ${name}: nothing in the project refers to \${${name}}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  usedBy: (place: string): string => `  used by ${oneLine(place)}`,

  // design
  design: {
    whichFunction: (names: readonly string[]): string =>
      `it has several functions. Name one with --operation: ${names.join(', ')}`,
    noFunction: (name: string, names: readonly string[]): string => `it has no function "${name}", but ${names.join(', ')}`,
    isProject:
      'It is a project, and assay design reads one model: a design as JSON, a model of PICT, ACTS, CTWedge or Tcases, or an API document.',
    noModel: 'Which model? assay design needs one: assay design MODEL.pict',
    whichOperation: (known: readonly string[]): string =>
      `Which operation? --operation ID. There are ${known.slice(0, 20).join(', ')}${known.length > 20 ? ` and ${known.length - 20} more` : ''}.`,
    noLife: (operation: string): string =>
      `The description has no life of what "${operation}" belongs to: a POST at its collection or a PUT at its own path, and a GET, PUT, PATCH or DELETE there.`,
    notOfOperation: (method: string, known: readonly string[]): string =>
      `An operation gives no model for ${method}. It does for ${known.join(', ')}.`,
    unknownFormat: (format: string, known: readonly string[]): string =>
      `There is no format "${format}". There are ${known.join(', ')}.`,
    unknownMethod: (method: string, known: readonly string[]): string =>
      `There is no method "${method}". There are ${known.join(', ')}.`,
    otherMethod: (asked: string, method: string): string => `--method ${asked}: the model is one of ${method}.`,
    onlyCombinations: (method: string): string => `--strength and --rows are for combinations; the model is one of ${method}.`,
    noMeasure: (method: string): string => `--measure is for combinations; the model is one of ${method}.`,
    nothingToMeasure: '--measure needs tests to measure: --rows FILE.csv, or rows in the design.',
    line: (line: number, text: string): string => `Line ${line}: ${text}`,
    summary: ({ tests, coverage, infeasible, bound }: DesignResult, prefix: string): string => {
      const { exercised, feasible } = coverage
      const count = tests.length === 1 ? '1 test exercises' : `${tests.length} tests exercise`
      const items =
        exercised === feasible ? `all ${feasible} items that are possible` : `${exercised} of ${feasible} items that are possible`
      const impossible =
        infeasible.length === 0 ? '' : `; ${infeasible.length} more ${infeasible.length === 1 ? 'is' : 'are'} impossible`
      return `${count} ${items}${impossible}.${bound === tests.length ? ' No suite has fewer: proven.' : ''}${prefix === '' ? '' : ` ${prefix}`}\n`
    },
  },

  // seal, unseal
  seal: {
    both: 'Either --passphrase-env or --recipient: what is sealed for a passphrase has no other recipients.',
    toWhom: 'For whom? Name --passphrase-env NAME, or --recipient AGE1... once or more.',
    noPassphrase: (variable: string): string => `The environment variable ${variable} holds no passphrase.`,
    noKey: 'With what? Name --identity FILE or --passphrase-env NAME, or set ASSAY_PASSPHRASE or ASSAY_IDENTITY.',
    unknown: (ids: readonly string[], needed: readonly string[]): string =>
      `--secret ${ids.join(', ')}: the project refers to no such secret. ${
        needed.length === 0 ? 'It needs none.' : `It needs ${needed.join(', ')}.`
      }`,
    noValue: (id: string): string => `The secret "${id}" has no value: assay secrets FILE.aprj says where it is looked for.`,
    nothing: (path: string): string =>
      `No secret of ${path} has a value, so nothing was sealed: assay secrets ${path} says what is looked for.`,
    notSealed: (path: string): string => `${path} holds no sealed secrets.`,
    done: (path: string, ids: readonly string[], without: readonly string[]): string =>
      `Sealed in ${path}: ${ids.join(', ')}\n${without.length === 0 ? '' : `Without a value, so not sealed: ${without.join(', ')}\n`}`,
  },

  // run
  onlyOnce: (option: string): string => `--${option} can be given once.`,
  notWhole: (option: string, value: string, least: number): string =>
    `--${option} ${value}: expected a whole number, ${least} or more.`,
  badVariable: (name: string): string =>
    `--var ${name}=…: "${name}" can't be the name of a variable: letters, digits, "_", "." and "-", a letter or "_" first; random, now, env and uuid are reserved.`,
  stopped: {
    late: (what: string, seconds: number): string => `${what} took more than ${seconds} s and was stopped. Nothing was written.`,
    memory: (what: string, megabytes: number): string =>
      `${what} needed more than ${megabytes} MB of memory and was stopped. Nothing was written.`,
    failed: (what: string, why: string): string => `${what} failed: ${why}`,
    import: {
      what: 'The import',
      hint: 'Export a smaller part of it and import that, or allow more time: --timeout SECONDS',
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
  unknownReporter: (kind: string, known: string[]): string => `There is no reporter "${kind}". There are ${known.join(', ')}.`,
  emptyPath: (kind: string): string => `--reporter ${kind}= needs a path after the "=".`,
  twoPrinted: (kinds: string[]): string =>
    `The reports ${kinds.join(' and ')} can't all go to standard output. Give the others a path: --reporter KIND=PATH`,
  badRedirectUri: (text: string): string =>
    `--redirect-uri is an address of this machine with a port, such as http://localhost:8765/callback, not "${text}".`,
  overProject: (path: string): string => `The report ${path} would overwrite the project that is run. Give it another path.`,
  samePath: (path: string): string => `Two reports go to ${path}. Give each its own path.`,
  whichEnvironment: (names: string[]): string => `Which environment? Choose one with --env: ${names.join(', ')}.`,
  noSuch: (option: 'env' | 'suite' | 'case' | 'tag', name: string, known: readonly string[]): string => {
    const what = option === 'env' ? 'environment' : option
    const names = [...new Set(known)]
    const list =
      names.length === 0
        ? 'There is none.'
        : `There ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : '.'}`
    return `The project has no ${what} "${name}". ${list}`
  },
  selectsNothing: (option: string, name: string): string =>
    `--${option} "${name}" selects nothing together with the other options.`,
  twoReports: 'Which reports? assay compare needs two: assay compare A.json B.json',
  otherProjects: (before: string, after: string): string =>
    `The reports are of two projects, "${before}" and "${after}". Only runs of one project can be compared.`,
  notReport: (path: string, why: string): string => `${path} is not a JSON report of assay run (--reporter json=PATH): ${why}.`,
  projectForReport: (path: string): string =>
    `${path} is a project, not the report of a run. A run writes one: assay run ${path} --reporter json=REPORT.json`,
  loadForReport: (path: string): string =>
    `${path} is the report of a load test. The next load test is compared with it: assay load FILE.aprj NAME --compare ${path}`,
  otherProject: (path: string, name: string): string => `${path} is the report of another project, "${name}".`,
  nothingToRun: {
    'all-passed': 'Nothing to run again: everything passed in that report.',
    'part-passed': 'Nothing to run again: everything of this part passed in that report.',
    'other-cases':
      'Nothing to run: what did not pass in that report is not among the cases that are selected here. Select others, or run all.',
    shard: 'Nothing to run: this shard holds no suite. Choose no more parts than suites are selected.',
  },
  tokenFile: {
    noPassphrase: '--token-file needs ASSAY_PASSPHRASE: tokens are kept only sealed. Set it to a passphrase of your own.',
    notOpened: (path: string): string =>
      `The token file ${path} can't be opened: it is damaged, or ASSAY_PASSPHRASE is not its passphrase. Delete it to begin anew.`,
  },
  watching: (files: number): string => `Waiting for changes of ${counted(files, 'file')}. Ctrl+C ends it.`,
  unwritable: (path: string, why: string): string => `The report ${path} can't be written: ${why}.`,
  notEnded:
    'The run has not ended: this report was begun, and the program was ended or ran out of memory before it could be finished.',
  reportFailed: (name: string, why: string): string => `The report ${name} is not complete: ${why}.`,
  standardOutput: 'on standard output',

  // import
  importKind: (kind: string, known: readonly string[]): string =>
    `"${kind}" is not a format that is imported. There are auto, ${named(known)}.`,
  importSource: 'Which file or folder? assay import [KIND] SOURCE -o FILE.aprj',
  importRoot: (path: string, root: string): string =>
    `${path} does not lie in ${root}. --root names a folder above it, in which all lies that it refers to.`,
  besideOutside: (root: string): string => `a link leads out of ${root}`,
  besideNoFile: 'that is no file',
  besideMissing: 'there is no such file',
  besideTooLarge: 'it is too large to be imported',
  importOutput: 'Where to? Name the project that is made: -o FILE.aprj',
  importOver: (path: string): string =>
    `${path} exists already and was left as it is. Name another file, or add to it with --into SUITE.`,
  documentUnwritable: (path: string, why: string): string => `${path} can't be written: ${why}. What stood there is as it was.`,
  imported: (title: string, path: string, { suites, cases, steps }: { suites: number; cases: number; steps: number }): string =>
    `${title}: ${path} has ${counted(suites, 'suite')}, ${counted(cases, 'case')}, ${counted(steps, 'step')}.`,
  leftOut: 'Left out:',
  importedSecrets: (n: number): string =>
    `${counted(n, 'value')} ${n === 1 ? 'is' : 'are'} secret and not in the file. Give ${n === 1 ? 'it' : 'them'} to runs by these environment variables, or import again with --secrets-to FILE:`,
  missingSecrets: (n: number): string =>
    `${counted(n, 'secret')} ${n === 1 ? 'has' : 'have'} no value in what was imported. Give ${n === 1 ? 'it' : 'them'} to runs by ${n === 1 ? 'this environment variable' : 'these environment variables'}, or by --secret:`,
  secretsWritten: (path: string): string => `The values of secrets are in ${path}: keep it to yourself.`,

  // serve
  badPort: (value: string): string => `--port ${value}: a port is a whole number from 1 to 65535.`,
  badDemoPort: (port: number): string =>
    `--port ${port}: with --demo the two ports after it are needed too, so 65533 is the highest.`,
  portTaken: (port: number): string =>
    `Port ${port} is taken: perhaps Assay already runs (http://127.0.0.1:${port}/). End the other program, or choose another port with --port; projects in the browser belong to their port.`,
  demoPortTaken: (port: number): string =>
    `Port ${port} is taken, which the demo needs. End the other program, or choose another --port.`,
  portDenied: (port: number): string => `Port ${port} is not allowed for this user. Choose one above 1023 with --port.`,
  notBuilt: 'Assay is not built yet. Run: npm run build',
  badOrigin: (value: string): string => `--allow ${value}: this is not the address of a page, such as https://assay.example.`,
  serving: (url: string): string => `Assay         ${url}`,
  demo: (provider: string, api: string): string => `Demo provider ${provider}  (user demo, password demo)\nDemo API      ${api}`,
  howToEnd: 'Ctrl+C ends it.',
  whatToType: 'Ctrl+C ends it; pages and Enter lists the pages that are connected.',
} as const
