import { projectPath } from '../curl/parse-curl.ts'

/** A part of a `multipart/form-data` body as other tools write it out (RFC 7578). */
export interface WrittenPart {
  name: string
  value: string
  /** The file that it sends, as it was named; its content is not here. */
  file?: string
  mediaType?: string
}

const boundaryOf = (mediaType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i.exec(mediaType) ?? []
  return quoted ?? plain
}

/**
 * The parts of a body that is written out with its boundaries; undefined if it is none. A line `< ./file` represents a file's
 * content.
 */
export function writtenParts(text: string, mediaType: string): WrittenPart[] | undefined {
  if (!/^multipart\/form-data\b/i.test(mediaType)) return undefined
  const boundary = boundaryOf(mediaType)
  if (boundary === undefined || !text.includes(`--${boundary}`)) return undefined
  const parts: WrittenPart[] = []
  const [, ...pieces] = `\n${text.replaceAll('\r\n', '\n')}`.split(`\n--${boundary}`)
  for (const piece of pieces) {
    if (piece.startsWith('--')) break
    const part = partOf(piece)
    if (part) parts.push(part)
  }
  return parts.length === 0 ? undefined : parts
}

function partOf(piece: string): WrittenPart | undefined {
  const lines = piece.split('\n').slice(1)
  const empty = lines.findIndex((line) => line.trim() === '')
  const head = lines.slice(0, empty < 0 ? lines.length : empty)
  const value = empty < 0 ? '' : lines.slice(empty + 1).join('\n')
  const headerOf = (name: string): string =>
    head
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
  const disposition = headerOf('content-disposition')
  const parameter = (name: string): string | undefined => {
    const [, quoted, plain] =
      new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition) ?? []
    return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
  }
  const name = parameter('name')
  if (name === undefined) return undefined
  const file = /^<@?\w*\s+(\S.*)$/.exec(value.trim())?.[1]?.trim() ?? parameter('filename')
  const type = headerOf('content-type')
  const mediaType = type === '' || (file === undefined && /^text\/plain\b/i.test(type)) ? {} : { mediaType: type }
  return file === undefined ? { name, value, ...mediaType } : { name, value: '', file, ...mediaType }
}

/** The part as a Send Request step has it; `text` makes a template of what is sent. */
export const sentPart = ({ name, value, file, mediaType }: WrittenPart, text: (written: string) => string) => ({
  name: text(name),
  disabled: false,
  ...(file === undefined ? { value: text(value) } : { file: projectPath(file) || 'file' }),
  ...(mediaType === undefined ? {} : { mediaType }),
})
