import { ok } from '#engine/base/result.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { addRequest } from '../request/add-request.ts'
import { createAuthorizer } from '../request/auth.ts'
import { parseCurl } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import { createResponseReferences } from '../response-references.ts'
import type { OpenedSource } from '../open-source.ts'
import { objectOf, textOfValue } from '../json-access.ts'
import { requestName } from '../request/request-name.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { httpyacCheck } from './assertions.ts'
import { parseHttp, type HttpFile, type HttpRequestText } from './parse-http.ts'
import { readHttpRequest } from './request.ts'
import { httpTemplates, type Convert } from './templates.ts'

const isHttpFile = (path: string): boolean => /\.(http|rest)$/i.test(path)
/** A Hurl file starts alike, and goes on with what it expects of the response. */
const hurl = /\.hurl$/i
const requestLine = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|GRAPHQL)\s+(https?:\/\/|\{\{|\/)\S*/m

/** Files of VS Code's REST Client and of the HTTP client of JetBrains, with their environments: a suite for each file. */
export const httpImporter: Importer<'http'> = {
  id: 'http',
  detect: ({ files }) =>
    files.some(({ path }) => isHttpFile(path)) ||
    (files.length === 1 && !hurl.test(files[0]?.path ?? '') && requestLine.test(files[0]?.text()?.slice(0, 10_000) ?? '')),
  async read(source, draft) {
    const files = source.files.some(({ path }) => isHttpFile(path))
      ? source.files.filter(({ path }) => isHttpFile(path))
      : source.files.slice(0, 1)
    const parsed = files.map((file) => ({ path: file.path, ...parseHttp(file.text() ?? '') }))
    if (parsed.every(({ requests }) => requests.length === 0)) return wrongFormat(source.name, 'http', texts.noRequests)
    readEnvironments(source, draft)
    const authorizer = createAuthorizer(draft)
    for (const { path, requests, variables, others } of parsed) {
      for (const kind of others) draft.leaveOut(path, texts.otherRequest(kind))
      if (requests.length === 0) continue
      const answers = createResponseReferences(draft)
      const convert = httpTemplates(draft, answers)
      const suite = draft.suite(path.replace(/\.(http|rest)$/i, ''))
      const one = draft.case(suite, texts.namelessCase)
      one.onFailure = 'continue'
      const counting = lastOfEach(variables, (name, line, left) => draft.leaveOut(path, texts.definedAgain(name, line, left)))
      suite.variables.push(...counting.map(({ name, value }) => draft.variable(name, convert(value, path))))
      const read = requests.map((request) => ({
        request,
        made:
          request.command === undefined
            ? readHttpRequest(
                request,
                draft,
                convert,
                variables.some(({ name }) => name === 'host'),
              )
            : undefined,
      }))
      for (const { request, made } of read) {
        if (!made) {
          addCommand(request, path, draft, one, convert)
          continue
        }
        const name = request.name || requestName(made.method, made.url)
        const keeps = answers.keepsOf(request.id)
        const where = `${path} > ${name}`
        const namedChecks = request.asserts.flatMap((line) => {
          const found = httpyacCheck(line, (text) => convert(text, where))
          if (found === undefined) draft.leaveOut(where, texts.httpyacAssertion(line))
          return found ? { name: line.trim(), checks: [found] } : []
        })
        if (request.others.length > 0) draft.leaveOut(where, texts.httpyacScript)
        addRequest(
          draft,
          one,
          { ...made, name, where, namedChecks, before: request.before, after: request.after, keeps },
          authorizer,
        )
      }
    }
    return ok(undefined)
  },
}

/** A file has one variable of a name, the last, as in VS Code; `tell` receives the lines whose other values are dropped. */
function lastOfEach(
  variables: HttpFile['variables'],
  tell: (name: string, line: number, left: readonly number[]) => void,
): HttpFile['variables'] {
  const counting = new Map(variables.map((one) => [one.name, one]))
  const others = new Map<string, HttpFile['variables']>()
  for (const one of variables) {
    if (counting.get(one.name)?.value === one.value) continue
    const known = others.get(one.name)
    if (known) known.push(one)
    else others.set(one.name, [one])
  }
  for (const { name, line } of counting.values()) {
    const left = others.get(name) ?? []
    if (left.length > 0)
      tell(
        name,
        line,
        left.map((one) => one.line),
      )
  }
  return [...counting.values()]
}

/** VS Code sends cURL commands too. */
function addCommand({ name, command = '' }: HttpRequestText, path: string, draft: Draft, one: Case, convert: Convert): void {
  const parsed = parseCurl(convert(command, path))
  if (!parsed.ok) return draft.leaveOut(`${path} > ${name || command.slice(0, 80)}`, parsed.error)
  const { notes, ...request } = parsed.value
  const step = name || requestName(request.method, request.url)
  for (const note of notes) draft.leaveOut(step, note)
  one.steps.push(draft.step('send-request', { name: step, ...request }))
}

/** `http-client.env.json`, with values of `http-client.private.env.json` as secrets, and the settings of VS Code. */
function readEnvironments({ files }: OpenedSource, draft: Draft): void {
  const convert = httpTemplates(draft, createResponseReferences(draft))
  for (const { path, json } of files) {
    const isPrivate = /(^|\/)http-client\.private\.env\.json$/.test(path)
    const value = objectOf(json())
    const found =
      /(^|\/)http-client\.env\.json$/.test(path) || isPrivate ? value : objectOf(value?.['rest-client.environmentVariables'])
    for (const [name, own] of Object.entries(found ?? {})) {
      const values = objectOf(own)
      // `$schema` is none.
      if (values === undefined) continue
      if (Object.keys(objectOf(objectOf(values['Security'])?.['Auth']) ?? {}).length > 0)
        draft.leaveOut(`${path} > ${name}`, texts.loginsOfEnvironment)
      const environment = draft.project.environments.find((one) => one.name === name) ?? {
        id: draft.newId(),
        name,
        description: '',
        insecureHosts: [],
        variables: [],
      }
      const shared = name === '$shared'
      const into = shared ? draft.project.variables : environment.variables
      for (const [key, value] of Object.entries(values)) {
        if (typeof value === 'object') continue
        const text = textOfValue(value)
        const variable = draft.variable(key, isPrivate ? draft.secret(name, key, text) : convert(text, name))
        const known = into.findIndex((one) => one.name === variable.name)
        if (known < 0) into.push(variable)
        else into[known] = variable
      }
      if (!shared && !draft.project.environments.includes(environment)) draft.project.environments.push(environment)
    }
  }
}
