import type { Component } from 'solid-js'

/** See {@link FilesInput}. */
export interface FilesInputProps {
  /** All files of a folder and those below it. */
  folder?: boolean
  /** Takes what opens the browser's dialog; to be called within a click. */
  opens(choose: () => void): void
  /** At least one. */
  onChosen(files: File[]): void
}

/** Lets a user choose several files, or a folder, by a button beside it: the browser's own can't be drawn. */
export const FilesInput: Component<FilesInputProps> = (props) => (
  <input
    ref={(element) => {
      element.webkitdirectory = props.folder === true
      props.opens(() => element.click())
    }}
    type="file"
    multiple
    hidden
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])]
      currentTarget.value = ''
      if (files.length > 0) props.onChosen(files)
    }}
  />
)
