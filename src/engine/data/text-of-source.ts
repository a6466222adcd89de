import { AssayError } from '#engine/base/errors.ts'
import { isPathBeside } from '#engine/ports/referenced-files.ts'
import type { Encoding } from './fields.ts'
import type { SourceContext, SourceProblem } from './source-kind.ts'
import { dataSourceTexts as texts, type BinaryKind } from './texts.ts'
import { unusable } from './unusable.ts'

/** A source that is text. */
interface TextSource {
  name: string
  text: string
  file: string
  encoding?: Encoding | undefined
}

/** What is wrong with where the text of a source is. */
export function textProblems({ text, file }: TextSource): SourceProblem[] {
  if (file === '') return []
  return [
    ...(isPathBeside(file) ? [] : [{ place: ['file'], text: texts.badFile(file) }]),
    ...(text === '' ? [] : [{ place: ['file'], text: texts.textAndFile }]),
  ]
}

/** Text that arrives in parts, with the encoding of its file. */
export interface OpenedText {
  encoding?: Encoding
  parts(): AsyncGenerator<string>
}

/** Characters of one part: rows of one are in memory together. */
const partLength = 65_536

/** Opens the text of a source. AssayError `data-unusable` for one that is none, `body-file-missing`, or one of the host. */
export async function openText(source: TextSource, { files }: Pick<SourceContext, 'files'>): Promise<OpenedText> {
  const { file } = source
  if (file === '') return { parts: () => slices(source) }
  const [problem] = textProblems(source)
  if (problem) throw unusable(source, problem.text)
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const bytes = await files.open(file)
    if (bytes) return bytes
    throw new AssayError('body-file-missing', texts.fileMissing(file), { hint: files.missingHint })
  }
  const begin = await beginOf(await open())
  const binary = kinds.find(({ magic }) => magic.every((byte, at) => begin[at] === byte))
  if (binary) throw unusable(source, texts.binary(file, binary.kind), texts.binaryHint[binary.kind])
  const encoding = source.encoding ?? encodingOf(begin)
  return {
    encoding,
    async *parts() {
      yield* decoded(source, await open(), encoding)
    },
  }
}

async function* slices(source: TextSource): AsyncGenerator<string> {
  let { text } = source
  if (text.startsWith('\uFEFF')) text = text.slice(1)
  let lines = 1
  for (let from = 0; from < text.length; from += partLength) {
    const part = text.slice(from, from + partLength)
    lines = checkText(source, part, lines)
    yield part
  }
}

async function* decoded(source: TextSource, bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let lines = 1
  const decode = (part?: Uint8Array): string => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode()
    } catch {
      throw unusable(source, texts.badEncoding(lines, encoding), texts.badEncodingHint)
    }
  }
  for await (const part of bytes) {
    const text = decode(part)
    lines = checkText(source, text, lines)
    yield text
  }
  yield decode()
}

/** The number of the last line of a part, which must hold no NUL. */
function checkText(source: TextSource, part: string, line: number): number {
  const nul = part.indexOf('\0')
  if (nul >= 0) throw unusable(source, texts.nul(line + lineEnds(part.slice(0, nul))), texts.nulHint)
  return line + lineEnds(part)
}

/** The number of line ends in a string. */
export function lineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Bytes at the start of a file from which its encoding is detected. */
const looked = 65_536

async function beginOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let begin: Uint8Array = new Uint8Array()
  for await (const part of bytes) {
    begin = begin.length === 0 ? part : joined(begin, part)
    if (begin.length >= looked) break
  }
  return begin
}

/** By their first bytes. */
const kinds: readonly { kind: BinaryKind; magic: readonly number[] }[] = [
  { kind: 'workbook', magic: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'workbook', magic: [0xd0, 0xcf, 0x11, 0xe0] },
  { kind: 'gzip', magic: [0x1f, 0x8b] },
  { kind: 'sqlite', magic: [...'SQLite format 3'].map((one) => one.charCodeAt(0)) },
]

/** By its byte order mark; without one by its zeros if it is UTF-16; then UTF-8 if it is that; else what old spreadsheets write. */
function encodingOf(begin: Uint8Array): Encoding {
  const cut = begin.subarray(0, looked)
  const [first, second] = cut
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zerosFrom = (start: number): number => cut.filter((byte, at) => byte === 0 && at % 2 === start).length
  const [even, odd] = [zerosFrom(0), zerosFrom(1)]
  // Of texts in Latin letters every other byte is zero.
  if (odd > cut.length / 4 && even === 0) return 'utf-16le'
  if (even > cut.length / 4 && odd === 0) return 'utf-16be'
  try {
    // The last character of what was looked at may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(cut, { stream: begin.length > looked })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
