import { isObject } from '#engine/base/encoding/json-value.ts'
import { isCredentialName } from '#engine/base/secrets/secret-name.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { literalSecrets } from '#engine/project/problems/literal-secrets.ts'
import { mergeTexts as texts } from './texts.ts'

/** A value as users read it in a list of changes. `other`: the value that it is compared with. */
export type Show = (value: unknown, other?: unknown) => string

const longest = 80
/** Shorter texts are in too many others. */
const shortestSecret = 4

/** Shows values of these projects: short, on one line, and without what looks like a secret in plaintext. */
export function createShow(projects: readonly Project[]): Show {
  const secrets = [...new Set(projects.flatMap(plaintextSecrets))].toSorted((a, b) => b.length - a.length)
  const masked = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, texts.masked), text)
  return (value, other) => {
    const text = masked(plain(value))
    if (text.length <= longest) return text
    // Of two long texts the part is shown in which they differ.
    const start = other === undefined ? 0 : Math.max(0, firstDifference(text, masked(plain(other))) - longest / 4)
    return `${start > 0 ? '…' : ''}${text.slice(start, start + longest)}${start + longest < text.length ? '…' : ''}`
  }
}

function plain(value: unknown): string {
  if (value === undefined) return texts.none
  if (isObject(value) && typeof value['name'] === 'string' && value['name'] !== '') return JSON.stringify(value['name'])
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? ''
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Values of a project that look like secrets: those that `assay check` warns about, and variables named as credentials. */
function plaintextSecrets(project: Project): string[] {
  const values = literalSecrets(project).map(({ place }) =>
    place.reduce<unknown>(
      (value, key) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
      project,
    ),
  )
  const suites = project.suites.flatMap((suite) => [suite, ...suite.cases])
  const variables = [project, ...project.environments, ...suites].flatMap((one) => one.variables)
  const named = variables.filter(
    ({ name, value }) => isCredentialName(name) && typeof value === 'string' && !value.startsWith('${'),
  )
  return [...values.map((value) => (isObject(value) ? value['value'] : value)), ...named.map(({ value }) => value)].filter(
    (value) => typeof value === 'string' && value.length >= shortestSecret,
  ) as string[]
}
