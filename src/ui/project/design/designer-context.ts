import { createContext, useContext } from 'solid-js'
import type { Designer } from './create-designer.ts'

const Context = createContext<Designer>()

/** Wraps the parts of the designer. */
export const DesignerProvider = Context.Provider

/** The designer above this part. */
export function useDesigner(): Designer {
  const designer = useContext(Context)
  if (!designer) throw new Error('No DesignerProvider above this part')
  return designer
}
