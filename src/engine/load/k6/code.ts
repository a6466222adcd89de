/**
 * JavaScript before it is laid out: a string, parts side by side, or something in brackets that is broken into lines where it
 * is too long.
 */
export type Code = string | Group | readonly Code[]

/** See {@link Code}. */
export interface Group {
  open: string
  items: readonly Code[]
  close: string
  /** What is inside the brackets where all is on one line. */
  gap?: readonly [before: string, after: string]
  /** What parts the items; a comma unless said. */
  between?: string
  /** Always broken into lines. */
  tall?: boolean
}

const width = 100

/** A string as a JavaScript string. */
export function quote(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (text.includes("'") && !text.includes('"')) return `"${inside}"`
  return `'${inside.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** A name as the key of an object; `__proto__` would say what the object inherits from. */
const keyOf = (name: string): string =>
  name === '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)

/** How a member of an object is reached. */
export const memberOf = (object: string, name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${quote(name)}]`

/** An object; members that are undefined are omitted. */
export const objectOf = (members: readonly (readonly [name: string, value: Code | undefined])[], tall = false): Code => ({
  open: '{',
  items: members.flatMap(([name, value]) => (value === undefined ? [] : [[`${keyOf(name)}: `, value]])),
  close: '}',
  gap: [' ', ' '],
  tall,
})

/** A list. */
export const listCode = (items: readonly Code[], tall = false): Code => ({ open: '[', items, close: ']', tall })

/** A call; what comes last clings to the brackets if it is an object, a list or a function. */
export function callOf(name: string, ...given: readonly Code[]): Code {
  const last = given.at(-1)
  const before = given.slice(0, -1)
  if (clings(last) && before.every((one) => flat(one) !== undefined))
    return [`${name}(`, ...before.flatMap((one) => [one, ', ']), last ?? '', ')']
  return { open: `${name}(`, items: given, close: ')' }
}

const clings = (code: Code | undefined): boolean =>
  typeof code === 'object' && 'open' in code && /[{[]$/.test(code.open) && code.items.length > 0

/** A function that gives a value: on the line of its arrow, or below it. */
export const giving = (head: string, value: Code): Code => ({
  open: `${head} =>`,
  items: [value],
  close: '',
  gap: [' ', ''],
  between: '',
})

/** A function, or anything else in braces, with statements. */
export const blockOf = (head: string, statements: readonly Code[], tail = ''): Code => ({
  open: `${head} {`,
  items: statements,
  close: `}${tail}`,
  between: '',
  tall: true,
})

/** A JSON value. */
export function valueOf(value: unknown, tall = false): Code {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value))
    return listCode(
      value.map((one) => valueOf(one)),
      tall,
    )
  if (typeof value === 'object' && value !== null)
    return objectOf(
      Object.entries(value).map(([name, one]) => [name, valueOf(one)]),
      tall,
    )
  return String(value)
}

/** All on one line; undefined if it can't be. */
export function flat(code: Code): string | undefined {
  if (typeof code === 'string') return code.includes('\n') ? undefined : code
  if (!('open' in code)) {
    const parts = code.map(flat)
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  if (code.tall && code.items.length > 0) return undefined
  const items = code.items.map(flat)
  if (items.includes(undefined)) return undefined
  const [before, after] = items.length === 0 ? ['', ''] : (code.gap ?? ['', ''])
  return `${code.open}${before}${items.join(`${code.between ?? ','} `)}${after}${code.close}`
}

/** The text of code that starts in a column, its further lines so far to the right. */
export function layOut(code: Code, indent = '', column = indent.length): string {
  const line = flat(code)
  if (line !== undefined && column + line.length <= width) return line
  if (typeof code === 'string') return code.replaceAll('\n', `\n${indent}`)
  if (!('open' in code)) {
    let text = ''
    for (const part of code) {
      const begun = text.lastIndexOf('\n')
      text += layOut(part, indent, begun < 0 ? column + text.length : text.length - begun - 1)
    }
    return text
  }
  const inner = `${indent}  `
  const between = code.between ?? ','
  const lines = code.items.map((item) => {
    const text = layOut(item, inner)
    return text === '' ? '' : `${inner}${text}${between}`
  })
  const end = code.close === '' ? '' : `\n${indent}${code.close}`
  return `${code.open}\n${lines.join('\n')}${end}`
}
