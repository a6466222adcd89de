import { firstLine } from '../first-case/first-line.ts'
import type { Plain } from '../json-access.ts'

/** A line of a dictionary: its key, its value, and whether it is switched on. */
interface Entry {
  name: string
  value: string
  enabled: boolean
  /** What an annotation before it says that a variable is: `number`, `boolean` … */
  type?: string
}

interface Blocks {
  texts: Map<string, string>
  entries: Map<string, Entry[]>
  lists: Map<string, string[]>
}

const methods = new Set('get post put delete patch options head connect trace'.split(' '))
const textual = /^(body(:(json|text|xml|sparql|graphql(:vars)?))?|script:.*|tests|docs)$/

/** Reads a `.bru` file: a request, a folder, a collection or an environment, in the form of Bruno's JSON export. */
export function parseBru(text: string): Plain {
  const { texts, entries, lists } = blocksOf(text)
  const of = (name: string) => entries.get(name) ?? []
  const at = (block: string, key: string) => of(block).find((one) => one.name === key && one.enabled)?.value ?? ''
  const method = [...entries.keys()].find((name) => methods.has(name) || name === 'http') ?? ''
  const mode = (at(method, 'body') || 'none').replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase())
  const secrets = (lists.get('vars:secret') ?? []).map((name) => ({
    name: name.replace(/^~/, ''),
    value: '',
    secret: true,
    enabled: !name.startsWith('~'),
  }))
  return {
    name: at('meta', 'name'),
    type: at('meta', 'type') || (method === '' ? '' : 'http'),
    ...(at('meta', 'seq') === '' ? {} : { seq: Number(at('meta', 'seq')) }),
    variables: [...of('vars').map((one) => ({ ...one })), ...secrets],
    docs: texts.get('docs') ?? '',
    request: {
      method: method === 'http' ? at('http', 'method') : method.toUpperCase(),
      url: at(method, 'url'),
      params: [...typed(of('params:query'), 'query'), ...typed(of('query'), 'query'), ...typed(of('params:path'), 'path')],
      headers: of('headers').map((one) => ({ ...one })),
      auth: authOf(at(method, 'auth') || at('auth', 'mode'), entries),
      body: {
        mode,
        json: texts.get('body:json') ?? texts.get('body') ?? '',
        text: texts.get('body:text') ?? '',
        xml: texts.get('body:xml') ?? '',
        sparql: texts.get('body:sparql') ?? '',
        graphql: { query: texts.get('body:graphql') ?? '', variables: texts.get('body:graphql:vars') ?? '' },
        formUrlEncoded: of('body:form-urlencoded').map((one) => ({ ...one })),
        multipartForm: of('body:multipart-form').map(multipart),
        file: of('body:file').map(({ value, enabled }) => ({
          filePath: /@file\(([^)]*)\)/.exec(value)?.[1] ?? '',
          contentType: contentType(value),
          selected: enabled,
        })),
      },
      script: { req: texts.get('script:pre-request') ?? '', res: texts.get('script:post-response') ?? '' },
      vars: { req: of('vars:pre-request').map((one) => ({ ...one })), res: of('vars:post-response').map((one) => ({ ...one })) },
      assertions: of('assert').map((one) => ({ ...one })),
      tests: texts.get('tests') ?? '',
      settings: {
        encodeUrl: at('settings', 'encodeUrl') === 'true',
        followRedirects: at('settings', 'followRedirects') !== 'false',
        timeout: Number(at('settings', 'timeout')) || 0,
      },
    },
  }
}

const typed = (entries: readonly Entry[], type: string) => entries.map((one) => ({ ...one, type }))

const contentType = (value: string): string => /@contentType\(([^)]*)\)/.exec(value)?.[1] ?? ''

function multipart({ name, value, enabled }: Entry): Plain {
  const files = /@file\(([^)]*)\)/.exec(value)?.[1]
  const plain = value.replace(/\s*@contentType\([^)]*\)/, '')
  return {
    name,
    enabled,
    contentType: contentType(value),
    ...(files === undefined ? { type: 'text', value: plain } : { type: 'file', value: files.split('|') }),
  }
}

function authOf(mode: string, entries: ReadonlyMap<string, Entry[]>): Plain {
  const camel = (key: string) => key.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())
  const settings = Array.from(entries).filter(([name]) => name.startsWith('auth:'))
  const made = settings.map(
    ([name, list]) =>
      [
        name.slice(5),
        Object.fromEntries(list.filter(({ enabled }) => enabled).map((one) => [camel(one.name), one.value])),
      ] as const,
  )
  return { mode, ...Object.fromEntries(made) }
}

function blocksOf(text: string): Blocks {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .split('\n')
  const blocks: Blocks = { texts: new Map(), entries: new Map(), lists: new Map() }
  for (let at = 0; at < lines.length; at++) {
    const [, name, bracket] = /^([a-z][a-zA-Z0-9:-]*)\s*([{[])\s*$/.exec(lines[at] ?? '') ?? []
    if (name === undefined) continue
    const closing = bracket === '{' ? '}' : ']'
    const end = firstLine(lines, at + 1, (line) => line.trimEnd() === closing)
    const inner = lines.slice(at + 1, end < 0 ? lines.length : end)
    if (bracket === '[')
      blocks.lists.set(
        name,
        inner.map((line) => line.trim().replace(/,$/, '')).filter((line) => line !== '' && !isAnnotation(line)),
      )
    else if (textual.test(name)) blocks.texts.set(name, inner.map((line) => line.replace(/^ {1,2}/, '')).join('\n'))
    else blocks.entries.set(name, entriesOf(inner))
    at = end < 0 ? lines.length : end
  }
  return blocks
}

/** A description or a type of the entry that follows. */
const isAnnotation = (line: string): boolean => /^@\w+/.test(line) && !/^@[^\s(:]+\s*:/.test(line)

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  let type: string | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim()
    if (isAnnotation(line)) {
      type = /^@(number|boolean|string|object)$/.exec(line)?.[1] ?? type
      if (line.includes("('''") && !line.includes("''')")) at = endOf(lines, at)
      continue
    }
    const [, off, quoted, plain, rest = ''] = /^(~)?@?(?:"((?:[^"\\]|\\.)*)"\s*|([^:]*)):\s?(.*)$/.exec(line) ?? []
    const name = quoted === undefined ? plain?.trim() : quoted.replace(/\\(.)/g, '$1')
    if (name === undefined || name === '') continue
    let value = rest
    if (value.trim() === "'''") {
      const end = endOf(lines, at)
      value = lines
        .slice(at + 1, end)
        .map((one) => one.replace(/^ {1,4}/, ''))
        .join('\n')
      at = end
    }
    entries.push({ name, value: value.trim(), enabled: off === undefined, ...(type === undefined ? {} : { type }) })
    type = undefined
  }
  return entries
}

/** The line that closes a string of several lines. */
function endOf(lines: readonly string[], from: number): number {
  const end = firstLine(lines, from + 1, (line) => line.includes("'''"))
  return end < 0 ? lines.length : end
}
