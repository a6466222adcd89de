import { placeOf, suiteOf } from '#engine/project/edit/places.ts'
import type { ProjectContext } from '../../project/project-context.ts'

/** What a request is about if it names nothing: the open step, case, suite or project. */
export function focusText({ workspace, router }: ProjectContext): string | undefined {
  const head = workspace.head()
  const { suite, case: opened, step } = router.route()
  if (opened) {
    const place = placeOf(head, opened)?.head.name
    const one = step === undefined ? undefined : workspace.case(opened)?.steps.find(({ id }) => id === step)?.name
    return one === undefined ? place : `${place} > ${one}`
  }
  return (suite === undefined ? undefined : suiteOf(head, suite)?.name) ?? head?.name
}
