import { overviewTexts } from './overview-texts.ts'

/** What is wrong with a variable's name (aprj.md); undefined: nothing. */
export function checkVariableName(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) return overviewTexts.variables.badName
  return /^(random|now|env|uuid)(\.|$)/.test(name) ? overviewTexts.variables.reserved : undefined
}
