import { showToast } from '../components/overlays/toasts.tsx'
import { stepEditorTexts as texts } from './texts.ts'

/**
 * Puts a text on the clipboard and says so (null: the caller shows it); says what to do instead if the browser refuses, and
 * returns false.
 */
export async function copyText(text: string, done: string | null = texts.copied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    if (done !== null) showToast(done)
    return true
  } catch {
    showToast(texts.notCopied, 'warning')
    return false
  }
}
