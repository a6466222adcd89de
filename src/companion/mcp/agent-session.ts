import { randomInt } from 'node:crypto'
import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import { findByName } from '#engine/tools/find-by-name.ts'
import {
  emptyWorkingMemory,
  type LastRunView,
  type SecretlessProject,
  type ToolSession,
  type WorkingMemory,
} from '#engine/tools/tool-session.ts'
import type { AgentVerdict } from '#relay/calls.ts'
import { readDocs } from '../files/read-docs.ts'
import { UsageError, type Host } from '../host.ts'
import { sendProposal } from './send-proposal.ts'
import { mcpTexts } from './texts.ts'
import type { AgentFile, AgentFiles } from './open-files.ts'

/** Permissions of an agent besides reading and proposing. */
export interface AgentRights {
  write: boolean
  run: boolean
}

/** A pending proposal. */
export interface AgentProposal {
  id: string
  path: string
  /** Of the file that it was made on. */
  revision: string
  changeSet: ChangeSet
  isApplied: boolean
  /** What was requested and isn't in it. */
  notDone: readonly string[]
  /** Whether an open page shows it, and why not. */
  verdict: AgentVerdict
}

/** Proposals that are kept; the oldest goes first. */
const mostProposals = 50

/** The session of an agent: its files, the state of its tools, its proposals and its last runs. */
export interface AgentSession {
  files: AgentFiles
  rights: AgentRights
  host: Host
  /** The name of the client, for users. */
  client: string
  memory: WorkingMemory
  proposals: Map<string, AgentProposal>
  lastRuns: Map<string, LastRunView>
  /** The file that `project` names, or the only one. Throws UsageError or WrongName. */
  fileNamed(project: string | undefined): Promise<AgentFile>
  /** The path that `project` names, also of a file that can't be read. */
  pathNamed(project: string | undefined): Promise<string>
  toolSession(): Promise<ToolSession>
  /** Does one thing after the other: each goes on from the memory of the one before. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Keeps a proposal, and shows it in pages that have the project open. */
  keep(proposal: Omit<AgentProposal, 'id' | 'isApplied' | 'verdict'>): Promise<AgentProposal>
}

/** Opens a session on files. */
export function createAgentSession(files: AgentFiles, rights: AgentRights, host: Host): AgentSession {
  let count = 0
  let before: Promise<unknown> = Promise.resolve()
  const readable = async (): Promise<AgentFile[]> => {
    const read = await files.read()
    if (read.files.length === 0) throw new UsageError(read.refused.join('\n'), null)
    return read.files
  }
  const verdictOf = async ({ path, changeSet, notDone }: Pick<AgentProposal, 'path' | 'changeSet' | 'notDone'>) => {
    const file = (await readable()).find((one) => one.path === path)
    if (!file) return 'none'
    const { label, edit, warnings } = changeSet
    const assumptions = changeSet.assumptions.map(({ text }) => text)
    const proposed = { from: session.client, label, edit, assumptions, warnings, notDone: [...notDone] }
    return sendProposal({ project: file.project.id, proposed })
  }
  const session: AgentSession = {
    files,
    rights,
    host,
    client: mcpTexts.someAgent,
    memory: emptyWorkingMemory(),
    proposals: new Map(),
    lastRuns: new Map(),
    async fileNamed(wanted) {
      const all = await readable()
      if (wanted === undefined && all.length === 1) return all[0] as AgentFile
      return findByName(
        'project',
        wanted ?? '',
        all.map((one) => ({ ...one, id: one.path, name: one.project.name })),
      )
    },
    async pathNamed(wanted) {
      const { paths } = files
      if (wanted === undefined && paths.length === 1) return paths[0] as string
      const { files: open } = await files.read()
      const all = paths.map((path) => ({ id: path, name: open.find((one) => one.path === path)?.project.name ?? path }))
      return findByName('project', wanted ?? '', all).id
    },
    async toolSession() {
      return {
        projects: (await readable()).map(({ path, project, revision }) => ({
          id: path,
          revision,
          project: { ...project, sealed: undefined } as SecretlessProject,
        })),
        lastRun: (project) => session.lastRuns.get(project),
        memory: session.memory,
        seed: randomInt(2 ** 31),
        allowedHosts: [],
        docs: () => readDocs(host.root),
      }
    },
    inTurn(work) {
      const done = before.then(work)
      before = done.catch(() => undefined)
      return done
    },
    async keep(proposal) {
      const kept = { ...proposal, id: `P${++count}`, isApplied: false, verdict: await verdictOf(proposal) }
      session.proposals.set(kept.id, kept)
      for (const id of session.proposals.keys()) if (session.proposals.size > mostProposals) session.proposals.delete(id)
      return kept
    },
  }
  return session
}
