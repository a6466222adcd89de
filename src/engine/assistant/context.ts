import type { Project } from '#engine/project/format/schema.ts'
import { credentialsInFile, withholdCredentials } from './safety/credentials.ts'
import { removedMark } from './safety/shapes.ts'
import type { Attachment, LoadedProject, Said } from './turn.ts'

/** Names in a list at most; the rest is found by the tools. */
const mostNamed = 40
const mostPerFile = 3_000

/**
 * The message of one turn: what is open and selected, what projects hold by names and ids, what files came with it, and what was said. All but that
 * is data, each in its fence.
 */
export function contextOf({ text, projects, active, focus, attachments = [] }: Said): string {
  const open = projects.find(({ key }) => key === active) ?? (projects.length === 1 ? projects[0] : undefined)
  const others = projects.filter((one) => one !== open)
  return [
    ...(open ? [fenced('project', [outlineOf(open), ...focusOf(open.project, focus)].join('\n'))] : []),
    ...(others.length > 0
      ? [
          fenced(
            open ? 'other projects' : 'projects, none of them open',
            others.map(({ key, project }) => `${project.name} (id ${key})`).join('\n'),
          ),
        ]
      : []),
    ...attachments.map((file) => fenced(`file ${file.name}`, digestOf(file))),
    text.trim() === '' ? 'Request: use the attached files.' : `Request: ${text}`,
  ].join('\n\n')
}

const fenced = (what: string, text: string): string =>
  `<data of="${what.replace(/["<>\n]/g, ' ')}">\n${text.replaceAll('</data', '<\\/data')}\n</data>`

const list = (names: readonly string[]): string =>
  names.length > mostNamed ? `${names.slice(0, mostNamed).join('; ')}; … (${names.length} in all)` : names.join('; ')

/** What a project holds, by names and ids; long lists are cut. */
export function outlineOf({ key, project }: LoadedProject): string {
  const { name, suites, environments, apis, dataSources, designs, variables } = project
  const lines: [string, readonly string[]][] = [
    ['APIs', apis.map((one) => one.name)],
    ['Environments', environments.map((one) => one.name)],
    ['Variables', variables.map((one) => one.name)],
    ['Data sources', dataSources.map((one) => one.name)],
    ['Designs', designs.map((one) => one.name)],
  ]
  return [
    `${name} (id ${key})`,
    ...lines.flatMap(([title, names]) => (names.length > 0 ? [`${title}: ${list(names)}`] : [])),
    ...suites.map((suite) => `Suite ${suite.name} (${suite.id}): ${list(suite.cases.map((one) => `${one.name} (${one.id})`))}`),
  ].join('\n')
}

function focusOf(project: Project, focus: Said['focus']): string[] {
  if (!focus) return []
  const suite = project.suites.find(({ id }) => id === focus.suite)
  const one = project.suites.flatMap(({ cases }) => cases).find(({ id }) => id === focus.case)
  const step = one?.steps.find(({ id }) => id === focus.step)
  const selected = [
    ...(suite ? [`suite ${suite.name}`] : []),
    ...(one ? [`case ${one.name} (${one.id})`] : []),
    ...(step ? [`step ${step.name} (${step.id})`] : []),
    ...(focus.operation === undefined ? [] : [`operation ${focus.operation}`]),
  ]
  return selected.length > 0 ? [`Selected: ${selected.join(', ')}`] : []
}

/** What a model receives about a file: how long it is and how it starts, without credentials. */
function digestOf({ text }: Attachment): string {
  const start = text.slice(0, mostPerFile)
  const cells = credentialsInFile(text).map(({ value }) => value)
  const plain = cells.reduce((rest, value) => rest.replaceAll(value, removedMark), withholdCredentials(start)?.text ?? start)
  return `${text.split(/\r?\n/).length} lines\n${plain}${text.length > mostPerFile ? '…' : ''}`
}
