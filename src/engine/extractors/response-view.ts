import { AssayError } from '#engine/base/errors.ts'
import { maxDepth, tooDeep } from '#engine/base/encoding/json-depth.ts'
import { jsonMistake } from '#engine/base/encoding/json-mistake.ts'
import { tooHeavy } from '#engine/base/encoding/json-weight.ts'
import { limit } from '#engine/base/work-limit.ts'
import type { Headers, HttpResponse } from '#engine/ports/index.ts'
import { cutText, undecodedText } from '#engine/ports/http/http-texts.ts'
import { isSlowJson, parseJson } from './parse-json.ts'
import { extractorTexts as texts } from './texts.ts'

/** Bytes of JSON that are parsed in about 25 ms, and characters where numbers have more digits than a double. */
const longestJson = 2_000_000
const longestSlowJson = 200_000
/** Where a response carries its view: a WeakMap of many short-lived keys would make each garbage collection slower. */
const viewKey = Symbol('view')
const utf8 = new TextDecoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** A response as the sources read it; the same object for the same response, so that its body is decoded and parsed once. */
export function viewOf(response: HttpResponse & { [viewKey]?: ResponseView }): ResponseView {
  return (response[viewKey] ??= new ResponseView(response))
}

/** The values of a header in order, joined as RFC 9110 5.3 allows; undefined if it is not there. */
export function headerValue(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase()
  let joined: string | undefined
  for (const [key, value] of headers) {
    if (key.toLowerCase() === wanted) joined = joined === undefined ? value : `${joined}, ${value}`
  }
  return joined
}

/** Decoded and parsed parts of a response, made when first asked for. */
class ResponseView {
  readonly response: HttpResponse
  #text: string | undefined
  #json: { value: unknown } | { error: AssayError } | undefined

  constructor(response: HttpResponse) {
    this.response = response
  }

  /** The whole body; AssayError `http-body-cut` if it is not whole, or still packed (R32): what is unknown can't be checked. */
  body(): Uint8Array {
    const { body, cut, undecoded } = this.response
    if (cut === undefined && undecoded === undefined) return body
    const why = cut === undefined ? undecodedText(undecoded ?? '') : cutText(cut, this.response)
    throw new AssayError('http-body-cut', texts.bodyCut(why), {
      hint: cut === undefined ? texts.undecodedHint : texts.bodyCutHint,
    })
  }

  /** The body as text, in the charset that it names, else UTF-8; what is not valid in it becomes U+FFFD (R35). */
  text(): string {
    return (this.#text ??= decoded(decoderFor(this.response), this.body()))
  }

  /** The body as JSON; undefined if it is empty. AssayError `nothing-found` if it is not JSON. */
  json(): unknown {
    this.#json ??= this.#parse()
    if ('error' in this.#json) throw this.#json.error
    return this.#json.value
  }

  /** The body as JSON; undefined if it is empty or not JSON. */
  jsonOrUndefined(): unknown {
    this.#json ??= this.#parse()
    return 'error' in this.#json ? undefined : this.#json.value
  }

  #parse(): { value: unknown } | { error: AssayError } {
    limit(this.response.body.length > longestJson)
    const text = this.#jsonText()
    if (text === undefined) return { error: this.#notJson(texts.invalidUtf8) }
    if (/^\s*$/.test(text)) return { value: undefined }
    if (tooDeep(text)) return { error: this.#notJson(texts.nestedTooDeep(maxDepth)) }
    if (tooHeavy(text)) return { error: new AssayError('http-too-large', texts.tooHeavy, { hint: texts.tooHeavyHint }) }
    limit(text.length > longestSlowJson && isSlowJson(text))
    try {
      return { value: parseJson(text) }
    } catch (error) {
      return { error: this.#notJson(texts.beginsWith(text.trimStart()), error) }
    }
  }

  /** JSON is UTF-8 (RFC 8259 8.1) unless it says otherwise; undefined if it is not valid. */
  #jsonText(): string | undefined {
    const decoder = decoderFor(this.response)
    if (decoder.encoding !== 'utf-8' || this.#text !== undefined) return this.text()
    try {
      return (this.#text = strictUtf8.decode(this.body()))
    } catch (error) {
      if (error instanceof AssayError) throw error
      return undefined
    }
  }

  #notJson(why: string, cause?: unknown): AssayError {
    const type = headerValue(this.response.headers, 'content-type')?.split(';', 1)[0]
    return new AssayError('nothing-found', texts.notJson(type, why), {
      cause: cause === undefined ? undefined : jsonMistake(cause),
    })
  }
}

/** The characters that windows-1252 has for the bytes 0x80 to 0x9f (Encoding standard, section 9). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Some releases of Node (20 among them) read windows-1252, and so ISO-8859-1, which is a name of it, as if those bytes were control characters. */
function decoded(decoder: typeof utf8, body: Uint8Array): string {
  const text = decoder.decode(body)
  if (decoder.encoding !== 'windows-1252') return text
  return text.replace(/[\u0080-\u009f]/g, (control) => windows1252.charAt(control.charCodeAt(0) - 0x80))
}

function decoderFor({ headers, body }: HttpResponse): typeof utf8 {
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be')
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le')
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headerValue(headers, 'content-type') ?? '')?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8
  try {
    return new TextDecoder(charset)
  } catch {
    // An unknown name: UTF-8 is the likeliest, and the raw bytes stay to be looked at.
    return utf8
  }
}
