import { parseApi } from '#engine/api/document.ts'
import type { Draft } from '../draft.ts'

/** Attaches the API definitions that design documents hold; what is in the editor of an empty one is none. */
export async function addSpecs(specs: readonly unknown[], draft: Draft): Promise<void> {
  for (const spec of specs) {
    const text = typeof spec === 'object' && spec !== null ? JSON.stringify(spec) : spec
    if (typeof text !== 'string' || text.trim() === '') continue
    const read = await parseApi(text, draft.project.name)
    if (!read.ok) draft.leaveOut('', read.error.message)
    else draft.project.apis.push({ id: draft.newId(), name: read.value.title, description: '', document: read.value.text })
  }
}
