import { counted } from '#engine/base/counted.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { oneLine } from '#engine/base/printable.ts'
import type { NeededValues } from '#engine/runner/plan/missing-values.ts'
import { programTexts as texts } from '../texts.ts'
import type { RunPart } from './run-parts.ts'

interface Listed {
  file: string
  project: string
  environment?: string
  suites: { name: string; cases: { name: string; tags: string[]; steps: number }[] }[]
}

/** What would run (`--list`), as text. */
export function listText(parts: readonly RunPart[], missing: NeededValues): string {
  const lines = listed(parts).flatMap(({ file, environment, suites }) => [
    `${file}${environment === undefined ? '' : ` (${environment})`}`,
    ...suites.flatMap(({ name, cases }) =>
      cases.map((one) => {
        const tags = one.tags.map((tag) => ` #${tag}`).join('')
        return oneLine(`  ${name} > ${one.name} (${counted(one.steps, 'step')})${tags}`)
      }),
    ),
  ])
  const cases = parts.reduce((sum, { plan }) => sum + plan.total.cases, 0)
  return `${lines.join('\n')}\n\n${counted(cases, 'case')}\n${missingLines(missing)}`
}

const missingLines = ({ variables, secrets }: NeededValues): string =>
  [
    ...variables.map(({ name, usedBy }) => `${texts.listed.variable(name)}, ${texts.listed.usedBy(usedBy.length)}\n`),
    ...secrets.map(
      ({ name, usedBy }) => `${texts.listed.secret(name, secretVariable(name))}, ${texts.listed.usedBy(usedBy.length)}\n`,
    ),
  ].join('')

/** The same as JSON. */
export function listJson(parts: readonly RunPart[], { variables, secrets }: NeededValues): string {
  const missing = {
    variables,
    secrets: secrets.map(({ name, usedBy }) => ({ id: name, variable: secretVariable(name), usedBy })),
  }
  return `${JSON.stringify({ files: listed(parts), missing }, null, 2)}\n`
}

/** By files; a case of several iterations or rows once each. */
function listed(parts: readonly RunPart[]): Listed[] {
  const files = new Map<string, Listed>()
  for (const { file, plan, names } of parts) {
    const { path, read, environment } = file
    const entry: Listed = files.get(path) ?? {
      file: path,
      project: read.project.name,
      ...(environment ? { environment: environment.name } : {}),
      suites: [],
    }
    files.set(path, entry)
    for (const { suite, cases } of plan.suites) {
      let own = entry.suites.find(({ name }) => name === suite.name)
      if (!own) entry.suites.push((own = { name: suite.name, cases: [] }))
      for (const one of cases)
        own.cases.push({ name: names.case(one.case.name, (text) => text), tags: one.case.tags, steps: one.steps.length })
    }
  }
  return [...files.values()]
}
