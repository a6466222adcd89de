import * as v from 'valibot'
import { AssayError } from '#engine/base/errors.ts'
import { callTool, toolSpecs } from '#engine/tools/index.ts'
import { draft07 } from '#engine/tools/json-schema.ts'
import { alternatives, WrongName } from '#engine/tools/find-by-name.ts'
import { cutText, foreign, mostBytes } from '#engine/tools/page.ts'
import type { ToolResult } from '#engine/tools/tool-session.ts'
import { UsageError } from '../host.ts'
import type { AgentHints, AgentReply, AgentTool } from './agent-tool.ts'
import { applyProposal } from './apply-proposal.ts'
import type { AgentRights, AgentSession } from './agent-session.ts'
import { importDefinition } from './import-definition.ts'
import { proposalText } from './proposal-text.ts'
import { runCases } from './run-cases.ts'
import { mcpTexts } from './texts.ts'
import { validateProject } from './validate-project.ts'

/** The engine's tools that make sense for an agent, which itself talks to the user, by their titles. */
const engineTools: Readonly<Record<string, string>> = {
  search_operations: 'Search operations',
  get_operation: 'Read an operation',
  list_cases: 'List test cases',
  get_case: 'Read a test case',
  coverage: 'Show coverage',
  list_variables: 'List variables',
  get_last_run: 'Read the last run',
  build_request: 'Build a request',
  run_design: 'Derive tests',
  search_docs: 'Search the help pages',
  propose_changes: 'Propose changes',
}

/** Tools of `assay mcp` alone. */
export const agentTools: readonly AgentTool[] = [validateProject, importDefinition, applyProposal, runCases]

/** A tool in `tools/list`. */
export interface ListedTool {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [key: string]: unknown }
  annotations: AgentHints
}

const isAllowed = ({ option }: AgentTool, { write, run }: AgentRights): boolean =>
  option === undefined || (option === '--write' ? write : run)

/** The tools for these permissions. */
export function listedTools(rights: AgentRights): ListedTool[] {
  const own = agentTools
    .filter((tool) => isAllowed(tool, rights))
    .map(({ name, description, input, annotations }) => ({
      name,
      title: annotations.title,
      description,
      inputSchema: objectSchema(draft07(input)),
      annotations,
    }))
  const shared = toolSpecs().flatMap(({ name, description, inputSchema }) => {
    const title = engineTools[name]
    if (title === undefined) return []
    return [
      {
        name,
        title,
        description: name === 'propose_changes' ? forAgents(description) : description,
        inputSchema: objectSchema(inputSchema),
        // A proposal is kept by this program alone: nothing outside it changes.
        annotations: { title, readOnlyHint: true, openWorldHint: false },
      },
    ]
  })
  return [...shared, ...own]
}

const objectSchema = (schema: object): ListedTool['inputSchema'] => ({ type: 'object', ...schema })

/** An agent has no turn that ends. */
const forAgents = (description: string): string =>
  description.replace('An accepted proposal ends the turn.', 'Returns an accepted proposal as a difference with an ID.')

/** Arguments at most, as JSON. */
const mostArguments = 200_000

/** Calls a tool with a client's arguments. Never throws for invalid ones: the reply has the fix. At most 4 kB. */
export async function callAgentTool(
  name: string,
  args: unknown,
  session: AgentSession,
  signal: AbortSignal,
): Promise<AgentReply> {
  try {
    const reply = await replyOf(name, args, session, signal)
    return { ...reply, text: cutText(reply.text, mostBytes) }
  } catch (error) {
    if (error instanceof UsageError || error instanceof WrongName) return refusal(error.message)
    if (error instanceof AssayError) return refusal([error.message, error.hint].filter(Boolean).join(' '))
    session.host.say(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return refusal(mcpTexts.internal)
  }
}

const refusal = (text: string): AgentReply => ({ text: cutText(text, mostBytes), isError: true })

async function replyOf(name: string, args: unknown, session: AgentSession, signal: AbortSignal): Promise<AgentReply> {
  const own = agentTools.find((tool) => tool.name === name)
  if (own) {
    if (own.option !== undefined && !isAllowed(own, session.rights)) return refusal(mcpTexts.needsOption(name, own.option))
    if (JSON.stringify(args ?? {}).length > mostArguments) return refusal(mcpTexts.tooMuch(mostArguments))
    const parsed = v.safeParse(own.input, args ?? {})
    if (!parsed.success) {
      const issues = parsed.issues.slice(0, 6).map((issue) => `${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`)
      return refusal(`${name}: ${foreign(issues.join('; '), 1_500)}`)
    }
    return own.run(parsed.output, session, signal)
  }
  if (engineTools[name] === undefined) {
    const known = listedTools(session.rights).map((tool) => ({ id: tool.name, name: tool.name }))
    return refusal(`${mcpTexts.noTool(foreign(name, 60))} ${alternatives('tool', name.slice(0, 100), known)}`)
  }
  return session.inTurn(async () => {
    const { result, memory } = await callTool(name, args, await session.toolSession())
    session.memory = memory
    return shownResult(result, session)
  })
}

async function shownResult(result: ToolResult, session: AgentSession): Promise<AgentReply> {
  if (result.kind === 'problems') return refusal(result.text)
  if (result.kind !== 'proposal') return { text: result.text }
  const { changeSet, summary, notDone } = result
  const proposal = await session.keep({ path: changeSet.project, revision: changeSet.revision, changeSet, notDone })
  return { text: proposalText(proposal, summary, session.rights) }
}
