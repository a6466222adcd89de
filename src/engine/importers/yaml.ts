import { parseYaml as parse } from '#engine/api/yaml.ts'

/**
 * What a YAML text says, as plain JSON values; undefined if it is none, or is nested too deeply. Aliases are counted with what they
 * stand for, tags make nothing but JSON's own types, merge keys (`<<`) are read.
 */
export async function parseYaml(text: string | undefined): Promise<unknown> {
  if (text === undefined || text.trim() === '') return undefined
  const read = await parse(text)
  return read.ok ? read.value : undefined
}
