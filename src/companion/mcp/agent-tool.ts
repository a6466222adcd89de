import type * as v from 'valibot'
import type { AgentSession } from './agent-session.ts'

/** The result of a tool of `assay mcp`: text, and whether it is an error. */
export interface AgentReply {
  text: string
  isError?: true
}

/** Hints for clients about the effect of a tool. */
export interface AgentHints {
  title: string
  readOnlyHint: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint: boolean
}

/** A tool that `assay mcp` has besides those of the engine. */
export interface AgentTool<S extends v.GenericSchema = v.GenericSchema> {
  name: string
  description: string
  input: S
  annotations: AgentHints
  /** The option without which it isn't there. */
  option?: '--write' | '--allow-run'
  run(input: v.InferOutput<S>, session: AgentSession, signal: AbortSignal): Promise<AgentReply>
}

/** A tool with the types of its own schema; in lists all tools are alike. */
export const defineAgentTool = <S extends v.GenericSchema>(tool: AgentTool<S>): AgentTool => tool as unknown as AgentTool
