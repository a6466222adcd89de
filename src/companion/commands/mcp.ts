import { readdirSync } from 'node:fs'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { createAgentSession } from '../mcp/agent-session.ts'
import { serveAgent } from '../mcp/agent-server.ts'
import { openAgentFiles } from '../mcp/open-files.ts'
import { mcpTexts } from '../mcp/texts.ts'
import { parseOptions } from '../options/parse-options.ts'
import { versionOf } from '../version.ts'

const options = { write: { type: 'boolean' }, 'allow-run': { type: 'boolean' } } as const

/** Files that are open at most. */
const mostFiles = 50

/**
 * `assay mcp [FILE.aprj…] [--write] [--allow-run]`: the user's own agent, over MCP on standard input and output, which carry nothing else. Ends with the
 * client. Exit code 0, or 2 for files that aren't there.
 */
export async function mcp(args: string[], host: Host): Promise<number> {
  const { values, positionals } = parseOptions(args, options)
  const paths = positionals.length > 0 ? [...new Set(positionals)] : filesHere()
  if (paths.length > mostFiles) throw new UsageError(mcpTexts.tooManyFiles(mostFiles))
  if (host.protocol === undefined) throw new UsageError(mcpTexts.noPipe, null)
  const rights = { write: values.write ?? false, run: values['allow-run'] ?? false }
  const session = createAgentSession(openAgentFiles(paths, host), rights, host)
  await serveAgent(session, await versionOf(host.root), host, host.interrupted())
  return exitCodes.passed
}

/** The project files of the working folder. */
function filesHere(): string[] {
  const found = readdirSync('.')
    .filter((name) => name.endsWith('.aprj'))
    .toSorted()
  if (found.length === 0) throw new UsageError(mcpTexts.noFile(process.cwd()))
  return found
}
