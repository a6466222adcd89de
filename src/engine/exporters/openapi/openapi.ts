import { apiOf, type Api } from '#engine/api/api.ts'
import { bestFit } from '#engine/api/match.ts'
import { lookedAtBy } from '#engine/load/k6/request.ts'
import { Script } from '#engine/load/k6/script.ts'
import { withInherited } from '#engine/project/headers-sent.ts'
import type { Project, Suite } from '#engine/project/format/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { fileNameOf, Omissions, type Exported } from '../not-exported.ts'
import type { ExportChoice } from '../postman/postman.ts'
import { requestGroups } from '../request-groups.ts'
import { isJsonObject, memberObject, type JsonObject } from './json-object.ts'
import { describeOperation, operationPlace } from './operation.ts'
import { openApiExportTexts as texts } from './texts.ts'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/**
 * The operations that a project's requests use, as an OpenAPI document: from the attached API definition where a request fits it, otherwise
 * inferred from the requests and their checks. No value of a variable is written.
 */
export function toOpenApi(given: Project, choice: ExportChoice = {}): Exported {
  const project = withInherited(given)
  const environments = choice.environments ?? project.environments
  const omissions = new Omissions()
  const base = baseOf(project, omissions)
  const document: JsonObject = {
    openapi: base === undefined ? '3.1.0' : base.document['openapi'],
    info: {
      title: project.name || 'API',
      version: versionOf(base?.document, omissions),
      ...(project.description === '' ? {} : { description: project.description }),
    },
  }
  const paths: JsonObject = {}
  const servers = new Set<string>()
  const schemes: JsonObject = {}
  const script = new Script(project, environments[0])
  let requests = 0
  for (const { suite, step, checks, where } of requestsIn(project, choice)) {
    const method = step.method.trim().toLowerCase()
    if (!methods.has(method)) {
      omissions.add(where, texts.method(step.method.trim()))
      continue
    }
    const known = base && bestFit(base.api, lookedAtBy(step, script))?.head
    if (base !== undefined && known !== undefined && copyOperation(base.document, paths, known.path, method)) {
      requests++
      continue
    }
    const place = operationPlace(step.url, project, environments)
    if (place === undefined) {
      omissions.add(where, texts.noPath)
      continue
    }
    for (const server of place.servers) servers.add(server)
    const pathItem = memberObject(paths, place.path)
    const before = isJsonObject(pathItem[method]) ? pathItem[method] : undefined
    pathItem[method] = describeOperation({ step, suite: suite.name, checks, place, before, schemes, where, omissions })
    requests++
  }
  if (base !== undefined && Array.isArray(base.document['servers'])) document['servers'] = base.document['servers']
  else if (servers.size > 0) document['servers'] = [...servers].map((url) => ({ url }))
  document['paths'] = paths
  nameOperations(paths)
  const components = isJsonObject(base?.document['components']) ? structuredClone(base.document['components']) : {}
  if (Object.keys(schemes).length > 0) Object.assign(memberObject(components, 'securitySchemes'), schemes)
  if (Object.keys(components).length > 0) document['components'] = components
  if (requests > 0) omissions.add('', texts.steps)
  omissions.add('', texts.checks)
  return {
    files: [{ path: `${fileNameOf(project.name)}.openapi.json`, text: `${JSON.stringify(document, null, 2)}\n` }],
    notExported: omissions.list,
    requests,
  }
}

interface Base {
  document: JsonObject
  api: Api
}

/** The first API definition of OpenAPI 3. */
function baseOf({ apis }: Project, omissions: Omissions): Base | undefined {
  let base: Base | undefined
  for (const { name, document: text } of apis) {
    const document: unknown = JSON.parse(text)
    const isUsable = isJsonObject(document) && String(document['openapi']).startsWith('3.')
    if (!isUsable) omissions.add('', texts.swagger(name))
    else if (base !== undefined) omissions.add('', texts.others(name))
    else base = { document, api: apiOf(text) }
  }
  return base
}

function versionOf(document: JsonObject | undefined, omissions: Omissions): string {
  const info = document?.['info']
  if (isJsonObject(info) && typeof info['version'] === 'string') return info['version']
  omissions.add('', texts.version)
  return '1.0.0'
}

/** Copies an operation with what its path says for all operations. */
function copyOperation(from: JsonObject, paths: JsonObject, path: string, method: string): boolean {
  const item = isJsonObject(from['paths']) ? from['paths'][path] : undefined
  if (!isJsonObject(item) || !isJsonObject(item[method])) return false
  const made = memberObject(paths, path)
  for (const key of ['summary', 'description', 'servers', 'parameters']) if (key in item) made[key] = structuredClone(item[key])
  made[method] = structuredClone(item[method])
  return true
}

interface RequestInSuite {
  suite: Suite
  step: SendRequestStep
  checks: Check[]
  where: string
}

function requestsIn({ suites }: Project, { cases }: ExportChoice): RequestInSuite[] {
  return suites.flatMap((suite) =>
    suite.cases
      .filter(({ id }) => cases?.has(id) ?? true)
      .flatMap((one) =>
        requestGroups(one, { isRequest: () => false, lose: () => undefined, elsewhere: () => undefined }).flatMap(
          ({ owner, after }) =>
            isSendRequestStep(owner)
              ? [
                  {
                    suite,
                    step: owner,
                    checks: after.filter(isAssertionStep).flatMap(({ checks }) => checks),
                    where: `${suite.name} > ${one.name} > ${owner.name}`,
                  },
                ]
              : [],
        ),
      ),
  )
}

/** Operations of one id are numbered. */
function nameOperations(paths: JsonObject): void {
  const taken = new Set<string>()
  for (const item of Object.values(paths).filter(isJsonObject))
    for (const operation of Object.values(item).filter(isJsonObject)) {
      const id = operation['operationId']
      if (typeof id !== 'string') continue
      let free = id
      for (let number = 2; taken.has(free); number++) free = `${id}${number}`
      taken.add(free)
      operation['operationId'] = free
    }
}
