import { newStep } from '#engine/project/new-step.ts'
import { editBetween } from '#engine/project/edit/compose.ts'
import { stateOf } from '#engine/project/edit/state.ts'
import { literalSecrets } from '#engine/project/problems/literal-secrets.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { stepWithInherited } from '#engine/project/headers-sent.ts'
import { levelsOf } from '#engine/project/inherited-headers.ts'
import type { Case, Project, Step } from '#engine/project/format/schema.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import type { Transfer } from '#engine/steps/data-transfer/schema.ts'
import { lookedAt } from '#engine/steps/references.ts'
import { loopPartners } from '#engine/steps/loops.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { Workbench } from '../workbench.ts'
import { itemLists, type ChangeItem, type ChangeSet, type PreviewRequest } from './change-set.ts'
import { addNeeds } from './item-needs.ts'
import { predicateFacts } from '#engine/checks/facts.ts'

/** A check as users read it: `json $.state equals "open"`. */
const checkText = ({ source, path, name, not, is, value, operation }: Check): string =>
  [
    source,
    path ?? name ?? '',
    not ? 'not' : '',
    predicateFacts[is].title,
    operation ?? '',
    value === undefined ? '' : JSON.stringify(value),
  ]
    .filter(Boolean)
    .join(' ')

/** A transfer as users read it: `$.id → ${order_id}`. */
const transferText = ({ source, path, name, to }: Transfer): string => `${path ?? name ?? source} → \${${to}}`

/** The proposal that a bench holds; undefined if nothing would change. */
export function makeChangeSet(bench: Workbench, label: string, revision: string, key: string): ChangeSet | undefined {
  const { before, project } = bench
  const edit = editBetween(label, stateOf(before), stateOf(project))
  if (!edit) return undefined
  lint(bench)
  const cases = new Set(project.suites.flatMap((suite) => suite.cases.map(({ id }) => id)))
  const runs = [...bench.cases].filter((id) => cases.has(id) && (caseIn(project, id)?.steps.length ?? 0) > 0)
  return {
    id: bench.newId(),
    label,
    project: key,
    projectName: before.name,
    revision,
    edit,
    items: itemsOf(before, project),
    assumptions: bench.assumptions,
    warnings: bench.warnings,
    requests: requestsOf(before, project, runs),
    runs,
    ...(bench.loadTest === undefined ? {} : { loadTest: bench.loadTest }),
  }
}

/** Reports what would be wrong afterwards and was not before. */
function lint(bench: Workbench): void {
  const known = new Set(problemsOf(bench.before).map(({ path, text }) => `${path}\n${text}`))
  for (const { path, text } of problemsOf(bench.project))
    if (!known.has(`${path}\n${text}`)) bench.warn(bench.texts.warn.problem(`${path}: ${text}`))
  const secrets = new Set(literalSecrets(bench.before).map(({ path }) => path))
  if (literalSecrets(bench.project).some(({ path }) => !secrets.has(path))) bench.warn(bench.texts.warn.literalSecret)
}

const caseIn = (project: Project, id: string): Case | undefined =>
  project.suites.flatMap(({ cases }) => cases).find((one) => one.id === id)

/** What differs, as a tree: suites, cases, steps, and what else a project holds. */
export function itemsOf(before: Project, after: Project): ChangeItem[] {
  const items: ChangeItem[] = []
  const own = [...fieldsOf(before, after, listedElsewhere), ...orderOf(before.suites, after.suites)]
  if (own.length > 0)
    items.push({ id: 'project', needs: [], what: 'changed', of: 'project', name: after.name, place: '', fields: own })
  lists(before, after, items)
  const oldCases = new Map(before.suites.flatMap((suite) => suite.cases.map((one) => [one.id, { suite, one }] as const)))
  const oldSuites = new Map(before.suites.map((suite) => [suite.id, suite]))
  for (const suite of after.suites) {
    const known = oldSuites.get(suite.id)
    const id = `suite ${suite.id}`
    const parent = known ? {} : { parent: id }
    if (!known) items.push({ id, needs: [], what: 'added', of: 'suite', name: suite.name, place: '', fields: [] })
    else {
      const fields = [...fieldsOf(known, suite, ['cases']), ...orderOf(known.cases, suite.cases)]
      if (fields.length > 0) items.push({ id, needs: [], what: 'changed', of: 'suite', name: suite.name, place: '', fields })
    }
    for (const one of suite.cases) {
      const old = oldCases.get(one.id)
      if (!old) addedCase(one, suite.name, parent, items)
      else {
        if (old.suite.id !== suite.id)
          items.push({
            id: `move ${one.id}`,
            ...parent,
            needs: [],
            what: 'moved',
            of: 'case',
            name: one.name,
            place: suite.name,
            fields: [{ name: 'suite', before: old.suite.name, after: suite.name }],
          })
        if (old.one !== one) changedCase(old.one, one, suite.name, items)
      }
    }
  }
  const staying = new Set(after.suites.flatMap(({ cases }) => cases.map(({ id }) => id)))
  const suites = new Set(after.suites.map(({ id }) => id))
  for (const suite of before.suites) {
    const id = `suite ${suite.id}`
    if (!suites.has(suite.id))
      items.push({ id, needs: [], what: 'removed', of: 'suite', name: suite.name, place: '', fields: [] })
    for (const one of suite.cases)
      if (!staying.has(one.id))
        items.push({
          id: `case ${one.id}`,
          ...(suites.has(suite.id) ? {} : { parent: id }),
          needs: [],
          what: 'removed',
          of: 'case',
          name: one.name,
          place: suite.name,
          fields: [],
        })
  }
  addNeeds(items, after)
  return items
}

/** What of a project has items of its own. */
const listedElsewhere: readonly string[] = [...itemLists.map(([key]) => key), 'suites']

/** The order of what was there before, if it is another one. */
function orderOf(before: readonly Named[], after: readonly Named[]): ChangeItem['fields'] {
  const staying = (all: readonly Named[], other: readonly Named[]) => all.filter(({ id }) => other.some((one) => one.id === id))
  const [old, now] = [staying(before, after), staying(after, before)]
  if (same(old.map(idOf), now.map(idOf))) return []
  const names = (all: readonly Named[]) => all.map(({ name }) => name).join(' → ')
  return [{ name: 'order', before: names(old), after: names(now) }]
}

type Named = { id: string; name: string }
const idOf = ({ id }: Named): string => id

function addedCase(one: Case, suite: string, parent: { parent?: string }, items: ChangeItem[]): void {
  const id = `case ${one.id}`
  items.push({ id, ...parent, needs: [], what: 'added', of: 'case', name: one.name, place: suite, fields: [] })
  for (const step of one.steps)
    items.push({
      ...stepItem(step, one, 'added', needsOf(step, one)),
      parent: id,
      fields: fieldsOfNew(step, one),
    })
}

function changedCase(before: Case, after: Case, suite: string, items: ChangeItem[]): void {
  if (same(before, after)) return
  const id = `case ${after.id}`
  items.push({
    id,
    needs: [],
    what: 'changed',
    of: 'case',
    name: after.name,
    place: suite,
    fields: fieldsOf(before, after, ['steps']),
  })
  const old = new Map(before.steps.map((step) => [step.id, step]))
  for (const step of after.steps) {
    const known = old.get(step.id)
    if (!known)
      items.push({
        ...stepItem(step, after, 'added', needsOf(step, after)),
        parent: id,
        fields: fieldsOfNew(step, after),
      })
    else if (!same(known, step))
      items.push({
        ...stepItem(step, after, 'changed', []),
        parent: id,
        fields: namedSteps(fieldsOf(known, step, ['id', 'kind']), after),
      })
  }
  const kept = new Set(after.steps.map((step) => step.id))
  for (const step of before.steps)
    if (!kept.has(step.id)) items.push({ ...stepItem(step, before, 'removed', []), parent: id, fields: [] })
  // The order alone.
  const order = (steps: readonly Step[], other: ReadonlySet<string>) =>
    steps.flatMap((step) => (other.has(step.id) ? [step.id] : []))
  if (!same(order(before.steps, kept), order(after.steps, new Set(old.keys()))))
    items.push({
      id: `order ${after.id}`,
      parent: id,
      needs: [],
      what: 'moved',
      of: 'step',
      name: after.name,
      place: suite,
      fields: [
        {
          name: 'order',
          before: before.steps.map(({ name }) => name).join(' → '),
          after: after.steps.map(({ name }) => name).join(' → '),
        },
      ],
    })
}

const stepItem = (step: Step, one: Case, what: ChangeItem['what'], needs: string[]): ChangeItem => ({
  id: `step ${step.id}`,
  needs,
  what,
  of: 'step',
  name: step.name,
  kind: step.kind,
  place: one.name,
  fields: [],
})

/** New steps that a step can't be without: what it looks at, the partner of a loop's marker. */
function needsOf(step: Step, one: Case): string[] {
  const needs: string[] = []
  const source = one.steps[lookedAt(one.steps, one.steps.indexOf(step))]
  if (source) needs.push(`step ${source.id}`)
  const partner = loopPartners(one.steps).get(step)
  if (partner) needs.push(`step ${partner.id}`)
  return needs
}

/** What a project holds besides suites. */
function lists(before: Project, after: Project, items: ChangeItem[]): void {
  for (const [key, of] of itemLists) {
    const keyOf = (item: { name: string; id?: string }) => item.id ?? item.name
    const old = new Map((before[key] as { name: string; id?: string }[]).map((item) => [keyOf(item), item]))
    const now = new Map((after[key] as { name: string; id?: string }[]).map((item) => [keyOf(item), item]))
    for (const [id, item] of now) {
      const known = old.get(id)
      if (known && same(known, item)) continue
      items.push({
        id: `${of} ${id}`,
        needs: [],
        what: known ? 'changed' : 'added',
        of,
        name: item.name,
        place: '',
        fields: fieldsOf(known, item, ['id', 'document', ...(of === 'environment' ? [] : [])]),
      })
    }
    for (const [id, item] of old)
      if (!now.has(id)) items.push({ id: `${of} ${id}`, needs: [], what: 'removed', of, name: item.name, place: '', fields: [] })
  }
}

const longestShown = 4_000

/** Lists that have their own words, by the names of their fields. */
const itemTexts = new Map<string, (value: unknown) => string>([
  ['checks', (value) => (value as Check[]).map(checkText).join('\n')],
  ['transfers', (value) => (value as Transfer[]).map(transferText).join('\n')],
])

/** Fields that differ, as users read them; default values are omitted from new items. */
function fieldsOf(before: object | undefined, after: object, without: readonly string[]): ChangeItem['fields'] {
  const left = new Map(Object.entries(before ?? {}))
  const right = new Map(Object.entries(after))
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    if (without.includes(name)) return []
    const [old, now] = [left.get(name), right.get(name)]
    if (same(old, now) || (before === undefined && isEmpty(now))) return []
    return [
      {
        name,
        ...(old === undefined || isEmpty(old) ? {} : { before: shown(old, name) }),
        ...(now === undefined ? {} : { after: shown(now, name) }),
      },
    ]
  })
}

/** What is set in a new step, without what every new step of its kind has. */
function fieldsOfNew(step: Step, one: Case): ChangeItem['fields'] {
  const usual = new Map<string, unknown>(
    Object.entries(newStep(step.kind, step.id, step.name, { connection: '', dataSource: '' })),
  )
  const without = Object.entries(step).flatMap(([name, value]) => (name !== 'type' && same(usual.get(name), value) ? [name] : []))
  return namedSteps(fieldsOf(undefined, step, ['id', 'kind', 'name', ...without]), one)
}

/** A step that another one names by its id is called by its name. */
function namedSteps(fields: ChangeItem['fields'], { steps }: Case): ChangeItem['fields'] {
  const told = (id: string) => steps.find((step) => step.id === id)?.name ?? id
  return fields.map((field) =>
    field.name === 'step'
      ? {
          name: field.name,
          ...(field.before === undefined ? {} : { before: told(field.before) }),
          ...(field.after === undefined ? {} : { after: told(field.after) }),
        }
      : field,
  )
}

const isEmpty = (value: unknown): boolean => value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** A value as users read it: a body as its text, a list of names and values as lines, of anything else an item a line. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value.map((item: unknown) => (isPair(item) ? `${item.name}: ${item.value}` : JSON.stringify(item))).join('\n')
  if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string') return value.text
  return JSON.stringify(value, null, 2)
}

const isPair = (item: unknown): item is { name: string; value: string } =>
  typeof item === 'object' &&
  item !== null &&
  'name' in item &&
  'value' in item &&
  typeof item.value === 'string' &&
  !('disabled' in item && item.disabled === true)

function shown(value: unknown, name: string): string {
  const text = itemTexts.get(name)?.(value) ?? asText(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** Requests of cases that are new or changed, as they will be sent. */
export function requestsOf(before: Project, after: Project, cases: readonly string[]): PreviewRequest[] {
  return cases.flatMap((id) => {
    const old = new Map(caseIn(before, id)?.steps.map((step) => [step.id, step]))
    return (caseIn(after, id)?.steps ?? []).flatMap((written): PreviewRequest[] => {
      if (!isSendRequestStep(written) || written.disabled || same(old.get(written.id), written)) return []
      const suite = after.suites.find(({ cases: all }) => all.some((one) => one.id === id))
      const one = caseIn(after, id)
      const step = suite && one ? stepWithInherited(written, levelsOf(after, suite, one)) : written
      const on = <T extends { disabled: boolean }>(list: readonly T[]): T[] => list.filter(({ disabled }) => !disabled)
      const query = on(step.query)
        .map(({ name, value }) => `${name}=${value}`)
        .join('&')
      return [
        {
          step: step.id,
          method: step.method,
          url: query === '' ? step.url : `${step.url}${step.url.includes('?') ? '&' : '?'}${query}`,
          headers: on(step.headers).map(({ name, value }) => ({ name, value })),
          body: 'text' in step.body ? step.body.text : step.body.type === 'none' ? '' : JSON.stringify(step.body, null, 2),
        },
      ]
    })
  })
}
