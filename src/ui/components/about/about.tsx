import { createContext, lazy, Show, Suspense, useContext, type Component } from 'solid-js'

/** What a field is about, in a sentence, and the standard that says so. */
export interface AboutField {
  text: string
  /** `RFC 6749 section 2.3`. */
  reference?: string | undefined
}

/** What is known about the fields below, by their labels. */
export type AboutFields = () => Readonly<Record<string, AboutField>> | undefined

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
