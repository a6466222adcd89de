import { isVariableName } from '#engine/templates/parse.ts'
import { shapeOf, type KnownOperation } from './project-index.ts'
import { answerListOf, type AnswerList } from './answer-list.ts'
import { actionOf, type Action } from './actions.ts'
import type { Built } from './built.ts'
import { identifierRank } from './identifier.ts'
import type { Workbench } from './workbench.ts'

/** What of a list a later request is about. */
interface Kept {
  to: string
  raw: Record<string, unknown>
  known: string
}

/**
 * What gives the things that a path names where the API can't make all of them: each is made, or is the first of its list where the request
 * changes none. None where one of them can't be had: what was just made has nothing in its lists.
 */
export function actionsThatGive(of: Action, bench: Workbench): Action[] {
  const givers: Action[] = []
  const bases = [...of.path.matchAll(/\/\{[^{}]*\}/g)].map((match) => of.path.slice(0, match.index))
  // What only reads, or adds to what is there, may be about anything that is there; requests that change something are not sent
  // to what another user made.
  const isHarmless = /^(?:GET|HEAD)$/.test(of.method) || of.operation?.role === 'create'
  for (const [place, base] of bases.toReversed().entries()) {
    const { create, lists } = giving(of, base, bench)
    const list = lists.find((one) => shapeOf(one.path) === shapeOf(base)) ?? lists[0]
    const [inner] = givers
    const isBelow = inner?.gives !== undefined && shapeOf(inner.path).startsWith(shapeOf(base))
    // `POST /projects/{id}/features` makes what `/features/{name}/tags` names: in a project.
    const outer = create && !isBelow && shapeOf(create.path) !== shapeOf(base) ? actionsThatGive(actionOf(create), bench) : []
    const isHad = create && (outer.length > 0 || !create.path.includes('{') || shapeOf(create.path) === shapeOf(base))
    if (isHad && !isBelow) givers.unshift(...outer, actionOf(create))
    else if (list && (place > 0 || isHarmless || !of.path.endsWith('}'))) givers.unshift(actionOf(list, { gives: base }))
    else return []
  }
  // What holds several of them is had once.
  const once = givers.filter((one, at) => givers.findIndex((other) => other.operation === one.operation) === at)
  return isHarmless || once.some(({ gives }) => gives === undefined) ? once : []
}

/** What makes the things that are kept at `base`, and the lists that have them: there, or by themselves under the same name (`/environments` for `/features/{id}/environments`). */
function giving(of: Action, base: string, { index }: Workbench): { create: KnownOperation | undefined; lists: KnownOperation[] } {
  const name = base.split('/').at(-1)
  const known = index.operations.filter(
    (one) => one.api !== undefined && one.api.id === of.operation?.api?.id && one !== of.operation,
  )
  const isAt = (one: KnownOperation) => shapeOf(one.path) === shapeOf(base)
  const creates = known.filter(({ method, role }) => method === 'POST' && role === 'create')
  return {
    create: creates.find(isAt) ?? creates.find((one) => one.path !== of.path && one.path.split('/').at(-1) === name),
    lists: known.filter(
      (one) =>
        one.method === 'GET' &&
        (isAt(one) || (!one.path.includes('{') && one.path.split('/').at(-1) === name)) &&
        identifiedBy(one, '') !== undefined,
    ),
  }
}

/** Where the answer of a list has what its first item is found by; undefined of what is documented as no list. */
function identifiedBy(operation: KnownOperation, parameter: string, type?: string): string | undefined {
  const list = answerListOf(operation)
  if (!list?.documented) return undefined
  return list.plain ? `${list.at}[0]` : memberOf(list, operation, parameter, type)
}

function memberOf(list: AnswerList, { resource }: KnownOperation, parameter: string, type?: string): string {
  const fits = identifierRank(parameter, resource, type)
  const ranked = list.fields.filter(({ key }) => key === undefined).map((field) => ({ name: field.name, rank: fits(field) }))
  const [best] = ranked.toSorted((a, b) => b.rank - a.rank)
  const name = best && best.rank > 0 ? best.name : 'id'
  return /^[A-Za-z_]\w*$/.test(name) ? `${list.at}[0].${name}` : `${list.at}[0][${JSON.stringify(name)}]`
}

/**
 * What of the first item of this list later requests ask for; they get it by its own variable where another thing has that
 * name.
 */
export function identifiersFromList(built: readonly Built[], at: number, produced: ReadonlyMap<string, string>): Kept[] {
  const given = built[at]
  const { operation } = given?.action ?? {}
  if (!operation || given?.action.gives === undefined) return []
  const found = new Map<string, Kept>()
  const base = shapeOf(given.action.gives)
  for (const { action, request } of built.slice(at + 1)) {
    if (!shapeOf(action.path).startsWith(`${base}/{}`)) continue
    const place = base.split('/').length
    const [, origin = '', path = ''] = /^(\$\{[^{}]*\}|\w+:\/\/[^/]*)?(.*)$/s.exec(request.url) ?? []
    const segments = path.split('/')
    const parameter = /^\$\{([^{}]+)\}$/.exec(segments[place] ?? '')?.[1]
    if (parameter === undefined || !isVariableName(parameter)) continue
    const type = action.operation?.fields.find(({ name, in: where }) => where === 'path' && name === parameter)?.type
    const known = identifiedBy(operation, parameter, type)
    if (known === undefined) continue
    const to = produced.has(parameter) ? `${operation.resource}_${parameter}` : parameter
    segments[place] = `\${${to}}`
    request.url = origin + segments.join('/')
    if (!found.has(to)) found.set(to, { to, raw: { source: 'json', path: known, to }, known })
  }
  return [...found.values()]
}
