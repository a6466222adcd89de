import { parseYaml as parse, type YamlFailure } from '#engine/api/yaml.ts'

/**
 * What a YAML text says, as plain JSON values; undefined if it is none, or is nested too deeply. Aliases are counted with what
 * they stand for, tags make only JSON's own types, merge keys (`<<`) are read.
 */
export async function parseYaml(text: string | undefined): Promise<unknown> {
  if (text === undefined || text.trim() === '') return undefined
  const read = await parse(text)
  return read.ok ? read.value.value : undefined
}

/**
 * Why a file that by its name or its start is JSON or YAML can't be read as that; of any other file only why it is YAML that is
 * not read: bombs of aliases, nesting. Undefined: nothing is to be said.
 */
export async function unreadableData({
  path,
  text: read,
}: {
  path: string
  text(): string | undefined
}): Promise<YamlFailure | undefined> {
  const text = read()
  if (text === undefined || text.trim() === '') return undefined
  const parsed = await parse(text)
  if (parsed.ok) return undefined
  return parsed.error.excess || /\.(json|ya?ml)$/i.test(path) || /^\uFEFF?\s*[[{]/.test(text) ? parsed.error : undefined
}
