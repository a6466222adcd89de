import type * as v from 'valibot'
import type { Focus, KnownProject, ToolResult, ToolSession, WorkingMemory } from './tool-session.ts'

/** What a tool's run is given besides its arguments. */
export interface ToolContext {
  session: ToolSession
  /** The project that the arguments name, else the one in focus, else the only one. */
  loaded: KnownProject
  /** Ids in `loaded` of what the user looks at. */
  focus: Omit<Focus, 'project'>
}

/** What a run gives: the result, and the memory after it where that changes. */
export interface ToolOutcome {
  result: ToolResult
  memory?: WorkingMemory
}

/** One tool. Arguments are parsed by `input` before `run` gets them. */
export interface Tool<S extends v.GenericSchema = v.GenericSchema> {
  name: string
  /** For models: what it gives and when to use it. */
  description: string
  input: S
  output: v.GenericSchema
  /** Its accepted result ends the conversation's turn. */
  ends?: true
  /** It works without an open project. */
  needsNoProject?: true
  run(input: v.InferOutput<S>, context: ToolContext): ToolOutcome | Promise<ToolOutcome>
}

/** A tool with the types of its own schema; in lists all tools are alike. */
export const defineTool = <S extends v.GenericSchema>(tool: Tool<S>): Tool => tool as unknown as Tool
