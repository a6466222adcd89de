/** A language that the editor knows. */
export type CodeLanguage = 'json' | 'javascript' | 'text' | 'sql' | 'html' | 'xml' | 'graphql' | 'pict'

/** What is wrong in a text: offsets, the end excluded. */
export interface CodeProblem {
  from: number
  to: number
  text: string
}

/** What can stand at a place of a text. */
export interface CodeCompletion {
  label: string
  kind: 'name' | 'value' | 'word'
  /** What takes the place of the text from `from` to where it is asked. */
  insert: string
  from: number
}

/** See {@link CodeEditor}. */
export interface CodeEditorProps {
  label: string
  value: string
  onInput?: ((value: string) => void) | undefined
  language: CodeLanguage
  readOnly?: boolean | undefined
  /** Any CSS height; `240px` unless given. */
  height?: string | undefined
  /** Stays a plain textarea until it is nearly seen: for an editor below something long. */
  whenSeen?: boolean | undefined
  /** Stays a plain textarea until this is done: on a screen that hasn't been used yet. */
  waitFor?: Promise<unknown> | undefined
  /** Completes and explains `${…}`; on unless false. */
  variables?: boolean | undefined
  /** Mistakes that are marked in place. */
  problems?: readonly CodeProblem[] | undefined
  /** What can stand at an offset of the text. */
  complete?: ((text: string, offset: number) => CodeCompletion[]) | undefined
}
