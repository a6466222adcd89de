import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outlineOf } from '#engine/assistant/context.ts'
import type { AgentSession } from './agent-session.ts'

/** A document that clients can read. */
export interface AgentResource {
  about: { uri: string; name: string; title: string; description: string; mimeType: string }
  read(): Promise<string>
}

/** The outline of each project, the schema of project files, and the guide to test design. */
export async function agentResources({ files, host }: AgentSession): Promise<AgentResource[]> {
  const { files: open } = await files.read()
  const schema = ['dist/app', 'public'].map((folder) => join(host.root, folder, 'aprj.schema.json')).find(existsSync)
  return [
    ...open.map(({ path, project, revision }): AgentResource => {
      const outline = outlineOf({ key: path, project, revision })
      return {
        about: {
          uri: `assay://outline/${encodeURIComponent(path)}`,
          name: `outline of ${path}`,
          title: `Outline: ${project.name}`,
          description: `Suites, cases, environments and variables of ${path}, by name and id`,
          mimeType: 'text/plain',
        },
        read: async () => outline,
      }
    }),
    ...(schema === undefined
      ? []
      : [
          {
            about: {
              uri: 'assay://schema/aprj',
              name: 'aprj.schema.json',
              title: 'Schema of project files',
              description: 'JSON Schema of .aprj files: every kind of step, check and transfer',
              mimeType: 'application/schema+json',
            },
            read: () => readFile(schema, 'utf8'),
          },
        ]),
    {
      about: {
        uri: 'assay://guide/test-design',
        name: 'test-design.md',
        title: 'Test-design guide',
        description: 'The methods of run_design, their purpose, and examples',
        mimeType: 'text/markdown',
      },
      read: () => readFile(join(host.root, 'docs', 'test-design.md'), 'utf8'),
    },
  ]
}
