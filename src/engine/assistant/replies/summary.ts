import type { PlanOperation } from '../plan.ts'
import type { PlannedChangeSet } from '../turn.ts'
import type { Workbench } from '#engine/case-builder/workbench.ts'
import { isOnlyPlace } from '#engine/case-builder/change-set/change-set.ts'
import type { KnownDesign } from '../memory.ts'
import type { Texts } from './texts.ts'

/** What a proposal says of itself in the conversation. */
export function summaryOf(set: PlannedChangeSet, bench: Workbench<Texts>, design: KnownDesign | undefined, texts: Texts): string {
  const load = set.loadTest === undefined ? undefined : bench.project.loadTests.find(({ id }) => id === set.loadTest)
  if (load) {
    const target = bench.project.suites.flatMap((suite) => [suite, ...suite.cases]).find(({ id }) => id === load.target)
    return texts.load(
      target?.name ?? load.name,
      Math.max(...load.stages.map(({ users = 0 }) => users)),
      load.stages.reduce((sum, { duration }) => sum + duration, 0),
    )
  }
  const made = set.plan.find((one) => one.do === 'recipe' && one.make === true)
  const isDesigned = set.items.some(({ of, what }) => of === 'design' && what === 'added')
  if (made && design) return texts.made(design.tests, design.id)
  if (isDesigned && design)
    return texts.design(
      design.id,
      String(design.design['method']),
      design.tests,
      design.parameters.map(({ name }) => name),
      '',
    )
  const count = (of: string, what: string) => set.items.filter((item) => item.of === of && item.what === what).length
  const inNew = new Set(set.items.filter(({ of, what }) => of === 'case' && what === 'added').map(({ id }) => id))
  const counts = {
    suites: count('suite', 'added'),
    cases: count('case', 'added'),
    steps: set.items.filter(({ of, what }) => of === 'step' && what === 'added').length,
    designs: count('design', 'added'),
    changed: set.items.filter(
      (item) =>
        (item.what === 'changed' || item.what === 'moved') &&
        !isOnlyPlace(item, set.items) &&
        !(item.parent !== undefined && inNew.has(item.parent)),
    ).length,
    removed: set.items.filter(({ what, parent }) => what === 'removed' && parent === undefined).length,
  }
  // What has no word of its own here, a variable or a document, is a thing as well.
  const isOther = Object.values(counts).every((one) => one === 0)
  return texts.proposal(isOther ? { ...counts, changed: set.items.length } : counts)
}

/** The label of an undo step. */
export function labelOfPlan(operations: readonly PlanOperation[], bench: Workbench<Texts>): string {
  const [first] = operations
  const last = [...bench.cases].at(-1)
  const one = bench.project.suites.flatMap(({ cases }) => cases).find(({ id }) => id === last)
  if (!first) return ''
  const name = 'name' in first && typeof first.name === 'string' && first.name !== '' ? first.name : (one?.name ?? '')
  const verb = first.do === 'recipe' ? 'add' : first.do.replaceAll('_', ' ')
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${name}`.trim()
}
