import { createContext, lazy, Show, Suspense, useContext, type Component } from 'solid-js'
import type { AboutFields } from './about-field.ts'

const Context = createContext<AboutFields>()

/** Provides the fields below with their explanations. */
export const AboutProvider = Context.Provider

const AboutButton = lazy(() => import('./AboutButton.tsx'))

/** Beside a label: "What is this?", where something is known about the field. */
export const About: Component<{ label: string }> = (props) => {
  const all = useContext(Context)
  return (
    <Show when={all?.()?.[props.label]}>
      {(about) => (
        <Suspense>
          <AboutButton about={about()} />
        </Suspense>
      )}
    </Show>
  )
}
