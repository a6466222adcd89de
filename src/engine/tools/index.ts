import * as v from 'valibot'
import { answer, ask, refuse } from './replies.ts'
import { draft07 } from './json-schema.ts'
import { buildRequestStep } from './build-request.ts'
import { coverage } from './coverage.ts'
import { getCase } from './get-case.ts'
import { getLastRun } from './get-last-run.ts'
import { getOperation } from './get-operation.ts'
import { listVariables } from './list-variables.ts'
import { listCases } from './list-cases.ts'
import { alternatives, findByName, WrongName } from './find-by-name.ts'
import { foreign, problem } from './page.ts'
import { proposeChanges } from './propose-changes/index.ts'
import { runDesign } from './run-design.ts'
import { searchDocs } from './search-docs.ts'
import { searchOperations } from './search-operations.ts'
import type { Tool, ToolContext } from './tool.ts'
import { emptyKnownProject, type JsonSchema, type ToolResult, type ToolSession, type WorkingMemory } from './tool-session.ts'

export type { Tool } from './tool.ts'
export * from './tool-session.ts'

/** What a caller tells a model or an agent of a tool. Byte-stable. */
export interface ToolSpec {
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  /** Its accepted result ends the turn: `propose_changes`, `answer`, `ask`, `refuse`. */
  ends?: true
}

/** Every tool: the list that says which there are. */
export const tools: readonly Tool[] = [
  searchOperations,
  getOperation,
  listCases,
  getCase,
  coverage,
  listVariables,
  getLastRun,
  buildRequestStep,
  runDesign,
  searchDocs,
  proposeChanges,
  answer,
  ask,
  refuse,
]

let specs: readonly ToolSpec[] | undefined

/** The tools as JSON, in the order of the list. */
export function toolSpecs(): readonly ToolSpec[] {
  specs ??= tools.map(({ name, description, input, output, ends }) => ({
    name,
    description,
    inputSchema: draft07(input),
    outputSchema: draft07(output),
    ...(ends ? { ends } : {}),
  }))
  return specs
}

/** Characters of arguments at most. */
const mostArguments = 200_000

/**
 * Calls a tool with untrusted arguments. Never throws for what a caller sends: the result says what to fix. Resolves with the memory after it;
 * nothing else changes.
 */
export async function callTool(
  name: string,
  args: unknown,
  session: ToolSession,
): Promise<{ result: ToolResult; memory: WorkingMemory }> {
  const refused = (text: string) => ({ result: problem(text), memory: session.memory })
  const tool = tools.find((one) => one.name === name)
  if (!tool)
    return refused(
      `There is no tool "${foreign(name, 60)}". ${alternatives(
        'tool',
        name.slice(0, 100),
        tools.map((one) => ({ id: one.name, name: one.name })),
      )}`,
    )
  if (sizeOf(args) > mostArguments) return refused(`The arguments are over ${mostArguments / 1_000} kB. Split the call.`)
  const parsed = v.safeParse(tool.input, args ?? {})
  if (!parsed.success) return refused(`${name}: ${issuesText(parsed.issues)}`)
  try {
    const context = contextFor(tool, parsed.output, session)
    if (typeof context === 'string') return refused(context)
    const { result, memory = session.memory } = await tool.run(parsed.output, context)
    return { result, memory }
  } catch (error) {
    if (error instanceof WrongName) return refused(error.message)
    throw error
  }
}

/** The length of arguments as JSON; infinite for what isn't JSON. */
function sizeOf(args: unknown): number {
  try {
    return JSON.stringify(args ?? null).length
  } catch {
    return Infinity
  }
}

function contextFor(tool: Tool, input: unknown, session: ToolSession): ToolContext | string {
  const { projects, focus } = session
  const all = projects.map((one) => ({ ...one, name: one.project.name }))
  const wanted = typeof input === 'object' && input !== null && 'project' in input ? input.project : undefined
  const loaded =
    typeof wanted === 'string' && wanted !== ''
      ? findByName('project', wanted, all)
      : (projects.find(({ id }) => id === focus?.project) ?? (projects.length === 1 ? projects[0] : undefined))
  if (loaded) {
    const { project: _, ...inside } = focus?.project === loaded.id ? focus : { project: '' }
    return { session, loaded, focus: inside }
  }
  if (tool.needsNoProject) return { session, loaded: emptyKnownProject, focus: {} }
  return projects.length === 0
    ? 'No project is open. Ask the user to open or create one.'
    : `Several projects are open: name one as "project". ${alternatives('project', '', all)}`
}

const mostIssues = 6

/** What is wrong with arguments: where, and what is valid there. */
function issuesText(issues: readonly v.BaseIssue<unknown>[]): string {
  const few = issues.slice(0, mostIssues).map((issue) => {
    const path = v.getDotPath(issue)
    return `${path === null ? '' : `${foreign(path, 120)}: `}${foreign(issue.message, 300)}`
  })
  return few.join('; ') + (issues.length > mostIssues ? `; and ${issues.length - mostIssues} more` : '')
}
