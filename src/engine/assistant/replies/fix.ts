import { asksEqual } from '#engine/checks/facts.ts'
import { inheritedHeaders, levelsOf } from '#engine/project/inherited-headers.ts'
import type { Case, Step } from '#engine/project/schema.ts'
import { sourceFacts, type SourceName } from '#engine/extractors/facts.ts'
import { describeSource } from '#engine/extractors/source.ts'
import { expectedStatus, isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { Workbench } from '#engine/case-builder/workbench.ts'
import { makeChangeSet } from '#engine/case-builder/change-set/make-change-set.ts'
import type { RunFailure } from '../memory.ts'
import type { ConversePorts, LoadedProject, PlannedChangeSet } from '../turn.ts'
import { editDistance } from '#engine/case-builder/words.ts'
import type { Texts } from './texts.ts'

/** What a fix is made of. */
interface Broken {
  bench: Workbench<Texts>
  one: Case
  step: Step
  failure: RunFailure
}

/**
 * What would let a failed step pass, as a proposal: the token that a refused request lacks, the place that an answer has in place of the one that was looked
 * for, what the provider's refusal asks for, the status or value that came. Whether that is right the person decides; undefined: only words help.
 */
export function fixOf(
  failure: RunFailure,
  loaded: LoadedProject,
  answers: Readonly<Record<string, string>>,
  texts: Texts,
  ports: ConversePorts,
): PlannedChangeSet | undefined {
  if (failure.caseId === undefined) return undefined
  const bench = new Workbench(loaded.project, ports.newId, texts, answers)
  const one = bench.edit(failure.caseId)
  const step = one?.steps.find(({ id }) => id === failure.stepId)
  if (!one || !step) return undefined
  const broken = { bench, one, step, failure }
  const label = settings(broken) ?? token(broken) ?? path(broken) ?? outcome(broken)
  const made = label === undefined ? undefined : makeChangeSet(bench, `${step.name}: ${label}`, loaded.revision, loaded.key)
  return made && { ...made, plan: [] }
}

/** A step that gets a token: what the diagnosis of its refusal offers. */
function settings({ bench, step, failure }: Broken): string | undefined {
  const fixes = failure.fixes ?? []
  const chosen = fixes.find(({ label }) => label === bench.answers['fix']) ?? fixes[0]
  if (!isOAuth2Step(step) || !chosen) return undefined
  Object.assign(step, chosen.change)
  offer(
    bench,
    'fix',
    chosen.label,
    fixes.map(({ label }) => label),
  )
  return chosen.label
}

/** A request that was refused since it has no token: the one of its case, else one of the project. */
function token({ bench, one, step, failure }: Broken): string | undefined {
  if (!isAssertionStep(step) || failure.status !== 401) return undefined
  const at = one.steps.findLastIndex(
    (earlier, place) => place < one.steps.indexOf(step) && isSendRequestStep(earlier) && (step.step ?? earlier.id) === earlier.id,
  )
  const request = one.steps[at]
  if (!isSendRequestStep(request) || request.headers.some(({ name }) => /^authorization$/i.test(name))) return undefined
  const suite = bench.suiteOf(one.id)
  const levels = suite ? levelsOf(bench.project, suite, one) : []
  if (inheritedHeaders(request, levels).some(({ name }) => /^authorization$/i.test(name.trim()))) return undefined
  const usable = (steps: readonly Step[]) =>
    steps.filter(isOAuth2Step).find(({ disabled, fault, expectError }) => !disabled && fault === 'none' && expectError === '')
  const own = usable(one.steps.slice(0, at))
  const other = own ?? usable(bench.project.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps)))
  if (!other) return undefined
  if (!own) one.steps.splice(at, 0, { ...structuredClone(other), id: bench.newId() })
  const value = `Bearer \${${other.variableName}}`
  request.headers.push({ name: 'Authorization', value, disabled: false })
  return `${request.name}: Authorization`
}

/** A check or a transfer that found nothing: the nearest place that the answer has. */
function path({ bench, step, failure }: Broken): string | undefined {
  const places = failure.paths ?? []
  if (places.length === 0) return undefined
  const looked = isAssertionStep(step)
    ? step.checks.filter((check) => describeSource(check) === failure.check)
    : 'transfers' in step
      ? step.transfers
      : []
  for (const one of looked) {
    if (!isPlace(one.source) || one.path === undefined || places.includes(one.path)) continue
    const near = nearPaths(
      one.path,
      places.filter((place) => !place.includes('${')),
    )
    const chosen = near.find((place) => place === bench.answers['path']) ?? near[0]
    if (chosen === undefined) continue
    const label = `${one.path} → ${chosen}`
    one.path = chosen
    offer(bench, 'path', chosen, near)
    return label
  }
  return undefined
}

/** Whether a source looks into JSON. */
const isPlace = (source: SourceName): boolean => {
  const { needs } = sourceFacts[source]
  return needs?.key === 'path' && needs.language === 'JSONPath'
}

/** The status or the value that came, in place of the one that was expected. */
function outcome({ bench, step, failure }: Broken): string | undefined {
  if (!isAssertionStep(step)) return undefined
  const { status } = failure
  const ofStatus = failure.check === 'status' ? step.checks.find((check) => expectedStatus(check) !== undefined) : undefined
  if (ofStatus) {
    // Neither a broken server nor a refusal is what a test is made to expect.
    if (status === undefined || status >= 500 || status === 401 || status === 403) return undefined
    ofStatus.value = status
    return bench.texts.steps.answers(String(status))
  }
  const check = step.checks.find((one) => describeSource(one) === failure.check && asksEqual(one) && !one.not)
  const came = literalOf(failure.actual)
  if (!check || !isPlace(check.source) || came === undefined || typeof check.value === 'object') return undefined
  check.value = came
  return `${check.path ?? ''} = ${JSON.stringify(came)}`
}

/** One of several, as a chip that can be changed. */
function offer(bench: Workbench<Texts>, slot: string, chosen: string, all: readonly string[]): void {
  if (all.length > 1)
    bench.assume(
      slot,
      chosen,
      chosen,
      all.map((one) => ({ label: one, value: one })),
    )
}

/** A value as reports write it, where it is a short one and nothing of it is masked. */
function literalOf(text: string | undefined): string | number | boolean | undefined {
  if (text === undefined || text.includes('‹') || text.length > 200) return undefined
  try {
    const value: unknown = JSON.parse(text)
    // What an answer holds is no template.
    if (typeof value === 'string') return value.replaceAll('${', () => '$${')
    return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  } catch {
    return undefined
  }
}

const longestList = 4

/** The places of an answer that may have been meant, the nearest first: of the same name elsewhere, misspelt, or with more or less in front. */
function nearPaths(path: string, places: readonly string[]): string[] {
  const wanted = nameOf(path)
  if (wanted === '') return []
  return places
    .flatMap((place) => {
      const far = distance(wanted, nameOf(place))
      return far === undefined
        ? []
        : [{ place, far: far * 10 + Math.abs(place.split(/[.[]/).length - path.split(/[.[]/).length) }]
    })
    .toSorted((a, b) => a.far - b.far)
    .slice(0, longestList)
    .map(({ place }) => place)
}

/** The last name of a path, without what only conventions differ in. */
const nameOf = (path: string): string =>
  (path.match(/[\p{L}\p{N}_-]+(?=[^\p{L}\p{N}_-]*$)/u)?.[0] ?? '').toLowerCase().replace(/[_-]/g, '')

function distance(wanted: string, name: string): number | undefined {
  if (name === '') return undefined
  if (name === wanted) return 0
  const most = wanted.length > 4 ? 2 : 1
  const edits = editDistance(wanted, name, most)
  if (edits <= most && wanted.length > 2) return edits
  return name.endsWith(wanted) || wanted.endsWith(name) ? 3 : undefined
}
