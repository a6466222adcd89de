import { emptyEnvironment, emptyProject, emptySuite } from '#engine/project/empty.ts'
import type { Project } from '#engine/project/schema.ts'
import type { Memory } from '../memory.ts'
import { itemsOf } from '#engine/case-builder/change-set/make-change-set.ts'
import type { Texts } from '../replies/texts.ts'
import type { ConversePorts, Turn } from '../turn.ts'
import type { Missing } from '../understand/candidate.ts'

interface Outcome {
  memory: Memory
  reply: Pick<Turn, 'kind' | 'text' | 'proposal' | 'slot' | 'options'>
}

/** A new project: its name, where to keep it, and the environment that it begins with are asked for, one at a time (A3). */
export function newProjectTurn(
  memory: Memory,
  name: string,
  answers: Readonly<Record<string, string>>,
  texts: Texts,
  ports: ConversePorts,
  ask: (missing: Missing, text?: string) => Outcome,
): Outcome {
  const called = name.trim() || answers['name']
  if (called === undefined || called === '') return ask({ slot: 'name', options: [] })
  const save = answers['save']
  if (save === undefined) return ask({ slot: 'save', options: [texts.options.browser, texts.options.file] })
  const environment = answers['environment']
  if (environment === undefined)
    return ask({ slot: 'environment', options: [texts.options.local, texts.options.skip] }, texts.ask.newEnvironment)
  const project: Project = {
    ...emptyProject(ports.newId(), called),
    environments: environmentsOf(environment, texts, ports),
    suites: [{ ...emptySuite(ports.newId(), texts.steps.suite), cases: [] }],
  }
  const reply: Outcome['reply'] = {
    kind: 'proposal',
    text: texts.created(called),
    proposal: {
      id: ports.newId(),
      label: texts.created(called),
      project: project.id,
      projectName: called,
      revision: '',
      edit: { label: texts.created(called), changes: [] },
      created: { project, saveTo: save.endsWith('.aprj') ? save : save === texts.options.file ? 'file' : 'browser' },
      items: itemsOf(emptyProject(project.id, called), project),
      assumptions: [],
      warnings: project.environments.some(({ variables }) => variables.some(({ value }) => value === ''))
        ? [texts.assume.noAddress]
        : [],
      requests: [],
      runs: [],
      plan: [],
    },
  }
  return { memory, reply }
}

/** `Local http://127.0.0.1:7000`: a name, and an address that becomes `baseUrl`. */
function environmentsOf(said: string, texts: Texts, ports: ConversePorts): Project['environments'] {
  if (said === texts.options.skip) return []
  const url = /https?:\/\/[^\s"'，。]+/.exec(said)?.[0]?.replace(/[.,;/]+$/, '')
  const name = said
    .replace(url ?? '', '')
    .replace(/[\s,:：，]+$/, '')
    .replace(/^["'“]|["'”]$/g, '')
    .trim()
    .slice(0, 60)
  return [
    {
      ...emptyEnvironment(ports.newId(), name || 'Local'),
      insecureHosts: url?.startsWith('http:') ? [new URL(url).hostname] : [],
      variables: [{ name: 'baseUrl', value: (url ?? '').replaceAll('${', () => '$${'), description: '' }],
    },
  ]
}
