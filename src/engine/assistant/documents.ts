import { parseApi } from '#engine/api/document.ts'
import type { NewId } from '#engine/project/empty.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import type { Project } from '#engine/project/schema.ts'
import type { Attachment, LoadedProject, Said } from './turn.ts'

type Api = Project['apis'][number]

/** Text that may describe an API, without reading all of it. */
const mayBeApi = /["']?(openapi|swagger)["']?\s*:/

/**
 * What is said, in projects that hold the API documents among its files already: a request may be about what those describe, and a proposal
 * attaches them with the rest. The other files stay files.
 */
export async function withDocuments(said: Said, newId: NewId): Promise<Said> {
  const read = await Promise.all((said.attachments ?? []).map((file) => documentOf(file, newId)))
  const documents = read.filter((one) => one !== undefined)
  if (documents.length === 0) return said
  return {
    ...said,
    attachments: (said.attachments ?? []).filter((_, at) => read[at] === undefined),
    projects: said.projects.map((loaded) => withApis(loaded, documents)),
  }
}

async function documentOf({ name, text }: Attachment, newId: NewId): Promise<Api | undefined> {
  if (!mayBeApi.test(text.slice(0, 20_000))) return undefined
  const parsed = await parseApi(text, name)
  return parsed.ok ? { id: newId(), name: parsed.value.title || name, description: name, document: parsed.value.text } : undefined
}

/** The project with those that it does not hold yet. */
function withApis(loaded: LoadedProject, documents: readonly Api[]): LoadedProject {
  const { project } = loaded
  const apis = [...project.apis]
  for (const one of documents) {
    if (apis.some(({ document }) => document === one.document)) continue
    const names = apis.map(({ name }) => name)
    apis.push({ ...one, name: freeName(one.name, names) })
  }
  return apis.length === project.apis.length ? loaded : { ...loaded, project: { ...project, apis }, kept: project }
}
