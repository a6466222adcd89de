import { formatSize } from '#engine/base/format-size.ts'
import type { Attachment } from '#engine/assistant/turn.ts'
import { assistantTexts as texts } from '../texts.ts'

/** The most bytes of one file that a request takes along; more than that is imported. */
const largest = 5_000_000

/** Reads files as texts for a request; `problems` says of each that is none why. */
export async function readAttachments(files: readonly File[]): Promise<{ read: Attachment[]; problems: string[] }> {
  const read: Attachment[] = []
  const problems: string[] = []
  for (const file of files) {
    if (file.size > largest) {
      problems.push(texts.tooLarge(file.name, formatSize(largest)))
      continue
    }
    const bytes = await file.arrayBuffer()
    try {
      read.push({ name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) })
    } catch {
      problems.push(texts.notText(file.name))
    }
  }
  return { read, problems }
}

/** What a pasted text is, if it is rather a file than a message: JSON, an OpenAPI document or CSV. */
export function attachmentOf(pasted: string): Attachment | undefined {
  const text = pasted.trim()
  const ending = endingOf(text)
  return ending === undefined ? undefined : { name: texts.pasted(ending), text: pasted }
}

/** A short object is part of what someone says. */
const shortest = 80

function endingOf(text: string): string | undefined {
  if (/^[{[]/.test(text) && text.length > shortest && isJson(text)) return 'json'
  if (/^(openapi|swagger):\s/m.test(text) && text.includes('\n')) return 'yaml'
  const lines = text.split(/\r?\n/)
  const [head] = lines
  if (head === undefined || lines.length < 3) return undefined
  for (const separator of [',', ';', '\t']) {
    const columns = head.split(separator).length
    if (columns > 1 && lines.slice(0, 20).every((line) => line.split(separator).length === columns)) return 'csv'
  }
  return undefined
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
