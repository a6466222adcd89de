import { withInherited } from '#engine/project/headers-sent.ts'
import type { Case, Environment, Project, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { fileNameOf, fileNamesOf, Omissions, type Exported } from '../not-exported.ts'
import { requestGroups, type Lost, type RequestGroup } from '../request-groups.ts'
import { tokenLimit, tokenRequest } from '../token-request.ts'
import { isDrawn, itemOf, type StartValues } from './item.ts'
import type { PostmanJson } from './request.ts'
import { PostmanTexts } from './templates.ts'
import { postmanExportTexts as texts } from './texts.ts'

/** What of a project is exported; absent: all of it. */
export interface ExportChoice {
  /** Cases by id. */
  cases?: ReadonlySet<string> | undefined
  environments?: readonly Environment[] | undefined
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * A project as a Postman collection (format v2.1.0) with its environments: suites and cases as folders, checks and transfers as scripts. No
 * secret is written.
 */
export function toPostman(given: Project, choice: ExportChoice = {}): Exported {
  const project = withInherited(given)
  const environments = choice.environments ?? project.environments
  const omissions = new Omissions()
  const writer = new CollectionWriter(project, environments, omissions)
  const suites = project.suites.flatMap((suite) => {
    const cases = suite.cases.filter(({ id }) => choice.cases?.has(id) ?? true)
    return cases.length === 0 ? [] : [writer.suite(suite, cases)]
  })
  reportProject(project, omissions)
  const collection = {
    info: { name: project.name, ...describedBy(project), schema },
    ...(project.cookies === undefined ? { protocolProfileBehavior: { disableCookies: true } } : {}),
    item: suites.flatMap((suite) => suite ?? []),
    variable: writer.variables(),
  }
  hoistAuth(collection)
  const names = fileNamesOf(environments.map(({ name }) => name))
  return {
    files: [
      { path: `${fileNameOf(project.name)}.postman_collection.json`, text: jsonText(collection) },
      ...environments.map((one, index) => ({
        path: `${names[index] ?? ''}.postman_environment.json`,
        text: jsonText(environmentOf(one, omissions)),
      })),
    ],
    notExported: omissions.list,
    requests: writer.requests,
  }
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const describedBy = ({ description }: { description: string }): PostmanJson => (description === '' ? {} : { description })

class CollectionWriter {
  requests = 0
  readonly #project: Project
  readonly #environments: readonly Environment[]
  readonly #omissions: Omissions
  /** Variables that are the collection's: secrets of suites and cases, of token steps, tokens of sign-ins. */
  readonly #more = new Map<string, PostmanJson>()
  #begun = false

  constructor(project: Project, environments: readonly Environment[], omissions: Omissions) {
    this.#project = project
    this.#environments = environments
    this.#omissions = omissions
  }

  suite(suite: Suite, cases: readonly Case[]): PostmanJson | undefined {
    let isFirst = true
    const items = cases.flatMap((one) => {
      const made = this.#case(suite, one, isFirst)
      if (made !== undefined) isFirst = false
      return made ?? []
    })
    if (items.length === 0) return undefined
    return { name: suite.name, ...describedBy(suite), item: items, ...this.#folderVariables(suite, suite.name) }
  }

  #case(suite: Suite, one: Case, isFirst: boolean): PostmanJson | undefined {
    const where = `${suite.name} > ${one.name}`
    const groups = this.#groups(one, where)
    if (groups.length === 0) {
      this.#omissions.add(where, texts.emptyCase)
      return undefined
    }
    const items = groups.map((group, index) => {
      const start: StartValues =
        index > 0
          ? []
          : [
              ...(this.#begun ? [] : [{ level: 'project' as const, variables: this.#project.variables.filter(isDrawn) }]),
              ...(isFirst ? [{ level: 'suite' as const, variables: suite.variables }] : []),
              { level: 'case' as const, variables: one.variables },
            ]
      this.#begun = true
      const owner = this.#owner(one, group.owner, where)
      return itemOf({ ...group, owner }, start, {
        project: this.#project,
        environment: this.#environments[0],
        where: `${where} > ${group.owner.name}`,
        omissions: this.#omissions,
      })
    })
    this.requests += items.length
    return { name: one.name, ...describedBy(one), item: items, ...this.#folderVariables(one, where) }
  }

  #groups(one: Case, where: string): RequestGroup[] {
    const omit = (step: Step, what: string): void => this.#omissions.add(`${where} > ${step.name}`, what)
    if (one.steps.some(({ disabled }) => disabled)) this.#omissions.add('', texts.disabled)
    if (one.tags.length > 0) this.#omissions.add('', texts.tags)
    const groups = requestGroups(one, {
      isRequest: (step) => tokenLimit(step) === undefined,
      lose: (step, why) => (isOAuth2Step(step) ? this.#loseToken(step, where) : omit(step, lost(step, why))),
      elsewhere: (step) => omit(step, texts.elsewhere),
    })
    if (groups.length > 1 && one.onFailure === 'stop') this.#omissions.add('', texts.stops)
    for (const { owner } of groups) {
      if (isSendRequestStep(owner)) {
        if (owner.until !== undefined) omit(owner, texts.until)
        if (owner.timeout !== 30) omit(owner, texts.timeout)
      } else
        for (const { name, id } of tokenRequest(owner).secrets)
          this.#more.set(name, this.#secret(name, `${where} > ${owner.name}`, id))
    }
    return groups
  }

  /** The condition of its case is one of each of its requests. */
  #owner(one: Case, owner: RequestGroup['owner'], where: string): RequestGroup['owner'] {
    if (one.onlyIf === undefined) return owner
    this.#omissions.add(where, texts.caseCondition)
    return { ...owner, onlyIf: [...one.onlyIf, ...(owner.onlyIf ?? [])] }
  }

  #loseToken(step: OAuth2Step, where: string): void {
    const limit = tokenLimit(step)
    const place = `${where} > ${step.name}`
    if (limit === 'negative') return this.#omissions.add(place, texts.negativeToken)
    const { variableName } = step
    this.#more.set(variableName, { key: variableName, value: '', type: 'secret' })
    this.#omissions.add(place, limit === 'sign-in' ? texts.signIn(variableName) : texts.tokenSettings(variableName))
  }

  #secret(name: string, where: string, id: string): PostmanJson {
    this.#omissions.add(where, texts.secret(name))
    return { key: name, value: '', type: 'secret', description: `Secret ${id}` }
  }

  /** The variables of a suite or case, for whoever reads the collection: a script sets them. */
  #folderVariables({ variables }: { variables: readonly Variable[] }, where: string): PostmanJson {
    const plain = variables.filter(({ value }) => typeof value !== 'object')
    for (const { name, value } of variables) {
      if (typeof value !== 'object') continue
      this.#omissions.add(where, texts.moved(name))
      this.#more.set(name, this.#secret(name, where, value.secret))
    }
    return plain.length === 0 ? {} : { variable: plain.map((one) => variableOf(one, where, this.#omissions)) }
  }

  variables(): PostmanJson[] {
    const own = this.#project.variables.map((one) => variableOf(one, this.#project.name, this.#omissions))
    const names = new Set(own.map(({ key }) => key))
    return [...own, ...[...this.#more.values()].filter(({ key }) => !names.has(key))]
  }
}

const lost = (step: Step, why: Lost): string =>
  ({
    kind: texts.kind(factsOf(step).title),
    loop: texts.loop,
    'no-request': texts.noRequest,
    last: texts.lastWait,
  })[why]

function variableOf({ name, value, description }: Variable, where: string, omissions: Omissions): PostmanJson {
  const described = description === '' ? {} : { description }
  if (typeof value === 'object') {
    omissions.add(where, texts.secret(name))
    return { key: name, value: '', type: 'secret', ...described }
  }
  const converted = new PostmanTexts(where, omissions)
  const text = typeof value === 'string' ? converted.convert(value) : String(value)
  // A value that only a script can make is set before the first request.
  return { key: name, value: converted.made.size > 0 ? '' : text, type: 'string', ...described }
}

function environmentOf(environment: Environment, omissions: Omissions): PostmanJson {
  const { name, variables, insecureHosts, mtls } = environment
  if (insecureHosts.length > 0) omissions.add(name, texts.insecureHosts)
  if (mtls !== undefined && mtls.length > 0) omissions.add(name, texts.mtls)
  for (const variable of variables) if (isDrawn(variable)) omissions.add(name, texts.drawn(variable.name))
  return {
    name,
    values: variables.map((one) => {
      const { key, value, type, ...more } = variableOf(one, name, omissions)
      return { key, value, type: type === 'secret' ? 'secret' : 'default', enabled: true, ...more }
    }),
    _postman_variable_scope: 'environment',
  }
}

function reportProject(project: Project, omissions: Omissions): void {
  if (project.cookies === 'case' || project.cookies === 'suite') omissions.add('', texts.cookies)
  if (project.connections.length > 0) omissions.add('', texts.connections)
  if (project.dataSources.length > 0) omissions.add('', texts.dataSources)
  if (project.apis.length > 0) omissions.add('', texts.apis)
  if (project.designs.length + project.loadTests.length > 0) omissions.add('', texts.designs)
  if (project.sealed !== undefined) omissions.add('', texts.sealed)
}

/** Authorization that all items of a folder have is the folder's. */
function hoistAuth(folder: PostmanJson): string | undefined {
  const items = folder['item'] as PostmanJson[]
  const found = items.map((item) =>
    Array.isArray(item['item']) ? hoistAuth(item) : JSON.stringify((item['request'] as PostmanJson)['auth'] ?? null),
  )
  const [first] = found
  if (first === undefined || found.some((one) => one !== first) || first === 'null')
    return first === 'null' && found.every((one) => one === first) ? first : undefined
  for (const item of items) {
    if (Array.isArray(item['item'])) delete item['auth']
    else delete (item['request'] as PostmanJson)['auth']
  }
  folder['auth'] = JSON.parse(first) as unknown
  return first
}
