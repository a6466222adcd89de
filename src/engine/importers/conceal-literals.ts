import { literalSecrets } from '#engine/project/literal-secrets.ts'
import type { JsonPath } from '#engine/project/json-source.ts'
import type { Draft } from './draft.ts'
import { hasReference } from './templates.ts'

const scheme = /^(\s*(?:bearer|basic|dpop|token|apikey|digest|negotiate)\s+)(.*)$/is
const tokenForm =
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?|\b(?:gh[pousr]_\w{20,}|sk-[\w-]{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16})\b/g

/**
 * Takes values that look like secrets out of the project that was made: each becomes a secret variable (P4). What is found is what
 * `assay check` would warn of.
 */
export function concealLiterals(draft: Draft): void {
  const { project } = draft
  for (const { place } of literalSecrets(project)) {
    const holder = at(project, place)
    if (typeof holder !== 'object' || holder === null) {
      const parent = at(project, place.slice(0, -1))
      const key = place.at(-1)
      if (typeof holder === 'string' && typeof parent === 'object' && parent !== null && key !== undefined)
        Reflect.set(parent, key, concealTokens(draft, 'token', holder))
      continue
    }
    const { name, value } = holder as { name?: unknown; value?: unknown }
    if (typeof name !== 'string' || typeof value !== 'string') continue
    const isVariable = place.at(-2) === 'variables'
    Reflect.set(holder, 'value', isVariable ? draft.secret(project.name, name, value) : concealValue(draft, name, value))
  }
}

function concealValue(draft: Draft, name: string, value: string): string {
  const [, prefix = '', rest = value] = scheme.exec(value) ?? []
  const wanted = prefix === '' ? name : prefix.trim().toLowerCase()
  if (!hasReference(rest)) return `${prefix}${draft.secretVariable(variableOf(wanted), rest.trim().replaceAll('$${', '${'))}`
  return concealTokens(draft, variableOf(wanted), value)
}

const concealTokens = (draft: Draft, name: string, text: string): string =>
  text.replace(tokenForm, (token) => draft.secretVariable(name, token))

const tokenNames: Record<string, string> = { bearer: 'bearer_token', basic: 'basic_credentials', token: 'token' }

const variableOf = (name: string): string => tokenNames[name] ?? name.toLowerCase().replace(/[^a-z0-9]+/g, '_')

function at(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
