import type { Component } from 'solid-js'

/** See {@link FileInput}. */
export interface FileInputProps {
  /** Takes what opens the browser's dialog; to be called within a click. */
  opens(choose: () => void): void
  onChosen(file: File): void
}

/** Lets a user choose a file, by a button beside it: the browser's own can't be drawn. The same file can be chosen again. */
export const FileInput: Component<FileInputProps> = (props) => (
  <input
    ref={(element) => props.opens(() => element.click())}
    type="file"
    hidden
    onChange={({ currentTarget }) => {
      const chosen = currentTarget.files?.[0]
      currentTarget.value = ''
      if (chosen) props.onChosen(chosen)
    }}
  />
)
