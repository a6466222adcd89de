import { listReferences } from '#engine/templates/parse.ts'
import { texts as templateTexts } from '#engine/templates/texts.ts'
import type { JsonPath } from '../json-source.ts'
import { describePath } from '../path.ts'
import type { Problem } from '../problems.ts'
import type { Project, Variable } from '../schema.ts'
import { texts } from '../texts.ts'

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
 * meet them (R38). Each is told once, at a variable of its narrowest scope.
 */
export function startCircles(project: Project): Problem[] {
  const circles = new Map<string, Circle>()
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
  for (const { name, scope } of environments.length === 0 ? [none] : environments) {
    const found = (starts: Start[]): void => {
      const key = starts
        .map(({ path }) => path.join(' '))
        .toSorted()
        .join('\n')
      const circle = circles.get(key) ?? { starts, environments: [] }
      circles.set(key, circle)
      if (!circle.environments.includes(name)) circle.environments.push(name)
    }
    const shared = [scope, inProject]
    walk([...scope.values(), ...inProject.values()], shared, found)
    for (const suite of suites) {
      const inSuite = [suite.scope, ...shared]
      // What an outer scope has of circles by itself is known already.
      walk(suite.scope.values(), inSuite, found)
      for (const inCase of suite.cases) walk(inCase.values(), [inCase, ...inSuite], found)
    }
  }
  return [...circles.values()].map((circle) => problemOf(circle, project))
}

function scopeOf(variables: readonly Variable[], depth: number, list: JsonPath, at: Problem['at']): Scope {
  const starts = variables.map(({ name, value }, index): [string, Start] => {
    const references = typeof value === 'string' ? listReferences(value) : []
    const needs = references.filter(({ compute }) => compute === undefined).map((reference) => reference.name)
    return [name, { name, needs, depth, path: [...list, index], at }]
  })
  return new Map(starts)
}

/** What a name is for a start value: seen from its own scope and those around it, else from the place that uses it. */
function find(name: string, by: Start, view: View): Start | undefined {
  // The project's see the environment too.
  const home = view.slice(-Math.max(by.depth, 2))
  return [...home, ...view].find((scope) => scope.has(name))?.get(name)
}

/** Follows what start values need, without recursion: `found` gets every circle that closes on the way. */
function walk(from: Iterable<Start>, view: View, found: (circle: Start[]) => void): void {
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
      } else if (place !== undefined) found(way.slice(place).map((link) => link.start))
      else if (needed && !done.has(needed)) {
        places.set(needed, way.length)
        way.push({ start: needed, needs: needed.needs.values() })
      }
    }
  }
}

function problemOf({ starts, environments }: Circle, project: Project): Problem {
  // From the first variable of the narrowest scope on.
  const rank = ({ depth, path }: Start): number => Number(path.at(-1)) - depth * 1e9
  const first = starts.reduce((best, start, index) => (rank(start) < rank(starts[best] ?? start) ? index : best), 0)
  const round = [...starts.slice(first), ...starts.slice(0, first + 1)]
  const { path, at } = starts[first] ?? { path: [], at: {} }
  const isOfSome = environments.length < project.environments.length && starts.every(({ path }) => path[0] !== 'environments')
  const text = [
    templateTexts.cycle(round.map(({ name }) => name)),
    ...(isOfSome ? [texts.onlyWith(environments)] : []),
    templateTexts.cycleHint,
  ].join(' ')
  return { path: describePath(project, path), place: path, text, at }
}
