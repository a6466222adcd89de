import { applyEdit, type Edit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import { readProject } from '#engine/project/read.ts'
import type { Case, Project } from '#engine/project/schema.ts'
import { editFor } from '#engine/case-builder/change-set/apply-change-set.ts'
import { converse } from '../converse.ts'
import { applied } from '../memory-edits.ts'
import { emptyMemory, type Memory } from '../memory.ts'
import type { ConversePorts, LoadedProject, Said, Turn } from '../turn.ts'

/** A project of a file's text. */
export function projectOf(text: string): Project {
  const result = readProject(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.project
}

/** A conversation over projects, as a host has it. */
export class Conversation {
  memory: Memory = emptyMemory()
  readonly projects: LoadedProject[]
  readonly ports: ConversePorts
  #count = 0

  constructor(projects: readonly Project[], ports: Partial<ConversePorts> = {}) {
    this.projects = projects.map((project) => ({ key: project.id, revision: '1', project }))
    this.ports = { newId: () => `n${++this.#count}`, now: () => 0, ...ports }
  }

  /** Says something; the memory goes on. */
  async say(text: string, more: Partial<Said> = {}): Promise<Turn> {
    const { memory, turn } = await converse(this.memory, { text, projects: this.projects, ...more }, this.ports)
    // What crosses a worker and lies in a store is plain.
    this.memory = structuredClone(memory)
    return structuredClone(turn)
  }

  /** Applies the proposal of a turn, without what is unticked; gives the project. */
  apply({ proposal }: Turn, unticked: readonly string[] = []): Project {
    if (!proposal) throw new Error('there is no proposal')
    const edit = editFor(proposal, new Set(unticked))
    return edit
      ? this.edit(proposal.project, edit, () => (this.memory = applied(this.memory, proposal, edit)))
      : this.project(proposal.project)
  }

  /** Makes an edit, as a person would. */
  edit(key: string, edit: Edit, then: () => void = () => undefined): Project {
    const loaded = this.projects.find((one) => one.key === key)
    if (!loaded) throw new Error('there is no such project')
    const after = applyEdit(stateOf(loaded.project), edit, 'forward')
    loaded.project = joinProject(after.head, ({ id }) => after.cases.get(id))
    loaded.revision += '1'
    then()
    return loaded.project
  }

  /** A project by its key. */
  project(key: string): Project {
    const loaded = this.projects.find((one) => one.key === key)
    if (!loaded) throw new Error('there is no such project')
    return loaded.project
  }
}

/** The steps of a case in a few words each. */
export const stepsOf = (one: Case | undefined): string[] =>
  (one?.steps ?? []).map((step) => {
    if ('method' in step) return `${step.method} ${step.url}`
    if ('checks' in step)
      return `assertion ${step.checks.map(({ source, path, value }) => [source, path, value].filter((part) => part !== undefined).join(' ')).join(', ')}`
    return 'transfers' in step
      ? `transfer ${step.transfers.map(({ path, to }) => `${path ?? ''} -> ${to}`).join(', ')}`
      : step.kind
  })

/** The case that is new in a project. */
export function newCase(before: Project, after: Project): Case | undefined {
  const known = new Set(before.suites.flatMap(({ cases }) => cases.map(({ id }) => id)))
  return after.suites.flatMap(({ cases }) => cases).find(({ id }) => !known.has(id))
}
