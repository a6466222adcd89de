import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { literalSecrets } from '#engine/project/problems/literal-secrets.ts'
import type { JsonPath } from '#engine/project/format/json-source.ts'
import type { Project, Variable } from '#engine/project/format/schema.ts'
import { isScriptStep } from '#engine/steps/script/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { signedAuthIn, signedAuthText } from '#engine/steps/send-request/auth/signed-auth.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import type { Draft } from './draft.ts'
import { withSecretReferences } from './request/auth.ts'
import { hasReference, unliteral } from './variables/templates.ts'
import { importerTexts as texts } from './texts.ts'

const scheme = /^(\s*(?:bearer|basic|dpop|token|apikey|digest|negotiate)\s+)(.*)$/is
const tokenForm =
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?|\b(?:gh[pousr]_\w{20,}|sk-[\w-]{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16})\b/g
const tokenInText = new RegExp(`(['"\`])((?:(?!\\1)[^\\\\\\n])*?)(${tokenForm.source})((?:(?!\\1)[^\\\\\\n])*)\\1`, 'g')
const secretName =
  /(?:^|[_.-])(?:password|passwd|passphrase|pass|pwd|secret|token|jwt|api_?key|access_?key|private_?key|credentials?)$|(?:[pP]assword|[sS]ecret|[a-z]Token|[aA]pi_?[kK]ey|[aA]ccessKey|[pP]rivateKey)$/i

/** Whether a variable's name says that its value is a credential. */
export const namesSecret = (name: string): boolean => secretName.test(name)

/**
 * Takes values that look like secrets out of the project that was made: each becomes a secret, or a secret variable (P4). What
 * is found is what `assay check` would warn of, values of variables that are named like one, those that were put where a
 * credential belongs, and passwords and tokens in JSON and XML that is sent. `fromDocument`: values in requests are examples of
 * the API definition, which aren't secrets because of their names.
 */
export function concealLiterals(draft: Draft, fromDocument = false): void {
  const { project } = draft
  concealVariables(draft, project.name, project.variables)
  for (const { name, variables } of project.environments) concealVariables(draft, name, variables)
  for (const suite of project.suites) {
    concealVariables(draft, suite.name, suite.variables)
    for (const one of suite.cases) concealVariables(draft, one.name, one.variables, fromDocument)
  }
  for (const { place } of literalSecrets(project)) {
    const found = at(project, place)
    if (typeof found === 'string') {
      const holder = at(project, place.slice(0, -1))
      Reflect.set(Object(holder), place.at(-1) ?? '', concealTokens(draft, 'token', found))
      continue
    }
    const { name, value } = Object(found) as { name?: unknown; value?: unknown }
    if (typeof name === 'string' && typeof value === 'string')
      Reflect.set(Object(found), 'value', concealValue(draft, name, value))
  }
  concealDescriptions(project)
  concealCode(draft)
  if (!fromDocument)
    for (const { cases } of project.suites)
      for (const { steps } of cases)
        for (const step of steps) {
          if (!isSendRequestStep(step)) continue
          concealBody(draft, step.body)
          for (const header of step.headers) if (/^cookie$/i.test(header.name)) header.value = concealCookies(draft, header.value)
        }
}

/** Cookies of sessions and tokens, by their names; those of settings stay. */
const concealCookies = (draft: Draft, header: string): string =>
  header.replace(/(?<=^|;\s*)([^=;\s]+)=([^;]*)/g, (whole, name: string, value: string) =>
    /sess|sid$|token|auth|jwt/i.test(name) && value.length >= shortestPassword && !hasReference(value)
      ? `${name}=${held(draft, name, value)}`
      : whole,
  )

/** Tokens in the texts of scripts, which read them from the vault instead. */
function concealCode(draft: Draft): void {
  for (const { cases } of draft.project.suites)
    for (const step of cases.flatMap(({ steps }) => steps))
      if (isScriptStep(step))
        step.code = step.code.replace(tokenInText, (_whole, quote: string, start: string, token: string, end: string) => {
          const { secret } = draft.secret(step.name, 'token', token)
          return `(${quote}${start}${quote} + secrets.get('${secret}') + ${quote}${end}${quote})`
        })
}

/** Descriptions are no templates: of a token in one, as in the note of a script, only that it stood there is left. */
function concealDescriptions({ suites }: Project): void {
  const cases = suites.flatMap((suite) => suite.cases)
  for (const one of [...suites, ...cases, ...cases.flatMap(({ steps }) => steps)])
    one.description = one.description.replace(tokenForm, () => texts.tokenStood)
}

function concealBody(draft: Draft, body: RequestBody): void {
  if (body.type === 'json') body.text = concealMembers(draft, body.text)
  if (body.type === 'text') body.text = concealElements(draft, concealMembers(draft, body.text))
  const fields = body.type === 'form' ? body.fields : body.type === 'multipart' ? body.parts : []
  for (const one of fields) if (one.value !== undefined) one.value = concealMembers(draft, one.value)
  if (body.type === 'graphql') body.variables = concealMembers(draft, body.variables)
}

/** Members of JSON that are named like a credential and hold one. */
const concealMembers = (draft: Draft, text: string): string =>
  text.replace(
    /("((?:[^"\\]|\\.){0,200})"\s*:\s*")((?:[^"\\]|\\.)+)(?=")/g,
    (whole, before: string, name: string, content: string) => {
      const value = jsonValue(`"${content}"`)
      return typeof value === 'string' && isCredential(name, value) ? `${before}${held(draft, name, value)}` : whole
    },
  )

const concealElements = (draft: Draft, text: string): string =>
  text.replace(/(<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>)([^<>&]+)(?=<\/)/g, (whole, before: string, name: string, value: string) =>
    isCredential(name, value) ? `${before}${held(draft, name, value)}` : whole,
  )

const held = (draft: Draft, name: string, value: string): string => draft.secretVariable(variableOf(name), unliteral(value))

const passwords = /(?:password|passwd|passphrase|pwd|senha)(?:confirm(?:ation)?|again|repeat)?$/
const keys = /(?:secret|apikey|accesskey|secretkey|privatekey)$/
const tokens = /(?:token|jwt|clientassertion)$/
const placeholder =
  /^(?:string|password|passphrase|secret|<.*>|\[.*\]|\{.*\}|x+|[*.…-]+|(?:your|my|insert|enter|paste|change)(?![a-z]).*|changeme)$/i
const shortestPassword = 6

/** Whether a value that is sent is the credential that its name says, and not a word in its place. */
function isCredential(name: string, value: string): boolean {
  if (value.length < shortestPassword || hasReference(value) || placeholder.test(value)) return false
  const plain = name.replace(/[_-]/g, '').toLowerCase()
  return passwords.test(plain) || keys.test(plain) || (tokens.test(plain) && /^(?=.*\d)\S{8,}$|^\S{20,}$/.test(value))
}

function concealVariables(draft: Draft, where: string, variables: Variable[], areExamples = false): void {
  for (const one of variables) {
    const { name, value } = one
    if (typeof value !== 'string' || value === '' || hasReference(value)) continue
    const isSecret = draft.isSensitive(name) || (!areExamples && namesSecret(name) && !/^(?:https?:|true$|false$)/i.test(value))
    if (isSecret || (value.match(tokenForm)?.[0] ?? '') !== '') one.value = draft.secret(where, name, unliteral(value))
  }
}

function concealValue(draft: Draft, name: string, value: string): string {
  const signing = signedAuthIn(name, value)
  if (signing) return signedAuthText(withSecretReferences(draft, signing))
  const [, prefix = '', rest = value] = scheme.exec(value) ?? []
  const wanted = variableOf(prefix === '' ? name : prefix.trim().toLowerCase())
  if (!hasReference(rest)) return `${prefix}${draft.secretVariable(wanted, unliteral(rest.trim()))}`
  return concealTokens(draft, wanted, value)
}

const concealTokens = (draft: Draft, name: string, text: string): string =>
  text.replace(tokenForm, (token) => draft.secretVariable(name, token))

const tokenNames: Record<string, string> = { bearer: 'bearer_token', basic: 'basic_credentials', token: 'token' }

const variableOf = (name: string): string =>
  (Object.hasOwn(tokenNames, name) ? tokenNames[name] : undefined) ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '_')

function at(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
