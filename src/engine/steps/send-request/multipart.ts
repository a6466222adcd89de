/** One part of a form. */
export interface Part {
  name: string
  value: string
  mediaType: string
}

/** How names stand in a part's header (HTML standard, multipart/form-data encoding algorithm). */
const escapeName = (name: string): string => name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22')

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

/** `multipart/form-data` (RFC 7578) of text parts; `boundary` must be in none of them. */
export function encodeMultipart(parts: readonly Part[], boundary: string): string {
  const written = parts.map(({ name, value, mediaType }) => {
    const type = mediaType === '' ? '' : `Content-Type: ${oneLine(mediaType)}\r\n`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n${type}\r\n${value}\r\n`
  })
  return `${written.join('')}--${boundary}--\r\n`
}
