import { createContext, createMemo, useContext, type Accessor, type Component, type JSX } from 'solid-js'

/** A variable as completion and hover show it; values of secrets come masked. */
export interface VariableHint {
  name: string
  scope: string
  value: string
  /** Where completion puts it: lower ones first, those without any at 0. */
  rank?: number | undefined
  /** It has no value here: the loop that sets it, with its number. */
  loop?: string | undefined
}

/** What fields know of variables: all by name, in the order of completion. */
export type VariableHints = Accessor<ReadonlyMap<string, VariableHint>>

const Context = createContext<VariableHints>()

/** Provides the fields below with the variables that `${…}` can refer to. Of one name the first counts: narrowest scope first. */
export const VariablesProvider: Component<{ variables: () => readonly VariableHint[]; children: JSX.Element }> = (props) => {
  const byName = createMemo(() => {
    const map = new Map<string, VariableHint>()
    for (const variable of props.variables()) if (!map.has(variable.name)) map.set(variable.name, variable)
    return map
  })
  return <Context.Provider value={byName}>{props.children}</Context.Provider>
}

/** The variables around; undefined outside a {@link VariablesProvider}: nothing is marked as unknown then. */
export const useVariables = (): VariableHints | undefined => useContext(Context)
