import { describeDuration } from '#engine/base/duration.ts'
import type { Exchange } from '#engine/ports/index.ts'
import type { ExchangeRecord, RecordFormat } from './record.ts'

type Pairs = readonly [string, string][]

/** One line of text in which nothing is read as Markdown or HTML. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#&~]/g, String.raw`\$&`)

const longestRun = (text: string): number => Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))

/** Code that no content can end. */
function block(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function code(text: string): string {
  const flat = text.replace(/\s+/g, ' ').replaceAll('|', '&#124;')
  const tick = '`'.repeat(longestRun(flat) + 1)
  const pad = tick.length > 1 ? ' ' : ''
  // In code an entity would show literally: a bar must leave the code.
  return flat === '' ? '' : flat.includes('&#124;') ? inline(text) : `${tick}${pad}${flat}${pad}${tick}`
}

const table = (title: string, pairs: Pairs | undefined): string[] =>
  pairs && pairs.length > 0
    ? [`| ${title} | Value |\n| --- | --- |\n${pairs.map(([name, value]) => `| ${inline(name)} | ${code(value)} |`).join('\n')}`]
    : []

function readable(text: string): string {
  // Reading it would round long numbers.
  if (/\d{16}/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const pathOf = (url: string): string => {
  try {
    return new URL(url).pathname
  } catch {
    return url
  }
}

const answerOf = ({ response, error, purpose }: Exchange): string =>
  response === undefined
    ? `no response${error ? ` (${error.code})` : ''}`
    : purpose === 'login-page'
      ? response.statusText
      : purpose === 'authorization' && response.status === 0
        ? 'callback'
        : response.status === 0
          ? 'an unreadable response'
          : String(response.status)

/** A diagram that GitHub, GitLab and many editors draw. */
function diagram(exchanges: readonly Exchange[]): string {
  const label = (text: string) => text.replace(/[^\w ./:‹›-]/g, ' ').slice(0, 80)
  const lines = exchanges.flatMap((exchange) => {
    if (exchange.known) return [`    Note over Assay: ${label(`${pathOf(exchange.request.url)} from the cache`)}`]
    const other = exchange.purpose === 'request' ? 'API' : 'Provider'
    const back = exchange.response === undefined || exchange.error ? '--x' : '-->>'
    return [
      `    Assay->>${other}: ${label(`${exchange.request.method} ${pathOf(exchange.request.url)}`)}`,
      `    ${other}${back}Assay: ${label(answerOf(exchange))}`,
    ]
  })
  return block(['sequenceDiagram', ...lines].join('\n'), 'mermaid')
}

function message(exchange: Exchange, index: number): string[] {
  const { request, response, error, meaning, tokens } = exchange
  return [
    `## ${index + 1}. ${inline(`${request.method} ${pathOf(request.url)} → ${answerOf(exchange)}${exchange.known ? ' (from the cache, not sent)' : ''}`)}`,
    ...(meaning ? [inline([meaning.request, meaning.reference && `(${meaning.reference})`].filter(Boolean).join(' '))] : []),
    block(`${request.method} ${request.url}`, 'http'),
    ...table('Parameter', request.parameters),
    ...table('Request header', request.headers),
    ...(request.body && !request.parameters ? [block(readable(request.body.text), '')] : []),
    `Sent at ${Math.round(exchange.at)} ms, complete after ${describeDuration(exchange.duration)}.`,
    ...(exchange.by === 'sandbox' ? ['Response from the sandbox in the browser.'] : []),
    ...(error ? [`**${inline(error.code)}**: ${inline(error.message)}`] : []),
    ...(meaning?.response ? [inline(meaning.response)] : []),
    ...table('Answer', response?.parameters),
    ...table('Response header', response?.headers),
    ...(response?.text ? [block(readable(response.text), '')] : []),
    ...(tokens ?? []).flatMap(({ name, header, claims }) => [
      `### ${inline(name)}, decoded`,
      block(readable(header), 'json'),
      block(readable(claims), 'json'),
    ]),
  ]
}

/** For tickets and wikis: a diagram, then every message in full. */
export const markdownRecord: RecordFormat = {
  id: 'markdown',
  title: 'Markdown',
  extension: 'md',
  mediaType: 'text/markdown',
  write(record: ExchangeRecord) {
    const parts = [
      `# ${inline(record.step)}`,
      inline([record.startedAt, record.outcome].filter(Boolean).join(' · ')),
      ...(record.message ? [inline(record.message)] : []),
      ...(record.hint ? [inline(record.hint)] : []),
      diagram(record.exchanges),
      ...record.exchanges.flatMap(message),
      'Secrets, tokens and codes are replaced by their names in angle brackets.',
    ]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  },
}
