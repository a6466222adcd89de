import { addRequiredRows } from '#engine/derived-tests/designs/required-rows.ts'
import { addCase, addSuite, freeName } from '#engine/project/edit/structure.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { newId } from '../../new-id.ts'
import { plain } from '../../plain-copy.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { newSuite, type TestChoices } from './test-choices.ts'
import { designTexts } from '../texts.ts'

/** What was put into the project. */
export interface PutTests {
  /** How many new cases there are. */
  count: number
  /** The first new case; undefined where only the rows of a table were replaced. */
  first: Case | undefined
  /** What it was put in. */
  name: string
  notes: readonly string[]
}

/**
 * Puts what was made of the tests into the project as one edit: new cases with their table, or with `replace` the rows of the table that was
 * made before. Undefined if nothing was made, or the project can't be edited.
 */
export function putTests(choices: TestChoices, workspace: Workspace, replace: boolean): PutTests | undefined {
  const { design, name, suites, suiteId } = choices
  const now = choices.made()
  if (!now) return undefined
  const old = replace ? choices.before() : undefined
  const target = suiteId() === newSuite ? newId() : suiteId()
  // What the table was made for runs it already.
  const added = old ? [] : named(now.cases, suites().find(({ id }) => id === target)?.cases ?? [])
  const done = workspace.edit(designTexts.edits.make(name()), [], (draft) => {
    const { head } = draft
    const known = new Set([...head.variables, ...head.environments.flatMap(({ variables }) => variables)].map((one) => one.name))
    head.variables.push(...choices.template().projectVariables.filter((one) => !known.has(one.name)))
    const changed = choices.update()
    if (old && changed) {
      const index = head.dataSources.findIndex(({ id }) => id === old.id)
      head.dataSources[index] = { ...old, columns: changed.columns, rows: changed.rows }
      const own = head.designs.find(({ id }) => id === design().id)
      if (own && choices.isAgain()) addRequiredRows(own, plain(choices.required()))
      return
    }
    const { source } = now
    if (source) head.dataSources.push({ ...source, name: freeName(source.name, namesOf(head.dataSources)) })
    if (suiteId() === newSuite) addSuite(draft, target, freeName(designTexts.make.newSuiteName, namesOf(suites())))
    for (const one of added) addCase(draft, target, one)
  })
  return done
    ? { count: added.length, first: added[0], name: old?.name ?? added[0]?.name ?? name(), notes: now.notes }
    : undefined
}

const namesOf = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name)

/** Cases with names that nothing beside them has. */
function named(cases: readonly Case[], beside: readonly { name: string }[]): Case[] {
  const names = new Set(namesOf(beside))
  return cases.map((one) => {
    const name = freeName(one.name, names)
    names.add(name)
    return { ...one, name }
  })
}
