import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { environmentSecrets, knownSecrets } from '../files/known-secrets.ts'
import { refusedText } from '../files/refused-text.ts'
import { tryProjectFile } from '../files/read-file.ts'
import { UsageError, type Host } from '../host.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { programTexts as texts } from '../texts.ts'

/** A project file as it is on the disk. */
export interface AgentFile {
  path: string
  project: Project
  /** Of its bytes: another one says that the file was changed. */
  revision: string
}

/** The project files that an agent may see. */
export interface AgentFiles {
  /** All that can be read now, each with its current contents, and why others can't be read. */
  read(): Promise<{ files: AgentFile[]; refused: string[] }>
  /** Their paths, also of those that can't be read. */
  paths: readonly string[]
  /** The project as its file held it when it was first read, before anything was written here. */
  atStart(path: string): Project | undefined
  /** Values of secrets that were known at any time: those of the environment, and those sealed in the files. */
  secrets(): readonly string[]
}

/** Opens existing files; their contents are read with each call, since others write them too. */
export function openAgentFiles(paths: readonly string[], host: Host): AgentFiles {
  for (const path of paths) if (!existsSync(path)) throw new UsageError(texts.missingFile(path), null)
  const kept = new Map<string, AgentFile>()
  const first = new Map<string, Project>()
  const secrets = new Set<string>(environmentSecrets(host))

  async function readOne(path: string): Promise<AgentFile | string> {
    try {
      const { bytes, read } = await tryProjectFile(path)
      const revision = revisionOf(bytes)
      const known = kept.get(path)
      if (known?.revision === revision) return known
      if (!read.ok) return refusedText(path, read.error)
      const { project } = read.value
      for (const value of await knownSecrets([project], host)) secrets.add(value)
      const file = { path, project, revision }
      kept.set(path, file)
      if (!first.has(path)) first.set(path, project)
      return file
    } catch (error) {
      if (error instanceof UsageError) return error.message
      throw error
    }
  }

  return {
    async read() {
      const all = await Promise.all(paths.map(readOne))
      return {
        files: all.filter((one): one is AgentFile => typeof one !== 'string'),
        refused: all.filter((one) => typeof one === 'string'),
      }
    },
    paths,
    atStart: (path) => first.get(path),
    secrets: () => [...secrets],
  }
}

/** The revision of a file by its bytes. */
export const revisionOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24)
