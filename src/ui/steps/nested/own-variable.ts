import { createContext, useContext } from 'solid-js'

/**
 * Provides the variable that checks and transfers nested under a step read: that of a token step, which leaves no response. Without
 * one, they can read any source.
 */
const OwnVariable = createContext<() => string | undefined>(() => undefined)

/** Wraps the rows nested under a step. */
export const OwnVariableProvider = OwnVariable.Provider

/** Reactive: the only variable that rows here should read; undefined where they can read a response. */
export const useOwnVariable = (): (() => string | undefined) => useContext(OwnVariable)
