import type { EditDraft } from '#engine/project/edit/compose.ts'
import { renameUses, usesToRename, type VariableUse } from '#engine/project/edit/rename-variable.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { WrittenVariable } from '#engine/steps/step-facts.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What else an edit of a step changes. */
export interface FollowingUses {
  cases: string[]
  put(draft: EditDraft): void
}

/** The one variable of a step that an edit gives another name. */
function renamedVariable(before: Step, after: Step): { variable: WrittenVariable; to: string } | undefined {
  const [old, now] = [before, after].map((step) => factsOf(step).writes?.(step) ?? [])
  if (!old || old.length !== now?.length) return undefined
  const changed = old.flatMap((variable, index) => {
    const to = now[index]?.name
    return to === undefined || to === variable.name ? [] : [{ variable, to }]
  })
  const [only] = changed
  // In a script the whole code is the place.
  return only && changed.length === 1 && valueAt(after, only.variable.place) === only.to ? only : undefined
}

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((inner, key) => Reflect.get(Object(inner), key), value)

/**
 * Lets the uses of a variable follow while its name is typed in a step. They are those of the name that the field had when it was
 * entered: what is typed in between may be the name of another variable.
 */
export function createRenameFollower(
  workspace: Workspace,
  caseId: string,
): (before: Step, after: Step) => FollowingUses | undefined {
  let typing: { place: string; name: string; uses: VariableUse[]; first: string } | undefined
  return (before, after) => {
    const found = renamedVariable(before, after)
    const head = workspace.head()
    if (!found || !head) return undefined
    const { variable, to } = found
    const place = variable.place.join('/')
    if (typing?.place !== place || typing.name !== variable.name) {
      const uses = variable.name === '' ? [] : usesToRename({ head, cases: workspace.cases() }, caseId, before, variable)
      typing = { place, name: variable.name, first: variable.name, uses }
      document.activeElement?.addEventListener('blur', () => (typing = undefined), { once: true })
    }
    const now = typing
    now.name = to
    // The uses keep the last valid name.
    if (now.uses.length === 0 || !isVariableName(to)) return undefined
    return {
      cases: [...new Set(now.uses.flatMap((use) => use.case ?? []))],
      put: (draft) => {
        now.uses = renameUses(draft, now.uses, now.first, to)
      },
    }
  }
}
