import { isVariableName } from '#engine/templates/parse.ts'

/** Maps the variable names of other tools to those that `${…}` can refer to. */
export interface VariableNames {
  /** The same name each time; two foreign names never get the same one. */
  legal(foreign: string): string
  /** A name that nothing has yet, made of the wanted one. */
  free(wanted: string): string
}

/** See {@link VariableNames}. */
export function createVariableNames(): VariableNames {
  const byForeign = new Map<string, string>()
  const taken = new Set<string>()
  /** The numbers from which on names may be free. */
  const next = new Map<string, number>()
  const take = (wanted: string): string => {
    let name = wanted
    let n = next.get(wanted) ?? 2
    for (; taken.has(name); n++) name = `${wanted}_${n}`
    next.set(wanted, n)
    taken.add(name)
    return name
  }
  return {
    legal(foreign) {
      const known = byForeign.get(foreign)
      if (known !== undefined) return known
      const name = take(legalForm(foreign))
      byForeign.set(foreign, name)
      return name
    },
    free: (wanted) => take(legalForm(wanted)),
  }
}

function legalForm(foreign: string): string {
  const plain = foreign
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^(?![A-Za-z_])/, '_')
    .slice(0, 100)
  if (isVariableName(plain)) return plain
  // A reserved root: env.name becomes env_name.
  return /^(random|now|env|uuid)\./.test(plain) ? plain.replace('.', '_') : `${plain}_`
}
