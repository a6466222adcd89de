import { methodIds } from '#engine/design/facts.ts'
import { importerFacts } from '#engine/importers/facts.ts'
import { reporters } from '#engine/reporters/index.ts'
import { designFormats } from './design-formats.ts'
import { named } from './texts.ts'

/** What `assay --help` prints. */
export const help = `assay - API tests that get real tokens, from the command line

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
  assay mcp [FILE.aprj …]        connects your own agent to a project (MCP)
  assay seal FILE.aprj           seals their values into the file, for others to open
  assay unseal FILE.aprj         prints the sealed ones
  assay import [KIND] SOURCE -o FILE.aprj
                                 makes a project of what another tool exported
  assay export KIND FILE.aprj    writes its requests for other tools

  assay COMMAND --help           says more about a command
  assay --version

Start with: assay serve --demo
`

/** What `assay COMMAND --help` prints. */
export const commandHelp = {
  serve: `assay serve - opens Assay for your browser on this machine

  --port N     the port, 5417 unless said (projects in the browser belong to an address: keep it)
  --demo       also starts a demo: an OpenID provider (port + 1) and an orders API (port + 2)
  --open       opens the browser, by a file that only your account may read
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
  --rerun-failed FILE    only what did not pass in this JSON report; nothing, and exit code 0,
                         if everything did

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
  --reporter KIND[=PATH] ${named(Object.keys(reporters))}; to standard output or to a file (repeatable)
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
  export: `assay export KIND FILE.aprj - writes the requests of a project for other tools

  KIND                   http: a .http file, which VS Code's REST Client and the HTTP client of JetBrains send
                         curl: cURL commands for a shell; \${name} stays as it is: put the value there
  --env NAME             http: the environment whose values the file gets; may be left out if there is only one
  --suite NAME           only this suite (repeatable)
  --case NAME            only this case (repeatable)
  --tag TAG              only cases with this tag (repeatable)
  -o, --output FILE      into this file, which is replaced; to standard output unless said

Tokens, checks and what else is no request have no place there. No secret is written.
For the messages of a run: assay run --reporter har=PATH. For k6: assay load --export k6.

  assay export http orders.aprj --env Local -o orders.http
`,
  check: `assay check FILE.aprj - says what is wrong with a project

  --timeout SECONDS      stops the check after this time, 60 unless said

Every problem is named with its place in the project and its line. Exit code 0: nothing is wrong; 2: something is.
What looks like a secret in clear, and a variable that only --var could give, are warnings: the exit code stays 0.
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
  ask: `assay ask FILE.aprj … TEXT - proposes a change of the project

Several files are several open projects. Nothing is run, and nothing is written without --apply. Without a model
TEXT is a command, such as those below; anything else opens the nearest form.

  --form ID        carries out a form; its fields follow as field=value. Without ID: lists the forms
  --then TEXT      the next message: a reply to a question, or another request (repeatable)
  --attach FILE    a CSV, JSON or text file that goes with the first message (repeatable)
  --backend KIND   none (default: no model, no network) or remote: the model that ASSAY_ASSISTANT_URL,
                   ASSAY_ASSISTANT_MODEL, ASSAY_ASSISTANT_KEY and ASSAY_ASSISTANT_KIND (openai or
                   anthropic) name
  --apply          writes the files
  --format KIND    text or json; default: text

Requests are searched for the values of secrets before they are sent: those in ASSAY_SECRET_… and those sealed
in the files. A credential in TEXT is replaced by a variable, and is never sent.

Exit code 0: a proposal or an answer, 4: a question or form is open, 5: refused, 2: a file, an option or the model
is unusable.

For example:
  assay ask shop.aprj "create an order, then delete it and check that it is gone" --apply
  assay ask shop.aprj "boundary values for POST /orders" --then "add a suite called Smoke" --apply
  assay ask shop.aprj --form token "operation=POST /orders" token=wrong --apply
  assay ask shop.aprj "cover what nobody tests yet" --backend remote --apply
`,
  mcp: `assay mcp [FILE.aprj …] - connects your own agent to a project, over MCP on standard input and output

Your agent starts it: Claude Code, VS Code, Cursor, Claude Desktop (docs/mcp.md has the configuration of each).
Without FILE.aprj, the project files of the working folder. By default an agent can only read and propose.

  --write          adds apply_proposal, which writes a proposal to its file
  --allow-run      adds run_cases, which runs cases; it reaches only the hosts of the chosen environment

No value of a secret is ever sent to the agent. Values are found as for assay run.
Exit code 0: the agent ended the connection, 2: a file or an option is unusable.

For example:
  claude mcp add assay -- assay mcp shop.aprj --write
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
  --timeout SECONDS      stops the design after this time, 600 unless said; Ctrl+C stops it at once
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
  --timeout SECONDS      stops the import after this time, 60 unless said; Ctrl+C stops it at once
  --root FOLDER          a folder above SOURCE in which lies what an OpenAPI document refers to; else its own folder. Nothing
                         outside of it is read

Nothing of the source is executed, nothing is fetched. What has no counterpart is listed. Exit code 2: the source
can't be used, and nothing was written.

  assay import orders.postman_collection.json -o orders.aprj
`,
}
