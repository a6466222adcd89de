import { withInherited } from '#engine/project/headers-sent.ts'
import type { Case, Environment, Project, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { listReferences } from '#engine/templates/parse.ts'
import { fileNameOf, fileNamesOf, Omissions, type Exported, type ExportedFile } from '../not-exported.ts'
import type { ExportChoice } from '../postman/postman.ts'
import { requestGroups, type Lost } from '../request-groups.ts'
import { tokenLimit, tokenRequest } from '../token-request.ts'
import { hurlEntries } from './entry.ts'
import { hurlName } from './hurl-text.ts'
import { hurlExportTexts as texts } from './texts.ts'

/**
 * A project as Hurl files: requests with asserts and captures, and a file of variables for each environment. `split`: a file for each case;
 * otherwise one for all. No secret is written.
 */
export function toHurl(given: Project, choice: ExportChoice & { split?: boolean } = {}): Exported {
  const project = withInherited(given)
  const environments = choice.environments ?? project.environments
  const omissions = new Omissions()
  const secrets = new Map<string, string>()
  const made = new Set<string>()
  let requests = 0
  const cases = project.suites.flatMap((suite) =>
    suite.cases
      .filter(({ id }) => choice.cases?.has(id) ?? true)
      .flatMap((one) => {
        const entries = entriesOf(suite, one, omissions, secrets, made)
        requests += entries.length
        return entries.length === 0 ? [] : [{ suite, one, entries }]
      }),
  )
  if (cases.length > 1 && choice.split !== true) omissions.add('', texts.stops)
  if (choice.split === true && cases.some(({ one }) => one.steps.some(keepsForOthers))) omissions.add('', texts.scopes)
  const names = fileNamesOf(environments.map(({ name }) => name)).map((name) => `${name}.vars`)
  const head = [texts.head(project.name), texts.run(names[0])].join('\n')
  const blockOf = ({ suite, one, entries }: (typeof cases)[number]): string =>
    [`# ${suite.name} > ${one.name}`.replaceAll(/\s+/g, ' '), ...entries].join('\n\n')
  const main: ExportedFile[] = choice.split
    ? cases.map((one) => ({
        path: `${fileNameOf(one.suite.name)}/${fileNameOf(one.one.name)}.hurl`,
        text: `${head}\n\n${blockOf(one)}\n`,
      }))
    : [{ path: `${fileNameOf(project.name)}.hurl`, text: `${[head, ...cases.map(blockOf)].join('\n\n')}\n` }]
  reportProject(project, omissions)
  const variables =
    environments.length === 0 && project.variables.length + secrets.size + made.size > 0 ? [undefined] : environments
  return {
    files: [
      ...unique(main),
      ...variables.map((one, index) => ({
        path: names[index] ?? `${fileNameOf(project.name)}.vars`,
        text: variablesFile(project, one, secrets, made, omissions),
      })),
    ],
    notExported: omissions.list,
    requests: cases.length === 0 ? 0 : requests,
  }
}

const keepsForOthers = (step: Step): boolean => variablesSet(step).some(({ scope }) => scope !== 'TestCase')

/** Cases of one name are numbered. */
function unique(files: readonly ExportedFile[]): ExportedFile[] {
  const taken = new Map<string, number>()
  return files.map(({ path, text }) => {
    const count = (taken.get(path.toLowerCase()) ?? 0) + 1
    taken.set(path.toLowerCase(), count)
    return { path: count === 1 ? path : path.replace(/\.hurl$/, ` ${count}.hurl`), text }
  })
}

function entriesOf(suite: Suite, one: Case, omissions: Omissions, secrets: Map<string, string>, made: Set<string>): string[] {
  const where = `${suite.name} > ${one.name}`
  const omit = (step: Step, what: string): void => omissions.add(`${where} > ${step.name}`, what)
  if (one.steps.some(({ disabled }) => disabled)) omissions.add('', texts.disabled)
  if (one.tags.length > 0) omissions.add('', texts.tags)
  if (one.onlyIf !== undefined) omissions.add(where, texts.condition)
  const groups = requestGroups(one, {
    isRequest: (step) => tokenLimit(step) === undefined,
    lose(step, why) {
      if (!isOAuth2Step(step)) return omit(step, lost(step, why))
      const limit = tokenLimit(step)
      if (limit === 'negative') return omit(step, texts.negativeToken)
      const name = hurlName(step.variableName)
      secrets.set(name, name)
      omit(step, limit === 'sign-in' ? texts.signIn(name) : texts.tokenSettings(name))
    },
    elsewhere: (step) => omit(step, texts.elsewhere),
  })
  if (groups.length === 0) {
    omissions.add(where, texts.emptyCase)
    return []
  }
  for (const { name, value } of [...suite.variables, ...one.variables])
    if (typeof value === 'object') addSecret(hurlName(name), where, secrets, omissions)
  for (const { owner } of groups)
    if (isOAuth2Step(owner))
      for (const { name } of tokenRequest(owner).secrets) addSecret(hurlName(name), where, secrets, omissions)
  return groups.flatMap((group, index) =>
    hurlEntries(group, index === 0 ? [...suite.variables, ...one.variables] : [], {
      where: `${where} > ${group.owner.name}`,
      omissions,
      made,
    }),
  )
}

function addSecret(name: string, where: string, secrets: Map<string, string>, omissions: Omissions): void {
  secrets.set(name, name)
  omissions.add(where, texts.secret(name))
}

const lost = (step: Step, why: Lost): string =>
  ({ kind: texts.kind(factsOf(step).title), loop: texts.loop, 'no-request': texts.noRequest, last: texts.lastWait })[why]

/** `name=value` lines; Hurl doesn't resolve values, so that references in them are. */
function variablesFile(
  project: Project,
  environment: Environment | undefined,
  secrets: ReadonlyMap<string, string>,
  made: ReadonlySet<string>,
  omissions: Omissions,
): string {
  const all = new Map<string, Variable['value']>()
  for (const { name, value } of [...project.variables, ...(environment?.variables ?? [])]) all.set(name, value)
  const lines = Array.from(all, ([name, value]) => {
    if (typeof value === 'object') {
      omissions.add(environment?.name ?? project.name, texts.secret(hurlName(name)))
      return `${hurlName(name)}=`
    }
    return `${hurlName(name)}=${filled(String(value), all, 0).replaceAll(/[\r\n]+/g, ' ')}`
  })
  const known = new Set([...all.keys()].map(hurlName))
  const more = [...secrets.keys(), ...made].filter((name) => !known.has(name))
  return `${[...lines, ...more.map((name) => `${name}=`)].join('\n')}\n`
}

const deepest = 20

function filled(text: string, all: ReadonlyMap<string, Variable['value']>, depth: number): string {
  return listReferences(text)
    .toReversed()
    .reduce((made, { name, start, end }) => {
      const value = all.get(name)
      const inner =
        value === undefined || typeof value === 'object' || depth > deepest ? '' : filled(String(value), all, depth + 1)
      return made.slice(0, start) + inner + made.slice(end)
    }, text)
    .replaceAll('$${', '${')
}

function reportProject(project: Project, omissions: Omissions): void {
  if (project.cookies !== undefined) omissions.add('', texts.cookies)
  if (project.environments.some(({ insecureHosts }) => insecureHosts.length > 0)) omissions.add('', texts.insecureHosts)
  if (project.environments.some(({ mtls }) => mtls !== undefined && mtls.length > 0)) omissions.add('', texts.mtls)
  if (project.connections.length > 0) omissions.add('', texts.connections)
  if (project.dataSources.length > 0) omissions.add('', texts.dataSources)
  if (project.apis.length > 0) omissions.add('', texts.apis)
  if (project.designs.length + project.loadTests.length > 0) omissions.add('', texts.designs)
}
