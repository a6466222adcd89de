import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { oneLine } from '#engine/base/printable.ts'
import { toCurl } from '#engine/exporters/curl/to-curl.ts'
import { exporterFacts, isExporterId, type ExporterId } from '#engine/exporters/facts.ts'
import { differing, toHttp } from '#engine/exporters/http/to-http.ts'
import { groupNotExported, type Exported, type NotExported } from '#engine/exporters/not-exported.ts'
import type { ExportChoice } from '#engine/exporters/postman/postman.ts'
import { withInherited } from '#engine/project/headers-sent.ts'
import type { Case, Project, Suite } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { onlyFile, readProjectFile } from '../files/read-file.ts'
import { chooseEnvironment, selectCases } from '../options/select-cases.ts'
import { programTexts as texts } from '../texts.ts'
import { writeDocument } from '../files/write-document.ts'

const many = { type: 'string', multiple: true } as const
const optionTypes = { env: many, suite: many, case: many, tag: many, output: { ...many, short: 'o' } } as const

/** A selected case, and the suite whose variables it sees. */
interface Chosen {
  suite: Suite
  one: Case
}

/** What is exported: a project, which cases of it, and the environment that was named. */
interface Choice {
  project: Project
  chosen: readonly Chosen[]
  environment: string | undefined
  /** The output is a folder. */
  intoFolder: boolean
}

/** `assay export FORMAT FILE.aprj`: a project for other tools. Lists what the format can't say. No secret is written. */
export async function exportCommand(args: string[], host: Host): Promise<number> {
  const { values, positionals } = parseOptions(args, optionTypes)
  const [kind = '', ...files] = positionals
  if (!isExporterId(kind)) throw new UsageError(texts.exports.kind(kind))
  const path = onlyFile('export', files)
  const [environment, moreEnvironments] = values.env ?? []
  const [output, moreOutputs] = values.output ?? []
  if (moreEnvironments !== undefined) throw new UsageError(texts.onlyOnce('env'))
  if (moreOutputs !== undefined) throw new UsageError(texts.onlyOnce('output'))
  const { project } = await readProjectFile(path)
  const whole = { project }
  const selected = selectCases([whole], {
    suites: values.suite ?? [],
    cases: values.case ?? [],
    tags: values.tag ?? [],
    excludedTags: [],
    shard: undefined,
  }).casesOf(whole)
  const all = project.suites.flatMap((suite) => suite.cases.map((one): Chosen => ({ suite, one })))
  const chosen = all.filter(({ one }) => selected?.includes(one.id) ?? true)
  const made = await writers[kind]({ project, chosen, environment, intoFolder: output !== undefined && isFolder(output) }, host)
  if (made.requests === 0) throw new UsageError(texts.exports.none)
  write(made, kind, output, host)
  report(made.notExported, host)
  return exitCodes.passed
}

type Writer = (choice: Choice, host: Host) => Exported | Promise<Exported>

/** How each format is written. */
const writers: Readonly<Record<ExporterId, Writer>> = {
  async postman(choice) {
    const { toPostman } = await import('#engine/exporters/postman/postman.ts')
    return toPostman(choice.project, choiceOf(choice))
  },
  async hurl(choice) {
    const { toHurl } = await import('#engine/exporters/hurl/hurl.ts')
    return toHurl(choice.project, { ...choiceOf(choice), split: choice.intoFolder })
  },
  async openapi(choice) {
    const { toOpenApi } = await import('#engine/exporters/openapi/openapi.ts')
    return toOpenApi(choice.project, choiceOf(choice))
  },
  http: (choice, host) => {
    const project = withInherited(choice.project)
    return inOneFile(choice, httpFile(project, choice, host))
  },
  curl: (choice) => inOneFile(choice, curlCommands(withInherited(choice.project), choice.chosen)),
}

/** Of the environments the named one; all without a name. */
function choiceOf({ project, chosen, environment }: Choice): ExportChoice {
  const named = environment === undefined ? undefined : chooseEnvironment(project, environment)
  return {
    cases: new Set(chosen.map(({ one }) => one.id)),
    environments: named === undefined ? undefined : project.environments.filter(({ id }) => id === named.id),
  }
}

const requestsOf = ({ project, chosen }: Choice) => {
  const ids = new Set(chosen.map(({ one }) => one.id))
  return withInherited(project)
    .suites.flatMap(({ cases }) => cases.filter(({ id }) => ids.has(id)))
    .flatMap(({ steps }) => steps.filter(isSendRequestStep).filter(({ disabled }) => !disabled))
}

const inOneFile = (choice: Choice, text: string): Exported => ({
  files: [{ path: '', text }],
  notExported: [],
  requests: requestsOf(choice).length,
})

/** Where the commands of an export keep cookies. */
const jarFile = 'cookies.txt'

/** A command for each request; each case, suite or run starts without cookies if the project keeps them that long. */
function curlCommands({ cookies, suites }: Project, chosen: readonly Chosen[]): string {
  const jar = cookies === undefined ? undefined : jarFile
  let owner: unknown
  const ids = new Set(chosen.map(({ one }) => one.id))
  const all = suites.flatMap((suite) => suite.cases.filter(({ id }) => ids.has(id)).map((one): Chosen => ({ suite, one })))
  const blocks = all.flatMap(({ suite, one }) => {
    const steps = one.steps.filter(isSendRequestStep).filter(({ disabled }) => !disabled)
    const commands = steps.map((step) => `# ${oneLine(step.name)}\n${toCurl(step, jar)}`)
    const next = cookies === 'case' ? one : cookies === 'suite' ? suite : 'run'
    const isNew = jar !== undefined && next !== owner && commands.length > 0
    if (isNew) owner = next
    return isNew
      ? [`# ${texts.exports.withoutCookies(oneLine(typeof next === 'string' ? '' : next.name))}\nrm -f ${jar}`, ...commands]
      : commands
  })
  return `${blocks.join('\n\n')}\n`
}

function httpFile(project: Project, { chosen, environment: named }: Choice, host: Host): string {
  const environment = chooseEnvironment(project, named)?.variables ?? []
  const suites = [...new Set(chosen.map(({ suite }) => suite))]
  const several = differing([...suites, ...chosen.map(({ one }) => one)])
  if (project.cookies === 'case' || project.cookies === 'suite') host.say(`${texts.exports.oneJar(project.cookies)}\n`)
  if (several.length > 0) host.say(`${texts.exports.several(several)}\n`)
  const ids = new Set(chosen.map(({ one }) => one.id))
  const cases = project.suites.flatMap((suite) => suite.cases).filter(({ id }) => ids.has(id))
  return toHttp(cases, { variables: [...project.variables, ...suites.flatMap(({ variables }) => variables)], environment })
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The main file under the name that was given, the others beside it; all under their own names in a folder. */
function write({ files, requests }: Exported, kind: ExporterId, output: string | undefined, host: Host): void {
  const [main, ...others] = files
  if (main === undefined) return
  if (output === undefined) {
    host.out.write(main.text)
    if (others.length > 0) host.say(`${texts.exports.onlyMain(others.map(({ path }) => path))}\n`)
    return
  }
  const inFolder = isFolder(output)
  const path = inFolder ? join(output, main.path || `requests${exporterFacts[kind].ending}`) : output
  if (inFolder) mkdirSync(dirname(path), { recursive: true })
  writeDocument(path, main.text)
  host.say(`${texts.exports.done(path, requests)}\n`)
  for (const other of others) {
    const beside = join(inFolder ? output : dirname(output), other.path)
    if (inFolder) mkdirSync(dirname(beside), { recursive: true })
    writeDocument(beside, other.text)
    host.say(`${beside}\n`)
  }
}

/** The list of what is not exported, as `assay import` lists what it leaves out. */
function report(notExported: readonly NotExported[], host: Host): void {
  if (notExported.length === 0) return
  host.say(`${texts.exports.leftOut}\n`)
  for (const { what, places } of groupNotExported(notExported)) {
    const [only, ...more] = places
    if (more.length === 0) host.say(`  ${oneLine([only, what].filter(Boolean).join(': '))}\n`)
    else {
      host.say(`  ${oneLine(what)}\n`)
      for (const place of places) host.say(`    ${oneLine(place)}\n`)
    }
  }
}
