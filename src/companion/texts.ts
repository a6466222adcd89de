// Over 400 lines: what the program says stands in one list, so that each command says the same thing in the same words.
import { oneLine } from '#engine/base/printable.ts'
import { importerFacts } from '#engine/importers/facts.ts'
import { methodIds } from '#engine/design/facts.ts'
import type { DesignResult } from '#engine/design/result.ts'
import { reporters } from '#engine/reporters/index.ts'
import { designFormats } from './design-formats.ts'

/** `list, junit or json`. */
const named = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
const reporterNames = Object.keys(reporters)

/** What the `assay` program says to people. */
export const texts = {
  help: `assay - API tests that get real tokens, from the command line

  assay serve [--demo]           opens Assay for your browser on this machine
  assay run FILE.aprj            runs a project's tests
  assay check FILE.aprj          says what is wrong with a project
  assay fmt FILE.aprj            writes a project file canonically
  assay doctor [URL]             says what this machine has and lacks, also for a provider
  assay secrets FILE.aprj        lists the secrets that a project needs
  assay compare A.json B.json    says what differs between two runs
  assay design MODEL             derives tests from a model
  assay load FILE.aprj NAME      runs a load test, or writes it as a k6 script
  assay ask FILE.aprj TEXT       changes a project as the text says
  assay seal FILE.aprj           seals their values into the file, for others to open
  assay unseal FILE.aprj         prints the sealed ones
  assay import [KIND] SOURCE -o FILE.aprj
                                 makes a project of what another tool exported

  assay COMMAND --help           says more about a command
  assay --version

Start with: assay serve --demo
`,
  commandHelp: {
    serve: `assay serve - opens Assay for your browser on this machine

  --port N     the port, 5417 unless said (projects in the browser belong to an address: keep it)
  --demo       also starts a demo: an OpenID provider (port + 1) and an orders API (port + 2)
  --open       opens the browser
  --allow URL  lets the page at this address connect too, by a code that is shown (repeatable)
  --proxy URL  sends through this proxy what pages ask for, or "none"; unless said, through those of
               HTTPS_PROXY and HTTP_PROXY, but for hosts of NO_PROXY

The address that it prints connects the browser that opens it with this program, once: then the page can send what a browser
can't. It listens on 127.0.0.1 only. Ctrl+C ends it, and every connection.
`,
    run: `assay run FILE.aprj - runs a project's tests

What is run
  --env NAME             the environment; may be left out if there is only one
  --suite NAME           only this suite (repeatable)
  --case NAME            only this case (repeatable)
  --tag TAG              only cases with this tag (repeatable)
  --shard I/N            only the I-th of N parts, for machines side by side
  --rerun-failed FILE    only what did not pass in this JSON report

With what
  --var NAME=VALUE       a variable; beats every value in the file (repeatable)
  --secret ID=VALUE      a secret (repeatable); better: the environment variable that
                         assay secrets FILE.aprj names
  --seed N               repeats the test data of an earlier run
  --insecure-hosts A,B   hosts where http: or a bad certificate is allowed
  --proxy URL            through this proxy (http://USER:PASSWORD@HOST:PORT), or "none"; unless said,
                         through those of HTTPS_PROXY and HTTP_PROXY, but for hosts of NO_PROXY
  --interactive          somebody can sign in, even if this is no terminal
  --redirect-uri URI     where sign-ins end, for a provider that knows one address only:
                         http://localhost:8765/callback; else http://127.0.0.1:PORT/callback
                         with any free port
  --headed               shows the browser of sign-ins that a script carries out

  --token-file PATH      keeps tokens from run to run, sealed with ASSAY_PASSPHRASE: who signed in
                         once need not again while a token, or its refresh token, lasts

How
  --watch                runs again whenever the project, or a file of its rows or bodies, changes
  --bail                 stops at the first step that does not pass
  --retry N              runs a case that did not pass up to N times more
  --workers N            suites side by side, 1 unless said
  --timeout SECONDS      for the whole run

What it tells
  --reporter KIND[=PATH] ${named(reporterNames)}; to standard output or to a file (repeatable)
  --quiet                prints nothing

Exit codes: 0 all passed, 1 a check failed, 2 the file or the options can't be used,
3 a step could not be carried out, 130 interrupted.

  assay run orders.aprj --env Local --reporter list --reporter junit=out.xml --reporter html=report.html
`,
    load: `assay load FILE.aprj NAME - runs a load test of the project here

NAME is a load test of the project; with --users and --duration also a case or a suite.

  --env NAME             the environment; that of the load test unless said
  --users N              so many users all the time, instead of the stages
  --duration SECONDS     so long, instead of the stages
  --reporter KIND[=PATH] list, junit, html, json; to standard output or to a file (repeatable)
  --compare JSON         beside an earlier report of --reporter json
  --export k6 OUT.js     writes the load test as a script for k6, and runs nothing

  --var NAME=VALUE, --secret ID=VALUE, --insecure-hosts A,B, --seed N, --proxy URL, --token-file PATH, --quiet
                         as of assay run

Load that one process makes; for more, or from many machines, --export k6. Ctrl+C begins nothing more and reports what was measured.
Exit codes: 0 every threshold was kept (without thresholds: nothing failed), 1 one was not, 2 the file or the options can't be used,
3 steps could not be carried out, 130 interrupted.

  assay load orders.aprj Peak --reporter list --reporter html=load.html --reporter junit=load.xml
`,
    check: `assay check FILE.aprj - says what is wrong with a project

Every problem is named with its place in the project and its line. Exit code 0: nothing is wrong; 2: something is.
What looks like a secret in clear is a warning: the exit code stays 0.
`,
    fmt: `assay fmt FILE.aprj... - writes project files as Assay writes them: keys in their order, defaults left out

  --check      writes nothing; exit code 1 if a file would be another one

The names of the files that change go to standard output. Exit codes: 0, 1 with --check, 2 a file can't be read.

  assay fmt --check tests/*.aprj
`,
    doctor: `assay doctor [URL] - says what this machine has and lacks for Assay

Node.js, a browser for scripted sign-ins, the port of assay serve, SQLite, the folder for answers, certificates.
With URL, such as that of a provider's discovery document: the way to it, its certificate, and the clock of this machine against
its own. Nothing else is asked.

Exit codes: 0, 1 something lacks, 2 the options can't be used.

  assay doctor https://id.example.org/.well-known/openid-configuration
`,
    compare: `assay compare A.json B.json - says what differs between two runs, the earlier one first

Both are JSON reports of assay run (--reporter json=PATH) of the same project. It tells what fails now and did not before, what is
fixed, what fails still, steps that take longer by more than the times of the two runs differ anyway, and answers that
changed: their status, their headers, the places of a JSON body and their types.

  --json                 the same as JSON, for programs

Exit codes: 0 no new failure, 1 something failed that had not before, 2 a report can't be used.
`,
    ask: `assay ask FILE.aprj … TEXT - the assistant: proposes a change of the project as the text says

Several files are several loaded projects. Nothing is run, and nothing is written without --apply.

  --then TEXT      what is said next: an answer to its question, or another request (repeatable)
  --attach FILE    a CSV or JSON file that the text speaks of (repeatable)
  --backend KIND   rules (no model, no network; unless said) or remote: a model where the rules are
                   unsure, as ASSAY_ASSISTANT_URL, ASSAY_ASSISTANT_MODEL, ASSAY_ASSISTANT_KEY and
                   ASSAY_ASSISTANT_KIND (openai or anthropic) say
  --apply          writes the files
  --format KIND    text or json; text unless said

Exit code 0: a proposal or an answer, 4: a question is open, 5: refused, 2: a file or an option is unusable.

For example:
  assay ask shop.aprj "create an order, then delete it and check that it is gone"
  assay ask shop.aprj "pairwise for creating an order" --then "make the tests" --apply
  assay ask shop.aprj bank.aprj "add a suite Smoke" --then Bank --apply
`,
    design: `assay design MODEL - derives tests from a model

MODEL is a model as PICT reads it (.pict, .txt), or a design as a project file has it (.json); also one of ACTS (.txt, .xml), CTWedge (.ctw) or
Tcases (.json, .xml; with --operation NAME where it has several functions).
Instead of MODEL an operation of a description (OpenAPI 3, Swagger 2):

  --from FILE            the description, as openapi.yaml
  --operation ID         the operation: its id, or "POST /orders"; its tests expect a status each

  --method NAME          the method of --from, or what the model has to be of: ${named(methodIds)}
  --strength N           how many parameters are combined, 2 unless said
  --seed N               another choice among equally good tests
  --minimise[=SECONDS]   looks for fewer tests, with the work of about ten seconds unless said
  --rows FILE.csv        tests that are there: kept first, and only what is missing is added
  --measure              adds nothing: says what --rows exercise, and what not
  --format KIND          ${named(designFormats)}; a table unless said
  /d:C /a:C /n:C         PICT's own: what its text has between values, between names of one value, and before an invalid one
                         (C is one character, space or tab)

The same model, options and version give the same tests on every machine.
Exit codes: 0 derived, 2 the model can't be used: the rules that contradict each other are named.

  assay design volumes.pict --format csv
  assay design --from openapi.yaml --operation createOrder --method boundaries
`,
    secrets: `assay secrets FILE.aprj - lists the secrets that a project needs

  --secret ID=VALUE      as for assay run: says that this one has a value

For each: where it is used, and whether a value was found and where. The values are never shown.
`,
    seal: `assay seal FILE.aprj - seals the values of secrets into the file

  --passphrase-env NAME  for whoever knows the passphrase that this environment variable holds
  --recipient AGE1...    for whoever has its identity (repeatable)
  --secret ID            only this one (repeatable); all that have a value unless said

Values are found as for assay run. What is sealed is an age file (age-encryption.org): the age program opens it, and Assay
asks for the passphrase or the identity when the file is opened. What was sealed before is replaced.

  assay seal orders.aprj --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p
`,
    unseal: `assay unseal FILE.aprj - prints the sealed secrets of a file as JSON, in clear

  --identity FILE        an identity of age, as age-keygen writes it
  --passphrase-env NAME  the environment variable that holds the passphrase

Without either: ASSAY_PASSPHRASE or ASSAY_IDENTITY, which assay run uses too.
`,
    import: `assay import [KIND] SOURCE -o FILE.aprj - makes a project of what another tool exported

  KIND                   auto, which looks for itself and need not be said, or
${Object.entries(importerFacts)
  .map(([id, { title, reads }]) => `    ${id.padEnd(20)} ${title}: ${reads}`)
  .join('\n')}
  SOURCE                 a file, a folder or a ZIP archive
  -o, --output FILE      the project that is made; one that exists is not overwritten
  --into SUITE           adds to the project in FILE, to its suite SUITE, which is made if it is not there
  --secrets-to FILE      writes the values of secrets as lines for a shell (export ASSAY_SECRET_…), readable by
                         you alone; they never stand in the project
  --root FOLDER          a folder above SOURCE in which lies what an OpenAPI document refers to; else its own folder. Nothing
                         outside of it is read

Nothing of the source is executed, nothing is fetched. What has no counterpart is listed. Exit code 2: the source
can't be used, and nothing was written.

  assay import orders.postman_collection.json -o orders.aprj
`,
  },
  seeCheck: (path: string): string => `All that is wrong, place by place: assay check ${path}`,
  seeHelp: (command?: string): string => (command === undefined ? 'See: assay --help' : `See: assay ${command} --help`),
  unknownCommand: (name: string, near: string | undefined): string =>
    `"${name}" is not a command of assay.${near === undefined ? '' : ` Did you mean assay ${near}?`}`,
  ask: {
    noText: 'Say what to do, behind the project files: assay ask FILE.aprj "create an order, then delete it"',
    unknownFormat: (format: string): string => `There is no format "${format}": use text or json.`,
    unknownBackend: (backend: string): string => `There is no backend "${backend}": use rules or remote.`,
    unknownKind: (kind: string): string => `ASSAY_ASSISTANT_KIND is "${kind}": use openai or anthropic.`,
    noRemote: 'A remote model needs ASSAY_ASSISTANT_URL and ASSAY_ASSISTANT_MODEL.',
    written: (path: string): string => `Written: ${path}\n`,
    there: (path: string): string => `${path} is there already. Move it away, or give the project another name.`,
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
  nothingFailed: 'Nothing to run again: no selected case failed.',
  emptyShard: 'Nothing to run: this shard holds no suite.',
  tokenFile: {
    noPassphrase: '--token-file needs ASSAY_PASSPHRASE: tokens are kept only sealed. Set it to a passphrase of your own.',
    notOpened: (path: string): string =>
      `The token file ${path} can't be opened: it is damaged, or ASSAY_PASSPHRASE is not its passphrase. Delete it to begin anew.`,
  },
  watching: (files: number): string => `Waiting for changes of ${count(files, 'file')}. Ctrl+C ends it.`,
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
    `${title}: ${path} has ${count(suites, 'suite')}, ${count(cases, 'case')}, ${count(steps, 'step')}.`,
  leftOut: 'Left out:',
  importedSecrets: (n: number): string =>
    `${count(n, 'value')} ${n === 1 ? 'is' : 'are'} secret and not in the file. Give ${n === 1 ? 'it' : 'them'} to runs by these environment variables, or import again with --secrets-to FILE:`,
  missingSecrets: (n: number): string =>
    `${count(n, 'secret')} ${n === 1 ? 'has' : 'have'} no value in what was imported. Give ${n === 1 ? 'it' : 'them'} to runs by ${n === 1 ? 'this environment variable' : 'these environment variables'}, or by --secret:`,
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
