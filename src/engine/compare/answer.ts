import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Answer } from '#engine/runner/report/report.ts'

type Exchange = Extract<RunEvent, { type: 'exchanged' }>['exchange']

/** Headers whose values belong to the contract of an API; of all others only the names are compared: dates, tags and ids are new each time. */
const told =
  /^(?:content-type|content-language|content-encoding|cache-control|vary|allow|link|www-authenticate|strict-transport-security|content-security-policy|x-content-type-options|x-frame-options|referrer-policy|access-control-.*|deprecation|sunset)$/

/** Headers of the connection (RFC 9110 7.6.1) and of caches on the way: they say nothing of the API, and come and go. */
const ofTheWay = /^(?:connection|keep-alive|transfer-encoding|content-length|date|age|te|trailer|upgrade|via|proxy-.*)$/

/** Larger bodies have no shape: reading them would cost more than it tells. */
const mostBytes = 1_000_000
/** Places of a shape. */
const mostPlaces = 300
/** Elements of an array that are looked at; they rarely differ beyond. */
const mostElements = 50
const deepest = 12

/** What of an answer can be compared with that of another run: its status, its headers, the shape of its body. */
export function answerOf({ response }: Exchange, body: Uint8Array | undefined): Answer | undefined {
  if (!response || response.status === 0) return undefined
  const headers = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const shape = body && body.length <= mostBytes ? shapeOf(body) : undefined
  return {
    status: response.status,
    headers: [...headers]
      .filter(([name]) => !ofTheWay.test(name))
      .map(([name, value]): [string, string] => [name, told.test(name) ? value : ''])
      .toSorted(byName),
    ...(shape && { shape }),
  }
}

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : one > other ? 1 : 0)

/** The places of a JSON body with the types that are there: `$.items[].id`, `number or null`; undefined for what isn't JSON. */
export function shapeOf(body: Uint8Array): [string, string][] | undefined {
  const value = parsed(body)
  if (value === undefined) return undefined
  const places = new Map<string, Set<string>>()
  visit(value, '$', 0, places)
  return Array.from(places, ([place, types]): [string, string] => [place, [...types].toSorted().join(' or ')]).toSorted(byName)
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return undefined
  }
}

function visit(value: unknown, place: string, depth: number, places: Map<string, Set<string>>): void {
  const known = places.get(place)
  if (!known && places.size >= mostPlaces) return
  const types = known ?? new Set<string>()
  places.set(place, types)
  types.add(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
  if (typeof value !== 'object' || value === null || depth >= deepest) return
  if (Array.isArray(value)) for (const one of value.slice(0, mostElements)) visit(one, `${place}[]`, depth + 1, places)
  else for (const [key, one] of Object.entries(value)) visit(one, `${place}.${key}`, depth + 1, places)
}
