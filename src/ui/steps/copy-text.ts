import { showToast } from '../components/toasts.tsx'
import { texts } from './texts.ts'

/** Puts a text on the clipboard and says so; says what to do instead if the browser refuses. */
export async function copyText(text: string, done: string = texts.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast(texts.notCopied, 'warning')
  }
}
