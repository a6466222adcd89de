import { methodIds } from '#engine/design/facts.ts'
import { exporterFacts } from '#engine/exporters/facts.ts'
import { importerFacts } from '#engine/importers/facts.ts'
import { reporters } from '#engine/reporters/index.ts'
import { designFormats } from './design-formats.ts'
import { named } from './texts.ts'

/** Output of `assay --help`. */
export const help = `assay - API tests that get real tokens, from the command line

  assay serve [--demo]           Open Assay in your browser
  assay run FILE…                Run the tests in projects
  assay check FILE.aprj          List a project's problems
  assay fmt FILE.aprj            Format a project file
  assay doctor [URL]             Check this machine, and optionally a provider
  assay secrets FILE.aprj        List the secrets a project needs
  assay compare A.json B.json    Compare two runs
  assay merge BASE OURS THEIRS   Merge two versions of a project; --install sets it up in git
  assay diff A.aprj B.aprj       List the changes between two versions of a project
  assay design MODEL             Generate tests from a model
  assay load FILE.aprj NAME      Run a load test, or export it as a k6 script
  assay ask FILE.aprj TEXT       Change a project by a request in plain text
  assay mcp [FILE.aprj …]        Connect your own agent to a project (MCP)
  assay seal FILE.aprj           Encrypt secrets into the project file
  assay unseal FILE.aprj         Print the sealed secrets
  assay import [KIND] SOURCE -o FILE.aprj
                                 Create a project from another tool's export
  assay export FORMAT FILE.aprj  Export a project for other tools

  assay COMMAND --help           Show help for a command
  assay --version

Start with: assay serve --demo
`

/** Output of `assay COMMAND --help`. */
export const commandHelp = {
  serve: `assay serve - open Assay in your browser

  --port N     port, default: 5417 (keep the same one: projects in the browser are tied to it)
  --demo       also start a demo: an OpenID provider (port + 1) and an orders API (port + 2)
  --open       open the browser; the link is passed in a file that only your account can read
  --allow URL  let the page at this URL connect with a code shown here (repeatable)
  --proxy URL  proxy for requests made by pages, or "none"; default: HTTPS_PROXY and HTTP_PROXY,
               except for hosts in NO_PROXY

Open the printed URL to connect the browser. It works once. The page can then send requests that
a browser can't. The companion listens on 127.0.0.1 only. Press Ctrl+C to stop it.
`,
  run: `assay run FILE… - run the tests of projects

FILE is an .aprj file, a folder (every .aprj file below it) or a glob in quotes, such as 'tests/**/*.aprj'. Several files form
one run with one report.

Select
  --env NAME             environment; optional if there is only one
  --suite NAME           only this suite (repeatable)
  --case NAME            only this case (repeatable)
  --tag TAG              only cases with this tag (repeatable)
  --exclude-tag TAG      no cases with this tag (repeatable)
  --shard I/N            only shard I of N, to split a run across machines
  --rerun-failed FILE    only cases that didn't pass in this JSON report; if all passed, runs
                         nothing and exits with 0
  --list[=json]          list the selected cases and the missing values, and run nothing

Configure
  --var NAME=VALUE       variable; overrides every value in the file (repeatable); also the
                         environment variable ASSAY_VAR_NAME
  --env-file FILE        file with NAME=VALUE lines, for variables, ASSAY_SECRET_… and other
                         environment variables (repeatable)
  --secret ID=VALUE      secret (repeatable); safer: the environment variable listed by
                         assay secrets FILE.aprj
  --secret-command CMD   command that prints the secret {id}, such as "op read op://ci/{id}", for
                         secrets without a value; runs once for each, without a shell
  --data FILE            run each case once per row of this CSV or JSON file; columns become variables
  --iterations N         run everything N times
  --seed N               repeat the test data from an earlier run
  --insecure-hosts A,B   hosts where http: or an invalid certificate is allowed
  --cacert FILE          trust the certificate authorities in this PEM file
  --proxy URL            proxy (http://USER:PASSWORD@HOST:PORT), or "none"; default: HTTPS_PROXY
                         and HTTP_PROXY, except for hosts in NO_PROXY
  --interactive          allow interactive sign-in, even without a terminal
  --redirect-uri URI     fixed redirect URI for sign-ins, such as http://localhost:8765/callback;
                         default: http://127.0.0.1:PORT/callback with any free port
  --headed               show the browser during scripted sign-ins

  --token-file PATH      keep tokens between runs, sealed with ASSAY_PASSPHRASE, so that a new sign-in
                         is only needed when a token and its refresh token are no longer valid

Control
  --watch                run again when the project, or a file with its rows or bodies, changes
  --bail                 stop at the first step that doesn't pass
  --retry N              retry a case up to N times if it doesn't pass
  --workers N            suites to run in parallel, default: 1
  --delay MS             wait before each request except the first
  --timeout SECONDS      limit for the whole run

Output
  --reporter KIND[=PATH] ${named(Object.keys(reporters))}; to standard output or to a file (repeatable)
  --verbose              show each request and response, with secrets masked
  --quiet                print nothing

Exit codes: 0 all passed, 1 a check failed, 2 invalid file or options, 3 a step had an error,
130 interrupted.

  assay run orders.aprj --env Local --reporter list --reporter junit=out.xml --reporter html=report.html
`,
  load: `assay load FILE.aprj NAME - run a load test on this machine

NAME is a load test in the project. With --users and --duration, it can also be a case or suite.

  --env NAME             environment, default: the load test's
  --users N              constant number of users, instead of the stages
  --duration SECONDS     total duration, instead of the stages
  --reporter KIND[=PATH] list, junit, html, json; to standard output or to a file (repeatable)
  --compare JSON         compare with an earlier report of --reporter json
  --export k6 OUT.js     write the load test as a k6 script, without running it

  --var NAME=VALUE, --secret ID=VALUE, --insecure-hosts A,B, --seed N, --proxy URL, --token-file PATH, --quiet
                         same as for assay run

The load comes from one process. For more load, or to use several machines, use --export k6.
Ctrl+C stops the test and reports the results so far.
Exit codes: 0 all thresholds met (without thresholds: nothing failed), 1 a threshold not met, 2 invalid file or options,
3 a step had an error, 130 interrupted.

  assay load orders.aprj Peak --reporter list --reporter html=load.html --reporter junit=load.xml
`,
  export: `assay export FORMAT FILE.aprj - export a project for other tools

  FORMAT
${Object.entries(exporterFacts)
  .map(([id, { writes }]) => `    ${id.padEnd(20)} ${writes}`)
  .join('\n')}
  --env NAME             environment whose values are written; for postman, only this one (default: all)
  --suite NAME           only this suite (repeatable)
  --case NAME            only this case (repeatable)
  --tag TAG              only cases with this tag (repeatable)
  -o, --output PATH      output file (overwritten if it exists) or folder; further files are written next to
                         the file; default: standard output

Items that the format can't express are listed. Secrets are never exported: their variables are empty.
To export a run's messages, use assay run --reporter har=PATH. To export to k6, use assay load --export k6.

  assay export postman orders.aprj -o orders.postman_collection.json
  assay export http orders.aprj --env Local -o orders.http
`,
  check: `assay check FILE.aprj - list a project's problems

  --timeout SECONDS      limit for the check, default: 60

Each problem is listed with its line and its path in the project. Exit codes: 0 no problems, 2 problems found.
Likely plaintext secrets and variables that only --var can set are warnings: the exit code stays 0.
`,
  fmt: `assay fmt FILE.aprj... - format project files: sort keys, omit defaults

  --check      write nothing; exit code 1 if a file isn't formatted

Prints the names of changed files. Exit codes: 0 formatted, 1 a file isn't formatted (with --check), 2 a file can't be read.

  assay fmt --check tests/*.aprj
`,
  doctor: `assay doctor [URL] - check this machine, and optionally a provider

Checks Node.js, the browser for scripted sign-ins, the port of assay serve, SQLite, the folder for responses and
certificates. With a URL, such as that of a provider's discovery document, it also checks the connection and the server's certificate
and clock. No other request is sent.

Exit codes: 0 ok, 1 something is missing, 2 invalid options.

  assay doctor https://id.example.org/.well-known/openid-configuration
`,
  compare: `assay compare A.json B.json - compare two runs, the earlier one first

Both are JSON reports of assay run (--reporter json=PATH) for the same project. Lists new, fixed and remaining failures, steps
that became slower beyond the usual variation, and changed responses: status, headers, and the paths and types in JSON bodies.

  --json                 print JSON

Exit codes: 0 no new failures, 1 new failures, 2 a report can't be used.
`,
  merge: `assay merge BASE OURS THEIRS - merge two versions of a project that come from BASE

  -o, --output FILE      output file; default: standard output
  --install              use assay merge and assay diff for *.aprj files in this git repository

Suites, cases, steps and other items are compared by ID, so edits to different fields merge, even when items were moved
or renamed. Where both sides changed the same field, the result has the value of OURS, and the file lists both under
"conflicts". Open it in Assay to resolve them.

Exit codes: 0 merged, 1 conflicts or new problems (the output is still written), 2 a file can't be used.

  assay merge --install
`,
  diff: `assay diff A.aprj B.aprj - list the changes between two versions of a project

  --json                 print JSON

Changes are listed by name: + added, - removed, > moved, ~ changed. Likely secrets are masked.
Also works as git's external diff, with git's seven or nine arguments: see assay merge --install.

Exit codes: 0 compared, 2 a file can't be used.

  assay diff old.aprj new.aprj
`,
  ask: `assay ask FILE.aprj … TEXT - propose a change to a project

Each file is an open project. Nothing is run, and nothing is written without --apply. Without a model, TEXT is
a command, such as those below; any other text opens the closest form.

  --form ID        submit a form; its fields follow as field=value. Without ID: list the forms
  --then TEXT      next message: a reply to a question, or another request (repeatable)
  --attach FILE    CSV, JSON or text file for the first message (repeatable)
  --backend KIND   none (default: no model, no network) or remote: the model set by ASSAY_ASSISTANT_URL,
                   ASSAY_ASSISTANT_MODEL, ASSAY_ASSISTANT_KEY and ASSAY_ASSISTANT_KIND (openai or
                   anthropic)
  --apply          write the files
  --format KIND    text or json; default: text

Messages never contain secret values, neither those in ASSAY_SECRET_… nor those sealed in the files. A credential
in TEXT is replaced by a variable.

Exit codes: 0 proposal or reply, 4 a question or form is open, 5 refused, 2 a file, an option or the model can't be
used.

Examples:
  assay ask shop.aprj "create an order, then delete it and check that it is gone" --apply
  assay ask shop.aprj "boundary values for POST /orders" --then "add a suite called Smoke" --apply
  assay ask shop.aprj --form token "operation=POST /orders" token=wrong --apply
  assay ask shop.aprj "cover operations without tests" --backend remote --apply
`,
  mcp: `assay mcp [FILE.aprj …] - connect your own agent to a project, over MCP on standard input and output

Your agent (Claude Code, VS Code, Cursor, Claude Desktop) starts this command. See docs/mcp.md for the configurations.
Default for FILE.aprj: the project files in the working folder. By default, an agent can only read and propose.

  --write          add apply_proposal, which writes a proposal to its file
  --allow-run      add run_cases, which runs cases; it can only reach the chosen environment's hosts

Secret values are never sent to the agent. They come from the same sources as for assay run.
Exit codes: 0 the agent closed the connection, 2 invalid file or options.

Example:
  claude mcp add assay -- assay mcp shop.aprj --write
`,
  design: `assay design MODEL - generate tests from a model

MODEL is a PICT model (.pict, .txt), a design from a project file (.json), or a model from ACTS (.txt, .xml), CTWedge (.ctw) or
Tcases (.json, .xml; with --operation NAME if it has several functions).
Instead of MODEL, use an operation from an API definition (OpenAPI 3, Swagger 2):

  --from FILE            API definition, such as openapi.yaml
  --operation ID         operation: its ID, or "POST /orders"; each test expects a status

  --method NAME          method for --from, or the expected method of the model: ${named(methodIds)}
  --strength N           number of parameters to combine, default: 2
  --seed N               choose another, equally good set of tests
  --minimise[=SECONDS]   search for fewer tests, default: about 10 seconds of work
  --rows FILE.csv        existing tests: kept first, only missing ones are added
  --measure              add no tests; report the coverage of --rows
  --format KIND          ${named(designFormats)}; default: table
  --timeout SECONDS      limit for the design, default: 600; Ctrl+C stops it immediately
  /d:C /a:C /n:C         PICT's separators: between values, between names of one value, and before an invalid value
                         (C is one character, space or tab)

The same model, options and version produce the same tests on every machine.
Exit codes: 0 generated, 2 the model can't be used; contradictory rules are listed.

  assay design volumes.pict --format csv
  assay design --from openapi.yaml --operation createOrder --method boundaries
`,
  secrets: `assay secrets FILE.aprj - list the secrets a project needs

  --secret ID=VALUE      same as for assay run; the secret counts as found

Shows where each secret is used, and where its value was found. Values are never shown.
`,
  seal: `assay seal FILE.aprj - encrypt secrets into the project file

  --passphrase-env NAME  environment variable with the passphrase
  --recipient AGE1...    age recipient; the matching identity decrypts the secrets (repeatable)
  --secret ID            only this secret (repeatable); default: all that have a value

Values come from the same sources as for assay run. They are stored in age format (age-encryption.org): the age command
decrypts them, and Assay asks for the passphrase or identity when you open the file. Previously sealed values are replaced.

  assay seal orders.aprj --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p
`,
  unseal: `assay unseal FILE.aprj - print a file's sealed secrets as plaintext JSON

  --identity FILE        age identity, as written by age-keygen
  --passphrase-env NAME  environment variable with the passphrase

Default: ASSAY_PASSPHRASE or ASSAY_IDENTITY, same as for assay run.
`,
  import: `assay import [KIND] SOURCE -o FILE.aprj - create a project from an export of another tool

  KIND                   auto (default: detects the format), or
${Object.entries(importerFacts)
  .map(([id, { title, reads }]) => `    ${id.padEnd(20)} ${title}: ${reads}`)
  .join('\n')}
  SOURCE                 file, folder or ZIP archive
  -o, --output FILE      project to create; an existing file is not overwritten
  --into SUITE           add to the suite SUITE of the project in FILE; the suite is created if missing
  --secrets-to FILE      write secret values as shell lines (export ASSAY_SECRET_…) to a file that only you can
                         read; the project never contains them
  --timeout SECONDS      limit for the import, default: 60; Ctrl+C stops it immediately
  --root FOLDER          folder with all files that an OpenAPI document refers to, default: the folder of SOURCE;
                         nothing outside it is read

Nothing is executed or downloaded. Items without a counterpart are listed. Exit code 2: the source can't be used,
and nothing was written.

  assay import orders.postman_collection.json -o orders.aprj
`,
}
