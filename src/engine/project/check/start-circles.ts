import { listReferences } from '#engine/templates/parse.ts'
import { templateTexts } from '#engine/templates/texts.ts'
import type { JsonPath } from '../format/json-source.ts'
import { describePath } from '../format/path.ts'
import type { Problem } from '../problems/problems.ts'
import type { Project, Variable } from '../format/schema.ts'
import { projectFormatTexts as texts } from '../texts.ts'

/** A variable of the file. */
interface Start {
  name: string
  /** The variables that its start value refers to. */
  needs: readonly string[]
  /** Of its scope, from the project's, which is 1, to a case's, which is 4. */
  depth: number
  path: JsonPath
  at: Problem['at']
}

/** Cases that are looked at, each with every environment: beyond that the last environments are omitted, and a run reports them. */
const mostLooks = 100_000

/**
 * Variables in circles that are reported, the first of each not counted: where all refer to all there are more circles than
 * anybody reads.
 */
const mostTold = 20_000

type Scope = ReadonlyMap<string, Start>
/** Scopes in the order of the look-up (T6), the last two the environment and the project. */
type View = readonly Scope[]

/** A circle, with the names of the environments in which it is one. */
interface Circle {
  starts: readonly Start[]
  environments: string[]
}

/**
 * Start values that refer to themselves or each other in a circle, seen from every case with every environment, as a run would
 * meet them (R38). Each is reported once, at a variable of its narrowest scope.
 */
export function startCircles(project: Project): Problem[] {
  const circles = new Map<string, Circle>()
  const round = namesInCircles(project)
  if (round.size === 0) return []
  const scopeOf = (variables: readonly Variable[], depth: number, list: JsonPath, at: Problem['at']) =>
    startsOf(variables, depth, list, at, round)
  const inProject = scopeOf(project.variables, 1, ['variables'], {})
  const environments = project.environments.map(({ name, variables }, index) => ({
    name,
    scope: scopeOf(variables, 2, ['environments', index, 'variables'], {}),
  }))
  const suites = project.suites.map((suite, s) => ({
    scope: scopeOf(suite.variables, 3, ['suites', s, 'variables'], { suite: suite.id }),
    cases: suite.cases.map((one, c) =>
      scopeOf(one.variables, 4, ['suites', s, 'cases', c, 'variables'], { suite: suite.id, case: one.id }),
    ),
  }))
  const none = { name: '', scope: new Map<string, Start>() }
  let looks = 0
  let left = mostTold
  for (const { name, scope } of environments.length === 0 ? [none] : environments) {
    if (looks > mostLooks) break
    const found = (met: () => Start[]): void => {
      if (left < 0) return
      const starts = met()
      left -= starts.length - 1
      const key = starts
        .map(({ path }) => path.join(' '))
        .toSorted()
        .join('\n')
      const circle = circles.get(key) ?? { starts, environments: [] }
      circles.set(key, circle)
      if (circle.environments.at(-1) !== name) circle.environments.push(name)
    }
    const shared = [scope, inProject]
    walk([...scope.values(), ...inProject.values()], shared, found)
    for (const suite of suites) {
      const inSuite = [suite.scope, ...shared]
      // What an outer scope has of circles by itself is known already.
      walk(suite.scope.values(), inSuite, found)
      for (const inCase of suite.cases) if (inCase.size > 0) walk(inCase.values(), [inCase, ...inSuite], found)
      looks += suite.cases.length
    }
  }
  return [...circles.values()].map((circle) => problemOf(circle, project, left >= 0))
}

/** The variables whose names are in a circle, however they are seen; the others matter to none. */
function startsOf(
  variables: readonly Variable[],
  depth: number,
  list: JsonPath,
  at: Problem['at'],
  round: ReadonlySet<string>,
): Scope {
  const starts: [string, Start][] = []
  for (const [index, { name, value }] of variables.entries()) {
    if (!round.has(name)) continue
    starts.push([name, { name, needs: needsOf(value).filter((needed) => round.has(needed)), depth, path: [...list, index], at }])
  }
  return new Map(starts)
}

/** The variables that a start value refers to. */
function needsOf(value: Variable['value']): string[] {
  const references = typeof value === 'string' ? listReferences(value) : []
  return [...new Set(references.filter(({ compute }) => compute === undefined).map(({ name }) => name))]
}

/**
 * Names that could be in a circle if every variable of a name were seen from everywhere: what leads to none, or to which none
 * leads, is taken away until none of those are left. Linear, and empty for nearly every project.
 */
function namesInCircles(project: Project): Set<string> {
  const needs = new Map<string, Set<string>>()
  const add = (variables: readonly Variable[]): void => {
    for (const { name, value } of variables) {
      const known = needs.get(name)
      if (known === undefined) needs.set(name, new Set(needsOf(value)))
      else for (const needed of needsOf(value)) known.add(needed)
    }
  }
  add(project.variables)
  for (const { variables } of project.environments) add(variables)
  for (const suite of project.suites) {
    add(suite.variables)
    for (const one of suite.cases) add(one.variables)
  }
  const neededBy = new Map<string, Set<string>>()
  for (const [name, names] of needs)
    for (const needed of names) {
      const users = neededBy.get(needed)
      if (users) users.add(name)
      else neededBy.set(needed, new Set([name]))
    }
  return peeled(peeled(new Set(needs.keys()), needs, neededBy), neededBy, needs)
}

/** Without those of which no edge leads to one that stays. */
function peeled(
  names: Set<string>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  back: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const left = new Map([...names].map((name) => [name, [...(edges.get(name) ?? [])].filter((to) => names.has(to)).length]))
  const gone = [...left].filter(([, count]) => count === 0).map(([name]) => name)
  for (let name = gone.pop(); name !== undefined; name = gone.pop()) {
    names.delete(name)
    for (const user of back.get(name) ?? []) {
      const count = (left.get(user) ?? 0) - 1
      left.set(user, count)
      if (count === 0 && names.has(user)) gone.push(user)
    }
  }
  return names
}

/** What a name is for a start value: seen from its own scope and those around it, else from the place that uses it. */
function find(name: string, by: Start, view: View): Start | undefined {
  // The project's see the environment too.
  for (let index = Math.max(0, view.length - Math.max(by.depth, 2)); index < view.length; index++) {
    const found = view[index]?.get(name)
    if (found) return found
  }
  for (const scope of view) {
    const found = scope.get(name)
    if (found) return found
  }
  return undefined
}

/** Follows what start values need, without recursion: `found` gets every circle that closes on the way. */
function walk(from: Iterable<Start>, view: View, found: (circle: () => Start[]) => void): void {
  const done = new Set<Start>()
  for (const start of from) {
    if (done.has(start)) continue
    const way = [{ start, needs: start.needs.values() }]
    const places = new Map([[start, 0]])
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const { value: name, done: isAll } = last.needs.next()
      const needed = isAll ? undefined : find(name, last.start, view)
      const place = needed && places.get(needed)
      if (isAll) {
        way.pop()
        places.delete(last.start)
        done.add(last.start)
      } else if (place !== undefined) found(() => way.slice(place).map((link) => link.start))
      else if (needed && !done.has(needed)) {
        places.set(needed, way.length)
        way.push({ start: needed, needs: needed.needs.values() })
      }
    }
  }
}

/** `all`: whether every environment was looked at to the end, so that it can be said in which a circle is one. */
function problemOf({ starts, environments }: Circle, project: Project, all: boolean): Problem {
  // From the first variable of the narrowest scope on.
  const rank = ({ depth, path }: Start): number => Number(path.at(-1)) - depth * 1e9
  const first = starts.reduce((best, start, index) => (rank(start) < rank(starts[best] ?? start) ? index : best), 0)
  const round = [...starts.slice(first), ...starts.slice(0, first + 1)]
  const { path, at } = starts[first] ?? { path: [], at: {} }
  const isOfSome =
    all && environments.length < project.environments.length && starts.every(({ path }) => path[0] !== 'environments')
  const text = [
    templateTexts.cycle(round.map(({ name }) => name)),
    ...(isOfSome ? [texts.onlyWith(environments)] : []),
    templateTexts.cycleHint,
  ].join(' ')
  return { path: describePath(project, path), place: path, text, at }
}
