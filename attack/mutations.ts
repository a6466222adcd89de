import type { Draw } from './draw.ts'

/** Ways to damage a file, by what a report calls them: those of the JSON value, then those of its text. */
type OfValue = (root: Json, draw: Draw) => void
type OfText = (text: string, draw: Draw) => string

type Json = Record<string, unknown>

/** A place in a value: who holds it, and under which key. */
interface Place {
  holder: Json
  key: string
}

function placesOf(root: Json): Place[] {
  const places: Place[] = []
  const visit = (holder: Json): void => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key })
      const value = holder[key]
      if (typeof value === 'object' && value !== null) visit(value as Json)
    }
  }
  visit(root)
  return places
}

/** A place that holds what `fits`; any place if none does, and a new one in an empty file. */
function place(root: Json, draw: Draw, fits: (value: unknown) => boolean = () => true): Place {
  const places = placesOf(root)
  if (places.length === 0) return { holder: root, key: 'format' }
  const fitting = places.filter(({ holder, key }) => fits(holder[key]))
  return draw.one(fitting.length > 0 ? fitting : places)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Sets a key as its own, whatever its name is. */
const put = (holder: object, key: string, value: unknown): void =>
  void Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

/** Values of every type, and those that programs stumble over. */
export const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  '',
  ' ',
  'x'.repeat(100_000),
  '\u0000\u001b[2J\u202e',
  '\ud800',
  '${',
  '${}',
  '${x}${y}',
  '${random.uuid}${steps.gone}',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  'http://[::1',
  '(a+)+$',
  '$..*',
  [],
  {},
  [[]],
  [null],
  { secret: '' },
  { secret: '__proto__' },
]

function nested(depth: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** What is done to the value that a file holds. */
export const valueMutations: Readonly<Record<string, OfValue>> = {
  'a value replaced by a strange one': (root, draw) => {
    const { holder, key } = place(root, draw)
    put(holder, key, draw.one(strange))
  },
  'a text replaced by a strange one': (root, draw) => {
    const { holder, key } = place(root, draw, isText)
    put(holder, key, draw.one(strange.filter(isText)))
  },
  'a key taken away': (root, draw) => {
    const { holder, key } = place(root, draw)
    if (isList(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  },
  'an unknown key': (root, draw) => {
    const { holder, key } = place(root, draw, (value) => typeof value === 'object' && value !== null && !isList(value))
    const object = holder[key]
    const name = draw.one(['__proto__', 'constructor', 'toString', 'x', '', 'steps', 'kind', 'secret'])
    if (typeof object === 'object' && object !== null) put(object, name, draw.one(strange))
  },
  'a value from another place': (root, draw) => {
    const [from, to] = [place(root, draw), place(root, draw)]
    put(to.holder, to.key, structuredClone(from.holder[from.key]))
  },
  'two values change places': (root, draw) => {
    const [one, other] = [place(root, draw, isText), place(root, draw, isText)]
    const value = one.holder[one.key]
    put(one.holder, one.key, other.holder[other.key])
    put(other.holder, other.key, value)
  },
  'an entry of a list many times': (root, draw) => {
    const { holder, key } = place(root, draw, (value) => isList(value) && value.length > 0)
    const list = holder[key]
    if (!isList(list)) return
    const entry = list[draw.below(list.length)]
    for (let count = draw.one([1, 2, 300]); count > 0; count--)
      list.splice(draw.below(list.length + 1), 0, structuredClone(entry))
  },
  'an id that another has': (root, draw) => {
    const ids = placesOf(root).filter(({ key }) => key === 'id')
    if (ids.length > 0) put(draw.one(ids).holder, 'id', draw.one(ids).holder['id'])
  },
  'a variable that names itself or another': (root, draw) => {
    const named = placesOf(root).filter(({ key, holder }) => key === 'name' && isText(holder[key]))
    const { holder, key } = place(root, draw, isText)
    if (named.length > 0) put(holder, key, `${String(holder[key])}\${${String(draw.one(named).holder['name'])}}`)
  },
  'very deep': (root, draw) => {
    const { holder, key } = place(root, draw)
    put(holder, key, nested(draw.one([20, 200, 1_000])))
  },
  'a list turned round': (root, draw) => {
    const { holder, key } = place(root, draw, (value) => isList(value) && value.length > 1)
    const list = holder[key]
    if (isList(list)) put(holder, key, list.toReversed())
  },
}

const splice = (text: string, at: number, taken: number, put: string): string => text.slice(0, at) + put + text.slice(at + taken)

/** What is done to its text. */
export const textMutations: Readonly<Record<string, OfText>> = {
  'cut off': (text, draw) => text.slice(0, draw.below(text.length)),
  'a piece cut out': (text, draw) => splice(text, draw.below(text.length), draw.below(200), ''),
  'a piece twice': (text, draw) => {
    const at = draw.below(text.length)
    return splice(text, at, 0, text.slice(at, at + draw.below(400)))
  },
  'characters replaced': (text, draw) => {
    let damaged = text
    for (let count = 1 + draw.below(4); count > 0; count--)
      damaged = splice(damaged, draw.below(damaged.length), 1, draw.one([...'{}[],:"\\0-eE.ntf\u0000\u001b\ufeff\ud800 ']))
    return damaged
  },
  'a number that is none or too much': (text, draw) =>
    text.replace(/: (\d+)/, () => `: ${draw.one(['1e400', '-0', '01', '1e', '.5', '9'.repeat(5_000), 'NaN', '0x10', '1_000'])}`),
  'a key twice': (text, draw) => {
    const keys = [...text.matchAll(/"\w+": "[^"\\]*",/g)]
    if (keys.length === 0) return text
    const { 0: found, index } = draw.one(keys)
    return splice(text, index, 0, found)
  },
  'deeper than any parser goes': (text, draw) => {
    const value = draw.one([...text.matchAll(/(?<=: )\d+|(?<=: )"[^"\\]*"|$/g)])
    const depth = draw.one([300, 5_000, 200_000])
    return splice(text, value.index, value[0].length, draw.one(['[', '{"a":']).repeat(depth))
  },
  'comments and commas': (text, draw) => splice(text, draw.below(text.length), 0, draw.one(['// x\n', '/* ', ',', ',,', "'"])),
}
