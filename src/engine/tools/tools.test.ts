import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readProject } from '#engine/project/format/read.ts'
import { callTool, emptyWorkingMemory, tools, toolSpecs, type ToolSession } from './index.ts'

const projectOf = (name: string) => {
  const read = readProject(readFileSync(new URL(`../../../eval/projects/${name}.aprj`, import.meta.url), 'utf8'))
  if (!read.ok) throw new Error('unreachable: the project can be read')
  return read.value.project
}

/** What tools see of projects of the evaluation. */
const toolSessionOf = (...names: string[]): ToolSession => ({
  projects: names.map((name) => ({ id: name, project: projectOf(name) as ToolSession['projects'][number]['project'] })),
  memory: emptyWorkingMemory(),
  seed: 1,
})

describe('the list of tools', () => {
  it('[A7] says of each tool what a caller needs, the same bytes each time', () => {
    const specs = toolSpecs()
    expect(specs.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    for (const { inputSchema, description } of specs) {
      expect(inputSchema['type']).toBe('object')
      expect(description).toMatch(/\.$/)
    }
    expect(JSON.stringify(toolSpecs())).toBe(JSON.stringify(specs))
    const sent = specs.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    expect(JSON.stringify(sent).length, 'it goes with each round').toBeLessThanOrEqual(20_000)
  })

  it('[A7] names the valid alternatives for what is named wrongly', async () => {
    const session = toolSessionOf('shop')
    expect(await callTool('list_case', {}, session)).toMatchObject({
      result: { kind: 'problems', text: expect.stringContaining('Valid: list_cases,') as string },
      memory: session.memory,
    })
    expect((await callTool('list_cases', { suite: 'Ordres' }, session)).result).toMatchObject({ kind: 'problems' })
    expect((await callTool('list_cases', { quary: 'x' }, session)).result).toMatchObject({ kind: 'problems' })
    expect((await callTool('list_cases', { project: 'nope' }, toolSessionOf('shop', 'bank'))).result).toMatchObject({
      kind: 'problems',
      text: expect.stringContaining('[bank]') as string,
    })
  })
})

describe('search_operations and list_cases', () => {
  it('[A1] find operations by words, page by page', async () => {
    const session = toolSessionOf('shop')
    const first = await callTool('search_operations', { query: 'create order', limit: 2 }, session)
    expect(first.result).toMatchObject({ kind: 'data', text: expect.stringContaining('POST /orders') as string })
    const all = await callTool('search_operations', {}, session)
    expect(all.result).toMatchObject({ text: expect.stringMatching(/^\d+ operations\./) as string })
    const cases = await callTool('list_cases', {}, session)
    expect(cases.result).toMatchObject({ text: expect.stringContaining('suite ') as string })
  })
})
