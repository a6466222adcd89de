import { oneLine } from '#engine/base/printable.ts'
import { toCurl } from '#engine/exporters/curl/to-curl.ts'
import { differing, toHttp } from '#engine/exporters/http/to-http.ts'
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

/** `assay export http|curl FILE.aprj`: the requests of a project for other tools, as the page copies them. No secret is written. */
export async function exportCommand(args: string[], host: Host): Promise<number> {
  const { values, positionals } = parseOptions(args, optionTypes)
  const [kind = '', ...files] = positionals
  if (kind !== 'http' && kind !== 'curl') throw new UsageError(texts.exports.kind(kind))
  const path = onlyFile('export', files)
  const [environmentName, moreEnvironments] = values.env ?? []
  const [output, moreOutputs] = values.output ?? []
  if (moreEnvironments !== undefined) throw new UsageError(texts.onlyOnce('env'))
  if (moreOutputs !== undefined) throw new UsageError(texts.onlyOnce('output'))
  const project = withInherited((await readProjectFile(path)).project)
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
  const steps = chosen.flatMap(({ one }) => one.steps.filter(isSendRequestStep).filter(({ disabled }) => !disabled))
  if (steps.length === 0) throw new UsageError(texts.exports.none)
  const text = kind === 'http' ? httpFile(project, environmentName, chosen, host) : curlCommands(project, chosen)
  if (output === undefined) host.out.write(text)
  else {
    writeDocument(output, text)
    host.say(`${texts.exports.done(output, steps.length)}\n`)
  }
  return exitCodes.passed
}

/** Where the commands of an export keep cookies. */
const jarFile = 'cookies.txt'

/** A command for each request; each case, suite or run starts without cookies if the project keeps them that long. */
function curlCommands({ cookies }: Project, chosen: readonly Chosen[]): string {
  const jar = cookies === undefined ? undefined : jarFile
  let owner: unknown
  const blocks = chosen.flatMap(({ suite, one }) => {
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

function httpFile(project: Project, environmentName: string | undefined, chosen: readonly Chosen[], host: Host): string {
  const environment = chooseEnvironment(project, environmentName)?.variables ?? []
  const suites = [...new Set(chosen.map(({ suite }) => suite))]
  const cases = chosen.map(({ one }) => one)
  const several = differing([...suites, ...cases])
  if (project.cookies === 'case' || project.cookies === 'suite') host.say(`${texts.exports.oneJar(project.cookies)}\n`)
  if (several.length > 0) host.say(`${texts.exports.several(several)}\n`)
  return toHttp(cases, { variables: [...project.variables, ...suites.flatMap(({ variables }) => variables)], environment })
}
