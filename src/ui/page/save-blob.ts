/** Saves a file as a download. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own reference as soon as the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The same of a text. */
export const saveText = (name: string, text: string, type: string): void => saveBlob(name, new Blob([text], { type }))
